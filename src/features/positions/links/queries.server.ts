import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { CarLink, LinkKind } from './schema.ts'

/** The most links listed. */
const MAX_LINKS = 50

/** Links to cars, open ones first, then the latest. */
export async function listLinks(now: Temporal.Instant, on: Kysely<DB> = db): Promise<CarLink[]> {
  const rows = await selectLinks(on)
    .orderBy(sql`ended_at is null and until_at > ${moment(now)}`, 'desc')
    .orderBy('made_at', 'desc')
    .limit(MAX_LINKS)
    .execute()
  return rows.map((row) => linkOf(row, now))
}

/** Cars to which a link can be made: neither sold nor a driver's own. */
export async function listLinkable(on: Kysely<DB> = db): Promise<{ id: string; plate: string }[]> {
  const rows = await on
    .selectFrom('vehicles')
    .leftJoin('vehicle_titles', 'vehicle_id', 'vehicles.id')
    .select(['vehicles.id', 'plate'])
    .where('vehicles.status', '<>', 'sold')
    .where((row) => row.or([row('title', 'is', null), row('title', '<>', 'driver')]))
    .orderBy('plate')
    .execute()
  return rows.map(({ id, plate }) => ({ id, plate: showPlate(plate) }))
}

/** Number of links made since a moment, open or not. */
export async function countLinksSince(since: RawBuilder<Temporal.Instant>, on: Kysely<DB> = db): Promise<number> {
  const row = await on
    .selectFrom('position_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('made_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

/** One link. Refuses `record.not-found`. */
export async function getLink(id: number, now: Temporal.Instant, on: Kysely<DB> = db): Promise<CarLink> {
  if (!Number.isSafeInteger(id) || id > 2_147_483_647) throw new Refusal('record.not-found')
  const row = await selectLinks(on).where('position_links.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return linkOf(row, now)
}

/** The link of a token that is valid now; `null` for any other. */
export async function findLink(token: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<CarLink | null> {
  const row = await selectLinks(on)
    .where('token_hash', '=', hashOfSecret(token))
    .where('ended_at', 'is', null)
    .where('made_at', '<=', moment(now))
    .where('until_at', '>', moment(now))
    .where('vehicles.status', '<>', 'sold')
    .executeTakeFirst()
  return row ? linkOf(row, now) : null
}

function selectLinks(on: Kysely<DB>) {
  return on
    .selectFrom('position_links')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .leftJoin('users', 'users.uid', 'made_by')
    .select(['position_links.id', 'vehicle_id', 'plate', 'kind', 'reason', 'token_ends', 'made_at', 'until_at'])
    .select(['ended_at', 'looks', 'looked_at', personName().as('by')])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>

function linkOf(row: Row, now: Temporal.Instant): CarLink {
  const isPast = Temporal.Instant.compare(row.until_at, now) <= 0
  return {
    id: row.id,
    vehicleId: row.vehicle_id,
    plate: showPlate(row.plate),
    kind: row.kind as LinkKind,
    reason: row.reason,
    ends: row.token_ends,
    madeAt: row.made_at.toString(),
    until: row.until_at.toString(),
    by: row.by,
    state: row.ended_at !== null ? 'ended' : isPast ? 'past' : 'open',
    looks: row.looks,
    lookedAt: row.looked_at?.toString() ?? null,
  }
}
