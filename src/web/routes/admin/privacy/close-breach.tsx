import { Refusal } from '#domain/refusal.ts'
import { closeBreach } from '#features/oversight/breaches/commands.server.ts'
import { getBreach } from '#features/oversight/breaches/queries.server.ts'

import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'

import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/close-breach.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const breach = await getBreach(params.id, now)
  if (breach.closedAt !== null) throw new Refusal('breach.closed')
  return breach
})

export const action = confirms('data-breach.closing', async (change, { params }: Route.ActionArgs) => {
  await closeBreach(change, params.id)
  return `/admin/privacy/breaches/${params.id}?done=closed`
})

/** Asks before a breach is closed. */
export default function CloseBreachScreen({ loaderData: breach }: Route.ComponentProps) {
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
      question={t('page.privacy.breaches.closing.question', { name: breach.happened })}
      effect={t('page.privacy.breaches.closing.effect')}
      buttonWords={t('page.privacy.breaches.closing.does')}
      kind="primary"
    />
  )
}
