import { isOpen, WITHDRAWAL_CAUSES } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import { noteWithdrawal } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { withdrawInput } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { SelectField, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/withdrawal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name, state } = await getApplication(params.id)
  if (!isOpen(state)) throw new Refusal('application.decided')
  return { id, name }
})

export const action = saves(
  'application.withdraw',
  withdrawInput,
  async (deed, input, { params }: Route.ActionArgs) => {
    await noteWithdrawal(deed, params.id, input)
    return `/admin/recruitment/${params.id}`
  },
)

/** Somebody thought better of it and told the office, or never answered. */
export default function WithdrawalScreen({ loaderData: { id, name } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/recruitment/${id}`
  return (
    <>
      <PageHead title={t('page.recruitment.withdrawal.title', { name })} back={{ to: back, label: name }} />
      <Form>
        <p>{t('page.recruitment.withdrawal.text')}</p>
        <SelectField
          name="cause"
          label={t('page.recruitment.withdrawal.cause')}
          empty={t('page.recruitment.heard.unsaid')}
          options={WITHDRAWAL_CAUSES.map((value) => ({ value, label: t(`page.recruitment.causes.${value}`) }))}
        />
        <TextareaField name="reason" label={t('page.recruitment.withdrawal.reason')} rows={3} maxLength={500} />
        <Actions>
          <SubmitButton kind="danger">{t('page.recruitment.withdrawal.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
