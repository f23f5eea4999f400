import { firstOf } from '#domain/certain.ts'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { databaseUrl, inTransaction } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import {
  copyTable,
  inSnapshot,
  listSequences,
  listTables,
  listWaitingWork,
  withPlainConnection,
} from '#db/table-copies.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { isDrillDue, isDue, overdue } from '#domain/retention.ts'
import { type Actor, type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { tellOffice } from '#features/mail/commands.server.ts'
import { storage } from '#integrations/storage/storage.ts'
import { backupKey } from '#platform/backup-key.server.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { knownKeyRing } from '#platform/field-keys.server.ts'
import { log } from '#platform/log.ts'
import { currentOperator, isHosted } from '#platform/operator.ts'
import { type Entry, pack, countAndHash } from '#platform/packed.ts'
import { readIfExists } from '#platform/process.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import { secretMark } from '#platform/seal.server.ts'
import { type Key, SealFault, sealPieces } from '#platform/sealed-file.ts'
import { makeBackupNow } from './jobs.ts'
import { backupFolder, countDrills, isBackupAutomatic, lastDrill, listBackups, readBackup } from './queries.server.ts'
import {
  ABOUT,
  DATA,
  DATA_FILES,
  type About,
  FILES,
  FORMAT,
  MANIFEST,
  type MadeBackup,
  type Manifest,
  QUEUE,
  SEQUENCES,
  TABLES,
  nameOf,
} from './schema.ts'

/** A file was deleted together with its row before it was copied: the snapshot no longer matches the files. */
class SnapshotOutdated extends Error {}
/** Milliseconds. */
const DAY = 86_400_000

/** Number of tries of a copy before that counts as a defect. */
const TRIES = 3

type BackupOrder = { actor: Actor; folder: string; key: Key; now: Temporal.Instant }

/**
 * Makes one sealed copy of everything (rows, stored files, secret) at one moment, in `folder`: writes it under another
 * name, syncs it to the disk, reads it back whole, and only then renames it. Notes the result or failure. Refuses
 * `backup.at-work`.
 */
export async function makeBackup({ actor, folder, key, now }: BackupOrder): Promise<MadeBackup> {
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  const name = nameOf(now)
  try {
    const written = await copyDatabase(await databaseUrl(), { folder, name, key, now })
    const made = { ...written, name, path: join(folder, name), milliseconds: elapsed() }
    await noteMade(actor, folder, now, made)
    if (made.missing.length > 0)
      log.error({ count: made.missing.length, first: made.missing.slice(0, 5) }, 'files are missing from the storage')
    return made
  } catch (error) {
    if (!(error instanceof Refusal))
      await noteFailure({ actor, folder, startedAt: now, endedAt: now.add({ milliseconds: elapsed() }) }, error)
    throw error
  }
}

type Writing = { folder: string; name: string; key: Key; now: Temporal.Instant }
type WrittenBackup = Pick<MadeBackup, 'bytes' | 'sha256' | 'rows' | 'files' | 'missing'>

/**
 * Copies one database, as its owner reads it, with the files of this installation; notes nothing. Begins again, on a
 * new connection, when a file was deleted meanwhile. Refuses `backup.at-work`.
 */
export async function copyDatabase(url: string, writing: Writing): Promise<WrittenBackup> {
  for (let tries = 1; ; tries++) {
    try {
      return await withPlainConnection(url, (client) => writeAlone(client, writing))
    } catch (error) {
      if (!(error instanceof SnapshotOutdated) || tries === TRIES) throw error
    }
  }
}

async function writeAlone(client: pg.Client, writing: Writing): Promise<WrittenBackup> {
  const { rows } = await client.query<{ isMine: boolean }>(
    `select pg_try_advisory_lock(hashtext('backup'), 0) as "isMine"`,
  )
  if (!firstOf(rows).isMine) throw new Refusal('backup.at-work')
  return writeCopy(client, writing)
}

async function writeCopy(client: pg.Client, { folder, name, key, now }: Writing): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder)
  const draftPath = join(folder, `.${name}.${crypto.randomUUID()}`)
  try {
    // Read these before the snapshot: a proof of the log may be older than the log, never newer.
    const dataFiles = readDataFiles()
    const written = await inSnapshot(client, () =>
      writeFile(draftPath, sealPieces(key, pack(entriesOf(client, now, dataFiles)))),
    )
    const { rows, files, manifest } = await readBackup(draftPath, key)
    await rename(draftPath, join(folder, name))
    await syncFolder(folder)
    return { ...written, rows, files, missing: manifest.missing }
  } catch (error) {
    await rm(draftPath, { force: true })
    throw error
  }
}

