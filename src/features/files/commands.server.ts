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
 * Keeps bytes under their hash, with the result of checking their `signature`; answers the hash. The same bytes are
 * kept once.
 */
export async function keepFile(
  tx: Tx,
  bytes: Uint8Array | ByteSource,
  mediaType: string,
  signature: PaperSignature | null = null,
): Promise<string> {
  const source = bytes instanceof Uint8Array ? inMemory(bytes) : bytes
  const hash = await sha256Of(source)
  // Lock out `forgetUnused` for the same bytes: it would delete them before our row is there.
  await sql`select pg_advisory_xact_lock_shared(hashtext('kept file'), hashtext(${hash}))`.execute(tx)
  await storage().keep(hash, source)
  await tx
    .insertInto('files')
    .values({ sha256: hash, size: source.size, media_type: mediaType, signature })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return hash
}

/** Keeps the paper behind a decision on money; a form without a file sends an empty one. Refuses what `cleanUpload` refuses. */
export async function keepAttachment(tx: Tx, file: File | undefined) {
  if (!file || file.size === 0) return null
  const { bytes, mediaType } = await cleanUpload(file)
  const { state } = await readSignatures(bytes)
  return { name: nameOf(file), sha256: await keepFile(tx, bytes, mediaType, state) }
}

/**
 * Keeps a photo or a signature, drawn anew; `null` for a form without one. Refuses what `cleanUpload` refuses, but
 * `upload.no-photo` for a document or any other file, by name, as a form takes several photos.
 */
export async function keepPicture(tx: Tx, file: File | undefined): Promise<string | null> {
  if (!file || file.size === 0) return null
  const noPhoto = new Refusal('upload.no-photo', { name: nameOf(file) })
  const { bytes, mediaType } = await cleanUpload(file).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'upload.unknown' ? noPhoto : error
  })
  if (mediaType !== 'image/jpeg') throw noPhoto
  return keepFile(tx, bytes, mediaType)
}

function nameOf({ name }: File): string {
  return name.replaceAll(/[/\\\p{Cc}"]/gu, '_').slice(-120) || 'anexo'
}

/** A file that was received and waits on the disk: `forget` it once it is kept, or when nobody wants it. */
export type ReceivedFile = { name: string; sha256: string; bytes: ByteSource; forget: () => Promise<void> }

/**
 * Identifies a delivery by the names and contents of its files: the same files are the same delivery, however often
 * they come.
 */
export function fingerprintOf(files: readonly ReceivedFile[]): string {
  const stored = files.map(({ name, bytes, sha256 }) => [name, bytes.size, sha256])
  return createHash('sha256').update(JSON.stringify(stored)).digest('hex')
}

/** Writes a file to the disk while it comes in. */
export async function receiveFile(name: string, pieces: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  return { name, ...(await storage().receive(pieces)) }
}

export type Move = { to: string; moved: number; there: number; missing: number }

/**
 * Moves every kept file from another store to the one for new files, while the site works; after a stop it goes on
 * where it was. Each copy is read from end to end before the original is removed. Refuses `store.unreachable`.
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

/** Maximum number of kept invoices in one pass: the others follow on later days. */
const MAX_FILES_AT_ONCE = 2_000

/**
 * Reads the signatures of invoices that were kept before signatures were read: work on a car, repairs of damages,
 * drivers' receipts. Answers how many. One whose bytes are missing stays unread, and the log says so.
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

/** Notes the stores that did not answer, so that they are left alone for a while. */
const unreachable = ofOperator(() => new UnreachableServices())
const STORE = 'store'

/**
 * Removes bytes that no record refers to; any others stay. Deletes the row first, because a row without bytes is a
 * defect. Refuses `store.unreachable`, at once when the store did not answer a moment ago; called again it
 * finishes: bytes without a row go too.
 */
export async function forgetUnused(hash: string, now: Temporal.Instant = Temporal.Now.instant()): Promise<void> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select not forget_file(${hash}) and exists (select from files where sha256 = ${hash}) as "isLeft"`.execute(db)
  if (rows[0]?.isLeft !== false) return
  if (unreachable.value.find(STORE, now)) throw new Refusal('store.unreachable')
  try {
    await inTransaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('kept file'), hashtext(${hash}))`.execute(tx)
      // If somebody kept the same bytes meanwhile, their row is there by now.
      const row = await tx.selectFrom('files').select('sha256').where('sha256', '=', hash).executeTakeFirst()
      if (!row) await storage().forget(hash)
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'store.unreachable') unreachable.value.note(STORE, error.code, now)
    throw error
  }
}
