import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Adjustment, AdjustmentKind, Change } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'

/** An adjustment as it was decided. */
export type DecidedAdjustment = Adjustment & {
  id: string
  driverId: string
  /** The week it goes on. */
  week: Week
  state: 'accepted' | 'declined' | 'withdrawn'
  /** A live statement carries it: it stays as it is. */
  isFrozen: boolean
  decidedAt: Temporal.Instant
  file: string | null
}

/** A line of a live statement names it. */
const FROZEN = sql<boolean>`exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
  where l.adjustment_id = adjustments.id and s.state <> 'void')`

/** Everything decided that goes on a week or is about it, in the order it was decided. */
export async function listAdjustments(week: Week, on: Kysely<DB> = db): Promise<DecidedAdjustment[]> {
  return read(
    on,
    heads(on).where((one) => one.or([one('week', '=', week), one('about', '=', week)])),
  )
}

/** Everything decided for one driver, newest first. */
export async function listDriverAdjustments(driverId: string, on: Kysely<DB> = db): Promise<DecidedAdjustment[]> {
  const all = await read(on, heads(on).where('driver_id', '=', readRecordId(driverId)))
  return all.toReversed()
}

/** One adjustment. Refuses `record.not-found`. */
export async function getAdjustment(id: string, on: Kysely<DB> = db): Promise<DecidedAdjustment> {
  const [found] = await read(on, heads(on).where('id', '=', readRecordId(id)))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The paper behind an adjustment. Refuses `record.not-found` where there is none. */
export async function readAttachment(id: string, on: Kysely<DB> = db) {
  const kept = await on
    .selectFrom('adjustments')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('adjustments.id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!kept) throw new Refusal('record.not-found')
  return { name: kept.file_name!, mediaType: kept.media_type, bytes: await readKeptFile(kept.file_sha256!) }
}

function heads(on: Kysely<DB>) {
  return on.selectFrom('adjustments').selectAll().select(FROZEN.as('is_frozen'))
}

async function read(on: Kysely<DB>, asked: ReturnType<typeof heads>): Promise<DecidedAdjustment[]> {
  const found = await asked.orderBy('ordinal').execute()
  if (found.length === 0) return []
  const rows = await on
    .selectFrom('adjustment_rows')
    .select(['adjustment_id', 'came', sql<string>`import_row_id::text`.as('row')])
    .where('adjustment_id', '=', sql<string>`any(${found.map(({ id }) => id)}::uuid[])`)
    .orderBy('import_row_id')
    .execute()
  const rowsOf = Map.groupBy(rows, ({ adjustment_id }) => adjustment_id)
  return found.map((one): DecidedAdjustment => {
    const own = rowsOf.get(one.id) ?? []
    return {
      id: one.id,
      driverId: one.driver_id,
      week: one.week as Week,
      kind: one.kind as AdjustmentKind,
      about: one.about as Week | null,
      amount: cents(one.amount_cents),
      reason: one.reason,
      changes: one.changes as unknown as Change[],
      came: own.filter(({ came }) => came).map(({ row }) => row),
      gone: own.filter(({ came }) => !came).map(({ row }) => row),
      state: one.state as DecidedAdjustment['state'],
      isFrozen: one.is_frozen,
      decidedAt: one.decided_at,
      file: one.file_name,
    }
  })
}
