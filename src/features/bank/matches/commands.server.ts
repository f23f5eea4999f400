import { inParts } from '#db/parts.ts'
import { type Selectable, sql } from 'kysely'
import type { BankAnswers } from '#db/types.ts'
import { type Match, propose, ruleKey } from '#domain/bank-match.ts'
import { firstOf } from '#domain/certain.ts'
import { type CompanyAccount, bankPostings } from '#domain/ledger.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { type Actor, type Change, carryOut } from '#features/audit/commands.server.ts'
import { type Journal, lockWeeks, postJournal, postJournals, reverseJournal } from '#features/ledger/commands.server.ts'
import {
  type BankPayment,
  lockPayable,
  payByBank,
  payEachByBank,
  returnByBank,
  unpayByBank,
  unreturnByBank,
} from '#features/payments/bank-payments/commands.server.ts'
import {
  lockSuspense,
  reclassificationNote,
  takeBackReclassification,
  writeReclassifications,
} from '#features/weeks/reclassifications/commands.server.ts'
import { getReclassification } from '#features/weeks/reclassifications/queries.server.ts'
import { bookOpenings } from '../openings/commands.server.ts'
import {
  type Facts,
  contextOf,
  factsAfter,
  listAnsweredOf,
  listMovements,
  listTogether,
  lockMovement,
  lockMovements,
  matchContext,
  matchable,
  readFacts,
} from './queries.server.ts'
import { type AnswerInput, type AnswerKind, seenAs } from './schema.ts'

type WeekShare = { week: Week; amount: Cents }

/**
 * The answer to a movement. `movements` are all movements that this answer covers, for example the parts of one
 * payment.
 */
type MovementAnswer =
  | { kind: 'payments'; settlements: readonly string[] }
  | { kind: 'part'; settlementId: string; movements: readonly string[] }
  | { kind: 'return'; settlementId: string }
  | {
      kind: 'payout'
      platform: 'uber' | 'bolt'
      week: Week
      weeks?: readonly WeekShare[]
      movements?: readonly string[]
    }
  | { kind: 'driver'; driverId: string }
  | { kind: 'account'; account: CompanyAccount }
  | { kind: 'suspense' }

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
  await answerAll(change, row, answerFromMatch(match), { isExact: false, ruleId: rule })
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
  const together: Answered[] = []
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
      await answerEach(change, together.splice(0))
      await answerAll(change, row, given.answer, given.how)
    }
  }
  await answerEach(change, together)
  return { confirmed, left: rows.length - confirmed }
}

/** Gives the answer to all movements that it covers. */
async function answerAll(change: Change, row: Movement, answer: MovementAnswer, how: AnswerContext): Promise<void> {
  const movements = 'movements' in answer ? (answer.movements ?? []) : []
  if (movements.length === 0) return await giveAnswer(change, row, answer, how)
  const together = crypto.randomUUID()
  const rows: Movement[] = []
  for (const own of await lockMovements(change.tx, movements)) {
    await refuseAnswered(change, own)
    rows.push(own)
  }
  const inOrder = rows.toSorted((a, b) => (a.booked_on < b.booked_on ? -1 : 1))
  for (const [at, one] of inOrder.entries())
    await giveAnswer(change, one, answer, {
      ...how,
      together,
      ...(answer.kind === 'part' ? { part: partOf(inOrder, at) } : {}),
    })
}

/** The last part makes the payment; earlier parts wait on the driver's balance. */
function partOf(inOrder: readonly Movement[], at: number): { before: Cents | null } {
  if (at < inOrder.length - 1) return { before: null }
  return { before: sum(inOrder.slice(0, at).map((row) => matchable(row).amount)) }
}

/**
 * Makes a rule that gives this answer to all movements with the same words on the same account, in the same direction
 * and with the same other side.
 */
