import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type {
  FileProblem,
  FileSummary,
  FileToRead,
  FileWarning,
  ImportedRow,
  ReportKind,
  Source,
  SourceKey,
} from '#domain/import.ts'
import {
  type OwnNames,
  type Strangeness,
  isWeeklyReport,
  mainWeek,
  strangenessOf,
  weeksOf,
} from '#domain/imported-file.ts'
import { type Directory, attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE } from '#domain/week.ts'
import { openKeptFile } from '#features/files/queries.server.ts'
import { readDirectory, readOwnNames, replacedBy } from '#features/imports/queries.server.ts'
import { listProfileFormats } from '#features/profiles/queries.server.ts'
import { listFrozen } from '#features/frozen-settlements/queries.server.ts'
import type { RowWalk } from '#integrations/format.ts'
import { type FileResult, type ReadableFile, readFile, sourceOf } from '#integrations/read-file.ts'
import { type ByteSource, sha256Of, wholeOf } from '#platform/bytes.ts'
import { DROP_KEPT_DAYS } from './schema.ts'

/** One file of a drop, or of an archive in it, and what it says. `id` stays the same as long as the drop. */
export type DroppedFile = {
  id: string
  name: string
  archive: string | null
  bytes: ByteSource
  whole: ReadableFile
  result: FileResult
}

export type Drop = {
  id: string
  week: Week | null
  importedAt: string | null
  /** When it is forgotten unless somebody takes it in. */
  keptUntil: Temporal.Instant
  files: readonly DroppedFile[]
}

/** A drop with every file of it read. Refuses `record.not-found`. */
export async function readDrop(
  id: string,
  on: Kysely<DB> = db,
  onBytes: (bytes: number) => void = () => {},
): Promise<Drop> {
  const drop = await on.selectFrom('drops').selectAll().where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!drop) throw new Refusal('record.not-found')
  const kept = await on.selectFrom('drop_files').selectAll().where('drop_id', '=', id).orderBy('ordinal').execute()
  const week = drop.week as Week | null
  const formats = await listProfileFormats(on)

  const files: DroppedFile[] = []
  for (const { ordinal, name, sha256: hash } of kept) {
    const whole = { name, bytes: await openKeptFile(hash) }
    for (const [index, result] of (await readFile(whole, { ...(week ? { week } : {}), formats, onBytes })).entries()) {
      const { member = whole } = result
      const archive = result.member ? name : null
      files.push({ id: `${ordinal}-${index}`, name: member.name, archive, bytes: sourceOf(member), whole, result })
    }
  }
  const keptUntil = drop.created_at.add({ hours: 24 * DROP_KEPT_DAYS })
  return { id: drop.id, week, importedAt: drop.imported_at?.toString() ?? null, keptUntil, files }
}

/** Bytes of all files of a drop. */
export async function sizeOfDrop(id: string, on: Kysely<DB> = db): Promise<number> {
  const { size } = await on
    .selectFrom('drop_files')
    .innerJoin('files', 'files.sha256', 'drop_files.sha256')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('size'))
    .where('drop_id', '=', readRecordId(id))
    .executeTakeFirstOrThrow()
  return Number(size)
}

/** One file of a drop whole, for a person to say what it is. Refuses `record.not-found`. */
export async function readDroppedFile(drop: string, id: string): Promise<FileToRead> {
  const found = (await readDrop(drop)).files.find((file) => file.id === id)
  if (!found) throw new Refusal('record.not-found')
  return { name: found.name, bytes: await wholeOf(found.bytes) }
}

/** What will happen when a file goes in. */
export type Effect =
  | { is: 'new' }
  /** The same content was imported before, or stands twice in the drop: nothing changes. */
  | { is: 'same'; importId: number; at: string }
  | { is: 'twice'; name: string }
  /** A newer version of a weekly report that is there, driver by driver. */
  | { is: 'replaces'; changes: readonly Change[]; unchanged: number }
  /** Movements are a union: those already there are not added again. */
  | { is: 'joins'; added: number; present: number }
  /** Kept to be looked up; its money comes with another report. */
  | { is: 'reference' }

/** One driver between two versions of a report; `null` is not in it. Amounts are what the row adds to a settlement. */
export type Change = { name: string; was: Cents | null; becomes: Cents | null; difference: Cents }

export type UnmatchedKey = { key: SourceKey; label: string; count: number; total: Cents }

export type ReadPreview = {
  source: Source
  kind: ReportKind
  account: string
  language: 'pt' | 'en'
  period: FileSummary['period']
  week: Week | null
  weeks: readonly Week[]
  rows: number
  drivers: number
  movements: number
  amount: Cents
  /** By measure: cents, or counts where the measure's name says so. */
  totals: Readonly<Record<string, number>>
  warnings: readonly FileWarning[]
  strange: readonly Strangeness[]
  unmatched: { count: number; total: Cents; keys: readonly UnmatchedKey[] }
  /** Statements of its weeks that are approved already: they stay as they are. */
  closed: readonly { week: Week; count: number }[]
  effect: Effect
  /** An earlier file of the drop that is the same report: of the two, this one will count. */
  rival: string | null
}

