import { type Kysely, type NotNull, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { CarBooks, CarContract, CarStay, CostKind, DatedReading } from '#domain/car-business.ts'
import { endOf } from '#domain/car-business.ts'
import type { ValueLost } from '#domain/car-profit.ts'
import { maintenanceDue, usableUntil } from '#domain/maintenance.ts'
import { ZERO, cents } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { nextRoadTax } from '#domain/road-tax.ts'
import type { CarTitle } from '#domain/vehicle.ts'
import { ZONE } from '#domain/week.ts'
import { listAgeLimits } from '#features/papers/kinds/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import {
  type ContractView,
  type DueWork,
  type FixedCost,
  type Job,
  type Purchase,
  type TitleView,
  upkeep,
} from './schema.ts'

/** The repeated work of a car, the next due first. */
export async function listDueWork(vehicleId: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<DueWork[]> {
  return (await listAllDue(now, on))
    .filter((carWork) => carWork.vehicleId === readRecordId(vehicleId))
    .map((carWork) => carWork.due)
}

/** The repeated work of a car that was stopped, the last stopped first. */
export async function listEndedRules(vehicleId: string, on: Kysely<DB> = db): Promise<{ id: string; what: string }[]> {
  return on
    .selectFrom('maintenance_rules')
    .select(['id', 'what'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('ordinal')
    .execute()
}

/** The due work of the whole fleet: how many, and the car of the first. */
export const dueWork = (now: Temporal.Instant) => {
  const today = dayOf(now)
  return listQuestion(
    // Most cars have no due work for a long time, so read only rules that kilometres or days make due, and then check
    // each.
    (on) =>
      selectRules(on).where(
        sql<boolean>`(every_km + ${LAST_KM} <= reading.kilometres
          or coalesce(job.done_on, from_on) + make_interval(months => every_months) <= ${today.toString()}::date)`,
      ),
    (rules: Rule[]) => {
      const due = rules.filter((rule) => dueOf(rule, today).state === 'due')
      return { count: due.length, vehicle: due[0]?.vehicle_id ?? null }
    },
  )
}

/** The repeated work of every current car, with when it is due. */
export async function listAllDue(now: Temporal.Instant, on: Kysely<DB> = db) {
  const rules = await selectRules(on).execute()
  const today = dayOf(now)
  return rules.map((rule) => {
    const { id, what, every_km: everyKm, every_months: everyMonths } = rule
    const due = dueOf(rule, today)
    const view: DueWork = { id, what, everyKm, everyMonths, ...due, dueOn: due.dueOn?.toString() ?? null }
    return { vehicleId: rule.vehicle_id, due: view }
  })
}

/** Selects the rules of current cars, each with the last time its work was done, and the car's last reading. */
function selectRules(on: Kysely<DB>) {
  return on
    .selectFrom('maintenance_rules as rule')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .leftJoin(
      (of) =>
        of
          .selectFrom('maintenance_jobs')
          .select(['rule_id', 'done_on', 'kilometres'])
          .distinctOn('rule_id')
          .where('withdrawn_at', 'is', null)
          .where('rule_id', 'is not', null)
          .orderBy('rule_id')
          .orderBy('done_on', 'desc')
          .orderBy('ordinal', 'desc')
          .as('job'),
      (join) => join.onRef('job.rule_id', '=', 'rule.id'),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('odometer_readings')
          .select('kilometres')
          .whereRef('odometer_readings.vehicle_id', '=', 'rule.vehicle_id')
          .where('withdrawn_at', 'is', null)
          .orderBy('read_at', 'desc')
          .limit(1)
          .as('reading'),
      (join) => join.onTrue(),
    )
    .select(['rule.id', 'what', 'every_km', 'every_months', 'rule.vehicle_id', 'reading.kilometres as km'])
    .select(sql<string>`coalesce(job.done_on, from_on)`.as('last_on'))
    .select(LAST_KM.as('last_km'))
    .where('ended_at', 'is', null)
    .where('status', '<>', 'sold')
    .orderBy('rule.ordinal')
}

/** The kilometres at which the work was last done, or from which they are counted. */
const LAST_KM = sql<number | null>`case when job.rule_id is null then from_km else job.kilometres end`

type Rule = Awaited<ReturnType<ReturnType<typeof selectRules>['execute']>>[number]

function dayOf(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(ZONE).toPlainDate()
}

function dueOf(rule: Rule, today: Temporal.PlainDate) {
  const { every_km: everyKm, every_months: everyMonths, last_km: lastKm, last_on: lastOn, km } = rule
  return maintenanceDue({ everyKm, everyMonths, lastKm, lastOn: Temporal.PlainDate.from(lastOn) }, { km, today })
}

/** The work done on a car, the newest first. */
export async function listJobs(vehicleId: string, on: Kysely<DB> = db): Promise<Job[]> {
  const id = readRecordId(vehicleId)
  return (await listJobsOf([id], on)).get(id) ?? []
}

/** The work done on several cars, by car; leaves out cars without any. */
export async function listJobsOf(vehicleIds: readonly string[], on: Kysely<DB> = db): Promise<Map<string, Job[]>> {
  const rows = await on
    .selectFrom('maintenance_jobs')
    .leftJoin('files', 'files.sha256', 'file_sha256')
    .selectAll('maintenance_jobs')
    .select('signature')
    .where('vehicle_id', '=', sql<string>`any(${vehicleIds}::uuid[])`)
    .where('withdrawn_at', 'is', null)
    .orderBy('done_on', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  const jobOf = (row: (typeof rows)[number]): Job => ({
    id: row.id,
    what: row.what,
    on: row.done_on,
    inSince: row.in_since,
    kilometres: row.kilometres,
    cost: cents(row.cost_cents),
    workshop: row.workshop,
    file: row.file_name,
    signature: row.signature as PaperSignature | null,
  })
  return new Map([...Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)].map(([car, own]) => [car, own.map(jobOf)]))
}

/** The monthly costs of a car. */
export async function listFixedCosts(vehicleId: string, on: Kysely<DB> = db): Promise<FixedCost[]> {
  const rows = await on
    .selectFrom('car_costs')
    .selectAll()
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ id, kind, what, monthly_cents, valid_from, valid_until }) => ({
    id,
    kind: kind as CostKind,
    what,
    monthly: cents(monthly_cents),
    from: valid_from,
    until: valid_until,
  }))
}

