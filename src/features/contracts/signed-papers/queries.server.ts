import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile, readKeptFileIfReachable } from '#features/files/queries.server.ts'
import { type OwnSignature, ownSignature, readSeal } from '#integrations/seal/read-seal.ts'

/** A file of a contract that was signed elsewhere. Moments are text. */
export type SignedPaper = {
  id: string
  state: 'waiting' | 'accepted' | 'declined' | 'void'
  hash: string
  /** Number of signatures in the PDF; `signedBy` is the name in the last one. */
  signatures: number
  signedBy: string | null
  /**
   * Whether the last signature matches the file; `null` when the PDF has none, `unseen` while the file can't be read.
   */
  own: OwnSignature | 'unseen' | null
  reason: string | null
  sentAt: string
  sentBy: string | null
}

/** The signed documents of a contract, the newest first. */
export async function listSignedPapers(contract: string, on: Kysely<DB> = db): Promise<SignedPaper[]> {
  const rows = await on
    .selectFrom('contract_papers')
    .leftJoin('users', 'users.uid', 'sent_by')
    .selectAll('contract_papers')
    .select(['users.email', 'users.display_name'])
    .where('contract_id', '=', readRecordId(contract))
    .orderBy('sent_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ id, state, file_sha256, signatures, signed_by, reason, sent_at, display_name, email }) => ({
      id,
      signatures,
      reason,
      state: state as SignedPaper['state'],
      hash: file_sha256,
      signedBy: signed_by,
      sentAt: sent_at.toString(),
      sentBy: display_name ?? email,
      own: await ownOf(file_sha256),
    })),
  )
}

async function ownOf(file: string): Promise<SignedPaper['own']> {
  const bytes = await readKeptFileIfReachable(file)
  return bytes === null ? 'unseen' : ownSignature(await readSeal(bytes))
}

/** A waiting document. Refuses `contract.paper-answered` for any other. */
export async function getWaiting(contract: string, paper: string, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('contract_papers')
    .select(['file_sha256 as file', 'sent_by as sentBy'])
    .where('id', '=', readRecordId(paper))
    .where('contract_id', '=', contract)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('contract.paper-answered')
  return row
}

/** The stored file. Refuses `record.not-found` for a document of another contract. */
export async function readSignedPaper(contract: string, paper: string): Promise<Uint8Array> {
  const row = await db
    .selectFrom('contract_papers')
    .select('file_sha256')
    .where('id', '=', readRecordId(paper))
    .where('contract_id', '=', readRecordId(contract))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return readKeptFile(row.file_sha256)
}
