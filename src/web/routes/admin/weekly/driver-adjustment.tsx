import { readWeek, weekName } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { adjustmentInput } from '#features/adjustments/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { findOfficeStatement } from '#features/statements/queries.server.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ADDED } from '#web/parts/adjustment-added.tsx'
import { AdjustmentForm } from '#web/parts/adjustment-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/driver-adjustment.ts'
import { ActionPage } from './action-page.tsx'
import { StatementSoFar } from './statement-so-far.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now, t }) => {
  const week = readWeek(params.week)
  const { id, name } = await getDriver(params.driver)
  const on = await openWeekFor(id, week)
  return { week, weekName: weekName(week), name, on, statement: await findOfficeStatement(on, id, t.language, now) }
})

export const action = saves('adjustment.add', adjustmentInput, async (change, input, { params }: Route.ActionArgs) => {
  const { id } = await getDriver(params.driver, change.tx)
  const added = await addAdjustment(change, { ...input, driverId: id, week: readWeek(params.week) })
  return `/admin/weekly/${weekName(added.week)}/${id}?${ADDED}=${added.id}`
})

export default function AddAdjustmentScreen({ loaderData }: Route.ComponentProps) {
  const { week, weekName: name, on, statement } = loaderData
  const t = useT()
  return (
    <ActionPage
      week={week}
      weekName={name}
      title={t('page.adjustments.form.title', { name: loaderData.name })}
      aside={<StatementSoFar statement={statement} />}
    >
      <AdjustmentForm on={on} frozen={on === week ? null : week} />
    </ActionPage>
  )
}
