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
import { keepOpenings } from '../openings/commands.server.ts'
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

/** The answer to a movement; `movements`: those that are one thing together. */
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
 * Answers a movement and books it. Refuses `bank.undone` when its file was taken back, `bank.answered` when it has an answer, `bank.amount-differs` when the
 * payments do not add up to it, `bank.not-payable` and `bank.not-paid` for payments in another state or carried out by
 * another movement, and what paying refuses.
 */
export async function answerMovement(change: Change, id: string, input: AnswerInput): Promise<void> {
  const row = await (input.is === 'proposal' ? lockProposed(change, id) : lockMovement(change.tx, id))
  await refuseAnswered(change, row)
  if (input.is !== 'proposal') {
    await answer(change, row, saidBy(input), { isExact: false, ruleId: null })
    if (input.is === 'account' && input.always) await makeRule(change, row, input.account)
    return
  }
  const proposal = propose(matchable(row), await matchContext(change.tx, [row]))
  // The proposal on the page when it was drawn no longer holds.
  if (proposal.say === 'asked') throw new Refusal('bank.moved-on')
  const { match, rule } = proposal
  if (input.seen !== undefined && input.seen !== seenAs(match)) throw new Refusal('bank.moved-on')
  await answerAll(change, row, saidOf(match), { isExact: false, ruleId: rule })
}

/**
 * Confirms proposals as they were seen, in the order in which they happened. One that differs by then, as when an
 * earlier one took its place, is left and asked again. Answers how many were confirmed, and how many left.
 */
