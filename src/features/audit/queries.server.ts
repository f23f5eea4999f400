import { lastOf } from '#domain/certain.ts'
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { ReadStep } from '#db/read-step.ts'
import type { DB } from '#db/types.ts'
import { changesBetween } from '#domain/change.ts'
import { namesApart, shownRef } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { ZONE, readWeek, weekName } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { actionWords } from '#messages/log-words.ts'
import { translator } from '#messages/translate.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import type { AuditEvent, AuditFilter, Subject } from './schema.ts'

const ENOUGH_FOR_A_SCREEN = 200

/** The events of a record, the newest first. `subject` has the form that commands note: `driver:<id>`. */
export async function listEvents(subject: string, on: Kysely<DB> = db): Promise<AuditEvent[]> {
  const rows = await selectEvents(on).where('subject', '=', subject).limit(ENOUGH_FOR_A_SCREEN).execute()
  const records = await nameRecords(rows, on)
  return rows.map((row) => entryOf(row, null, records))
}

/**
 * A page of the log in the order of the filter: the events after number `before`, and the number after which the next
 * page begins.
 */
export async function searchEvents(
  filter: AuditFilter,
  { limit, before = null }: { limit: number; before?: number | null },
  on: Kysely<DB> = db,
): Promise<{ events: AuditEvent[]; older: number | null }> {
  const found = (await filterEntries(inOrder(selectEvents(on), filter), filter, on)).limit(limit + 1)
  const rows = await (before === null ? found : eventsAfter(found, filter, before)).execute()
  const page = rows.slice(0, limit)
  const names = await nameSubjects(
    page.map(({ subject }) => subject),
    on,
  )
  const records = await nameRecords(page, on)
  return {
    events: page.map((row) => entryOf(row, names.get(row.subject) ?? null, records)),
    older: rows.length > limit ? lastOf(page).seq : null,
  }
}

