import { firstOf } from '#domain/certain.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { db } from './client.server.ts'

/**
 * Reads, and answers the same again as long as nothing at all has changed in the database. PostgreSQL says which
 * transactions a statement counts as done: where that is the same, every table is. Nothing has to be told of a change,
 * whoever makes it, and nothing is shown that is no longer so; what is written elsewhere on the same server only makes it
 * read once more. `nameOf` names all the answer depends on besides the database: who asks, where not everybody may read it.
 * What it answers is shared, so nobody may change it. Never inside a transaction, which sees its own changes before the
 * rest of the server counts it as done.
 */
export function whileUnchanged<Asked, Value>(
  nameOf: (asked: Asked) => string,
  read: (asked: Asked) => Promise<Value>,
  most: number,
): (asked: Asked) => Promise<Value> {
  const kept = new Map<string, { seen: string; value: Promise<Value> }>()
  return async (asked) => {
    const name = nameOf(asked)
    // Asked before anything is read: what somebody changes while it is read makes the next one read again.
    const seen = await nameOfState()
    const before = kept.get(name)
    kept.delete(name)
    const now = before?.seen === seen ? before : { seen, value: read(asked) }
    kept.set(name, now)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    now.value.catch(() => kept.get(name) === now && kept.delete(name))
    return now.value
  }
}

/** Equal for two moments between which nothing was written. A database that was started anew counts from elsewhere. */
export const stateOfDatabase = sql<string>`pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`

/** A state that was asked along with something else, and when. */
const asked = new AsyncLocalStorage<{ state: string; at: number }>()

/** Milliseconds for which a page goes by the state that was asked when it began; who waited for a turn asks anew. */
const FRESH = 1_000

/**
 * What `act` reads is as it was at `state`, which was asked a moment ago: the question is spared. Only for what writes nothing
 * itself and then looks.
 */
export function asOf<Result>(state: string, act: () => Result): Result {
  return asked.run({ state, at: performance.now() }, act)
}

async function nameOfState(): Promise<string> {
  const before = asked.getStore()
  if (before && performance.now() - before.at < FRESH) return before.state
  const { rows } = await sql<{ state: string }>`select ${stateOfDatabase} as state`.execute(db)
  return firstOf(rows).state
}
