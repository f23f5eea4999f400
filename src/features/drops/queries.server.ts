import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { FileToRead } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { openKeptFile } from '#features/files/queries.server.ts'
import { listProfileFormats } from '#features/profiles/queries.server.ts'
import { type FileResult, type ReadableFile, readFile, sourceOf } from '#integrations/read-file.ts'
import { type ByteSource, wholeOf } from '#platform/bytes.ts'
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
