import { inParts } from '#db/parts.ts'
import { sql } from 'kysely'
import { type Match, propose } from '#domain/bank-match.ts'
import { type CompanyAccount, bankPostings } from '#domain/ledger.ts'
import { type Cents, cents, minus } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE } from '#domain/week.ts'
import { type Actor, type Deed, carryOut } from '#features/audit/commands.server.ts'
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
import { lockMovement, matchContext, matchable } from './queries.server.ts'
import type { AnswerInput, AnswerKind } from './schema.ts'

/** What a movement is said to be. */
type Said =
  | { kind: 'payments'; settlements: readonly string[] }
  | { kind: 'return'; settlementId: string }
  | { kind: 'payout'; platform: 'uber' | 'bolt'; week: Week }
  | { kind: 'driver'; driverId: string }
  | { kind: 'account'; account: CompanyAccount }
  | { kind: 'suspense' }

/**
 * Says what a movement is, and books it. Refuses `bank.answered` when somebody said so before, `bank.amount-differs` where
 * payments do not come to it, `bank.not-payable` and `bank.not-paid` for payments that are not, or that another movement
 * carried out, and what paying refuses.
 */
export async function answerMovement(deed: Deed, id: string, input: AnswerInput): Promise<void> {
  const row = await lockMovement(deed.tx, id)
  await refuseAnswered(deed, row.id)
  if (input.is !== 'proposal') return await answer(deed, row, saidBy(input), false)
  const proposal = propose(matchable(row), await matchContext(deed.tx, [row]))
  // What was proposed when the page was drawn is no more what it looks like.
  if (proposal.say === 'asked') throw new Refusal('bank.moved-on')
  await answer(deed, row, saidOf(proposal.match), false)
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

async function refuseAnswered({ tx }: Deed, movementId: string): Promise<void> {
  const live = await tx
    .selectFrom('bank_answers')
    .select('id')
    .where('movement_id', '=', movementId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  if (live) throw new Refusal('bank.answered')
}

async function answer(deed: Deed, row: Movement, said: Said, isExact: boolean): Promise<void> {
  const id = crypto.randomUUID()
  const { amount } = matchable(row)
  const payments = await paymentsOf(deed, row, said, { id, amount })
  const classified =
    said.kind === 'account' ? await classify(deed, { id, amount, text: row.text, account: said.account }) : null
  await deed.tx
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
      answered_at: deed.now.toString(),
      answered_by: deed.actor.uid,
    })
    .execute()
  const paid = payments.map((one) => ({
    answer_id: id,
    settlement_id: one.settlementId,
    batch_id: one.batchId,
    amount_cents: one.amount,
    role: said.kind === 'return' ? 'returned' : 'paid',
    posted: one.posted,
  }))
  for (const part of inParts(paid)) await deed.tx.insertInto('bank_answer_payments').values(part).execute()
  if (said.kind === 'payout') await postBank(deed, id, `platform:${said.platform}`, amount)
  if (said.kind === 'driver') await postBank(deed, id, 'current', amount, said.driverId)
  if (said.kind === 'suspense') await postBank(deed, id, 'suspense', amount)
  const fee = cents(row.fee_cents + row.fee_within_cents)
  if (fee > 0) await postBank(deed, id, 'costs:bank', minus(fee), null, 'bank-fee')
  deed.note({ subject: `movement:${row.id}`, after: { kind: said.kind, about: aboutOf(said), amount, exact: isExact } })
}

async function paymentsOf(
  deed: Deed,
  row: Movement,
  said: Said,
  { id, amount }: { id: string; amount: Cents },
): Promise<BankPayment[]> {
  if (said.kind === 'payments') {
    const paid = await payByBank(deed, id, said.settlements)
    if (paid.reduce((all, one) => all + one.amount, 0) !== -amount) throw new Refusal('bank.amount-differs')
    await refuseCarried(deed, said.settlements, 0)
    return paid
  }
  if (said.kind !== 'return') return []
  const back = await returnByBank(deed, id, said.settlementId, row.return_reason ?? '')
  if (back.amount !== amount) throw new Refusal('bank.amount-differs')
  return [back]
}

/** A payment that another movement carried out already is carried out by no second one, unless it came back between them. */
async function refuseCarried({ tx }: Deed, settlements: readonly string[], most: number): Promise<void> {
  const { rows } = await sql<{ settlement_id: string }>`select settlement_id from bank_answer_payments l
    join bank_answers b on b.id = l.answer_id and b.taken_back_at is null
    where settlement_id = any(${settlements.map(readRecordId)}::uuid[])
    group by settlement_id having sum(case l.role when 'paid' then 1 else -1 end) > ${most}`.execute(tx)
  if (rows.length > 0) throw new Refusal('bank.not-payable')
}

