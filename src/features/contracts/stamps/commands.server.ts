import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { order } from '#db/queue.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { StampFault, type StampTrouble, askForStamp, readStamp } from '#integrations/seal/stamp.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { lockContract } from '../commands.server.ts'
import { stampSeals } from './jobs.ts'
import { MAX_TRIES, findStamp } from './queries.server.ts'

/**
 * Orders the time stamp of a contract that was just sealed. The job asks for it after the commit. Does nothing when
 * no service is set.
 */
export async function orderStamp(change: Change, contract: string): Promise<void> {
  if (env().VOLANTE_STAMP_URL === undefined) return
  const values = { asked_at: change.now.toString(), tries: 0, tried_at: null, trouble: null }
  await change.tx
    .insertInto('contract_stamps')
    .values({ contract_id: contract, ...values })
    .onConflict((conflict) =>
      conflict.column('contract_id').doUpdateSet(values).where('contract_stamps.token', 'is', null),
    )
    .execute()
  await order(change.tx, stampSeals, {}, stampSeals.name)
}

/**
 * Orders a stamp again that did not come, when the office asks for it. Refuses `record.not-found`, and
 * `contract.moved-on` when no stamp can be ordered.
 */
export async function askStampAgain(change: Change, id: string): Promise<void> {
  const contract = await lockContract(change, id)
  const stamp = await findStamp(contract, change.tx)
  if (stamp === null || !stamp.mayAsk) throw new Refusal('contract.moved-on')
  await orderStamp(change, contract.id)
  change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
}

/** Minimum minutes between two tries of one stamp: the job itself runs every quarter of an hour, and with every sealed contract. */
const MIN_MINUTES_BETWEEN_TRIES = 14

/**
 * Asks for each missing stamp that was not tried a moment ago, the oldest first. When the service does not answer,
 * the remaining stamps are noted as tried too, without asking.
 */
export async function stampWaiting(now: Temporal.Instant): Promise<void> {
  const { VOLANTE_STAMP_URL: url } = env()
  if (url === undefined) return
  const waiting = await db
    .selectFrom('contract_stamps')
    .innerJoin('contracts', 'contracts.id', 'contract_id')
    .select(['contract_id', 'contracts.kind', 'file_sha256'])
    .where('token', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where((is) =>
      is.or([
        is('tried_at', 'is', null),
        is('tried_at', '<=', moment(now.subtract({ minutes: MIN_MINUTES_BETWEEN_TRIES }))),
      ]),
    )
    .orderBy('asked_at')
    .orderBy('contract_id')
    .execute()
  for (const [at, { contract_id, kind, file_sha256 }] of waiting.entries()) {
    if (file_sha256 === null) continue
    const bytes = await readSealed(file_sha256)
    if (bytes === null) continue
    try {
      const token = await askForStamp(url, bytes)
      const stamp = await readStamp(token, bytes)
      if (stamp === null) throw new StampFault('untrue')
      await carryOut({ actor: SYSTEM, action: 'contract.stamp', now }, async (change) => {
        await change.tx
          .updateTable('contract_stamps')
          .set({ token: Buffer.from(token), stamped_at: stamp.at, stamped_by: stamp.by, trouble: null })
          .where('contract_id', '=', contract_id)
          .where('token', 'is', null)
          .execute()
        change.note({ subject: `contract:${contract_id}`, after: { contract: kind } })
        return null
      })
    } catch (error) {
      if (!(error instanceof StampFault)) throw error
      log.warn({ trouble: error.trouble }, 'a sealed contract waits for its time stamp')
      const isDown = error.trouble === 'unreachable'
      const failed = isDown ? waiting.slice(at).map((stamp) => stamp.contract_id) : [contract_id]
      await noteTrouble(failed, error.trouble, now)
      if (isDown) return
    }
  }
}

/**
 * The bytes of a sealed file; `null` when it is missing or damaged, a defect that must not stop the stamps of other
 * contracts. Refuses `store.unreachable`.
 */
async function readSealed(hash: string): Promise<Uint8Array | null> {
  try {
    return await readKeptFile(hash)
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.error({ err: error }, 'a sealed contract could not be read for its time stamp')
    return null
  }
}

async function noteTrouble(contracts: readonly string[], trouble: StampTrouble, now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('contract_stamps')
    .set({ trouble, tries: sql<number>`tries + 1`, tried_at: now.toString() })
    .where('contract_id', 'in', contracts)
    .where('token', 'is', null)
    .execute()
}
