import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { isFormOf, migrate, readMigrations } from '#db/migrate.server.ts'
import {
  type Filling,
  type SequencePlace,
  type WaitingWork,
  copyTable,
  fillTables,
  isEmptyDatabase,
  listSequences,
  listTables,
  orderWaitingWork,
  withPlainConnection,
} from '#db/table-copies.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { isSetting } from '#features/system/backups/commands.server.ts'
import { backupFolder, readBackup, readJson, tableSizes } from '#features/system/backups/queries.server.ts'
import {
  type About,
  type Contents,
  DATA,
  DATA_FILES,
  FILES,
  QUEUE,
  SEQUENCES,
  TABLES,
} from '#features/system/backups/schema.ts'
import { storage } from '#integrations/storage/storage.ts'
import { type ByteSource } from '#platform/bytes.ts'
import { dataPath } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { knownKeyRing } from '#platform/field-keys.server.ts'
import type { Entry } from '#platform/packed.ts'
import { secretMark } from '#platform/seal.server.ts'
import { readIfExists } from '#platform/process.ts'
import type { Key } from '#platform/sealed-file.ts'
import { type Forgotten, MESSAGE_MARK, forgotten } from './jobs.ts'

export type Restored = Contents & {
  /** Migrations that were applied after the rows were in. */
  migrated: readonly string[]
  /**
   * The secret here is another than the copy's, so values sealed under that cannot be read: half-finished sign-ins and
   * forms.
   */
  isSecretOther: boolean
  /** Number of records that were deleted again, as people had them deleted after the copy was made. */
  forgotten: number
}

/**
 * Restores a copy into an empty database, and its files into the data directory. The copy is proved from end to end
 * before the first row is written; the rows are then compared with it, table by table, before later migrations change
 * them. `place` makes the database, once that is worth it, and answers its owner's address; what `checkInterrupted`
 * throws ends the restore with nothing in the database. Refuses `backup.database-taken`, `backup.newer`, and what
 * `readBackup` refuses.
 */
export async function restoreBackup(
  path: string,
  key: Key,
  place: () => Promise<string>,
  checkInterrupted: () => void = () => {},
): Promise<Restored> {
  const contents = await readBackup(path, key)
  await requireKnown(contents.about)
  requireFieldKeys(contents)
  const ownerUrl = await place()
  await withPlainConnection(ownerUrl, async (client) => {
    if (!(await isEmptyDatabase(client)))
      throw new Refusal('backup.database-taken', { name: new URL(ownerUrl).pathname.slice(1) })
  })
  await migrate(ownerUrl, { only: contents.about.migrations.map(({ name }) => name) })
  await withPlainConnection(ownerUrl, async (client) => {
    // All our tables, as made by the migrations that the copy names; read once, as a copy has some two hundred.
    const ours = new Set((await listTables(client)).map(({ name }) => name))
    await fillTables(client, async (filling) => {
      const lost = new Set(contents.manifest.missing.map((sha256) => FILES + sha256))
      await readBackup(path, key, async (entry, about) => {
        checkInterrupted()
        // Leave out bytes that were already damaged when they were copied: they match no hash.
        if (!lost.has(entry.name)) await restoreEntry(entry, about, { filling, client, ours })
      })
    })
    await requireSame(client, contents)
  })
  const migrated = await migrate(ownerUrl)
  const forgottenSince = listForgotten(dirname(path), Temporal.Instant.from(contents.about.madeAt))
  await withPlainConnection(ownerUrl, async (client) => {
    await deleteAccess(client)
    await forgetAgain(client, forgottenSince)
  })
  return {
    ...contents,
    migrated,
    isSecretOther: contents.about.secretMark !== secretMark(),
    forgotten: forgottenSince.length,
  }
}

/** The list of deleted records, in the folder of the copies. */
const LIST = 'forgotten'

