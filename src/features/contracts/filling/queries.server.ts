import { firstOf } from '#domain/certain.ts'
import { legalNameOf } from '#domain/driver.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import {
  type CONTRACT_LANGUAGES,
  type ContractKind,
  cedesCar,
  type Filling,
  type Placeholder,
  fillText,
  placeholdersOf,
} from '#domain/contract.ts'
import { type ContractTerms, termsNamedBy } from '#domain/contract-terms.ts'
import { applySettings } from '#domain/financial-settings.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import { showPlate } from '#domain/identifiers.ts'
import { isRecordId, readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, isoWeek, readWeek, weekAt } from '#domain/week.ts'
import { readBrandAndCompany } from '#features/company/brand/queries.server.ts'
import { readSettings } from '#features/company/financial-settings/queries.server.ts'
import { findDrivers } from '#features/fleet/drivers/queries.server.ts'
import { listEveryTermsOf } from '#features/fleet/terms/queries.server.ts'
import { papersOf, papersOfEach } from '#features/papers/queries.server.ts'
import type { PaperView } from '#features/papers/schema.ts'
import { listPlansOf } from '#features/plans/queries.server.ts'
import { isInForce } from '#features/plans/schema.ts'
import { formatDayNumeric } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { EN } from './text-en.ts'
import { PT } from './text-pt.ts'

/** The choice of a contract's text, and its driver. */
type ContractChoice = {
  driver: string
  kind: ContractKind
  language: (typeof CONTRACT_LANGUAGES)[number]
  /** The contract that the new one renews or amends. */
  follows: string | null
}

/** The version number of the texts that come with the product. */
export const VERSION = 1

/** The text that comes with the product, with its placeholders open. */
export function templateOf({ kind, language }: Pick<ContractChoice, 'kind' | 'language'>): string {
  return (language === 'pt' ? PT : EN)[kind]
}

/**
 * The values of the records for a contract's placeholders, or only for those in `placeholders`. Refuses
 * `record.not-found` when there is no such driver, and `contract.follows-nothing` for an amendment without a contract
 * to amend.
 */
export async function knownFilling(
  { driver, kind, language, follows }: ContractChoice,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  placeholders: readonly Placeholder[] | null = null,
): Promise<Filling> {
  const known = await knownFillings([driver], { kind, language }, now, on, placeholders)
  return { ...known(driver), ...(await originalFilling({ kind, language, follows }, on)) }
}

/** The placeholders of an amendment that describe the amended contract. Refuses `contract.follows-nothing`. */
export async function originalFilling(
  { kind, language, follows }: Omit<ContractChoice, 'driver'>,
  on: Kysely<DB> = db,
): Promise<Filling> {
  if (follows === null || kind !== 'amendment') return {}
  const original = await getOriginal(follows, on)
  return {
    originalNumber: String(original.ordinal),
    originalKind: translator(language)(`page.contracts.kinds.${original.kind as ContractKind}`),
    originalDay: formatDayNumeric(original.at.toZonedDateTimeISO(ZONE).toPlainDate().toString()),
  }
}

/**
 * The values of the records for contracts of one kind with several drivers. Returns a function that gives those of
 * one driver, or refuses what `knownFilling` refuses.
 */
