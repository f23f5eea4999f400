import { z } from 'zod'
import { isOpen } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import { approveApplication } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/approval.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name, email, state } = await getApplication(params.id)
  if (!isOpen(state)) throw new Refusal('application.decided')
  return { id, name, email }
})

export const action = saves('application.approve', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  const driver = await approveApplication(deed, params.id)
  return withDone(`/admin/drivers/${driver}`, 'created')
})

export default function ApprovalScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { id, name, email } = loaderData
  const t = useT()
  const back = `/admin/recruitment/${id}`
  return (
    <>
      <PageHead title={t('page.recruitment.approval.title', { name })} back={{ to: back, label: name }} />
      <Form reply={reply}>
        <p>{t('page.recruitment.approval.text', { email })}</p>
        <Actions>
          <SubmitButton>{t('page.recruitment.approval.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