/** Every kind of action in the log, found by leaps through the index instead of reading the whole log. */
export async function listActions(on: Kysely<DB> = db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      select min(action) as action from audit_events
      union all
      select (select min(action) from audit_events where action > known.action) from known where known.action is not null
    ) select action from known where action is not null`.execute(on)
  return rows.map(({ action }) => action)
}

/** Every driver and car, including those that are gone: people still look for their events. */
export async function listSubjects(on: Kysely<DB> = db) {
  const [drivers, vehicles] = await Promise.all([
    on.selectFrom('drivers').select(['id', 'ref', 'name']).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').execute(),
  ])
  return {
    drivers: drivers.map(({ ref, ...driver }) => ({ ...driver, ref: shownRef(ref) })),
    vehicles: vehicles.map(({ id, plate }) => ({ id, plate: showPlate(plate) })),
  }
}

const EXPORT_STEP = 2_000
const EXPORT_COLUMNS = [
  'seq',
  'at',
  'who',
  'role',
  'action',
  'words',
  'subject',
  'address',
  'before',
  'after',
  'hash',
] as const

/**
 * All events that the filter finds, as CSV, piece by piece, so that a long log is never in memory as a whole. Moments
 * are UTC.
 */
export async function* exportEvents(
  filter: AuditFilter,
  language: Language,
  ask: ReadStep = (read) => read(db),
): AsyncGenerator<Uint8Array> {
  const t = translator(language)
  const manner = mannerOfCsv(language)
  yield writeCsv([headings(t)], manner)
  for await (const step of steps(filter, ask)) {
    yield withoutMark(
      writeCsv(
        step.map((row) => cells(row, t)),
        manner,
      ),
    )
  }
}

/** Maximum number of events in one sheet, which has to be held in memory; CSV has no limit. */
const MAX_IN_SHEET = 20_000

/** The first 20,000 events that the filter finds, as a table with its headings. */
export async function eventsForSheet(
  filter: AuditFilter,
  t: Translator,
  on: Kysely<DB> = db,
): Promise<WrittenCell[][]> {
  const table: WrittenCell[][] = [headings(t)]
  for await (const step of steps(filter, (read) => read(on))) {
    table.push(...step.map((row) => cells(row, t)))
    if (table.length > MAX_IN_SHEET) break
  }
  return table.slice(0, MAX_IN_SHEET + 1)
}

async function* steps(filter: AuditFilter, ask: ReadStep): AsyncGenerator<EventRow[]> {
  for (let before: number | null = null; ;) {
    const after = before
    const step: EventRow[] = await ask(async (on) => {
      const found = await filterEntries(inOrder(selectEvents(on), filter), filter, on)
      return (after === null ? found : eventsAfter(found, filter, after)).limit(EXPORT_STEP).execute()
    })
    const last = step.at(-1)
    if (last) yield step
    if (!last || step.length < EXPORT_STEP) return
    before = last.seq
  }
}

function headings(t: Translator): string[] {
  return EXPORT_COLUMNS.map((name) => t(`page.audit.export.${name}`))
}

function cells(row: EventRow, t: Translator): WrittenCell[] {
  const values = [row.before, row.after].map((value) => (value === null ? null : JSON.stringify(value)))
  const words = actionWords(t, row.action) ?? row.action
  return [
    String(row.seq),
    row.at.toString(),
    row.by,
    row.actor_role,
    row.action,
    words,
    row.subject,
    row.address,
    ...values,
    row.hash.toString('hex'),
  ]
}

/** Removes the byte order mark by which Excel knows the encoding: only the first piece of a file may have it. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(3)
}

function selectEvents(on: Kysely<DB>) {
  return on
    .selectFrom('audit_events')
    .leftJoin('users', 'users.uid', 'actor')
    .select([
      'audit_events.id',
      'seq',
      'at',
      'users.email as by',
      'users.display_name as name',
      'actor_role',
      'action',
      'subject',
      'before',
      'after',
      'address',
      'hash',
    ])
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
}

type Selected = ReturnType<typeof selectEvents>
type EventRow = Selected extends SelectQueryBuilder<infer _DB, infer _Tables, infer Row> ? Row : never

function inOrder(query: Selected, { order }: AuditFilter): Selected {
  return order === 'oldest' ? query.clearOrderBy().orderBy('at').orderBy('seq') : query
}

/** Limits a query to the events after this number, in the order of the filter. */
function eventsAfter(query: Selected, { order }: AuditFilter, seq: number): Selected {
  const side = order === 'oldest' ? sql`>` : sql`<`
  return query.where(sql<SqlBool>`(at, seq) ${side} (select at, seq from audit_events where seq = ${seq})`)
}

/** Roles of actors without an account; such an actor is named by the role. */
const WITHOUT_ACCOUNT = new Set(['command-line', 'system', 'anonymous'])
const MAX_PEOPLE = 500

/** Adds the filters to the query. Each filter has an index (`015-audit-chain.sql`). */
async function filterEntries(query: Selected, filter: AuditFilter, on: Kysely<DB>): Promise<Selected> {
  let found = query
  if (filter.action) found = found.where('action', '=', filter.action)
  if (filter.address) found = found.where('audit_events.address', '=', filter.address)
  if (filter.from) found = found.where('at', '>=', moment(startOf(filter.from)))
  if (filter.to) found = found.where('at', '<', moment(startOf(filter.to, 1)))
  if (filter.q.length >= 3) {
    found = found.where(
      sql<SqlBool>`(subject || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')) ilike ${`%${literal(filter.q)}%`}`,
    )
  }
  if (WITHOUT_ACCOUNT.has(filter.who)) found = found.where('actor', 'is', null).where('actor_role', '=', filter.who)
  else if (filter.who) found = found.where(isOneOf('actor', await findPeople(filter.who, on)))
  for (const subjects of await subjectsOf(filter, on)) found = found.where(isOneOf('subject', subjects))
  return found
}

