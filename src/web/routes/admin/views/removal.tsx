import { readNumber } from '#domain/record-id.ts'
import { removeView } from '#features/accounts/saved-views/commands.server.ts'
import { getSavedView } from '#features/accounts/saved-views/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/removal.ts'

export const loader = shows(({ params, context }: Route.LoaderArgs) =>
  getSavedView(requireUser(context).uid, readNumber(params.id)),
)

export const action = confirms('view.remove', async (change, { params, context }: Route.ActionArgs) => {
  const { place, query } = await removeView(change, requireUser(context).uid, readNumber(params.id))
  return place + query
})

export default function RemoveViewScreen({ loaderData: view }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={view.name}
      from={t('page.views.back')}
      back={view.place + view.query}
      facts={{ view: view.name }}
      question={t('page.views.removeTitle', { name: view.name })}
      effect={t('page.views.removeText')}
      buttonWords={t('page.views.remove')}
    />
  )
}
