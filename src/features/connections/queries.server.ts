import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import { listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { Provider } from '#integrations/connections/providers.ts'
import { type Connection, type ConnectionRun, type ConnectionState, type RunList, readTrouble } from './schema.ts'

/** The state of every connection, by the name of the platform. */
export const connectionStates = listQuestion(
  (on) =>
    on
      .selectFrom('connections')
      .select(['provider', 'state', 'state_since as since', sql<boolean>`paused_at is not null`.as('isPaused')])
      .orderBy('provider'),
  (rows: { provider: Provider; state: ConnectionState; since: string; isPaused: boolean }[]) =>
    rows.map((row) => ({ ...row, since: momentOf(row.since) })),
)

/** The time for which everything was fetched; `null` before the first fetch. */
export type CollectedSpan = Pick<Connection, 'provider' | 'collected'>

/** The fetched time of every connection, by the name of the platform. */
export const collectedSpans = listQuestion(
  (on) => on.selectFrom('connections').select(['provider', 'collected_from', 'collected_until']).orderBy('provider'),
  (rows: { provider: Provider; collected_from: string | null; collected_until: string | null }[]) =>
    rows.map(({ provider, collected_from, collected_until }): CollectedSpan => ({
      provider,
      collected:
        collected_from && collected_until ? { from: momentOf(collected_from), until: momentOf(collected_until) } : null,
    })),
)

/** Every connection without its secret, by the name of the platform. */
export async function listConnections(on: Kysely<DB> = db): Promise<Connection[]> {
  const rows = await on
    .selectFrom('connections')
    .select(['provider', 'client_id', 'every_hours', 'state', 'state_since', 'set_at', 'failures', 'next_at'])
    .select(['paused_at', 'collected_from', 'collected_until'])
    .select(sql<boolean>`signing_key is not null`.as('is_signing'))
    .leftJoin('users as setter', 'setter.uid', 'connections.set_by')
    .leftJoin('users as pauser', 'pauser.uid', 'connections.paused_by')
    .select([personName('setter').as('setBy'), personName('pauser').as('pausedBy')])
    .orderBy('provider')
    .execute()
  return rows.map((row) => ({
    provider: row.provider as Provider,
    clientId: row.client_id,
    everyHours: row.every_hours,
    state: row.state as ConnectionState,
    since: row.state_since.toString(),
    setAt: row.set_at.toString(),
    setBy: row.setBy,
    failures: row.failures,
    nextAt: row.next_at.toString(),
    isSigning: row.is_signing,
    paused: row.paused_at && { at: row.paused_at.toString(), by: row.pausedBy },
    collected:
      row.collected_from && row.collected_until
        ? { from: row.collected_from.toString(), until: row.collected_until.toString() }
        : null,
  }))
}

/** One connection; `null` when it is not set. */
export async function findConnection(provider: Provider, on: Kysely<DB> = db): Promise<Connection | null> {
  return (await listConnections(on)).find((connection) => connection.provider === provider) ?? null
}

/** The newest runs of a connection, the newest first. */
export async function listRuns(provider: Provider, limit: number, on: Kysely<DB> = db): Promise<ConnectionRun[]> {
  const rows = await on
    .selectFrom('connection_runs')
    .leftJoin('users as asker', 'asker.uid', 'by_uid')
    .selectAll('connection_runs')
    .select(personName('asker').as('by'))
    .where('provider', '=', provider)
    .orderBy('connection_runs.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as ConnectionRun['kind'],
    at: row.began_at.toString(),
    endedAt: row.ended_at?.toString() ?? null,
    by: row.by,
    trouble: readTrouble(row.trouble),
    detail: row.said,
    asked: row.asked,
    received: row.received,
    kept: row.kept,
    refused: row.refused,
    lists: row.lists as Record<string, RunList>,
  }))
}

/** The connections that are due. */
export async function listDue(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Provider[]> {
  const rows = await on
    .selectFrom('connections')
    .select('provider')
    .where('paused_at', 'is', null)
    .where('next_at', '<=', sql<Temporal.Instant>`${now.toString()}::timestamptz`)
    .execute()
  return rows.map(({ provider }) => provider as Provider)
}
