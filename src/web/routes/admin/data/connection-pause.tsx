import { Refusal } from '#domain/refusal.ts'
import { pauseConnection } from '#features/connections/commands.server.ts'
import { findConnection } from '#features/connections/queries.server.ts'
import { providerIn } from '#features/connections/schema.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/connection-pause.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const id = providerIn(params.provider)
  const connection = await findConnection(id)
  if (connection === null) throw new Refusal('connection.not-set')
  if (connection.paused) throw new Refusal('connection.paused')
  return { id, clientId: connection.clientId }
})

export const action = confirms('connection.pause', async (change, { params }: Route.ActionArgs) => {
  const provider = providerIn(params.provider)
  await pauseConnection(change, provider)
  return `/admin/data/connections/${provider}?done=paused`
})

export default function ConnectionPauseScreen({ loaderData: { id, clientId } }: Route.ComponentProps) {
  const t = useT()
  const provider = t(`page.connections.providers.${id}`)
  return (
    <SmallAct
      record={t('page.connections.page.title', { provider })}
      from={t('page.connections.title')}
      facts={{ source: provider, account: clientId }}
      question={t('page.connections.acts.pause.question', { provider })}
      effect={t('page.connections.acts.pause.effect', { provider })}
      buttonWords={t('page.connections.pause')}
      kind="primary"
    />
  )
}
