import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type FinalFigures, type ReturnedItem, finalFigures, finalState, lastDayOf } from '#domain/departure.ts'
import type { Away } from '#domain/driver-week.ts'
import { showPlate } from '#domain/identifiers.ts'
import { cents, minus, sum } from '#domain/money.ts'
import { depositFigures } from '#domain/plan.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, nextWeek, previousWeek, weekOf } from '#domain/week.ts'
import { listRecurring } from '#features/adjustments/queries.server.ts'
import { getCurrentAccount, getDriverAccount } from '#features/current-accounts/queries.server.ts'
import { brandIn, readBrandLogo } from '#features/brand/queries.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { getDriver, listTerms } from '#features/drivers/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { listDriverPlans } from '#features/plans/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { downloadName } from '#platform/download-name.ts'
import { type PaperHead, renderDepositStatement, renderFinalAccount } from './pdf.ts'
import type { DepartureChanges, DepartureView, DepositView, FinalAccount, FinalMovement, LeaverRow } from './schema.ts'

/** What a week has to know of who left or was away. */
export type Stays = { away: readonly Away[]; paysIn: Week | null }

/** Times away and the week that pays out a closed account, by driver; who never left is not in the map. */
export async function listStays(on: Kysely<DB> = db): Promise<Map<string, Stays>> {
  const rows = await on
    .selectFrom('departures')
    .select(['driver_id', 'last_day', 'returned_on', 'pays_in'])
    .orderBy('ordinal')
    .execute()
  const byDriver = [...Map.groupBy(rows, ({ driver_id }) => driver_id)]
  return new Map(
    byDriver.map(([driverId, own]) => [
      driverId,
      {
        away: own.flatMap(({ last_day, returned_on }) =>
          returned_on === null ? [] : [{ after: last_day, until: returned_on }],
        ),
        paysIn: (own.at(-1)?.pays_in ?? null) as Week | null,
      },
    ]),
  )
}

/** Every departure of a driver, the newest first. */
export async function listDepartures(driverId: string, on: Kysely<DB> = db): Promise<DepartureView[]> {
  const rows = await on
    .selectFrom('departures')
    .selectAll()
    .where('driver_id', '=', readRecordId(driverId))
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    leftAt: row.left_at.toString(),
    lastDay: row.last_day,
    reason: row.reason,
    checklist: row.checklist as ReturnedItem[],
    waitsUntil: row.waits_until,
    signsInUntil: row.signs_in_until,
    paysIn: row.pays_in as Week | null,
    returnedOn: row.returned_on,
  }))
}

/** The departure of a driver who has not come back; `null` for everybody else. */
export async function findDeparture(driverId: string, on: Kysely<DB> = db): Promise<DepartureView | null> {
  const [newest] = await listDepartures(driverId, on)
  return newest?.returnedOn === null ? newest : null
}

/** What leaving at a moment would change, and what is asked back. Refuses `record.not-found`. */
export async function previewDeparture(
  driverId: string,
  at: Temporal.Instant,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DepartureChanges> {
  const { id } = await getDriver(driverId, on)
  const lastDay = lastDayOf(at).toString()
  const [cars, terms, recurring, plans, frozen, platforms] = await Promise.all([
    listHeld(id, at, on),
    listTerms(id, on),
    listRecurring(id, on),
    listDriverPlans(id, now, on),
    on
      .selectFrom('settlements')
      .select('week')
      .where('driver_id', '=', id)
      .where('state', '<>', 'void')
      .where('week', '>=', weekOf(Temporal.PlainDate.from(lastDay)))
      .orderBy('week')
      .execute(),
    on
      .selectFrom('source_keys')
      .select('source')
      .distinct()
      .where('driver_id', '=', id)
      .where('source', 'in', ['uber', 'bolt'])
      .where('kind', 'in', ['driver', 'individual'])
      .orderBy('source', 'desc')
      .execute(),
  ])
  const cards = await listCards(
    cars.map(({ vehicleId }) => vehicleId),
    on,
  )
  const back = (what: ReturnedItem['what'], name: string): ReturnedItem => ({ what, name, done: false })
  return {
    lastDay,
    cars,
    terms: terms.flatMap(({ id: number, from, approvedWeek }) =>
      from > lastDay && approvedWeek === null ? [{ id: number, from: from as Week }] : [],
    ),
    recurring: recurring.flatMap(({ reason, amount, stopped }) => (stopped === null ? [{ reason, amount }] : [])),
    requests: plans.flatMap(({ id: plan, reason, total, state }) =>
      state === 'requested' ? [{ id: plan, reason, total }] : [],
    ),
    frozen: cars.length > 0 ? frozen.map(({ week }) => week as Week) : [],
    checklist: [
      ...cars.map(({ plate }) => back('car', showPlate(plate))),
      ...cards.map((name) => back('card', name)),
      ...(cars.length > 0 ? [back('papers', '')] : []),
      ...platforms.map(({ source }) => back('platforms', source)),
    ],
  }
}

/** The cars a driver has at a moment or is to have after it. */
async function listHeld(driverId: string, at: Temporal.Instant, on: Kysely<DB>): Promise<DepartureChanges['cars']> {
  const rows = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['assignments.id', 'vehicle_id', 'plate'])
    .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
    .where('driver_id', '=', driverId)
    .where(sql<boolean>`coalesce(upper(period) > ${at.toString()}::timestamptz, true)`)
    .orderBy(sql`lower(period) nulls first`)
    .execute()
  return rows.map(({ id, vehicle_id, plate, from }) => ({
    vehicleId: vehicle_id,
    assignmentId: id,
    plate,
    from: from?.toString() ?? null,
    begins: from !== null && Temporal.Instant.compare(from, at) >= 0,
  }))
}

