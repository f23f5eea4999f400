import { type Kysely, sql } from 'kysely'
import { firstOf, lastOf } from '#domain/certain.ts'
import type { DB } from '#db/types.ts'
import {
  type Match,
  type MatchContext,
  type Matchable,
  type Payable,
  type Rule,
  type Sought,
  soughtBy,
  wordsOf,
} from '#domain/bank-match.ts'
import type { CompanyAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { type Week, previousWeek, weekOf } from '#domain/week.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
import { matchable, selectMovements } from './selected-movements.server.ts'

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
    const open = week >= since ? (openOf.get(batchId) ?? []) : []
    // If part of a payment file was paid already, the bank pays the rest one by one.
    return open.length === payments ? [{ batchId, messageId, payments: open }] : []
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
      const paidIds = new Set(match.settlements)
      const paid = facts.payables.filter(({ settlementId }) => paidIds.has(settlementId))
      // A payment that somebody had marked as paid moves to the bank's day, and may change the opening of the
      // account.
      if (paid.length !== paidIds.size || paid.some(({ state }) => state !== 'open')) return null
      const carried = { state: 'carried', carriedBy: movement.account } as const
      const payables = facts.payables.map((payment) =>
        paidIds.has(payment.settlementId) ? { ...payment, ...carried } : payment,
      )
      return { ...facts, waiting, payables }
    }
    case 'driver': {
      const drivers = facts.drivers.map((driver) =>
        driver.driverId === match.driverId ? { ...driver, carried: sum([driver.carried, movement.amount]) } : driver,
      )
      return { ...facts, waiting, drivers }
    }
    case 'payout':
    case 'payouts': {
      const shares = match.is === 'payouts' ? match.weeks : [{ week: match.week, amount: movement.amount }]
      const payouts = facts.payouts.map((payout) => {
        const arrived = shares.filter(({ week }) => payout.platform === match.platform && payout.week === week)
        return { ...payout, received: sum([payout.received, ...arrived.map(({ amount }) => amount)]) }
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
    sumsOfWeeks(weeks, on).then((sumsByWeek) => [...sumsByWeek.values()].flat()),
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
    const received = arrived.find((arrival) => arrival.platform === source && arrival.week === week)?.amount ?? 0
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
