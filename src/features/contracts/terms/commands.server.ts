import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addTerms, changeTerms } from '#features/fleet/terms/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { translator } from '#messages/translate.ts'
import { findOtherTerms } from './queries.server.ts'
import type { ContractToLookAt, ContractTermsAct } from './schema.ts'

/**
 * Agrees the terms of a sealed contract with the driver from the week that was shown, or keeps the terms in force, with
 * the reason. Either writes dated terms, which can be taken back like any. Refuses `contract.terms-agreed` when the
 * contract does not differ (any more), `record.changed-meanwhile` when other terms are in force than were seen, and
 * what `addTerms` and `changeTerms` refuse.
 */
export async function answerContractTerms(change: Change, id: string, act: ContractTermsAct): Promise<string> {
  await lockBalances(change.tx)
  const found = await findOtherTerms(id, change.now, change.tx)
  if (!found) throw new Refusal('contract.terms-agreed')
  const { contract, driver, week, inForce } = found
  if (act.week !== week || act.base !== seenBase(found)) throw new Refusal('record.changed-meanwhile')
  const words = translator('pt')('page.contractTerms.reason', { number: contract.number })
  let { terms } = found
  let reason = words
  if (act.intent === 'keep-terms') {
    // Without terms in force there is nothing to keep, and no form offers it.
    if (inForce === null) throw new Refusal('record.changed-meanwhile')
    terms = inForce.terms
    reason = `${words}: ${act.reason}`
  }
  if (inForce?.from === week) await changeTerms(change, driver.id, inForce.id, { terms, reason })
  else await addTerms(change, driver.id, { from: week, terms, reason })
  change.note({ subject: `contract:${id}`, after: { termsFrom: week, reason } })
  return driver.id
}

/** The terms in force that somebody saw, as a form carries them; empty for none. */
export function seenBase({ inForce }: Pick<ContractToLookAt, 'inForce'>): string {
  return inForce === null ? '' : String(inForce.id)
}
