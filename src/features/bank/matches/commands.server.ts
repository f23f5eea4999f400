import { type Selectable, sql } from 'kysely'
import type { BankAnswers } from '#db/types.ts'
import { type Match, propose, ruleKey } from '#domain/bank-match.ts'
import { firstOf } from '#domain/certain.ts'
import type { CompanyAccount } from '#domain/ledger.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { type Actor, type Change, carryOut } from '#features/audit/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import {
  type GivenAnswer,
  type MovementAnswer,
  answerAllCovered,
  giveAnswers,
  giveAnswer,
  refuseAnswered,
  takeBackOne,
} from './answers.server.ts'
import { type Facts, contextOf, factsAfter, matchContext, readFacts } from './facts.server.ts'
import { type SelectedMovement, matchable } from './selected-movements.server.ts'
import { paidAmong, tellPaid, tellUnpaid } from '#features/payments/bank-payments/commands.server.ts'
import { listAnsweredOf, listMovements, listTogether, lockMovement, lockMovements } from './queries.server.ts'
import { type AnswerInput, seenAs } from './schema.ts'

/**
 * Answers a movement and books it. Refuses `bank.undone` when the movement's file was taken back, `bank.answered`
 * when it has an answer, `bank.amount-differs` when the payments do not add up to its amount, `bank.not-payable` and
 * `bank.not-paid` for payments in another state or paid by another movement, and whatever the payment itself refuses.
 */
export async function answerMovement(change: Change, id: string, input: AnswerInput): Promise<void> {
  const row = await (input.is === 'proposal' ? lockProposed(change, id) : lockMovement(change.tx, id))
  await refuseAnswered(change, row)
  if (input.is !== 'proposal') {
    await giveAnswer(change, row, answerFromForm(input), { isExact: false, ruleId: null })
    if (input.is === 'account' && input.always) await makeRule(change, row, input.account)
    return
  }
  const proposal = propose(matchable(row), await matchContext(change.tx, [row]))
  // There is no proposal any more, though the page showed one.
  if (proposal.say === 'asked') throw new Refusal('bank.moved-on')
  const { match, rule } = proposal
  if (input.seen !== undefined && input.seen !== seenAs(match)) throw new Refusal('bank.moved-on')
  await answerAllCovered(change, row, answerFromMatch(match), { isExact: false, ruleId: rule })
}

/**
 * Locks a movement, and the movements that its proposal answers together with it, in one order: so two people who
 * confirm both sides of a proposal never block each other.
 */
async function lockProposed({ tx }: Change, id: string): Promise<SelectedMovement> {
  const recordId = readRecordId(id)
  const [movement] = await listMovements(tx, { ids: [recordId] })
  const proposal = movement?.proposal
  const match = proposal && proposal.say !== 'asked' ? proposal.match : null
  const others = match && 'movements' in match ? match.movements.filter((other) => other !== recordId) : []
  return firstOf(await lockMovements(tx, [recordId, ...others]))
}

/**
 * Confirms proposals as the page showed them (`seen`), in the order in which the movements happened. A proposal that
 * differs by now, for example because an earlier movement took its payment, is skipped and asked again. Returns how
 * many were confirmed and how many skipped (`left`).
 */
