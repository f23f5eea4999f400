import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import type { FileProblem, FileToRead, ImportedRow, ReadFile, Source, SourceKey } from '#domain/import.ts'
import { type Strangeness, isWeeklyReport, mainWeek, strangenessOf, weeksOf } from '#domain/imported-file.ts'
import { type Attribution, type KeyOwner, attribute } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { addKey } from '#features/keys/commands.server.ts'
import { type FileResult, readFile } from '#integrations/read-file.ts'
import { sha256 } from '#platform/hash.ts'
import { findUnmatchedRow, readDirectory, readOwnNames, replacedBy } from './queries.server.ts'

/** What became of one file of a drop. */
export type FileOutcome = {
  name: string
  status: 'imported' | 'duplicate' | 'reference' | 'refused'
  importId: number | null
  file: ReadFile | null
  refusal: { code: string; params: Readonly<Record<string, string | number>>; problems: readonly FileProblem[] } | null
  rows: readonly RowOutcome[]
  weeks: readonly Week[]
}

export type RowOutcome = { row: ImportedRow; state: 'live' | 'repeated' | 'other-week'; attribution: Attribution }

export type ImportChoices = {
  /** The week the office works on: a file of another one is refused, unless it was told to go where it belongs. */
  week?: Week
  /** The office looked and says that the file is this company's all the same. */
  acceptOtherCompany?: boolean
  /** The file goes to the week it is about, though the office works on another. */
  acceptOtherWeek?: boolean
}

/**
 * Takes in one file (a zip: each file in it). What cannot be read whole is refused whole, with every problem named,
 * and leaves nothing behind; the others go on. The same content again changes nothing.
 */
export async function importFile(deed: Deed, file: FileToRead, choices: ImportChoices = {}): Promise<FileOutcome[]> {
  const results = await readFile(file, choices.week ? { week: choices.week } : {})
  // All weeks of an archive at once: two archives with the same weeks in another order would wait for each other for ever.
  await lockWeeks(deed.tx, [...new Set(results.flatMap((result) => (result.ok ? weeksOf(result.file) : [])))])
  const outcomes: FileOutcome[] = []
  for (const result of results) outcomes.push(await importResult(deed, file, result, choices))
  return outcomes
}