export type PreviewFile = { id: string; name: string; archive: string | null; size: number } & (
  | { ok: true; read: ReadPreview }
  | {
      ok: false
      refusal: { code: string; params: Readonly<Record<string, string | number>>; problems: readonly FileProblem[] }
    }
)

export type DropPreview = {
  id: string
  week: Week | null
  importedAt: string | null
  /** The day after which it is forgotten unless somebody takes it in. */
  keptUntil: string
  files: readonly PreviewFile[]
}

/** All that is known at the time of a preview, and what the files before in the same drop will have brought. */
type Known = {
  on: Kysely<DB>
  week: Week | null
  ours: OwnNames | null
  directory: Directory
  contents: Map<string, string>
  /** Movements of the files before, by report; only of reports of which the drop has several files. */
  movements: Map<string, Set<string>>
  reports: Map<string, string>
}

/** What is in a drop and what would happen; nothing is stored. Refuses `record.not-found`. */
export async function previewDrop(id: string, on: Kysely<DB> = db): Promise<DropPreview> {
  const drop = await readDrop(id, on)
  const [ours, directory] = await Promise.all([readOwnNames(on), readDirectory(on)])
  const reports = drop.files.flatMap(({ result }) => (result.ok ? [reportOf(result.file)] : []))
  const several = reports.filter((report, index) => reports.indexOf(report) !== index)
  const known: Known = {
    on,
    week: drop.week,
    ours,
    directory,
    contents: new Map(),
    movements: new Map(several.map((report) => [report, new Set()])),
    reports: new Map(),
  }

  const files: PreviewFile[] = []
  for (const { id: fileId, name, archive, bytes, result } of drop.files) {
    const head = { id: fileId, name, archive, size: bytes.size }
    if (result.ok) files.push({ ...head, ok: true, read: await previewFile(known, name, bytes, result) })
    else
      files.push({
        ...head,
        ok: false,
        refusal: { code: result.code, params: result.params, problems: result.problems },
      })
  }
  const keptUntil = drop.keptUntil.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return { id: drop.id, week: drop.week, importedAt: drop.importedAt, keptUntil, files }
}

function reportOf({ source, kind }: FileSummary): string {
  return `${source} ${kind}`
}

type Understood = { file: FileSummary; rows: RowWalk }

async function previewFile(
  known: Known,
  name: string,
  bytes: ByteSource,
  { file, rows }: Understood,
): Promise<ReadPreview> {
  return {
    source: file.source,
    kind: file.kind,
    account: file.account,
    language: file.language,
    period: file.period,
    week: mainWeek(file),
    weeks: weeksOf(file),
    rows: file.dataRows,
    totals: file.totals,
    warnings: file.warnings,
    strange: strangenessOf(file, known.week, known.ours),
    ...(await claimed(known.directory, file, rows)),
    closed: await closedIn(known.on, weeksOf(file)),
    ...(await effectOf(known, name, bytes, { file, rows })),
  }
}

/** Whose the rows are as keys and assignments stand, and what they come to. */
async function claimed(
  directory: Directory,
  { source }: FileSummary,
  rows: RowWalk,
): Promise<Pick<ReadPreview, 'drivers' | 'movements' | 'amount' | 'unmatched'>> {
  const drivers = new Set<string>()
  const keys = new Map<string, { key: SourceKey; label: string; count: number; total: number }>()
  let movements = 0
  let amount = 0
  for await (const batch of rows()) {
    for (const row of batch) {
      amount += row.amount
      if (row.at !== null) movements += 1
      const to = attribute({ ...row, source }, directory)
      if (to.to === 'driver') drivers.add(to.driverId)
      if (to.to !== 'unmatched') continue
      const name = `${to.key.kind} ${to.key.value}`
      const asked = keys.get(name) ?? { key: to.key, label: row.label, count: 0, total: 0 }
      keys.set(name, asked)
      asked.count += 1
      asked.total += row.amount
    }
  }
  const all = [...keys.values()].map((asked) => ({ ...asked, total: cents(asked.total) }))
  return {
    drivers: drivers.size,
    movements,
    amount: cents(amount),
    unmatched: {
      count: all.reduce((count, key) => count + key.count, 0),
      total: sum(all.map(({ total }) => total)),
      keys: all,
    },
  }
}

