import { ZONE } from '#domain/week.ts'
import { timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { shownRef } from '#domain/driver.ts'
import { TOPICS, type Topic } from '#domain/kept-data.ts'
import { maskIban } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { secretOf } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { type ZipFile, zipPieces } from '#platform/zip-writer.ts'
import { type Counted, countNouns, dayOf, listMatters, untilOf } from './erasure.server.ts'
import { type Person, belongsTo, personOfDriver } from './links.server.ts'
import { findSubject, readSubject } from './subjects.server.ts'
import { personName } from '#db/person-name.ts'
import { twoPeopleSince } from '../second-person/queries.server.ts'
import { type Noun, PERSONAL, type Table } from './register.ts'
import { kindOf } from './columns.ts'
import { ruleOf, ruleOfColumn } from './purposes.ts'
import {
  ACCOUNT_KEPT_DAYS,
  type Activity,
  type Erasure,
  type ErasurePreview,
  type ExportTicket,
  type LookedAt,
  type TellingRecords,
  lookNoted,
} from './schema.ts'

/** The person behind a driver record. Refuses `record.not-found`. */
export function findPerson(driverId: string): Promise<Person> {
  return personOfDriver(driverId)
}

type Row = Readonly<Record<string, unknown>>

/** The part of a person's export from one table: its rows, and the stored files that they name. */
export type NounExport = { table: Table; topic: Topic; rows: Row[]; files: StoredFile[] }
type StoredFile = { sha256: string; name: string }

/** Whether the export shows whole IBANs; it always shows the last digits. */
type Opening = { ibans: boolean }

/** All data of a person, table by table, in the order of the register. */
export async function* walkNouns(person: Person, opening: Opening = { ibans: true }): AsyncGenerator<NounExport> {
  for (const [table, noun] of Object.entries(PERSONAL) as [Table, Noun][])
    yield await exportNoun(table, noun, person, opening)
}

async function exportNoun(table: Table, noun: Noun, person: Person, opening: Opening): Promise<NounExport> {
  const { rows } =
    await sql<Row>`select t.* from ${sql.table(table)} t where ${belongsTo('t', noun, person)} order by 1`.execute(db)
  const shown = rows.map((row) => visibleRow(row, noun, person, opening))
  return { table, topic: noun.topic, rows: shown, files: await filesOf(shown) }
}

/** Columns that name who did something: the export tells that it was the office, but not which person. */
const NAMES_WHO = /_by$|^(?:actor|uid|by_uid|person_uid)$/

function visibleRow(row: Row, noun: Noun, person: Person, opening: Opening): Row {
  const isOwn = (who: unknown) => who === person.uid
  const hidden = new Set(Object.keys(noun.withholds ?? {}))
  for (const [who, columns] of Object.entries(noun.ofActor ?? {}))
    if (!isOwn(row[who])) for (const name of columns) hidden.add(name)
  const shown = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (hidden.has(name) || (noun.exportsOnly && !noun.exportsOnly.includes(name))) return []
    const sealed = noun.opens?.[name]
    if (sealed && value instanceof Uint8Array) {
      const open = openOf(sealed.as, sealed.of.map((part) => String(row[part])).join('/'), value)
      return [[name, name === 'iban' && !opening.ibans ? maskIban(open) : open]]
    }
    // Leave bytes out: hashes, keys and sealed values say nothing, or give access to something.
    if (value instanceof Uint8Array || (Array.isArray(value) && value[0] instanceof Uint8Array)) return []
    if (noun.people?.includes(name) && value !== null)
      return [[name, person.drivers.includes(String(value)) ? value : SOMEBODY]]
    if (NAMES_WHO.test(name) && value !== null) return [[name, isOwn(value) ? OWN : OFFICE]]
    const strippedNames = noun.without?.[name]
    return [[name, strippedNames ? strip(value, strippedNames) : value]]
  })
  return Object.fromEntries(shown)
}

const OWN = 'self'
const OFFICE = 'office'
const SOMEBODY = 'another-person'

function strip(value: unknown, names: readonly string[]): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** The stored files that rows name, each once, under its original name. */
async function filesOf(rows: readonly Row[]): Promise<StoredFile[]> {
  const named = new Map<string, string | null>()
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      if (!name.endsWith('sha256') || typeof value !== 'string') continue
      const originalName = row[name.replace(/sha256$/, 'name')] ?? row['name']
      named.set(value, typeof originalName === 'string' ? originalName : null)
    }
  if (named.size === 0) return []
  const storedRows = await db
    .selectFrom('files')
    .select(['sha256', 'media_type'])
    .where('sha256', '=', sql<string>`any(${[...named.keys()]}::text[])`)
    .orderBy('sha256')
    .execute()
  return storedRows.map(({ sha256, media_type }) => ({
    sha256,
    name: `${sha256.slice(0, 12)}-${plainName(named.get(sha256) ?? null, media_type)}`,
  }))
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
}

