import { weeksOf } from '#domain/imported-file.ts'
import { Refusal } from '#domain/refusal.ts'
import type { FileToRead } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { type FileOutcome, importResult, lockWeeks } from '#features/imports/commands.server.ts'
import { readDrop } from './queries.server.ts'
import { DROP_LIMITS } from './schema.ts'

/**
 * Keeps what was dropped, so that it can be looked at before it is taken in; answers the drop's id. Nothing is read yet.
 * Refuses `drop.empty`, `drop.too-many` and `drop.too-large`.
 */
export async function keepDrop(deed: Deed, files: readonly FileToRead[], week: Week | null): Promise<string> {
  if (files.length === 0) throw new Refusal('drop.empty')
  if (files.length > DROP_LIMITS.files)
    throw new Refusal('drop.too-many', { count: files.length, most: DROP_LIMITS.files })
  const tooLarge = files.find(({ bytes }) => bytes.byteLength > DROP_LIMITS.bytes)
  if (tooLarge) throw new Refusal('drop.too-large', { name: tooLarge.name })

  const { id } = await deed.tx
    .insertInto('drops')
    .values({ week, created_at: deed.now.toString(), created_by: deed.actor.uid })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [ordinal, file] of files.entries()) {
    const hash = await keepFile(deed.tx, file.bytes, 'application/octet-stream')
    await deed.tx.insertInto('drop_files').values({ drop_id: id, ordinal, name: file.name, sha256: hash }).execute()
  }
  deed.note({ subject: `drop:${id}`, after: { files: files.map(({ name }) => name) } })
  return id
}

/**
 * Takes a drop in: each file that can be read and raises no doubt, or whose doubt is among `accepted` (ids of the
 * preview's files). The others are refused and leave nothing. Refuses `record.not-found`.
 */
export async function importDrop(deed: Deed, id: string, accepted: ReadonlySet<string>): Promise<FileOutcome[]> {
  await deed.tx.selectFrom('drops').select('id').where('id', '=', id).forUpdate().execute()
  const drop = await readDrop(id, deed.tx)

  // All weeks at once and in order, so that two drops never wait for each other in a circle.
  const weeks = drop.files.flatMap(({ result }) => (result.ok ? weeksOf(result.file) : []))
  await lockWeeks(deed.tx, [...new Set(weeks)])

  const outcomes: FileOutcome[] = []
  for (const file of drop.files) {
    const isAccepted = accepted.has(file.id)
    const choices = {
      ...(drop.week ? { week: drop.week } : {}),
      acceptOtherCompany: isAccepted,
      acceptOtherWeek: isAccepted,
    }
    outcomes.push(await importResult(deed, file.whole, file.result, choices))
  }
  await deed.tx
    .updateTable('drops')
    .set({ imported_at: deed.now.toString() })
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .execute()
  return outcomes
}