export async function confirmProposals(
  change: Change,
  proposals: readonly { id: string; seen: string }[],
): Promise<{ confirmed: number; left: number }> {
  const seenOf = proposals.map(({ seen }) => seen)
  const rows = (
    await lockMovements(
      change.tx,
      proposals.map(({ id }) => id),
    )
  ).map((row, at) => ({ ...row, seen: seenOf[at] }))
  const inOrder = rows.toSorted((a, b) => (a.booked_on < b.booked_on ? -1 : 1))
  const answered = await listAnsweredOf(
    change.tx,
    rows.map(({ id }) => id),
  )
  let confirmed = 0
  let facts: Facts | null = null
  const together: GivenAnswer[] = []
  for (const row of inOrder) {
    if (answered.has(row.id) || row.undone_at !== null) continue
    const movement = matchable(row)
    facts ??= await readFacts(change.tx, inOrder, { meant: inOrder.map(matchable) })
    const proposal = propose(movement, contextOf(facts, [row]))
    if (proposal.say === 'asked' || seenAs(proposal.match) !== row.seen) continue
    const { match } = proposal
    const given = { row, answer: answerFromMatch(match), how: { isExact: false, ruleId: proposal.rule } }
    confirmed += 1
    for (const id of [row.id, ...('movements' in match ? match.movements : [])]) answered.add(id)
    facts = factsAfter(facts, movement, match)
    if (facts) together.push(given)
    else {
      // This answer changes more than `factsAfter` can say, so the facts have to be read again: give the earlier
      // answers first.
      await giveAnswers(change, together.splice(0))
      await answerAllCovered(change, row, given.answer, given.how)
    }
  }
  await giveAnswers(change, together)
  return { confirmed, left: rows.length - confirmed }
}

/**
 * Answers the movements that match exactly one thing, in the order in which they happened, because a later one may
 * return what an earlier one paid. Each answer is a change of its own; a refused one, for example by the rule of two
 * people, waits as a proposal. Returns the number of answers.
 */
export async function matchExact(
  movements: readonly string[],
  { actor, now }: { actor: Actor; now: Temporal.Instant },
): Promise<number> {
  let matched = 0
  for (const id of movements) {
    try {
      await carryOut({ actor, action: 'bank.match', now }, async (change) => {
        const row = await lockMovement(change.tx, id)
        await refuseAnswered(change, row)
        const proposal = propose(matchable(row), await matchContext(change.tx, [row]))
        if (proposal.say !== 'matched') throw new Refusal('bank.moved-on')
        await answerAllCovered(change, row, answerFromMatch(proposal.match), { isExact: true, ruleId: proposal.rule })
        return null
      })
      matched += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return matched
}

function answerFromForm(input: Exclude<AnswerInput, { is: 'proposal' }>): MovementAnswer {
  switch (input.is) {
    case 'payments':
      return { kind: 'payments', settlements: [input.settlement] }
    case 'return':
      return { kind: 'return', settlementId: input.settlement }
    case 'payout':
      return { kind: 'payout', ...input.of }
    case 'driver':
      return { kind: 'driver', driverId: input.driver }
    case 'account':
      return { kind: 'account', account: input.account }
    case 'suspense':
      return { kind: 'suspense' }
  }
}

function answerFromMatch(match: Match): MovementAnswer {
  switch (match.is) {
    case 'part':
      return { kind: 'part', settlementId: match.settlementId, movements: match.movements }
    case 'payout-part':
      return { kind: 'payout', platform: match.platform, week: match.week, movements: match.movements }
    case 'payouts':
      return { kind: 'payout', platform: match.platform, week: match.week, weeks: match.weeks }
    case 'payments':
      return { kind: 'payments', settlements: match.settlements }
    case 'return':
      return { kind: 'return', settlementId: match.settlementId }
    case 'payout':
      return { kind: 'payout', platform: match.platform, week: match.week }
    case 'driver':
      return { kind: 'driver', driverId: match.driverId }
    case 'account':
      return { kind: 'account', account: match.account }
  }
}

/**
 * Makes a rule that gives this answer to all movements with the same words on the same account, in the same direction
 * and with the same other side.
 */
async function makeRule(change: Change, row: SelectedMovement, account: CompanyAccount): Promise<void> {
  const key = ruleKey(matchable(row))
  await change.tx
    .updateTable('bank_rules')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('key', '=', key)
    .where('retired_at', 'is', null)
    .execute()
  await change.tx
    .insertInto('bank_rules')
    .values({
      key,
      bank_account_id: row.account_id,
      text: row.text,
      party: row.party,
      is_out: row.amount_cents < 0,
      account,
      made_at: change.now.toString(),
      made_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: 'bank', after: { always: row.text, account } })
}

/** Ends a rule: movements like these are asked again from now on, but its bookings stay. Refuses `record.not-found`. */
export async function retireRule(change: Change, id: string): Promise<void> {
  const rule = await change.tx
    .updateTable('bank_rules')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('retired_at', 'is', null)
    .returning(['text', 'account'])
    .executeTakeFirst()
  if (!rule) throw new Refusal('record.not-found')
  change.note({ subject: 'bank', before: { always: rule.text, account: rule.account } })
}

/**
 * Takes a wrong answer back: reverses everything it booked, and the movement waits again. Refuses `record.not-found`
 * without a live answer, and `bank.moved-on` once its payments or returns have consequences of their own.
 */
export async function takeAnswerBack(change: Change, movementId: string, reason: string, told = ''): Promise<void> {
  const answers = await lockAnswers(change, [readRecordId(movementId)])
  if (answers.length === 0) throw new Refusal('record.not-found')
  await tellingDrivers(change, answers, told, async () => {
    for (const { row, answer } of answers) await takeBackOne(change, row, answer, { reason, told })
  })
}

/**
 * Takes back every answer to some movements, the newest first. Refuses `bank.held` with the first movement whose
 * payment has consequences of its own.
 */
export async function takeAnswersBack(
  change: Change,
  movements: readonly string[],
  { reason, told = '' }: { reason: string; told?: string },
): Promise<void> {
  const answers = await lockAnswers(change, movements)
  await lockWeeksOf(
    change,
    answers.map(({ answer }) => answer.id),
  )
  await tellingDrivers(change, answers, told, async () => {
    for (const { row, answer } of answers)
      try {
        await takeBackOne(change, row, answer, { reason, told })
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'bank.moved-on')) throw error
        throw new Refusal('bank.held', { day: row.booked_on, text: row.text })
      }
  })
}