/**
 * A car's purchase, and how its loss of value is counted. While the car is here: until the day on which it should be
 * sold, for the expected price. For a car that left: until that day, for the price it was sold for; a car that was
 * scrapped or given back without a price counts as worth nothing.
 */
export async function findPurchase(vehicleId: string, on: Kysely<DB> = db): Promise<Purchase | null> {
  const row = await selectPurchases(on)
    .where('car_purchases.vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  return row ? purchaseOf(row) : null
}

function selectPurchases(on: Kysely<DB>) {
  return on
    .selectFrom('car_purchases')
    .leftJoin('car_sales', (sale) =>
      sale.onRef('car_sales.vehicle_id', '=', 'car_purchases.vehicle_id').on('withdrawn_at', 'is', null),
    )
    .select(['car_purchases.vehicle_id', 'bought_on', 'car_purchases.price_cents', 'keep_years', 'worth_cents'])
    .select(['left_on', 'way', 'car_sales.price_cents as sold_for'])
}

function purchaseOf(row: Awaited<ReturnType<ReturnType<typeof selectPurchases>['execute']>>[number]): Purchase {
  const [boughtOn, price, worth] = [row.bought_on, cents(row.price_cents), cents(row.worth_cents)]
  const planned = Temporal.PlainDate.from(boughtOn).add({ years: row.keep_years }).subtract({ days: 1 }).toString()
  const unpriced = row.way === 'sold' ? worth : ZERO
  const counted: ValueLost =
    row.left_on === null
      ? { boughtOn, price, until: planned, worth }
      : { boughtOn, price, until: row.left_on, worth: row.sold_for === null ? unpriced : cents(row.sold_for) }
  return { boughtOn, price, years: row.keep_years, worth, counted, isSold: row.left_on !== null }
}

/** The leasing or renting contract of a car. */
export async function findContract(vehicleId: string, on: Kysely<DB> = db): Promise<ContractView | null> {
  const row = await on
    .selectFrom('car_contracts')
    .selectAll()
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  return row ? contractOf(row) : null
}

function contractOf(row: Parameters<typeof upkeep.contract.read>[0]): ContractView {
  const { kilometreLimit, ...fields } = upkeep.contract.read(row)
  const contract: CarContract = { ...fields, limit: kilometreLimit }
  return { ...contract, endsOn: endOf(contract) }
}

/** The records of one car's costs, with everything that its ends and kilometres are calculated from. */
type BooksOfCar = Omit<CarBooks, 'damages' | 'insured' | 'since'> & {
  purchase: Purchase | null
  contract: ContractView | null
  registeredOn: string | null
  readings: readonly DatedReading[]
}

/**
 * The records of every car's costs, as a function by car. They have only the last reading of each car, because a
 * contract needs no others. A car came on the day of its purchase, or when its contract began, if it has either.
 */
export async function readBooks(on: Kysely<DB> = db): Promise<(car: string) => BooksOfCar> {
  const [costs, jobs, times, bought, titles, contracts, sales, readings] = await Promise.all([
    on.selectFrom('car_costs').selectAll().where('withdrawn_at', 'is', null).orderBy('ordinal').execute(),
    on
      .selectFrom('maintenance_jobs')
      .select(['vehicle_id', 'done_on', 'cost_cents'])
      .where('withdrawn_at', 'is', null)
      .execute(),
    on
      .selectFrom('times_in_workshop')
      .select(['vehicle_id', 'from_day as from', 'until_day as until'])
      .$narrowType<{ vehicle_id: NotNull; from: NotNull }>()
      .execute(),
    selectPurchases(on).execute(),
    on.selectFrom('vehicle_titles').selectAll().execute(),
    on.selectFrom('car_contracts').selectAll().execute(),
    on.selectFrom('car_sales').select(['vehicle_id', 'left_on']).where('withdrawn_at', 'is', null).execute(),
    on
      .selectFrom('odometer_readings')
      .select(['vehicle_id', 'read_at', 'kilometres'])
      .distinctOn('vehicle_id')
      .where('withdrawn_at', 'is', null)
      .orderBy('vehicle_id')
      .orderBy('read_at', 'desc')
      .execute(),
  ])
  const monthly = Map.groupBy(costs, ({ vehicle_id }) => vehicle_id)
  const work = Map.groupBy(jobs, ({ vehicle_id }) => vehicle_id)
  const inWorkshop = Map.groupBy(times, ({ vehicle_id }) => vehicle_id)
  const [purchaseBy, titleBy, contractBy] = [byCar(bought), byCar(titles), byCar(contracts)]
  const [saleBy, readingBy] = [byCar(sales), byCar(readings)]
  return (car) => {
    const [purchase, title, contract] = [purchaseBy.get(car), titleBy.get(car), contractBy.get(car)]
    const [purchaseView, lastReading] = [purchase ? purchaseOf(purchase) : null, readingBy.get(car)]
    return {
      title: (title?.title as CarTitle | undefined) ?? null,
      until: saleBy.get(car)?.left_on ?? null,
      monthly: (monthly.get(car) ?? []).map((cost) => ({
        kind: cost.kind as CostKind,
        monthly: cents(cost.monthly_cents),
        from: cost.valid_from,
        until: cost.valid_until,
      })),
      work: (work.get(car) ?? []).map(({ done_on, cost_cents }) => ({ on: done_on, amount: cents(cost_cents) })),
      workshop: (inWorkshop.get(car) ?? []).map(({ from, until }) => ({ from, until })),
      value: purchaseView?.counted ?? null,
      roadTax: title?.road_tax_cents == null ? null : cents(title.road_tax_cents),
      purchase: purchaseView,
      contract: contract ? contractOf(contract) : null,
      registeredOn: title?.first_registered_on ?? null,
      readings: lastReading
        ? [
            {
              on: lastReading.read_at.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
              kilometres: lastReading.kilometres,
            },
          ]
        : [],
    }
  }
}

/**
 * Every car with the days on which it came and left, as far as they are recorded, and its times in a workshop:
 * `readBooks` without the costs.
 */
export async function listCarStays(on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('vehicles')
    .leftJoin('vehicle_titles', 'vehicle_titles.vehicle_id', 'vehicles.id')
    .leftJoin('car_purchases', 'car_purchases.vehicle_id', 'vehicles.id')
    .leftJoin('car_contracts', 'car_contracts.vehicle_id', 'vehicles.id')
    .leftJoin('car_sales', (sale) =>
      sale.onRef('car_sales.vehicle_id', '=', 'vehicles.id').on('car_sales.withdrawn_at', 'is', null),
    )
    .leftJoin(
      (of) =>
        of
          .selectFrom('times_in_workshop')
          .select('vehicle_id')
          .select(
            sql<CarStay['workshop']>`json_agg(json_build_object('from', from_day, 'until', until_day))`.as('workshop'),
          )
          .groupBy('vehicle_id')
          .as('work'),
      (join) => join.onRef('work.vehicle_id', '=', 'vehicles.id'),
    )
    .select(['vehicles.id', 'plate', 'vehicles.created_at as createdAt', 'title', 'bought_on as boughtOn'])
    .select(['begins_on as beginsOn', 'left_on as until', 'workshop'])
    .orderBy('plate')
    .execute()
  return rows.map(({ title, workshop, ...car }) => ({
    ...car,
    title: title as CarTitle | null,
    workshop: workshop ?? [],
  }))
}

function byCar<Row extends { vehicle_id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.vehicle_id, row]))
}

