import { Refusal } from '#domain/refusal.ts'
import { removeConnection } from '#features/connections/commands.server.ts'
import { findConnection } from '#features/connections/queries.server.ts'
import { providerIn } from '#features/connections/schema.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/connection-removal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const id = providerIn(params.provider)
  const connection = await findConnection(id)
  if (connection === null) throw new Refusal('connection.not-set')
  return { id, clientId: connection.clientId }
})

export const action = confirms('connection.remove', async (change, { params }: Route.ActionArgs) => {
  const provider = providerIn(params.provider)
  await removeConnection(change, provider)
  return `/admin/data/integrations?done=${provider}`
})

export default function ConnectionRemovalScreen({ loaderData: { id, clientId } }: Route.ComponentProps) {
  const t = useT()
  const provider = t(`page.connections.providers.${id}`)
  return (
    <SmallAct
      record={t('page.connections.page.title', { provider })}
      from={t('page.connections.title')}
      facts={{ source: provider, account: clientId }}
      question={t('page.connections.acts.remove.question', { provider })}
      effect={t('page.connections.acts.remove.effect', { provider })}
      buttonWords={t('page.connections.remove')}
      unchanged={t('page.connections.acts.remove.stays')}
    />
  )
}
