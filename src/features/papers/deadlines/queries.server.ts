import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { CEDING_KINDS, type CedingKind } from '#domain/contract.ts'
import { namesApart } from '#domain/driver.ts'
import { cents } from '#domain/money.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Day, type PaperHolder, daysUntil } from '#domain/paper.ts'
import { type AgeLimit, ageWarning, usableUntil } from '#domain/maintenance.ts'
import { unpaidRoadTax } from '#domain/road-tax.ts'
import { readNoticeDays } from '#features/mail/notice-rules/queries.server.ts'
import { listKinds, selectAgeLimits } from '#features/papers/kinds/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { idOf } from '#platform/named-id.ts'
import type { Deadline } from './schema.ts'

type Row = {
  id: string
  kind: string
  pt: string
  en: string
  holder: PaperHolder
  ofId: string | null
  ref: string | null
  name: string | null
  plate: string | null
  state: Deadline['state']
  on: Day | null
  isOnItsWay: boolean
}

/** Days before its end from which a document is in the list; earlier where drivers are warned earlier. */
const SEEN_BEFORE = 60

/** Stands for the operator, whose documents belong to neither driver nor car. */
const OPERATOR_ID = '00000000-0000-0000-0000-000000000000'

/** The kind of document that shows until when road tax is paid. */
const ROAD_TAX = 'road-tax'

/**
 * Documents that have ended or end within the time of the first warning, and requested ones, of everybody who is here,
 * the nearest first. Merged records are one person: an end on one of them does not matter while another lasts longer.
 * Where the amount of a car's road tax is known, the instalment due stands for the document that shows its payment. A
 * car is listed for a year before it is too old for the activity.
 */
export async function listDeadlines(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Deadline[]> {
  const within = Math.max(SEEN_BEFORE, ...(await readNoticeDays('paper', on)))
  const { ends, aging } = await askTogether({ ends: endsWithin(within, now), aging: agingCars(now) }, on)
  return inOrder(ends.papers, [...ends.taxes, ...aging, ...ends.ceded])
}

function inOrder(papers: Deadline[], due: readonly Deadline[]): Deadline[] {
  return due.length === 0 ? papers : [...papers, ...due].toSorted(nearestFirst)
}

type Ends = { papers: Row[]; taxed: Taxed[]; ceded: Ceded[] }

/** All deadlines except the age of cars. */
const endsWithin = (within: number, now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) => sql`(select
    (select coalesce(json_agg(one), '[]') from (${selectPapers(within, now)}) one) as papers,
    (select coalesce(json_agg(one), '[]') from ${selectTaxed(on)} one) as taxed,
    (select coalesce(json_agg(one), '[]') from (${selectCeded(within, now)}) one) as ceded)`,
  read: ({ papers, taxed, ceded }: Ends) => {
    const today = dayAt(now)
    return {
      papers: namesApart(papers)
        .filter(({ kind, ofId }) => kind !== ROAD_TAX || !taxed.some(({ id }) => id === ofId))
        .map(({ pt, en, name, plate, ...row }): Deadline => ({
          ...row,
          kindName: { pt, en },
          of: name ?? (plate === null ? '' : showPlate(plate)),
          daysLeft: row.on === null ? null : daysUntil(row.on, today),
        })),
      taxes: taxed.flatMap((car) => taxDue(car, today, within)),
      ceded: ceded.map((cededCar) => cededDeadline(cededCar, today)),
    }
  },
})

function selectPapers(within: number, now: Temporal.Instant) {
  const today = dayAt(now)
  return sql`
    with recursive person as (
      select id, id as stays from drivers where merged_into is null and removed_at is null and status <> 'inactive'
      union all select drivers.id, stays from drivers join person on drivers.merged_into = person.id),
    -- Of accepted papers read only those that expire soon, because the others make no deadline.
    whose as (
      select papers.id, papers.kind, state, due_on, expires_on, papers.ordinal, coalesce(stays, vehicle_id, ${OPERATOR_ID}::uuid) as of_id
      from papers left join person on person.id = driver_id left join vehicles on vehicles.id = vehicle_id
      where (driver_id is null or stays is not null) and vehicles.status is distinct from 'sold'
        and (state in ('asked', 'sent') or state = 'accepted' and expires_on <= ${today}::date + ${within}::integer)),
    sent as materialized (select distinct of_id, kind from whose where state = 'sent')
    select whose.id, whose.kind, name_pt as pt, name_en as en, holder, nullif(whose.of_id, ${OPERATOR_ID}::uuid) as "ofId",
      drivers.ref, drivers.name, plate, state, case state when 'asked' then due_on else expires_on end as on,
      sent.kind is not null as "isOnItsWay"
    from whose join paper_kinds on code = whose.kind
      left join sent on sent.of_id = whose.of_id and sent.kind = whose.kind
      left join drivers on drivers.id = whose.of_id left join vehicles on vehicles.id = whose.of_id
    where is_used
      and state in ('asked', 'accepted')
      and (applies_to = '{}' or (select regime from terms
        where terms.driver_id = whose.of_id and withdrawn_at is null and valid_from <= ${today}
        order by valid_from desc limit 1) = any(applies_to)
        or exists (select from vehicle_titles where vehicle_id = whose.of_id and title = any(applies_to))
        or 'slot' = any(applies_to) and exists (select from assignments join vehicle_titles using (vehicle_id)
          where assignments.driver_id = whose.of_id and title = 'driver' and period @> ${now.toString()}::timestamptz))
      -- One accepted paper of a kind counts for each person: the one that is valid longest. Only people with several records can have another.
      and not (state = 'accepted' and whose.of_id = any(array(select stays from person group by stays having count(*) > 1))
        and exists (select from person other join papers longer on longer.driver_id = other.id
          where other.stays = whose.of_id and longer.kind = whose.kind and longer.state = 'accepted'
            and (longer.expires_on is null or (longer.expires_on, longer.ordinal) > (whose.expires_on, whose.ordinal))))
    order by 11 nulls last, whose.ordinal`
}

