import { SIDES } from '#domain/commission.ts'
import { sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { withdrawReferral } from '#features/adjustments/referrals/commands.server.ts'
import { listReferrals } from '#features/adjustments/referrals/queries.server.ts'
import { reasonRecord } from '#features/adjustments/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdraw-referral.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const referral = (await listReferrals(now)).find(({ id }) => id === params.id)
  if (!referral) throw new Refusal('record.not-found')
  return referral
})

export const action = saves(
  'referral.withdraw',
  reasonRecord.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await withdrawReferral(change, params.id, reason)
    return '/admin/commissions?done=withdrawn'
  },
)

/** Withdraws a mistaken referral, and says what that does to whom. */
export default function WithdrawReferralScreen({ loaderData: { referrer, referred, sides } }: Route.ComponentProps) {
  const t = useT()
  const amount = formatMoney(sum(SIDES.map((side) => sides[side].paid)), t.language)
  return (
    <SmallAct
      record={referred.name}
      from={t('page.rewards.title')}
      facts={{ referrer: referrer.name, referred: referred.name, paid: amount }}
      question={t('page.rewards.withdrawal.title')}
      effect={t('page.rewards.withdrawal.text', { referrer: referrer.name, referred: referred.name, amount })}
      buttonWords={t('page.rewards.withdrawal.submit')}
    >
      <RecordFields of={reasonRecord} />
    </SmallAct>
  )
}