/** Takes in what was read of one file, or says why not; a file that is refused leaves nothing. */
export async function importResult(
  deed: Deed,
  whole: FileToRead,
  result: FileResult,
  choices: ImportChoices,
): Promise<FileOutcome> {
  const { name, bytes } = result.member ?? whole
  if (!result.ok) return refused(name, result.code, result.params, result.problems)

  const doubts = strangenessOf(result.file, choices.week ?? null, await readOwnNames(deed.tx))
  const strange = doubts.find(({ code }) => !ACCEPTED[code](choices))
  if (strange) return refused(name, strange.code, strange.params, [], result.file)

  await lockWeeks(deed.tx, weeksOf(result.file))
  const content = sha256(bytes)
  const known = await deed.tx
    .selectFrom('imports')
    .select('id')
    .where('sha256', '=', content)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  const outcome = { name, file: result.file, refusal: null, weeks: weeksOf(result.file) }
  if (known)
    return { ...outcome, status: 'duplicate', importId: known.id, rows: await judge(deed.tx, result.file, new Set()) }

  await keepFile(deed.tx, bytes, result.file.encoding === 'xlsx' ? XLSX : 'text/csv')
  const importId = await writeImport(deed, name, content, result.file)
  await replaceEarlier(deed.tx, importId, result.file)
  const repeated = await writeRows(deed.tx, importId, result.file)
  deed.note({
    subject: `import:${importId}`,
    after: { name, source: result.file.source, kind: result.file.kind, rows: result.file.dataRows },
  })

  return {
    ...outcome,
    status: result.file.kind === 'payments_order' ? 'reference' : 'imported',
    importId,
    rows: await judge(deed.tx, result.file, repeated),
  }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function refused(
  name: string,
  code: string,
  params: Readonly<Record<string, string | number>>,
  problems: readonly FileProblem[],
  file: ReadFile | null = null,
): FileOutcome {
  return {
    name,
    status: 'refused',
    importId: null,
    file,
    refusal: { code, params, problems },
    rows: [],
    weeks: file ? weeksOf(file) : [],
  }
}

const ACCEPTED: Record<Strangeness['code'], (choices: ImportChoices) => boolean> = {
  'other-week': ({ acceptOtherWeek }) => acceptOtherWeek === true,
  'other-company': ({ acceptOtherCompany }) => acceptOtherCompany === true,
}

/** One at a time per week: an import never runs beside the approval of the same week. */
export async function lockWeeks(tx: Tx, weeks: readonly Week[]) {
  for (const week of weeks.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext('week'), hashtext(${week}))`.execute(tx)
}

async function writeImport(deed: Deed, name: string, content: string, file: ReadFile): Promise<number> {
  const { id } = await deed.tx
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
      imported_at: deed.now.toString(),
      imported_by: deed.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The rows an earlier version of a weekly report left behind stop counting. */
async function replaceEarlier(tx: Tx, importId: number, file: ReadFile) {
  if (!isWeeklyReport(file.kind)) return
  await tx
    .updateTable('import_rows')
    .set({ state: 'replaced', replaced_by: importId })
    .where(replacedBy(file))
    .where('import_id', '<>', importId)
    .execute()
}

const BATCH = 5_000

/** Writes the rows in batches; answers the keys that count already from another file. */
async function writeRows(tx: Tx, importId: number, file: ReadFile): Promise<Set<string>> {
  const account = isWeeklyReport(file.kind) ? file.account : ''
  const repeated = new Set<string>()
  // A million rows into new weeks: asked once, for the planner knows nothing yet of what this transaction writes.
  const mayRepeat = await hasLive(tx, file, account)
  for (let start = 0; start < file.rows.length; start += BATCH) {
    const batch = file.rows.slice(start, start + BATCH)
    const written = await sql<{ key: string; week: string }>`
      with written as (insert into import_rows (import_id, line, source, report, account, kind, key, week, at, amount_cents, label, measures, facts, keys, original, state)
      select ${importId}, n.line, ${file.source}, ${file.kind}, ${account}, n.kind, n.key, n.week, n.at, n.amount, n.label, n.measures, n.facts, n.keys, n.original,
        case when ${mayRepeat}::boolean and exists (select 1 from import_rows live where live.state = 'live' and live.source = ${file.source} and live.report = ${file.kind}
          and live.account = ${account} and live.week = n.week and live.key = n.key) then 'repeated' else 'live' end
      from unnest(${batch.map((row) => row.line)}::int[], ${batch.map((row) => row.kind)}::text[], ${batch.map((row) => row.key)}::text[],
        ${batch.map((row) => row.week)}::date[], ${batch.map((row) => row.at?.toString() ?? null)}::timestamptz[],
        ${batch.map((row) => row.amount)}::bigint[], ${batch.map((row) => row.label)}::text[],
        ${batch.map((row) => JSON.stringify(row.measures))}::jsonb[], ${batch.map((row) => JSON.stringify(row.facts))}::jsonb[],
        ${batch.map((row) => JSON.stringify(row.keys))}::jsonb[], ${batch.map((row) => row.original)}::text[])
        as n(line, kind, key, week, at, amount, label, measures, facts, keys, original)
      returning key, week, state)
      select key, week from written where state = 'repeated'`.execute(tx)
    for (const { key, week } of written.rows) repeated.add(`${week} ${key}`)
  }
  return repeated
}

/** Whether any row of the same report counts already in one of the file's weeks. */
async function hasLive(tx: Tx, file: ReadFile, account: string): Promise<boolean> {
  const found = await tx
    .selectFrom('import_rows')
    .select('id')
    .where('state', '=', 'live')
    .where('source', '=', file.source)
    .where('report', '=', file.kind)
    .where('account', '=', account)
    .where('week', '=', sql<string>`any(${weeksOf(file)}::date[])`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Says of every row whose it is now, and whether it counts. */
async function judge(tx: Tx, file: ReadFile, repeated: ReadonlySet<string>): Promise<RowOutcome[]> {
  const directory = await readDirectory(tx)
  const main = mainWeek(file)
  return file.rows.map((row) => ({
    row,
    state: repeated.has(`${row.week} ${row.key}`) ? 'repeated' : row.week === main ? 'live' : 'other-week',
    attribution: attribute({ ...row, source: file.source }, directory),
  }))
}

/** Answers a question of the unmatched queue, for ever: this key is this driver, this car, or the company's own. */
export async function rememberKey(deed: Deed, source: Source, key: SourceKey, owner: KeyOwner): Promise<void> {
  await addKey(deed, source, key, owner)
}

/** The same, for the name under which a row asks. Refuses `record.not-found` when the row has an owner by now. */
export async function answerRow(deed: Deed, rowId: string, owner: KeyOwner): Promise<void> {
  const found = await findUnmatchedRow(rowId, deed.tx)
  if (!found || found.attribution.reason === 'no-driver-at-that-time') throw new Refusal('record.not-found')
  await rememberKey(deed, found.row.source, found.attribution.key, owner)
}
