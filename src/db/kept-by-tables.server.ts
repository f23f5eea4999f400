import { setImmediate as nextTurn } from 'node:timers/promises'
import { firstOf, requireValue } from '#domain/certain.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Week } from '#domain/week.ts'
import { keptOfOperator, ofOperator } from '#platform/operator.ts'
import { currentWorkKey } from '#platform/work.ts'
import { PREPARED } from './connection.server.ts'
import type { DB } from './types.ts'

type Table = keyof DB & string

/** A table that an answer depends on, or those of its rows (`where`) that it depends on. */
export type Dependency = { table: Table; where?: RawBuilder<boolean> }

/** An answer that was read, or is being read, from rows of this version. */
type Kept<Value> = { version: string; value: Promise<Value>; isRead: boolean }

function kept<Value>(version: string, value: Promise<Value>): Kept<Value> {
  const now: Kept<Value> = { version, value, isRead: false }
  value.then(
    () => (now.isRead = true),
    () => {},
  )
  return now
}

/**
 * Whether a caller may have the answer that another caller read or is reading. A caller in a transaction waits for no
 * other: it holds a connection, and the other may need that very connection to finish.
 */
function mayHave<Value>(known: Kept<Value> | undefined, version: string | undefined, on: Kysely<DB>): boolean {
  return known !== undefined && known.version === version && (known.isRead || !on.isTransaction)
}

/**
 * Reads an answer and keeps it as long as no row of the tables it depends on changes. PostgreSQL tells which versions
 * of rows a statement sees (place and writing transaction of each, which never come twice): as long as these are the
 * same, so is the answer. Nobody has to announce a change, whoever makes it, and inside a transaction its own changes
 * count. Callers that ask while it is being read share one reading. `dependsOn` must name all tables of `read`:
 * `kept-by-tables.server.test.ts` checks each use against the plan of its statements. The answer is shared, so nobody
 * may change it.
 */
export function keptByTables<Asked, Value>(
  nameOf: (key: Asked) => string,
  dependsOn: (key: Asked) => readonly Dependency[],
  read: (key: Asked, on: Kysely<DB>) => Promise<Value>,
  most: number,
): (key: Asked, on: Kysely<DB>) => Promise<Value> {
  const keptOf = keptOfOperator(() => new Map<string, Kept<Value>>())
  return async (key, on) => {
    // Answers are kept apart for each operator: two databases of one server may well report the same version.
    const all = keptOf.value
    const name = nameOf(key)
    // The version is asked before anything is read: a change that is made during the reading makes the next caller read
    // again.
    const version = await versionOf(dependsOn(key), on)
    const before = all.get(name)
    const isKept = mayHave(before, version, on)
    const now = before && isKept ? before : kept(version, read(key, on))
    all.delete(name)
    all.set(name, now)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
    if (all.size > most) all.delete(all.keys().next().value!)
    try {
      return await now.value
    } catch (error) {
      if (all.get(name) === now) all.delete(name)
      if (!isKept) throw error
      return read(key, on)
    }
  }
}

/**
 * Tables that several answers depend on: all answers on `shared`, and each answer on the rows of its own week in
 * `ofWeek`, or on some of these.
 */
type Dependencies<Asked> = {
  shared: readonly Table[]
  ofWeek: readonly (Table | Required<Dependency>)[]
  weekOf: (key: Asked) => Week
}

/**
 * Keeps several answers that are asked for together, each as long as the rows of its week and those of all weeks stay
 * the same: one question finds out which must be read again, and these are read at once.
 */
export function keptEach<Asked extends string, Value>(
  dependsOn: Dependencies<Asked>,
  read: (keys: readonly Asked[], on: Kysely<DB>) => Promise<ReadonlyMap<Asked, Value>>,
  most: number,
): (keys: readonly Asked[], on: Kysely<DB>) => Promise<ReadonlyMap<Asked, Value>> {
  const keptOf = keptOfOperator(() => new Map<Asked, Kept<Value>>())
  return async (keys, on) => {
    if (keys.length === 0) return new Map()
    const known = keptOf.value
    const versions = await versionsOf(keys, dependsOn, on)
    const missing = keys.filter((key) => !mayHave(known.get(key), versions.get(key), on))
    const fresh = missing.length > 0 ? read(missing, on) : null
    const isFresh = new Set(missing)
    const keptNow = keys.map((key) => {
      const now =
        fresh !== null && isFresh.has(key)
          ? kept(
              requireValue(versions, key),
              fresh.then((all) => requireValue(all, key)),
            )
          : requireValue(known, key)
      known.delete(key)
      known.set(key, now)
      return [key, now] as const
    })
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is too full, so it has a first
    while (known.size > most) known.delete(known.keys().next().value!)
    const found = new Map<Asked, Value>()
    const failed: Asked[] = []
    const answers = await Promise.allSettled(keptNow.map(([, { value }]) => value))
    for (const [place, answer] of answers.entries()) {
      // oxlint-disable-next-line typescript/no-non-null-assertion -- there are as many answers as were asked for
      const [key, now] = keptNow[place]!
      if (answer.status === 'fulfilled') found.set(key, answer.value)
      else {
        if (known.get(key) === now) known.delete(key)
        if (isFresh.has(key)) throw answer.reason
        failed.push(key)
      }
    }
    // The other caller's reading failed, so read these here.
    if (failed.length > 0) for (const [key, value] of await read(failed, on)) found.set(key, value)
    return found
  }
}

