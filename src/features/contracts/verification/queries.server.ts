import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import { endOfFirstSeal, ownSignature, readSeal } from '#integrations/seal/read-seal.ts'
import { MAX_UPLOAD_BYTES } from '#integrations/uploads/clean-upload.ts'
import { sha256Of, inMemory } from '#platform/bytes.ts'
import { stampOf } from '../stamps/queries.server.ts'
import { type KnownSeal, type PublicStamp, TEXT_MARK, type Verdict } from '#features/contracts/schema.ts'

/**
 * Checks whether these bytes were sealed here: known by their hash, and sealed to their end. A file that has the mark
 * of a text sealed here, but is not the sealed file, was changed. About any other file we only know whether its own
 * signature matches it.
 */
export async function verifyFile(bytes: Uint8Array, on: Kysely<DB> = db): Promise<Verdict> {
  const [hash, seal] = await Promise.all([sha256Of(inMemory(bytes)), readSeal(bytes)])
  const sealed = await sealedAs('file_sha256', hash, on)
  const signature = ownSignature(seal)
  const withOwn = signature === null ? {} : { own: signature }
  if (sealed?.onPaper) return { verdict: 'paper', at: sealed.at, ...withOwn }
  if (sealed && seal.is === 'seal' && seal.isIntact && seal.coversAll) {
    const { subject, isSelfMade } = seal.certificate
    const known = await publicStamp(hash, on)
    // These bytes have the stamp, if the stored file cannot be read at this moment.
    const stamp = known === 'unseen' ? seal.stamp : known
    return { verdict: 'valid', sealedAt: sealed.at, by: subject, isSelfMade, stamp }
  }
  const original = await beginsWith(bytes, on)
  if (original) return { verdict: 'changed', how: original.onPaper ? 'addedToPaper' : 'added' }
  for (const mark of marksIn(bytes))
    if ((await sealedAs('text_sha256', mark, on)) !== null) return { verdict: 'changed', how: 'altered' }
  return { verdict: 'unknown', ...withOwn }
}

/** The third party's time stamp of a sealed file, as anybody may know it; only the office learns why one is missing. */
async function publicStamp(fileHash: string, on: Kysely<DB>): Promise<PublicStamp> {
  const stamp = await stampOf(fileHash, on)
  if (stamp.is === 'there') return stamp.stamp
  return stamp.is === 'waiting' || stamp.is === 'unseen' ? stamp.is : null
}

/**
 * The sealed or accepted document with which a file begins, when somebody added something after it. It is recognised
 * by its hash, because anybody can make a seal.
 */
async function beginsWith(bytes: Uint8Array, on: Kysely<DB>): Promise<Sealed | null> {
  const end = endOfFirstSeal(bytes)
  return end === null ? null : sealedAs('file_sha256', await sha256Of(inMemory(bytes.subarray(0, end))), on)
}

/**
 * Maximum number of marks that are read in a file. A sealed file has two, so that one is still found when the other
 * was changed.
 */
const MAX_MARKS = 4

/** The text hashes marked in a file, the last ones first. */
function marksIn(bytes: Uint8Array): Set<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const marks = new Set<string>()
  for (let at = file.lastIndexOf(TEXT_MARK), seen = 0; at >= 0 && seen < MAX_MARKS; seen++) {
    const hash = file.toString('latin1', at + TEXT_MARK.length, at + TEXT_MARK.length + 64)
    if (/^[0-9a-f]{64}$/.test(hash)) marks.add(hash)
    at = at === 0 ? -1 : file.lastIndexOf(TEXT_MARK, at - 1)
  }
  return marks
}

/** Checks a file that somebody uploads, without storing it. Refuses `upload.empty` and `upload.too-large`. */
export async function verifyUpload(file: Blob): Promise<Verdict> {
  if (file.size === 0) throw new Refusal('upload.empty')
  if (file.size > MAX_UPLOAD_BYTES) throw new Refusal('upload.too-large')
  return verifyFile(new Uint8Array(await file.arrayBuffer()))
}

/**
 * The document whose file, or whose text in the evidence, has this hash: when it was sealed, or accepted as signed by
 * hand; `null` for none.
 */
export async function findSealed(hash: string, on: Kysely<DB> = db): Promise<KnownSeal | null> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const sealed = (await sealedAs('file_sha256', hash, on)) ?? (await sealedAs('text_sha256', hash, on))
  if (sealed === null) return null
  const { at, onPaper, file } = sealed
  return { at, onPaper, stamp: onPaper || file === null ? null : await publicStamp(file, on) }
}

type Sealed = { at: string; onPaper: boolean; file: string | null }

async function sealedAs(column: 'file_sha256' | 'text_sha256', hash: string, on: Kysely<DB>): Promise<Sealed | null> {
  const row = await on
    .selectFrom('contracts')
    .innerJoin('contract_events', 'contract_id', 'contracts.id')
    .select(['contract_events.at', 'paper_id', 'file_sha256'])
    .where(column, '=', hash)
    .where('state', '=', 'sealed')
    .where('event', '=', 'sealed')
    // A text may have been both sealed and signed by hand: prefer the seal.
    .orderBy('paper_id', (by) => by.asc().nullsFirst())
    .executeTakeFirst()
  return row ? { at: row.at.toString(), onPaper: row.paper_id !== null, file: row.file_sha256 } : null
}
