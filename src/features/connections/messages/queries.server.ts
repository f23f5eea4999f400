import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Provider } from '#integrations/connections/providers.ts'
import type { MessageOutcome, PlatformMessage } from './schema.ts'

/** The last messages that a platform sent on its own, the newest first. */
export async function listMessages(provider: Provider, most: number, on: Kysely<DB> = db): Promise<PlatformMessage[]> {
  const rows = await on
    .selectFrom('platform_messages as said')
    .leftJoin('platform_drivers as known', (join) =>
      join.onRef('known.provider', '=', 'said.provider').onRef('known.driver', '=', 'said.about'),
    )
    .select(['said.id', 'said.kind', 'known.name', 'said.state', 'happened_at', 'came_at', 'outcome'])
    .where('said.provider', '=', provider)
    .orderBy('came_at', 'desc')
    .orderBy('said.id')
    .limit(most)
    .execute()
  return rows.map(({ id, kind, name, state, happened_at, came_at, outcome }) => ({
    id,
    kind,
    driver: name,
    state,
    happenedAt: happened_at.toString(),
    cameAt: came_at.toString(),
    outcome: outcome as MessageOutcome,
  }))
}