async function versionsOf<Asked>(
  keys: readonly Asked[],
  { shared, ofWeek, weekOf }: Dependencies<Asked>,
  on: Kysely<DB>,
): Promise<Map<Asked, string>> {
  // One part for each table, however many weeks: a part for each table and week would take longer to plan than to
  // answer.
  const own = ofWeek.map((dependency) => {
    const { table, where } = typeof dependency === 'string' ? { table: dependency, where: null } : dependency
    const isOfWeek = sql<boolean>`${sql.ref(`${table}.week`)} = asked.week`
    return fingerprintOf({ table, where: where === null ? isOfWeek : sql<boolean>`${isOfWeek} and ${where}` })
  })
  const ofWeeks = sql`(select json_agg(concat_ws(' ', ${sql.join(own)}) order by place)
    from unnest(${keys.map(weekOf)}::date[]) with ordinality asked (week, place))`
  const [weeks, ...all] = await askVersions([{ ask: ofWeeks }, ...shared.map((table) => partOf({ table }))], on)
  return new Map(keys.map((key, place) => [key, [...all, (weeks as readonly string[])[place]].join(' ')]))
}

function fingerprintOf({ table, where }: Dependency) {
  return sql`(select count(*) || ':' || coalesce(bit_xor(hashtidextended(ctid, hash_array_extended(array[xmin], 0))), 0)
    from ${sql.table(table)} ${where ? sql`where ${where}` : sql``})`
}

async function versionOf(dependsOn: readonly Dependency[], on: Kysely<DB>): Promise<string> {
  return (await askVersions(dependsOn.map(partOf), on)).join(' ')
}

/** A part of a version; `table` is set where it covers a whole table, which several callers may ask for at once. */
type Part = { ask: RawBuilder<unknown>; table?: Table }

function partOf(dependency: Dependency): Part {
  const ask = fingerprintOf(dependency)
  return dependency.where ? { ask } : { ask, table: dependency.table }
}

/** Parts that will be asked together before the next turn of the event loop. */
type Asking = { parts: Part[]; places: Map<Table, number>; answers: Promise<readonly unknown[]> }

/** Parts waiting to be asked, by connection and by page: no page waits for another's, nor asks in its name. */
const askingOf = ofOperator(() => new WeakMap<Kysely<DB>, Map<object | null, Asking>>())

/**
 * Asks the parts of a version, with the identity of the server itself. Everything that a page asks at the same time
 * becomes one statement, which goes through each table once: it runs after all callers have asked, and before any of
 * them reads.
 */
async function askVersions(parts: readonly Part[], on: Kysely<DB>): Promise<unknown[]> {
  const now = askingOf.value.get(on)?.get(currentWorkKey()) ?? startAsking(on)
  const places = parts.map((part) => {
    const known = part.table && now.places.get(part.table)
    if (known !== undefined) return known
    const place = now.parts.push(part) - 1
    if (part.table) now.places.set(part.table, place)
    return place
  })
  const [server, ...answers] = await now.answers
  return [...places.map((place) => answers[place]), server]
}

function startAsking(on: Kysely<DB>): Asking {
  const parts: Part[] = []
  const ofPages = askingOf.value.get(on) ?? new Map<object | null, Asking>()
  const page = currentWorkKey()
  const ask = async () => {
    await nextTurn()
    ofPages.delete(page)
    const { rows } = await sql<{
      versions: unknown[]
    }>`${sql.raw(PREPARED)} json_build_array(pg_postmaster_start_time(), ${sql.join(parts.map((part) => part.ask))}) as versions`.execute(
      on,
    )
    return firstOf(rows).versions
  }
  const now: Asking = { parts, places: new Map(), answers: ask() }
  askingOf.value.set(on, ofPages.set(page, now))
  return now
}
