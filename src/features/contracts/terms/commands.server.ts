import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addTerms, changeTerms } from '#features/fleet/terms/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { translator } from '#messages/translate.ts'
import { findOtherTerms } from './queries.server.ts'
import type { ContractToLookAt, ContractTermsAct } from './schema.ts'

/**
 * Agrees the terms of a sealed contract with the driver from the week that the form showed, or keeps the terms in
 * force, with a reason. Both save dated terms, which can be taken back like any others. Refuses
 * `contract.terms-agreed` when the contract does not differ (any more), `record.changed-meanwhile` when other terms
 * are in force than the form showed, and what `addTerms` and `changeTerms` refuse.
 */
export async function answerContractTerms(change: Change, id: string, act: ContractTermsAct): Promise<string> {
  await lockBalances(change.tx)
  const found = await findOtherTerms(id, change.now, change.tx)
  if (!found) throw new Refusal('contract.terms-agreed')
  const { contract, driver, week, inForce } = found
  if (act.week !== week || act.base !== seenBase(found)) throw new Refusal('record.changed-meanwhile')
  const usualReason = translator('pt')('page.contractTerms.reason', { number: contract.number })
  let { terms } = found
  let reason = usualReason
  if (act.intent === 'keep-terms') {
    // Without terms in force there is nothing to keep, so no form offers this answer.
    if (inForce === null) throw new Refusal('record.changed-meanwhile')
    terms = inForce.terms
    reason = `${usualReason}: ${act.reason}`
  }
  if (inForce?.from === week) await changeTerms(change, driver.id, inForce.id, { terms, reason })
  else await addTerms(change, driver.id, { from: week, terms, reason })
  change.note({ subject: `contract:${id}`, after: { termsFrom: week, reason } })
  return driver.id
}

/** The id of the terms in force, which the form carries so that we know what somebody saw; empty for none. */
export function seenBase({ inForce }: Pick<ContractToLookAt, 'inForce'>): string {
  return inForce === null ? '' : String(inForce.id)
}
