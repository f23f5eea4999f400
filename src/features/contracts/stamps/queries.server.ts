import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFileIfReachable } from '#features/files/queries.server.ts'
import { readSeal } from '#integrations/seal/read-seal.ts'
import type { Stamp, StampTrouble } from '#integrations/seal/stamp.ts'
import { downloadName } from '#platform/download-name.ts'
import { env } from '#platform/env.server.ts'
import { getContract } from '../queries.server.ts'
import type { WholeContract } from '../schema.ts'

/** Maximum tries for a stamp before somebody has to ask again: two hours, with one try every quarter of an hour. */
export const MAX_TRIES = 8

/**
 * The state of a sealed file's time stamp. `isDetached`: it is stored beside the file, not inside. `mayAsk`: the
 * office may order it (again).
 */
export type StampState =
  | { is: 'there'; stamp: Stamp; isDetached: boolean; mayAsk: false }
  | { is: 'waiting' | 'failed'; trouble: StampTrouble | null; mayAsk: boolean }
  | { is: 'none'; mayAsk: boolean }
  /** The file may have a stamp inside, but cannot be read at this moment. */
  | { is: 'unseen'; mayAsk: false }

/** The stamp of a contract that was sealed here; `null` for any other contract. */
export async function findStamp(
  { fileHash, paper }: Pick<WholeContract, 'fileHash' | 'paper'>,
  on: Kysely<DB> = db,
): Promise<StampState | null> {
  return fileHash === null || paper !== null ? null : stampOf(fileHash, on)
}

/** The stamp of the file with this hash. A file that was sealed together with its stamp has it inside. */
export async function stampOf(fileHash: string, on: Kysely<DB> = db): Promise<StampState> {
  const row = await on
    .selectFrom('contract_stamps')
    .innerJoin('contracts', 'contracts.id', 'contract_id')
    .select(['tries', 'trouble', 'stamped_at', 'stamped_by'])
    .where('file_sha256', '=', fileHash)
    .executeTakeFirst()
  if (row?.stamped_at && row.stamped_by !== null)
    return {
      is: 'there',
      stamp: { at: row.stamped_at.toString(), by: row.stamped_by },
      isDetached: true,
      mayAsk: false,
    }
  const inside = row ? null : await stampInside(fileHash)
  if (inside === 'unseen') return { is: 'unseen', mayAsk: false }
  if (inside) return { is: 'there', stamp: inside, isDetached: false, mayAsk: false }
  const isSet = env().VOLANTE_STAMP_URL !== undefined
  if (!row || !isSet) return { is: 'none', mayAsk: isSet }
  const isOver = row.tries >= MAX_TRIES
  const trouble = row.trouble as StampTrouble | null
  return { is: isOver ? 'failed' : 'waiting', trouble, mayAsk: trouble !== null }
}

async function stampInside(fileHash: string): Promise<Stamp | 'unseen' | null> {
  const bytes = await readKeptFileIfReachable(fileHash)
  if (bytes === null) return 'unseen'
  const seal = await readSeal(bytes)
  return seal.is === 'seal' && seal.isIntact ? seal.stamp : null
}

/** The token of a stamp, for other programs. Refuses `record.not-found`. */
export async function readStampToken(id: string) {
  const row = await db
    .selectFrom('contract_stamps')
    .select('token')
    .where('contract_id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row?.token) throw new Refusal('record.not-found')
  const { number } = await getContract(id)
  const name = downloadName(`contrato-${number}-carimbo`, 'tst')
  return { name, mediaType: 'application/timestamp-token', bytes: new Uint8Array(row.token) }
}