function plainName(name: string | null, type: string): string {
  const plain = (name ?? '').replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-80)
  const ending = ENDINGS[type] ?? ''
  return plain.toLowerCase().endsWith(ending) && plain !== '' ? plain : `${plain || 'file'}${ending}`
}

type Export = {
  now: Temporal.Instant
  language: Language
  /** Whether the reader may see whole IBANs. */
  ibans?: boolean
  /** Documents drawn from the data, to be read as PDFs. */
  papers?: AsyncIterable<ZipFile>
}

/** All data of a person as one ZIP, piece by piece: a page that lists the contents, each table as JSON, the files, the PDFs. */
export function exportPerson(person: Person, options: Export): { name: string; bytes: AsyncGenerator<Uint8Array> } {
  const t = translator(options.language)
  const day = options.now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  return {
    name: `${t('page.personalData.file')}-${person.ref}-${day}.zip`,
    bytes: zipPieces(walkFiles(person, options)),
  }
}

async function* walkFiles(person: Person, { now, language, ibans = true, papers }: Export): AsyncGenerator<ZipFile> {
  const t = translator(language)
  const folder = (name: 'data' | 'files' | 'papers') => t(`page.personalData.folders.${name}`)
  const counts = new Map<Topic, { rows: number; files: number; places: string[] }>()
  const written = new Set<string>()
  for await (const { table, topic, rows, files } of walkNouns(person, { ibans })) {
    if (rows.length === 0) continue
    const place = `${folder('data')}/${topic}/${table}.json`
    const before = counts.get(topic) ?? { rows: 0, files: 0, places: [] }
    counts.set(topic, {
      rows: before.rows + rows.length,
      files: before.files + files.length,
      places: [...before.places, place],
    })
    yield { name: place, data: JSON.stringify(rows, null, 1) }
    for (const { sha256, name } of files) {
      if (written.has(sha256)) continue
      written.add(sha256)
      yield { name: `${folder('files')}/${topic}/${name}`, data: await readKeptFile(sha256) }
    }
  }
  if (papers) for await (const paper of papers) yield { name: `${folder('papers')}/${paper.name}`, data: paper.data }
  const lines = [
    t('page.personalData.readme.title', { name: person.name, ref: shownRef(person.ref) ?? '' }),
    t('page.personalData.readme.at', { at: formatInstant(now.toString(), language) }),
    '',
    ...TOPICS.flatMap((topic) => {
      const found = counts.get(topic)
      if (!found) return [`${t(`page.personalData.topics.${topic}`)}: ${t('page.personalData.readme.nothing')}`]
      return [
        `${t(`page.personalData.topics.${topic}`)}: ${t('page.personalData.readme.rows', { count: found.rows })}`,
        ...found.places.map((place) => `  ${place}`),
      ]
    }),
    '',
    ...t.list('page.personalData.readme.how'),
  ]
  yield { name: t('page.personalData.readme.name'), data: lines.join('\r\n') }
}

/** An access to a person's sealed values or an export of their data. */
type Look = { at: string; what: LookedAt; by: 'self' | 'office'; reason: string | null }

const LOOKS_SHOWN = 50

/**
 * The log entries of people who opened sealed values, the area or all data of a person, by the log, newest first; a file of a whole week counts
 * for everybody settled in it.
 */
export async function listLooks({ drivers, uid }: Person): Promise<Look[]> {
  const subjects = drivers.map((id) => `driver:${id}`)
  const rows = await db
    .selectFrom('audit_events')
    .select(['at', 'action', 'actor', 'after'])
    .where('action', 'in', ['sealed.reveal', 'account.view-as', 'personal-data.export'])
    .where(
      sql<boolean>`(subject = any(${subjects}::text[]) or subject in (
        select 'week:' || week from settlements where driver_id = any(${drivers}::uuid[])))`,
    )
    .orderBy('seq', 'desc')
    .limit(LOOKS_SHOWN)
    .execute()
  return rows.map(({ at, action, actor, after }) => {
    const noted = lookNoted.catch({}).parse(after)
    return {
      at: at.toString(),
      what: action === 'account.view-as' ? 'area' : (noted.revealed ?? 'iban'),
      by: actor !== null && actor === uid ? 'self' : 'office',
      reason: noted.reason ?? null,
    }
  })
}

/** The consents that the person gave when applying, with the date of the text and of the answer. */
export async function listGivenConsents({ drivers }: Person) {
  const rows = await db
    .selectFrom('application_consents')
    .innerJoin('applications', 'applications.id', 'application_id')
    .select(['text', 'version', 'given_at'])
    .where('driver_id', '=', sql<string>`any(${drivers}::uuid[])`)
    .orderBy('given_at')
    .orderBy('text')
    .execute()
  return rows.map(({ text, version, given_at }) => ({ text, version, givenAt: given_at.toString() }))
}

