import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import type { FileProblem, FileSummary, ImportedRow, Source, SourceKey } from '#domain/import.ts'
import { type ImportTally, tallyOf } from '#domain/import-tally.ts'
import {
  type FileDoubt,
  isReferenceReport,
  isWeeklyReport,
  mainWeek,
  newNames,
  weeksOf,
} from '#domain/imported-file.ts'
import { type KeyOwner, attribute } from '#domain/matching.ts'
import type { OnProgress } from '#domain/progress.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { rememberOwnNames } from '#features/company/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { addKey } from '#features/fleet/keys/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { proveBooks } from '#features/system/invariants/jobs.ts'
import { listProfileSetups } from '#features/imports/profiles/queries.server.ts'
import type { ReadableFile, RowWalk } from '#integrations/format.ts'
import { type FileResult, readInWorker } from '#integrations/worker/read-in-worker.ts'
import { sha256Of, sourceOf } from '#platform/bytes.ts'
import {
  type Report,
  allRows,
  findDoubts,
  findImport,
  findReport,
  isReplaced,
  readOwnNames,
  replacedBy,
  accountOf,
  keyInWeek,
  earlierAnswers,
  otherWeekOf,
} from './queries.server.ts'
import { findUnmatchedRow, readDirectory } from '#features/imports/owners/queries.server.ts'

/** The outcome of importing one file. */
export type FileOutcome = {
  name: string
  status: 'imported' | 'duplicate' | 'reference' | 'refused'
  importId: number | null
  file: FileSummary | null
  refusal: { code: string; params: Readonly<Record<string, string | number>>; problems: readonly FileProblem[] } | null
  /** The counts of the file's rows; `null` for a refused file. */
  tally: ImportTally | null
  weeks: readonly Week[]
  /** Whether the file was imported before, and another version of it counts now. */
  isReplaced?: boolean
}

export type ImportChoices = {
  /** The week that the page shows: a file of another week is refused unless `acceptOtherWeek` is set. */
  week?: Week
  /** The office confirms that the file is this company's; the names in it are saved. */
  acceptOtherCompany?: boolean
  /** The file goes to its own week, even if the page shows another. */
  acceptOtherWeek?: boolean
  /** A file without a week gets the one that the page shows. */
  acceptWeekOfPage?: boolean
  /** The file may be of a week long before the newest. */
  acceptLongAgo?: boolean
  /** The file may have rows of a week that has not begun. */
  acceptNotBegun?: boolean
  /** The office confirms that two weeks have the same figures for every driver by chance. */
  acceptSameFigures?: boolean
  /** A file that was imported before counts again, instead of the version that replaced it. */
  countAgain?: boolean
  /** The reports that are imported together with it. */
  others?: readonly Report[]
  /** Gets the progress. If it throws, the import stops and leaves nothing. */
  onProgress?: OnProgress
}

/**
 * Imports one file, or each file in a zip. A file that cannot be read completely is refused as a whole, with every
 * problem named, and leaves nothing; the others are imported. The same content again changes nothing.
 */
export async function importFile(
  change: Change,
  file: ReadableFile,
  choices: ImportChoices = {},
): Promise<FileOutcome[]> {
  const reading = readingProgress(sourceOf(file).size, choices.onProgress)
  const results = await readInWorker(file, {
    ...(choices.week ? { week: choices.week } : {}),
    listSetups: await listProfileSetups(change.tx),
    organisations: (await readOwnNames(change.tx))?.uberOrganisations ?? [],
    onBytes: reading.see,
  })
  reading.end()
  // Lock all weeks of an archive at once: otherwise two archives with the same weeks in another order would block
  // each other.
  await lockWeeks(change.tx, [...new Set(results.flatMap((result) => (result.ok ? weeksOf(result.file) : [])))])
  const outcomes: FileOutcome[] = []
  for (const result of results) outcomes.push(await importResult(change, file, result, choices))
  return outcomes
}

/** Number of passes over a long file until its rows are known: for its kind, encoding, lines, styles, and rows. */
const WALKS = 5

/**
 * Turns the number of bytes read into the progress of reading. Stops when reading has ended, because rows are read
 * again while they are written.
 */
export function readingProgress(
  size: number,
  onProgress: OnProgress = () => {},
): { see: (bytes: number) => void; end: () => void } {
  const total = size * WALKS
  let done = 0
  let hasEnded = false
  return {
    see: (bytes) => {
      done += bytes
      if (!hasEnded) onProgress({ stage: 'reading', done: Math.min(done, total), of: total })
    },
    end: () => {
      hasEnded = true
    },
  }
}

