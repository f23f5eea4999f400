import { type Kysely, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { order } from '#db/queue.server.ts'
import { type PeriodId, keptUntil } from '#domain/kept-data.ts'
import { ZONE } from '#domain/week.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { type Person, belongsTo } from './links.server.ts'
import { NAMES_IN_LOG, columnsThatGo, goesWhenAsked, ruleOf } from './purposes.ts'
import { type Noun, PERSONAL, type Table } from './register.ts'
import { MATTERS, type Matter } from './schema.ts'

const NOUNS = Object.entries(PERSONAL) as [Table, Noun][]

/** Open matters with a person: until they are settled, the ways to reach them and the conversation about it stay. */
export async function listMatters(person: Person, on: Kysely<DB> = db): Promise<{ matter: Matter; count: number }[]> {
  const driverIds = sql`any(${person.drivers}::uuid[])`
  const { rows } = await sql<Record<Matter, number>>`select
    (select count(*)::int from ledger_accounts where driver_id = ${driverIds} and balance_cents <> 0) as balance,
    (select count(*)::int from settlements where driver_id = ${driverIds} and payable_cents > 0
      and state in ('issued', 'approved', 'in-batch')) as statement,
    (select count(*)::int from disputes join settlements on settlements.id = settlement_id
      where driver_id = ${driverIds} and disputes.state = 'open') as dispute,
    (select count(*)::int from fines where driver_id = ${driverIds} and state in ('made', 'signed')) as fine,
    (select count(*)::int from damages where driver_id = ${driverIds} and state in ('proposed', 'contested')) as damage,
    (select count(*)::int from contracts where driver_id = ${driverIds} and state not in ('sealed', 'withdrawn', 'refused')) as contract,
    (select count(*)::int from tickets where driver_id = ${driverIds} and state <> 'closed') as ticket`.execute(on)
  const [counted] = rows
  return MATTERS.flatMap((matter) => {
    const count = counted?.[matter] ?? 0
    return count > 0 ? [{ matter, count }] : []
  })
}

/** Tables whose rows stay while something is open. */
const KEPT_WHILE_OPEN: ReadonlySet<Table> = new Set(['tickets', 'ticket_messages', 'ticket_files'])

/** The day until which each rule keeps something of a person; `null` for a rule that keeps nothing of them. */
export type Until = (period: PeriodId) => Temporal.PlainDate | null

/**
 * The last days of the periods of one person: for books from the last year they appear in, for all else from the day they
 * left.
 */
export async function untilOf(
  person: Person,
  left: Temporal.PlainDate,
  askedOn: Temporal.PlainDate,
  on: Kysely<DB> = db,
): Promise<Until> {
  const driverIds = sql`any(${person.drivers}::uuid[])`
  const { rows } = await sql<{ last: string | null }>`select max(day)::text as last from (
    select max(effective_on) as day from journals where driver_id = ${driverIds}
    union all select max(week) + 6 from settlements where driver_id = ${driverIds}) books`.execute(on)
  const booked = rows[0]?.last ?? null
  const books = booked === null ? null : Temporal.PlainDate.from(booked)
  const lastBooks = books === null || Temporal.PlainDate.compare(books, left) < 0 ? left : books
  const begin: Record<'accounts' | 'proof' | 'log', Temporal.PlainDate> = {
    accounts: lastBooks,
    proof: left,
    log: askedOn,
  }
  return (period) =>
    period === 'accounts' || period === 'proof' || period === 'log' ? keptUntil(period, begin[period]) : null
}

/** Fate of a table's rows today: erased, kept by a rule, kept while something is open, or never erased for one person. */
export type ErasureOutcome = 'goes' | 'stays' | 'open' | 'shared'

export function erasureOutcomeOf(
  table: Table,
  noun: Noun,
  { until, today, hasMatters }: ErasureContext,
): ErasureOutcome {
  if (noun.shared) return 'shared'
  if (hasMatters && KEPT_WHILE_OPEN.has(table)) return 'open'
  if (goesWhenAsked(table)) return 'goes'
  const last = until(ruleOf(table).period)
  return last !== null && Temporal.PlainDate.compare(last, today) < 0 ? 'goes' : 'stays'
}

export type ErasureContext = { until: Until; today: Temporal.PlainDate; hasMatters: boolean }

export type Counted = { table: Table; noun: Noun; rows: number; files: number; fate: ErasureOutcome }

/** Every table with rows of the person, and what happens to them. */
export async function countNouns(person: Person, context: ErasureContext, on: Kysely<DB> = db): Promise<Counted[]> {
  const columns = await listHashes(on)
  const parts = NOUNS.map(([table, noun], place) => {
    const hashes = (columns.get(table) ?? []).map((name) => sql.ref(`t.${name}`))
    const files =
      hashes.length === 0
        ? sql`0`
        : sql`(select count(distinct hash)::int from unnest(array_agg(array[${sql.join(hashes)}]::text[])) hash)`
    return sql`select ${sql.lit(place)} as place, count(*)::int as rows, ${files} as files
      from ${sql.table(table)} t where ${belongsTo('t', noun, person)}`
  })
  const { rows: counted } = await sql<{ place: number; rows: number; files: number }>`
    select * from (${sql.join(parts, sql` union all `)}) counted where rows > 0 order by place`.execute(on)
  return counted.flatMap(({ place, rows, files }): Counted[] => {
    const [table, noun] = NOUNS[place] ?? []
    return table && noun ? [{ table, noun, rows, files, fate: erasureOutcomeOf(table, noun, context) }] : []
  })
}

/** The columns that name a stored file by its hash, by table. */
async function listHashes(on: Kysely<DB>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname::text as table, array_agg(attname::text) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and attname like '%sha256' and attname not like 'text\\_%'
    group by relname`.execute(on)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

type Row = { row: Record<string, unknown> }

/** Hashes of stored files that a row names. */
function hashesIn(row: Record<string, unknown>): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    name.endsWith('sha256') && !name.startsWith('text_') && typeof value === 'string' ? [value] : [],
  )
}

/**
 * Erases all of a person that nothing keeps today; answers the number of rows, and whether anything is left for a later day.
 * Every further call does what is still to be done.
 */
export async function carryOutErasure(
  tx: Tx,
  erasure: string,
  person: Person,
  context: ErasureContext & { now: Temporal.Instant },
): Promise<{ rows: number; isOver: boolean }> {
  let rows = context.hasMatters ? 0 : await cleanLog(tx, erasure, person, context.now)
  const going = NOUNS.filter(([table, noun]) => erasureOutcomeOf(table, noun, context) === 'goes')
  for (const table of await childrenFirst(
    tx,
    going.map(([name]) => name),
  )) {
    if (!(await mayGo(tx, table))) continue
    rows += await eraseFrom(tx, erasure, table, person)
  }
  rows += await emptyRecord(tx, person, context)
  const waiting =
    context.hasMatters || NOUNS.some(([table, noun]) => erasureOutcomeOf(table, noun, context) === 'stays')
  return { rows, isOver: !waiting }
}

/** Whether rows of a table may be erased at all: settled money stays, without a name. */
async function mayGo(tx: Tx, table: Table): Promise<boolean> {
  return (
    (await tx.selectFrom('erasable').select('of_table').where('of_table', '=', table).executeTakeFirst()) !== undefined
  )
}

async function eraseFrom(tx: Tx, erasure: string, table: Table, person: Person): Promise<number> {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- only nouns are taken
  const noun = PERSONAL[table]!
  const { rows } = await sql<
    Row & { place: string }
  >`select t.ctid::text as place, to_jsonb(t) as row from ${sql.table(table)} t where ${belongsTo('t', noun, person)}`.execute(
    tx,
  )
  return eraseRows(tx, erasure, table, rows)
}

async function eraseRows(tx: Tx, erasure: string, table: Table, rows: readonly (Row & { place: string })[]) {
  if (rows.length === 0) return 0
  const { rows: counted } = await sql<{ count: number }>`
    select erase_rows(${erasure}, ${table}, ${rows.map(({ place }) => place)}::text[]::tid[])::int as count`.execute(tx)
  for (const sha256 of new Set(rows.flatMap(({ row }) => hashesIn(row)))) await order(tx, forgetFile, { sha256 })
  return counted[0]?.count ?? 0
}

/** Empties the driver's own record: it loses all ways to reach them, and the name too once no book needs it. */
async function emptyRecord(tx: Tx, person: Person, { until, today, hasMatters }: ErasureContext): Promise<number> {
  if (person.drivers.length === 0 || hasMatters) return 0
  const last = until('accounts')
  const isNameless = last !== null && Temporal.PlainDate.compare(last, today) < 0
  const columns = columnsThatGo('drivers')
  const emptied = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${name === 'notes' ? '' : null}`))
  const nameless = isNameless ? sql`, name = ref, legal_name = null, nif = null, nif_index = null` : sql``
  const isFull = sql.join(
    columns.map((name) => sql`${sql.ref(name)} is distinct from ${name === 'notes' ? '' : null}`),
    sql` or `,
  )
  const { numAffectedRows } = await sql`update drivers set ${emptied}${nameless}
    where id = any(${person.drivers}::uuid[])
      and (${isFull}${isNameless ? sql` or name <> ref or legal_name is not null or nif is not null` : sql``})`.execute(
    tx,
  )
  // E-mail and phone keys are no platform identifiers: they go together with the address.
  const { numDeletedRows } = await tx
    .deleteFrom('source_keys')
    .where('driver_id', '=', sql<string>`any(${person.drivers}::uuid[])`)
    .where('kind', 'in', ['email', 'phone'])
    .executeTakeFirst()
  return Number(numAffectedRows ?? 0) + Number(numDeletedRows)
}

