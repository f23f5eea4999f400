import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { type FileSummary, type FileToRead, SOURCES } from '#domain/import.ts'
import { type OwnNames, isWeeklyReport, weeksOf } from '#domain/imported-file.ts'
import { readRecordId } from '#domain/record-id.ts'
import { IS_SET_UP } from '#features/imports/refused-files/queries.server.ts'
import { likelyReport } from '#domain/refused-file.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Version, type VersionGroup, versionGroups } from '#domain/versions.ts'
import { type Week, weekOf } from '#domain/week.ts'
import { openKeptFile } from '#features/files/queries.server.ts'
import { type Report, allRows, type listImportsOf, readOwnNames } from '#features/imports/queries.server.ts'
import { listProfileSetups } from '#features/imports/profiles/queries.server.ts'
import { type FileResult, readInWorker } from '#integrations/worker/read-in-worker.ts'
import { readFileName } from '#integrations/file-name.ts'
import type { ReadableFile } from '#integrations/format.ts'
import { type ByteSource, sourceOf, wholeOf } from '#platform/bytes.ts'
import { DROP_KEPT_DAYS, type WaitingDrop } from './schema.ts'

/** One file of a drop, or of an archive in it, with its content. `id` is the same as long as the drop exists. */
export type DroppedFile = {
  id: string
  name: string
  archive: string | null
  bytes: ByteSource
  sha256: string
  /** The week that somebody set for this file; `null` when only the page on which it was dropped gives one. */
  saidWeek: Week | null
  whole: ReadableFile
  result: FileResult
}

export type Drop = {
  id: string
  week: Week | null
  importedAt: string | null
  /** When the drop is deleted if nobody imports it. */
  keptUntil: Temporal.Instant
  files: readonly DroppedFile[]
}

/** A drop with all its files read. Refuses `record.not-found`. */
export async function readDrop(
  id: string,
  on: Kysely<DB> = db,
  onBytes: (bytes: number) => void = () => {},
): Promise<Drop> {
  const drop = await on.selectFrom('drops').selectAll().where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!drop) throw new Refusal('record.not-found')
  const rows = await on.selectFrom('drop_files').selectAll().where('drop_id', '=', id).orderBy('ordinal').execute()
  const week = drop.week as Week | null
  const listSetups = await listProfileSetups(on)
  const organisations = (await readOwnNames(on))?.uberOrganisations ?? []

  const files: DroppedFile[] = []
  for (const { ordinal, name, sha256: hash, week: fileWeek } of rows) {
    const whole = { name, bytes: await openKeptFile(hash) }
    const saidWeek = fileWeek as Week | null
    const defaultWeek = saidWeek ?? week
    for (const [index, result] of (
      await readInWorker(whole, { ...(defaultWeek ? { week: defaultWeek } : {}), listSetups, organisations, onBytes })
    ).entries()) {
      const { member = whole } = result
      const bytes = sourceOf(member)
      files.push({
        id: `${ordinal}-${index}`,
        name: member.name,
        archive: result.member ? name : null,
        bytes,
        sha256: result.member?.sha256 ?? hash,
        saidWeek,
        whole,
        result,
      })
    }
  }
  const keptUntil = drop.created_at.add({ hours: 24 * DROP_KEPT_DAYS })
  return { id: drop.id, week, importedAt: drop.imported_at?.toString() ?? null, keptUntil, files }
}

/** The files of a drop that add something, and the questions that they raise together. */
export type Arrival = {
  /** The readable files, by id, without those imported before or repeated in the drop. Lists have no rows here. */
  reports: ReadonlyMap<string, Report & { file: FileSummary }>
  /** Groups of versions of one report, of which only one can count. */
  versions: readonly VersionGroup[]
}

