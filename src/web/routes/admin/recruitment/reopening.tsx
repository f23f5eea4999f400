import { Refusal } from '#domain/refusal.ts'
import { reopenApplication } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { reopenInput } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/reopening.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name, state } = await getApplication(params.id)
  if (state !== 'rejected' && state !== 'withdrawn') throw new Refusal('application.not-ended')
  return { id, name, state }
})

export const action = saves('application.reopen', reopenInput, async (deed, input, { params }: Route.ActionArgs) => {
  await reopenApplication(deed, params.id, input)
  return `/admin/recruitment/${params.id}`
})

/** A refusal or a withdrawal that should not have been. */
export default function ReopeningScreen({ loaderData: { id, name, state } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/recruitment/${id}`
  return (
    <>
      <PageHead title={t('page.recruitment.reopening.title', { name })} back={{ to: back, label: name }} />
      <Form>
        <p>{t(`page.recruitment.reopening.text.${state}`)}</p>
        <TextareaField name="reason" label={t('page.recruitment.reopening.reason')} rows={3} maxLength={500} required />
        <Actions>
          <SubmitButton>{t('page.recruitment.reopening.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