/** Minutes for which an export can be fetched once it was asked for. */
const MINUTES = 10

/** A ticket for the address of the export: for this reader and this person, and for a short time. */
export function exportTicketFor(uid: string, driverId: string, now: Temporal.Instant): ExportTicket {
  const until = now.add({ minutes: MINUTES }).toString({ smallestUnit: 'second' })
  return { until, proof: proofOf(uid, driverId, until) }
}

/** Whether a ticket is for this reader and this person, and still valid. */
export function isTicketValid(
  { until, proof }: ExportTicket,
  uid: string,
  driverId: string,
  now: Temporal.Instant,
): boolean {
  const isMine = timingSafeEqual(hashOfSecret(proof), hashOfSecret(proofOf(uid, driverId, until)))
  const left = Temporal.Instant.from(until).since(now).total('minutes')
  return isMine && left > 0 && left <= MINUTES
}

function proofOf(uid: string, driverId: string, until: string): string {
  return secretOf([uid, driverId, until].join(' '), 'personal data')
}

/** The register, topic by topic, with the columns that the database has today; `records` state their own kinds. */
export async function listActivities(records: TellingRecords): Promise<Activity[]> {
  const columns = await readColumns()
  return TOPICS.map((topic) => activityOf(topic, columns, records))
}

function activityOf(
  topic: Activity['topic'],
  columns: ReadonlyMap<string, string[]>,
  records: TellingRecords,
): Activity {
  const nouns = (Object.keys(PERSONAL) as Table[]).filter((table) => PERSONAL[table]?.topic === topic)
  const tables = nouns.map((table) => ({
    table,
    columns: (columns.get(table) ?? []).map((name) => ({
      name,
      // A column without a stated kind counts as words; a test finds it.
      kind: kindOf(table, name, records) ?? ('words' as const),
      period: ruleOfColumn(table, name).period,
    })),
  }))
  const columnsOfAll = tables.flatMap((table) => table.columns)
  return {
    topic,
    bases: [...new Set(nouns.map((table) => ruleOf(table).basis))],
    periods: [...new Set([...nouns.map((table) => ruleOf(table).period), ...columnsOfAll.map(({ period }) => period)])],
    kinds: [...new Set(columnsOfAll.map(({ kind }) => kind))],
    tables: tables.map(({ table, columns: all }) => ({ table, columns: all.map(({ name }) => name) })),
  }
}