/** Tags and cards of cars, by their ends. */
async function listCards(vehicleIds: readonly string[], on: Kysely<DB>): Promise<string[]> {
  const keys = await on
    .selectFrom('source_keys')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['source', 'kind', 'value', 'plate'])
    .where('vehicle_id', '=', sql<string>`any(${[...vehicleIds]}::uuid[])`)
    .where('kind', 'in', ['obu', 'iai', 'fuel-card', 'electric-card'])
    .orderBy('plate')
    .orderBy('source')
    .orderBy('source_keys.id')
    .execute()
  // Via Verde has two numbers for one device; it is asked back once.
  const devices = new Set(keys.flatMap(({ kind, plate }) => (kind === 'obu' ? [plate] : [])))
  const cards = keys.filter(({ kind, plate }) => kind !== 'iai' || !devices.has(plate))
  return cards.map(({ source, value, plate }) => `${source} …${value.slice(-4)} · ${showPlate(plate)}`)
}

/** A leaver's final account as it stands. Refuses `record.not-found` for who has not left. */
export async function getFinalAccount(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<FinalAccount> {
  const { id, name, ref, language, startedOn } = await getDriver(driverId, on)
  const departure = await findDeparture(id, on)
  if (!departure) throw new Refusal('record.not-found')
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const [balance, current, plan, deposit, all, movements, expected] = await Promise.all([
    readBalance(departure.id, on),
    getCurrentAccount(id, today, 1, on),
    getDriverAccount('plan', id, today, on),
    getDriverAccount('deposit', id, today, on),
    listDriverPlans(id, now, on),
    listMovements(departure.id, on),
    listExpected(id, departure.lastDay, startedOn, on),
  ])
  const live = all.filter(({ state }) => state === 'active' || state === 'paid')
  const { awaited } = balance
  const figures = finalFigures(sum([balance.current, minus(awaited)]), live)
  const closed = movements.some(({ kind }) => kind === 'closed')
  return {
    driver: { id, name, ref, language: language === 'en' ? 'en' : 'pt' },
    departure,
    state: finalState(
      { figure: figures.figure, awaited },
      { closed, waitsUntil: departure.waitsUntil, today: today.toString() },
    ),
    figures,
    awaited,
    plans: live.flatMap(({ id: planId, kind, reason, agreed, remaining }) =>
      kind === 'deposit' ? [] : [{ id: planId, kind, reason, agreed, remaining }],
    ),
    deposits: depositsOf(live),
    expected,
    movements,
    books: { current, plan, deposit },
  }
}

/** A driver's deposits with what came in, was used and given back; the newest first. */
export async function listDeposits(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DepositView[]> {
  const plans = await listDriverPlans(driverId, now, on)
  return depositsOf(plans.filter(({ state }) => state === 'active' || state === 'paid'))
}

function depositsOf(plans: Awaited<ReturnType<typeof listDriverPlans>>): DepositView[] {
  return plans.flatMap(({ id, kind, reason, agreed, remaining, taken, movements }) =>
    kind === 'deposit' ? [{ id, kind, reason, agreed, remaining, ...depositFigures(taken, movements) }] : [],
  )
}

async function listMovements(departureId: string, on: Kysely<DB>): Promise<FinalMovement[]> {
  const rows = await on
    .selectFrom('final_movements')
    .leftJoin('users', 'users.uid', 'created_by')
    .selectAll('final_movements')
    .select('users.email as by')
    .where('departure_id', '=', departureId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as FinalMovement['kind'],
    amount: cents(row.amount_cents),
    figures: row.figures as FinalFigures | null,
    lastEntry: row.last_entry,
    reason: row.reason,
    file: row.file_name,
    at: row.created_at.toString(),
    by: row.by,
  }))
}

/** How far back a week without a statement is still looked for. */
const WEEKS_BACK = 8

/** Weeks up to the last day that the driver has no statement of, from the first one there is. */
async function listExpected(
  driverId: string,
  lastDay: string,
  startedOn: string | null,
  on: Kysely<DB>,
): Promise<Week[]> {
  const settled = await on
    .selectFrom('settlements')
    .select('week')
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .orderBy('week')
    .execute()
  const known = new Set(settled.map(({ week }) => week))
  const last = weekOf(Temporal.PlainDate.from(lastDay))
  const started = startedOn === null ? null : weekOf(Temporal.PlainDate.from(startedOn))
  const first = [settled[0]?.week ?? started ?? last, previousWeek(last, WEEKS_BACK)].toSorted().at(-1)!
  const expected: Week[] = []
  for (let week = first as Week; week <= last; week = nextWeek(week)) if (!known.has(week)) expected.push(week)
  return expected
}

