import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { firstOf } from '#domain/certain.ts'
import type { DB } from '#db/types.ts'
import { type Match, type Proposal, propose } from '#domain/bank-match.ts'
import { type Bank, paidBy } from '#domain/bank-statement.ts'
import { type DriverName, namesApart } from '#domain/driver.ts'
import type { CompanyAccount } from '#domain/ledger.ts'
import { type Cents, cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import { matchContext } from './facts.server.ts'
import { type SelectedMovement, matchable, selectMovements } from './selected-movements.server.ts'
import type { AnswerKind, AnswerView, MovementRow, MovementSource, Names, PaymentName, RuleView } from './schema.ts'

/** Maximum number of movements on a page of the office; older answered ones are found by their statement. */
const MAX_MOVEMENTS = 5_000

/**
 * How many payments of each answer are read. `first` is enough for a list without a search for names, because it
 * shows one name and a count.
 */
type PaymentsRead = 'all' | 'first'

/**
 * All movements that count, newest first, each with its answer or proposal; with `ids`, these movements, also if they
 * no longer count.
 */
export async function listMovements(
  on: Kysely<DB> = db,
  only: { ids?: readonly string[]; payments?: PaymentsRead } = {},
): Promise<MovementRow[]> {
  const rows = await selectMovements(on)
    .where((row) =>
      only.ids ? row('m.id', '=', sql<string>`any(${[...only.ids]}::uuid[])`) : row('m.undone_at', 'is', null),
    )
    .orderBy('m.booked_on', 'desc')
    .orderBy('m.ordinal', 'desc')
    .limit(MAX_MOVEMENTS)
    .execute()
  const answers = await answersOf(
    on,
    rows.map(({ id }) => id),
    only.payments,
  )
  const waiting = rows.filter(
    ({ id, undone_at }) =>
      undone_at === null && !answers.some(({ movementId, takenBack }) => movementId === id && !takenBack),
  )
  const context = waiting.length === 0 ? null : await matchContext(on, waiting, waiting.map(matchable))
  const liveAnswers = new Map(
    answers.filter(({ takenBack }) => !takenBack).map((answer) => [answer.movementId, answer]),
  )
  return rows.map((row) => {
    const answer = liveAnswers.get(row.id) ?? null
    const isAsked = answer === null && row.undone_at === null
    return { ...movementOf(row), answer, proposal: isAsked && context ? propose(matchable(row), context) : null }
  })
}

/** One movement with all its answers, the newest first, and its file. Refuses `record.not-found`. */
export async function getMovement(id: string, on: Kysely<DB> = db): Promise<MovementRow & MovementSource> {
  const [found] = await listMovements(on, { ids: [readRecordId(id)] })
  if (!found) throw new Refusal('record.not-found')
  const source = await on
    .selectFrom('bank_movements')
    .innerJoin('bank_statements', 'bank_statements.id', 'statement_id')
    .innerJoin('bank_files', 'bank_files.id', 'file_id')
    .leftJoin('users', 'users.uid', 'bank_files.undone_by')
    .select(['bank_files.id', 'name', 'line', 'bank_files.undone_at', 'undone_reason', 'display_name'])
    .where('bank_movements.id', '=', found.id)
    .executeTakeFirstOrThrow()
  const before = (await answersOf(on, [found.id])).filter(({ takenBack }) => takenBack)
  const { undone_at: at, undone_reason: reason } = source
  return {
    ...found,
    before,
    file: { id: source.id, name: source.name },
    line: source.line,
    undone: at === null ? null : { at: at.toString(), by: source.display_name, reason: reason ?? '' },
  }
}

/** Locks one movement while somebody answers it, and returns its row. Refuses `record.not-found`. */
export async function lockMovement(on: Kysely<DB>, id: string) {
  return firstOf(await lockMovements(on, [id]))
}

/**
 * Locks several movements, and returns them in this order. Locks them in the order of their ids, so that two people
 * never block each other.
 */
export async function lockMovements(on: Kysely<DB>, movements: readonly string[]): Promise<SelectedMovement[]> {
  const ids = movements.map(readRecordId)
  await sql`select pg_advisory_xact_lock(hashtext('bank movement'), hashtext(id))
    from (select id from unnest(${ids}::text[]) as asked (id) order by id) asked`.execute(on)
  const rows = await selectMovements(on)
    .where('m.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    if (!row) throw new Refusal('record.not-found')
    return row
  })
}

/** The ids of those movements that have an answer. */
export async function listAnsweredOf(on: Kysely<DB>, movements: readonly string[]): Promise<Set<string>> {
  const rows = await on
    .selectFrom('bank_answers')
    .select('movement_id')
    .where('movement_id', '=', sql<string>`any(${[...movements]}::uuid[])`)
    .where('taken_back_at', 'is', null)
    .execute()
  return new Set(rows.map(({ movement_id }) => movement_id))
}

