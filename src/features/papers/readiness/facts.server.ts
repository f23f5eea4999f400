import { type Kysely, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { askAlone, askTogether, listQuestion } from '#db/together.server.ts'
import type { DB, Departures, Drivers, DriverSuspensions, Terms } from '#db/types.ts'
import { SERVICE_KINDS } from '#domain/contract.ts'
import type { CarFacts, DriverFacts, Missing, Need, Papers, Rules, Verdict } from '#domain/may-drive.ts'
import { usableDays } from '#domain/maintenance.ts'
import {
  type Day,
  dayAfter,
  dayBefore,
  type Days,
  daysOf,
  exemptUntil,
  isAskedOf,
  type PaperKind,
  type PaperState,
  type PaperUse,
} from '#domain/paper.ts'
import { paperQuestions } from '#features/papers/kinds/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { translator } from '#messages/translate.ts'
import type { Readiness } from './schema.ts'

/** The dates that readiness is computed from, as stored. */
export type Facts = Awaited<ReturnType<typeof readFacts>>

/** The drivers and cars to read: some drivers with the cars they hold, some cars, both, or everybody. */
type Only = { drivers?: readonly string[]; vehicles?: readonly string[] }

/** Reads the dates of everybody asked for, with the same number of queries for some as for all. */
export async function readFacts(on: Kysely<DB>, only: Only) {
  const areSome = only.drivers !== undefined || only.vehicles !== undefined
  const noDriver = areSome && only.drivers === undefined
  const { merged, kinds, rules, limits } = await askTogether({ merged: mergedRecords, ...paperQuestions }, on)
  const { people, assigned } = noDriver ? NO_PEOPLE : await readPeople(on, only.drivers ?? null, merged)
  const vehicleIds = [...assigned.map(({ vehicle }) => vehicle), ...(only.vehicles ?? [])]
  const carIds = areSome ? [...new Set(vehicleIds)] : null
  const fleet = await readCars(on, carIds)
  const papers = await readPapers(on, carIds && [...carIds, ...recordsOf(only.drivers ?? [], merged)])

  const byHolder = new Map<string, Map<string, Days[]>>()
  const stateOf = new Map<string, 'asked' | 'sent'>()
  for (const { holder, kind, state, days } of papers) {
    const currentHolder = merged.get(holder) ?? holder
    if (state === 'asked' || state === 'sent') stateOf.set(`${currentHolder} ${kind}`, state)
    if (days === null) continue
    const daysByKind = byHolder.get(currentHolder) ?? new Map<string, Days[]>()
    daysByKind.set(kind, [...(daysByKind.get(kind) ?? []), days])
    byHolder.set(currentHolder, daysByKind)
  }
  const papersOf = (holder: string): Papers => byHolder.get(holder) ?? new Map()

  const cars = new Map<string, CarFacts & { isSold: boolean }>(
    fleet.map(({ id, plate, status, energy, registered, title }) => {
      const usable = registered === null ? null : usableDays({ firstRegisteredOn: registered, energy }, limits)
      const ofCar = withExemptions(papersOf(id), { registered, title }, kinds)
      return [id, { id, plate, papers: ofCar, usable, isSold: status === 'sold', isSlot: title === 'driver' }]
    }),
  )
  const held = Map.groupBy(assigned, ({ driver }) => driver)
  const drivers = people.map(({ id, ref, name, facts }) => ({
    id,
    ref,
    name,
    facts: {
      ...facts,
      papers: papersOf(id),
      cars: (held.get(id) ?? []).flatMap(({ vehicle, days }) => {
        const car = cars.get(vehicle)
        return car ? [{ days, car }] : []
      }),
    } satisfies DriverFacts,
  }))

  const names = new Map(kinds.map(({ code, name }) => [code, name]))
  const rulesFor = (use: PaperUse): Rules => ({
    needs: kinds
      .filter(({ isUsed, needed }) => isUsed && needed[use])
      .map(({ code, holder, appliesTo }): Need => ({ kind: code, holder, appliesTo })),
    needsContract: rules.needsContract,
    company: papersOf(COMPANY),
  })
  const readinessOf = ({ may, missing, until }: Verdict, driverId: string | null): Readiness => ({
    may,
    until,
    missing: missing.map((requirement) => ({
      ...requirement,
      name: requirement.kind === 'paper' ? (names.get(requirement.paper) ?? null) : null,
      onItsWay:
        requirement.kind === 'paper'
          ? (stateOf.get(`${holderOf(requirement, driverId)} ${requirement.paper}`) ?? null)
          : null,
    })),
  })
  /** The names of what is missing, in both languages: the reader's language is known only when the refusal is shown. */
  const namesOf = (missing: readonly Missing[]) => {
    const missingWords = missing.flatMap((requirement) =>
      requirement.kind === 'paper' ? (names.get(requirement.paper) ?? []) : wordOf(requirement.kind),
    )
    return { pt: missingWords.map(({ pt }) => pt).join(', '), en: missingWords.map(({ en }) => en).join(', ') }
  }
  return {
    drivers,
    cars: [...cars.values()].filter(({ isSold }) => areSome || !isSold),
    rulesFor,
    readinessOf,
    namesOf,
  }
}

/** The name of a missing thing that is no document, in both languages. */
function wordOf(kind: Exclude<Missing['kind'], 'paper'>) {
  const word = `page.papers.driving.${kind}` as const
  return { pt: translator('pt')(word), en: translator('en')(word) }
}

/** Documents that a new car need not have yet, or that only other titles need, count as present. */
function withExemptions(
  papers: Papers,
  { registered, title }: { registered: Day | null; title: string | null },
  kinds: readonly PaperKind[],
): Papers {
  const present = new Map(papers)
  for (const { code, holder, appliesTo, firstAfterMonths } of kinds) {
    if (holder === 'car' && !isAskedOf(title, appliesTo)) present.set(code, [{ from: null, until: null }])
    const until = exemptUntil(registered, firstAfterMonths)
    if (until !== null) present.set(code, [{ from: null, until }, ...(present.get(code) ?? [])])
  }
  return present
}

/** The key of the operator's own documents among those of drivers and cars. */
const COMPANY = 'company'

function holderOf(missing: Extract<Missing, { kind: 'paper' }>, driverId: string | null): string {
  if (missing.holder === 'company') return COMPANY
  return missing.car?.id ?? driverId ?? ''
}

/** For each merged record, the record that stays. */
const mergedRecords = listQuestion(
  (on) => on.selectFrom('drivers').select(['id', 'merged_into']).where('merged_into', 'is not', null),
  (rows: { id: string; merged_into: string }[]): ReadonlyMap<string, string> => {
    const mergedInto = new Map(rows.map(({ id, merged_into }) => [id, merged_into]))
    const root = (id: string): string => {
      const next = mergedInto.get(id)
      return next === undefined ? id : root(next)
    }
    return new Map(rows.map(({ id }) => [id, root(id)]))
  },
)

function anyOf(ids: readonly string[] | null) {
  return sql<string>`any(${ids ?? []}::uuid[])`
}

const NO_PEOPLE = { people: [], assigned: [] }

/** The given records and all that were merged into one of them. */
function recordsOf(drivers: readonly string[], merged: ReadonlyMap<string, string>): string[] {
  return [...drivers, ...[...merged].flatMap(([mergedId, stays]) => (drivers.includes(stays) ? [mergedId] : []))]
}

/** Days on which some drivers are away or suspended, in one query, as every assignment of a car asks for them. */
export function readAbsences(on: Kysely<DB>, drivers: readonly string[]): Promise<Absences[]> {
  return askAlone(absencesOf(drivers), on)
}

type Absences = { id: string; ref: string; name: string; away: Days[]; suspended: Days[] }

const absencesOf = (drivers: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('drivers')
        .select((row) => [
          ...(['id', 'ref', 'name', 'status', 'started_on', 'ended_on'] as const),
          jsonArrayFrom(
            row
              .selectFrom('departures')
              .select(['last_day', 'returned_on'])
              .whereRef('departures.driver_id', '=', 'drivers.id'),
          ).as('departures'),
          jsonArrayFrom(
            row
              .selectFrom('driver_suspensions')
              .select(['from_on', 'until_on'])
              .whereRef('driver_suspensions.driver_id', '=', 'drivers.id'),
          ).as('suspensions'),
        ])
        .where('is_gone', '=', false)
        .$if(drivers !== null, (query) => query.where('id', '=', anyOf(drivers)))
        .orderBy('name')
        .orderBy('ref'),
    (people: Person[]) => people.map(absencesIn),
  )

type Person = Pick<Selectable<Drivers>, 'id' | 'ref' | 'name' | 'status' | 'started_on' | 'ended_on'> & {
  departures: Pick<Selectable<Departures>, 'last_day' | 'returned_on'>[]
  suspensions: Pick<Selectable<DriverSuspensions>, 'from_on' | 'until_on'>[]
}

function absencesIn({ id, ref, name, status, started_on, ended_on, departures, suspensions }: Person): Absences {
  return {
    id,
    ref,
    name,
    away: [
      ...(started_on === null ? [] : [{ from: null, until: dayBefore(started_on) }]),
      ...departures.map(({ last_day, returned_on }) => ({
        from: dayAfter(last_day),
        until: returned_on && dayBefore(returned_on),
      })),
      ...(ended_on === null ? [] : [{ from: dayAfter(ended_on), until: null }]),
      // The day of leaving is unknown, so the driver is away on every day.
      ...(status === 'inactive' && ended_on === null ? [{ from: null, until: null }] : []),
    ],
    suspended: suspensions.map(({ from_on, until_on }) => ({ from: from_on, until: until_on })),
  }
}

/** Stays, suspensions, regimes and contracts of current records, with contracts of records merged into them; and their cars. */
async function readPeople(on: Kysely<DB>, drivers: readonly string[] | null, merged: ReadonlyMap<string, string>) {
  const records = drivers && recordsOf(drivers, merged)
  const { people, terms, contracts, assigned } = await askTogether(
    { people: absencesOf(drivers), terms: regimesOf(drivers), contracts: signedBy(records), assigned: heldBy(drivers) },
    on,
  )
  const contractsOf = Map.groupBy(contracts, ({ driver_id }) => merged.get(driver_id) ?? driver_id)
  const termsOf = Map.groupBy(terms, ({ driver_id }) => driver_id)
  return {
    people: people.map(({ id, ref, name, away, suspended }) => ({
      id,
      ref,
      name,
      facts: {
        away,
        suspended,
        regimes: (termsOf.get(id) ?? []).map(({ valid_from, regime }) => ({ from: valid_from, regime })),
        contracts: (contractsOf.get(id) ?? []).map(({ starts_on, until }) => ({ from: starts_on, until })),
      },
    })),
    assigned,
  }
}

const regimesOf = (drivers: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('terms')
        .select(['driver_id', 'valid_from', 'regime'])
        .where('withdrawn_at', 'is', null)
        .$if(drivers !== null, (query) => query.where('driver_id', '=', anyOf(drivers)))
        .orderBy('valid_from'),
    (rows: Pick<Selectable<Terms>, 'driver_id' | 'valid_from' | 'regime'>[]) => rows,
  )

const signedBy = (drivers: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('contracts')
        .select(['driver_id', 'starts_on', sql<Day | null>`coalesce(ended_on, ends_on)`.as('until')])
        .where('state', '=', 'sealed')
        .where('kind', 'in', SERVICE_KINDS)
        .$if(drivers !== null, (query) => query.where('driver_id', '=', anyOf(drivers))),
    (rows: { driver_id: string; starts_on: Day; until: Day | null }[]) => rows,
  )

/** Who has which car on which days: a driver who has it for part of a day has it that day. */
const heldBy = (drivers: readonly string[] | null) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('assignments')
        .select(['driver_id as driver', 'vehicle_id as vehicle'])
        .select(sql<Day | null>`(lower(period) at time zone 'Europe/Lisbon')::date`.as('from'))
        .select(
          sql<Day | null>`((upper(period) - interval '1 microsecond') at time zone 'Europe/Lisbon')::date`.as('until'),
        )
        .$if(drivers !== null, (query) => query.where('driver_id', '=', anyOf(drivers)))
        .orderBy('ordinal'),
    (rows: ({ driver: string; vehicle: string } & Days)[]) =>
      rows.map(({ driver, vehicle, from, until }) => ({ driver, vehicle, days: { from, until } })),
  )

