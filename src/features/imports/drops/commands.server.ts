import { inTransaction } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { mainWeek, weeksOf } from '#domain/imported-file.ts'
import type { OnProgress } from '#domain/progress.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { type FileOutcome, importResult, readingProgress, refusedFile } from '#features/imports/commands.server.ts'
import { listImportsOf, readOwnNames } from '#features/imports/queries.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { saveRefusedFiles, noteReading } from '#features/imports/refused-files/commands.server.ts'
import { listRefusedToSetUp } from '#features/imports/refused-files/queries.server.ts'
import { startRun } from '#features/runs/commands.server.ts'
import type { ReadableFile } from '#integrations/format.ts'
import { sourceOf } from '#platform/bytes.ts'
import { importLongDrop } from './jobs.ts'
import { type Drop, readArrival, readDrop, otherReports, sizeOfDrop } from './queries.server.ts'
import { DROP_KEPT_DAYS, DROP_LIMITS, type DropChoices } from './schema.ts'

/**
 * Saves dropped files, so that somebody looks at them before the import; returns the drop's id. Notes unreadable
 * files as refused, but those of a long drop only at the import. Refuses `drop.empty`, `drop.too-many` and
 * `drop.too-large`.
 */
export async function saveDrop(change: Change, files: readonly ReadableFile[], week: Week | null): Promise<string> {
  if (files.length === 0) throw new Refusal('drop.empty')
  if (files.length > DROP_LIMITS.files)
    throw new Refusal('drop.too-many', { count: files.length, most: DROP_LIMITS.files })
  const tooLarge = files.find((file) => sourceOf(file).size > DROP_LIMITS.bytes)
  if (tooLarge) throw new Refusal('drop.too-large', { name: tooLarge.name })

  const { id } = await change.tx
    .insertInto('drops')
    .values({ week, created_at: change.now.toString(), created_by: change.actor.uid })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [ordinal, file] of files.entries()) {
    const hash = await saveFile(change.tx, file.bytes, 'application/octet-stream')
    await change.tx.insertInto('drop_files').values({ drop_id: id, ordinal, name: file.name, sha256: hash }).execute()
  }
  // Note unreadable files now, whether or not the rest is imported.
  const size = files.reduce((all, file) => all + sourceOf(file).size, 0)
  if (size <= DROP_LIMITS.atOnce) await saveRefusedOf(change, await readDrop(id, change.tx))
  change.note({ subject: `drop:${id}`, after: { files: files.map(({ name }) => name) } })
  return id
}

/**
 * The result of a drop: how many files and rows were imported, how many files were imported before (`same`), how many
 * were refused, and the weeks. `first` is the id of the first import: by it the
 * whole drop can be undone.
 */
export type DropResult = {
  files: number
  rows: number
  same: number
  refused: number
  first: number | null
  weeks: Week[]
}

/**
 * Imports a drop immediately, or orders a run when its files are long. Returns the result, or the run that will have
 * it. Refuses `record.not-found`.
 */
export async function takeDrop(
  change: Change,
  id: string,
  choices: DropChoices,
): Promise<{ brought: DropResult } | { run: string }> {
  if ((await sizeOfDrop(id, change.tx)) <= DROP_LIMITS.atOnce) {
    return { brought: dropResultOf(await importDrop(change, id, choices)) }
  }
  const run = await startRun(change, {
    kind: 'drop-import',
    subject: id,
    input: JSON.parse(JSON.stringify(choices)),
    job: importLongDrop,
  })
  change.note({ subject: `drop:${id}` })
  return { run }
}

/**
 * Imports a drop: each file that can be read, raises no unanswered doubt and was not left out; of several versions of
 * a report only the chosen one. Refuses the other files, which leave nothing. The order of files makes no difference.
 * Refuses `record.not-found`.
 */
export async function importDrop(
  change: Change,
  id: string,
  { accept, ours, leave, versions }: DropChoices,
  onProgress?: OnProgress,
): Promise<FileOutcome[]> {
  await change.tx.selectFrom('drops').select('id').where('id', '=', id).forUpdate().execute()
  const reading = readingProgress(await sizeOfDrop(id, change.tx), onProgress)
  const drop = await readDrop(id, change.tx, reading.see)
  reading.end()

  // Lock all weeks at once and in order, so that two drops never block each other.
  const weeks = drop.files.flatMap(({ result }) => (result.ok ? weeksOf(result.file) : []))
  await lockWeeks(change.tx, [...new Set(weeks)])

  const included = drop.files.filter((file) => !leave.includes(file.id))
  const before = {
    ours: await readOwnNames(change.tx),
    imports: await listImportsOf(
      included.map(({ sha256 }) => sha256),
      change.tx,
    ),
  }
  const { versions: groups } = await readArrival(included, before)
  const unchosen = new Set(groups.flatMap(({ files }) => files.filter((file) => !isChosen(files, file, versions))))
  const undecided = new Set(
    groups.filter(({ files }) => files.every((file) => unchosen.has(file))).flatMap(({ files }) => files),
  )
  const coming = included.filter((file) => !unchosen.has(file.id))
  const arrival = await readArrival(coming, before)

  const outcomes: FileOutcome[] = []
  // Import files first that were confirmed as the company's own, so that another file of the same company raises no
  // question, wherever it is in the drop.
  for (const file of included.toSorted((a, b) => Number(ours.includes(b.id)) - Number(ours.includes(a.id)))) {
    if (undecided.has(file.id)) outcomes.push(refusedFile(file.name, 'several-versions', {}, []))
    if (unchosen.has(file.id)) continue
    const isAccepted = accept.includes(file.id)
    const choices = {
      ...(drop.week ? { week: drop.week } : {}),
      acceptOtherCompany: ours.includes(file.id),
      acceptOtherWeek: isAccepted,
      acceptWeekOfPage: isAccepted || file.saidWeek !== null,
      acceptLongAgo: isAccepted,
      acceptNotBegun: isAccepted,
      acceptSameFigures: isAccepted,
      others: otherReports(arrival, file.id),
      ...(onProgress ? { onProgress } : {}),
    }
    outcomes.push(await importResult(change, file.whole, file.result, choices))
  }
  await saveRefusedOf(change, drop)
  await change.tx
    .updateTable('drops')
    .set({ imported_at: change.now.toString() })
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .execute()
  return outcomes
}

