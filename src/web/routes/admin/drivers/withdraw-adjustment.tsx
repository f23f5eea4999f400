import { href } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { getAdjustment } from '#features/adjustments/queries.server.ts'
import { reopenDispute } from '#features/statements/disputes/commands.server.ts'
import { isAnswerOfDispute } from '#features/statements/disputes/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { readWayBack, withAnswer } from '#web/parts/way-back.ts'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdraw-adjustment.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { driverId, week, kind, about, amount, state, isFrozen } = await getAdjustment(params.adjustment)
  if (driverId !== params.id) throw new Refusal('record.not-found')
  if (state === 'withdrawn' || isFrozen) throw new Refusal('adjustment.frozen')
  const declined = state === 'declined' ? about : null
  return { week, kind, about, declined, amount, isAnswer: await isAnswerOfDispute(params.adjustment) }
})

export const action = confirms('adjustment.withdraw', async (change, { request, params }: Route.ActionArgs) => {
  await withdrawAdjustment(change, params.id, params.adjustment)
  await reopenDispute(change, params.adjustment)
  const adjustmentsPath = href('/admin/drivers/:id/adjustments', { id: params.id })
  const back = readWayBack(request, adjustmentsPath)
  return back === adjustmentsPath ? withDone(adjustmentsPath, 'removed') : withAnswer(back, 'taken-back')
})

export default function WithdrawAdjustmentScreen({ loaderData }: Route.ComponentProps) {
  const { week, kind, about, declined, amount, isAnswer } = loaderData
  const t = useT()
  const what = lineLabel({ code: `adjustment.${kind}`, adjustment: { about } }, t)
  const words = { what, amount: formatMoney(amount, t.language), number: weekNumber(declined ?? week) }
  const answer = declined === null ? 'accepted' : 'declined'
  const effect = t(`page.adjustments.withdraw.${answer}.text`, words)
  return (
    <SmallAct
      facts={{ what, amount: words.amount, week: words.number }}
      question={t(`page.adjustments.withdraw.${answer}.title`)}
      effect={isAnswer ? `${effect} ${t('page.adjustments.withdraw.accepted.disputed')}` : effect}
      buttonWords={t(`page.adjustments.withdraw.${answer}.submit`)}
    />
  )
}
