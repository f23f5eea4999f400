import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
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
import { type CarFigures, addFigures } from '#domain/car-business.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import type { FiguresPeriod } from '#domain/performance.ts'
import { executionDay } from '#domain/target-day.ts'
import { type Week, ZONE, bounds, sunday, weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { showCarFigures } from '#features/weeks/cars/queries.server.ts'
import type { CarEnergy, CompanyView, PeriodFigures } from './schema.ts'

/** The period that a row belongs to. */
type Side = 'now' | 'before'

/** The company in a period and in the one before; without a period, in the month of the newest week with statements. */
export async function showCompany(
  asked: FiguresPeriod | null,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<CompanyView> {
  const { cars, period, before, counted, countedBefore, newest } = await showCarFigures(asked, now, on)
  const sides = { now: counted, before: countedBefore }
  const [booked, people, tolls, energy, disputes, cash, ages, { payDay }] = await Promise.all([
    sumsOfBooks(sides, on),
    activePersons(sides, on),
    tollsOf(sides, on),
    energyByCar(sides, on),
    disputesOf(sides, on),
    cashOf(on),
    agesOf(counted, on),
    settingsIn(weekAt(now), on),
  ])
  const ownCars = cars.filter(({ title }) => title !== 'driver')
  const days: Record<Side, CarFigures> = {
    now: addFigures(ownCars.map(({ figures }) => figures)),
    before: addFigures(ownCars.flatMap((car) => car.before ?? [])),
  }
  const figures = (side: Side): PeriodFigures => {
    const { sums, tollsTaken: taken } = booked[side]
    const tollSums = tolls[side]
    const [income, left] = [incomeOf(sums), profitOf(sums)]
    const { days: carDays, emptyDays } = days[side]
    const own = disputes.filter((one) => one.side === side)
    return {
      ...sums,
      income,
      left,
      margin: partOf(left, income),
      active: people[side].size,
      carDays,
      emptyDays,
      empty: partOf(emptyDays, carDays),
      tolls: tollSums && { ...tollSums, taken, gap: sum([tollSums.charged, minus(taken)]) },
      energy: energyOf([...energy.values()].flatMap((spans) => spans[side] ?? [])),
      disputes: {
        opened: own.length,
        answered: own.filter(({ closedAt }) => closedAt !== null).length,
        minutes: minutesToAnswer(own),
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
      payDay: executionDay(now.toZonedDateTimeISO(ZONE).toPlainDate(), payDay).toString(),
    },
    asOf: ages,
  }
}

type Sides = Record<Side, readonly Week[]>

/** The first and the last day of some weeks; for none, an empty range of days. */
function daysOf(weeks: readonly Week[]): { first: string; last: string } {
  if (weeks.length === 0) return { first: '0001-01-02', last: '0001-01-01' }
  return { first: firstOf([...weeks]), last: sunday(lastOf([...weeks])).toString() }
}

/** Sums of the books for both periods: a journal of a week counts in its week, any other on its day. */
async function sumsOfBooks(
  sides: Sides,
  on: Kysely<DB>,
): Promise<Record<Side, { sums: BookedSums; tollsTaken: Cents }>> {
  const [now, before] = [daysOf(sides.now), daysOf(sides.before)]
  const { rows } = await sql<{ side: Side; code: string; is_loose: boolean; amount: number }>`
    with booked as materialized (
      select id, false as is_loose, case when week = any(${sides.now}::date[]) then 'now' else 'before' end as side
      from journals where week = any(${[...sides.now, ...sides.before]}::date[])
      union all
      select id, true, side
      from (values ('now', ${now.first}::date, ${now.last}::date), ('before', ${before.first}::date, ${before.last}::date))
        as asked (side, first, last) join journals on week is null and effective_on between first and last)
    select side, code, is_loose, sum(amount_cents)::bigint as amount
    from booked join entries on entries.journal_id = booked.id
      join ledger_accounts on ledger_accounts.id = entries.account_id
    where code like 'income:%' or code like 'costs:%' or code in ('prizes', 'recovered:tolls')
    group by side, code, is_loose`.execute(on)
  const of = (side: Side) => {
    const own = rows.filter((row) => row.side === side)
    const total = (holds: (row: (typeof rows)[number]) => boolean) =>
      sum(own.filter(holds).map(({ amount }) => cents(amount)))
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
  return { now: of('now'), before: of('before') }
}

/** Persons with income, by period. */
async function activePersons(sides: Sides, on: Kysely<DB>): Promise<Record<Side, Set<string>>> {
  const { rows } = await sql<{ person: string; now: boolean; before: boolean }>`
    select case when merged_into is null then drivers.id else standing_record(drivers.id) end as person,
      bool_or(is_now) as now, bool_or(is_before) as before
    from (
      select driver_id, bool_or(week = any(${sides.now}::date[])) as is_now, bool_or(week = any(${sides.before}::date[])) as is_before
      from settlements
      where state <> 'void' and earnings_cents > 0 and week = any(${[...sides.now, ...sides.before]}::date[])
      group by driver_id) earned
    join drivers on drivers.id = driver_id group by 1`.execute(on)
  const of = (side: Side) => new Set(rows.filter((row) => row[side]).map(({ person }) => person))
  return { now: of('now'), before: of('before') }
}

/**
 * Tolls and parking that the company was charged, tolls that platforms gave back, and tolls that statements took from drivers.
 * What platforms give back is part of the drivers' income, so the company bears what it was charged less what statements took.
 */
async function tollsOf(
  sides: Sides,
  on: Kysely<DB>,
): Promise<Record<Side, Omit<NonNullable<PeriodFigures['tolls']>, 'taken' | 'gap'> | null>> {
  const weeks = [...sides.now, ...sides.before]
  // `import_weeks` keeps these sums up to date as rows come and go: a year of rows is not read.
  const { rows } = await sql<{ now: boolean; charged: number; refunded: number }>`
    select week = any(${sides.now}::date[]) as now, sum(tolls_charged_cents)::bigint as charged,
      sum(tolls_given_back_cents)::bigint as refunded
    from import_weeks where live_rows > 0 and week = any(${weeks}::date[])
    group by 1`.execute(on)
  const of = (side: Side) => {
    const row = rows.find(({ now }) => now === (side === 'now'))
    return !row || row.charged === 0 ? null : { charged: cents(row.charged), refunded: cents(row.refunded) }
  }
  return { now: of('now'), before: of('before') }
}

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
    moved as (
      select id, source, keys, keys -> 0 ->> 'kind' as kind, keys -> 0 ->> 'value' as value, at, amount_cents, measures
      from import_rows
      where exists (select from spans) and state = 'live' and kind in ('fuel', 'charging', 'company-charging') and at is not null
        and week = any(${[...sides.now, ...sides.before]}::date[])),
    -- The first name of nearly every row is a car. For the other rows look up all names, and who had which car.
    first as materialized (
      select moved.id, moved.source, case when known.vehicle_id is null and vehicles.id is null then keys end as keys, at,
        amount_cents, measures, coalesce(known.vehicle_id, vehicles.id) as car
      from moved left join source_keys known on known.source = moved.source and known.kind = moved.kind and known.value = moved.value
        left join vehicles on moved.kind = 'plate' and vehicles.plate = moved.value),
    named as materialized (
      select others.source, others.keys, place, coalesce(known.vehicle_id, vehicles.id) as car, known.driver_id
      from (select distinct source, keys from first where car is null) others
        cross join lateral jsonb_array_elements(others.keys) with ordinality as name (key, place)
        left join source_keys known on known.source = others.source and known.kind = key ->> 'kind' and known.value = key ->> 'value'
        left join vehicles on key ->> 'kind' = 'plate' and vehicles.plate = key ->> 'value'
      where known.vehicle_id is not null or vehicles.id is not null or known.driver_id is not null),
    bought as (
      select at, amount_cents, measures, car from first where car is not null
      union all
      (select distinct on (first.id) at, amount_cents, measures, coalesce(named.car, vehicle_id) as car
      from first join named using (source, keys)
        left join assignments on named.car is null and assignments.driver_id = named.driver_id and period @> at
      where first.car is null and coalesce(named.car, vehicle_id) is not null
      order by first.id, place, assignments.created_at, assignments.id)),
    -- Group by the number of the span, because sorting thousands of rows by a number is faster than by text.
    summed as materialized (
      select span, -sum(amount_cents)::bigint as spent, sum((measures->>'centilitres')::bigint)::bigint as centilitres,
        sum((measures->>'watt_hours')::bigint)::bigint as watt_hours
      from spans join bought on car = vehicle_id and at >= since and at < until
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
async function disputesOf(sides: Sides, on: Kysely<DB>) {
  const [now, before] = [daysOf(sides.now), daysOf(sides.before)]
  const { rows } = await sql<{ side: Side; opened_at: Temporal.Instant; closed_at: Temporal.Instant | null }>`
    select side, opened_at, closed_at
    from disputes join (values ('now', ${now.first}::date, ${now.last}::date), ('before', ${before.first}::date, ${before.last}::date))
      as asked (side, first, last) on (opened_at at time zone ${ZONE})::date between first and last`.execute(on)
  return rows.map(({ side, opened_at, closed_at }) => ({ side, openedAt: opened_at, closedAt: closed_at }))
}

type Cash = {
  owed: number
  statements: number
  bank: number
  has_bank: boolean
  unclassified: number
  disputes: number
}

/** What statements still owe, what the bank holds, and what is not yet classified. */
async function cashOf(on: Kysely<DB>) {
  const { rows } = await sql<Cash>`
    select owed, statements,
      (select coalesce(-sum(balance_cents), 0)::bigint from ledger_accounts where code = 'bank') as bank,
      exists (select from bank_statements) as has_bank,
      (select coalesce(abs(sum(balance_cents)), 0)::bigint from ledger_accounts where code = 'suspense') as unclassified,
      (select count(*) from disputes where state = 'open') as disputes
    from (select coalesce(sum(payable_cents), 0)::bigint as owed, count(*) as statements from settlements
      where (state = 'issued' or state in ('approved', 'in-batch') and payable_cents > 0) and payable_cents > 0) waiting`.execute(
    on,
  )
  const { owed, statements, bank, has_bank, unclassified, disputes } = firstOf(rows)
  const known: Cents | null = has_bank ? cents(bank) : null
  return { owed: cents(owed), statements, bank: known, unclassified: cents(unclassified), disputes }
}

async function agesOf(weeks: readonly Week[], on: Kysely<DB>): Promise<CompanyView['asOf']> {
  const { rows } = await sql<Record<'books' | 'files' | 'readings', Temporal.Instant | null>>`
    select (select max(created_at) from journals where week = any(${weeks}::date[])) as books,
      (select max(imported_at) from imports join import_weeks on import_id = imports.id
        where week = any(${weeks}::date[]) and live_rows > 0) as files,
      (select max(read_at) from odometer_readings where withdrawn_at is null) as readings`.execute(on)
  const { books, files, readings } = firstOf(rows)
  const words = (at: Temporal.Instant | null) => at?.toString() ?? null
  return { books: words(books), files: words(files), readings: words(readings) }
}
