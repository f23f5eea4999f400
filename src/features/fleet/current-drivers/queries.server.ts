import { type Kysely, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import { askOne, listed } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'

/**
 * Makes sure that something can be given to a record, and that this stays so until the end of the transaction. Refuses
 * `record.not-found`, `driver.removed` for one that was put away, and `driver.merged` for one that goes on as another.
 */
export async function requireCurrent(id: string, tx: Tx): Promise<void> {
  const record = await tx
    .selectFrom('drivers')
    .select(['name', 'merged_into', 'removed_at'])
    .where('id', '=', readRecordId(id))
    // Whoever merges it or puts it away meanwhile waits, and then finds what was given.
    .forKeyShare()
    .executeTakeFirst()
  if (!record) throw new Refusal('record.not-found')
  if (record.removed_at !== null) throw new Refusal('driver.removed', { driver: record.name })
  if (record.merged_into === null) return
  const stays = await tx
    .selectFrom('drivers')
    .select(['name', 'ref'])
    .where('id', '=', record.merged_into)
    .executeTakeFirstOrThrow()
  throw new Refusal('driver.merged', { driver: record.name, stays: stays.name, ref: stays.ref })
}

/**
 * The record that receives what is given to this one: itself, or the one that stayed when it was merged. Refuses
 * `record.not-found`, and `driver.removed` for one that was put away.
 */
export async function currentDriver(id: string, on: Kysely<DB> = db): Promise<string> {
  const { rows } = await sql<{ id: string; name: string; removed: boolean }>`
    with recursive line as (
      select id, name, merged_into, removed_at from drivers where id = ${readRecordId(id)}
      union select d.id, d.name, d.merged_into, d.removed_at from drivers d join line on d.id = line.merged_into)
    select id, name, removed_at is not null as removed from line where merged_into is null`.execute(on)
  const found = rows[0]
  if (!found) throw new Refusal('record.not-found')
  if (found.removed) throw new Refusal('driver.removed', { driver: found.name })
  return found.id
}

/** Who each record is: the one that goes on for every one that was merged. */
export const currentRecords = listed(
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
  return askOne(currentRecords, on)
}
