import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
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

/** Earnings a week this far from those of the period before are told, in hundredths: the same as of the week's questions. */
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

/** A week or a month on one page: what came in, where it went, who and which car, and what is odd. */
export async function reportPeriod(
  period: FiguresPeriod,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OwnerReport> {
  const before = adjacentPeriod(period, 'before')
  const [booked, people, cars] = await Promise.all([
    listBooked([...before.weeks, ...period.weeks], on),
    listPeople([...before.weeks, ...period.weeks], on),
    listCarIncome(period.weeks, on),
  ])
  const issued = new Set(people.map(({ week }) => week))
  const { drivers, odd } = comparePeople(people, period, before)
  return {
    period,
    before,
    statements: people.filter(({ week }) => period.weeks.includes(week)).length,
    open: period.weeks.filter((week) => week < weekAt(now) && !issued.has(week)).map(weekName),
    money: moneyOf(booked, period.weeks),
    moneyBefore: moneyOf(booked, before.weeks),
    drivers,
    cars,
    odd,
  }
}

/** The same on paper. */
export async function reportOnPaper(
  period: FiguresPeriod,
  now: Temporal.Instant,
  language: Language,
  on: Kysely<DB> = db,
) {
  return drawReport(await reportPeriod(period, now, on), now, language)
}

type Booked = { week: Week; account: string; amount: number; is_bank: boolean }

/** What was posted of these weeks on each account; of what went through the bank the bank's side alone. */
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
  const some = rows.filter(({ week }) => weeks.includes(week))
  const linesOf = (own: readonly Booked[]): BookedLine[] =>
    [...Map.groupBy(own, ({ account }) => account)]
      .map(([account, of]) => ({ account, amount: sum(of.map(({ amount }) => cents(amount))) }))
      .filter(({ amount }) => amount !== 0)
      .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
  const total = (lines: readonly BookedLine[]) => sum(lines.map(({ amount }) => amount))
  const settled = some.filter(({ is_bank }) => !is_bank)
  const came = linesOf(settled.filter(({ account }) => account.startsWith('platform:'))).map(({ account, amount }) => ({
    account,
    amount: minus(amount),
  }))
  const to = (destination: Destination) => {
    const lines = linesOf(settled.filter(({ account }) => destinationOf(account) === destination))
    return { amount: total(lines), lines }
  }
  const went = {
    drivers: to('drivers'),
    covered: to('covered'),
    kept: to('kept'),
    state: to('state'),
    waiting: to('waiting'),
  }
  return { came, in: total(came), went, paid: total(linesOf(some.filter(({ is_bank }) => is_bank))) }
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

type PersonWeek = { week: Week; person: string; name: string; earnings: number; net: number }

/** What statements of these weeks say, by person: a person is all their records. */
async function listPeople(weeks: readonly Week[], on: Kysely<DB>): Promise<PersonWeek[]> {
  const { rows } = await sql<PersonWeek>`
    select week, standing.id as person, standing.name, earnings_cents as earnings, net_cents as net
    from settlements join drivers standing on standing.id = standing_record(driver_id)
    where week = any(${weeks}::date[]) and state <> 'void'`.execute(on)
  return rows
}

function comparePeople(rows: readonly PersonWeek[], period: FiguresPeriod, before: FiguresPeriod) {
  const drivers: ReportedDriver[] = []
  const odd: OddThing[] = []
  for (const [id, own] of Map.groupBy(rows, ({ person }) => person)) {
    const inside = own.filter(({ week }) => period.weeks.includes(week))
    const earlier = own.filter(({ week }) => before.weeks.includes(week))
    const of = (some: readonly PersonWeek[], what: 'earnings' | 'net') => sum(some.map((one) => cents(one[what])))
    const driver = { id, name: own[0]?.name ?? '' }
    const [earnings, net] = [of(inside, 'earnings'), of(inside, 'net')]
    const then = earlier.length === 0 ? null : of(earlier, 'earnings')
    if (inside.length > 0)
      drivers.push({ ...driver, earnings, net, before: earlier.length === 0 ? null : of(earlier, 'net') })
    if (inside.length > 0 && net < 0) odd.push({ driver, kind: 'negative', amount: net, before: null })
    const kind = changeOf({ amount: earnings, weeks: inside.length }, { amount: then ?? ZERO, weeks: earlier.length })
    // Before anybody is paid for the period, nobody is missing in it.
    if (kind && rows.some(({ week }) => period.weeks.includes(week)))
      odd.push({ driver, kind, amount: earnings, before: then })
  }
  const weight: Record<OddThing['kind'], number> = { negative: 0, gone: 1, drop: 2, rise: 3 }
  return {
    drivers: drivers.toSorted((a, b) => b.net - a.net || a.name.localeCompare(b.name, 'pt-PT')),
    odd: odd.toSorted((a, b) => weight[a.kind] - weight[b.kind] || a.amount - b.amount),
  }
}

type Earned = { amount: Cents; weeks: number }

function changeOf(now: Earned, then: Earned): 'gone' | 'drop' | 'rise' | null {
  if (then.weeks === 0 || then.amount <= 0) return null
  if (now.amount <= 0) return 'gone'
  // Weeks with a statement on both sides, so that half a month is not a fall: compared crosswise, without rounding.
  const [here, there] = [now.amount * then.weeks * 100, then.amount * now.weeks]
  if (here <= there * DROP) return 'drop'
  return here >= there * RISE ? 'rise' : null
}