/** The other movements that were answered together with these. */
export async function listTogether(on: Kysely<DB>, movements: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct other.movement_id as id from bank_answers asked
      join bank_answers other on other.together = asked.together and other.taken_back_at is null
    where asked.movement_id = any(${[...movements]}::uuid[]) and asked.taken_back_at is null
      and other.movement_id <> all(${[...movements]}::uuid[])`.execute(on)
  return rows.map(({ id }) => id)
}

function movementOf(row: SelectedMovement): Omit<MovementRow, 'answer' | 'proposal'> {
  return {
    id: row.id,
    account: { id: row.account_id, bank: row.bank as Bank, label: row.label },
    booked: row.booked_on,
    value: row.value_on,
    amount: cents(row.amount_cents),
    fee: cents(row.fee_cents),
    feeWithin: cents(row.fee_within_cents),
    balance: row.balance_cents === null ? null : cents(row.balance_cents),
    text: row.text,
    party: row.party,
    partyIbanEnds: row.party_iban_ends,
    isReturn: row.is_return,
    returnReason: row.return_reason,
  }
}

async function answersOf(
  on: Kysely<DB>,
  movements: readonly string[],
  read: PaymentsRead = 'all',
): Promise<(AnswerView & { movementId: string })[]> {
  if (movements.length === 0) return []
  const rows = await on
    .selectFrom('bank_answers as b')
    .leftJoin('drivers', 'drivers.id', 'b.driver_id')
    .leftJoin('users as answerer', 'answerer.uid', 'answered_by')
    .leftJoin('users as withdrawer', 'withdrawer.uid', 'taken_back_by')
    .selectAll('b')
    .select([
      'drivers.name',
      'drivers.ref',
      'answerer.display_name as answerer',
      'withdrawer.display_name as withdrawer',
    ])
    .where('movement_id', '=', sql<string>`any(${[...movements]}::uuid[])`)
    .orderBy('b.ordinal', 'desc')
    .execute()
  const ids = rows.map(({ id }) => id)
  const payments = await (read === 'all' ? listPaymentsOf(ids, on) : listFirstPaymentsOf(ids, on))
  const paymentsByAnswer = Map.groupBy(payments, ({ answer_id }) => answer_id)
  return rows.map((row) => ({
    movementId: row.movement_id,
    id: row.id,
    kind: row.kind as AnswerKind,
    isExact: row.is_exact,
    isByRule: row.rule_id !== null,
    platform: row.platform as 'uber' | 'bolt' | null,
    week: row.week === null ? null : weekName(row.week as Week),
    driver: row.driver_id === null ? null : { id: row.driver_id, name: row.name ?? '', ref: row.ref ?? '' },
    account: row.account as CompanyAccount | null,
    payments: (paymentsByAnswer.get(row.id) ?? []).map((payment) => ({
      settlementId: payment.settlement_id,
      week: weekName(payment.week as Week),
      name: payment.name,
      ref: payment.ref,
      amount: cents(payment.amount_cents),
    })),
    count: paymentsByAnswer.get(row.id)?.[0]?.count ?? 0,
    reason: row.reason,
    at: row.answered_at.toString(),
    by: row.answerer,
    takenBack:
      row.taken_back_at === null
        ? null
        : { at: row.taken_back_at.toString(), by: row.withdrawer, reason: row.taken_back_reason ?? '' },
  }))
}

type AnsweredPayment = {
  answer_id: string
  settlement_id: string
  week: string
  name: string
  ref: string
  amount_cents: number
  count: number
}

/** Every payment of these answers, ordered by the name of its driver. */
async function listPaymentsOf(answers: readonly string[], on: Kysely<DB>): Promise<AnsweredPayment[]> {
  const { rows } = await sql<AnsweredPayment>`
    select answer_id, settlement_id, week, drivers.name, drivers.ref, amount_cents, count(*) over (partition by answer_id)::int as count
    from bank_answer_payments p join settlements on settlements.id = settlement_id
      join drivers on drivers.id = settlements.driver_id
    where answer_id = any(${answers}::uuid[]) order by drivers.name`.execute(on)
  return rows
}

/** The first payment of each answer by the driver's name, with the number of all its payments. */
async function listFirstPaymentsOf(answers: readonly string[], on: Kysely<DB>): Promise<AnsweredPayment[]> {
  const { rows } = await sql<AnsweredPayment>`
    select asked.answer_id, first.*, (select count(*) from bank_answer_payments l where l.answer_id = asked.answer_id)::int as count
    from unnest(${answers}::uuid[]) as asked (answer_id) cross join lateral (
      select p.settlement_id, s.week, drivers.name, drivers.ref, p.amount_cents
      from bank_answer_payments p join settlements s on s.id = p.settlement_id join drivers on drivers.id = s.driver_id
      where p.answer_id = asked.answer_id order by drivers.name limit 1) first`.execute(on)
  return rows
}

/** The rules, the newest first. */
export async function listRules(on: Kysely<DB> = db): Promise<RuleView[]> {
  const rows = await on
    .selectFrom('bank_rules as r')
    .innerJoin('bank_accounts as a', 'a.id', 'bank_account_id')
    .leftJoin('users', 'users.uid', 'made_by')
    .select(['r.id', 'r.text', 'r.account', 'is_out', 'made_at', 'display_name', 'bank_account_id', 'bank', 'label'])
    .where('retired_at', 'is', null)
    .orderBy('made_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    account: row.account as CompanyAccount,
    isOut: row.is_out,
    bank: { id: row.bank_account_id, bank: row.bank as Bank, label: row.label },
    at: row.made_at.toString(),
    by: row.display_name,
  }))
}

/** The drivers of these payments, by settlement, to name them in proposals. */
export async function listPaymentNames(
  settlements: readonly string[],
  on: Kysely<DB> = db,
): Promise<Map<string, PaymentName>> {
  if (settlements.length === 0) return new Map()
  const rows = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['settlements.id', 'week', 'name', 'ref', 'payable_cents'])
    .where('settlements.id', '=', sql<string>`any(${[...settlements]}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id, week, name, ref, payable_cents }) => [
      id,
      { settlementId: id, week: weekName(week as Week), name, ref, amount: cents(payable_cents) },
    ]),
  )
}