/** Removes from the log how the person could be reached and where they acted from; what was done stays. */
async function cleanLog(tx: Tx, erasure: string, person: Person, now: Temporal.Instant): Promise<number> {
  const { rows: own } = await sql<{ word: string }>`
    select unnest(array[email, phone, address]) as word from drivers where id = any(${person.drivers}::uuid[])`.execute(
    tx,
  )
  const words = [...own.map(({ word }) => word), ...person.emails].filter((word) => (word ?? '').length >= SHORTEST)
  const subjects = [
    ...person.drivers.map((id) => `driver:${id}`),
    ...(person.uid === null ? [] : [`user:${person.uid}`]),
  ]
  const { rows } = await sql<{ count: number }>`select erase_log(${erasure}, ${subjects}::text[],
    ${[...NAMES_IN_LOG]}::text[], ${[...new Set(words)]}::text[], ${person.uid}, ${now.toString()}::timestamptz)::int as count`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** The fewest letters of a word that is searched in the whole log: a shorter one would be found everywhere. */
const SHORTEST = 6

/** Orders tables so that none is emptied before one that refers to it, or one by which its rows are found. */
async function childrenFirst(tx: Tx, tables: readonly Table[]): Promise<Table[]> {
  const { rows: keys } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`.execute(tx)
  const found = tables.flatMap((child) =>
    // oxlint-disable-next-line typescript/no-non-null-assertion -- only nouns are taken
    PERSONAL[child]!.links.flatMap((link) => ('through' in link ? [{ child, parent: link.through }] : [])),
  )
  const childrenOf = Map.groupBy([...keys, ...found], ({ parent }) => parent)
  const done = new Set<Table>()
  const add = (table: Table, above: readonly Table[]) => {
    if (done.has(table) || above.includes(table)) return
    for (const { child } of childrenOf.get(table) ?? [])
      if (tables.includes(child as Table)) add(child as Table, [...above, table])
    done.add(table)
  }
  for (const table of tables) add(table, [])
  return [...done]
}

/** The Lisbon day of a moment. */
export const dayOf = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO(ZONE).toPlainDate()