async function readCars(on: Kysely<DB>, only: readonly string[] | null) {
  return on
    .selectFrom('vehicles')
    .leftJoin('vehicle_titles', 'vehicle_id', 'vehicles.id')
    .select(['vehicles.id', 'plate', 'status', 'energy', 'first_registered_on as registered', 'title'])
    .$if(only !== null, (query) => query.where('vehicles.id', '=', anyOf(only)))
    .orderBy('plate')
    .execute()
}

/** The documents of some holders and of the operator; with `null` those of everybody. */
async function readPapers(on: Kysely<DB>, holders: readonly string[] | null) {
  const rows = await on
    .selectFrom('papers')
    .select(['kind', 'driver_id', 'vehicle_id', 'state', 'issued_on', 'expires_on', 'replaced_on', 'sent_at'])
    .where('state', '<>', 'refused')
    .$if(holders !== null, (query) =>
      query.where(
        sql<boolean>`coalesce(driver_id, vehicle_id) is null or coalesce(driver_id, vehicle_id) = any(${[...(holders ?? [])]}::uuid[])`,
      ),
    )
    .execute()
  return rows.map((row) => ({
    holder: row.driver_id ?? row.vehicle_id ?? COMPANY,
    kind: row.kind,
    state: row.state as PaperState,
    days: daysOf({
      state: row.state as PaperState,
      issuedOn: row.issued_on,
      sentOn: row.sent_at && dayAt(row.sent_at),
      expiresOn: row.expires_on,
      replacedOn: row.replaced_on,
    }),
  }))
}
