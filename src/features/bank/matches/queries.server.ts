import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { firstOf, lastOf } from '#domain/certain.ts'
import type { DB } from '#db/types.ts'
import {
  type Match,
  type MatchContext,
  type Matchable,
  type Payable,
  type Proposal,
  type Rule,
  type Sought,
  propose,
  soughtBy,
  wordsOf,
} from '#domain/bank-match.ts'
import { type Bank, paidBy } from '#domain/bank-statement.ts'
import { type DriverName, namesApart } from '#domain/driver.ts'
import type { CompanyAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, previousWeek, weekName, weekOf } from '#domain/week.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
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
    ({ id, undone_at }) => undone_at === null && !answers.some((one) => one.movementId === id && !one.takenBack),
  )
  const context = waiting.length === 0 ? null : await matchContext(on, waiting, waiting.map(matchable))
  const liveAnswers = new Map(answers.filter(({ takenBack }) => !takenBack).map((one) => [one.movementId, one]))
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
  const from = await on
    .selectFrom('bank_movements')
    .innerJoin('bank_statements', 'bank_statements.id', 'statement_id')
    .innerJoin('bank_files', 'bank_files.id', 'file_id')
    .leftJoin('users', 'users.uid', 'bank_files.undone_by')
    .select(['bank_files.id', 'name', 'line', 'bank_files.undone_at', 'undone_reason', 'display_name'])
    .where('bank_movements.id', '=', found.id)
    .executeTakeFirstOrThrow()
  const before = (await answersOf(on, [found.id])).filter(({ takenBack }) => takenBack)
  const { undone_at: at, undone_reason: reason } = from
  return {
    ...found,
    before,
    file: { id: from.id, name: from.name },
    line: from.line,
    undone: at === null ? null : { at: at.toString(), by: from.display_name, reason: reason ?? '' },
  }
}

function selectMovements(on: Kysely<DB>) {
  return on
    .selectFrom('bank_movements as m')
    .innerJoin('bank_accounts as a', 'a.id', 'm.account_id')
    .select(['m.id', 'account_id', 'bank', 'label', 'booked_on', 'value_on', 'amount_cents', 'fee_cents'])
    .select(['fee_within_cents', 'balance_cents', 'text', 'party', 'end_to_end_id', 'is_return', 'return_reason'])
    .select(['party_iban_index', 'party_iban_ends', 'm.undone_at'])
    .select(sql<Matchable['batch']>`batch`.as('batch'))
    .select(sql<Matchable['details']>`details`.as('details'))
}
type MovementRecord = Awaited<ReturnType<ReturnType<typeof selectMovements>['executeTakeFirstOrThrow']>>

export function matchable(row: MovementRecord): Matchable {
  return {
    id: row.id,
    account: row.account_id,
    amount: paidBy({ amount: cents(row.amount_cents), feeWithin: cents(row.fee_within_cents) }),
    booked: row.booked_on,
    text: row.text,
    party: row.party,
    partyIban: row.party_iban_index?.toString('hex') ?? null,
    endToEndId: row.end_to_end_id,
    batch: row.batch,
    details: row.details,
    isReturn: row.is_return,
    returnReason: row.return_reason,
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
export async function lockMovements(on: Kysely<DB>, movements: readonly string[]): Promise<MovementRecord[]> {
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
  const { rows } = await sql<{ id: string }>`select distinct other.movement_id as id from bank_answers own
      join bank_answers other on other.together = own.together and other.taken_back_at is null
    where own.movement_id = any(${[...movements]}::uuid[]) and own.taken_back_at is null
      and other.movement_id <> all(${[...movements]}::uuid[])`.execute(on)
  return rows.map(({ id }) => id)
}

function movementOf(row: MovementRecord): Omit<MovementRow, 'answer' | 'proposal'> {
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
    .leftJoin('users as who', 'who.uid', 'answered_by')
    .leftJoin('users as back', 'back.uid', 'taken_back_by')
    .selectAll('b')
    .select(['drivers.name', 'drivers.ref', 'who.display_name as who', 'back.display_name as back'])
    .where('movement_id', '=', sql<string>`any(${[...movements]}::uuid[])`)
    .orderBy('b.ordinal', 'desc')
    .execute()
  const ids = rows.map(({ id }) => id)
  const payments = await (read === 'all' ? listAnswered(ids, on) : listFirstAnswered(ids, on))
  const ofAnswer = Map.groupBy(payments, ({ answer_id }) => answer_id)
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
    payments: (ofAnswer.get(row.id) ?? []).map((one) => ({
      settlementId: one.settlement_id,
      week: weekName(one.week as Week),
      name: one.name,
      ref: one.ref,
      amount: cents(one.amount_cents),
    })),
    count: ofAnswer.get(row.id)?.[0]?.count ?? 0,
    reason: row.reason,
    at: row.answered_at.toString(),
    by: row.who,
    takenBack:
      row.taken_back_at === null
        ? null
        : { at: row.taken_back_at.toString(), by: row.back, reason: row.taken_back_reason ?? '' },
  }))
}

