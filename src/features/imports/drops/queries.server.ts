import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { FileSummary, FileToRead } from '#domain/import.ts'
import { isWeeklyReport, weeksOf } from '#domain/imported-file.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Version, type VersionGroup, versionGroups } from '#domain/versions.ts'
import type { Week } from '#domain/week.ts'
import { openKeptFile } from '#features/files/queries.server.ts'
import { type Report, allRows, findImport, readOwnNames } from '#features/imports/queries.server.ts'
import { listTaught } from '#features/imports/profiles/queries.server.ts'
import { type FileResult, readApart } from '#integrations/apart/read-apart.ts'
import type { ReadableFile } from '#integrations/format.ts'
import { type ByteSource, sha256Of, sourceOf, wholeOf } from '#platform/bytes.ts'
import { DROP_KEPT_DAYS } from './schema.ts'

/** One file of a drop, or of an archive in it, and what it says. `id` stays the same as long as the drop. */
export type DroppedFile = {
  id: string
  name: string
  archive: string | null
  bytes: ByteSource
  sha256: string
  /** The week somebody said this file is of; `null` when only the page it was dropped on says one. */
  saidWeek: Week | null
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
  const taught = await listTaught(on)
  const organisations = (await readOwnNames(on))?.uberOrganisations ?? []

  const files: DroppedFile[] = []
  for (const { ordinal, name, sha256: hash, week: said } of kept) {
    const whole = { name, bytes: await openKeptFile(hash) }
    const saidWeek = said as Week | null
    const around = saidWeek ?? week
    for (const [index, result] of (
      await readApart(whole, { ...(around ? { week: around } : {}), taught, organisations, onBytes })
    ).entries()) {
      const { member = whole } = result
      const bytes = sourceOf(member)
      files.push({
        id: `${ordinal}-${index}`,
        name: member.name,
        archive: result.member ? name : null,
        bytes,
        sha256: result.member ? await sha256Of(bytes) : hash,
        saidWeek,
        whole,
        result,
      })
    }
  }
  const keptUntil = drop.created_at.add({ hours: 24 * DROP_KEPT_DAYS })
  return { id: drop.id, week, importedAt: drop.imported_at?.toString() ?? null, keptUntil, files }
}

/** The files of a drop that bring something, and the questions they raise by standing together. */
export type Arrival = {
  /** By file: those that can be read, and were neither imported nor stand in the drop before. Lists have no rows here. */
  reports: ReadonlyMap<string, Report & { file: FileSummary }>
  /** Versions of one report, of which one can count. */
  versions: readonly VersionGroup[]
}

/** What of these files would come in, whatever their order. */
export async function readArrival(files: readonly DroppedFile[], on: Kysely<DB> = db): Promise<Arrival> {
  const reports = new Map<string, Report & { file: FileSummary }>()
  const versions: Version[] = []
  const contents = new Set<string>()
  for (const { id, name, sha256, result } of files) {
    if (!result.ok || contents.has(sha256) || (await findImport(sha256, on))) continue
    contents.add(sha256)
    const { file } = result
    const rows = isWeeklyReport(file.kind) ? await allRows(result.rows) : []
    reports.set(id, { file, rows })
    if (!isWeeklyReport(file.kind)) continue
    const drivers = rows.filter(({ kind }) => kind !== 'organisation')
    const names = new Set(drivers.flatMap(({ keys }) => keys.map((key) => JSON.stringify(key))))
    versions.push({
      id,
      name,
      source: file.source,
      kind: file.kind,
      account: file.account,
      weeks: weeksOf(file),
      names,
    })
  }
  return { reports, versions: versionGroups(versions, await readOwnNames(on)) }
}

/** What comes in with a file: all others, but for other versions of it. */
export function reportsBeside({ reports, versions }: Arrival, id: string): Report[] {
  const rivals = versions.find(({ files }) => files.includes(id))?.files ?? [id]
  return [...reports].flatMap(([other, report]) => (rivals.includes(other) ? [] : [report]))
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
