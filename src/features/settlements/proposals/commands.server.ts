import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { type Cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { decideLateDifference } from '#features/adjustments/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { markWeek } from '#features/settlements/commands.server.ts'
import { type Proposal, listProposals, listProposalsAbout } from './queries.server.ts'

/** A proposal, with the amount that the office saw. */
export type SeenProposal = { driver: string; about: Week; amount: Cents }

/** Puts a proposed adjustment on the open week; answers that week. Refuses `adjustment.changed-meanwhile`. */
export function acceptProposal(change: Change, seen: SeenProposal): Promise<Week> {
  return answer(change, seen, { state: 'accepted', reason: '' })
}

/** Declines a difference, with the reason. It is proposed again only when its amount changes. Refuses as accepting does. */
export function declineProposal(change: Change, seen: SeenProposal, reason: string): Promise<Week> {
  return answer(change, seen, { state: 'declined', reason })
}

type Answer = Parameters<typeof decideLateDifference>[3]

async function answer(change: Change, { driver, about, amount }: SeenProposal, decision: Answer): Promise<Week> {
  await lockBalances(change.tx)
  const proposals = await listProposalsAbout(about, change.tx)
  const proposal = proposals.find((candidate) => candidate.driver.id === driver)
  if (!proposal || proposal.difference.amount !== amount) throw new Refusal('adjustment.changed-meanwhile')
  await saveAnswer(change, proposal, decision)
  await deleteAnsweredMarks(change.tx)
  return proposal.on
}

/**
 * Accepts all proposals for a week at once. Refuses `adjustment.changed-meanwhile` when their number or sum is not
 * what was seen.
 */
export async function acceptAllProposals(
  change: Change,
  week: Week,
  seen: { count: number; amount: Cents },
): Promise<void> {
  await lockBalances(change.tx)
  const proposals = await listProposals(change.tx)
  const due = proposals.filter(({ on }) => on === week)
  if (due.length !== seen.count || sum(due.map(({ difference }) => difference.amount)) !== seen.amount)
    throw new Refusal('adjustment.changed-meanwhile')
  for (const proposal of due) await saveAnswer(change, proposal, { state: 'accepted', reason: '' })
  await deleteAnsweredMarks(change.tx)
}

async function saveAnswer(change: Change, { driver, about, on, difference }: Proposal, decision: Answer) {
  await decideLateDifference(change, { driverId: driver.id, about, on }, difference, decision)
}

/**
 * Deletes the marks of weeks in which nothing waits for an answer. It keeps approvals waiting meanwhile, as they might miss a
 * change.
 */
export async function deleteAnsweredMarks(tx: Tx): Promise<void> {
  await lockBalances(tx)
  const { rows } = await sql<{ week: Week }>`select distinct week from week_marks order by week`.execute(tx)
  for (const { week } of rows) {
    // Delete the marks before the week is read: a change that commits after this read leaves a new mark.
    await tx.deleteFrom('week_marks').where('week', '=', week).execute()
    const proposals = await listProposalsAbout(week, tx)
    if (proposals.length > 0) await markWeek(tx, week)
  }
}