/** A day after every real one. */
const LAST = '9999-12-31'

function nearestFirst(a: Deadline, b: Deadline): number {
  return (a.on ?? LAST) < (b.on ?? LAST) ? -1 : 1
}

type Taxed = { id: string; plate: string; yearly: number; registered: Day; since: Day; paidUntil: Day | null }

/** The operator's cars whose road tax is known, with the day until which a document shows it as paid. */
function selectTaxed(on: Kysely<DB>) {
  return on
    .selectFrom('vehicle_titles')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate'])
    .select(sql<number>`road_tax_cents`.as('yearly'))
    .select(sql<Day>`first_registered_on`.as('registered'))
    .select(sql<Day>`road_tax_since`.as('since'))
    .select((row) =>
      row
        .selectFrom('papers')
        .select(({ fn }) => fn.max('expires_on').as('until'))
        .whereRef('papers.vehicle_id', '=', 'vehicles.id')
        .where('kind', '=', ROAD_TAX)
        .where('state', '=', 'accepted')
        .as('paidUntil'),
    )
    .where('status', '<>', 'sold')
    .where('title', '<>', 'driver')
    .where('road_tax_cents', 'is not', null)
    .where('first_registered_on', 'is not', null)
    .orderBy('plate')
}

function taxDue({ id, plate, yearly, ...car }: Taxed, today: Day, ahead: number): Deadline[] {
  const dayOf = (day: Day) => Temporal.PlainDate.from(day)
  const due = unpaidRoadTax(dayOf(today).add({ days: ahead }), {
    yearly: cents(yearly),
    registeredOn: dayOf(car.registered),
    since: dayOf(car.since),
    paidUntil: car.paidUntil === null ? null : dayOf(car.paidUntil),
  })
  if (due === null) return []
  const day = due.on.toString()
  const nameIn = (language: 'pt' | 'en') =>
    translator(language)('page.papers.deadlines.roadTax', { amount: formatMoney(due.amount, language) })
  return [
    {
      // Show only one tax of a car: the next one once this one is paid.
      id,
      ofId: id,
      of: showPlate(plate),
      holder: 'car',
      kind: ROAD_TAX,
      state: 'due',
      isOnItsWay: false,
      kindName: { pt: nameIn('pt'), en: nameIn('en') },
      on: day,
      daysLeft: daysUntil(day, today),
    },
  ]
}

/** Cars that are too old already or within a year, whoever owns them. */
const agingCars = (now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) => sql`(select
    (select coalesce(json_agg(one), '[]') from ${selectRegistered(now, on)} one) as cars,
    (select coalesce(json_agg(one), '[]') from ${selectAgeLimits(on)} one) as limits)`,
  read: ({ cars, limits }: { cars: Registered[]; limits: AgeLimit[] }) => agingOf(cars, limits, dayAt(now)),
})

type Registered = { id: string; plate: string; energy: string; firstRegisteredOn: Day }

/** Cars that may be too old in a year by the shortest limit: for most cars that day is far away. */
function selectRegistered(now: Temporal.Instant, on: Kysely<DB>) {
  return on
    .selectFrom('vehicle_titles')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate', 'energy', 'first_registered_on as firstRegisteredOn'])
    .where('status', '<>', 'sold')
    .where(
      sql<boolean>`first_registered_on + make_interval(years => (select min(least(years, electric_years)) from car_age_limits))
        <= ${dayAt(now)}::date + interval '13 months'`,
    )
    .orderBy('plate')
}

