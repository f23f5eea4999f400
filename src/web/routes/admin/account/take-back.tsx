import { Refusal } from '#domain/refusal.ts'
import { takeBackReclassification } from '#features/weeks/reclassifications/commands.server.ts'
import { getReclassification } from '#features/weeks/reclassifications/queries.server.ts'
import { takingBack } from '#features/weeks/reclassifications/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/take-back.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { account, amount, isTakenBack } = await getReclassification(params.id)
  if (isTakenBack) throw new Refusal('reclassification.taken-back')
  return { account, amount }
})

export const action = saves('books.take-back', takingBack, async (deed, { reason }, { params }: Route.ActionArgs) => {
  await takeBackReclassification(deed, params.id, reason)
  return '/admin/account/reclassifications?done=taken-back'
})

/** Asks why an amount goes back to where it waited. */
export default function TakeBackScreen({ loaderData }: Route.ComponentProps) {
  const { account, amount } = loaderData
  const t = useT()
  const words = {
    amount: formatMoney(Math.abs(amount), t.language),
    side: t(`page.accounts.classes.sides.${amount > 0 ? 'credit' : 'debit'}`).toLowerCase(),
    account: t(`page.accounts.accounts.${account}`),
  }
  return (
    <>
      <PageHead
        title={t('page.accounts.classes.back.title')}
        back={{ to: '/admin/account/reclassifications', label: t('page.accounts.classes.title') }}
      />
      <Form>
        <p>{t('page.accounts.classes.back.text', words)}</p>
        <TextField name="reason" label={t('page.accounts.classes.reason')} maxLength={200} required />
        <Actions>
          <SubmitButton kind="danger">{t('page.accounts.classes.back.submit')}</SubmitButton>
          <LinkButton to="/admin/account/reclassifications" kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