/** Finds what these files add, in whatever order they are; `imports` are the earlier imports of the same contents. */
export async function readArrival(
  files: readonly DroppedFile[],
  { ours, imports }: { ours: OwnNames | null; imports: Awaited<ReturnType<typeof listImportsOf>> },
): Promise<Arrival> {
  const reports = new Map<string, Report & { file: FileSummary }>()
  const versions: Version[] = []
  const contents = new Set<string>()
  for (const { id, name, sha256, result } of files) {
    if (!result.ok || contents.has(sha256) || imports.get(sha256)?.counts) continue
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
  return { reports, versions: versionGroups(versions, ours) }
}

/** The reports that are imported together with a file: all others, without other versions of it. */
export function otherReports({ reports, versions }: Arrival, id: string): Report[] {
  const rivals = versions.find(({ files }) => files.includes(id))?.files ?? [id]
  return [...reports].flatMap(([other, report]) => (rivals.includes(other) ? [] : [report]))
}

/**
 * Drops that somebody looked at but did not import, the newest first, while they are kept. Files that can only be
 * refused wait in a list of their own (`refused-files`), and files that another drop imported do not wait. Sources
 * and weeks come from names and people, because contents are read only when the drop is opened.
 */
export async function listWaitingDrops(now: Temporal.Instant, on: Kysely<DB> = db): Promise<WaitingDrop[]> {
  const rows = await on
    .selectFrom('drops')
    .innerJoin('drop_files', 'drop_files.drop_id', 'drops.id')
    .leftJoin('users', 'users.uid', 'drops.created_by')
    .select(['drops.id', 'drops.created_at', 'drops.week', personName().as('by')])
    .select(['drop_files.name', 'drop_files.week as said'])
    .where('drops.imported_at', 'is', null)
    .where('drops.created_at', '>=', now.subtract({ hours: 24 * DROP_KEPT_DAYS }))
    .where(BRINGS_SOMETHING)
    .orderBy('drops.created_at', 'desc')
    .orderBy('drops.id')
    .orderBy('drop_files.ordinal')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((files) => {
    const { id, created_at: at, by } = firstOf(files)
    const weeks = files.flatMap(({ name, said, week }) => {
      return said ?? weekInName(name) ?? week ?? []
    })
    const sources = new Set(files.map(({ name }) => likelyReport(name, { params: {} })?.source))
    return {
      id,
      at: at.toString(),
      by,
      names: files.map(({ name }) => name),
      sources: SOURCES.filter((source) => sources.has(source)),
      weeks: [...new Set(weeks as Week[])].toSorted(),
    }
  })
}

/**
 * SQL condition that a file of a drop can still add something: its content is not imported, and is not refused,
 * unless its list was set up or its missing week was given since.
 */
const BRINGS_SOMETHING = sql<boolean>`not exists (
  select from imports where imports.sha256 = drop_files.sha256 and imports.undone_at is null
) and not exists (
  select from refused_files where refused_files.sha256 = drop_files.sha256 and not ${IS_SET_UP}
    and (code <> 'period-missing' or coalesce(drop_files.week, drops.week) is null))`

/** The week in a file's name; a list of a month has none. */
function weekInName(name: string): Week | null {
  const { period } = readFileName(name)
  return period && period.from.until(period.to, { largestUnit: 'days' }).days <= 7 ? weekOf(period.from) : null
}

/** The names of the files in a drop that was not imported. Refuses `record.not-found`. */
export async function listNamesOfDrop(id: string, on: Kysely<DB> = db): Promise<string[]> {
  const files = await on
    .selectFrom('drops')
    .innerJoin('drop_files', 'drop_files.drop_id', 'drops.id')
    .select('name')
    .where('drops.id', '=', readRecordId(id))
    .where('imported_at', 'is', null)
    .orderBy('ordinal')
    .execute()
  if (files.length === 0) throw new Refusal('record.not-found')
  return files.map(({ name }) => name)
}

/** The total bytes of a drop's files. */
export async function sizeOfDrop(id: string, on: Kysely<DB> = db): Promise<number> {
  const { size } = await on
    .selectFrom('drop_files')
    .innerJoin('files', 'files.sha256', 'drop_files.sha256')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('size'))
    .where('drop_id', '=', readRecordId(id))
    .executeTakeFirstOrThrow()
  return Number(size)
}

/** One file of a drop with its whole content, so that a person can say what it is. Refuses `record.not-found`. */
export async function readDroppedFile(drop: string, id: string): Promise<FileToRead> {
  const found = (await readDrop(drop)).files.find((file) => file.id === id)
  if (!found) throw new Refusal('record.not-found')
  return { name: found.name, bytes: await wholeOf(found.bytes) }
}