async function closedIn(on: Kysely<DB>, weeks: readonly Week[]): Promise<ReadPreview['closed']> {
  const counted = await Promise.all(
    weeks.map(async (week) => {
      const states = [...(await listFrozen(week, on)).values()].map(({ state }) => state)
      return { week, count: states.filter((state) => state !== 'issued').length }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}

async function effectOf(
  known: Known,
  name: string,
  bytes: ByteSource,
  { file, rows }: Understood,
): Promise<Pick<ReadPreview, 'effect' | 'rival'>> {
  const content = await sha256Of(bytes)
  const imported = await known.on
    .selectFrom('imports')
    .select(['id', 'imported_at'])
    .where('sha256', '=', content)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (imported)
    return { effect: { is: 'same', importId: imported.id, at: imported.imported_at.toString() }, rival: null }
  const twin = known.contents.get(content)
  if (twin !== undefined) return { effect: { is: 'twice', name: twin }, rival: null }
  known.contents.set(content, name)

  if (file.kind === 'payments_order') return { effect: { is: 'reference' }, rival: null }
  if (!isWeeklyReport(file.kind)) return { effect: await union(known, file, rows), rival: null }
  return { effect: await replacement(known, file, rows), rival: rivalOf(known, name, file) }
}

/** Two Bolt companies of one fleet stand beside each other; two reports of Uber never do. */
function rivalOf({ reports }: Known, name: string, file: FileSummary): string | null {
  const account = file.source === 'uber' ? '' : file.account
  const report = [file.kind, account, ...weeksOf(file)].join(' ')
  const rival = reports.get(report) ?? null
  reports.set(report, name)
  return rival
}

async function replacement({ on, directory }: Known, file: FileSummary, rows: RowWalk): Promise<Effect> {
  const all: ImportedRow[] = []
  for await (const batch of rows()) all.push(...batch)
  const earlier = await on
    .selectFrom('import_rows')
    .select(['key', 'label', 'amount_cents', 'measures', sql<SourceKey[]>`keys`.as('keys')])
    .where(replacedBy(file, all))
    .where('kind', '<>', 'organisation')
    .execute()
  if (earlier.length === 0) return { is: 'new' }

  const names = await driverNames(on)
  const nameOf = ({ keys, label }: { keys: readonly SourceKey[]; label: string }): string => {
    const to = attribute({ kind: 'earning', at: null, source: file.source, keys }, directory)
    return (to.to === 'driver' ? names.get(to.driverId) : undefined) ?? label
  }
  const now = new Map(all.filter(({ kind }) => kind !== 'organisation').map((row) => [row.key, row]))
  const changes: Change[] = []
  let unchanged = 0
  for (const was of earlier) {
    const row = now.get(was.key)
    now.delete(was.key)
    if (row && was.amount_cents === row.amount && isSame(was.measures, row.measures)) {
      unchanged += 1
      continue
    }
    const name = nameOf(row ?? was)
    changes.push(changeOf(name, cents(was.amount_cents), row?.amount ?? null))
  }
  for (const row of now.values()) changes.push(changeOf(nameOf(row), null, row.amount))
  return { is: 'replaces', changes: changes.toSorted((a, b) => a.name.localeCompare(b.name, 'pt')), unchanged }
}

function changeOf(name: string, was: Cents | null, becomes: Cents | null): Change {
  return { name, was, becomes, difference: sum([becomes ?? ZERO, minus(was ?? ZERO)]) }
}

function isSame(stored: unknown, measures: Readonly<Record<string, number>>): boolean {
  const had = new Map<string, unknown>(Object.entries(stored ?? {}))
  return (
    had.size === Object.keys(measures).length &&
    Object.entries(measures).every(([name, figure]) => had.get(name) === figure)
  )
}

async function driverNames(on: Kysely<DB>): Promise<Map<string, string>> {
  const drivers = await on.selectFrom('drivers').select(['id', 'name']).execute()
  return new Map(drivers.map(({ id, name }) => [id, name]))
}

async function union({ on, movements }: Known, file: FileSummary, rows: RowWalk): Promise<Effect> {
  const before = movements.get(reportOf(file))
  let present = 0
  let count = 0
  for await (const batch of rows()) {
    const there = await listLiveKeys(on, file, batch)
    count += batch.length
    for (const { week, key } of batch) {
      const name = `${week} ${key}`
      if (there.has(name) || before?.has(name)) present += 1
      before?.add(name)
    }
  }
  return { is: 'joins', added: count - present, present }
}

/** Which of these movements count already. */
async function listLiveKeys(
  on: Kysely<DB>,
  file: FileSummary,
  batch: readonly ImportedRow[],
): Promise<ReadonlySet<string>> {
  const live = await on
    .selectFrom('import_rows')
    .select(['key', 'week'])
    .where('state', '=', 'live')
    .where('source', '=', file.source)
    .where('report', '=', file.kind)
    .where('account', '=', '')
    .where('week', '=', sql<string>`any(${[...new Set(batch.map(({ week }) => week))]}::date[])`)
    .where('key', '=', sql<string>`any(${batch.map(({ key }) => key)}::text[])`)
    .execute()
  return new Set(live.map(({ week, key }) => `${week} ${key}`))
}
