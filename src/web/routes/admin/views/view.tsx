import { readNumber } from '#domain/record-id.ts'
import { renameView } from '#features/accounts/saved-views/commands.server.ts'
import { getSavedView } from '#features/accounts/saved-views/queries.server.ts'
import { savedView, viewNameInput } from '#features/accounts/saved-views/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/view.ts'

export const loader = shows(({ params, context }: Route.LoaderArgs) =>
  getSavedView(requireUser(context).uid, readNumber(params.id)),
)

export const action = saves(
  'view.rename',
  viewNameInput,
  async (change, { name }, { params, context }: Route.ActionArgs) => {
    const { place, query } = await renameView(change, requireUser(context).uid, readNumber(params.id), name)
    return place + query
  },
)

export default function ViewScreen({ loaderData: view }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={view.name} back={{ to: view.place + view.query, label: t('page.views.back') }} />
      <Form of={savedView} values={view}>
        <Actions>
          <SubmitButton>{t('page.views.rename')}</SubmitButton>
          <LinkButton to={`/admin/views/${view.id}/removal`} kind="text">
            {t('page.views.remove')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