export async function knownFillings(
  drivers: readonly string[],
  { kind, language }: Pick<ContractChoice, 'kind' | 'language'>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  placeholders: readonly Placeholder[] | null = null,
): Promise<(driver: string) => Filling> {
  const needs = (...names: Placeholder[]) => placeholders === null || names.some((name) => placeholders.includes(name))
  const recordOf = await findDrivers(drivers, on)
  const ids = drivers.filter(isRecordId).map(readRecordId)
  const [operator, terms, heldCars, plans, ceded] = await Promise.all([
    needs('companyName', 'companyNipc', 'companyAddress', 'companyLicence') ? readBrandAndCompany(language, on) : null,
    needs('fee', 'rent', 'tolls') ? countedTerms(ids, weekAt(now), on) : null,
    needs('rent', 'carPlate', 'carName') ? findHeldCars(ids, on) : null,
    needs('total', 'instalments', 'firstWeek', 'planReason') ? listPlansOf(ids, now, on) : [],
    cedesCar(kind) ? cededFillings(ids, language, now, on) : null,
  ])
  const plansOf = Map.groupBy(plans, ({ driver }) => driver.id)
  const t = translator(language)
  return (id) => {
    const driver = recordOf(id)
    const current = terms?.get(driver.id)
    const held = heldCars?.get(driver.id)
    const ownPlans = plansOf.get(driver.id) ?? []
    const plan = ownPlans.find((ownPlan) => isInForce(ownPlan) && (ownPlan.kind === 'deposit') === (kind === 'deposit'))
    return withoutEmpty({
      companyName: operator?.company?.name,
      companyNipc: operator?.company?.nipc,
      companyAddress: operator?.brand.address.join(', '),
      companyLicence: operator?.company?.licence_number,
      driverName: legalNameOf(driver),
      driverNif: driver.nif,
      driverAddress: driver.address,
      ...(ceded ? ceded.get(driver.id) : held ? carFilling(held) : {}),
      ...(current
        ? {
            fee: feeWords(current, language),
            rent: rentWords(current.rent > 0 ? current.rent : (held?.rent ?? ZERO), language),
            tolls: t(`page.contracts.tolls.${current.tollPolicy}`),
          }
        : {}),
      ...(plan
        ? {
            total: formatMoney(plan.total, language),
            instalments:
              t('page.contracts.instalments', { count: plan.count }) +
              (plan.interest > 0 ? t('page.contracts.interest', { rate: formatPercent(plan.interest, language) }) : ''),
            firstWeek: t('page.contracts.week', isoWeek(plan.first)),
            // The contract's text adds its own full stop.
            planReason: plan.reason.replace(/[.\s]+$/, ''),
          }
        : {}),
    })
  }
}

/** The document that has the value of a driver's placeholder. */
const WRITTEN_ON = {
  driverDocument: 'identity',
  driverLicence: 'driving-licence',
  driverCertificate: 'cmtvde',
} as const

/**
 * The placeholders that a driver's accepted documents fill with number and expiry, so that nobody has to type them
 * again.
 */