/**
 * Everybody who left and has not come back, the newest first. The figure is all the books have between the two, less what
 * waits to be paid: what a deposit still asks for stands in them once either way.
 */
export async function listLeavers(now: Temporal.Instant, on: Kysely<DB> = db): Promise<LeaverRow[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const rows = await on
    .selectFrom('departures')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['driver_id', 'name', 'ref', 'last_day', 'waits_until'])
    .select([BOOKS.as('books'), AWAITED.as('awaited')])
    .select(
      sql<boolean>`exists (select from final_movements m where m.departure_id = departures.id and kind = 'closed')`.as(
        'closed',
      ),
    )
    .where('returned_on', 'is', null)
    .orderBy('last_day', 'desc')
    .orderBy('name')
    .execute()
  return rows.map(({ driver_id, name, ref, last_day, waits_until, books, awaited, closed }) => {
    const figure = cents(books - awaited)
    const at = { closed, waitsUntil: waits_until, today }
    const state = finalState({ figure, awaited: cents(awaited) }, at)
    return { driverId: driver_id, name, ref, lastDay: last_day, waitsUntil: waits_until, state, figure }
  })
}

/** The current account as it is now, and what of it waits to be paid. */
async function readBalance(departureId: string, on: Kysely<DB>) {
  const { current, awaited } = await on
    .selectFrom('departures')
    .select([CURRENT.as('current'), AWAITED.as('awaited')])
    .where('id', '=', departureId)
    .executeTakeFirstOrThrow()
  return { current: cents(current), awaited: cents(awaited) }
}

const CURRENT = sql<number>`coalesce((select balance_cents from ledger_accounts a
  where a.driver_id = departures.driver_id and code = 'current'), 0)::bigint`
const BOOKS = sql<number>`coalesce((select sum(balance_cents) from ledger_accounts a
  where a.driver_id = departures.driver_id), 0)::bigint`
const AWAITED = sql<number>`coalesce((select sum(payable_cents) from settlements s
  where s.driver_id = departures.driver_id and s.state in ('approved', 'in-batch')), 0)::bigint`

/** The paper of a payment the driver made. Refuses `record.not-found`, also for another driver's. */
export async function readMovementFile(driverId: string, movementId: string) {
  const kept = await db
    .selectFrom('final_movements')
    .innerJoin('departures', 'departures.id', 'departure_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('final_movements.id', '=', readRecordId(movementId))
    .where('driver_id', '=', readRecordId(driverId))
    .executeTakeFirst()
  if (!kept?.file_sha256) throw new Refusal('record.not-found')
  return { name: kept.file_name ?? '', mediaType: kept.media_type, bytes: await readKeptFile(kept.file_sha256) }
}

/** A paper as it is sent: its name and its bytes. */
export type DeparturePaper = { name: string; bytes: Uint8Array }

/** The final account on paper, in the driver's language; of who owes, the request for payment. Refuses `record.not-found`. */
export async function drawFinalAccount(driverId: string, now: Temporal.Instant): Promise<DeparturePaper> {
  const account = await getFinalAccount(driverId, now)
  const head = await readHead(account.driver.id, now)
  const t = translator(head.language)
  const kind = t(account.state === 'owing' ? 'page.departures.paper.demand' : 'page.departures.paper.final')
  return {
    name: downloadName(`${kind.toLowerCase()}-${account.driver.ref}`, 'pdf'),
    bytes: await renderFinalAccount(head, account),
  }
}

/** A driver's deposits on paper, in the driver's language. Refuses `record.not-found` for who never gave one. */
export async function drawDepositStatement(driverId: string, now: Temporal.Instant): Promise<DeparturePaper> {
  const { id, ref } = await getDriver(driverId)
  const plans = (await listDriverPlans(id, now)).filter(
    ({ kind, state }) => kind === 'deposit' && (state === 'active' || state === 'paid'),
  )
  if (plans.length === 0) throw new Refusal('record.not-found')
  const [head, departure] = await Promise.all([readHead(id, now), findDeparture(id)])
  const bytes = await renderDepositStatement(head, plans, departure?.waitsUntil ?? null)
  const kind = translator(head.language)('page.departures.paper.deposit').toLowerCase()
  return { name: downloadName(`${kind}-${ref}`, 'pdf'), bytes }
}

async function readHead(driverId: string, now: Temporal.Instant): Promise<PaperHead> {
  const { name, nif, language: written } = await getDriver(driverId)
  const language = written === 'en' ? 'en' : 'pt'
  const [brand, logo, company] = await Promise.all([brandIn(language), readBrandLogo(), findCompany()])
  return {
    language,
    company: {
      name: brand.legalName,
      nipc: brand.taxNumber,
      licence: brand.licence,
      contact: `${brand.phone} · ${brand.email}`,
      iban: company?.debtorIbanValid ? company.debtorIban : null,
      logo,
    },
    driver: { name, nif },
    madeAt: now,
  }
}
