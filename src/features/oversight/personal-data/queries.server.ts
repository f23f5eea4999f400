import { timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { shownRef } from '#domain/driver.ts'
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
import { type Link, type Noun, PERSONAL, type Table } from './register.ts'
import { kindOf } from './columns.ts'
import { ruleOf, ruleOfColumn } from './purposes.ts'
import { type Activity, type ExportTicket, type LookedAt, TOPICS, type Topic, lookNoted } from './schema.ts'

/** Whose data it is: the record with those merged into it, the account, and the addresses that are known to be theirs. */
export type Person = {
  ref: string
  name: string
  drivers: readonly string[]
  uid: string | null
  emails: readonly string[]
}

type Row = Readonly<Record<string, unknown>>

/** Of a noun what is told: its rows, and the files that these name. */
export type Told = { table: Table; topic: Topic; rows: Row[]; files: KeptFile[] }
type KeptFile = { sha256: string; name: string }

/** The person behind a driver record. Refuses `record.not-found`. */
export async function findPerson(driverId: string): Promise<Person> {
  const id = readRecordId(driverId)
  const rows = await db
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
    // An address that nobody proved may be somebody else's.
    emails: own.email !== null && own.email_verified ? [own.email.toLowerCase()] : [],
  }
}

/** Whether a whole IBAN is told; the last digits are, always. */
type Opening = { ibans: boolean }

/** All that is kept of a person, noun by noun, in the order of the register. */
export async function* walkNouns(person: Person, opening: Opening = { ibans: true }): AsyncGenerator<Told> {
  for (const [table, noun] of Object.entries(PERSONAL) as [Table, Noun][])
    yield await tellNoun(table, noun, person, opening)
}

async function tellNoun(table: Table, noun: Noun, person: Person, opening: Opening): Promise<Told> {
  const { rows } =
    await sql<Row>`select t.* from ${sql.table(table)} t where ${isOf('t', noun, person)} order by 1`.execute(db)
  const told = rows.map((row) => tell(row, noun, person, opening))
  return { table, topic: noun.topic, rows: told, files: await filesOf(told) }
}

/** The condition under which a row of a table, called `t` here, is the person's. */
function isOf(t: string, noun: Noun, person: Person): RawBuilder<boolean> {
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
  if ('deed' in link)
    return sql<boolean>`(${column(t, link.deed)} = ${person.uid} and ${column(t, link.role)} = 'driver')`
  if ('about' in link) return isSubject(column(t, link.about), person)
  if ('named' in link)
    return sql<boolean>`exists (select 1 from source_keys k where k.driver_id = any(${person.drivers}::uuid[]) and k.source = ${column(t, 'source')}
      and ${column(t, link.named)} @> jsonb_build_array(jsonb_build_object('kind', k.kind, 'value', k.value)))`
  const parent = PERSONAL[link.through]
  if (!parent) throw new Error(`${link.through} is no noun of a person`)
  const inner = `${t}_${link.through}`
  return sql<boolean>`${column(t, link.by)} in (select ${column(inner, link.at ?? 'id')} from ${sql.table(link.through)} ${sql.ref(inner)} where ${isOf(inner, parent, person)})`
}

/** What the log calls the person, their contracts, statements and application. */
function isSubject(subject: RawBuilder<unknown>, { drivers, uid }: Person): RawBuilder<boolean> {
  const named = [...drivers.map((id) => `driver:${id}`), ...(uid === null ? [] : [`user:${uid}`])]
  const theirs = (['contract', 'settlement', 'application'] as const).map(
    (noun) =>
      sql`select ${`${noun}:`}::text || id from ${sql.table(`${noun}s`)} where driver_id = any(${drivers}::uuid[])`,
  )
  return sql<boolean>`(${subject} = any(${named}::text[]) or ${subject} in (${sql.join(theirs, sql` union all `)}))`
}

/** Who of the office did something is nobody of the reader's business; that the office did, is. */
const NAMES_WHO = /_by$|^(?:actor|uid|by_uid|person_uid)$/

