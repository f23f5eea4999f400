import { showFineNumber } from '#domain/fine.ts'
import { Refusal } from '#domain/refusal.ts'
import { previousWeek, weekAt } from '#domain/week.ts'
import { refuseOtherDriver } from '#features/fleet/fines/commands.server.ts'
import { getFine } from '#features/fleet/fines/queries.server.ts'
import { aboutDriver } from '#features/fleet/fines/schema.ts'
import { chargeFine } from '#features/plans/charges/commands.server.ts'
import { chargeInput } from '#features/plans/charges/schema.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ChargeForm } from '#web/parts/charge-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/charge.ts'
import { findUnreadNotice } from '#web/routes/admin/vehicles/unread.server.ts'
import { About } from './fine-acts.tsx'
import { FineFacts } from './fine-facts.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const fine = await getFine(params.id, now)
  const { driver, informedAt } = fine
  if (driver === null) throw new Refusal('fine.no-driver')
  if (informedAt === null || (await findUnreadNotice('fine', driver, informedAt)) !== null)
    throw new Refusal('fine.not-informed')
  return { fine, driver: driver.name, informedAt, week: await openWeekFor(driver.id, lastEndedWeek(now)) }
})

export const action = saves(
  'fine.charge',
  chargeInput.and(aboutDriver),
  async (change, { driverSeen, ...input }, { params }: Route.ActionArgs) => {
    await refuseOtherDriver(change, params.id, driverSeen)
    await chargeFine(change, params.id, { ...input, week: lastEndedWeek(change.now) })
    return `/admin/vehicles/fines/${params.id}?done=charge`
  },
)

/** The last week that ended; if it has a statement, `openWeekFor` takes the next one without. */
function lastEndedWeek(now: Temporal.Instant) {
  return previousWeek(weekAt(now))
}

/** Charges a fine to its driver: how much, at once or week by week; beside it the facts of the fine. */
export default function ChargeFineScreen({ loaderData: { fine, driver, informedAt, week } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/vehicles/fines/${fine.id}`
  const number = showFineNumber(fine.number)
  return (
    <>
      <PageHead
        title={t('page.fines.charge.title', { number })}
        back={{ to: back, label: t('page.fines.one', { number }) }}
      />
      <SideBySide>
        <ChargeForm
          text={t('page.fines.charge.text', { driver, day: formatInstant(informedAt, t.language) })}
          amount={fine.amount}
          week={week}
          back={back}
        >
          <About driver={fine.driver} />
        </ChargeForm>
        <FineFacts fine={fine} />
      </SideBySide>
    </>
  )
}