/** The payments that a match names. */
export function paymentsOf(match: Match): readonly string[] {
  if (match.is === 'payments') return match.settlements
  return match.is === 'return' || match.is === 'part' ? [match.settlementId] : []
}

function matchesOf(proposal: Proposal | null): readonly Match[] {
  return !proposal || proposal.say === 'asked' ? [] : [proposal.match, ...proposal.others]
}

export type MovementChoices = {
  payments: readonly PaymentName[]
  payouts: readonly { platform: 'uber' | 'bolt'; week: string; expected: Cents }[]
  drivers: readonly { id: string; name: string; owed: Cents }[]
}

/**
 * The answers that somebody can choose for a movement: payments of its amount, expected payouts with the same sign,
 * and drivers.
 */
export async function listChoices(row: Pick<MovementRow, 'amount' | 'feeWithin' | 'booked'>): Promise<MovementChoices> {
  const amount = paidBy(row)
  const { payables, payouts, drivers } = await matchContext(db, [{ booked_on: row.booked }])
  const nameByRef = new Map(namesApart([...payables, ...drivers]).map(({ ref, name }) => [ref, name]))
  const fitting = payables.filter((payment) =>
    amount < 0
      ? payment.amount === -amount && payment.state !== 'carried'
      : payment.amount === amount && payment.state !== 'open',
  )
  return {
    payments: fitting.map(({ settlementId, week, name, ref, amount: paid }) => ({
      settlementId,
      name: nameByRef.get(ref) ?? name,
      ref,
      amount: paid,
      week: weekName(week),
    })),
    payouts: payouts
      .filter(({ expected }) => expected !== 0 && Math.sign(expected) === Math.sign(amount))
      .map(({ platform, week, expected }) => ({ platform, week: weekName(week), expected })),
    drivers: drivers.map(({ driverId, ref, name, owed }) => ({ id: driverId, name: nameByRef.get(ref) ?? name, owed })),
  }
}

/** Adds to movements the names in their answers and proposals. */
export async function withNames<Row extends MovementRow>(
  rows: readonly Row[],
  on: Kysely<DB> = db,
): Promise<(Row & Names)[]> {
  const matches = rows.flatMap(({ proposal }) => matchesOf(proposal))
  const names = await listPaymentNames(matches.flatMap(paymentsOf), on)
  const drivers = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .where(
      'id',
      '=',
      sql<string>`any(${matches.flatMap((match) => (match.is === 'driver' ? [match.driverId] : []))}::uuid[])`,
    )
    .execute()
  const inAnswers = rows.flatMap(({ answer }) => [
    ...(answer?.payments ?? []),
    ...(answer?.driver ? [answer.driver] : []),
  ])
  const distinctNames = namesApart([...inAnswers, ...names.values(), ...drivers])
  const nameByRef = new Map(distinctNames.map(({ ref, name }) => [ref, name]))
  const withName = <Person extends Pick<DriverName, 'ref' | 'name'>>(person: Person): Person => ({
    ...person,
    name: nameByRef.get(person.ref) ?? person.name,
  })
  const nameOf = new Map(drivers.map((driver) => [driver.id, withName(driver).name]))
  return rows.map((row) => {
    const answer = row.answer && {
      ...row.answer,
      driver: row.answer.driver && withName(row.answer.driver),
      payments: row.answer.payments.map(withName),
    }
    const [best, ...others] = matchesOf(row.proposal).map((match) => ({
      match,
      names: paymentsOf(match)
        .flatMap((id) => names.get(id) ?? [])
        .map(withName),
      who: match.is === 'driver' ? (nameOf.get(match.driverId) ?? null) : null,
    }))
    return { ...row, answer, names: answer?.payments ?? best?.names ?? [], who: best?.who ?? null, others }
  })
}
