import { listEvents } from '#features/audit/queries.server.ts'
import { changeKey } from '#features/imports/deliveries/commands.server.ts'
import { getKey } from '#features/imports/deliveries/queries.server.ts'
import { keyRecord } from '#features/imports/deliveries/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/delivery-key.ts'

const BASE = '/admin/data/deliveries'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({
  way: await getKey(params.id),
  events: await listEvents(`delivery-way:${params.id}`),
}))

export const action = saves(
  'delivery.change-key',
  keyRecord.input.and(opened),
  async (change, { opened: seen, ...input }, { params, url }: Route.ActionArgs) => {
    refuseIfChanged(keyRecord, seen, await getKey(params.id, change.tx), languageOf(url.pathname))
    await changeKey(change, params.id, input)
    return withDone(BASE, 'saved')
  },
)

/** The name of a key, and how far it is trusted. */
export default function DeliveryKeyScreen({ loaderData: { way, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={way.name}
      subtitle={t('page.deliveries.ends', { ends: way.ends ?? '' })}
      back={{ to: BASE, label: t('page.deliveries.title') }}
      of={keyRecord}
      values={way}
      version={null}
      events={events}
      buttonWords={t('page.deliveries.save')}
      acts={
        <LinkButton to={`${BASE}/keys/${way.id}/end`} kind="outlined">
          {t('page.deliveries.end')}
        </LinkButton>
      }
    />
  )
}
