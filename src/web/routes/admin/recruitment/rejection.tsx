import { isOpen, REJECTION_CAUSES } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import { reachOfPerson } from '#features/mail/reach/queries.server.ts'
import { rejectApplication } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { rejectInput } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { SelectField, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/rejection.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name, email, state } = await getApplication(params.id)
  if (!isOpen(state)) throw new Refusal('application.decided')
  return { id, name, reach: await reachOfPerson({ email }, 'application-rejected') }
})

export const action = saves('application.reject', rejectInput, async (deed, input, { params }: Route.ActionArgs) => {
  await rejectApplication(deed, params.id, input)
  return `/admin/recruitment/${params.id}`
})

export default function RejectionScreen({ loaderData }: Route.ComponentProps) {
  const { id, name, reach } = loaderData
  const t = useT()
  const back = `/admin/recruitment/${id}`
  return (
    <>
      <PageHead title={t('page.recruitment.rejection.title', { name })} back={{ to: back, label: name }} />
      <Form>
        <p>{t('page.recruitment.rejection.text')}</p>
        <ReachNote reach={reach} name={name} />
        <SelectField
          name="cause"
          label={t('page.recruitment.rejection.cause')}
          empty={t('page.recruitment.rejection.choose')}
          options={REJECTION_CAUSES.map((value) => ({ value, label: t(`page.recruitment.causes.${value}`) }))}
          required
        />
        <TextareaField name="reason" label={t('page.recruitment.rejection.reason')} rows={4} maxLength={500} required />
        <Actions>
          <SubmitButton kind="danger">{t('page.recruitment.rejection.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