async function readColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as "table", attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    order by relname, attnum`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [table, all.map(({ name }) => name)]),
  )
}

/** Previews an erasure: what would go and what would stay, until when and why. Refuses `record.not-found`. */
export async function previewErasure(subject: string, now: Temporal.Instant): Promise<ErasurePreview> {
  const today = dayOf(now)
  const { kind, id, name, person, left, barred } = await findSubject(subject, today)
  const matters = await listMatters(person)
  const requests = await db
    .selectFrom('erasures')
    .select('confirmed_at')
    .where('subject', '=', subject)
    .where('withdrawn_at', 'is', null)
    .orderBy('ordinal', 'desc')
    .executeTakeFirst()
  const until = await untilOf(person, left ?? today, requests?.confirmed_at ? dayOf(requests.confirmed_at) : today)
  const context = { until, today, hasMatters: matters.length > 0 }
  const counted = await countNouns(person, context)
  const withFate = (fate: Counted['fate']) => counted.filter((tableCount) => tableCount.fate === fate)
  const keeps = Map.groupBy(withFate('stays'), ({ table, noun }) => `${noun.topic} ${ruleOf(table).period}`)
  const own = kind === 'application' ? [{ topic: 'recruitment' as const, ...(await countApplication(id)) }] : []
  return {
    subject,
    kind,
    name,
    barred,
    matters,
    goes: [
      ...own,
      ...TOPICS.flatMap((topic) => {
        const all = withFate('goes').filter(({ noun }) => noun.topic === topic)
        return all.length === 0 ? [] : [{ topic, rows: sum(all, 'rows'), files: sum(all, 'files') }]
      }),
    ],
    stays: [...keeps.values()].flatMap((all) => {
      const [first] = all
      if (!first) return []
      const { period } = ruleOf(first.table)
      const last = until(period)?.toString() ?? null
      return [{ topic: first.noun.topic, period, rows: sum(all, 'rows'), files: sum(all, 'files'), until: last }]
    }),
    waits: TOPICS.flatMap((topic) => {
      const all = withFate('open').filter(({ noun }) => noun.topic === topic)
      return all.length === 0 ? [] : [{ topic, rows: sum(all, 'rows') }]
    }),
  }
}

/** Counts the rows of an application by itself: the register links tables to persons, and an application has none. */
async function countApplication(id: string): Promise<{ rows: number; files: number }> {
  const { rows } = await sql<{ rows: number; files: number }>`select
    1 + (select count(*)::int from application_notes where application_id = ${id}::uuid)
      + (select count(*)::int from application_consents where application_id = ${id}::uuid)
      + (select count(*)::int from application_letters where application_id = ${id}::uuid) as rows,
    (select count(*)::int from application_documents where application_id = ${id}::uuid) as files`.execute(db)
  return rows[0] ?? { rows: 0, files: 0 }
}

const sum = (all: readonly Counted[], part: 'rows' | 'files') =>
  all.reduce((total, tableCount) => total + tableCount[part], 0)

/** Every erasure ever asked for, the newest first. */
export async function listErasures(uid: string | null, on: Kysely<DB> = db): Promise<Erasure[]> {
  const isTwo = (await twoPeopleSince(on)) !== null
  const rows = await on
    .selectFrom('erasures')
    .leftJoin('users as asker', 'asker.uid', 'asked_by')
    .leftJoin('users as confirmer', 'confirmer.uid', 'confirmed_by')
    .leftJoin('users as sayer', 'sayer.uid', 'account_said_by')
    .leftJoin('drivers', (join) => join.on(sql<boolean>`subject = 'driver:' || drivers.id`))
    .leftJoin('applications', (join) => join.on(sql<boolean>`subject = 'application:' || applications.id`))
    .leftJoin('contact_messages as wrote', (join) => join.on(sql<boolean>`subject = 'message:' || wrote.id`))
    .leftJoin('users as account', (join) => join.on(sql<boolean>`subject = 'account:' || account.uid`))
    .selectAll('erasures')
    .select([personName('asker').as('asker'), personName('confirmer').as('confirmer'), personName('sayer').as('sayer')])
    .select(
      sql<string | null>`coalesce(drivers.name, applications.name, wrote.name, account.display_name, account.email)`.as(
        'name',
      ),
    )
    .orderBy('erasures.ordinal', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    kind: readSubject(row.subject).kind,
    name: row.name,
    askedAt: row.asked_at.toString(),
    askedBy: row.asker,
    needsAnother: isTwo && row.asked_by === uid,
    confirmedAt: row.confirmed_at?.toString() ?? null,
    confirmedBy: row.confirmer,
    withdrawnAt: row.withdrawn_at?.toString() ?? null,
    lookedAt: row.looked_at?.toString() ?? null,
    overAt: row.over_at?.toString() ?? null,
    rows: row.rows_gone,
    account:
      row.account_state === null
        ? null
        : {
            state: row.account_state as 'waiting' | 'gone' | 'by-hand',
            uid: row.account_uid,
            declaration: row.account_said_at && {
              at: row.account_said_at.toString(),
              by: row.sayer,
              backUntil: row.account_said_at
                .add({ hours: 24 * ACCOUNT_KEPT_DAYS })
                .toZonedDateTimeISO(ZONE)
                .toPlainDate()
                .toString(),
            },
          },
  }))
}

/** Days for which an erasure may wait to be confirmed: requests are answered within a month (`domain/data-request.ts`). */
const OVERDUE_DAYS = 30

/**
 * Number of erasures that should have happened: asked for a month ago and neither confirmed nor withdrawn; confirmed a
 * day ago, as in a restored copy, and never carried out; and accounts still at a hosted identity service after a day.
 */
export async function countOverdueErasures(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ unconfirmed: number; undone: number; accounts: number }> {
  const [month, day] = [now.subtract({ hours: 24 * OVERDUE_DAYS }).toString(), now.subtract({ hours: 24 }).toString()]
  const { rows } = await sql<{ unconfirmed: number; undone: number; accounts: number }>`select
    count(*) filter (where confirmed_at is null and asked_at < ${month}::timestamptz)::int as unconfirmed,
    count(*) filter (where confirmed_at < ${day}::timestamptz and looked_at is null and over_at is null)::int as undone,
    count(*) filter (where account_uid is not null and account_said_at is null and confirmed_at < ${day}::timestamptz)::int
      as accounts
    from erasures where withdrawn_at is null`.execute(on)
  return rows[0] ?? { unconfirmed: 0, undone: 0, accounts: 0 }
}

/** One erasure. Refuses `record.not-found`. */
export async function getErasure(id: string, uid: string | null): Promise<Erasure> {
  const erasures = await listErasures(uid)
  const found = erasures.find((erasure) => erasure.id === readRecordId(id))
  if (!found) throw new Refusal('record.not-found')
  return found
}