/** Imports one file that was read, or returns why it is refused; a refused file leaves nothing. */
export async function importResult(
  change: Change,
  whole: ReadableFile,
  result: FileResult,
  choices: ImportChoices,
): Promise<FileOutcome> {
  const { name } = result.member ?? whole
  if (!result.ok) return refusedFile(name, result.code, result.params, result.problems)
  const { file, rows } = result

  await lockWeeks(change.tx, weeksOf(file))
  const bytes = sourceOf(result.member ?? whole)
  const content = await sha256Of(bytes)
  const known = await findImport(content, change.tx)
  const otherWeek = known && (await otherWeekOf(known.id, file, change.tx))
  if (otherWeek)
    return refusedFile(name, 'counts-elsewhere', { week: mainWeek(file) ?? otherWeek, found: otherWeek }, [], file)
  const outcome = { name, file, refusal: null, weeks: weeksOf(file) }
  if (known && choices.countAgain && (await isReplaced(known.id, change.tx))) {
    await countAgain(change, known.id)
    const tally = await walkRows(change.tx, file, rows, null, choices.onProgress)
    return { ...outcome, status: 'imported', importId: known.id, tally }
  }
  if (known) {
    const tally = await walkRows(change.tx, file, rows, null, choices.onProgress)
    return {
      ...outcome,
      status: 'duplicate',
      importId: known.id,
      tally,
      isReplaced: await isReplaced(known.id, change.tx),
    }
  }

  const report = { file, rows: isWeeklyReport(file.kind) ? await allRows(rows) : [] }
  const ownNames = await readOwnNames(change.tx)
  const doubts = await findDoubts(
    { ours: ownNames, week: choices.week ?? null, now: change.now, report, others: choices.others ?? [] },
    change.tx,
  )
  const unaccepted = doubts.find(({ code }) => !ACCEPTED[code](choices))
  // If the same content was imported for another week since the first look, the figures are the same because the
  // content is. Start again, so that it is found.
  if (unaccepted?.code === 'same-figures' && (await findImport(content, change.tx)))
    return importResult(change, whole, result, choices)
  if (unaccepted) return refusedFile(name, unaccepted.code, unaccepted.params, [], file)
  const names = ownNames && newNames(file, ownNames)

  await saveFile(change.tx, bytes, file.encoding === 'xlsx' ? XLSX : 'text/csv')
  // Store with the import the names that it made us save, so that undoing the import removes them.
  const answered = doubts.map((doubt) =>
    names && doubt.code === 'other-company' ? { ...doubt, remembered: names } : doubt,
  )
  const importId = await writeImport(change, name, content, file, answered)
  // If the same content was imported for another week at this moment, start again, so that it is found.
  if (importId === null) return importResult(change, whole, result, choices)
  if (names) await rememberOwnNames(change, names)
  if (isWeeklyReport(file.kind)) await replaceEarlier(change.tx, importId, report)
  const tally = await walkRows(change.tx, file, rows, importId, choices.onProgress)
  change.note({
    subject: `import:${importId}`,
    after: { name, source: file.source, kind: file.kind, rows: file.dataRows },
  })
  await order(change.tx, proveBooks, {}, proveBooks.name)
  return { ...outcome, status: isReferenceReport(file.kind) ? 'reference' : 'imported', importId, tally }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The outcome of a refused file, which leaves nothing. */
export function refusedFile(
  name: string,
  code: string,
  params: Readonly<Record<string, string | number>>,
  problems: readonly FileProblem[],
  file: FileSummary | null = null,
): FileOutcome {
  return {
    name,
    status: 'refused',
    importId: null,
    file,
    refusal: { code, params, problems },
    tally: null,
    weeks: file ? weeksOf(file) : [],
  }
}

const ACCEPTED: Record<FileDoubt['code'], (choices: ImportChoices) => boolean> = {
  'other-week': ({ acceptOtherWeek }) => acceptOtherWeek === true,
  'other-company': ({ acceptOtherCompany }) => acceptOtherCompany === true,
  'week-of-page': ({ acceptWeekOfPage }) => acceptWeekOfPage === true,
  'long-ago': ({ acceptLongAgo }) => acceptLongAgo === true,
  'not-begun': ({ acceptNotBegun }) => acceptNotBegun === true,
  'same-figures': ({ acceptSameFigures }) => acceptSameFigures === true,
}

/** Saves a new import; `null` when somebody else imported the same content meanwhile. */
async function writeImport(
  change: Change,
  name: string,
  content: string,
  file: FileSummary,
  doubts: readonly FileDoubt[],
): Promise<number | null> {
  const written = await change.tx
    .insertInto('imports')
    .values({
      sha256: content,
      name,
      source: file.source,
      kind: file.kind,
      account: file.account,
      language: file.language,
      columns: [...file.columns],
      header_line: file.headerLine,
      period_from: file.period?.from ?? null,
      period_to: file.period?.to ?? null,
      data_rows: file.dataRows,
      totals: JSON.stringify(file.totals),
      warnings: JSON.stringify(file.warnings),
      doubts: JSON.stringify(doubts),
      profile_version: file.profile ?? null,
      imported_at: change.now.toString(),
      imported_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id ?? null
}

/** Stops counting the rows of earlier versions of a weekly report. */
async function replaceEarlier(tx: Tx, importId: number, report: Report) {
  await tx
    .updateTable('import_rows')
    .set({ state: 'replaced', replaced_by: importId })
    .where(replacedBy(report, await readOwnNames(tx)))
    .where('import_id', '<>', importId)
    .execute()
}

/**
 * Makes a version of a weekly report count again instead of the current one, which may later count again in the same
 * way. Refuses `record.not-found`, `import.undone`, and `import.counting` when no row of it was replaced.
 */
export async function countAgain(change: Change, importId: number): Promise<void> {
  const report = await findReport(importId, change.tx)
  if (!report) throw new Refusal('record.not-found')
  if (report.undoneAt) throw new Refusal('import.undone')
  await lockWeeks(change.tx, weeksOf(report.file))
  await replaceEarlier(change.tx, importId, report)
  const revived = await change.tx
    .updateTable('import_rows')
    .set({ state: 'live', replaced_by: null })
    .where('import_id', '=', importId)
    .where('state', '=', 'replaced')
    .returning('id')
    .execute()
  if (revived.length === 0) throw new Refusal('import.counting')
  change.note({ subject: `import:${importId}`, after: { counted: revived.length } })
  await order(change.tx, proveBooks, {}, proveBooks.name)
}

/**
 * Finds the owner of every row and, with an `importId`, saves the row. Reads the next batch while the database writes
 * the one before.
 */
async function walkRows(
  tx: Tx,
  file: FileSummary,
  rows: RowWalk,
  importId: number | null,
  onProgress: OnProgress = () => {},
): Promise<ImportTally> {
  const [directory, { isPrintedTwice }] = await Promise.all([readDirectory(tx), earlierAnswers(file, tx)])
  const tally = tallyOf(file, mainWeek(file))
  let done = 0
  let writing: Promise<void> = Promise.resolve()
  const take = async (batch: readonly ImportedRow[]) => {
    const printedTwice = batch.filter(isPrintedTwice)
    const single = printedTwice.length === 0 ? batch : batch.filter((row) => !isPrintedTwice(row))
    const repeated = importId === null ? NONE : await writeRows(tx, importId, file, single)
    if (importId !== null && printedTwice.length > 0)
      await insertRows(importId, file, printedTwice, 'duplicate').execute(tx)
    for (const row of batch) {
      const isRepeated = isPrintedTwice(row) || repeated.has(keyInWeek(row))
      tally.add(row, attribute({ ...row, source: file.source }, directory), isRepeated)
    }
    done += batch.length
    onProgress({ stage: 'writing', done, of: file.dataRows })
  }
  try {
    for await (const batch of batches(rows())) {
      await writing
      writing = take(batch)
      // The error of this batch is thrown when the next batch waits for it.
      writing.catch(() => {})
    }
  } finally {
    await Promise.allSettled([writing])
  }
  await writing
  return tally.result()
}

const NONE: ReadonlySet<string> = new Set()

/** Number of rows sent to the database at once. */
const BATCH = 1_000

async function* batches(walk: AsyncIterable<readonly ImportedRow[]>): AsyncGenerator<ImportedRow[]> {
  let batch: ImportedRow[] = []
  for await (const rows of walk) {
    for (const row of rows) {
      batch.push(row)
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Saves rows; returns the keys of those that another file already counts. */
async function writeRows(
  tx: Tx,
  importId: number,
  file: FileSummary,
  rows: readonly ImportedRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return NONE
  const { rows: live } = await insertRows(importId, file, rows, 'live').execute(tx)
  if (firstOf(live).count === rows.length) return NONE

  const written = await tx
    .selectFrom('import_rows')
    .select(['week', 'key'])
    .where('import_id', '=', importId)
    .where('line', '>=', Math.min(...rows.map(({ line }) => line)))
    .where('line', '<=', Math.max(...rows.map(({ line }) => line)))
    .execute()
  const counted = new Set(written.map(keyInWeek))
  const repeated = rows.filter((row) => !counted.has(keyInWeek(row)))
  await insertRows(importId, file, repeated, 'repeated').execute(tx)
  return new Set(repeated.map(keyInWeek))
}

/** Inserts rows and counts them; skips live ones whose movement counts already. */
function insertRows(
  importId: number,
  file: FileSummary,
  rows: readonly ImportedRow[],
  state: 'live' | 'repeated' | 'duplicate',
) {
  const keys = rows.map((row) => JSON.stringify(row.keys))
  return sql<{ count: number }>`
    with written as (
      insert into import_rows (import_id, line, source, report, account, kind, key, week, at, amount_cents, label, measures, facts, keys, original, state, repeats_line)
      select ${importId}, n.line, ${file.source}, ${file.kind}, ${accountOf(file)}, n.kind, n.key, n.week, n.at, n.amount, n.label, n.measures, n.facts, n.keys, n.original, ${state}, n.repeats
      from unnest(${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.key)}::text[],
        ${rows.map((row) => row.week)}::date[], ${rows.map((row) => row.at?.toString() ?? null)}::timestamptz[],
        ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.label)}::text[],
        ${rows.map((row) => JSON.stringify(row.measures))}::jsonb[], ${rows.map((row) => JSON.stringify(row.facts))}::jsonb[],
        ${keys}::jsonb[], ${rows.map((row) => row.original)}::text[], ${rows.map((row) => row.repeats ?? null)}::int[])
        as n(line, kind, key, week, at, amount, label, measures, facts, keys, original, repeats)
      on conflict (source, report, account, week, key) where state = 'live' do nothing
      returning 1)
    select count(*) as count from written`
}

/**
 * Answers a question about unmatched rows permanently: this key is this driver, this car, or the company's own. A
 * person's name can only be the company's in lines without money (`attribute`).
 */
export async function rememberKey(change: Change, source: Source, key: SourceKey, owner: KeyOwner): Promise<void> {
  await addKey(change, source, key, owner, { isAnswer: true })
}

/**
 * Answers the question about one row, by the name that it asks about. Refuses `record.not-found` when the row has an
 * owner by now.
 */
export async function answerRow(change: Change, rowId: string, owner: KeyOwner): Promise<void> {
  const found = await findUnmatchedRow(rowId, change.tx)
  if (!found || found.attribution.reason === 'no-driver-at-that-time') throw new Refusal('record.not-found')
  await rememberKey(change, found.row.source, found.attribution.key, owner)
}

/** SQL condition that the row has a key that was answered `twice` with this press. */
const OF_PRESS = (press: string) => sql<boolean>`exists (select from row_answers answer where answer.press = ${press}
  and answer.says = 'twice' and answer.source = import_rows.source and answer.report = import_rows.report
  and answer.account = import_rows.account and answer.week = import_rows.week and answer.key = import_rows.key)`

/** SQL condition that another row of the same movement counts. */
const COUNTS_ELSEWHERE = sql<boolean>`exists (select from import_rows other where other.state = 'live' and other.id <> import_rows.id
  and other.source = import_rows.source and other.report = import_rows.report and other.account = import_rows.account
  and other.week = import_rows.week and other.key = import_rows.key)`

/**
 * Counts rows that repeat others as movements of their own, because they were answered so: the first row of each key
 * counts, and further rows of the same movement repeat it.
 */
export async function countTwice(tx: Tx, press: string): Promise<void> {
  await sql`update import_rows set state = case when place.first = import_rows.id and not ${COUNTS_ELSEWHERE} then 'live' else 'repeated' end
    from (select id, min(id) over (partition by source, report, account, week, key) as first from import_rows
      where state = 'duplicate' and ${OF_PRESS(press)}) place where place.id = import_rows.id`.execute(tx)
}

/**
 * Undoes `countTwice`: the rows do not count any more; a movement that another file has on its own continues to count
 * from there.
 */
export async function countOnce(tx: Tx, press: string): Promise<void> {
  await sql`update import_rows set state = 'duplicate'
    where repeats_line is not null and state in ('live', 'repeated') and ${OF_PRESS(press)}`.execute(tx)
  await sql`update import_rows set state = 'live' where id in (
    select min(id) from import_rows where state = 'repeated' and ${OF_PRESS(press)} and not ${COUNTS_ELSEWHERE}
    group by source, report, account, week, key)`.execute(tx)
}