function agingOf(cars: readonly Registered[], limits: readonly AgeLimit[], today: Day): Deadline[] {
  const nameIn = (language: 'pt' | 'en') => translator(language)('page.papers.deadlines.age')
  return cars.flatMap(({ id, plate, ...car }): Deadline[] => {
    const until = usableUntil(car, limits, today)
    if (!until || ageWarning(until, Temporal.PlainDate.from(today)) === null) return []
    const day = until.toString()
    return [
      {
        id: idOf(`age ${id}`),
        ofId: id,
        of: showPlate(plate),
        holder: 'car',
        kind: 'age',
        state: 'age',
        isOnItsWay: false,
        kindName: { pt: nameIn('pt'), en: nameIn('en') },
        on: day,
        daysLeft: daysUntil(day, today),
      },
    ]
  })
}

/** Contracts by which present drivers cede their own cars, if they have ended or end soon and no other follows. */
function selectCeded(within: number, now: Temporal.Instant) {
  return sql`
    with recursive person as (
      select id, id as stays from drivers where merged_into is null and removed_at is null and status <> 'inactive'
      union all select drivers.id, stays from drivers join person on drivers.merged_into = person.id),
    ceded as (
      select distinct on (stays, kind) contracts.id, stays as "ofId", kind, ordinal, coalesce(ended_on, ends_on) as on
      from contracts join person on person.id = driver_id
      where state = 'sealed' and kind = any(${[...CEDING_KINDS]})
      order by stays, kind, coalesce(ended_on, ends_on) desc)
    select ceded.id, "ofId", drivers.name as of, kind, ordinal::int, ceded.on::text
    from ceded join drivers on drivers.id = "ofId"
    where ceded.on <= ${dayAt(now)}::date + ${within}::integer
      and exists (select from vehicle_titles join vehicles on vehicles.id = vehicle_id
        where owner_id = "ofId" and title = 'driver' and status <> 'sold')`
}

type Ceded = { id: string; ofId: string; of: string; kind: CedingKind; ordinal: number; on: Day }

function cededDeadline({ kind, ordinal: number, ...row }: Ceded, today: Day): Deadline {
  const nameIn = (language: 'pt' | 'en') => {
    const t = translator(language)
    return `${t(`page.contracts.kinds.${kind}`)}, ${t('page.contracts.one', { number })}`
  }
  return {
    ...row,
    kind,
    holder: 'driver',
    state: 'contract',
    isOnItsWay: false,
    kindName: { pt: nameIn('pt'), en: nameIn('en') },
    daysLeft: daysUntil(row.on, today),
  }
}

/** Days before a car is too old from which the office is told: a month would not suffice to find another car. */
const AGE_WARNED_BEFORE = 92

/** Cars that are too old already or within three months, the nearest first; `null` without any. */
export const tooOldCars = (now: Temporal.Instant) => {
  const { ask, read } = agingCars(now)
  return {
    ask,
    read: (row: Parameters<typeof read>[0]) => {
      const aging = read(row).filter(({ daysLeft }) => (daysLeft ?? 0) <= AGE_WARNED_BEFORE)
      const [first] = aging.toSorted(nearestFirst)
      if (!first?.on || first.ofId === null) return null
      const ended = aging.filter(({ daysLeft }) => (daysLeft ?? 0) < 0).length
      return { count: aging.length, first: { vehicle: first.ofId, plate: first.of, on: first.on }, ended }
    },
  }
}

/** The documents among these deadlines that a driver may send and has not sent yet. */
export async function sendableDeadlines(deadlines: readonly Deadline[], on: Kysely<DB> = db): Promise<Deadline[]> {
  const sends = (await listKinds(on)).filter(
    ({ holder, fromDriver, isUsed }) => holder === 'driver' && fromDriver && isUsed,
  )
  const kinds = new Set(sends.map(({ code }) => code))
  return deadlines.filter(({ kind, ofId, isOnItsWay }) => ofId !== null && !isOnItsWay && kinds.has(kind))
}

/** Days before its end from which the office is told of a document. */
const WARNED_BEFORE = 30

/** Number of valid documents that end within a month or have ended, with no other on its way, and the nearest end. */
export const endingPapers = (now: Temporal.Instant) => {
  // Car ages are no documents, and later ends are not counted: neither is read.
  const { ask, read } = endsWithin(WARNED_BEFORE, now)
  return {
    ask,
    read: (row: Ends) => {
      const { papers, taxes, ceded } = read(row)
      const ending = inOrder(papers, [...taxes, ...ceded]).filter(isEnding)
      return {
        count: ending.length,
        ended: ending.filter(({ daysLeft }) => (daysLeft ?? 0) < 0).length,
        first: ending[0]?.on ?? null,
      }
    },
  }
}

/** Whether a document or payment ends within a month or has ended, with no other document on its way. */
export function isEnding({ state, daysLeft, isOnItsWay }: Deadline): boolean {
  return state !== 'asked' && state !== 'age' && !isOnItsWay && daysLeft !== null && daysLeft <= WARNED_BEFORE
}
