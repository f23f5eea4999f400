import { inTransaction } from '#db/client.server.ts'
import { LINK_TRIES } from '#domain/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { areFactsRight, type Facts, type TypedFacts } from './queries.server.ts'

/**
 * Makes a new link to a contract, which voids earlier ones. Returns its token, which is not stored and so can only be
 * shown now, and the moment when it expires.
 */
export async function writeLink(
  change: Change,
  contract: string,
  days: number,
): Promise<{ token: string; until: Temporal.Instant }> {
  await revokeLinks(change, contract)
  const [token, until] = [newSecret(), change.now.add({ hours: 24 * days })]
  await change.tx
    .insertInto('contract_links')
    .values({
      contract_id: contract,
      token_hash: hashOfSecret(token),
      made_at: change.now.toString(),
      made_by: change.actor.uid,
      expires_at: until.toString(),
    })
    .execute()
  return { token, until }
}

/** Voids the open links of a contract; returns their number. */
export async function revokeLinks({ tx, now }: Change, contract: string): Promise<number> {
  const revoked = await tx
    .updateTable('contract_links')
    .set({ revoked_at: now.toString() })
    .where('contract_id', '=', contract)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.length
}

/** Marks a link as used because somebody signed or refused with it: it opens nothing any more. */
export async function useLink({ tx, now }: Change, link: string): Promise<void> {
  await tx.updateTable('contract_links').set({ used_at: now.toString() }).where('id', '=', link).execute()
}

/**
 * Checks typed facts before anything is signed with them, in a transaction of its own, so that a wrong answer counts
 * even if the form is refused afterwards. Refuses `contract.facts-wrong` with the number of tries `left`, and
 * `record.not-found` when none is left.
 */
export async function tryFacts(link: string, typed: TypedFacts, facts: Facts): Promise<void> {
  const left = await inTransaction(async (tx) => {
    const row = await tx
      .selectFrom('contract_links')
      .select('tries')
      .where('id', '=', link)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.tries >= LINK_TRIES) return 0
    if (areFactsRight(typed, facts)) return null
    const tries = row.tries + 1
    await tx.updateTable('contract_links').set({ tries }).where('id', '=', link).execute()
    return LINK_TRIES - tries
  })
  if (left === null) return
  throw left > 0 ? new Refusal('contract.facts-wrong', { left }) : new Refusal('record.not-found')
}