/** What belongs to an account of the company goes there through `suspense`, as whatever waits to be classified. */
async function classify(
  deed: Deed,
  { id, amount, text, account }: { id: string; amount: Cents; text: string; account: CompanyAccount },
): Promise<string> {
  if (account === 'suspense') throw new Refusal('record.not-found')
  await postBank(deed, id, 'suspense', amount)
  const side = amount > 0 ? 'credit' : 'debit'
  return await reclassify(deed, { side, account, amount: cents(Math.abs(amount)), reason: text.slice(0, 500) || '–' })
}

async function postBank(
  deed: Deed,
  id: string,
  account: CompanyAccount | 'current',
  amount: Cents,
  driverId: string | null = null,
  key: 'bank' | 'bank-fee' = 'bank',
): Promise<void> {
  await postJournal(deed, {
    key: `${key}:${id}`,
    kind: 'bank',
    driverId,
    week: null,
    effectiveOn: today(deed),
    postings: bankPostings(account, amount),
  })
}

/**
 * What was said of a movement was wrong: everything it booked is booked back, and the movement waits again. Refuses
 * `record.not-found` for an answer that does not stand, and `bank.moved-on` once what it paid or brought back went on.
 */
export async function takeAnswerBack(deed: Deed, movementId: string, reason: string): Promise<void> {
  const row = await lockMovement(deed.tx, movementId)
  const found = await deed.tx
    .selectFrom('bank_answers')
    .selectAll()
    .where('movement_id', '=', row.id)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Refusal('record.not-found')
  const payments = await deed.tx
    .selectFrom('bank_answer_payments')
    .selectAll()
    .where('answer_id', '=', found.id)
    .execute()
  const own = payments.map((one): BankPayment => ({
    settlementId: one.settlement_id,
    batchId: one.batch_id,
    amount: cents(one.amount_cents),
    posted: one.posted,
  }))
  if (found.kind === 'payments') {
    await refuseReturned(deed, found.id)
    await unpayByBank(deed, found.id, own, reason)
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a return has the one payment it brought back
  if (found.kind === 'return') await unreturnByBank(deed, found.id, own[0]!)
  await deed.tx
    .updateTable('bank_answers')
    .set({ taken_back_at: deed.now.toString(), taken_back_by: deed.actor.uid, taken_back_reason: reason })
    .where('id', '=', found.id)
    .execute()
  if (found.reclassification_id) {
    const { isTakenBack } = await getReclassification(found.reclassification_id, deed.tx)
    if (!isTakenBack) await takeBackReclassification(deed, found.reclassification_id, reason)
  }
  await reverseJournal(deed, `bank:${found.id}`, today(deed))
  await reverseJournal(deed, `bank-fee:${found.id}`, today(deed))
  deed.note({
    subject: `movement:${row.id}`,
    before: { kind: found.kind as AnswerKind },
    after: { takenBack: true, reason },
  })
}

/** What came back, or was paid again, since: that is taken back first. */
async function refuseReturned({ tx }: Deed, answerId: string): Promise<void> {
  const { rows } = await sql`select from bank_answer_payments own join bank_answers mine on mine.id = own.answer_id
    join bank_answer_payments later on later.settlement_id = own.settlement_id and later.answer_id <> own.answer_id
    join bank_answers b on b.id = later.answer_id and b.taken_back_at is null and b.ordinal > mine.ordinal
    where own.answer_id = ${answerId} and later.role = 'returned' limit 1`.execute(tx)
  if (rows.length > 0) throw new Refusal('bank.moved-on')
}

/**
 * Answers those movements that fit exactly one thing, one after the other as they happened: what one pays, another brings
 * back. Each is a change of its own; one that is refused, as by the rule of two people, waits as a proposal.
 */
export async function matchExact(
  movements: readonly string[],
  { actor, now }: { actor: Actor; now: Temporal.Instant },
): Promise<number> {
  let matched = 0
  for (const id of movements) {
    try {
      await carryOut({ actor, action: 'bank.match', now }, async (deed) => {
        const row = await lockMovement(deed.tx, id)
        await refuseAnswered(deed, row.id)
        const proposal = propose(matchable(row), await matchContext(deed.tx, [row]))
        if (proposal.say !== 'matched') throw new Refusal('bank.moved-on')
        await answer(deed, row, saidOf(proposal.match), true)
        return null
      })
      matched += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return matched
}

function today({ now }: Deed): Temporal.PlainDate {
  return now.toZonedDateTimeISO(ZONE).toPlainDate()
}

/** What an answer names, for the log. */
function aboutOf(said: Said): string | number {
  switch (said.kind) {
    case 'payments':
      return said.settlements.length
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