/**
 * Tells the drivers whose statements were paid before and are not after, or the other way round, each once, however
 * often one went to and fro.
 */
async function tellingDrivers(
  change: Change,
  answers: readonly { answer: { id: string } }[],
  told: string,
  takeBack: () => Promise<void>,
): Promise<void> {
  const payments = await change.tx
    .selectFrom('bank_answer_payments')
    .select('settlement_id')
    .where('answer_id', '=', sql<string>`any(${answers.map(({ answer }) => answer.id)}::uuid[])`)
    .execute()
  const settlements = payments.map(({ settlement_id }) => settlement_id)
  const paid = await paidAmong(change, settlements)
  await takeBack()
  await tellUnpaid(change, paid, told)
  const before = new Set(paid)
  const after = await paidAmong(change, settlements)
  await tellPaid(
    change,
    after.filter((id) => !before.has(id)),
  )
}

/**
 * Locks some movements, and those that were answered together with them, and returns their answers that were not
 * taken back, the newest first. An answer to several movements is taken back from all of them.
 */
async function lockAnswers(
  { tx }: Change,
  movements: readonly string[],
): Promise<{ row: SelectedMovement; answer: Selectable<BankAnswers> }[]> {
  const others = await listTogether(tx, movements)
  const rows = await lockMovements(tx, [...new Set([...movements, ...others])])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const live = await tx
    .selectFrom('bank_answers')
    .selectAll()
    .where('taken_back_at', 'is', null)
    .where('movement_id', '=', sql<string>`any(${[...rowOf.keys()]}::uuid[])`)
    .orderBy('ordinal', 'desc')
    .execute()
  // Between the query and the lock somebody answered one of these together with another movement.
  if ((await listTogether(tx, movements)).some((id) => !rowOf.has(id))) throw new Refusal('bank.moved-on')
  return live.flatMap((answer) => {
    const row = rowOf.get(answer.movement_id)
    return row ? [{ row, answer }] : []
  })
}

/** Locks the weeks of all payments that the answers name, in one order. */
async function lockWeeksOf({ tx }: Change, answers: readonly string[]): Promise<void> {
  const weeks = await tx
    .selectFrom('bank_answer_payments')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select('week')
    .distinct()
    .where('answer_id', '=', sql<string>`any(${[...answers]}::uuid[])`)
    .execute()
  await lockWeeks(
    tx,
    weeks.map(({ week }) => week as Week),
  )
}