export async function confirmProposals(
  change: Change,
  said: readonly { id: string; seen: string }[],
): Promise<{ confirmed: number; left: number }> {
  const seenOf = said.map(({ seen }) => seen)
  const rows = (
    await lockMovements(
      change.tx,
      said.map(({ id }) => id),
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
    const given = { row, said: saidOf(match), how: { isExact: false, ruleId: proposal.rule } }
    confirmed += 1
    for (const id of [row.id, ...('movements' in match ? match.movements : [])]) answered.add(id)
    facts = factsAfter(facts, movement, match)
    if (facts) together.push(given)
    else {
      // What this one leaves is read again, and so it comes after those before it.
      await answerEach(change, together.splice(0))
      await answerAll(change, row, given.said, given.how)
    }
  }
  await answerEach(change, together)
  return { confirmed, left: rows.length - confirmed }
}

/** Gives the same answer to all movements that are one thing together. */
async function answerAll(change: Change, row: Movement, said: MovementAnswer, how: AnswerContext): Promise<void> {
  const movements = 'movements' in said ? (said.movements ?? []) : []
  if (movements.length === 0) return await answer(change, row, said, how)
  const together = crypto.randomUUID()
  const rows: Movement[] = []
  for (const own of await lockMovements(change.tx, movements)) {
    await refuseAnswered(change, own)
    rows.push(own)
  }
  const inOrder = rows.toSorted((a, b) => (a.booked_on < b.booked_on ? -1 : 1))
  for (const [at, one] of inOrder.entries())
    await answer(change, one, said, {
      ...how,
      together,
      ...(said.kind === 'part' ? { part: partOf(inOrder, at) } : {}),
    })
}

/** The last part carries the payment out; earlier parts wait on the driver's balance. */
function partOf(inOrder: readonly Movement[], at: number): { before: Cents | null } {
  if (at < inOrder.length - 1) return { before: null }
  return { before: sum(inOrder.slice(0, at).map((row) => matchable(row).amount)) }
}

/**
 * Makes a rule: the answer applies to all movements with the same words on the same account, in the same direction and
 * with the same other side.
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

/** Ends a rule: its movements are asked again from now on, and what it booked stays. Refuses `record.not-found`. */
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

function saidBy(input: Exclude<AnswerInput, { is: 'proposal' }>): MovementAnswer {
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

function saidOf(match: Match): MovementAnswer {
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
 * Locks a movement together with those that its proposal says are one thing with it: two people who confirm both sides
 * of it at once wait in one order.
 */
async function lockProposed({ tx }: Change, id: string): Promise<Movement> {
  const wanted = readRecordId(id)
  const [movement] = await listMovements(tx, { ids: [wanted] })
  const proposal = movement?.proposal
  const match = proposal && proposal.say !== 'asked' ? proposal.match : null
  const others = match && 'movements' in match ? match.movements.filter((one) => one !== wanted) : []
  return firstOf(await lockMovements(tx, [wanted, ...others]))
}

type AnswerContext = { isExact: boolean; ruleId: string | null; together?: string; part?: { before: Cents | null } }

/** An answer to one movement. */
type Answered = { row: Movement; said: MovementAnswer; how: AnswerContext }

async function answer(change: Change, row: Movement, said: MovementAnswer, how: AnswerContext): Promise<void> {
  const own = bookedOf({ row, said, how })
  if (how.part)
    await writeAnswers(change, [{ ...own, payments: await partsOf(change, said, { ...own, before: how.part.before }) }])
  else if (said.kind === 'return') {
    const back = await returnByBank(change, { act: own.id, on: own.on }, said.settlementId, row.return_reason ?? '')
    if (back.amount !== own.amount) throw new Refusal('bank.amount-differs')
    await writeAnswers(change, [{ ...own, payments: [back] }])
  } else await answerEach(change, [{ row, said, how }])
}

type BookedAnswer = Answered & Booked & { amount: Cents; payments: readonly BankPayment[]; classified: string | null }

function bookedOf(answered: Answered): BookedAnswer {
  const { row } = answered
  const on = Temporal.PlainDate.from(row.booked_on)
  return { ...answered, id: crypto.randomUUID(), on, amount: matchable(row).amount, payments: [], classified: null }
}

/**
 * Gives answers to movements of which none changes what another one means, in this order; none of them is a return or a
 * part of a payment. Refuses as one after the other would.
 */
async function answerEach(change: Change, answers: readonly Answered[]): Promise<void> {
  if (answers.length === 0) return
  const all = answers.map(bookedOf)
  const settlements = all.flatMap(({ said }) => (said.kind === 'payments' ? said.settlements : []))
  const payableOf = await lockPayable(change, settlements)
  const carried = await listCarriedOut(change, settlements)
  const refuseTooMuch = all.some(({ said }) => said.kind === 'account') ? await lockSuspense(change) : null
  const judged = all.map((one) => {
    const { said, amount, row } = one
    if (said.kind === 'account') {
      const moved = classifying(one, said.account)
      refuseTooMuch?.(moved)
      return { ...one, found: [], moved }
    }
    if (said.kind !== 'payments') return { ...one, found: [], moved: null }
    const found = payableOf(said.settlements)
    if (sum(found.map(({ payable }) => payable)) !== -amount) throw new Refusal('bank.amount-differs')
    if (said.settlements.some((id) => carried.has(readRecordId(id)))) throw new Refusal('bank.not-payable')
    return { ...one, row, found, moved: null }
  })
  const paying = judged.filter(({ found }) => found.length > 0)
  const payments = await payEachByBank(
    change,
    paying.map(({ id, on, found }) => ({ act: id, on, found })),
  )
  const paymentsOf = new Map(paying.map(({ id }, at) => [id, payments[at] ?? []]))
  const classes = await classifyEach(
    change,
    judged.flatMap((one) => (one.moved ? [{ ...one, moved: one.moved }] : [])),
  )
  await writeAnswers(
    change,
    judged.map((one) => ({
      ...one,
      payments: paymentsOf.get(one.id) ?? [],
      classified: classes.get(one.id) ?? null,
    })),
  )
}

/** Writes answers, books what no payment booked, and notes them. */
async function writeAnswers(
  change: Change,
  answers: readonly (BookedAnswer & { moved?: Classified | null })[],
): Promise<void> {
  const rows = answers.map(({ id, row, said, how: { isExact, ruleId, together }, classified }) => ({
    id,
    movement_id: row.id,
    kind: said.kind,
    platform: said.kind === 'payout' ? said.platform : null,
    week: said.kind === 'payout' ? said.week : null,
    driver_id: said.kind === 'driver' ? readRecordId(said.driverId) : null,
    account: said.kind === 'account' ? said.account : null,
    reclassification_id: classified,
    is_exact: isExact,
    rule_id: ruleId,
    together: together ?? null,
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
  }))
  for (const some of inParts(rows)) await change.tx.insertInto('bank_answers').values(some).execute()
  const paid = answers.flatMap(({ id, said, how: { part }, payments }) =>
    payments.map((one) => ({
      answer_id: id,
      settlement_id: one.settlementId,
      batch_id: one.batchId,
      amount_cents: one.amount,
      role: said.kind === 'return' ? 'returned' : part?.before === null ? 'part' : 'paid',
      posted: one.posted,
      stood_on: one.paidOnBefore,
    })),
  )
  for (const some of inParts(paid)) await change.tx.insertInto('bank_answer_payments').values(some).execute()
  const weeks = answers.flatMap(({ id, said }) =>
    (said.kind === 'payout' ? (said.weeks ?? []) : []).map(({ week, amount: share }) => ({
      answer_id: id,
      week,
      amount_cents: share,
    })),
  )
  for (const some of inParts(weeks)) await change.tx.insertInto('bank_answer_weeks').values(some).execute()
  // A payment confirmed before the account began is part of its opening.
  if (paid.some(({ stood_on }) => stood_on !== null)) await keepOpenings(change)
  await postJournals(change, answers.flatMap(journalsOf))
  for (const { row, said, how, amount, moved } of answers) {
    if (moved) change.note(reclassificationNote(moved))
    change.note({
      subject: `movement:${row.id}`,
      after: { kind: said.kind, ...notedOf(said), amount, exact: how.isExact },
    })
  }
}

/** The journals of what an answer books besides payments, and of the bank's fee. */
function journalsOf({ id, on, row, said, amount }: BookedAnswer): Journal[] {
  const fee = cents(row.fee_cents + row.fee_within_cents)
  return [
    ...(said.kind === 'payout' ? [bankJournal({ id, on }, `platform:${said.platform}`, amount)] : []),
    ...(said.kind === 'driver' ? [bankJournal({ id, on }, 'current', amount, said.driverId)] : []),
    ...(said.kind === 'suspense' ? [bankJournal({ id, on }, 'suspense', amount)] : []),
    ...(fee > 0 ? [bankJournal({ id, on }, 'costs:bank', minus(fee), null, 'bank-fee')] : []),
  ]
}

/**
 * Books a part of a payment: the first part waits on the driver's balance, on its own day; the last one carries the
 * payment out on its day, and the waiting parts are booked back.
 */
async function partsOf(
  change: Change,
  said: MovementAnswer,
  { id, amount, on, before }: Booked & { amount: Cents; before: Cents | null },
): Promise<BankPayment[]> {
  if (said.kind !== 'part') return []
  const { settlementId } = said
  const { driver_id: driverId, payable_cents: payable } = await change.tx
    .selectFrom('settlements')
    .select(['driver_id', 'payable_cents'])
    .where('id', '=', readRecordId(settlementId))
    .executeTakeFirstOrThrow()
  const own = { settlementId, batchId: null, amount: minus(amount), posted: false, paidOnBefore: null }
  await postJournal(change, bankJournal({ id, on }, 'current', before === null ? amount : minus(before), driverId))
  if (before === null) return [own]
  if (-payable !== before + amount) throw new Refusal('bank.amount-differs')
  const carried = await listCarriedOut(change, [settlementId])
  if (carried.size > 0) throw new Refusal('bank.not-payable')
  const paid = await payByBank(change, { act: id, on }, [settlementId])
  return paid.map((one) => ({ ...one, amount: minus(amount) }))
}

/** Which of these settlements a movement paid already: none is paid twice, unless it was returned in between. */
async function listCarriedOut({ tx }: Change, settlements: readonly string[]): Promise<ReadonlySet<string>> {
  if (settlements.length === 0) return new Set()
  const { rows } = await sql<{ settlement_id: string }>`select settlement_id from bank_answer_payments l
    join bank_answers b on b.id = l.answer_id and b.taken_back_at is null
    where settlement_id = any(${settlements.map(readRecordId)}::uuid[])
    group by settlement_id having sum(case l.role when 'paid' then 1 when 'returned' then -1 else 0 end) > 0`.execute(
    tx,
  )
  return new Set(rows.map(({ settlement_id }) => settlement_id))
}

/** How an amount of the bank is moved on to its account. */
type Classified = Parameters<typeof writeReclassifications>[1][number]

function classifying({ on, amount, row: { text } }: BookedAnswer, account: CompanyAccount): Classified {
  if (account === 'suspense' || account === 'opening') throw new Refusal('record.not-found')
  const side = amount > 0 ? 'credit' : 'debit'
  return { side, account, amount: cents(Math.abs(amount)), reason: text.slice(0, 500) || '–', on }
}

/**
 * Books money of company accounts through `suspense`, like everything that waits to be classified. Answers the
 * reclassifications by answer.
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

/** An answer, and the day on which the bank booked its movement. */
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
 * Takes a wrong answer back: everything it booked is booked back, and the movement waits again. Refuses
 * `record.not-found` without a live answer, and `bank.moved-on` once what it paid or returned went on.
 */
export async function takeAnswerBack(change: Change, movementId: string, reason: string): Promise<void> {
  const answers = await lockAnswers(change, [readRecordId(movementId)])
  if (answers.length === 0) throw new Refusal('record.not-found')
  for (const { row, found } of answers) await takeBackOne(change, row, found, reason)
}

/**
 * Takes back every answer to some movements, the newest first. Refuses `bank.held` with the first movement whose payment
 * went on since.
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
 * The answers to some movements that were not taken back, the newest first, and locks the movements. An answer to several
 * movements together is taken back from all of them.
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
  // Somebody answered one of them together with another one before they were locked.
  if ((await listTogether(tx, movements)).some((id) => !rowOf.has(id))) throw new Refusal('bank.moved-on')
  return live.flatMap((found) => {
    const row = rowOf.get(found.movement_id)
    return row ? [{ row, found }] : []
  })
}

/** Locks the weeks of all payments that answers name, in one order. */
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
  // A wrong booking is booked back on the day on which it was booked.
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
  if (own.some(({ paidOnBefore }) => paidOnBefore !== null)) await keepOpenings(change)
  change.note({
    subject: `movement:${row.id}`,
    before: { kind: found.kind as AnswerKind },
    after: { takenBack: true, reason },
  })
}

/** Refuses while a later movement returned a payment of this answer: that one has to be taken back first. */
async function refuseReturned({ tx }: Change, answerId: string): Promise<void> {
  const { rows } = await sql`select from bank_answer_payments own join bank_answers mine on mine.id = own.answer_id
    join bank_answer_payments later on later.settlement_id = own.settlement_id and later.answer_id <> own.answer_id
    join bank_answers b on b.id = later.answer_id and b.taken_back_at is null and b.ordinal > mine.ordinal
    where own.answer_id = ${answerId} and later.role = 'returned' limit 1`.execute(tx)
  if (rows.length > 0) throw new Refusal('bank.moved-on')
}

/**
 * Answers the movements that fit exactly one thing, in the order in which they happened: what one pays, another
 * returns. Each is a change of its own; one that is refused, as by the rule of two people, waits as a proposal.
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
        await answerAll(change, row, saidOf(proposal.match), { isExact: true, ruleId: proposal.rule })
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

/** What an answer is about, for the log. */
function notedOf(said: MovementAnswer): Record<string, string | number> {
  switch (said.kind) {
    case 'payments':
      return { payments: said.settlements.length }
    case 'part':
    case 'return':
      return { settlement: said.settlementId }
    case 'payout':
      return { source: said.platform, week: said.week }
    case 'driver':
      return { driver: said.driverId }
    case 'account':
      return { account: said.account }
    case 'suspense':
      return {}
  }
}
