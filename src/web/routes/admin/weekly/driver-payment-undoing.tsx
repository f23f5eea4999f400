import { Refusal } from '#domain/refusal.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { undoOnePayment } from '#features/payments/other-payments/commands.server.ts'
import { reasonRecord } from '#features/adjustments/schema.ts'
import { findStatementState } from '#features/statements/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/driver-payment-undoing.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const { driver, net } = await findStatementState(params.driver, week)
  const reach = await reachOfDriver({ id: params.driver }, 'payment-undone')
  return { reach, driver, net, week }
})

export const action = saves(
  'payment.undo-one',
  reasonRecord.input,
  async (change, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const week = readWeek(params.week)
    const { settlementId } = await findStatementState(params.driver, week)
    if (!settlementId) throw new Refusal('settlement.not-paid-by-hand')
    await undoOnePayment(change, settlementId, reason)
    return `/admin/weekly/${weekName(week)}?done=unpaid-one`
  },
)

/** Takes back a payment by other means that never happened: why, and the effect. */
export default function UndoPaymentScreen({ params, loaderData: { week, driver, net, reach } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={driver}
      from={t('common.back')}
      facts={{ week: weekNumber(week), amount: formatMoney(net, t.language) }}
      question={`${t('page.weekActs.payOne.undo')}: ${driver}`}
      effect={t('page.weekActs.payOne.undoText')}
      buttonWords={t('page.weekActs.payOne.undoSubmit')}
    >
      <ReachNote reach={reach} name={driver} driver={params.driver} />
      <RecordFields of={reasonRecord} />
    </SmallAct>
  )
}
