import { randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Tx, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { isInFuture } from '#domain/clock.ts'
import { CODE } from '#domain/contract.ts'
import { maskEmail } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { secretOf } from '#platform/seal.server.ts'

/**
 * Mails a new code to the signer, and voids earlier codes of the contract. Returns the masked address. Refuses
 * `contract.code-too-many` {retryAfter: seconds} over the limits of an hour, and `mail.nobody` for a bad address.
 */
export async function sendCode(
  change: Change,
  contract: { id: string; number: number },
  to: { driver: string; email: string; language: string },
): Promise<string> {
  await refuseTooMany(change, contract.id, to.driver)
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const masked = maskEmail(to.email)
  await change.tx
    .insertInto('contract_codes')
    .values({
      contract_id: contract.id,
      sent_to: masked,
      code_hash: hashOf(contract.id, code),
      sent_at: change.now.toString(),
      expires_at: change.now.add({ minutes: CODE.minutes }).toString(),
    })
    .execute()
  const params = { code, number: contract.number }
  const mail = { template: 'contract-code', params, driverId: to.driver } as const
  if (!(await writeMail(change, { ...mail, recipient: to.email, language: to.language })))
    throw new Refusal('mail.nobody')
  return masked
}

async function refuseTooMany({ tx, now }: Change, contract: string, driver: string): Promise<void> {
  // Make simultaneous requests wait for each other, over all contracts of the driver, so that each counts the others.
  await sql`select pg_advisory_xact_lock(hashtext('codes to sign'), hashtext(${driver}))`.execute(tx)
  const sent = await tx
    .selectFrom('contract_codes')
    .innerJoin('contracts', 'contracts.id', 'contract_id')
    .select(['contract_id', 'sent_at'])
    // Count the codes of records merged into this one too.
    .where(sql<boolean>`contracts.driver_id in (select own_records(${driver}::uuid))`)
    .where('sent_at', '>', moment(now.subtract({ hours: 1 })))
    .execute()
  const ofContract = sent.filter(({ contract_id }) => contract_id === contract)
  if (ofContract.length >= CODE.perContract || sent.length >= CODE.perDriver)
    throw new Refusal('contract.code-too-many', { retryAfter: 3_600 })
}

/**
 * Checks a typed code before anything is signed with it, in a transaction of its own, so that a wrong code counts
 * even if the form is refused afterwards. Refuses `contract.code-missing`, `contract.code-wrong` with the number of
 * tries `left`, and `contract.code-over`.
 */
export async function tryCode(contract: string, typed: string, now: Temporal.Instant): Promise<void> {
  if (typed === '') throw new Refusal('contract.code-missing')
  const left = await inTransaction(async (tx) => {
    const code = await selectNewestCode(contract, tx).forUpdate().executeTakeFirst()
    if (!code || !isValid(code, now)) return 0
    if (timingSafeEqual(code.code_hash, hashOf(contract, typed))) return null
    const tries = code.tries + 1
    await tx.updateTable('contract_codes').set({ tries }).where('id', '=', code.id).execute()
    return CODE.tries - tries
  })
  if (left === null) return
  throw left > 0 ? new Refusal('contract.code-wrong', { left }) : new Refusal('contract.code-over')
}

/** Uses the code up for a signature. Refuses `contract.code-over`. */
export async function useCode(
  { tx, now }: Change,
  contract: string,
  typed: string,
): Promise<{ to: string; sentAt: string }> {
  const code = await selectNewestCode(contract, tx).forUpdate().executeTakeFirst()
  const isRight = code && isValid(code, now) && timingSafeEqual(code.code_hash, hashOf(contract, typed))
  if (!isRight || code.used_at !== null) throw new Refusal('contract.code-over')
  await tx.updateTable('contract_codes').set({ used_at: now.toString() }).where('id', '=', code.id).execute()
  return { to: code.sent_to, sentAt: code.sent_at.toString() }
}

type Code = { sent_at: Temporal.Instant; expires_at: Temporal.Instant; tries: number }

function isValid({ sent_at, expires_at, tries }: Code, now: Temporal.Instant): boolean {
  return tries < CODE.tries && Temporal.Instant.compare(now, expires_at) < 0 && !isInFuture(sent_at, now)
}

function selectNewestCode(contract: string, on: Kysely<DB> | Tx) {
  return on
    .selectFrom('contract_codes')
    .selectAll()
    .where('contract_id', '=', sql<string>`${contract}::uuid`)
    .orderBy('id', 'desc')
    .limit(1)
}

function hashOf(contract: string, code: string): Buffer {
  return Buffer.from(secretOf(`${contract} ${code}`, 'code to sign with'), 'base64url')
}
