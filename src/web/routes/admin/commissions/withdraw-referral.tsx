import { SIDES } from '#domain/commission.ts'
import { sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { withdrawReferral } from '#features/adjustments/referrals/commands.server.ts'
import { listReferrals } from '#features/adjustments/referrals/queries.server.ts'
import { withdrawInput } from '#features/adjustments/referrals/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ReasonField } from '#web/parts/money-fields.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/withdraw-referral.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const referral = (await listReferrals(now)).find(({ id }) => id === params.id)
  if (!referral) throw new Refusal('record.not-found')
  return referral
})

export const action = saves(
  'referral.withdraw',
  withdrawInput,
  async (deed, { reason }, { params }: Route.ActionArgs) => {
    await withdrawReferral(deed, params.id, reason)
    return '/admin/commissions?done=withdrawn'
  },
)

/** A referral that was a mistake, with what taking it back does to whom. */
export default function WithdrawReferralScreen({ loaderData: { referrer, referred, sides } }: Route.ComponentProps) {
  const t = useT()
  const paid = sum(SIDES.map((side) => sides[side].paid))
  return (
    <>
      <PageHead
        title={t('page.rewards.withdrawal.title')}
        back={{ to: '/admin/commissions', label: t('page.rewards.title') }}
      />
      <Form>
        <p>
          {t('page.rewards.withdrawal.text', {
            referrer: referrer.name,
            referred: referred.name,
            amount: formatMoney(paid, t.language),
          })}
        </p>
        <ReasonField />
        <Actions>
          <SubmitButton kind="danger">{t('page.rewards.withdrawal.submit')}</SubmitButton>
          <LinkButton to="/admin/commissions" kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