export async function writtenOnPapers(
  { driver, language }: Pick<ContractChoice, 'driver' | 'language'>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Filling> {
  return paperFilling(await papersOf({ holder: 'driver', id: driver }, now, on), language)
}

/** The placeholders that the documents of several drivers fill, by driver. */
export async function writtenOnPapersOf(
  drivers: readonly string[],
  language: ContractChoice['language'],
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, Filling>> {
  const papers = await papersOfEach({ holder: 'driver', ids: drivers }, now, on)
  return new Map([...papers].map(([driver, own]) => [driver, paperFilling(own, language)]))
}

function paperFilling(papers: readonly PaperView[], language: ContractChoice['language']): Filling {
  const t = translator(language)
  return Object.fromEntries(
    Object.entries(WRITTEN_ON).flatMap(([name, code]) => {
      const paper = papers.find(({ kind, state }) => kind === code && state === 'accepted')
      if (!paper?.number) return []
      const { number, expiresOn } = paper
      if (expiresOn === null) return [[name, number]]
      return [[name, t('page.contracts.validUntil', { number, day: formatDayNumeric(expiresOn) })]]
    }),
  )
}

/**
 * The current values of drivers' terms, for a text with these placeholders, by driver; `null` for a text that names
 * no terms. Leaves out drivers without terms.
 */
export async function writtenTerms(
  drivers: readonly string[],
  placeholders: readonly Placeholder[],
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, ContractTerms | null>> {
  const terms = await countedTerms(drivers, weekAt(now), on)
  const cars = await findHeldCars([...terms.keys()], on)
  return new Map(
    [...terms].map(([driver, counted]) => [
      driver,
      termsNamedBy(placeholders, { counted, carRent: cars.get(driver)?.rent ?? ZERO }),
    ]),
  )
}

/**
 * The terms agreed with drivers for a week, or the first ones when none are in force yet, by driver. Terms that
 * follow the company's settings get their values.
 */
async function countedTerms(drivers: readonly string[], week: Week, on: Kysely<DB>): Promise<Map<string, Terms>> {
  const every = await listEveryTermsOf(drivers, on)
  const agreed = [...every].flatMap(([driver, own]) => {
    const current = own.filter(({ withdrawn }) => withdrawn === null)
    const inWeek = current.find(({ from }) => from <= week) ?? current.at(-1)
    return inWeek ? [{ driver, from: readWeek(inWeek.from), terms: inWeek.terms }] : []
  })
  if (agreed.length === 0) return new Map()
  const settingsOf = await readSettings(on)
  return new Map(
    agreed.map(({ driver, from, terms }) => [
      driver,
      applySettings(terms, settingsOf(from > week ? from : week), null),
    ]),
  )
}

/** The placeholders for a contract's days, in words. */
export function termWords(
  { startsOn, endsOn, kind }: { startsOn: string; endsOn: string | null; kind: ContractChoice['kind'] },
  language: ContractChoice['language'],
): Filling {
  const from = formatDayNumeric(startsOn)
  const t = translator(language)
  const term =
    endsOn === null
      ? t(`page.contracts.term.${cedesCar(kind) ? 'unsaid' : 'open'}`, { from })
      : t('page.contracts.term.until', { from, until: formatDayNumeric(endsOn) })
  return { term, firstDay: from }
}

/** The sealed contract that another one follows. Refuses `contract.follows-nothing`. */
export async function getOriginal(id: string, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('contracts')
    .innerJoin('contract_events', 'contract_id', 'contracts.id')
    .select(['contracts.id', 'ordinal', 'kind', 'language', 'driver_id', 'starts_on', 'ends_on', 'ended_on', 'at'])
    .where('contracts.id', '=', readRecordId(id))
    .where('event', '=', 'sealed')
    .executeTakeFirst()
  if (!row) throw new Refusal('contract.follows-nothing')
  return row
}

/** Fills a template, and says which placeholders are still open. */
export function draftText(
  template: string,
  language: ContractChoice['language'],
  filling: Filling,
): { text: string; open: Placeholder[] } {
  const t = translator(language)
  const open = placeholdersOf(template).filter((name) => !filling[name])
  return { text: fillText(template, filling, (name) => `[${t(`page.contracts.placeholders.${name}`)}]`), open }
}

/** Leaves out empty values, so that their placeholders count as open. */
function withoutEmpty(filling: Partial<Record<Placeholder, string | null | undefined>>): Filling {
  return Object.fromEntries(Object.entries(filling).filter(([, value]) => value?.trim()))
}

/**
 * The placeholders of the cars that drivers cede, by driver; an own car comes before any other. The car's number at
 * IMT and its insurance policy come from its documents; the number and day of its link come from its record or, when
 * nobody entered them there, from the driver's document.
 */
async function cededFillings(
  drivers: readonly string[],
  language: ContractChoice['language'],
  now: Temporal.Instant,
  on: Kysely<DB>,
) {
  const cars = await findOwnCars(drivers, on)
  const carIds = [...cars.values()].map(({ id }) => id)
  const [papersOfCars, papersOfDrivers] = await Promise.all([
    papersOfEach({ holder: 'car', ids: carIds }, now, on),
    papersOfEach({ holder: 'driver', ids: [...cars.keys()] }, now, on),
  ])
  const t = translator(language)
  const acceptedPaper = (papers: readonly PaperView[] | undefined, code: string) =>
    papers?.find(({ kind, state }) => kind === code && state === 'accepted')
  const filling = (driver: string, car: OwnCar) => {
    const numberAndExpiry = (code: string) => {
      const paper = acceptedPaper(papersOfCars.get(car.id), code)
      if (!paper?.number || paper.expiresOn === null) return null
      return t('page.contracts.validUntil', { number: paper.number, day: formatDayNumeric(paper.expiresOn) })
    }
    const link = acceptedPaper(papersOfDrivers.get(driver), 'slot-link')
    const [number, since] = [car.slotNumber || link?.number, car.slotSince ?? link?.issuedOn]
    return {
      ...carFilling(car),
      carRegistered: car.firstRegisteredOn && formatDayNumeric(car.firstRegisteredOn),
      carRecord: numberAndExpiry('imt-car'),
      carInsurance: numberAndExpiry('car-insurance'),
      carLink: number && since ? t('page.contracts.linkedSince', { number, day: formatDayNumeric(since) }) : null,
    }
  }
  return new Map([...cars].map(([driver, car]) => [driver, filling(driver, car)]))
}

/** The driver's own car in the fleet; if there are several, the one held now. */
export async function findOwnCar(driver: string, on: Kysely<DB> = db): Promise<OwnCar | null> {
  const id = readRecordId(driver)
  return (await findOwnCars([id], on)).get(id) ?? null
}

/** The own cars of drivers, by driver. */
async function findOwnCars(drivers: readonly string[], on: Kysely<DB>): Promise<ReadonlyMap<string, OwnCar>> {
  const cars = await on
    .selectFrom('vehicle_titles')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate', 'make', 'model', 'slot_number as slotNumber', 'slot_since as slotSince'])
    .select(['first_registered_on as firstRegisteredOn', sql<string>`owner_id`.as('owner')])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('assignments')
            .select('assignments.id')
            .whereRef('assignments.vehicle_id', '=', 'vehicles.id')
            .whereRef('assignments.driver_id', '=', 'owner_id')
            .where(sql<boolean>`upper(period) is null`),
        )
        .as('isHeld'),
    )
    .where('owner_id', '=', sql<string>`any(${[...drivers]}::uuid[])`)
    .where('title', '=', 'driver')
    .where('status', '<>', 'sold')
    .orderBy('plate')
    .execute()
  const owned = Map.groupBy(cars, ({ owner }) => owner)
  return new Map([...owned].map(([driver, own]) => [driver, own.find(({ isHeld }) => isHeld) ?? firstOf(own)]))
}

type OwnCar = {
  id: string
  plate: string
  make: string | null
  model: string | null
  slotNumber: string | null
  slotSince: string | null
  firstRegisteredOn: string | null
}

function carFilling({ plate, make, model }: { plate: string; make: string | null; model: string | null }) {
  return { carPlate: showPlate(plate), carName: [make, model].filter(Boolean).join(' ') }
}

/**
 * The cars that drivers have now, by driver; if there are several, the one taken last. Terms without a rent of their
 * own charge the car's rent.
 */
async function findHeldCars(drivers: readonly string[], on: Kysely<DB>) {
  const cars = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .distinctOn('driver_id')
    .select(['driver_id', 'plate', 'make', 'model', 'rent_cents'])
    .where('driver_id', '=', sql<string>`any(${[...drivers]}::uuid[])`)
    .where(sql<boolean>`upper(period) is null`)
    .orderBy('driver_id')
    .orderBy(sql`lower(period)`, (order) => order.desc().nullsLast())
    .execute()
  return new Map(cars.map((car) => [car.driver_id, { ...car, rent: cents(car.rent_cents) }]))
}

/** The rent as a text has it; `null` for a rent of zero, which no text can express. */
function rentWords(rent: Cents, language: ContractChoice['language']): string | null {
  return rent > 0 ? formatMoney(rent, language) : null
}

function feeWords({ fee }: Terms, language: ContractChoice['language']): string {
  const t = translator(language)
  if (fee.mode === 'none') return t('page.contracts.fee.none')
  if (fee.mode === 'fixed') return t('page.contracts.fee.fixed', { amount: formatMoney(fee.amount, language) })
  const base = t(`page.fleet.terms.bases.${fee.base}`)
  return t('page.contracts.fee.percent', { rate: formatPercent(fee.rate, language), base })
}