type Answered = {
  answer_id: string
  settlement_id: string
  week: string
  name: string
  ref: string
  amount_cents: number
  count: number
}

/** Every payment of these answers, by name. */
async function listAnswered(answers: readonly string[], on: Kysely<DB>): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select answer_id, settlement_id, week, drivers.name, drivers.ref, amount_cents, count(*) over (partition by answer_id)::int as count
    from bank_answer_payments p join settlements on settlements.id = settlement_id
      join drivers on drivers.id = settlements.driver_id
    where answer_id = any(${answers}::uuid[]) order by drivers.name`.execute(on)
  return rows
}

/** The first payment of each answer by name, from any of its weeks, with the count of all. */
async function listFirstAnswered(answers: readonly string[], on: Kysely<DB>): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select asked.answer_id, first.*, (select count(*) from bank_answer_payments l where l.answer_id = asked.answer_id)::int as count
    from unnest(${answers}::uuid[]) as asked (answer_id) cross join lateral (
      select p.settlement_id, s.week, drivers.name, drivers.ref, p.amount_cents
      from bank_answer_payments p join settlements s on s.id = p.settlement_id join drivers on drivers.id = s.driver_id
      where p.answer_id = asked.answer_id order by drivers.name limit 1) first`.execute(on)
  return rows
}

/** Number of weeks before a movement's week whose payments the movement may mean. */
const WEEKS_BEFORE = 12

/**
 * Everything that movements are compared with. With `meant`, leaves out the paid payments that these movements cannot
 * mean.
 */
export async function matchContext(
  on: Kysely<DB>,
  movements: readonly { booked_on: string }[],
  meant?: readonly Matchable[],
): Promise<MatchContext> {
  return contextOf(await readFacts(on, movements, { meant, maxWaiting: MAX_WAITING_MOVEMENTS }), movements)
}

/** The facts with which some movements are compared, for all their days together. */
export type Facts = Pick<MatchContext, 'payables' | 'payouts' | 'rules' | 'waiting'> & {
  batches: readonly { batchId: number; messageId: string; week: Week; payments: number }[]
  /** The drivers, with the balance that earlier weeks left. */
  drivers: readonly { driverId: string; ref: string; name: string; carried: Cents }[]
  learnt: { words: MatchContext['learnt']; answers: number }
}

type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate; booked: readonly string[] }

function daysOf(movements: readonly { booked_on: string }[]): Days {
  const booked = movements.map(({ booked_on }) => booked_on).toSorted()
  return { first: Temporal.PlainDate.from(firstOf(booked)), last: Temporal.PlainDate.from(lastOf(booked)), booked }
}

/** Reads what `contextOf` needs; many movements take as many queries as one. */
export async function readFacts(
  on: Kysely<DB>,
  movements: readonly { booked_on: string }[],
  { meant, maxWaiting = null }: { meant?: readonly Matchable[] | undefined; maxWaiting?: number | null } = {},
): Promise<Facts> {
  const { first, last, booked } = daysOf(movements)
  const since = previousWeek(weekOf(first), WEEKS_BEFORE)
  const payables = await listPayables(on, booked, meant)
  const batches = await on
    .selectFrom('payment_batches')
    .select(['id as batchId', 'message_id as messageId', 'payments', 'week'])
    .where('week', '>=', since)
    .execute()
  return {
    payables,
    batches: batches.map(({ week, ...batch }) => ({ ...batch, week: week as Week })),
    payouts: await listPayouts(on, since, weekOf(last)),
    drivers: await listDebtors(on),
    waiting: await listWaiting(on, first, last, maxWaiting),
    rules: await liveRules(on),
    learnt: await listLearnt(on),
  }
}

