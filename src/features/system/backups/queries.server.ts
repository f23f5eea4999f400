import { firstOf } from '#domain/certain.ts'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import { isStale } from '#domain/retention.ts'
import { keyPlace } from '#platform/backup-key.server.ts'
import { onDisk } from '#platform/bytes.ts'
import { dataPath, env, isProduction } from '#platform/env.server.ts'
import { type Entry, type Weighed, unpack, countAndHash } from '#platform/packed.ts'
import { type Key, SealFault, unsealPieces } from '#platform/sealed-file.ts'
import {
  ABOUT,
  type About,
  type Contents,
  FILES,
  FORMAT,
  MANIFEST,
  TABLES,
  aboutSchema,
  manifestSchema,
  type BackupState,
  type Drill,
  type Failure,
  type ListedBackup,
} from './schema.ts'

/** Handles an entry while a copy is read; the caller reads whatever it leaves unread. */
type Visit = (entry: Entry, about: About) => Promise<void>

/**
 * Reads a copy from its first byte to its last: every chunk is authentic, every entry has the size and hash of the
 * manifest, and none is missing or extra. Refuses `backup.not-there`, `backup.foreign`, `backup.wrong-key`,
 * `backup.damaged` and `backup.newer`. `visit` sees each entry before the whole is proved: a caller that must be sure reads
 * twice.
 */
export async function readBackup(path: string, key: Key, visit: Visit = async () => {}): Promise<Contents> {
  if (!existsSync(path)) throw new Refusal('backup.not-there', { path })
  try {
    return await readEntries(unpack(unsealPieces(key, (await onDisk(path)).pieces())), visit)
  } catch (error) {
    if (error instanceof SealFault) throw new Refusal(`backup.${error.what}`, { path })
    throw error
  }
}

async function readEntries(entries: AsyncIterable<Entry>, visit: Visit): Promise<Contents> {
  const found: (Weighed & { name: string })[] = []
  let about: About | null = null
  let manifest: Contents['manifest'] | null = null
  for await (const { name, pieces } of entries) {
    if (manifest) throw new SealFault('damaged')
    let weight: Weighed | null = null
    const weighed = countAndHash(pieces, (piece) => (weight = piece))
    if (name === MANIFEST) manifest = manifestSchema.parse(await readJson(weighed))
    else if (name === ABOUT) about = readAbout(await readJson(weighed))
    else if (about) {
      await visit({ name, pieces: weighed }, about)
      for await (const _ of weighed) continue
    }
    if (weight === null) throw new SealFault('damaged')
    if (name !== MANIFEST) found.push({ name, ...(weight as Weighed) })
  }
  if (!about || !manifest || !isSame(found, manifest)) throw new SealFault('damaged')
  const rows = manifest.entries.reduce((sum, entry) => sum + (entry.rows ?? 0), 0)
  return { about, manifest, rows, files: found.filter(({ name }) => name.startsWith(FILES)).length }
}

function isSame(found: readonly (Weighed & { name: string })[], { entries }: Contents['manifest']): boolean {
  return (
    found.length === entries.length &&
    entries.every(({ name, bytes, sha256 }, at) => {
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      const weighed = found[at]!
      return weighed.name === name && weighed.bytes === bytes && weighed.sha256 === sha256
    })
  )
}

function readAbout(raw: unknown): About {
  const { format } = raw as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT) throw new SealFault('newer')
  return aboutSchema.parse(raw)
}

/** Parses a small JSON entry. */
export async function readJson(pieces: AsyncIterable<Uint8Array>): Promise<unknown> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Uint8Array.from(piece))
  return JSON.parse(Buffer.concat(all).toString())
}

/** Rows and sizes of each table by the manifest. */
export function tableSizes({ manifest }: Contents): ReadonlyMap<string, Weighed & { rows: number }> {
  return new Map(
    manifest.entries
      .filter(({ name }) => name.startsWith(TABLES))
      .map(({ name, rows = 0, ...weight }) => [name.slice(TABLES.length), { ...weight, rows }]),
  )
}

/** The folder of copies: the one that is set, else one in the data directory. */
export function backupFolder(): string {
  const set = env().BACKUP_TO
  return set ? resolve(set) : dataPath('backups')
}

/** Whether copies are made automatically. */
export function isBackupAutomatic(): boolean {
  return isProduction() || env().BACKUP_TO !== undefined
}

/** Copies that were made and not deleted by the rule, the newest first, with whether each is still in its folder. */
export async function listBackups(on: Kysely<DB> = db): Promise<ListedBackup[]> {
  const made = await on
    .selectFrom('backups')
    .select(['id', 'started_at', 'folder', 'name', 'bytes', 'table_rows', 'files', 'missing_files'])
    .where('failure', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(100)
    .execute()
  return made.map((backup) => ({
    id: backup.id,
    startedAt: backup.started_at.toString(),
    folder: backup.folder,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a backup that did not fail says all of it
    name: backup.name!,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a backup that did not fail says all of it
    bytes: backup.bytes!,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a backup that did not fail says all of it
    rows: backup.table_rows!,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a backup that did not fail says all of it
    files: backup.files!,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a backup that did not fail says all of it
    missing: backup.missing_files!,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a backup that did not fail says all of it
    isThere: existsSync(join(backup.folder, backup.name!)),
  }))
}

/** The last try of a copy, if it failed. */
async function lastFailure(): Promise<Failure | null> {
  const last = await db
    .selectFrom('backups')
    .select(['ended_at', 'failure'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.failure ? { at: last.ended_at.toString(), words: last.failure } : null
}

/** Number of drills, failed ones included. */
export async function countDrills(): Promise<number> {
  const { count } = await db
    .selectFrom('backup_drills')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The last drill, held or failed. */
export async function lastDrill(): Promise<Drill | null> {
  const last = await db
    .selectFrom('backup_drills')
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last
    ? {
        startedAt: last.started_at.toString(),
        milliseconds: last.milliseconds,
        backupName: last.backup_name,
        broken: last.broken,
        compared: last.statements_compared,
        different: last.statements_different,
        failure: last.failure,
      }
    : null
}

/** The state of the copies: the last failure, the age of the newest, and their folder and key. */
export async function getBackupState(now: Temporal.Instant): Promise<BackupState> {
  const [made, failure, drill, { rows }] = await Promise.all([
    listBackups(),
    lastFailure(),
    lastDrill(),
    sql<{ isAtWork: boolean }>`select exists (select from pg_locks
      where locktype = 'advisory' and objsubid = 2 and objid = 0 and database = (select oid from pg_database where datname = current_database())
        and classid = (hashtext('backup')::bigint & 4294967295)::oid) as "isAtWork"`.execute(db),
  ])
  const every = env().BACKUP_EVERY
  const moments = made.map(({ startedAt }) => Temporal.Instant.from(startedAt))
  return {
    failure,
    drill,
    isOld: moments.length > 0 && isStale(moments, now, every),
    isAtWork: firstOf(rows).isAtWork,
    isAutomatic: isBackupAutomatic(),
    every,
    isInDataFolder: backupFolder().startsWith(dataPath()),
    key: keyPlace(),
  }
}