/** Deletes files that a killed process left unfinished; only after a day, as two installations may share a folder. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.volante-[\d-]+\.backup\.[\da-f-]{36}$/.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > DAY) await rm(join(folder, name), { force: true })
  }
}

type DataFile = { name: string; text: string }

function readDataFiles(): DataFile[] {
  return DATA_FILES.flatMap((name) => {
    const text = readIfExists(dataPath(name))
    // Leave out a file whose content comes from a setting: nothing is sealed with it.
    return text === null || isSetting(name) ? [] : [{ name, text }]
  })
}

/** Whether a file of the data directory is replaced by a setting. */
export function isSetting(name: (typeof DATA_FILES)[number]): boolean {
  if (name === 'secret') return env().APP_SECRET !== undefined
  return name === 'field-keys' && (env().FIELD_KEYS ?? env().FIELD_KEYS_FILE) !== undefined
}

async function writeFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece)
      hash.update(piece)
      bytes += piece.byteLength
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Syncs the folder, without which the file's name may be lost. Where folders cannot be opened, the system does it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** All entries, in a fixed order. Their sizes are known only once all were read, so the manifest comes last. */
async function* entriesOf(
  client: pg.Client,
  now: Temporal.Instant,
  dataFiles: readonly DataFile[],
): AsyncGenerator<Entry> {
  const manifest: Manifest = { entries: [], missing: [] }
  const entryOf = (name: string, pieces: AsyncIterable<Uint8Array>, rowCount?: () => number): Entry => ({
    name,
    pieces: countAndHash(pieces, (weight) =>
      manifest.entries.push({ name, ...weight, ...(rowCount ? { rows: rowCount() } : {}) }),
    ),
  })

  const about = await describe(client, now)
  yield entryOf(ABOUT, json(about))
  for (const { name, text } of dataFiles) yield entryOf(DATA + name, once(Buffer.from(text)))
  for (const shape of about.tables) {
    const { pieces, rowCount } = await copyTable(client, shape)
    yield entryOf(TABLES + shape.name, pieces, rowCount)
  }
  yield entryOf(QUEUE, json(await listWaitingWork(client)))
  const { rows: files } = await client.query<{ sha256: string }>('select sha256 from files order by sha256')
  for (const { sha256 } of files) {
    const source = await storage().open(sha256)
    if (source) yield entryOf(FILES + sha256, readUntilDamaged(source.pieces()))
    else await noteMissing(sha256, manifest)
  }
  for (const { name, sha256 } of manifest.entries)
    if (name.startsWith(FILES) && name !== FILES + sha256) manifest.missing.push(name.slice(FILES.length))
  // Read sequences last: numbers that were given out meanwhile must stay given out.
  yield entryOf(SEQUENCES, json(await listSequences(client)))
  yield { name: MANIFEST, pieces: json(manifest) }
}

/**
 * The bytes of a file up to where it was changed on the disk: its size and hash then differ, and it is listed as
 * missing.
 */
async function* readUntilDamaged(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    if (!(error instanceof SealFault)) throw error
  }
}

