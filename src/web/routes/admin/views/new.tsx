import { saveView } from '#features/accounts/saved-views/commands.server.ts'
import { newViewInput, savedView } from '#features/accounts/saved-views/schema.ts'
import { Refusal } from '#domain/refusal.ts'
import { useT } from '#web/i18n.tsx'
import { placeAt } from '#web/places.ts'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/new.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const list = new URL(request.url).searchParams.get('of') ?? ''
  const [place = '', query = ''] = list.split('?', 2)
  requireList(place)
  return { place, query: `?${query}` }
})

export const action = saves('view.save', newViewInput, async (change, input, { context }: Route.ActionArgs) => {
  requireList(input.place)
  const query = `?${new URLSearchParams(input.query)}`
  await saveView(change, requireUser(context).uid, { ...input, query })
  return input.place + query
})

/** Refuses a view of anything but a page of the office, written as the table of places has it. */
function requireList(place: string): void {
  if (!place.startsWith('/admin/') || placeAt(place)?.kind !== 'page') throw new Refusal('record.not-found')
}

export default function NewViewScreen({ loaderData: { place, query } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.views.newTitle')}
      from={t('page.views.back')}
      back={place + query}
      facts={{}}
      question={t('page.views.newTitle')}
      effect={t('page.views.newText')}
      buttonWords={t('page.views.save')}
      kind="primary"
    >
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="query" value={query} />
      <RecordFields of={savedView} />
    </SmallAct>
  )
}
