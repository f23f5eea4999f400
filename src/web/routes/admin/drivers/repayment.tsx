import { type Cents, ZERO, minus } from '#domain/money.ts'
import { ZONE, previousWeek, weekAt } from '#domain/week.ts'
import { getCurrentAccount } from '#features/ledger/current-accounts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { planDebt } from '#features/plans/commands.server.ts'
import { repaymentInput, repaymentRecord } from '#features/plans/schema.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/repayment.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id } = await getDriver(params.id)
  const { carried } = await getCurrentAccount(id, now.toZonedDateTimeISO(ZONE).toPlainDate())
  const owed: Cents = carried < 0 ? minus(carried) : ZERO
  const first = await openWeekFor(id, previousWeek(weekAt(now)))
  return { owed, first }
})

export const action = saves(
  'plan.open',
  repaymentInput,
  async (change, { amount, ...rest }, { params }: Route.ActionArgs) => {
    const { id } = await getDriver(params.id, change.tx)
    const plan = await planDebt(change, { ...rest, driverId: id, total: amount })
    return `/admin/financing/${plan}?done=opened`
  },
)

/** Turns a driver's debt on the current account into a plan, in one step, so that it never counts twice. */
export default function RepaymentScreen({ loaderData: { owed, first } }: Route.ComponentProps) {
  const t = useT()
  const amount = formatMoney(owed, t.language)
  const values = { amount: owed, count: 4, first, reason: t('page.departures.repayment.usual') }
  return (
    <SmallAct
      key={owed}
      facts={{ owed: amount }}
      question={t('page.departures.repayment.title')}
      effect={t('page.departures.repayment.text')}
      buttonWords={t('page.departures.repayment.submit')}
      kind="primary"
      barred={owed > 0 ? null : t('page.departures.repayment.none')}
    >
      <p>{t('page.departures.repayment.owed', { amount })}</p>
      <RecordFields of={repaymentRecord} values={values} />
    </SmallAct>
  )
}