/** With a single name the database reads the index in order; with several it has to gather and sort the rows. */
function isOneOf(column: 'actor' | 'subject', names: readonly string[]) {
  const [only, ...others] = names
  return only !== undefined && others.length === 0
    ? sql<SqlBool>`${sql.ref(column)} = ${only}`
    : sql<SqlBool>`${sql.ref(column)} = any(${names}::text[])`
}

function startOf(day: string, later = 0): Temporal.Instant {
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(ZONE).toInstant()
}

/** Escapes text for `like`, so that it matches letter by letter. */
function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

async function findPeople(name: string, on: Kysely<DB>): Promise<string[]> {
  const part = `%${literal(name)}%`
  const people = await on
    .selectFrom('users')
    .select('uid')
    .where((is) => is.or([is('email', 'ilike', part), is('display_name', 'ilike', part)]))
    .limit(MAX_PEOPLE)
    .execute()
  return people.map(({ uid }) => uid)
}

/** For each filter that names a record, the subjects of the events about it. */
async function subjectsOf({ driver, vehicle, week }: AuditFilter, on: Kysely<DB>): Promise<string[][]> {
  const lists: string[][] = []
  const settlements = on.selectFrom('settlements').select(sql<string>`'settlement:' || id`.as('subject'))
  if (driver !== null) {
    const person = await on.selectFrom('drivers').select('uid').where('id', '=', driver).executeTakeFirst()
    const ownSettlements = await settlements.where('driver_id', '=', driver).execute()
    const account = person?.uid ? [`user:${person.uid}`] : []
    lists.push([`driver:${driver}`, ...account, ...ownSettlements.map(({ subject }) => subject)])
  }
  if (vehicle !== null) lists.push([`vehicle:${vehicle}`])
  if (week !== null) {
    const batches = on.selectFrom('payment_batches').select(sql<string>`'batch:' || id`.as('subject'))
    const of = await settlements
      .where('week', '=', week)
      .unionAll(batches.where('week', '=', week))
      .execute()
    lists.push([`week:${week}`, ...of.map(({ subject }) => subject)])
  }
  return lists
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMBER = /^\d{1,15}$/

/** The subjects (`driver:<id>` and such) with the names by which people know the records. */
async function nameSubjects(subjects: readonly string[], on: Kysely<DB>): Promise<Map<string, Subject>> {
  const idsOf = (kind: string, form: RegExp) =>
    subjects
      .filter((subject) => subject.startsWith(`${kind}:`))
      .map((subject) => subject.slice(kind.length + 1))
      .filter((id) => form.test(id))
  const isOf = (column: string, kind: string, form: RegExp) =>
    sql<SqlBool>`${sql.ref(column)} = any(${idsOf(kind, form)}::${sql.raw(form === UUID ? 'uuid[]' : 'bigint[]')})`
  const [drivers, vehicles, settlements, imports, users] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name'])
      .where(isOf('id', 'driver', UUID))
      .execute(),
    on
      .selectFrom('vehicles')
      .select(['id', 'plate'])
      .where(isOf('id', 'vehicle', UUID))
      .execute(),
    on
      .selectFrom('settlements')
      .innerJoin('drivers', 'drivers.id', 'driver_id')
      .select(['settlements.id', 'week', 'driver_id', 'ref', 'name'])
      .where(isOf('settlements.id', 'settlement', UUID))
      .execute(),
    on
      .selectFrom('imports')
      .select(['id', 'name'])
      .where(isOf('id', 'import', NUMBER))
      .execute(),
    on
      .selectFrom('users')
      .select(['uid', sql<string>`coalesce(display_name, email)`.as('name')])
      .where(sql<SqlBool>`uid = any(${idsOf('user', /./)}::text[])`)
      .execute(),
  ])
  const names = new Map(namesApart([...drivers, ...settlements]).map((person) => [person.ref, person.name]))
  return new Map<string, Subject>([
    ...plainSubjects(subjects),
    ...drivers.map(({ id, ref, name }) => entry('driver', id, names.get(ref) ?? name, `/admin/drivers/${id}`)),
    ...vehicles.map(({ id, plate }) => entry('vehicle', id, showPlate(plate), `/admin/vehicles/${id}`)),
    ...settlements.map(({ id, week, driver_id, ref, name }) => {
      const weekInAddress = weekName(readWeek(week))
      return entry(
        'settlement',
        id,
        `${names.get(ref) ?? name} · ${weekInAddress}`,
        `/admin/weekly/${weekInAddress}/${driver_id}`,
      )
    }),
    ...imports.map(({ id, name }) => entry('import', id, name, `/admin/data/imports/${id}`)),
    ...users.map(({ uid, name }) => entry('user', uid, name, `/admin/users/${uid}`)),
    ...idsOf('week', /^\d{4}-\d{2}-\d{2}$/).map((week) => {
      const weekInAddress = weekName(readWeek(week))
      return entry('week', week, weekInAddress, `/admin/weekly/${weekInAddress}`)
    }),
    ...idsOf('month', /^\d{4}-\d{2}$/).map((month) => entry('month', month, month, `/admin/accounting/${month}`)),
  ])
}

