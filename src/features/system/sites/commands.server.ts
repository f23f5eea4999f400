import { createHmac, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import { backupFolder } from '#features/system/backups/queries.server.ts'
import { storeNames } from '#integrations/storage/storage.ts'
import { settingsSealMark } from '#integrations/seal/certificate.ts'
import { findBackupKey, keyPlace } from '#platform/backup-key.server.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { findFieldKey, keyRing } from '#platform/field-keys.server.ts'
import { log } from '#platform/log.ts'
import { secretOf } from '#platform/seal.server.ts'
import { runningSites } from './queries.server.ts'
import { type SiteMarks, type Unshared, unsharedWith } from './schema.ts'

/** Milliseconds after which a running site renews its row. */
const RENEWED_EACH = 10_000

/** The file by which another site finds out that it uses the same folder. */
const signOf = (id: string) => `.site-${id}`

/** `isAlone`: no other site is running. */
export type EnterResult = { unshared: Unshared[] } | { isAlone: boolean; leave: () => Promise<void> }

/**
 * Registers a running site at its place. Beside other sites it may run only if it shares with each of them what an
 * installation has once: files, secrets, copies. Answers what it does not share, in which case it is not registered;
 * else a function to leave.
 */
export async function enterSites(place: number): Promise<EnterResult> {
  const id = randomUUID()
  const marks = ownMarks()
  const { unshared, isAlone } = await inTransaction(async (tx) => {
    // Of two that start at once, the second sees the first.
    await sql`select pg_advisory_xact_lock(hashtextextended('sites', 0))`.execute(tx)
    const others = (await runningSites(tx)).filter((other) => other.place !== place)
    const found = new Set(
      others.flatMap((other) =>
        unsharedWith(marks, other.marks, {
          folder: hasSign(dataPath(), other.id),
          backups: backupFolders().every((folder) => hasSign(folder, other.id)),
          leftOnDisk: hasFiles(dataPath('files')),
          knowsKey: findFieldKey(other.marks.newestKey) !== null,
        }),
      ),
    )
    if (found.size > 0) return { unshared: [...found], isAlone: false }
    putSigns(id, new Set(others.map((other) => other.id)))
    await tx.deleteFrom('sites').where('place', '=', place).execute()
    await tx
      .insertInto('sites')
      .values({ place, id, sees: JSON.stringify(marks) })
      .execute()
    return { unshared: [], isAlone: others.length === 0 }
  })
  if (unshared.length > 0) return { unshared }

  const renew = async () => {
    const row = { place, id, sees: JSON.stringify(marks), renewed_at: sql<Temporal.Instant>`now()` }
    await db
      .insertInto('sites')
      .values(row)
      .onConflict((conflict) => conflict.column('place').doUpdateSet({ id, renewed_at: row.renewed_at }))
      .execute()
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'the site could not say that it is at work'))
  }, RENEWED_EACH).unref()
  const leave = async () => {
    clearInterval(timer)
    takeSigns(id)
    await db.deleteFrom('sites').where('id', '=', id).execute()
  }
  return { isAlone, leave }
}

/** Marks of what this site sees; a mark does not tell what it stands for. */
function ownMarks(): SiteMarks {
  const ring = keyRing()
  // The index key is as long as a hash and random, so neither it nor what it marks can be found by trying.
  const markOf = (text: string) => createHmac('sha256', ring.index).update(`mark ${text}`).digest('base64url')
  const [store = 'disk'] = storeNames()
  const keyText = keyPlace().kind === 'own' ? null : backupKeyText()
  return {
    store: store === 'disk' ? null : `${store} ${env().AWS_ENDPOINT_URL_S3 ?? ''}`,
    secret: secretOf('', 'mark of the sites'),
    fieldKeys: markOf(''),
    newestKey: ring.keys[0].id,
    backupKey: keyText === null ? null : markOf(keyText),
    copiesElsewhere: env().BACKUP_TO !== undefined,
    seal: settingsSealMark(),
  }
}

/**
 * The key of the copies as text; a fixed word for one that cannot be read: whoever makes a copy is told, and the site
 * still starts.
 */
function backupKeyText(): string {
  try {
    const key = findBackupKey()
    if (key?.kind === 'passphrase') return key.text
    return key === null ? '' : Buffer.from(key.bytes).toString('base64')
  } catch {
    return 'unreadable'
  }
}

/** The folder of the copies, unless it is in the data folder. */
const backupFolders = () => (env().BACKUP_TO === undefined ? [] : [backupFolder()])

function putSigns(id: string, living: ReadonlySet<string>): void {
  for (const folder of [dataPath(), ...backupFolders()]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Delete the files of sites that were killed.
      for (const name of readdirSync(folder))
        if (name.startsWith(signOf('')) && !living.has(name.slice(signOf('').length))) rmSync(join(folder, name))
      writeFileSync(join(folder, signOf(id)), '', { mode: 0o600 })
    } catch (error) {
      log.warn({ err: error }, 'a folder that sites share can not be written to')
    }
  }
}

function takeSigns(id: string): void {
  for (const folder of [dataPath(), ...backupFolders()]) rmSync(join(folder, signOf(id)), { force: true })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const hasSign = (folder: string, id: string) => namesIn(folder).includes(signOf(id))

/** Whether a folder has stored files, not counting incoming ones. */
const hasFiles = (folder: string) => namesIn(folder).some((name) => name !== 'incoming')
