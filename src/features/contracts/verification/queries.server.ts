import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import { endOfFirstSeal, ownSignature, readSeal } from '#integrations/seal/read-seal.ts'
import { MOST_UPLOAD_BYTES } from '#integrations/uploads/clean-upload.ts'
import { sha256Of, inMemory } from '#platform/bytes.ts'
import { stampOf } from '../stamps/queries.server.ts'
import { type KnownSeal, type PublicStamp, TEXT_MARK, type Verdict } from '#features/contracts/schema.ts'

/**
 * Whether these are the bytes that were sealed here: known by their hash, and sealed to their end. What carries the mark of a
 * text that was sealed here and is not its file was changed; of anything else nothing is known but whether a signature that
 * it brings fits it.
 */
export async function verifyFile(bytes: Uint8Array, on: Kysely<DB> = db): Promise<Verdict> {
  const [hash, seal] = await Promise.all([sha256Of(inMemory(bytes)), readSeal(bytes)])
  const sealed = await sealedAs('file_sha256', hash, on)
  const own = ownSignature(seal)
  const brings = own === null ? {} : { own }
  if (sealed?.onPaper) return { verdict: 'paper', at: sealed.at, ...brings }
  if (sealed && seal.is === 'seal' && seal.isIntact && seal.coversAll) {
    const { subject, isSelfMade } = seal.certificate
    const known = await publicStamp(hash, on)
    // What is inside the file stands in these bytes too.
    const stamp = known === 'unseen' ? seal.stamp : known
    return { verdict: 'valid', sealedAt: sealed.at, by: subject, isSelfMade, stamp }
  }
  const before = await beginsWith(bytes, on)
  if (before) return { verdict: 'changed', how: before.onPaper ? 'addedToPaper' : 'added' }
  for (const mark of marksIn(bytes))
    if ((await sealedAs('text_sha256', mark, on)) !== null) return { verdict: 'changed', how: 'altered' }
  return { verdict: 'unknown', ...brings }
}

/** The stamp of a third party on a sealed file, as anybody is told of it: what kept it away is the office's business. */
async function publicStamp(fileHash: string, on: Kysely<DB>): Promise<PublicStamp> {
  const stamp = await stampOf(fileHash, on)
  if (stamp.is === 'there') return stamp.stamp
  return stamp.is === 'waiting' || stamp.is === 'unseen' ? stamp.is : null
}

/** What was sealed or accepted here and stands whole in front of what somebody added: its hash says so, and no seal of whomever. */
async function beginsWith(bytes: Uint8Array, on: Kysely<DB>): Promise<Sealed | null> {
  const end = endOfFirstSeal(bytes)
  return end === null ? null : sealedAs('file_sha256', await sha256Of(inMemory(bytes.subarray(0, end))), on)
}

/** Marks that are looked for in a file: a sealed one has two, so that it is known by the other where one was changed. */
const MOST_MARKS = 4

/** The hashes of texts that a file says it is of, the last ones first. */
function marksIn(bytes: Uint8Array): Set<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const marks = new Set<string>()
  for (let at = file.lastIndexOf(TEXT_MARK), seen = 0; at >= 0 && seen < MOST_MARKS; seen++) {
    const hash = file.toString('latin1', at + TEXT_MARK.length, at + TEXT_MARK.length + 64)
    if (/^[0-9a-f]{64}$/.test(hash)) marks.add(hash)
    at = at === 0 ? -1 : file.lastIndexOf(TEXT_MARK, at - 1)
  }
  return marks
}

/** Verifies a file that somebody brings. Refuses `upload.empty` and `upload.too-large`; nothing is kept. */
export async function verifyUpload(file: Blob): Promise<Verdict> {
  if (file.size === 0) throw new Refusal('upload.empty')
  if (file.size > MOST_UPLOAD_BYTES) throw new Refusal('upload.too-large')
  return verifyFile(new Uint8Array(await file.arrayBuffer()))
}

/** When the document with this hash was sealed, or accepted as signed by hand, of its file or of its text as the evidence has it; `null` for none. */
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
    // A text may have been sealed and signed by hand: the seal says more.
    .orderBy('paper_id', (by) => by.asc().nullsFirst())
    .executeTakeFirst()
  return row ? { at: row.at.toString(), onPaper: row.paper_id !== null, file: row.file_sha256 } : null
}
