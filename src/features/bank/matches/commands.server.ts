import { inParts } from '#db/parts.ts'
import { type Selectable, sql } from 'kysely'
import type { BankAnswers } from '#db/types.ts'
import { type Match, propose, ruleKey } from '#domain/bank-match.ts'
import { type CompanyAccount, bankPostings } from '#domain/ledger.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { type Actor, type Change, carryOut } from '#features/audit/commands.server.ts'
import { postJournal, reverseJournal } from '#features/ledger/commands.server.ts'
import {
  type BankPayment,
  payByBank,
  returnByBank,
  unpayByBank,
  unreturnByBank,
} from '#features/payments/bank-payments/commands.server.ts'
import { reclassify, takeBackReclassification } from '#features/weeks/reclassifications/commands.server.ts'
import { getReclassification } from '#features/weeks/reclassifications/queries.server.ts'
import { keepOpenings } from '../openings/commands.server.ts'
import { lockMovement, matchContext, matchable } from './queries.server.ts'
import { type AnswerInput, type AnswerKind, seenAs } from './schema.ts'

type WeekShare = { week: Week; amount: Cents }

/** The answer to a movement; `movements`: those that are one thing together. */
type Said =
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
 * Answers a movement and books it. Refuses `bank.answered` when it has an answer, `bank.amount-differs` when the
 * payments do not add up to it, `bank.not-payable` and `bank.not-paid` for payments in another state or carried out by
 * another movement, and what paying refuses.
 */
export async function answerMovement(change: Change, id: string, input: AnswerInput): Promise<void> {
  const row = await lockMovement(change.tx, id)
  await refuseAnswered(change, row.id)
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
  const rows: (Movement & { seen: string })[] = []
  for (const { id, seen } of said) rows.push({ ...(await lockMovement(change.tx, id)), seen })
  let confirmed = 0
  for (const row of rows.toSorted((a, b) => (a.booked_on < b.booked_on ? -1 : 1))) {
    if (await isAnswered(change, row.id)) continue
    const proposal = propose(matchable(row), await matchContext(change.tx, [row]))
    if (proposal.say === 'asked' || seenAs(proposal.match) !== row.seen) continue
    await answerAll(change, row, saidOf(proposal.match), { isExact: false, ruleId: proposal.rule })
    confirmed += 1
  }
  return { confirmed, left: rows.length - confirmed }
}