/** Adds a line to that list, synced to the disk before it counts as written; a repeated line does no harm. */
export async function addToForgotten(record: Forgotten): Promise<void> {
  await mkdir(backupFolder(), { recursive: true, mode: 0o700 })
  const file = await open(join(backupFolder(), LIST), 'a', 0o600)
  try {
    await file.write(`${JSON.stringify(record)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Tolerance for the clocks of two machines, and for a copy whose moment is a little before its snapshot. */
const CLOCK_TOLERANCE = { minutes: 10 }

/** Records deleted since a moment, by the list in a folder; half a line at its end does not count. */
function listForgotten(folder: string, since: Temporal.Instant): Forgotten[] {
  const lines = (readIfExists(join(folder, LIST)) ?? '').split('\n').slice(0, -1)
  const records = lines.map((line) => forgotten.parse(JSON.parse(line)))
  return records.filter(({ at }) => Temporal.Instant.compare(at, since.subtract(CLOCK_TOLERANCE)) >= 0)
}

/** Deletes again from the copy what people had deleted after it was made, documents with their bytes. */
async function forgetAgain(client: pg.Client, all: readonly Forgotten[]): Promise<void> {
  const idsIn = (table: Forgotten['table']) => all.filter((record) => record.table === table).map(({ id }) => id)
  const { rows } = await client.query<{ sha256: string }>(
    `delete from application_documents
     where application_id::text = any($1) or application_id || '/' || file_sha256 = any($2) returning file_sha256 as sha256`,
    [idsIn('applications'), idsIn('application_documents')],
  )
  await client.query('delete from applications where id::text = any($1)', [idsIn('applications')])
  await client.query(`delete from contact_messages where ${MESSAGE_MARK} = any($1)`, [idsIn('contact_messages')])
  await client.query(`delete from users where encode(sha256(convert_to(uid, 'UTF8')), 'hex') = any($1)`, [
    idsIn('users'),
  ])
  // Parts of a driver may have to stay: each day decides anew what may go, for the first time when the site starts.
  const drivers = idsIn('drivers').map((id) => `driver:${id}`)
  await client.query(
    `insert into erasures (subject, asked_at, confirmed_at) select subject, now(), now() from unnest($1::text[]) subject on conflict do nothing`,
    [drivers],
  )
  await client.query(
    'update erasures set confirmed_at = now() where subject = any($1) and confirmed_at is null and withdrawn_at is null',
    [drivers],
  )
  for (const { sha256 } of rows) {
    const { rows: results } = await client.query<{ isForgotten: boolean }>('select forget_file($1) as "isForgotten"', [
      sha256,
    ])
    if (results[0]?.isForgotten) await storage().forget(sha256)
  }
}

/**
 * Deletes all that gives access: a session, link or password of the copy may have been ended since, as one that had leaked,
 * and nobody can tell. People sign in again.
 */
async function deleteAccess(client: pg.Client): Promise<void> {
  for (const table of OPENING) await client.query(`delete from ${table}`)
  // Signatures refer to the link they came by: it stays, but opens nothing.
  await client.query('update contract_links set revoked_at = now() where revoked_at is null and used_at is null')
}

/** Tables of what gives access without a password. */
const OPENING = [
  'sessions',
  'waiting_sign_ins',
  'one_time_links',
  'identity_codes',
  'identity_pending_sign_ins',
  'identity_refresh_tokens',
] as const

/**
 * Refuses `backup.newer` unless the program knows each migration of the copy, to the letter: it may not guess about a
 * later program.
 */
async function requireKnown({ migrations, postgres }: About): Promise<void> {
  const known = await readMigrations()
  const unknownMigration = migrations.find(
    ({ name, checksum }) => !known.some((migration) => migration.file === name && isFormOf(migration, checksum)),
  )
  if (unknownMigration) throw new Refusal('backup.newer', { path: `${unknownMigration.name}, PostgreSQL ${postgres}` })
}

/**
 * Refuses `keys.missing` for a copy whose sealed values could not be opened here, neither with the keys it brings nor with
 * those of a setting.
 */
function requireFieldKeys({ about: { fieldKeys }, manifest: { entries } }: Contents): void {
  if (!isSetting('field-keys') && entries.some(({ name }) => name === `${DATA}field-keys`)) return
  const ownKeys = knownKeyRing()?.keys.map(({ id }) => id) ?? []
  const missing = fieldKeys.filter((id) => !ownKeys.includes(id))
  if (missing.length > 0) throw new Refusal('keys.missing', { keys: missing.join(', '), path: 'FIELD_KEYS_FILE' })
}

/** The destination of a copy: a database with these tables. */
type Destination = { filling: Filling; client: pg.Client; ours: ReadonlySet<string> }

async function restoreEntry(
  { name, pieces }: Entry,
  about: About,
  { filling, client, ours }: Destination,
): Promise<void> {
  if (name.startsWith(TABLES)) {
    const shape = about.tables.find((table) => TABLES + table.name === name)
    if (!shape) throw new Error(`The copy does not say what ${name} is.`)
    // Skip other tables: somebody made them by hand.
    if (ours.has(shape.name)) await filling.table(shape, pieces)
    else log.warn({ table: shape.name }, 'a table that is not of this program is not restored')
  } else if (name === SEQUENCES) {
    const known = new Set((await listSequences(client)).map((sequence) => sequence.name))
    const places = (await readJson(pieces)) as SequencePlace[]
    await filling.sequences(places.filter((place) => known.has(place.name)))
  } else if (name === QUEUE) await orderWaitingWork(client, (await readJson(pieces)) as WaitingWork[])
  else if (DATA_FILES.some((dataFile) => DATA + dataFile === name)) await writeDataFile(name.slice(DATA.length), pieces)
  else if (name.startsWith(FILES)) await saveBytes(name.slice(FILES.length), pieces)
}

/** Stores the bytes where all files are stored, in one pass, as a store writes them once. */
async function saveBytes(sha256: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const source: ByteSource = { size: 0, pieces: () => pieces }
  await storage().keep(sha256, source)
}

async function writeDataFile(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  if (DATA_FILES.some((dataFile) => dataFile === name && isSetting(dataFile))) return
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Uint8Array.from(piece))
  // The same file may be there already, where somebody put the keys back by hand.
  if (readIfExists(dataPath(name)) === Buffer.concat(all).toString()) return
  mkdirSync(dataPath(), { recursive: true, mode: 0o700 })
  writeFileSync(dataPath(name), Buffer.concat(all), { mode: 0o600, flag: 'wx' })
}

/** Proves that every table, when copied out again, has the size and hash that it was copied in with. */
async function requireSame(client: pg.Client, contents: Contents): Promise<void> {
  const weights = tableSizes(contents)
  for (const shape of await listTables(client)) {
    const { pieces, rowCount } = await copyTable(client, {
      name: shape.name,
      columns: contents.about.tables.find(({ name }) => name === shape.name)?.columns ?? shape.columns,
    })
    const hash = createHash('sha256')
    for await (const piece of pieces) hash.update(piece)
    const was = weights.get(shape.name)
    if (was?.sha256 !== hash.digest('hex') || was.rows !== rowCount())
      throw new Error(`The table ${shape.name} is not what was copied.`)
  }
}
