import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { env } from '#platform/env.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { Delivery, DeliveryWay, FolderState } from './schema.ts'

/** The delivery way of a program's key; `null` for a key that does not exist or was ended. */
export async function findWayOfKey(key: string): Promise<Pick<DeliveryWay, 'id' | 'takesIn'> | null> {
  const row = await db
    .selectFrom('delivery_ways')
    .select(['id', 'takes_in as takesIn'])
    .where('key_hash', '=', hashOfSecret(key))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The delivery ways that were not ended: keys, the folder, connections; within a kind the newest first. */
export async function listWays(on: Kysely<DB> = db): Promise<DeliveryWay[]> {
  const rows = await selectWays(on).where('ended_at', 'is', null).execute()
  return rows.map(toDeliveryWay)
}

/** Whether a platform's files are imported automatically. */
export async function isTrustedConnection(provider: string, on: Kysely<DB> = db): Promise<boolean> {
  const row = await on
    .selectFrom('delivery_ways')
    .select('takes_in')
    .where('kind', '=', 'connection')
    .where('name', '=', provider)
    .executeTakeFirst()
  return row?.takes_in ?? false
}

/** An open key. Refuses `record.not-found`. */
export async function getKey(id: string, on: Kysely<DB> = db): Promise<DeliveryWay> {
  const row = await selectWays(on)
    .where('delivery_ways.id', '=', readRecordId(id))
    .where('kind', '=', 'key')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return toDeliveryWay(row)
}

function selectWays(on: Kysely<DB>) {
  return on
    .selectFrom('delivery_ways')
    .leftJoin('users', 'users.uid', 'made_by')
    .select(['delivery_ways.id', 'kind', 'name', 'key_ends', 'takes_in', 'made_at', personName().as('by')])
    .select((row) =>
      row
        .selectFrom('file_deliveries')
        .select(sql<Temporal.Instant | null>`max(at)`.as('at'))
        .whereRef('way_id', '=', 'delivery_ways.id')
        .as('last_at'),
    )
    .orderBy('kind', 'desc')
    .orderBy('made_at', 'desc')
}

type WayRow = Awaited<ReturnType<ReturnType<typeof selectWays>['execute']>>[number]

function toDeliveryWay({ id, kind, name, key_ends, takes_in, made_at, by, last_at }: WayRow): DeliveryWay {
  return {
    id,
    kind: kind as DeliveryWay['kind'],
    name,
    ends: key_ends,
    takesIn: takes_in,
    madeAt: made_at.toString(),
    by,
    lastAt: last_at?.toString() ?? null,
  }
}

/** The last deliveries by all ways, including ended ones. */
export async function listDeliveries(most: number, on: Kysely<DB> = db): Promise<Delivery[]> {
  const rows = await on
    .selectFrom('file_deliveries')
    .innerJoin('delivery_ways', 'delivery_ways.id', 'way_id')
    .leftJoin('drops', 'drops.id', 'drop_id')
    .select(['file_deliveries.id', 'at', 'kind', 'name', 'files', 'drop_id', 'outcome', 'reason', 'imported_at'])
    .orderBy('at', 'desc')
    .orderBy('file_deliveries.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id, at, kind, name, files, drop_id, outcome, reason, imported_at }) => ({
    id: String(id),
    at: at.toString(),
    way: { kind: kind as DeliveryWay['kind'], name },
    files,
    drop: drop_id,
    outcome: outcome as Delivery['outcome'],
    reason,
    takenAt: imported_at?.toString() ?? null,
  }))
}

/** The number of deliveries that wait for a look. */
export async function countWaitingDeliveries(on: Kysely<DB> = db): Promise<number> {
  const { count } = await selectWaiting(on)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The waiting drops that came by a way that is trusted now, the oldest first. */
export async function listTrustedWaiting(on: Kysely<DB> = db): Promise<string[]> {
  const rows = await selectWaiting(on)
    .innerJoin('delivery_ways', 'delivery_ways.id', 'way_id')
    .select('drops.id')
    .where('takes_in', '=', true)
    .where('ended_at', 'is', null)
    .orderBy('file_deliveries.id')
    .execute()
  return rows.map(({ id }) => id)
}

function selectWaiting(on: Kysely<DB>) {
  return on
    .selectFrom('file_deliveries')
    .innerJoin('drops', 'drops.id', 'drop_id')
    .where('outcome', '=', 'waiting')
    .where('imported_at', 'is', null)
}

/** Whether the folder that the setting names exists, and files can be moved out of it. */
export async function folderState(): Promise<FolderState> {
  const folder = env().DELIVERY_FOLDER
  if (folder === undefined) return 'not-set'
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) return 'missing'
  return access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => 'fine' as const,
    () => 'closed' as const,
  )
}