/** Notes a file whose row has no bytes, unless the row was deleted since the snapshot. */
async function noteMissing(sha256: string, { missing }: Manifest): Promise<void> {
  const row = await inTransaction((tx) =>
    tx.selectFrom('files').select('sha256').where('sha256', '=', sha256).executeTakeFirst(),
  )
  if (!row) throw new SnapshotOutdated()
  missing.push(sha256)
}

async function describe(client: pg.Client, now: Temporal.Instant): Promise<About> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const { rows } = await client.query<Pick<About, 'cluster' | 'postgres' | 'company'>>(`
    select (select system_identifier::text from pg_control_system()) as cluster,
      current_setting('server_version') as postgres, (select name from company limit 1) as company`)
  const { rows: heads } = await client.query<{ seq: number; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_head`,
  )
  return {
    format: FORMAT,
    madeAt: now.toString(),
    ...firstOf(rows),
    migrations,
    tables: await listTables(client),
    anchor: heads[0] ?? null,
    secretMark: secretMark(),
    fieldKeys: knownKeyRing()?.keys.map(({ id }) => id) ?? [],
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
/** Serialises the value only when it is read, because it may grow until then. */
async function* json(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value))
}

async function noteMade(actor: Actor, folder: string, startedAt: Temporal.Instant, made: MadeBackup): Promise<void> {
  const { name, bytes, sha256, rows, files, missing, milliseconds } = made
  // Ended by the monotonic clock, so that nothing ends before it began.
  const now = startedAt.add({ milliseconds })
  await carryOut({ actor, action: 'backup.make', now }, async (change) => {
    await change.tx
      .insertInto('backups')
      .values({
        started_at: startedAt.toString(),
        ended_at: now.toString(),
        folder,
        name,
        bytes,
        sha256,
        table_rows: rows,
        files,
        missing_files: missing.length,
      })
      .execute()
    change.note({ subject: `backup:${name}`, after: { bytes, sha256, rows, files, missing: missing.length } })
    return null
  })
}

type Failed = { actor: Actor; folder: string; startedAt: Temporal.Instant; endedAt: Temporal.Instant }

/** Notes a failed copy in the list, the log and by mail to the office; if the database is away, the next failed try does that. */
async function noteFailure({ actor, folder, startedAt, endedAt: now }: Failed, error: unknown): Promise<void> {
  log.error({ err: error }, 'no copy could be made')
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  try {
    await carryOut({ actor, action: 'backup.fail', now }, async (change) => {
      const { tx } = change
      const isKnown = await tx
        .selectFrom('backups')
        .select('id')
        .where('failure', 'is not', null)
        .where('ended_at', '>', now.subtract({ hours: 24 }))
        .executeTakeFirst()
      await tx
        .insertInto('backups')
        .values({ started_at: startedAt.toString(), ended_at: now.toString(), folder, failure })
        .execute()
      change.note({ subject: 'backup', after: { failure } })
      // Mail only once: people read one message a day, but not one each quarter of an hour.
      if (!isKnown) await tellOffice(change, { template: 'backup-failed', params: { link: '/admin/system' } })
      return null
    })
  } catch (second) {
    log.error({ err: second }, 'that no copy could be made could not be noted')
  }
}

/** Orders a copy now; the queue makes it within seconds. */
export async function orderBackup({ tx, note }: Change): Promise<void> {
  await order(tx, makeBackupNow, {}, makeBackupNow.name)
  note({ subject: 'backup' })
}

/** Makes a copy in the usual folder with the usual key, and deletes those that no longer need to be kept. */
export async function makeBackupInUsualFolder(now: Temporal.Instant): Promise<void> {
  const folder = backupFolder()
  await makeBackup({ actor: SYSTEM, folder, key: backupKey(), now })
  await pruneBackups(folder, now)
}

/** Makes the hourly or nightly copy, where one is due; answers whether it was. */
export async function makeBackupWhenDue(now: Temporal.Instant): Promise<boolean> {
  const folder = backupFolder()
  const made = (await listBackups()).filter((backup) => backup.folder === folder && backup.isThere)
  const moments = made.map(({ startedAt }) => Temporal.Instant.from(startedAt))
  if (!isBackupAutomatic() || !isDue(moments, now, env().BACKUP_EVERY)) return false
  await makeBackupInUsualFolder(now)
  return true
}

/** Deletes the copies of a folder that the rule of keeping no longer asks for (`domain/retention.ts`); answers how many. */
async function pruneBackups(folder: string, now: Temporal.Instant): Promise<number> {
  const made = (await listBackups()).filter((backup) => backup.folder === folder)
  const overdueMoments = new Set(
    overdue(
      made.map(({ startedAt }) => Temporal.Instant.from(startedAt)),
      now,
    ).map(String),
  )
  const surplus = made.filter(({ startedAt }) => overdueMoments.has(startedAt))
  for (const { id, name } of surplus) {
    await rm(join(folder, name), { force: true })
    await inTransaction((tx) =>
      tx.updateTable('backups').set({ removed_at: now.toString() }).where('id', '=', id).execute(),
    )
  }
  return surplus.length
}

/**
 * Holds the monthly drill, where one is due and there is a copy; answers whether it was. It runs the same command as a
 * person would, in a process of its own, which notes the result.
 */
export async function holdDrillWhenDue(now: Temporal.Instant, hold: () => Promise<void> = holdDrill): Promise<boolean> {
  const last = await lastDrill()
  const isPossible = isBackupAutomatic() && (await listBackups()).some(({ isThere }) => isThere)
  if (!isPossible || !isDrillDue(last ? Temporal.Instant.from(last.startedAt) : null, now)) return false
  // Copy now: a week paid since the last copy would make the restored one differ.
  await makeBackupInUsualFolder(now)
  const before = await countDrills()
  await hold()
  // If the process ended before it noted anything, note the failure: else it would be tried again each day, each time
  // with a new copy.
  if ((await countDrills()) === before) await noteLost(now)
  return true
}

async function noteLost(now: Temporal.Instant): Promise<void> {
  const [newest] = await listBackups()
  if (!newest) return
  const none = { milliseconds: 0, broken: 0, compared: 0, different: 0 }
  const backup = { name: newest.name, madeAt: newest.startedAt }
  await noteDrill({ actor: SYSTEM, now }, backup, { ...none, failure: 'volante drill' })
}

/** The arguments of the drill's command, with the operator's name in a host of several. */
export function drillWords(): string[] {
  const operatorArguments = isHosted() ? ['--operator', currentOperator().name] : []
  return [join(PROJECT_ROOT, 'src', 'cli.ts'), 'drill', '--json', ...operatorArguments]
}

function holdDrill(): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', ...drillWords()]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}

/** The result of a drill; `failure`: why it could not be held. */
type Drilled = { milliseconds: number; broken: number; compared: number; different: number; failure: string | null }

/**
 * Notes a drill, in which a copy is restored for practice; tells the office when it could not be, or the result
 * differs.
 */
export async function noteDrill(
  { actor, now }: { actor: Actor; now: Temporal.Instant },
  backup: { name: string; madeAt: string },
  { milliseconds, broken, compared, different, failure }: Drilled,
): Promise<void> {
  await carryOut({ actor, action: 'backup.drill', now: Temporal.Now.instant() }, async (change) => {
    await change.tx
      .insertInto('backup_drills')
      .values({
        started_at: now.toString(),
        milliseconds,
        backup_name: backup.name,
        backup_made_at: backup.madeAt,
        broken,
        statements_compared: compared,
        statements_different: different,
        failure,
      })
      .execute()
    change.note({ subject: `backup:${backup.name}`, after: { milliseconds, broken, compared, different, failure } })
    if (failure !== null || broken + different > 0)
      await tellOffice(change, { template: 'drill-failed', params: { link: '/admin/system' } })
    return null
  })
}