/** Gives the same answer to all movements that are one thing together. */
async function answerAll(change: Change, row: Movement, said: Said, how: How): Promise<void> {
  const movements = 'movements' in said ? (said.movements ?? []) : []
  if (movements.length === 0) return await answer(change, row, said, how)
  const together = crypto.randomUUID()
  const rows: Movement[] = []
  for (const id of movements.toSorted()) {
    rows.push(await lockMovement(change.tx, id))
    await refuseAnswered(change, id)
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

function saidBy(input: Exclude<AnswerInput, { is: 'proposal' }>): Said {
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

function saidOf(match: Match): Said {
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

async function refuseAnswered(change: Change, movementId: string): Promise<void> {
  if (await isAnswered(change, movementId)) throw new Refusal('bank.answered')
}

async function isAnswered({ tx }: Change, movementId: string): Promise<boolean> {
  const live = await tx
    .selectFrom('bank_answers')
    .select('id')
    .where('movement_id', '=', movementId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return live !== undefined
}

type How = { isExact: boolean; ruleId: string | null; together?: string; part?: { before: Cents | null } }

async function answer(change: Change, row: Movement, said: Said, how: How): Promise<void> {
  const { isExact, ruleId, together, part } = how
  const id = crypto.randomUUID()
  const { amount } = matchable(row)
  const on = Temporal.PlainDate.from(row.booked_on)
  const payments = part
    ? await partsOf(change, said, { id, amount, on, before: part.before })
    : await paymentsOf(change, row, said, { id, amount, on })
  const classified =
    said.kind === 'account' ? await classify(change, { id, amount, on, text: row.text, account: said.account }) : null
  await change.tx
    .insertInto('bank_answers')
    .values({
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
    })
    .execute()
  const paid = payments.map((one) => ({
    answer_id: id,
    settlement_id: one.settlementId,
    batch_id: one.batchId,
    amount_cents: one.amount,
    role: said.kind === 'return' ? 'returned' : part?.before === null ? 'part' : 'paid',
    posted: one.posted,
    stood_on: one.paidOnBefore,
  }))
  for (const some of inParts(paid)) await change.tx.insertInto('bank_answer_payments').values(some).execute()
  const weeks = said.kind === 'payout' ? (said.weeks ?? []) : []
  for (const { week, amount: share } of weeks)
    await change.tx.insertInto('bank_answer_weeks').values({ answer_id: id, week, amount_cents: share }).execute()
  if (said.kind === 'payout') await postBank(change, { id, on }, `platform:${said.platform}`, amount)
  if (said.kind === 'driver') await postBank(change, { id, on }, 'current', amount, said.driverId)
  if (said.kind === 'suspense') await postBank(change, { id, on }, 'suspense', amount)
  // A payment confirmed before the account began is part of its opening.
  if (payments.some(({ paidOnBefore }) => paidOnBefore !== null)) await keepOpenings(change)
  const fee = cents(row.fee_cents + row.fee_within_cents)
  if (fee > 0) await postBank(change, { id, on }, 'costs:bank', minus(fee), null, 'bank-fee')
  change.note({
    subject: `movement:${row.id}`,
    after: { kind: said.kind, about: aboutOf(said), amount, exact: isExact },
  })
}

async function paymentsOf(
  change: Change,
  row: Movement,
  said: Said,
  { id, amount, on }: { id: string; amount: Cents; on: Temporal.PlainDate },
): Promise<BankPayment[]> {
  if (said.kind === 'payments') {
    const paid = await payByBank(change, { act: id, on }, said.settlements)
    if (paid.reduce((all, one) => all + one.amount, 0) !== -amount) throw new Refusal('bank.amount-differs')
    await refuseCarried(change, said.settlements, 0)
    return paid
  }
  if (said.kind !== 'return') return []
  const back = await returnByBank(change, { act: id, on }, said.settlementId, row.return_reason ?? '')
  if (back.amount !== amount) throw new Refusal('bank.amount-differs')
  return [back]
}

/**
 * Books a part of a payment: the first part waits on the driver's balance, on its own day; the last one carries the
 * payment out on its day, and the waiting parts are booked back.
 */
async function partsOf(
  change: Change,
  said: Said,
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
  await postBank(change, { id, on }, 'current', before === null ? amount : minus(before), driverId)
  if (before === null) return [own]
  if (-payable !== before + amount) throw new Refusal('bank.amount-differs')
  await refuseCarried(change, [settlementId], 0)
  const paid = await payByBank(change, { act: id, on }, [settlementId])
  return paid.map((one) => ({ ...one, amount: minus(amount) }))
}

/** Refuses to carry a payment out twice, unless it was returned in between. */
async function refuseCarried({ tx }: Change, settlements: readonly string[], most: number): Promise<void> {
  const { rows } = await sql<{ settlement_id: string }>`select settlement_id from bank_answer_payments l
    join bank_answers b on b.id = l.answer_id and b.taken_back_at is null
    where settlement_id = any(${settlements.map(readRecordId)}::uuid[])
    group by settlement_id having sum(case l.role when 'paid' then 1 when 'returned' then -1 else 0 end) > ${most}`.execute(
    tx,
  )
  if (rows.length > 0) throw new Refusal('bank.not-payable')
}

/** Books money of a company account through `suspense`, like everything that waits to be classified. */
async function classify(
  change: Change,
  { id, on, amount, text, account }: Booked & { amount: Cents; text: string; account: CompanyAccount },
): Promise<string> {
  if (account === 'suspense' || account === 'opening') throw new Refusal('record.not-found')
  await postBank(change, { id, on }, 'suspense', amount)
  const side = amount > 0 ? 'credit' : 'debit'
  const reason = text.slice(0, 500) || '–'
  return await reclassify(change, { side, account, amount: cents(Math.abs(amount)), reason, on })
}

/** An answer, and the day on which the bank booked its movement. */
type Booked = { id: string; on: Temporal.PlainDate }

async function postBank(
  change: Change,
  { id, on }: Booked,
  account: CompanyAccount | 'current',
  amount: Cents,
  driverId: string | null = null,
  key: 'bank' | 'bank-fee' = 'bank',
): Promise<void> {
  await postJournal(change, {
    key: `${key}:${id}`,
    kind: 'bank',
    driverId,
    week: null,
    effectiveOn: on,
    postings: bankPostings(account, amount),
  })
}

/**
 * Takes a wrong answer back: everything it booked is booked back, and the movement waits again. Refuses
 * `record.not-found` without a live answer, and `bank.moved-on` once what it paid or returned went on.
 */
export async function takeAnswerBack(change: Change, movementId: string, reason: string): Promise<void> {
  const row = await lockMovement(change.tx, movementId)
  const liveAnswers = change.tx.selectFrom('bank_answers').selectAll().where('taken_back_at', 'is', null)
  const found = await liveAnswers.where('movement_id', '=', row.id).executeTakeFirst()
  if (!found) throw new Refusal('record.not-found')
  if (found.together === null) return await takeBackOne(change, row, found, reason)
  // An answer to several movements together is taken back from all of them.
  for (const one of await liveAnswers.where('together', '=', found.together).orderBy('ordinal', 'desc').execute())
    await takeBackOne(change, await lockMovement(change.tx, one.movement_id), one, reason)
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
        await refuseAnswered(change, row.id)
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
function aboutOf(said: Said): string | number {
  switch (said.kind) {
    case 'payments':
      return said.settlements.length
    case 'part':
    case 'return':
      return said.settlementId
    case 'payout':
      return `${said.platform} ${said.week}`
    case 'driver':
      return said.driverId
    case 'account':
      return said.account
    case 'suspense':
      return ''
  }
}
