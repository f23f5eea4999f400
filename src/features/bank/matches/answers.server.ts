import { type Selectable, sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import type { BankAnswers } from '#db/types.ts'
import { type CompanyAccount, bankPostings } from '#domain/ledger.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { type Journal, postJournal, postJournals, reverseJournal } from '#features/ledger/commands.server.ts'
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
import { type SelectedMovement, matchable } from './selected-movements.server.ts'
import { listAnsweredOf, lockMovements } from './queries.server.ts'
import type { AnswerKind } from './schema.ts'

type WeekShare = { week: Week; amount: Cents }

/**
 * The answer to a movement. `movements` are all movements that this answer covers, for example the parts of one
 * payment.
 */
export type MovementAnswer =
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

type AnswerContext = { isExact: boolean; ruleId: string | null; together?: string; part?: { before: Cents | null } }

/** An answer that is given to one movement. */
export type GivenAnswer = { row: SelectedMovement; answer: MovementAnswer; how: AnswerContext }

/** Gives the answer to all movements that it covers. */
export async function answerAllCovered(
  change: Change,
  row: SelectedMovement,
  answer: MovementAnswer,
  how: AnswerContext,
): Promise<void> {
  const movements = 'movements' in answer ? (answer.movements ?? []) : []
  if (movements.length === 0) return await giveAnswer(change, row, answer, how)
  const together = crypto.randomUUID()
  const rows: SelectedMovement[] = []
  for (const covered of await lockMovements(change.tx, movements)) {
    await refuseAnswered(change, covered)
    rows.push(covered)
  }
  const inOrder = rows.toSorted((a, b) => (a.booked_on < b.booked_on ? -1 : 1))
  for (const [at, covered] of inOrder.entries())
    await giveAnswer(change, covered, answer, {
      ...how,
      together,
      ...(answer.kind === 'part' ? { part: partOf(inOrder, at) } : {}),
    })
}

/** What had come before a part: the last part makes the payment; earlier parts wait on the driver's balance. */
function partOf(inOrder: readonly SelectedMovement[], at: number): { before: Cents | null } {
  if (at < inOrder.length - 1) return { before: null }
  return { before: sum(inOrder.slice(0, at).map((row) => matchable(row).amount)) }
}

export async function refuseAnswered(change: Change, { id, undone_at }: SelectedMovement): Promise<void> {
  if (undone_at !== null) throw new Refusal('bank.undone')
  const answered = await listAnsweredOf(change.tx, [id])
  if (answered.has(id)) throw new Refusal('bank.answered')
}

export async function giveAnswer(
  change: Change,
  row: SelectedMovement,
  answer: MovementAnswer,
  how: AnswerContext,
): Promise<void> {
  const booked = withBooking({ row, answer, how })
  if (how.part)
    await writeAnswers(change, [
      { ...booked, payments: await bookPart(change, answer, { ...booked, before: how.part.before }) },
    ])
  else if (answer.kind === 'return') {
    const returned = await returnByBank(
      change,
      { act: booked.id, on: booked.on },
      answer.settlementId,
      row.return_reason ?? '',
    )
    if (returned.amount !== booked.amount) throw new Refusal('bank.amount-differs')
    await writeAnswers(change, [{ ...booked, payments: [returned] }])
  } else await giveAnswers(change, [{ row, answer, how }])
}

type BookedAnswer = GivenAnswer &
  Booked & { amount: Cents; payments: readonly BankPayment[]; classified: string | null }

function withBooking(answered: GivenAnswer): BookedAnswer {
  const { row } = answered
  const on = Temporal.PlainDate.from(row.booked_on)
  return { ...answered, id: crypto.randomUUID(), on, amount: matchable(row).amount, payments: [], classified: null }
}

/**
 * Gives answers to movements, in this order. No answer may change what another movement means, be a return, or be a
 * part of a payment. Refuses what the answers would refuse one by one.
 */
export async function giveAnswers(change: Change, answers: readonly GivenAnswer[]): Promise<void> {
  if (answers.length === 0) return
  const booked = answers.map(withBooking)
  const settlements = booked.flatMap(({ answer }) => (answer.kind === 'payments' ? answer.settlements : []))
  const payableOf = await lockPayable(change, settlements)
  const paidBefore = await findPaid(change, settlements)
  const refuseMoreThanSuspense = booked.some(({ answer }) => answer.kind === 'account')
    ? await lockSuspense(change)
    : null
  const checked = booked.map((bookedAnswer) => {
    const { answer, amount } = bookedAnswer
    if (answer.kind === 'account') {
      const moved = reclassificationOf(bookedAnswer, answer.account)
      refuseMoreThanSuspense?.(moved)
      return { ...bookedAnswer, found: [], moved }
    }
    if (answer.kind !== 'payments') return { ...bookedAnswer, found: [], moved: null }
    const found = payableOf(answer.settlements)
    if (sum(found.map(({ payable }) => payable)) !== -amount) throw new Refusal('bank.amount-differs')
    if (answer.settlements.some((id) => paidBefore.has(readRecordId(id)))) throw new Refusal('bank.not-payable')
    return { ...bookedAnswer, found, moved: null }
  })
  const paying = checked.filter(({ found }) => found.length > 0)
  const payments = await payEachByBank(
    change,
    paying.map(({ id, on, found }) => ({ act: id, on, found })),
  )
  const paymentsOf = new Map(paying.map(({ id }, at) => [id, payments[at] ?? []]))
  const reclassifications = await classifyEach(
    change,
    checked.flatMap((answer) => (answer.moved ? [{ ...answer, moved: answer.moved }] : [])),
  )
  await writeAnswers(
    change,
    checked.map((answer) => ({
      ...answer,
      payments: paymentsOf.get(answer.id) ?? [],
      classified: reclassifications.get(answer.id) ?? null,
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
    payments.map((payment) => ({
      answer_id: id,
      settlement_id: payment.settlementId,
      batch_id: payment.batchId,
      amount_cents: payment.amount,
      role: answer.kind === 'return' ? 'returned' : part?.before === null ? 'part' : 'paid',
      posted: payment.posted,
      stood_on: payment.paidOnBefore,
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
async function bookPart(
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
  await postJournal(change, bankJournal({ id, on }, 'current', before === null ? amount : minus(before), driverId))
  if (before === null)
    return [{ settlementId, batchId: null, amount: minus(amount), posted: false, paidOnBefore: null }]
  if (-payable !== before + amount) throw new Refusal('bank.amount-differs')
  const paidBefore = await findPaid(change, [settlementId])
  if (paidBefore.size > 0) throw new Refusal('bank.not-payable')
  const paid = await payByBank(change, { act: id, on }, [settlementId])
  return paid.map((payment) => ({ ...payment, amount: minus(amount) }))
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

/** Takes one answer back, and reverses what it booked. */
export async function takeBackOne(
  change: Change,
  row: SelectedMovement,
  answer: Selectable<BankAnswers>,
  { reason, told }: { reason: string; told: string },
): Promise<void> {
  // Reverse a wrong booking on the day of the booking itself.
  const dayBooked = await bookingDayOf(change, answer.id, row)
  const rows = await change.tx
    .selectFrom('bank_answer_payments')
    .selectAll()
    .where('answer_id', '=', answer.id)
    .execute()
  const payments = rows.map((payment): BankPayment => ({
    settlementId: payment.settlement_id,
    batchId: payment.batch_id,
    amount: cents(payment.amount_cents),
    posted: payment.posted,
    paidOnBefore: payment.stood_on,
  }))
  if (answer.kind === 'payments' || answer.kind === 'part') {
    await refuseReturned(change, answer.id)
    await unpayByBank(change, answer.id, payments, told)
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a return has the one payment it brought back
  if (answer.kind === 'return') await unreturnByBank(change, { act: answer.id, on: dayBooked }, payments[0]!)
  await change.tx
    .updateTable('bank_answers')
    .set({ taken_back_at: change.now.toString(), taken_back_by: change.actor.uid, taken_back_reason: reason })
    .where('id', '=', answer.id)
    .execute()
  if (answer.reclassification_id) {
    const { isTakenBack } = await getReclassification(answer.reclassification_id, change.tx)
    if (!isTakenBack) await takeBackReclassification(change, answer.reclassification_id, reason, dayBooked)
  }
  await reverseJournal(change, `bank:${answer.id}`)
  await reverseJournal(change, `bank-fee:${answer.id}`)
  if (payments.some(({ paidOnBefore }) => paidOnBefore !== null)) await bookOpenings(change)
  change.note({
    subject: `movement:${row.id}`,
    before: { kind: answer.kind as AnswerKind },
    after: { takenBack: true, reason },
  })
}

/**
 * Refuses while a later movement returned a payment of this answer: the answer to that movement has to be taken back
 * first.
 */
async function refuseReturned({ tx }: Change, answerId: string): Promise<void> {
  const { rows } =
    await sql`select from bank_answer_payments paid join bank_answers answer on answer.id = paid.answer_id
    join bank_answer_payments later on later.settlement_id = paid.settlement_id and later.answer_id <> paid.answer_id
    join bank_answers b on b.id = later.answer_id and b.taken_back_at is null and b.ordinal > answer.ordinal
    where paid.answer_id = ${answerId} and later.role = 'returned' limit 1`.execute(tx)
  if (rows.length > 0) throw new Refusal('bank.moved-on')
}

/** The day on which an answer is booked: the movement's own, or, for an older answer, the day on which it was given. */
async function bookingDayOf({ tx }: Change, answerId: string, row: SelectedMovement): Promise<Temporal.PlainDate> {
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
