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
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, isoWeek, readWeek, weekAt } from '#domain/week.ts'
import { readNamed } from '#features/company/brand/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { getDriver, listCars } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { listDriverPlans } from '#features/plans/queries.server.ts'
import { isInForce } from '#features/plans/schema.ts'
import { formatDayNumeric } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { EN } from './text-en.ts'
import { PT } from './text-pt.ts'

/** The text, and the driver it is for. */
type ContractChoice = {
  driver: string
  kind: ContractKind
  language: (typeof CONTRACT_LANGUAGES)[number]
  /** The contract that it renews or amends. */
  follows: string | null
}

/** The version of the texts that come with the product. */
export const VERSION = 1

/** The text that comes with the product, with its placeholders open. */
export function templateOf({ kind, language }: Pick<ContractChoice, 'kind' | 'language'>): string {
  return (language === 'pt' ? PT : EN)[kind]
}

/**
 * The values that the records have for a contract's placeholders, or for those in `named`. Refuses `record.not-found`
 * for no such driver.
 */
export async function knownFilling(
  { driver: id, kind, language, follows }: ContractChoice,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  named: readonly Placeholder[] | null = null,
): Promise<Filling> {
  const asksFor = (...names: Placeholder[]) => named === null || names.some((name) => named.includes(name))
  const driver = await getDriver(id, on)
  const [operator, current, held, plans] = await Promise.all([
    asksFor('companyName', 'companyNipc', 'companyAddress', 'companyLicence') ? readNamed(language, on) : null,
    asksFor('fee', 'rent', 'tolls') ? countedTerms(id, weekAt(now), on) : null,
    asksFor('rent', 'carPlate', 'carName') ? findHeldCar(id, on) : null,
    asksFor('total', 'instalments', 'firstWeek', 'planReason') ? listDriverPlans(id, now, on) : [],
  ])
  const plan = plans.find((one) => isInForce(one) && (one.kind === 'deposit') === (kind === 'deposit'))
  const t = translator(language)
  const original = follows === null || kind !== 'amendment' ? null : await getOriginal(follows, on)
  return without({
    ...(original
      ? {
          originalNumber: String(original.ordinal),
          originalKind: t(`page.contracts.kinds.${original.kind as ContractKind}`),
          originalDay: formatDayNumeric(original.at.toZonedDateTimeISO(ZONE).toPlainDate().toString()),
        }
      : {}),
    companyName: operator?.company?.name,
    companyNipc: operator?.company?.nipc,
    companyAddress: operator?.brand.address.join(', '),
    companyLicence: operator?.company?.licence_number,
    driverName: legalNameOf(driver),
    driverNif: driver.nif,
    driverAddress: driver.address,
    ...(cedesCar(kind) ? await cededFilling({ driver: id, language }, now, on) : held ? carFilling(held) : {}),
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

/** The paper on which a driver's placeholder is written. */
const WRITTEN_ON = {
  driverDocument: 'identity',
  driverLicence: 'driving-licence',
  driverCertificate: 'cmtvde',
} as const

/** The driver's papers as a contract says them: number and expiry. Nobody has to type them again. */
export async function writtenOnPapers(
  { driver, language }: Pick<ContractChoice, 'driver' | 'language'>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Filling> {
  const papers = await papersOf({ holder: 'driver', id: driver }, now, on)
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

/** The current values of a driver's terms for a text with these placeholders; `null` for a text without any. */
export async function writtenTerms(
  driver: string,
  named: readonly Placeholder[],
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ContractTerms | null> {
  const counted = await countedTerms(driver, weekAt(now), on)
  if (!counted) return null
  const held = await findHeldCar(driver, on)
  return termsNamedBy(named, { counted, carRent: held?.rent ?? ZERO })
}

/**
 * The terms agreed with a driver for a week, or the first ones when none hold yet; terms that follow the company's
 * settings get their values.
 */
async function countedTerms(driver: string, week: Week, on: Kysely<DB>): Promise<Terms | null> {
  const all = await listTerms(driver, on)
  const agreed = all.find(({ from }) => from <= week) ?? all.at(-1)
  if (!agreed) return null
  const from = readWeek(agreed.from)
  return applySettings(agreed.terms, await settingsIn(from > week ? from : week, on), null)
}

/** The first and last day, in words. */
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
  const found = await on
    .selectFrom('contracts')
    .innerJoin('contract_events', 'contract_id', 'contracts.id')
    .select(['contracts.id', 'ordinal', 'kind', 'language', 'driver_id', 'starts_on', 'ends_on', 'ended_on', 'at'])
    .where('contracts.id', '=', readRecordId(id))
    .where('event', '=', 'sealed')
    .executeTakeFirst()
  if (!found) throw new Refusal('contract.follows-nothing')
  return found
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

/** Drops empty values: an empty one does not fill a placeholder. */
function without(filling: Partial<Record<Placeholder, string | null | undefined>>): Filling {
  return Object.fromEntries(Object.entries(filling).filter(([, value]) => value?.trim()))
}

/**
 * The car that a driver cedes: an own car comes before any other. Its number at IMT and its policy are on its papers;
 * the number and the day of its link are on its record or, when nobody wrote them there, on the driver's paper.
 */
async function cededFilling(
  { driver, language }: Pick<ContractChoice, 'driver' | 'language'>,
  now: Temporal.Instant,
  on: Kysely<DB>,
) {
  const car = await findOwnCar(driver, on)
  if (!car) return {}
  const [ofCar, ofDriver] = await Promise.all([
    papersOf({ holder: 'car', id: car.id }, now, on),
    papersOf({ holder: 'driver', id: driver }, now, on),
  ])
  const t = translator(language)
  const said = (papers: typeof ofCar, code: string) =>
    papers.find(({ kind, state }) => kind === code && state === 'accepted')
  const written = (code: string) => {
    const paper = said(ofCar, code)
    if (!paper?.number || paper.expiresOn === null) return null
    return t('page.contracts.validUntil', { number: paper.number, day: formatDayNumeric(paper.expiresOn) })
  }
  const link = said(ofDriver, 'slot-link')
  const [number, since] = [car.slotNumber || link?.number, car.slotSince ?? link?.issuedOn]
  return {
    ...carFilling(car),
    carRegistered: car.firstRegisteredOn && formatDayNumeric(car.firstRegisteredOn),
    carRecord: written('imt-car'),
    carInsurance: written('car-insurance'),
    carLink: number && since ? t('page.contracts.linkedSince', { number, day: formatDayNumeric(since) }) : null,
  }
}

/** The driver's own car in the fleet; of several, the one held now. */
export async function findOwnCar(driver: string, on: Kysely<DB> = db) {
  const cars = await on
    .selectFrom('vehicle_titles')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate', 'make', 'model', 'slot_number as slotNumber', 'slot_since as slotSince'])
    .select('first_registered_on as firstRegisteredOn')
    .where('owner_id', '=', readRecordId(driver))
    .where('title', '=', 'driver')
    .where('status', '<>', 'sold')
    .orderBy('plate')
    .execute()
  const held = (await listCars(driver, on)).filter(({ to }) => to === null)
  return cars.find(({ id }) => held.some(({ vehicleId }) => vehicleId === id)) ?? cars[0] ?? null
}

function carFilling({ plate, make, model }: { plate: string; make: string | null; model: string | null }) {
  return { carPlate: showPlate(plate), carName: [make, model].filter(Boolean).join(' ') }
}

/** The car that a driver has now; of several, the one taken last. Terms without a rent of their own charge the car's. */
async function findHeldCar(driver: string, on: Kysely<DB>) {
  const car = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['plate', 'make', 'model', 'rent_cents'])
    .where('driver_id', '=', readRecordId(driver))
    .where(sql<boolean>`upper(period) is null`)
    .orderBy(sql`lower(period)`, (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return car ? { ...car, rent: cents(car.rent_cents) } : null
}

/** A text has no words for a rent of zero. */
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
