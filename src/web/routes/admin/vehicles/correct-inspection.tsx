import { href } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { correctInspectionDriver } from '#features/fleet/inspections/commands.server.ts'
import { getInspection } from '#features/fleet/inspections/queries.server.ts'
import { inspectionCorrection } from '#features/fleet/inspections/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/correct-inspection.ts'
import { driverOptions } from './driver-options.server.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { kind, at, driver } = await getInspection(params.id, params.inspection)
  if (driver === null) throw new Refusal('record.not-found')
  const drivers = await driverOptions(now, { withFormer: true })
  return { kind, at, driver, drivers: drivers.filter(({ value }) => value !== driver.id) }
})

export const action = saves(
  'inspection.correct',
  inspectionCorrection.input,
  async (change, input, { params }: Route.ActionArgs) => {
    await correctInspectionDriver(change, params.id, params.inspection, input)
    return `${href('/admin/vehicles/:id/inspections/:inspection', params)}?done=corrected`
  },
)

/** Names the right driver of a hand-over or return that was recorded with the wrong one. */
export default function CorrectInspectionScreen({ loaderData: { kind, at, driver, drivers } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      kind="primary"
      facts={{ what: t(`page.inspections.kinds.${kind}`), at: formatInstant(at, t.language), driver: driver.name }}
      question={t('page.inspections.correction.title')}
      effect={t('page.inspections.correction.text')}
      unchanged={t('page.inspections.correction.unchanged')}
      buttonWords={t('page.inspections.correction.submit')}
    >
      <RecordFields of={inspectionCorrection} offered={{ driverId: drivers }} />
    </SmallAct>
  )
}
