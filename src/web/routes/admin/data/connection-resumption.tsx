import { Refusal } from '#domain/refusal.ts'
import { resumeConnection } from '#features/connections/commands.server.ts'
import { findConnection } from '#features/connections/queries.server.ts'
import { providerIn } from '#features/connections/schema.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/connection-resumption.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const id = providerIn(params.provider)
  const connection = await findConnection(id)
  if (connection === null) throw new Refusal('connection.not-set')
  if (!connection.paused) throw new Refusal('connection.not-paused')
  return { id, clientId: connection.clientId }
})

export const action = confirms('connection.resume', async (change, { params }: Route.ActionArgs) => {
  const provider = providerIn(params.provider)
  await resumeConnection(change, provider)
  return `/admin/data/connections/${provider}?done=resumed`
})

export default function ConnectionResumptionScreen({ loaderData: { id, clientId } }: Route.ComponentProps) {
  const t = useT()
  const provider = t(`page.connections.providers.${id}`)
  return (
    <SmallAct
      record={t('page.connections.page.title', { provider })}
      from={t('page.connections.title')}
      facts={{ source: provider, account: clientId }}
      question={t('page.connections.acts.resume.question', { provider })}
      effect={t('page.connections.acts.resume.effect', { provider })}
      buttonWords={t('page.connections.resume')}
      kind="primary"
    />
  )
}
