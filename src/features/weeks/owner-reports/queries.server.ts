import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf } from '#domain/certain.ts'
import { namesApart } from '#domain/driver.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { type FiguresPeriod, adjacentPeriod, periodOfWeek } from '#domain/performance.ts'
import { type Week, weekAt, weekName } from '#domain/week.ts'
import type { Language } from '#messages/language.ts'
import { listCarIncome } from '#features/weeks/cars/queries.server.ts'
import { drawReport } from './pdf.ts'
import {
  type BookedLine,
  type Destination,
  type MoneyOfPeriod,
  type OddThing,
  type OwnerReport,
  type ReportedDriver,
} from './schema.ts'

/**
 * Weekly earnings at or beyond these hundredths of the period before are reported: the same limits as in the questions of a
 * week.
 */
const DROP = 60
const RISE = 150

/** The newest week that has a statement; `null` before the first. */
export async function findNewestReported(on: Kysely<DB> = db): Promise<FiguresPeriod | null> {
  const { week } = await on
    .selectFrom('settlements')
    .select(sql<string | null>`max(week)`.as('week'))
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
  return week === null ? null : periodOfWeek(week as Week)
}

/** Reports a week or a month on one page: what came in, where it went, drivers and cars, and what is odd. */
export async function reportPeriod(
  period: FiguresPeriod,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OwnerReport> {
  const before = adjacentPeriod(period, 'before')
  const [booked, issued, first, people, cars] = await Promise.all([
    listBooked([...before.weeks, ...period.weeks], on),
    countIssued(period.weeks, on),
    findFirst(on),
    listPeople(period.weeks, before.weeks, on),
    listCarIncome(period.weeks, on),
  ])
  const statements = [...issued.values()].reduce((total, count) => total + count, 0)
  return {
    period,
    before,
    statements,
    // Weeks before the first with any data had nothing to approve.
    open: period.weeks
      .filter((week) => first !== null && week >= first && week < weekAt(now) && !issued.has(week))
      .map(weekName),
    money: moneyOf(booked, period.weeks),
    moneyBefore: moneyOf(booked, before.weeks),
    drivers: driversOf(people),
    cars,
    // Until somebody is paid for the period, nobody counts as missing in it.
    odd: statements === 0 ? [] : oddOf(people),
    isCompared: people.some(({ weeks_before }) => weeks_before > 0),
  }
}

/** Draws the report of a week or a month as a PDF. */
export async function reportOnPaper(
  period: FiguresPeriod,
  now: Temporal.Instant,
  language: Language,
  on: Kysely<DB> = db,
) {
  return drawReport(await reportPeriod(period, now, on), now, language)
}

type Booked = { week: Week; account: string; amount: number; is_bank: boolean }

/** The sums posted for these weeks on each account; of entries that went through the bank only the bank's side. */
async function listBooked(weeks: readonly Week[], on: Kysely<DB>): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select week, code as account, sum(amount_cents)::bigint as amount, is_bank
    from (
      select journals.id, week, exists (
        select from entries join ledger_accounts on ledger_accounts.id = account_id
        where journal_id = journals.id and code = 'bank') as is_bank
      from journals where week = any(${weeks}::date[])) posted
    join entries on journal_id = posted.id
    join ledger_accounts on ledger_accounts.id = account_id
    where not is_bank or code = 'bank'
    group by week, code, is_bank`.execute(on)
  return rows
}

function moneyOf(rows: readonly Booked[], weeks: readonly Week[]): MoneyOfPeriod {
  const rowsOfPeriod = rows.filter(({ week }) => weeks.includes(week))
  const linesOf = (own: readonly Booked[]): BookedLine[] =>
    [...Map.groupBy(own, ({ account }) => account)]
      .map(([account, of]) => ({ account, amount: sum(of.map(({ amount }) => cents(amount))) }))
      .filter(({ amount }) => amount !== 0)
      .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
  const total = (lines: readonly BookedLine[]) => sum(lines.map(({ amount }) => amount))
  const settled = rowsOfPeriod.filter(({ is_bank }) => !is_bank)
  const incomeLines = linesOf(settled.filter(({ account }) => account.startsWith('platform:'))).map(
    ({ account, amount }) => ({
      account,
      amount: minus(amount),
    }),
  )
  const destinationSum = (destination: Destination) => {
    const lines = linesOf(settled.filter(({ account }) => destinationOf(account) === destination))
    return { amount: total(lines), lines }
  }
  const destinations = {
    drivers: destinationSum('drivers'),
    covered: destinationSum('covered'),
    kept: destinationSum('kept'),
    state: destinationSum('state'),
    waiting: destinationSum('waiting'),
  }
  return {
    came: incomeLines,
    in: total(incomeLines),
    went: destinations,
    paid: total(linesOf(rowsOfPeriod.filter(({ is_bank }) => is_bank))),
  }
}

const DRIVERS: ReadonlySet<string> = new Set(['current', 'plan', 'deposit'])
const STATE: ReadonlySet<string> = new Set(['vat:trips', 'vat:receipts', 'tax:withheld'])

function destinationOf(account: string): Destination | null {
  if (account.startsWith('platform:')) return null
  if (DRIVERS.has(account)) return 'drivers'
  if (STATE.has(account)) return 'state'
  if (account.startsWith('recovered:')) return 'covered'
  return account.startsWith('income:') || account.startsWith('costs:') || account === 'prizes' ? 'kept' : 'waiting'
}

/** The number of statements of each week that are not void; a week without any is not in it. */
async function countIssued(weeks: readonly Week[], on: Kysely<DB>): Promise<Map<Week, number>> {
  const { rows } = await sql<{ week: Week; statements: number }>`
    select week, count(*) as statements from settlements where week = any(${weeks}::date[]) and state <> 'void' group by week`.execute(
    on,
  )
  return new Map(rows.map(({ week, statements }) => [week, statements]))
}

/** The first week of which there are files or statements; `null` when there is none. */
async function findFirst(on: Kysely<DB>): Promise<Week | null> {
  const { rows } = await sql<{ week: Week | null }>`
    select least((select min(week) from import_weeks where live_rows > 0), (select min(week) from settlements where state <> 'void'))
      as week`.execute(on)
  return firstOf(rows).week
}

type Person = {
  id: string
  ref: string
  name: string
  weeks: number
  earnings: number
  net: number
  weeks_before: number
  earnings_before: number
  net_before: number
}

/** The sums of the statements of a period and of the one before, by person; all records of a person count together. */
async function listPeople(weeks: readonly Week[], before: readonly Week[], on: Kysely<DB>): Promise<Person[]> {
  // Sum by record first, so that the person and name are looked up once for each record, and not for each statement.
  const { rows } = await sql<Person>`
    select current.id, current.ref, current.name,
      sum(weeks)::bigint as weeks, sum(earnings)::bigint as earnings, sum(net)::bigint as net,
      sum(weeks_before)::bigint as weeks_before, sum(earnings_before)::bigint as earnings_before, sum(net_before)::bigint as net_before
    from (
      select driver_id,
        count(*) filter (where is_now) as weeks,
        coalesce(sum(earnings_cents) filter (where is_now), 0) as earnings,
        coalesce(sum(net_cents) filter (where is_now), 0) as net,
        count(*) filter (where not is_now) as weeks_before,
        coalesce(sum(earnings_cents) filter (where not is_now), 0) as earnings_before,
        coalesce(sum(net_cents) filter (where not is_now), 0) as net_before
      from (
        select driver_id, earnings_cents, net_cents, week = any(${weeks}::date[]) as is_now
        from settlements where week = any(${[...before, ...weeks]}::date[]) and state <> 'void') one
      group by driver_id) own
    join drivers current on current.id = standing_record(driver_id)
    group by current.id, current.ref, current.name`.execute(on)
  return namesApart(rows)
}

const PORTUGUESE = new Intl.Collator('pt-PT')

function driversOf(people: readonly Person[]): ReportedDriver[] {
  return people
    .filter(({ weeks }) => weeks > 0)
    .map(({ id, name, earnings, net, weeks_before, net_before }) => ({
      id,
      name,
      earnings: cents(earnings),
      net: cents(net),
      before: weeks_before === 0 ? null : cents(net_before),
    }))
    .toSorted((a, b) => b.net - a.net || PORTUGUESE.compare(a.name, b.name))
}

const WEIGHT: Record<OddThing['kind'], number> = { negative: 0, gone: 1, drop: 2, rise: 3 }

function oddOf(people: readonly Person[]): OddThing[] {
  return people
    .flatMap(({ id, name, ...of }): OddThing[] => {
      const [driver, amount] = [{ id, name }, cents(of.earnings)]
      const before = of.weeks_before === 0 ? null : cents(of.earnings_before)
      const kind = changeOf({ amount, weeks: of.weeks }, { amount: before ?? ZERO, weeks: of.weeks_before })
      return [
        ...(of.net < 0 ? [{ driver, kind: 'negative' as const, amount: cents(of.net), before: null }] : []),
        ...(kind === null ? [] : [{ driver, kind, amount, before }]),
      ]
    })
    .toSorted(
      (a, b) =>
        WEIGHT[a.kind] - WEIGHT[b.kind] || a.amount - b.amount || PORTUGUESE.compare(a.driver.name, b.driver.name),
    )
}

type Earned = { amount: Cents; weeks: number }

function changeOf(now: Earned, then: Earned): 'gone' | 'drop' | 'rise' | null {
  if (then.weeks === 0 || then.amount <= 0) return null
  if (now.amount <= 0) return 'gone'
  // Compare averages over weeks with a statement, so that half a month is not a fall; multiplied crosswise, without
  // rounding.
  const [scaledNow, scaledThen] = [now.amount * then.weeks * 100, then.amount * now.weeks]
  if (scaledNow <= scaledThen * DROP) return 'drop'
  return scaledNow >= scaledThen * RISE ? 'rise' : null
}
