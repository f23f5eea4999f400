import { readNumber } from '#domain/record-id.ts'
import { renameView } from '#features/accounts/saved-views/commands.server.ts'
import { getSavedView } from '#features/accounts/saved-views/queries.server.ts'
import { savedView } from '#features/accounts/saved-views/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { Link } from '#web/links.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/view.ts'

export const loader = shows(({ params, context }: Route.LoaderArgs) =>
  getSavedView(requireUser(context).uid, readNumber(params.id)),
)

export const action = saves(
  'view.rename',
  savedView.input,
  async (change, { name }, { params, context }: Route.ActionArgs) => {
    const { place, query } = await renameView(change, requireUser(context).uid, readNumber(params.id), name)
    return place + query
  },
)

export default function ViewScreen({ loaderData: { id, name, place, query } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('page.views.back')}
      back={place + query}
      facts={{}}
      question={t('page.views.change', { name })}
      effect={null}
      buttonWords={t('page.views.rename')}
      kind="primary"
      unchanged={<Link to={`/admin/views/${id}/removal`}>{t('page.views.remove')}</Link>}
    >
      <RecordFields of={savedView} values={{ name }} />
    </SmallAct>
  )
}