function entry(kind: string, id: string | number, name: string, to: string | null): [string, Subject] {
  return [`${kind}:${id}`, { kind, name, to }]
}

/** Subjects without a screen, or whose record is gone: their kind and number. */
function plainSubjects(subjects: readonly string[]): [string, Subject][] {
  return subjects
    .filter((subject) => subject !== '')
    .map((subject) => {
      const [kind = '', ...rest] = subject.split(':')
      // Only the identity service's id is left of an account that is gone, and it means nothing to people.
      return [subject, { kind, name: kind === 'user' ? '' : rest.join(':'), to: null }]
    })
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The names of the records whose ids are in the values of some events. */
async function nameRecords(rows: readonly EventRow[], on: Kysely<DB>): Promise<Map<string, string>> {
  const text = JSON.stringify(rows.map(({ before, after, subject }) => [before, after, subject]))
  const ids = [...new Set(text.match(UUIDS))]
  if (ids.length === 0) return new Map()
  const { rows: named } = await sql<{ id: string; name: string; isPlate: boolean }>`
    select id::text, name, false as "isPlate" from drivers where id = any(${ids}::uuid[])
    union all select id::text, plate, true from vehicles where id = any(${ids}::uuid[])
    union all select id::text, reason, false from plans where id = any(${ids}::uuid[])
    union all select id::text, reason, false from adjustments where id = any(${ids}::uuid[]) and reason <> ''
    union all select id::text, reason, false from recurring_adjustments where id = any(${ids}::uuid[])
    union all select id::text, name, false from applications where id = any(${ids}::uuid[])`.execute(on)
  return new Map(named.map(({ id, name, isPlate }) => [id, isPlate ? showPlate(name) : name]))
}

/** Replaces ids by names; removes an id without a name, because it means nothing to people. */
function withNames(text: string, records: ReadonlyMap<string, string>): string {
  return text.replaceAll(UUIDS, (id) => records.get(id) ?? '').trim()
}

function entryOf(
  { id, at, by, name, actor_role, action, address, before, after }: EventRow,
  subject: Subject | null,
  records: ReadonlyMap<string, string>,
): AuditEvent {
  const withNamesIn = (text: string | null) => text && withNames(text, records)
  const changes = changesBetween(before, after).flatMap((change) => {
    const named = { ...change, before: withNamesIn(change.before) || null, after: withNamesIn(change.after) || null }
    return named.before === named.after ? [] : [named]
  })
  const about = subject && { ...subject, name: withNames(subject.name, records) }
  return { id, at: at.toString(), by: name ?? by, role: actor_role ?? 'system', action, address, about, changes }
}