function tell(row: Row, noun: Noun, person: Person, opening: Opening): Row {
  const isOwn = (who: unknown) => who === person.uid
  const hidden = new Set(Object.keys(noun.keeps ?? {}))
  for (const [who, beside] of Object.entries(noun.beside ?? {}))
    if (!isOwn(row[who])) for (const name of beside) hidden.add(name)
  const told = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (hidden.has(name) || (noun.shows && !noun.shows.includes(name))) return []
    const sealed = noun.opens?.[name]
    if (sealed && value instanceof Uint8Array) {
      const open = openOf(sealed.as, sealed.of.map((part) => String(row[part])).join('/'), value)
      return [[name, name === 'iban' && !opening.ibans ? maskIban(open) : open]]
    }
    // Bytes are hashes, keys and what is sealed: they say nothing, or open something.
    if (value instanceof Uint8Array || (Array.isArray(value) && value[0] instanceof Uint8Array)) return []
    if (noun.people?.includes(name) && value !== null)
      return [[name, person.drivers.includes(String(value)) ? value : SOMEBODY]]
    if (NAMES_WHO.test(name) && value !== null) return [[name, isOwn(value) ? OWN : OFFICE]]
    const without = noun.without?.[name]
    return [[name, without ? strip(value, without) : value]]
  })
  return Object.fromEntries(told)
}

const OWN = 'self'
const OFFICE = 'office'
const SOMEBODY = 'another-person'

function strip(value: unknown, names: readonly string[]): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** The kept files that rows name, each once, under the name it came with. */
async function filesOf(rows: readonly Row[]): Promise<KeptFile[]> {
  const named = new Map<string, string | null>()
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      if (!name.endsWith('sha256') || typeof value !== 'string') continue
      const called = row[name.replace(/sha256$/, 'name')] ?? row['name']
      named.set(value, typeof called === 'string' ? called : null)
    }
  if (named.size === 0) return []
  const kept = await db
    .selectFrom('files')
    .select(['sha256', 'media_type'])
    .where('sha256', '=', sql<string>`any(${[...named.keys()]}::text[])`)
    .orderBy('sha256')
    .execute()
  return kept.map(({ sha256, media_type }) => ({
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
  /** Whether the reader may see a whole IBAN. */
  ibans?: boolean
  /** What is drawn of the data, to be read on paper. */
  papers?: AsyncIterable<ZipFile>
}

/** All that is kept of a person as one ZIP, piece by piece: a page that says what is in it, each noun as JSON, the files, the papers. */
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

/** What was opened of a person, and taken along: the newest first. */
type Look = { at: string; what: LookedAt; by: 'self' | 'office'; reason: string | null }

const LOOKS_SHOWN = 50

/** Who opened sealed values, the area or all data of a person, as the log keeps it; the files of a week count for whoever was settled in it. */
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

/** What the person agreed to when they applied, with the day of the text and of the answer. */
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

/** Minutes in which a file that was asked for can be fetched. */
const MINUTES = 10

/** What the address of the file carries: for this reader, of this person, not for long. */
export function exportTicketFor(uid: string, driverId: string, now: Temporal.Instant): ExportTicket {
  const until = now.add({ minutes: MINUTES }).toString({ smallestUnit: 'second' })
  return { until, proof: proofOf(uid, driverId, until) }
}

/** Whether a ticket is this reader's, of this person, and still good. */
export function isTicketGood(
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

/** What the register says, topic by topic, with the columns that the database has today. */
export async function listActivities(): Promise<Activity[]> {
  const columns = await readColumns()
  return TOPICS.map((topic) => activityOf(topic, columns))
}

function activityOf(topic: Activity['topic'], columns: ReadonlyMap<string, string[]>): Activity {
  const nouns = (Object.keys(PERSONAL) as Table[]).filter((table) => PERSONAL[table]?.topic === topic)
  const tables = nouns.map((table) => ({
    table,
    columns: (columns.get(table) ?? []).map((name) => ({
      name,
      // What nobody said anything of is taken for words: a test finds it.
      kind: kindOf(table, name) ?? ('words' as const),
      period: ruleOfColumn(table, name).period,
    })),
  }))
  const told = tables.flatMap((one) => one.columns)
  return {
    topic,
    bases: [...new Set(nouns.map((table) => ruleOf(table).basis))],
    periods: [...new Set([...nouns.map((table) => ruleOf(table).period), ...told.map(({ period }) => period)])],
    kinds: [...new Set(told.map(({ kind }) => kind))],
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