/** Everything that some movements are compared with: those facts that belong to the days around these movements. */
export function contextOf(facts: Facts, movements: readonly { booked_on: string }[]): MatchContext {
  const { first, last, booked } = daysOf(movements)
  const since = previousWeek(weekOf(first), WEEKS_BEFORE)
  const weeks = weeksBefore(booked)
  const payables = facts.payables.filter(({ week }) => weeks.has(week))
  const openOf = Map.groupBy(
    payables.filter(({ state }) => state !== 'carried'),
    ({ batchId }) => batchId,
  )
  const batches = facts.batches.flatMap(({ batchId, messageId, week, payments }) => {
    const own = week >= since ? (openOf.get(batchId) ?? []) : []
    // If part of a payment file was paid already, the bank pays the rest one by one.
    return own.length === payments ? [{ batchId, messageId, payments: own }] : []
  })
  const around = daysAround({ first, last })
  return {
    batches,
    payables,
    payouts: facts.payouts.filter(({ week }) => week >= since && week <= weekOf(last)),
    drivers: facts.drivers.map(({ carried, ...driver }) => ({ ...driver, owed: cents(Math.max(0, -carried)) })),
    waiting: facts.waiting
      .filter(({ booked: day }) => day >= around.from && day <= around.to)
      .slice(0, MAX_WAITING_MOVEMENTS),
    rules: facts.rules,
    learnt: facts.learnt.words,
  }
}

/**
 * The facts after a movement has got an answer, as they would be if they were read again. `null` when the answer
 * changes more than this function can work out: read the facts again then.
 */
export function factsAfter(facts: Facts, movement: Matchable, match: Match): Facts | null {
  const waiting = facts.waiting.filter(({ id }) => id !== movement.id)
  switch (match.is) {
    case 'payments': {
      const own = new Set(match.settlements)
      const paid = facts.payables.filter(({ settlementId }) => own.has(settlementId))
      // A payment that somebody had marked as paid moves to the bank's day, and may change the opening of the
      // account.
      if (paid.length !== own.size || paid.some(({ state }) => state !== 'open')) return null
      const carried = { state: 'carried', carriedBy: movement.account } as const
      const payables = facts.payables.map((one) => (own.has(one.settlementId) ? { ...one, ...carried } : one))
      return { ...facts, waiting, payables }
    }
    case 'driver': {
      const drivers = facts.drivers.map((one) =>
        one.driverId === match.driverId ? { ...one, carried: sum([one.carried, movement.amount]) } : one,
      )
      return { ...facts, waiting, drivers }
    }
    case 'payout':
    case 'payouts': {
      const shares = match.is === 'payouts' ? match.weeks : [{ week: match.week, amount: movement.amount }]
      const payouts = facts.payouts.map((one) => {
        const arrived = shares.filter(({ week }) => one.platform === match.platform && one.week === week)
        return { ...one, received: sum([one.received, ...arrived.map(({ amount }) => amount)]) }
      })
      return { ...facts, waiting, payouts, learnt: withAnswer(facts.learnt, movement.text, match.platform) }
    }
    case 'account':
      return { ...facts, waiting, learnt: withAnswer(facts.learnt, movement.text, match.account) }
    case 'return':
    case 'part':
    case 'payout-part':
      return null
  }
}

function withAnswer(
  { words, answers }: Facts['learnt'],
  text: string,
  meaning: CompanyAccount | 'uber' | 'bolt',
): Facts['learnt'] {
  if (answers >= MAX_LEARNT_ANSWERS) return { words, answers }
  return { words: new Map([...words, [wordsOf(text), meaning]]), answers: answers + 1 }
}

/** Days around a movement on which its other parts may come. */
const DAYS_AROUND = 14

function daysAround({ first, last }: Pick<Days, 'first' | 'last'>): { from: string; to: string } {
  return {
    from: first.subtract({ days: DAYS_AROUND }).toString(),
    to: last.add({ days: DAYS_AROUND }).toString(),
  }
}

/** The unanswered movements of the days around some movements, which may be their other parts. */
async function listWaiting(
  on: Kysely<DB>,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  most: number | null,
): Promise<Matchable[]> {
  const { from, to } = daysAround({ first, last })
  const rows = await selectMovements(on)
    .where('m.booked_on', '>=', from)
    .where('m.booked_on', '<=', to)
    .where('m.undone_at', 'is', null)
    .where(sql<boolean>`not exists (select from bank_answers b where b.movement_id = m.id and b.taken_back_at is null)`)
    .orderBy('m.booked_on', 'desc')
    .$if(most !== null, (query) => query.limit(most ?? 0))
    .execute()
  return rows.map(matchable)
}

