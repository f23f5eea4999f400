import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import { Refusal } from '#domain/refusal.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { readSignatures } from '#integrations/seal/read-signatures.ts'
import { cleanUpload } from '#integrations/uploads/clean-upload.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { storage, storeNames } from '#integrations/storage/storage.ts'
import { readKeptFile } from './queries.server.ts'
import { type ByteSource, inMemory, sha256Of } from '#platform/bytes.ts'

/**
 * Stores bytes under their hash, with the result of checking their `signature`; returns the hash. The same bytes are
 * stored once.
 */
export async function saveFile(
  tx: Tx,
  bytes: Uint8Array | ByteSource,
  mediaType: string,
  signature: PaperSignature | null = null,
): Promise<string> {
  const source = bytes instanceof Uint8Array ? inMemory(bytes) : bytes
  const hash = await sha256Of(source)
  // Keep `forgetUnused` from running for the same bytes: it could delete them before our row exists.
  await sql`select pg_advisory_xact_lock_shared(hashtext('kept file'), hashtext(${hash}))`.execute(tx)
  await storage().keep(hash, source)
  await tx
    .insertInto('files')
    .values({ sha256: hash, size: source.size, media_type: mediaType, signature })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return hash
}

/**
 * Stores the document behind a decision on money. A form without a file sends an empty one, for which the result is
 * `null`. Refuses what `cleanUpload` refuses.
 */
export async function saveAttachment(tx: Tx, file: File | undefined) {
  if (!file || file.size === 0) return null
  const { bytes, mediaType } = await cleanUpload(file)
  const { state } = await readSignatures(bytes)
  return { name: nameOf(file), sha256: await saveFile(tx, bytes, mediaType, state) }
}

/**
 * Stores a photo or a drawn signature, re-encoded; `null` for a form without one. Refuses what `cleanUpload` refuses,
 * but `upload.no-photo` with the file's name for anything that is no photo, because a form takes several photos.
 */
export async function savePicture(tx: Tx, file: File | undefined): Promise<string | null> {
  if (!file || file.size === 0) return null
  const noPhoto = new Refusal('upload.no-photo', { name: nameOf(file) })
  const { bytes, mediaType } = await cleanUpload(file).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'upload.unknown' ? noPhoto : error
  })
  if (mediaType !== 'image/jpeg') throw noPhoto
  return saveFile(tx, bytes, mediaType)
}

function nameOf({ name }: File): string {
  return name.replaceAll(/[/\\\p{Cc}"]/gu, '_').slice(-120) || 'anexo'
}

/** A received file on the disk. Call `forget` once it is stored, or when nobody needs it. */
export type ReceivedFile = { name: string; sha256: string; bytes: ByteSource; forget: () => Promise<void> }

/**
 * Identifies a delivery by the names and contents of its files: the same files are the same delivery, however often
 * they come.
 */
export function fingerprintOf(files: readonly ReceivedFile[]): string {
  const stored = files.map(({ name, bytes, sha256 }) => [name, bytes.size, sha256])
  return createHash('sha256').update(JSON.stringify(stored)).digest('hex')
}

/** Writes a file to the disk while it arrives. */
export async function receiveFile(name: string, pieces: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  return { name, ...(await storage().receive(pieces)) }
}

export type Move = { to: string; moved: number; there: number; missing: number }

/**
 * Moves every stored file from another store to the one for new files, while the site is running; after an
 * interruption it continues. Reads each copy completely before it removes the original. Refuses `store.unreachable`.
 */
export async function moveFiles(now: Temporal.Instant): Promise<Move> {
  const rows = await db.selectFrom('files').select('sha256').orderBy('sha256').execute()
  const count = { moved: 0, there: 0, missing: 0 }
  for (const { sha256 } of rows) count[await storage().fetchHome(sha256)]++
  const done = { to: storeNames()[0] ?? '', ...count }
  await carryOut({ actor: COMMAND_LINE, action: 'files.move', now }, async (change) => {
    change.note({ after: done })
    return null
  })
  return done
}

/** Maximum number of invoices in one run; the others follow on later days. */
const MAX_FILES_AT_ONCE = 2_000

/**
 * Reads the signatures of invoices that were stored before signatures were read: work on a car, repairs of damages,
 * drivers' receipts. Returns how many it read. If the bytes of one are missing, it stays unread and the log says so.
 */
export async function readSignaturesOnce(): Promise<number> {
  const rows = await db
    .selectFrom('files')
    .select('sha256')
    .where('signature', 'is', null)
    .where(
      sql<boolean>`sha256 in (select file_sha256 from maintenance_jobs union select file_sha256 from green_receipts
        union select invoice_sha256 from damages)`,
    )
    .orderBy('created_at')
    .limit(MAX_FILES_AT_ONCE)
    .execute()
  let read = 0
  for (const { sha256 } of rows) {
    const bytes = await readKeptFile(sha256).catch((error: unknown) => {
      log.warn({ err: error, sha256 }, 'an invoice could not be looked at')
      return null
    })
    if (bytes === null) continue
    const { state } = await readSignatures(bytes)
    await db.updateTable('files').set({ signature: state }).where('sha256', '=', sha256).execute()
    read += 1
  }
  return read
}

/** Remembers stores that did not answer, so that nothing asks them again for a while. */
const unreachable = ofOperator(() => new UnreachableServices())
const STORE = 'store'

/**
 * Removes bytes to which no record refers; others stay. Deletes the row first, because a row without bytes would be a
 * defect. Refuses `store.unreachable`, immediately if the store did not answer a moment ago; the next call then
 * finishes, because it also removes bytes without a row.
 */
export async function forgetUnused(hash: string, now: Temporal.Instant = Temporal.Now.instant()): Promise<void> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select not forget_file(${hash}) and exists (select from files where sha256 = ${hash}) as "isLeft"`.execute(db)
  if (rows[0]?.isLeft !== false) return
  if (unreachable.value.find(STORE, now)) throw new Refusal('store.unreachable')
  try {
    await inTransaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('kept file'), hashtext(${hash}))`.execute(tx)
      // If somebody stored the same bytes meanwhile, their row exists by now.
      const row = await tx.selectFrom('files').select('sha256').where('sha256', '=', hash).executeTakeFirst()
      if (!row) await storage().forget(hash)
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'store.unreachable') unreachable.value.note(STORE, error.code, now)
    throw error
  }
}
