import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { FileSummary, ImportedRow, SourceKey } from '#domain/import.ts'
import { type OwnNames, isWeeklyReport, mainWeek, strangenessOf, weeksOf } from '#domain/imported-file.ts'
import { type Directory, attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { type Week, ZONE } from '#domain/week.ts'
import { readDrop } from '#features/drops/queries.server.ts'
import { readDirectory, readOwnNames, replacedBy } from '#features/imports/queries.server.ts'
import type { RowWalk } from '#integrations/format.ts'
import { type ByteSource, sha256Of } from '#platform/bytes.ts'
import type { Change, DropPreview, Effect, PreviewFile, ReadPreview } from './schema.ts'

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
      // Printed twice: kept, and not counted.
      if (row.repeats !== undefined) continue
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

/** Statements of each week that nothing changes any more; weeks without any are left out. */
async function closedIn(on: Kysely<DB>, weeks: readonly Week[]): Promise<ReadPreview['closed']> {
  const counted = await on
    .selectFrom('settlements')
    .select(['week', ({ fn }) => fn.countAll<number>().as('count')])
    .where('week', '=', sql<string>`any(${[...weeks]}::date[])`)
    .where('state', 'not in', ['void', 'issued'])
    .groupBy('week')
    .orderBy('week')
    .execute()
  return counted.map(({ week, count }) => ({ week: week as Week, count: Number(count) }))
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
    for (const { week, key, repeats } of batch) {
      const name = `${week} ${key}`
      if (repeats !== undefined || there.has(name) || before?.has(name)) present += 1
      if (repeats !== undefined) continue
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
