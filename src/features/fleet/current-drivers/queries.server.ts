import { type Kysely, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import { askAlone, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'

/**
 * Refuses a record that can get nothing new, and locks any other until the end of the transaction. Refuses
 * `record.not-found`, `driver.removed` for a removed record, and `driver.merged` for a merged one.
 */
export async function requireCurrent(id: string, tx: Tx): Promise<void> {
  const require = await lockCurrent([id], tx)
  require(id)
}

/** Locks several records in the way of `requireCurrent`. Returns a function that refuses one of them. */
export async function lockCurrent(ids: readonly string[], tx: Tx): Promise<(id: string) => void> {
  const records = await tx
    .selectFrom('drivers')
    .leftJoin('drivers as stays', 'stays.id', 'drivers.merged_into')
    .select(['drivers.id', 'drivers.name', 'drivers.removed_at', 'stays.name as staysAs', 'stays.ref'])
    .where('drivers.id', '=', sql<string>`any(${ids.filter(isRecordId)}::uuid[])`)
    .orderBy('drivers.id')
    // A merge or a removal waits for this lock, and then finds everything that was saved for the record.
    .forKeyShare('drivers')
    .execute()
  const known = new Map(records.map((record) => [record.id, record]))
  return (id) => {
    const record = known.get(readRecordId(id))
    if (!record) throw new Refusal('record.not-found')
    if (record.removed_at !== null) throw new Refusal('driver.removed', { driver: record.name })
    if (record.staysAs !== null)
      throw new Refusal('driver.merged', { driver: record.name, stays: record.staysAs, ref: record.ref ?? '' })
  }
}

/**
 * The record that gets everything meant for this one: itself, or the one into which it was merged. Refuses
 * `record.not-found`, and `driver.removed` for a removed record.
 */
export async function currentDriver(id: string, on: Kysely<DB> = db): Promise<string> {
  const current = await currentDrivers([id], on)
  return current(id)
}

/** Finds the current records of several. Returns a function that gives the current record of one, or refuses it. */
export async function currentDrivers(ids: readonly string[], on: Kysely<DB>): Promise<(id: string) => string> {
  if (ids.length === 0) return readRecordId
  const { rows } = await sql<{ asked: string; id: string; name: string; removed: boolean }>`
    with recursive line as (
      select id as asked, id, name, merged_into, removed_at from drivers where id = any(${ids.filter(isRecordId)}::uuid[])
      union select line.asked, d.id, d.name, d.merged_into, d.removed_at from drivers d join line on d.id = line.merged_into)
    select asked, id, name, removed_at is not null as removed from line where merged_into is null`.execute(on)
  const found = new Map(rows.map((row) => [row.asked, row]))
  return (id) => {
    const current = found.get(readRecordId(id))
    if (!current) throw new Refusal('record.not-found')
    if (current.removed) throw new Refusal('driver.removed', { driver: current.name })
    return current.id
  }
}

/** The query for the current record of every merged one; it reads a function that gives the current record of any. */
export const currentRecords = listQuestion(
  (on) =>
    on
      .selectFrom('drivers')
      .select(['id', sql<string>`standing_record(id)`.as('person')])
      .where('merged_into', 'is not', null),
  (rows: { id: string; person: string }[]) => {
    const persons = new Map(rows.map(({ id, person }) => [id, person]))
    return (record: string) => persons.get(record) ?? record
  },
)

export function readPersons(on: Kysely<DB> = db): Promise<(record: string) => string> {
  return askAlone(currentRecords, on)
}
