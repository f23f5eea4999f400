import { Refusal } from '#domain/refusal.ts'
import { reopenBreach } from '#features/oversight/breaches/commands.server.ts'
import { getBreach } from '#features/oversight/breaches/queries.server.ts'

import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'

import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/reopen-breach.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const breach = await getBreach(params.id, now)
  if (breach.closedAt === null) throw new Refusal('record.not-found')
  return breach
})

export const action = confirms('data-breach.reopening', async (change, { params }: Route.ActionArgs) => {
  await reopenBreach(change, params.id)
  return `/admin/privacy/breaches/${params.id}?done=reopened`
})

/** Asks before a breach is opened again. */
export default function ReopenBreachScreen({ loaderData: breach }: Route.ComponentProps) {
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
      question={t('page.privacy.breaches.reopening.question', { name: breach.happened })}
      effect={t('page.privacy.breaches.reopening.effect')}
      buttonWords={t('page.privacy.breaches.reopening.does')}
      kind="primary"
    />
  )
}
