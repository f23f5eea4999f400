import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, askTogether, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf, lastOf } from '#domain/certain.ts'
import {
  type BookedSums,
  type EnergySpan,
  cashMissing,
  energyOf,
  incomeOf,
  profitOf,
  minutesToAnswer,
  partOf,
  turnoverOf,
} from '#domain/company-figures.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import type { FiguresPeriod } from '#domain/performance.ts'
import { executionDay } from '#domain/target-day.ts'
import { type Week, ZONE, bounds, sunday, weekAt } from '#domain/week.ts'
import { settingsOf } from '#features/company/financial-settings/queries.server.ts'
import { showCarDays } from '#features/weeks/cars/queries.server.ts'
import type { CarEnergy, CompanyView, PeriodFigures } from './schema.ts'

/** The period that a row belongs to. */
type Side = 'now' | 'before'

/** The company in a period and in the one before; without a period, in the month of the newest week with statements. */
export async function showCompany(
  requested: FiguresPeriod | null,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<CompanyView> {
  const { cars, period, before, counted, countedBefore, newest } = await showCarDays(requested, now, on)
  const sides = { now: counted, before: countedBefore }
  const [booked, energy, { people, tolls, disputes, cash, ages, settings }] = await Promise.all([
    sumsOfBooks(sides, on),
    energyByCar(sides, on),
    askTogether(
      {
        people: activePersons(sides),
        tolls: tollsOf(sides),
        disputes: disputesOf(sides),
        cash: cashNow,
        ages: agesOf(counted),
        settings: settingsOf(weekAt(now)),
      },
      on,
    ),
  ])
  const ownCars = cars.filter(({ title }) => title !== 'driver')
  const ownDays = (side: Side, of: 'days' | 'emptyDays') => ownCars.reduce((all, car) => all + car[side][of], 0)
  const figures = (side: Side): PeriodFigures => {
    const { sums, tollsTaken: taken } = booked.of(side)
    const tollSums = tolls[side]
    const [income, profit] = [incomeOf(sums), profitOf(sums)]
    const [carDays, emptyDays] = [ownDays(side, 'days'), ownDays(side, 'emptyDays')]
    const ofSide = disputes.filter((dispute) => dispute.side === side)
    return {
      ...sums,
      income,
      left: profit,
      margin: partOf(profit, income),
      active: people[side].size,
      carDays,
      emptyDays,
      empty: partOf(emptyDays, carDays),
      tolls: tollSums && { ...tollSums, taken, gap: sum([tollSums.charged, minus(taken)]) },
      energy: energyOf([...energy.values()].flatMap((spans) => spans[side] ?? [])),
      disputes: {
        opened: ofSide.length,
        answered: ofSide.filter(({ closedAt }) => closedAt !== null).length,
        minutes: minutesToAnswer(ofSide),
      },
    }
  }
  const turnover = turnoverOf(people)
  const plates = new Map(cars.map(({ id, plate }) => [id, plate]))
  return {
    period,
    before,
    counted,
    countedBefore,
    newest,
    now: figures('now'),
    past: countedBefore.length === 0 ? null : figures('before'),
    turnover: countedBefore.length === 0 ? null : { came: turnover.came, gone: turnover.gone, rate: turnover.rate },
    cars: [...energy].flatMap(([id, spans]): CarEnergy[] => {
      const rate = energyOf(spans.now ? [spans.now] : [])
      if (rate === null) return []
      return [{ id, plate: plates.get(id) ?? '', now: rate, before: energyOf(spans.before ? [spans.before] : []) }]
    }),
    unclassified: cash.unclassified,
    openDisputes: cash.disputes,
    cash: {
      owed: cash.owed,
      statements: cash.statements,
      bank: cash.bank,
      missing: cashMissing(cash.owed, cash.bank),
      payDay: executionDay(now.toZonedDateTimeISO(ZONE).toPlainDate(), settings.payDay).toString(),
    },
    asOf: { books: booked.asOf, ...ages },
  }
}

type Sides = Record<Side, readonly Week[]>

/** The first and the last day of some weeks; for none, an empty range of days. */
function daysOf(weeks: readonly Week[]): { first: string; last: string } {
  if (weeks.length === 0) return { first: '0001-01-02', last: '0001-01-01' }
  return { first: firstOf([...weeks]), last: sunday(lastOf([...weeks])).toString() }
}

type BookedRow = { side: Side; code: string; is_loose: boolean; amount: number }

/**
 * Sums of the books for both periods, and when the books of the period were last written: a journal of a week counts in
 * its week, any other on its day.
 */
async function sumsOfBooks(sides: Sides, on: Kysely<DB>) {
  const [now, before] = [daysOf(sides.now), daysOf(sides.before)]
  // The entries of these few accounts are found by their index, from the first journal of these weeks on.
  const { rows } = await sql<{ as_of: Temporal.Instant | null; sums: BookedRow[] }>`
    with weekly as materialized (
      select id, week, created_at from journals where week = any(${[...sides.now, ...sides.before]}::date[])),
    asked as materialized (
      select id, code from ledger_accounts
      where code like 'income:%' or code like 'costs:%' or code in ('prizes', 'recovered:tolls')),
    of_weeks as (
      select week, account_id, sum(amount_cents) as amount from weekly join entries on journal_id = weekly.id
      where account_id = any(array(select id from asked)) and journal_id >= (select min(id) from weekly)
      group by week, account_id),
    of_days as (
      select side, account_id, sum(amount_cents) as amount
      from (values ('now', ${now.first}::date, ${now.last}::date), ('before', ${before.first}::date, ${before.last}::date))
          as period (side, first, last)
        join journals on week is null and effective_on between first and last join entries on journal_id = journals.id
      where account_id = any(array(select id from asked)) group by side, account_id)
    select (select max(created_at) from weekly where week = any(${sides.now}::date[])) as as_of,
      coalesce((select json_agg(one) from (
        select case when week = any(${sides.now}::date[]) then 'now' else 'before' end as side, code, false as is_loose,
          sum(amount)::bigint as amount
        from of_weeks join asked on asked.id = account_id group by 1, 2
        union all
        select side, code, true, amount::bigint from of_days join asked on asked.id = account_id) one), '[]') as sums`.execute(
    on,
  )
  const { as_of, sums } = firstOf(rows)
  const of = (side: Side): { sums: BookedSums; tollsTaken: Cents } => {
    const sumsOfSide = sums.filter((row) => row.side === side)
    const total = (holds: (row: BookedRow) => boolean) =>
      sum(sumsOfSide.filter(holds).map(({ amount }) => cents(amount)))
    return {
      sums: {
        fees: total(({ code }) => code === 'income:fee'),
        rent: total(({ code }) => code === 'income:rent'),
        interest: total(({ code }) => code === 'income:interest'),
        costs: minus(total(({ code }) => code.startsWith('costs:'))),
        prizes: minus(total(({ code }) => code === 'prizes')),
      },
      tollsTaken: total(({ code, is_loose }) => code === 'recovered:tolls' && !is_loose),
    }
  }
  return { of, asOf: as_of?.toString() ?? null }
}

/** Persons with income, by period. */
const activePersons = (sides: Sides) =>
  listQuestion(
    () => sql`(
      select case when merged_into is null then drivers.id else standing_record(drivers.id) end as person,
        bool_or(is_now) as now, bool_or(is_before) as before
      from (
        select driver_id, bool_or(week = any(${sides.now}::date[])) as is_now, bool_or(week = any(${sides.before}::date[])) as is_before
        from settlements
        where state <> 'void' and earnings_cents > 0 and week = any(${[...sides.now, ...sides.before]}::date[])
        group by driver_id) earned
      join drivers on drivers.id = driver_id group by 1)`,
    (rows: { person: string; now: boolean; before: boolean }[]): Record<Side, Set<string>> => {
      const of = (side: Side) => new Set(rows.filter((row) => row[side]).map(({ person }) => person))
      return { now: of('now'), before: of('before') }
    },
  )

type TollSums = Omit<NonNullable<PeriodFigures['tolls']>, 'taken' | 'gap'>

/**
 * Tolls and parking that the company was charged, tolls that platforms gave back, and tolls that statements took from drivers.
 * What platforms give back is part of the drivers' income, so the company bears what it was charged less what statements took.
 */
const tollsOf = (sides: Sides) =>
  listQuestion(
    // `import_weeks` keeps these sums up to date as rows come and go: a year of rows is not read.
    () => sql`(
      select week = any(${sides.now}::date[]) as now, sum(tolls_charged_cents)::bigint as charged,
        sum(tolls_given_back_cents)::bigint as refunded
      from import_weeks where live_rows > 0 and week = any(${[...sides.now, ...sides.before]}::date[])
      group by 1)`,
    (rows: { now: boolean; charged: number; refunded: number }[]): Record<Side, TollSums | null> => {
      const of = (side: Side) => {
        const row = rows.find(({ now }) => now === (side === 'now'))
        return !row || row.charged === 0 ? null : { charged: cents(row.charged), refunded: cents(row.refunded) }
      }
      return { now: of('now'), before: of('before') }
    },
  )

type SpanRow = {
  side: Side
  car: string
  kilometres: number
  spent: number
  centilitres: number | null
  watt_hours: number | null
}

/**
 * By car, the energy bought between the first and the last odometer reading in each period. A movement belongs to the
 * car that its first known key names; one on a driver's card belongs to the car that the driver had at that moment.
 */
async function energyByCar(sides: Sides, on: Kysely<DB>): Promise<Map<string, Partial<Record<Side, EnergySpan>>>> {
  const edge = (weeks: readonly Week[]) =>
    weeks.length === 0
      ? { start: '-infinity', end: '-infinity' }
      : { start: bounds(firstOf([...weeks])).start.toString(), end: bounds(lastOf([...weeks])).end.toString() }
  const [now, before] = [edge(sides.now), edge(sides.before)]
  const { rows } = await sql<SpanRow>`
    with spans as materialized (
      select row_number() over () as span, side, vehicle_id, min(read_at) as since, max(read_at) as until, max(kilometres) - min(kilometres) as kilometres
      from odometer_readings
      join (values ('now', ${now.start}::timestamptz, ${now.end}::timestamptz), ('before', ${before.start}::timestamptz, ${before.end}::timestamptz))
        as asked (side, starts, ends) on read_at >= starts and read_at <= ends
      where withdrawn_at is null group by side, vehicle_id having max(kilometres) > min(kilometres)),
    -- The first name of nearly all is a car: they are added up while they are read, by a number and not by words. The
    -- numbers of the others are kept; only of these all names are looked up, and who had which car.
    named_first as materialized (
      select span, -sum(amount_cents) as spent, sum((measures ->> 'centilitres')::bigint) as centilitres,
        sum((measures ->> 'watt_hours')::bigint) as watt_hours,
        array_agg(import_rows.id) filter (where coalesce(known.vehicle_id, vehicles.id) is null) as others
      from import_rows
        left join source_keys known on known.source = import_rows.source and known.kind = keys -> 0 ->> 'kind'
          and known.value = keys -> 0 ->> 'value'
        left join vehicles on plate = case when known.vehicle_id is null and keys -> 0 ->> 'kind' = 'plate' then keys -> 0 ->> 'value' end
        left join spans on spans.vehicle_id = coalesce(known.vehicle_id, vehicles.id) and at >= since and at < until
      where exists (select from spans) and state = 'live' and import_rows.kind in ('fuel', 'charging', 'company-charging')
        and at is not null and week = any(${[...sides.now, ...sides.before]}::date[])
      group by span),
    others as materialized (
      select id, source, keys, at, amount_cents, measures from import_rows where id = any(array(select unnest(others) from named_first))),
    named as materialized (
      select unnamed.source, unnamed.keys, place, coalesce(known.vehicle_id, vehicles.id) as car, known.driver_id
      from (select distinct source, keys from others) unnamed
        cross join lateral jsonb_array_elements(unnamed.keys) with ordinality as name (key, place)
        left join source_keys known on known.source = unnamed.source and known.kind = key ->> 'kind' and known.value = key ->> 'value'
        left join vehicles on key ->> 'kind' = 'plate' and vehicles.plate = key ->> 'value'
      where known.vehicle_id is not null or vehicles.id is not null or known.driver_id is not null),
    bought as (
      select distinct on (others.id) at, amount_cents, measures, coalesce(named.car, vehicle_id) as car
      from others join named using (source, keys)
        left join assignments on named.car is null and assignments.driver_id = named.driver_id and period @> at
      where coalesce(named.car, vehicle_id) is not null
      order by others.id, place, assignments.created_at, assignments.id),
    summed as (
      select span, sum(spent)::bigint as spent, sum(centilitres)::bigint as centilitres, sum(watt_hours)::bigint as watt_hours
      from (
        select span, spent, centilitres, watt_hours from named_first where span is not null
        union all
        select span, -amount_cents, (measures ->> 'centilitres')::bigint, (measures ->> 'watt_hours')::bigint
        from spans join bought on car = vehicle_id and at >= since and at < until) both_ways
      group by span)
    select side, vehicle_id as car, kilometres, spent, centilitres, watt_hours
    from summed join spans using (span) order by side, car`.execute(on)
  const found = new Map<string, Partial<Record<Side, EnergySpan>>>()
  for (const { side, car, kilometres, spent, centilitres, watt_hours } of rows)
    found.set(car, {
      ...found.get(car),
      [side]: { kilometres, spent: cents(spent), centilitres, wattHours: watt_hours },
    })
  return found
}

/** Lines that drivers contested, by the period in which they did. */
const disputesOf = (sides: Sides) => {
  const [now, before] = [daysOf(sides.now), daysOf(sides.before)]
  return listQuestion(
    () => sql`(
      select side, opened_at, closed_at
      from disputes join (values ('now', ${now.first}::date, ${now.last}::date), ('before', ${before.first}::date, ${before.last}::date))
        as asked (side, first, last) on (opened_at at time zone ${ZONE})::date between first and last)`,
    (rows: { side: Side; opened_at: string; closed_at: string | null }[]) =>
      rows.map(({ side, opened_at, closed_at }) => ({
        side,
        openedAt: Temporal.Instant.from(opened_at),
        closedAt: closed_at === null ? null : Temporal.Instant.from(closed_at),
      })),
  )
}

type Cash = {
  owed: number
  statements: number
  bank: number
  has_bank: boolean
  unclassified: number
  disputes: number
}

type CashNow = { owed: Cents; statements: number; bank: Cents | null; unclassified: Cents; disputes: number }

/** The amounts that statements still owe, that the bank holds, and that are not classified yet. */
const cashNow: RowQuestion<Cash, CashNow> = {
  ask: () => sql`(
    select owed, statements,
      (select coalesce(-sum(balance_cents), 0)::bigint from ledger_accounts where code = 'bank') as bank,
      exists (select from bank_files where kind = 'statements' and undone_at is null) as has_bank,
      (select coalesce(abs(sum(balance_cents)), 0)::bigint from ledger_accounts where code = 'suspense') as unclassified,
      (select count(*) from disputes where state = 'open') as disputes
    from (select coalesce(sum(payable_cents), 0)::bigint as owed, count(*) as statements from settlements
      where (state = 'issued' or state in ('approved', 'in-batch') and payable_cents > 0) and payable_cents > 0) waiting)`,
  read: ({ owed, statements, bank, has_bank, unclassified, disputes }) => ({
    owed: cents(owed),
    statements,
    bank: has_bank ? cents(bank) : null,
    unclassified: cents(unclassified),
    disputes,
  }),
}

/** When the files of some weeks and the readings were last written. */
const agesOf = (
  weeks: readonly Week[],
): RowQuestion<Record<'files' | 'readings', string | null>, Record<'files' | 'readings', string | null>> => ({
  ask: () => sql`(
    select (select max(imported_at) from imports join import_weeks on import_id = imports.id
        where week = any(${weeks}::date[]) and live_rows > 0) as files,
      (select max(read_at) from odometer_readings where withdrawn_at is null) as readings)`,
  read: ({ files, readings }) => ({ files: momentOf(files), readings: momentOf(readings) }),
})
