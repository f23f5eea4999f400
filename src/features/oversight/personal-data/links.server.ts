import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Link, type Noun, PERSONAL } from './register.ts'

/** A person: their record with those merged into it, their account, and the addresses known to be theirs. */
export type Person = {
  ref: string
  name: string
  drivers: readonly string[]
  uid: string | null
  emails: readonly string[]
}

/** The person behind a driver record. Refuses `record.not-found`. */
export async function personOfDriver(driverId: string, on: Kysely<DB> = db): Promise<Person> {
  const id = readRecordId(driverId)
  const rows = await on
    .withRecursive('own(id)', (own) =>
      own
        .selectFrom('drivers')
        .select('id')
        .where('id', '=', id)
        .union(own.selectFrom('drivers').innerJoin('own', 'own.id', 'drivers.merged_into').select('drivers.id')),
    )
    .selectFrom('drivers')
    .innerJoin('own', 'own.id', 'drivers.id')
    .leftJoin('users', 'users.uid', 'drivers.uid')
    .select(['drivers.id', 'drivers.ref', 'drivers.name', 'users.uid', 'users.email', 'users.email_verified'])
    .orderBy(sql`drivers.id = ${id}::uuid`, 'desc')
    .execute()
  const [own] = rows
  if (!own || own.id !== id) throw new Refusal('record.not-found')
  return {
    ref: own.ref,
    name: own.name,
    drivers: rows.map((row) => row.id),
    uid: own.uid,
    // An unverified address may be somebody else's.
    emails: own.email !== null && own.email_verified ? [own.email.toLowerCase()] : [],
  }
}

/** The condition that a row of a table, called `t` here, belongs to the person. */
export function belongsTo(t: string, noun: Noun, person: Person): RawBuilder<boolean> {
  const links = noun.links.map((link) => isLinked(t, link, person))
  const rules = Object.entries(noun.only ?? {}).map(([name, value]) => sql<boolean>`${column(t, name)} = ${value}`)
  return sql<boolean>`(${sql.join([sql`(${sql.join(links, sql` or `)})`, ...rules], sql` and `)})`
}

const column = (t: string, name: string) => sql.ref(`${t}.${name}`)

function isLinked(t: string, link: Link, person: Person): RawBuilder<boolean> {
  if ('driver' in link) return sql<boolean>`${column(t, link.driver)} = any(${person.drivers}::uuid[])`
  if ('user' in link) return sql<boolean>`${column(t, link.user)} = ${person.uid}`
  if ('email' in link) {
    const isTheirs = sql<boolean>`lower(${column(t, link.email)}) = any(${person.emails}::text[])`
    return link.unless ? sql<boolean>`(${isTheirs} and ${column(t, link.unless)} is null)` : isTheirs
  }
  if ('doneBy' in link)
    return sql<boolean>`(${column(t, link.doneBy)} = ${person.uid} and ${column(t, link.role)} = 'driver')`
  if ('about' in link) return isSubject(column(t, link.about), person)
  if ('named' in link) return sql<boolean>`${column(t, 'id')} = any(array(${selectNamed(link.named, person)}))`
  const parent = PERSONAL[link.through]
  if (!parent) throw new Error(`${link.through} is no noun of a person`)
  const inner = `${t}_${link.through}`
  const linkedIds = sql`select ${column(inner, link.at ?? 'id')} from ${sql.table(link.through)} ${sql.ref(inner)} where ${belongsTo(inner, parent, person)}`
  // For rows named by their own id, look the id up instead of comparing every row.
  return link.by === 'id'
    ? sql<boolean>`${column(t, 'id')} = any(array(${linkedIds}))`
    : sql<boolean>`${column(t, link.by)} in (${linkedIds})`
}

/** Imported rows with a name of the person: one index finds those that count, another all others. */
function selectNamed(names: string, { drivers }: Person) {
  const bearing = (isLive: boolean) => sql`select id, source from import_rows
    where ${isLive ? sql`state = 'live'` : sql`state <> 'live'`} and ${sql.ref(names)} @> jsonb_build_array(jsonb_build_object('kind', k.kind, 'value', k.value))`
  return sql`select named.id from source_keys k, lateral (${bearing(true)} union all ${bearing(false)}) named
    where k.driver_id = any(${drivers}::uuid[]) and named.source = k.source`
}

/** The condition that a log entry is about the person, or their contracts, statements and application. */
function isSubject(subject: RawBuilder<unknown>, { drivers, uid }: Person): RawBuilder<boolean> {
  const named = [...drivers.map((id) => `driver:${id}`), ...(uid === null ? [] : [`user:${uid}`])]
  const theirs = (['contract', 'settlement', 'application'] as const).map(
    (noun) =>
      sql`select ${`${noun}:`}::text || id from ${sql.table(`${noun}s`)} where driver_id = any(${drivers}::uuid[])`,
  )
  return sql<boolean>`(${subject} = any(${named}::text[]) or ${subject} in (${sql.join(theirs, sql` union all `)}))`
}