/** Sets the week of a file whose name and content have none; an archive gets one week as a whole. Refuses `record.not-found`. */
export async function setFileWeek(change: Change, drop: string, file: string, week: Week): Promise<void> {
  const [ordinal = ''] = file.split('-')
  const answer = await change.tx
    .updateTable('drop_files')
    .set({ week })
    .where('drop_id', '=', readRecordId(drop))
    .where('ordinal', '=', /^\d{1,4}$/.test(ordinal) ? Number(ordinal) : -1)
    .returning('name')
    .executeTakeFirst()
  if (!answer) throw new Refusal('record.not-found')
  change.note({ subject: `drop:${drop}`, after: { name: answer.name, week } })
}

async function saveRefusedOf(change: Change, { id, week, files }: Drop): Promise<void> {
  const unread = files.flatMap(({ id: file, name, sha256, saidWeek, result }) =>
    result.ok ? [] : [{ id: file, name, sha256, week: saidWeek ?? week, refusal: result }],
  )
  await saveRefusedFiles(change, id, unread)
}

/** Whether exactly one of the versions was chosen, and it is this one. */
function isChosen(files: readonly string[], file: string, chosen: readonly string[]): boolean {
  return files.filter((name) => chosen.includes(name)).length === 1 && chosen.includes(file)
}

/** Deletes a drop that nobody needs any more. Refuses `record.not-found`, also when it was imported. */
export async function forgetDrop(change: Change, id: string): Promise<void> {
  const row = await change.tx
    .selectFrom('drops')
    .select('id')
    .where('id', '=', readRecordId(id))
    .where('imported_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const names = await forgetAll(change.tx, [id])
  change.note({ subject: `drop:${id}`, before: { files: names } })
}

/** Deletes drops that were not imported in time, with the bytes to which no other record refers; returns how many. */
export async function purgeDrops(now: Temporal.Instant): Promise<number> {
  return inTransaction(async (tx) => {
    const over = await tx
      .selectFrom('drops')
      .select('id')
      .where('imported_at', 'is', null)
      .where('created_at', '<', now.subtract({ hours: 24 * DROP_KEPT_DAYS }))
      // Skip a drop that is being imported at this moment: its import has locked it.
      .forUpdate()
      .skipLocked()
      .execute()
    if (over.length === 0) return 0
    await forgetAll(
      tx,
      over.map(({ id }) => id),
    )
    return over.length
  })
}

/** Maximum number of waiting files that are read again; older ones are read when somebody opens their drop. */
const READ_AGAIN = 100

/**
 * Reads the refused files that wait in any drop again, because a list was set up that may read them. A file that it
 * can read is offered for import; for a file with an unreadable line, that line is noted.
 */
export async function readAllRefusedAgain(): Promise<void> {
  const byDrop = Map.groupBy(await listRefusedToSetUp(READ_AGAIN), ({ drop }) => drop ?? '')
  for (const [id, refusedFiles] of byDrop) {
    const { files } = await readDrop(id)
    for (const { id: refused, dropFile } of refusedFiles) {
      const result = files.find((file) => file.id === dropFile)?.result
      if (!result) continue
      if (!result.ok) await inTransaction((tx) => noteReading(tx, refused, result))
      else if (result.file.profile !== undefined) {
        const { profile } = result.file
        await inTransaction((tx) => noteReading(tx, refused, { profile }))
      }
    }
  }
}

/** Deletes drops, and returns the names of their files. */
async function forgetAll(tx: Change['tx'], ids: readonly string[]): Promise<string[]> {
  const files = await tx.deleteFrom('drop_files').where('drop_id', 'in', ids).returning(['name', 'sha256']).execute()
  await tx.deleteFrom('drops').where('id', 'in', ids).execute()
  for (const file of new Set(files.map(({ sha256 }) => sha256))) await order(tx, forgetFile, { sha256: file })
  return files.map(({ name }) => name)
}

/** Sums up the outcomes of a drop's files. */
export function dropResultOf(outcomes: readonly FileOutcome[]): DropResult {
  const imported = outcomes.filter(({ status }) => status === 'imported' || status === 'reference')
  const weeks = outcomes.flatMap(({ file, status }) => (file && status !== 'refused' ? [mainWeek(file)] : []))
  return {
    files: imported.length,
    rows: imported.reduce((rows, { file }) => rows + (file?.dataRows ?? 0), 0),
    same: outcomes.filter(({ status }) => status === 'duplicate').length,
    refused: outcomes.filter(({ status }) => status === 'refused').length,
    first: imported[0]?.importId ?? null,
    weeks: [...new Set(weeks)].filter((week) => week !== null),
  }
}
