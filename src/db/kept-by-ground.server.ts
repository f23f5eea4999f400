import { firstOf } from '#domain/certain.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './types.ts'

/** A table that an answer rests on, or those of its rows that it does. */
export type Ground = { table: keyof DB & string; where?: RawBuilder<boolean> }

/**
 * Reads, and answers the very same again as long as no row of the tables it rests on is another one. PostgreSQL says which
 * versions of rows a statement sees (place and writing transaction of each, which never come twice): where these are the
 * same, what is read of them is. Nothing has to be told of a change, whoever makes it, and inside a transaction its own
 * changes count. All tables of `read` must be named: `kept-by-ground.server.test.ts` holds each use against the plan of its
 * statements. What it answers is shared, so nobody may change it.
 */
export function keptByGround<Asked, Value>(
  nameOf: (asked: Asked) => string,
  groundOf: (asked: Asked) => readonly Ground[],
  read: (asked: Asked, on: Kysely<DB>) => Promise<Value>,
  most: number,
): (asked: Asked, on: Kysely<DB>) => Promise<Value> {
  const kept = new Map<string, { version: string; value: Value }>()
  return async (asked, on) => {
    const name = nameOf(asked)
    // Asked before anything is read: what somebody changes while it is read makes the next one read again.
    const version = await versionOf(groundOf(asked), on)
    const before = kept.get(name)
    const now = before?.version === version ? before : { version, value: await read(asked, on) }
    kept.delete(name)
    kept.set(name, now)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return now.value
  }
}

async function versionOf(ground: readonly Ground[], on: Kysely<DB>): Promise<string> {
  const versions = ground.map(
    ({ table, where }) => sql`(select count(*) || ':' || coalesce(bit_xor(hashtidextended(ctid, xmin::text::bigint)), 0)
      from ${sql.table(table)} ${where ? sql`where ${where}` : sql``})`,
  )
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), ${sql.join(versions)}) as version`.execute(on)
  return firstOf(rows).version
}