/** Maximum number of unanswered movements among which parts of one payment are looked for. */
const MAX_WAITING_MOVEMENTS = 500

async function liveRules(on: Kysely<DB>): Promise<ReadonlyMap<string, Rule>> {
  const rows = await on
    .selectFrom('bank_rules')
    .select(['id', 'key', 'account'])
    .where('retired_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, key, account }) => [key, { id, account: account as CompanyAccount }]))
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

/**
 * The payments of the weeks before each of some days. It asks by these weeks, so that one movement that waits for
 * long does not make us read every payment since.
 */
export async function listPayables(
  on: Kysely<DB>,
  booked: readonly string[],
  meant?: readonly Matchable[],
): Promise<Payable[]> {
  const weeks = weeksBefore(booked)
  const isMeant = meant === undefined ? sql`true` : mayMean(soughtBy(meant, weeks))
  const { rows } = await sql<{
    id: string
    driver_id: string
    ref: string
    name: string
    week: string
    payable: number
    state: string
    batch_id: number | null
    end_to_end_id: string | null
    carried: number
    carried_by: string | null
    holders: (string | null)[]
    ibans: (string | null)[]
  }>`with answered as (
      select l.settlement_id, sum(case l.role when 'paid' then 1 when 'returned' then -1 else 0 end) as carried,
        (array_agg(m.account_id order by b.ordinal desc) filter (where l.role = 'paid'))[1] as carried_by
      from settlements s join bank_answer_payments l on l.settlement_id = s.id
        join bank_answers b on b.id = l.answer_id and b.taken_back_at is null join bank_movements m on m.id = b.movement_id
      where s.week = any(${[...weeks]}::date[]) group by l.settlement_id),
    accounts as (
      select distinct on (driver_id) driver_id, holder, iban_index from driver_ibans order by driver_id, id desc)
    select s.id, s.driver_id, d.ref, d.name, s.week, s.payable_cents as payable, s.state, p.batch_id, p.end_to_end_id,
      coalesce(answered.carried, 0) as carried, answered.carried_by,
      array[p.holder, i.holder] as holders,
      array[encode(p.iban_index, 'hex'), encode(i.iban_index, 'hex')] as ibans
    from settlements s join drivers d on d.id = s.driver_id
      left join accounts i on i.driver_id = d.id
      left join answered on answered.settlement_id = s.id
      left join batch_payments p on p.settlement_id = s.id and p.state in ('sent', 'confirmed')
    where s.week = any(${[...weeks]}::date[]) and s.state in ('approved', 'in-batch', 'paid') and s.payable_cents > 0
      and ${isMeant}
    order by s.week desc, d.name`.execute(on)
  return rows.map((row) => ({
    settlementId: row.id,
    driverId: row.driver_id,
    ref: row.ref,
    name: row.name,
    names: row.holders.filter((name) => name !== null),
    ibans: row.ibans.filter((iban) => iban !== null),
    week: row.week as Week,
    amount: cents(row.payable),
    endToEndId: row.end_to_end_id,
    batchId: row.batch_id,
    state: row.state !== 'paid' ? 'open' : row.carried > 0 ? 'carried' : 'noted',
    carriedBy: row.carried_by,
  }))
}

/** The weeks of some days, and those before them whose payments a movement of such a day may mean. */
function weeksBefore(booked: readonly string[]): Set<Week> {
  const weeks = new Set<Week>()
  for (const week of new Set(booked.map((day) => weekOf(Temporal.PlainDate.from(day)))))
    for (let back = 0; back <= WEEKS_BEFORE; back += 1) weeks.add(previousWeek(week, back))
  return weeks
}

/** The rule `isSought` of the domain, as a condition for the database. */
function mayMean({ amounts, ids, weeks }: Sought) {
  return sql`(s.state <> 'paid' or coalesce(answered.carried, 0) <= 0 or s.payable_cents = any(${[...amounts]}::bigint[])
    or s.week = any(${[...weeks]}::date[]) or p.end_to_end_id = any(${[...ids]}::text[]))`
}

/** The payouts of the platforms by week: the amount expected by the files, and the amount received. */
async function listPayouts(on: Kysely<DB>, since: Week, until: Week): Promise<MatchContext['payouts']> {
  const weeks: Week[] = []
  for (let week = until; week >= since; week = previousWeek(week)) weeks.push(week)
  const [sums, arrived] = await Promise.all([
    sumsOfWeeks(weeks, on).then((all) => [...all.values()].flat()),
    on
      .selectFrom('bank_answers as b')
      .innerJoin('bank_movements as m', 'm.id', 'movement_id')
      .leftJoin('bank_answer_weeks as w', 'w.answer_id', 'b.id')
      .select(['platform', sql<string>`coalesce(w.week, b.week)`.as('week')])
      .select(sql<number>`sum(coalesce(w.amount_cents, m.amount_cents + fee_within_cents))::bigint`.as('amount'))
      .where('taken_back_at', 'is', null)
      .where('kind', '=', 'payout')
      .groupBy(['platform', sql`coalesce(w.week, b.week)`])
      .execute(),
  ])
  return sums.flatMap(({ source, week, amount }) => {
    if (source !== 'uber' && source !== 'bolt') return []
    const received = arrived.find((one) => one.platform === source && one.week === week)?.amount ?? 0
    return [{ platform: source, week: week as Week, expected: cents(amount), received: cents(received) }]
  })
}

async function listDebtors(on: Kysely<DB>): Promise<Facts['drivers']> {
  const carried = await listCarried(on)
  const drivers = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .where('removed_at', 'is', null)
    .where('merged_into', 'is', null)
    .orderBy('name')
    .execute()
  return drivers.map(({ id, ref, name }) => ({ driverId: id, ref, name, carried: carried.get(id) ?? ZERO }))
}

/** Maximum number of answers from which the meaning of words is learnt. */
const MAX_LEARNT_ANSWERS = 2_000

/** The office's newest answer to movements with the same words, by those words. */
async function listLearnt(on: Kysely<DB>): Promise<Facts['learnt']> {
  const rows = await on
    .selectFrom('bank_answers as b')
    .innerJoin('bank_movements as m', 'm.id', 'movement_id')
    .select(['text', 'account', 'platform'])
    .where('taken_back_at', 'is', null)
    .where('kind', 'in', ['account', 'payout'])
    .orderBy('b.ordinal')
    .limit(MAX_LEARNT_ANSWERS)
    .execute()
  const words = new Map(
    rows.map(({ text, account, platform }) => [
      wordsOf(text),
      (platform ?? account) as CompanyAccount | 'uber' | 'bolt',
    ]),
  )
  return { words, answers: rows.length }
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
  const fitting = payables.filter((one) =>
    amount < 0 ? one.amount === -amount && one.state !== 'carried' : one.amount === amount && one.state !== 'open',
  )
  return {
    payments: fitting.map(({ settlementId, week, name, ref, amount: own }) => ({
      settlementId,
      name: nameByRef.get(ref) ?? name,
      ref,
      amount: own,
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
      sql<string>`any(${matches.flatMap((one) => (one.is === 'driver' ? [one.driverId] : []))}::uuid[])`,
    )
    .execute()
  const answered = rows.flatMap(({ answer }) => [
    ...(answer?.payments ?? []),
    ...(answer?.driver ? [answer.driver] : []),
  ])
  const apart = namesApart([...answered, ...names.values(), ...drivers])
  const nameByRef = new Map(apart.map(({ ref, name }) => [ref, name]))
  const withName = <One extends Pick<DriverName, 'ref' | 'name'>>(one: One): One => ({
    ...one,
    name: nameByRef.get(one.ref) ?? one.name,
  })
  const nameOf = new Map(drivers.map((driver) => [driver.id, withName(driver).name]))
  return rows.map((row) => {
    const answer = row.answer && {
      ...row.answer,
      driver: row.answer.driver && withName(row.answer.driver),
      payments: row.answer.payments.map(withName),
    }
    const [match, ...others] = matchesOf(row.proposal).map((one) => ({
      match: one,
      names: paymentsOf(one)
        .flatMap((id) => names.get(id) ?? [])
        .map(withName),
      who: one.is === 'driver' ? (nameOf.get(one.driverId) ?? null) : null,
    }))
    return { ...row, answer, names: answer?.payments ?? match?.names ?? [], who: match?.who ?? null, others }
  })
}