/**
 * The title by which the operator has a car, and the last day on which the car is young enough; `null` until somebody
 * enters the title.
 */
export async function findTitle(
  { id, energy }: { id: string; energy: string },
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<(TitleView & { usableUntil: string | null }) | null> {
  const row = await on
    .selectFrom('vehicle_titles')
    .leftJoin('drivers', 'drivers.id', 'owner_id')
    .selectAll('vehicle_titles')
    .select('drivers.name')
    .where('vehicle_id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row) return null
  const first = row.first_registered_on
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const until =
    first === null ? null : usableUntil({ firstRegisteredOn: first, energy }, await listAgeLimits(on), today)
  return {
    title: row.title as CarTitle,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.name ?? '' },
    slotNumber: row.slot_number,
    slotSince: row.slot_since,
    firstRegisteredOn: first,
    usableUntil: until?.toString() ?? null,
    ...roadTaxFrom(row.road_tax_cents, first, today),
  }
}

function roadTaxFrom(yearly: number | null, registered: string | null, today: string) {
  const roadTax = yearly === null ? null : cents(yearly)
  if (roadTax === null || registered === null) return { roadTax, nextRoadTax: null }
  const registeredOn = Temporal.PlainDate.from(registered)
  const next = nextRoadTax(Temporal.PlainDate.from(today), { yearly: roadTax, registeredOn })
  return { roadTax, nextRoadTax: next && { on: next.on.toString(), amount: next.amount } }
}

/** The invoice of some work. Refuses `record.not-found` when there is none, also for work on another car. */
export async function readJobPaper(vehicleId: string, job: string) {
  const row = await db
    .selectFrom('maintenance_jobs')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'media_type', 'file_name'])
    .where('maintenance_jobs.id', '=', readRecordId(job))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/** The title of every car that has one, with the parts that a list may say, by car. */
export async function listTitles(on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('vehicle_titles')
    .select(['vehicle_id', 'title', 'first_registered_on', 'slot_number', 'slot_since', 'road_tax_cents'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.vehicle_id,
      {
        title: row.title as CarTitle,
        firstRegisteredOn: row.first_registered_on,
        /** Whether somebody has said more of it than a list can. */
        hasMore: row.slot_number !== '' || row.slot_since !== null || row.road_tax_cents !== null,
      },
    ]),
  )
}