async function makeRule(change: Change, row: Movement, account: CompanyAccount): Promise<void> {
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

type Movement = Awaited<ReturnType<typeof lockMovement>>

async function refuseAnswered(change: Change, { id, undone_at }: Movement): Promise<void> {
  if (undone_at !== null) throw new Refusal('bank.undone')
  const answered = await listAnsweredOf(change.tx, [id])
  if (answered.has(id)) throw new Refusal('bank.answered')
}

/**
 * Locks a movement, and the movements that its proposal answers together with it, in one order: so two people who
 * confirm both sides of a proposal never block each other.
 */
async function lockProposed({ tx }: Change, id: string): Promise<Movement> {
  const recordId = readRecordId(id)
  const [movement] = await listMovements(tx, { ids: [recordId] })
  const proposal = movement?.proposal
  const match = proposal && proposal.say !== 'asked' ? proposal.match : null
  const others = match && 'movements' in match ? match.movements.filter((one) => one !== recordId) : []
  return firstOf(await lockMovements(tx, [recordId, ...others]))
}

type AnswerContext = { isExact: boolean; ruleId: string | null; together?: string; part?: { before: Cents | null } }

/** An answer to one movement. */
type Answered = { row: Movement; answer: MovementAnswer; how: AnswerContext }

async function giveAnswer(change: Change, row: Movement, answer: MovementAnswer, how: AnswerContext): Promise<void> {
  const own = bookedOf({ row, answer, how })
  if (how.part)
    await writeAnswers(change, [
      { ...own, payments: await partsOf(change, answer, { ...own, before: how.part.before }) },
    ])
  else if (answer.kind === 'return') {
    const back = await returnByBank(change, { act: own.id, on: own.on }, answer.settlementId, row.return_reason ?? '')
    if (back.amount !== own.amount) throw new Refusal('bank.amount-differs')
    await writeAnswers(change, [{ ...own, payments: [back] }])
  } else await answerEach(change, [{ row, answer, how }])
}

type BookedAnswer = Answered & Booked & { amount: Cents; payments: readonly BankPayment[]; classified: string | null }

function bookedOf(answered: Answered): BookedAnswer {
  const { row } = answered
  const on = Temporal.PlainDate.from(row.booked_on)
  return { ...answered, id: crypto.randomUUID(), on, amount: matchable(row).amount, payments: [], classified: null }
}

/**
 * Gives answers to movements, in this order. No answer may change what another movement means, be a return, or be a
 * part of a payment. Refuses what the answers would refuse one by one.
 */
async function answerEach(change: Change, answers: readonly Answered[]): Promise<void> {
  if (answers.length === 0) return
  const all = answers.map(bookedOf)
  const settlements = all.flatMap(({ answer }) => (answer.kind === 'payments' ? answer.settlements : []))
  const payableOf = await lockPayable(change, settlements)
  const paidBefore = await findPaid(change, settlements)
  const refuseTooMuch = all.some(({ answer }) => answer.kind === 'account') ? await lockSuspense(change) : null
  const checked = all.map((one) => {
    const { answer, amount, row } = one
    if (answer.kind === 'account') {
      const moved = reclassificationOf(one, answer.account)
      refuseTooMuch?.(moved)
      return { ...one, found: [], moved }
    }
    if (answer.kind !== 'payments') return { ...one, found: [], moved: null }
    const found = payableOf(answer.settlements)
    if (sum(found.map(({ payable }) => payable)) !== -amount) throw new Refusal('bank.amount-differs')
    if (answer.settlements.some((id) => paidBefore.has(readRecordId(id)))) throw new Refusal('bank.not-payable')
    return { ...one, row, found, moved: null }
  })
  const paying = checked.filter(({ found }) => found.length > 0)
  const payments = await payEachByBank(
    change,
    paying.map(({ id, on, found }) => ({ act: id, on, found })),
  )
  const paymentsOf = new Map(paying.map(({ id }, at) => [id, payments[at] ?? []]))
  const classes = await classifyEach(
    change,
    checked.flatMap((one) => (one.moved ? [{ ...one, moved: one.moved }] : [])),
  )
  await writeAnswers(
    change,
    checked.map((one) => ({
      ...one,
      payments: paymentsOf.get(one.id) ?? [],
      classified: classes.get(one.id) ?? null,
    })),
  )
}

/** Saves answers, books everything that the payments did not book, and writes to the log. */
async function writeAnswers(
  change: Change,
  answers: readonly (BookedAnswer & { moved?: Classified | null })[],
): Promise<void> {
  const rows = answers.map(({ id, row, answer, how: { isExact, ruleId, together }, classified }) => ({
    id,
    movement_id: row.id,
    kind: answer.kind,
    platform: answer.kind === 'payout' ? answer.platform : null,
    week: answer.kind === 'payout' ? answer.week : null,
    driver_id: answer.kind === 'driver' ? readRecordId(answer.driverId) : null,
    account: answer.kind === 'account' ? answer.account : null,
    reclassification_id: classified,
    is_exact: isExact,
    rule_id: ruleId,
    together: together ?? null,
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('bank_answers').values(part).execute()
  const paid = answers.flatMap(({ id, answer, how: { part }, payments }) =>
    payments.map((one) => ({
      answer_id: id,
      settlement_id: one.settlementId,
      batch_id: one.batchId,
      amount_cents: one.amount,
      role: answer.kind === 'return' ? 'returned' : part?.before === null ? 'part' : 'paid',
      posted: one.posted,
      stood_on: one.paidOnBefore,
    })),
  )
  for (const part of inParts(paid)) await change.tx.insertInto('bank_answer_payments').values(part).execute()
  const weeks = answers.flatMap(({ id, answer }) =>
    (answer.kind === 'payout' ? (answer.weeks ?? []) : []).map(({ week, amount: share }) => ({
      answer_id: id,
      week,
      amount_cents: share,
    })),
  )
  for (const part of inParts(weeks)) await change.tx.insertInto('bank_answer_weeks').values(part).execute()
  // A payment confirmed before the account began is part of its opening.
  if (paid.some(({ stood_on }) => stood_on !== null)) await bookOpenings(change)
  await postJournals(change, answers.flatMap(journalsOf))
  for (const { row, answer, how, amount, moved } of answers) {
    if (moved) change.note(reclassificationNote(moved))
    change.note({
      subject: `movement:${row.id}`,
      after: { kind: answer.kind, ...subjectOfAnswer(answer), amount, exact: how.isExact },
    })
  }
}

/** The journals of an answer besides its payments, and of the bank's fee. */
function journalsOf({ id, on, row, answer, amount }: BookedAnswer): Journal[] {
  const fee = cents(row.fee_cents + row.fee_within_cents)
  return [
    ...(answer.kind === 'payout' ? [bankJournal({ id, on }, `platform:${answer.platform}`, amount)] : []),
    ...(answer.kind === 'driver' ? [bankJournal({ id, on }, 'current', amount, answer.driverId)] : []),
    ...(answer.kind === 'suspense' ? [bankJournal({ id, on }, 'suspense', amount)] : []),
    ...(fee > 0 ? [bankJournal({ id, on }, 'costs:bank', minus(fee), null, 'bank-fee')] : []),
  ]
}

/**
 * Books a part of a payment. Earlier parts wait on the driver's balance, each booked on its own day; the last part
 * makes the payment on its day and books the waiting parts back.
 */
async function partsOf(
  change: Change,
  answer: MovementAnswer,
  { id, amount, on, before }: Booked & { amount: Cents; before: Cents | null },
): Promise<BankPayment[]> {
  if (answer.kind !== 'part') return []
  const { settlementId } = answer
  const { driver_id: driverId, payable_cents: payable } = await change.tx
    .selectFrom('settlements')
    .select(['driver_id', 'payable_cents'])
    .where('id', '=', readRecordId(settlementId))
    .executeTakeFirstOrThrow()
  const own = { settlementId, batchId: null, amount: minus(amount), posted: false, paidOnBefore: null }
  await postJournal(change, bankJournal({ id, on }, 'current', before === null ? amount : minus(before), driverId))
  if (before === null) return [own]
  if (-payable !== before + amount) throw new Refusal('bank.amount-differs')
  const paidBefore = await findPaid(change, [settlementId])
  if (paidBefore.size > 0) throw new Refusal('bank.not-payable')
  const paid = await payByBank(change, { act: id, on }, [settlementId])
  return paid.map((one) => ({ ...one, amount: minus(amount) }))
}

/**
 * Finds which of these settlements a movement has paid already: none is paid twice, unless the money was returned in
 * between.
 */
async function findPaid({ tx }: Change, settlements: readonly string[]): Promise<ReadonlySet<string>> {
  if (settlements.length === 0) return new Set()
  const { rows } = await sql<{ settlement_id: string }>`select settlement_id from bank_answer_payments l
    join bank_answers b on b.id = l.answer_id and b.taken_back_at is null
    where settlement_id = any(${settlements.map(readRecordId)}::uuid[])
    group by settlement_id having sum(case l.role when 'paid' then 1 when 'returned' then -1 else 0 end) > 0`.execute(
    tx,
  )
  return new Set(rows.map(({ settlement_id }) => settlement_id))
}

/** How an amount is moved from `suspense` to its account. */
type Classified = Parameters<typeof writeReclassifications>[1][number]

function reclassificationOf({ on, amount, row: { text } }: BookedAnswer, account: CompanyAccount): Classified {
  if (account === 'suspense' || account === 'opening') throw new Refusal('record.not-found')
  const side = amount > 0 ? 'credit' : 'debit'
  return { side, account, amount: cents(Math.abs(amount)), reason: text.slice(0, 500) || '–', on }
}

/**
 * Books movements of company accounts through `suspense`, like everything that waits to be classified. Returns the id
 * of the reclassification by answer.
 */
async function classifyEach(
  change: Change,
  answers: readonly (BookedAnswer & { moved: Classified })[],
): Promise<ReadonlyMap<string, string>> {
  if (answers.length === 0) return new Map()
  await postJournals(
    change,
    answers.map(({ id, on, amount }) => bankJournal({ id, on }, 'suspense', amount)),
  )
  const ids = await writeReclassifications(
    change,
    answers.map(({ moved }) => moved),
  )
  return new Map(answers.map(({ id }, at) => [id, ids[at] ?? '']))
}

/** The id of an answer, and the day on which the bank booked its movement. */
type Booked = { id: string; on: Temporal.PlainDate }

function bankJournal(
  { id, on }: Booked,
  account: CompanyAccount | 'current',
  amount: Cents,
  driverId: string | null = null,
  key: 'bank' | 'bank-fee' = 'bank',
): Journal {
  return {
    key: `${key}:${id}`,
    kind: 'bank',
    driverId,
    week: null,
    effectiveOn: on,
    postings: bankPostings(account, amount),
  }
}

/**
 * Takes a wrong answer back: reverses everything it booked, and the movement waits again. Refuses `record.not-found`
 * without a live answer, and `bank.moved-on` once its payments or returns have consequences of their own.
 */
export async function takeAnswerBack(change: Change, movementId: string, reason: string): Promise<void> {
  const answers = await lockAnswers(change, [readRecordId(movementId)])
  if (answers.length === 0) throw new Refusal('record.not-found')
  for (const { row, found } of answers) await takeBackOne(change, row, found, reason)
}

/**
 * Takes back every answer to some movements, the newest first. Refuses `bank.held` with the first movement whose
 * payment has consequences of its own.
 */
export async function takeAnswersBack(change: Change, movements: readonly string[], reason: string): Promise<void> {
  const answers = await lockAnswers(change, movements)
  await lockWeeksOf(
    change,
    answers.map(({ found }) => found.id),
  )
  for (const { row, found } of answers)
    try {
      await takeBackOne(change, row, found, reason)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'bank.moved-on')) throw error
      throw new Refusal('bank.held', { day: row.booked_on, text: row.text })
    }
}

/**
 * Locks some movements, and those that were answered together with them, and returns their answers that were not
 * taken back, the newest first. An answer to several movements is taken back from all of them.
 */
async function lockAnswers(
  { tx }: Change,
  movements: readonly string[],
): Promise<{ row: Movement; found: Selectable<BankAnswers> }[]> {
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
  return live.flatMap((found) => {
    const row = rowOf.get(found.movement_id)
    return row ? [{ row, found }] : []
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

async function takeBackOne(
  change: Change,
  row: Movement,
  found: Selectable<BankAnswers>,
  reason: string,
): Promise<void> {
  // Reverse a wrong booking on the day of the booking itself.
  const dayBooked = await dayOf(change, found.id, row)
  const payments = await change.tx
    .selectFrom('bank_answer_payments')
    .selectAll()
    .where('answer_id', '=', found.id)
    .execute()
  const own = payments.map((one): BankPayment => ({
    settlementId: one.settlement_id,
    batchId: one.batch_id,
    amount: cents(one.amount_cents),
    posted: one.posted,
    paidOnBefore: one.stood_on,
  }))
  if (found.kind === 'payments' || found.kind === 'part') {
    await refuseReturned(change, found.id)
    await unpayByBank(change, found.id, own, reason)
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a return has the one payment it brought back
  if (found.kind === 'return') await unreturnByBank(change, { act: found.id, on: dayBooked }, own[0]!)
  await change.tx
    .updateTable('bank_answers')
    .set({ taken_back_at: change.now.toString(), taken_back_by: change.actor.uid, taken_back_reason: reason })
    .where('id', '=', found.id)
    .execute()
  if (found.reclassification_id) {
    const { isTakenBack } = await getReclassification(found.reclassification_id, change.tx)
    if (!isTakenBack) await takeBackReclassification(change, found.reclassification_id, reason, dayBooked)
  }
  await reverseJournal(change, `bank:${found.id}`)
  await reverseJournal(change, `bank-fee:${found.id}`)
  if (own.some(({ paidOnBefore }) => paidOnBefore !== null)) await bookOpenings(change)
  change.note({
    subject: `movement:${row.id}`,
    before: { kind: found.kind as AnswerKind },
    after: { takenBack: true, reason },
  })
}

/**
 * Refuses while a later movement returned a payment of this answer: the answer to that movement has to be taken back
 * first.
 */
async function refuseReturned({ tx }: Change, answerId: string): Promise<void> {
  const { rows } = await sql`select from bank_answer_payments own join bank_answers mine on mine.id = own.answer_id
    join bank_answer_payments later on later.settlement_id = own.settlement_id and later.answer_id <> own.answer_id
    join bank_answers b on b.id = later.answer_id and b.taken_back_at is null and b.ordinal > mine.ordinal
    where own.answer_id = ${answerId} and later.role = 'returned' limit 1`.execute(tx)
  if (rows.length > 0) throw new Refusal('bank.moved-on')
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
        await answerAll(change, row, answerFromMatch(proposal.match), { isExact: true, ruleId: proposal.rule })
        return null
      })
      matched += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return matched
}

/** The day on which an answer is booked: the movement's own, or, for an older answer, the day on which it was given. */
async function dayOf({ tx }: Change, answerId: string, row: Movement): Promise<Temporal.PlainDate> {
  const { rows } = await sql<{ day: string }>`select effective_on as day from journals
    where key = ${`bank:${answerId}`} or key like ${`payment:returned-${answerId}:%`} limit 1`.execute(tx)
  return Temporal.PlainDate.from(rows[0]?.day ?? row.booked_on)
}

/** The payments, week, driver or account of an answer, for the log. */
function subjectOfAnswer(answer: MovementAnswer): Record<string, string | number> {
  switch (answer.kind) {
    case 'payments':
      return { payments: answer.settlements.length }
    case 'part':
    case 'return':
      return { settlement: answer.settlementId }
    case 'payout':
      return { source: answer.platform, week: answer.week }
    case 'driver':
      return { driver: answer.driverId }
    case 'account':
      return { account: answer.account }
    case 'suspense':
      return {}
  }
}
