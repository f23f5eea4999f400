import { Refusal } from '#domain/refusal.ts'

import { noteNotified } from '#features/oversight/breaches/commands.server.ts'
import { getBreach } from '#features/oversight/breaches/queries.server.ts'
import { tellingInput, tellingRecord } from '#features/oversight/breaches/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/tell-breach.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const breach = await getBreach(params.id, now)
  if (breach.closedAt !== null) throw new Refusal('breach.closed')
  return breach
})

export const action = saves('data-breach.telling', tellingInput, async (change, said, { params }: Route.ActionArgs) => {
  await noteNotified(change, params.id, said)
  return `/admin/privacy/breaches/${params.id}?done=told`
})

/** Asks who was informed, or why nobody was. */
export default function TellBreachScreen({ loaderData: breach }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={breach.happened}
      from={t('page.privacy.breaches.one')}
      facts={{
        what: breach.happened,
        at: formatInstant(breach.knownAt, t.language),
        until: formatInstant(breach.by, t.language),
      }}
      question={t('page.privacy.breaches.telling.question', { name: breach.happened })}
      effect={t('page.privacy.breaches.telling.effect')}
      buttonWords={t('page.privacy.breaches.telling.does')}
      kind="primary"
    >
      <RecordFields of={tellingRecord} />
    </SmallAct>
  )
}
