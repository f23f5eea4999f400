import { firstOf, requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { FileSummary, ImportedRow, SourceKey } from '#domain/import.ts'
import {
  type OwnNames,
  isReferenceReport,
  isWeeklyReport,
  mainWeek,
  weeksOf,
  withTransfer,
} from '#domain/imported-file.ts'
import { type Directory, attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import type { VersionGroup } from '#domain/versions.ts'
import { type Week, ZONE } from '#domain/week.ts'
import {
  type Arrival,
  type DroppedFile,
  readArrival,
  readDrop,
  otherReports,
} from '#features/imports/drops/queries.server.ts'
import {
  type Report,
  allRows,
  findDoubts,
  findNewestWeek,
  isReplaced,
  keyInWeek,
  listImportsOf,
  readOwnNames,
  replacedBy,
  earlierAnswers,
  otherWeekOf,
} from '#features/imports/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import type { RowWalk } from '#integrations/format.ts'
import type { Change, ComparedVersions, DropPreview, Effect, PreviewFile, ReadPreview } from './schema.ts'

/** What is known for a preview, including what earlier files of the same drop will add. */
type Known = {
  on: Kysely<DB>
  now: Temporal.Instant
  week: Week | null
  ours: OwnNames | null
  newest: Week | null
  directory: Directory
  arrival: Arrival
  /** The earlier imports of the same contents. */
  imports: Awaited<ReturnType<typeof listImportsOf>>
  /** Number of approved statements, which stay as they are, by week. */
  closed: ReadonlyMap<Week, number>
  /** Our name of each driver. */
  names: ReadonlyMap<string, string>
  /** The name of the first file of the drop with each content. */
  contents: Map<string, string>
  /** Movements of the drop's earlier files, by report; only for reports of which the drop has several files. */
  movements: Map<string, Set<string>>
}

/** The files of a drop and their effects; stores nothing. Refuses `record.not-found`. */
export async function previewDrop(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<DropPreview> {
  const drop = await readDrop(id, on)
  const weeks = drop.files.flatMap(({ result }) => (result.ok ? weeksOf(result.file) : []))
  const [ours, newest, directory, imports, closed, names] = await Promise.all([
    readOwnNames(on),
    findNewestWeek(on),
    readDirectory(on),
    listImportsOf(
      drop.files.map(({ sha256 }) => sha256),
      on,
    ),
    countClosed(weeks, on),
    driverNames(on),
  ])
  const arrival = await readArrival(drop.files, { ours, imports })
  const reports = drop.files.flatMap(({ result }) => (result.ok ? [reportOf(result.file)] : []))
  const several = reports.filter((report, index) => reports.indexOf(report) !== index)
  const known: Known = {
    on,
    now,
    week: drop.week,
    ours,
    newest,
    directory,
    arrival,
    imports,
    closed,
    names,
    contents: new Map(),
    movements: new Map(several.map((report) => [report, new Set()])),
  }

  const files: PreviewFile[] = []
  for (const file of drop.files) {
    const { id: fileId, name, archive, bytes, result } = file
    const head = { id: fileId, name, archive, size: bytes.size, saidWeek: file.saidWeek }
    if (result.ok) files.push({ ...head, ok: true, read: await previewFile(known, file, result) })
    else
      files.push({
        ...head,
        ok: false,
        refusal: { code: result.code, params: result.params, problems: result.problems },
      })
  }
  const versions = arrival.versions.map((group) => compareFiles(group, arrival, directory, names))
  const keptUntil = drop.keptUntil.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return { id: drop.id, week: drop.week, importedAt: drop.importedAt, keptUntil, files, versions }
}

/** Compares versions of one report; returns the drivers on whom they differ. */
function compareFiles(
  { files, proposed }: VersionGroup,
  { reports }: Arrival,
  directory: Directory,
  names: ReadonlyMap<string, string>,
): ComparedVersions {
  const columns = files.map((id) => new Map(driverRows(requireValue(reports, id).rows).map((row) => [row.key, row])))
  const keys = [...new Set(columns.flatMap((column) => [...column.keys()]))]
  const { source } = requireValue(reports, firstOf(files)).file
  const differing = keys.flatMap((key) => {
    const rows = columns.map((column) => column.get(key) ?? null)
    const [first] = rows
    if (rows.every((row) => row && first && row.amount === first.amount && isSame(row.measures, first.measures)))
      return []
    // oxlint-disable-next-line typescript/no-non-null-assertion -- of two files at least one has the row
    const reported = rows.find((row) => row !== null)!
    return [{ name: nameOf({ ...reported, source }, directory, names), amounts: rows.map((row) => row && row.amount) }]
  })
  return {
    files,
    proposed,
    drivers: differing.toSorted((a, b) => a.name.localeCompare(b.name, 'pt')),
    unchanged: keys.length - differing.length,
  }
}

function driverRows(rows: readonly ImportedRow[]): ImportedRow[] {
  return rows.filter(({ kind }) => kind !== 'organisation')
}

/** Our name of a driver, otherwise the one in the file. */
function nameOf(
  { keys, label, source }: Pick<ImportedRow, 'keys' | 'label'> & { source: FileSummary['source'] },
  directory: Directory,
  names: ReadonlyMap<string, string>,
): string {
  const attribution = attribute({ kind: 'activity', at: null, amount: ZERO, measures: {}, source, keys }, directory)
  return (attribution.to === 'driver' ? names.get(attribution.driverId) : undefined) ?? label
}

function reportOf({ source, kind }: FileSummary): string {
  return `${source} ${kind}`
}

type Understood = { file: FileSummary; rows: RowWalk }
/** A file that could be read, with the office's earlier answers about its rows. */
type Answered = Understood & { said: Awaited<ReturnType<typeof earlierAnswers>> }

async function previewFile(known: Known, dropped: DroppedFile, { file, rows }: Understood): Promise<ReadPreview> {
  const { on, now, week, arrival, ours, newest } = known
  const report = arrival.reports.get(dropped.id)
  const others = otherReports(arrival, dropped.id)
  const doubts = report ? await findDoubts({ ours, newest, week, now, report, others }, on) : []
  const answers = await earlierAnswers(file, on)
  const { effect, known: knownKeys } = await effectOf(known, dropped, { file, rows, said: answers })
  return {
    source: file.source,
    kind: file.kind,
    account: file.account,
    language: file.language,
    period: file.period,
    week: mainWeek(file),
    weeks: weeksOf(file),
    rows: file.dataRows,
    warnings: file.warnings,
    strange: doubts.filter(({ code }) => code !== 'week-of-page' || dropped.saidWeek === null),
    ...(await sumByOwner(known, { file, rows, said: answers }, knownKeys)),
    closed: weeksOf(file)
      .toSorted()
      .flatMap((weekOfFile) => {
        const count = known.closed.get(weekOfFile)
        return count === undefined ? [] : [{ week: weekOfFile, count }]
      }),
    effect,
    undoneAt: known.imports.get(dropped.sha256)?.undoneAt ?? null,
  }
}

/**
 * Finds the owners of rows by current keys and assignments, and sums the rows. Rows in `known` count already, so they
 * add nothing.
 */
async function sumByOwner(
  { directory }: Known,
  { file, rows, said: { isPrintedTwice, saidOf } }: Answered,
  known: ReadonlySet<string>,
): Promise<Pick<ReadPreview, 'drivers' | 'movements' | 'amount' | 'unmatched' | 'totals'>> {
  const drivers = new Set<string>()
  const keys = new Map<string, { key: SourceKey; label: string; count: number; total: number }>()
  const { source } = file
  let movements = 0
  let amount = 0
  let transferred = 0
  for await (const batch of rows()) {
    for (const row of batch) {
      const answer = saidOf(row)
      // Rows that are printed twice, known or answered as not counting are stored, but do not count.
      if (isPrintedTwice(row) || known.has(keyInWeek(row)) || answer === 'nothing') continue
      amount += row.amount
      if (row.kind === 'organisation' && file.kind === 'payments_driver')
        transferred += row.measures['bank_transfer'] ?? 0
      if (row.at !== null) movements += 1
      const attribution = attribute({ ...row, source, said: answer }, directory)
      if (attribution.to === 'driver') drivers.add(attribution.driverId)
      if (attribution.to !== 'unmatched') continue
      const name = `${attribution.key.kind} ${attribution.key.value}`
      const entry = keys.get(name) ?? { key: attribution.key, label: row.label, count: 0, total: 0 }
      keys.set(name, entry)
      entry.count += 1
      entry.total += row.amount
    }
  }
  const all = [...keys.values()].map((asked) => ({ ...asked, total: cents(asked.total) }))
  return {
    drivers: drivers.size,
    totals: withTransfer(file.totals, transferred),
    movements,
    amount: cents(amount),
    unmatched: {
      count: all.reduce((count, key) => count + key.count, 0),
      total: sum(all.map(({ total }) => total)),
      keys: all,
    },
  }
}

/** Number of approved statements in each week; weeks without one are left out. */
async function countClosed(weeks: readonly Week[], on: Kysely<DB>): Promise<Known['closed']> {
  const counted = await on
    .selectFrom('settlements')
    .select(['week', ({ fn }) => fn.countAll<number>().as('count')])
    .where('week', '=', sql<string>`any(${[...new Set(weeks)]}::date[])`)
    .where('state', 'not in', ['void', 'issued'])
    .groupBy('week')
    .execute()
  return new Map(counted.map(({ week, count }) => [week as Week, Number(count)]))
}

/** The effect of importing a file; for movements of which some are new, also the keys of the known ones. */
async function effectOf(
  known: Known,
  dropped: DroppedFile,
  { file, rows, said }: Answered,
): Promise<{ effect: Effect; known: ReadonlySet<string> }> {
  const effect = await effectOfReport(known, dropped, { file, rows })
  return effect ? { effect, known: NONE } : joinMovements(known, { file, rows, said })
}

const NONE: ReadonlySet<string> = new Set()

/** The effect of importing a file; `null` for movements of a new file, which have to be compared one by one. */
async function effectOfReport(
  known: Known,
  { name, sha256 }: DroppedFile,
  { file, rows }: Understood,
): Promise<Effect | null> {
  const imported = known.imports.get(sha256)?.counts
  if (imported) {
    const same = { importId: imported.id, at: imported.imported_at.toString() }
    const otherWeek = await otherWeekOf(imported.id, file, known.on)
    if (otherWeek) return { is: 'elsewhere', ...same, week: mainWeek(file) ?? otherWeek, found: otherWeek }
    if (!(await isReplaced(imported.id, known.on))) return { is: 'same', ...same }
    const { changes, unchanged } = await changesBy(known, { file, rows: await allRows(rows) })
    return { is: 'replaced', ...same, changes, unchanged }
  }
  const twin = known.contents.get(sha256)
  if (twin !== undefined) return { is: 'twice', name: twin }
  known.contents.set(sha256, name)

  if (isReferenceReport(file.kind)) return { is: 'reference' }
  if (!isWeeklyReport(file.kind)) return null
  const { changes, unchanged } = await changesBy(known, { file, rows: await allRows(rows) })
  return changes.length + unchanged === 0 ? { is: 'new' } : { is: 'replaces', changes, unchanged }
}

/** The change for each driver when a report replaces the version that counts; empty when no version counts. */
async function changesBy(
  { on, directory, ours, names }: Known,
  { file, rows: all }: Report,
): Promise<{ changes: Change[]; unchanged: number }> {
  const earlier = await on
    .selectFrom('import_rows')
    .select(['key', 'label', 'amount_cents', 'measures', sql<SourceKey[]>`keys`.as('keys')])
    .where(replacedBy({ file, rows: all }, ours))
    .where('kind', '<>', 'organisation')
    .execute()
  if (earlier.length === 0) return { changes: [], unchanged: 0 }

  const newByKey = new Map(driverRows(all).map((row) => [row.key, row]))
  const changes: Change[] = []
  let unchanged = 0
  for (const old of earlier) {
    const row = newByKey.get(old.key)
    newByKey.delete(old.key)
    if (row && old.amount_cents === row.amount && isSame(old.measures, row.measures)) {
      unchanged += 1
      continue
    }
    const name = nameOf({ ...(row ?? old), source: file.source }, directory, names)
    changes.push(changeOf(name, cents(old.amount_cents), row?.amount ?? null))
  }
  for (const row of newByKey.values()) {
    changes.push(changeOf(nameOf({ ...row, source: file.source }, directory, names), null, row.amount))
  }
  return { changes: changes.toSorted((a, b) => a.name.localeCompare(b.name, 'pt')), unchanged }
}

function changeOf(name: string, was: Cents | null, becomes: Cents | null): Change {
  return { name, was, becomes, difference: sum([becomes ?? ZERO, minus(was ?? ZERO)]) }
}

function isSame(stored: unknown, measures: Readonly<Record<string, number>>): boolean {
  const storedMeasures = new Map<string, unknown>(Object.entries(stored ?? {}))
  return (
    storedMeasures.size === Object.keys(measures).length &&
    Object.entries(measures).every(([name, figure]) => storedMeasures.get(name) === figure)
  )
}

async function driverNames(on: Kysely<DB>): Promise<Map<string, string>> {
  const drivers = await on.selectFrom('drivers').select(['id', 'name']).execute()
  return new Map(drivers.map(({ id, name }) => [id, name]))
}

/**
 * Finds which movements are known already. When all are, `known` is empty, so that the sums show what the file has
 * instead of nothing.
 */
async function joinMovements(
  { on, movements }: Known,
  { file, rows, said: { isPrintedTwice } }: Answered,
): Promise<{ effect: Effect; known: ReadonlySet<string> }> {
  const earlierInDrop = movements.get(reportOf(file))
  const known = new Set<string>()
  let present = 0
  let printedTwice = 0
  let count = 0
  for await (const batch of rows()) {
    const liveKeys = await listLiveKeys(on, file, batch)
    count += batch.length
    for (const row of batch) {
      const weekKey = keyInWeek(row)
      if (isPrintedTwice(row)) {
        printedTwice += 1
        continue
      }
      if (liveKeys.has(weekKey) || earlierInDrop?.has(weekKey)) {
        present += 1
        known.add(weekKey)
      }
      earlierInDrop?.add(weekKey)
    }
  }
  const added = count - present - printedTwice
  return { effect: { is: 'joins', added, present, printedTwice }, known: added === 0 ? NONE : known }
}

/** The keys, with their weeks, of the movements that count already. */
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
  return new Set(live.map(keyInWeek))
}
