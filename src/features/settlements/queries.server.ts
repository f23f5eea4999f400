import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { earningsOf } from '#domain/earning.ts'
import { type Attribution, type Directory, attribute, driverAt } from '#domain/matching.ts'
import { type BasisPoints, type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Cost, DriverWeek, Line, LineCode, LineGroup, Settlement, Step } from '#domain/settlement-types.ts'
import { settle } from '#domain/settlement.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, monday, previousWeek, sunday } from '#domain/week.ts'
import { type PayTarget, type TermsInForce, listPayTargets, termsInForce } from '#features/drivers/queries.server.ts'
import { type LiveRow, listLiveRows, listRows, readDirectory } from '#features/imports/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'

/** What is seen of a driver of the week besides the money. */
export type WeekDriver = { id: string; ref: string; name: string; language: 'pt' | 'en'; status: string }

/** One driver-week: frozen as it was issued, or computed now. */
export type DriverStatement = {
  driver: WeekDriver
  /** `null` until terms are agreed: without them nothing can be settled. */
  terms: TermsInForce | null
  settlement: Settlement | null
  /** The stored settlement this is, or `null` for a draft. */
  stored: {
    id: string
    version: number
    state: SettlementState
    issuedAt: Temporal.Instant
    paidAt: Temporal.Instant | null
  } | null
  state: 'draft' | SettlementState
  /** For a frozen one: what the same week would come to with today's data, where that differs. */
  wouldBe: Cents | null
  /** Rows behind the figures, by id, for "why" and for the ticks. */
  rows: readonly LiveRow[]
  sources: SourceFigures
  pay: PayTarget | null
}

/** The parts of a statement as the files have them (a frozen one: had them when it was issued), in cents signed as the driver sees them. */
export type SourceFigures = {
  uberPaid: Cents
  boltPayout: Cents
  tolls: Cents
  parking: Cents
  fuel: Cents
  electric: Cents
}

export type UnmatchedRow = { row: LiveRow; attribution: Extract<Attribution, { to: 'unmatched' }> }

export type WeekView = {
  week: Week
  statements: readonly DriverStatement[]
  unmatched: readonly UnmatchedRow[]
  companyRows: readonly LiveRow[]
  /** Sources in = settled + unmatched + company, always (signed cents). */
  checks: {
    sourcesIn: Cents
    settled: Cents
    unmatched: Cents
    company: Cents
    net: Cents
    payable: Cents
    carriedOver: Cents
  }
}

/** The whole week: every driver with terms or rows in it, what is unmatched, what is the company's, and the checksums. */
export async function getWeek(week: Week, on: Kysely<DB> = db): Promise<WeekView> {
  const [rows, directory, drivers, terms, carried, frozen, rents] = await Promise.all([
    listLiveRows(week, on),
    readDirectory(on),
    listWeekDrivers(on),
    termsInForce(on, week),
    listCarried(on),
    listFrozen(week, on),
    listRents(on),
  ])
  const { byDriver, unmatched, company } = shareOut(rows, directory)
  const present = drivers.filter(
    ({ id, active }) => byDriver.has(id) || frozen.has(id) || (terms.has(id) && active(week)),
  )
  const pay = await listPayTargets(
    on,
    present.map(({ id }) => id),
  )

  const held = daysHeld(week, directory)
  const statements = present.map((driver) => {
    const own = byDriver.get(driver.id) ?? []
    const inForce = terms.get(driver.id) ?? null
    const draft =
      inForce &&
      settle(driverWeek(week, inForce, own, held.get(driver.id) ?? new Map(), rents, carried.get(driver.id) ?? ZERO))
    const stored = frozen.get(driver.id)
    return statement(driver, inForce, draft, stored ?? null, own, pay.get(driver.id) ?? null)
  })

  return { week, statements, unmatched, companyRows: company, checks: check(rows, statements, unmatched, company) }
}

/** Gives each row to its driver, the company, or the queue of questions. */
function shareOut(rows: readonly LiveRow[], directory: Directory) {
  const byDriver = new Map<string, LiveRow[]>()
  const unmatched: UnmatchedRow[] = []
  const company: LiveRow[] = []
  for (const row of rows) {
    const attribution = attribute(row, directory)
    if (attribution.to === 'driver') {
      const own = byDriver.get(attribution.driverId)
      if (own) own.push(row)
      else byDriver.set(attribution.driverId, [row])
    } else if (attribution.to === 'company') company.push(row)
    else if (attribution.to === 'unmatched') unmatched.push({ row, attribution })
  }
  return { byDriver, unmatched, company }
}

/** Everything one driver-week depends on, gathered from rows, terms, assignments and the ledger. */
function driverWeek(
  week: Week,
  { terms, from }: TermsInForce,
  rows: readonly LiveRow[],
  held: ReadonlyMap<string, number>,
  rents: ReadonlyMap<string, Cents>,
  carriedBalance: Cents,
): DriverWeek {
  return {
    week,
    terms,
    termsFrom: from,
    earnings: rows.flatMap(earningsOf),
    costs: rows.flatMap(costOf),
    daysHeld: sum([...held.values()].map(cents)),
    vehicleRent: rents.get(longestHeld(held) ?? '') ?? ZERO,
    carriedBalance,
  }
}

const COST_KINDS = new Set<string>(['toll', 'parking', 'fuel', 'adblue', 'wash', 'charging'])

function costOf(row: LiveRow): Cost[] {
  return COST_KINDS.has(row.kind) ? [{ kind: row.kind as Cost['kind'], row: row.id, amount: minus(row.amount) }] : []
}

/** Days of the week by driver and car: whoever holds it at 12:00 in Lisbon has the day (rulings C.7), with one car at most. */
function daysHeld(week: Week, { held }: Directory): Map<string, Map<string, number>> {
  const days = new Map<string, Map<string, number>>()
  for (let day = 0; day < 7; day++) {
    const noon = monday(week).add({ days: day }).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()
    const counted = new Set<string>()
    for (const [car, intervals] of held) {
      const driverId = driverAt(intervals, noon)
      if (driverId === null || counted.has(driverId)) continue
      counted.add(driverId)
      const own = days.get(driverId) ?? new Map<string, number>()
      days.set(driverId, own.set(car, (own.get(car) ?? 0) + 1))
    }
  }
  return days
}

function longestHeld(days: ReadonlyMap<string, number>): string | null {
  return [...days].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

function statement(
  driver: WeekDriver,
  terms: TermsInForce | null,
  draft: Settlement | null,
  stored: FrozenSettlement | null,
  rows: readonly LiveRow[],
  pay: PayTarget | null,
): DriverStatement {
  const { id, ref, name, language, status } = driver
  return {
    driver: { id, ref, name, language, status },
    terms: stored ? { terms: stored.terms, from: stored.termsFrom } : terms,
    settlement: stored?.settlement ?? draft,
    stored: stored && {
      id: stored.id,
      version: stored.version,
      state: stored.state,
      issuedAt: stored.issuedAt,
      paidAt: stored.paidAt,
    },
    state: stored?.state ?? 'draft',
    wouldBe: stored && draft && wouldBe(stored.settlement, draft),
    rows,
    sources: stored?.sources ?? figures(rows),
    pay,
  }
}

/** What a frozen week would come to with today's data, by the balance it carried then; `null` where nothing differs. */
function wouldBe(stored: Settlement, draft: Settlement): Cents | null {
  const posted = (lines: readonly Line[]) =>
    lines.filter(({ code }) => code !== 'balance.carried').map(({ amount }) => amount)
  const difference = sum([...posted(draft.lines), ...posted(stored.lines).map(minus)])
  return difference === 0 ? null : sum([stored.net, difference])
}

function figures(rows: readonly LiveRow[]): SourceFigures {
  const of = (...matches: ((row: LiveRow) => boolean)[]) =>
    sum(rows.filter((row) => matches.some((match) => match(row))).map(({ amount }) => amount))
  return {
    uberPaid: of(({ source, kind }) => source === 'uber' && kind === 'earning'),
    boltPayout: of(({ source, kind }) => source === 'bolt' && kind === 'earning'),
    tolls: of(({ kind }) => kind === 'toll'),
    parking: of(({ kind }) => kind === 'parking'),
    fuel: of(({ kind }) => kind === 'fuel' || kind === 'adblue' || kind === 'wash'),
    electric: of(({ kind }) => kind === 'charging'),
  }
}

function check(
  rows: readonly LiveRow[],
  statements: readonly DriverStatement[],
  unmatched: readonly UnmatchedRow[],
  company: readonly LiveRow[],
): WeekView['checks'] {
  const settled = statements.flatMap(({ settlement }) => (settlement ? [settlement] : []))
  return {
    sourcesIn: sum(rows.map(({ amount }) => amount)),
    settled: sum(statements.flatMap((one) => one.rows.map(({ amount }) => amount))),
    unmatched: sum(unmatched.map(({ row }) => row.amount)),
    company: sum(company.map(({ amount }) => amount)),
    net: sum(settled.map(({ net }) => net)),
    payable: sum(settled.map(({ payable }) => payable)),
    carriedOver: sum(settled.map(({ carriedOver }) => carriedOver)),
  }
}

async function listWeekDrivers(on: Kysely<DB>) {
  const drivers = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name', 'language', 'status', 'started_on', 'ended_on'])
    .orderBy('name')
    .orderBy('ref')
    .execute()
  return drivers.map(({ started_on, ended_on, language, ...driver }) => ({
    ...driver,
    language: language === 'en' ? ('en' as const) : ('pt' as const),
    active: (week: Week) =>
      driver.status !== 'inactive' &&
      driver.status !== 'pending' &&
      (started_on === null || started_on <= sunday(week).toString()) &&
      (ended_on === null || ended_on >= week),
  }))
}

async function listRents(on: Kysely<DB>): Promise<Map<string, Cents>> {
  const vehicles = await on.selectFrom('vehicles').select(['id', 'rent_cents']).execute()
  return new Map(vehicles.map(({ id, rent_cents }) => [id, cents(rent_cents)]))
}

export type FrozenSettlement = {
  id: string
  driverId: string
  week: Week
  version: number
  state: SettlementState
  settlement: Settlement
  sources: SourceFigures
  terms: Terms
  termsFrom: string
  issuedAt: Temporal.Instant
  approvedAt: Temporal.Instant | null
  paidAt: Temporal.Instant | null
}

/** The live frozen settlements of a week, by driver. */
export async function listFrozen(week: Week, on: Kysely<DB> = db): Promise<Map<string, FrozenSettlement>> {
  const heads = await on
    .selectFrom('settlements')
    .selectAll()
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .execute()
  const frozen = await withLines(heads, on)
  return new Map(frozen.map((settlement) => [settlement.driverId, settlement]))
}

type Head = {
  id: string
  driver_id: string
  week: string
  version: number
  state: string
  net_cents: number
  payable_cents: number
  carried_over_cents: number
  earnings_cents: number
  costs_cents: number
  adjustments_cents: number
  receipt_value_cents: number
  sources: unknown
  terms: unknown
  terms_from: string
  issued_at: Temporal.Instant
  approved_at: Temporal.Instant | null
  paid_at: Temporal.Instant | null
}

/** Puts the stored lines back under their settlements, exactly as they were issued. */
async function withLines(heads: readonly Head[], on: Kysely<DB>): Promise<FrozenSettlement[]> {
  if (heads.length === 0) return []
  const ids = heads.map(({ id }) => id)
  const [lines, rows] = await Promise.all([
    on.selectFrom('settlement_lines').selectAll().where('settlement_id', 'in', ids).orderBy('ordinal').execute(),
    on
      .selectFrom('settlement_line_rows')
      .select(['settlement_id', 'ordinal'])
      .select(sql<string[]>`array_agg(import_row_id::text order by import_row_id)`.as('rows'))
      .where('settlement_id', 'in', ids)
      .groupBy(['settlement_id', 'ordinal'])
      .execute(),
  ])
  const rowsOf = new Map(rows.map((row) => [`${row.settlement_id} ${row.ordinal}`, row.rows]))
  const linesOf = Map.groupBy(lines, ({ settlement_id }) => settlement_id)

  return heads.map((head) => ({
    id: head.id,
    driverId: head.driver_id,
    week: head.week as Week,
    version: head.version,
    state: head.state as SettlementState,
    settlement: {
      lines: (linesOf.get(head.id) ?? []).map((line): Line => ({
        group: line.line_group as LineGroup,
        code: line.code as LineCode,
        amount: cents(line.amount_cents),
        base: line.base_cents === null ? null : cents(line.base_cents),
        rate: line.rate_basis_points as BasisPoints | null,
        steps: line.steps as unknown as Step[],
        rows: rowsOf.get(`${head.id} ${line.ordinal}`) ?? [],
      })),
      net: cents(head.net_cents),
      payable: cents(head.payable_cents),
      carriedOver: cents(head.carried_over_cents),
      groups: {
        earnings: cents(head.earnings_cents),
        costs: cents(head.costs_cents),
        adjustments: cents(head.adjustments_cents),
      },
      receiptValue: cents(head.receipt_value_cents),
    },
    sources: head.sources as SourceFigures,
    terms: head.terms as Terms,
    termsFrom: head.terms_from,
    issuedAt: head.issued_at,
    approvedAt: head.approved_at,
    paidAt: head.paid_at,
  }))
}

/** One statement of the week for the office. Refuses `record.not-found`. */
export async function getStatement(week: Week, driverId: string, on: Kysely<DB> = db): Promise<DriverStatement> {
  const { statements } = await getWeek(week, on)
  const found = statements.find(({ driver }) => driver.id === driverId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The files and lines the rows of a settlement stand in, by row id: for "porquê" and the small print of the PDF. */
export async function listSources(settlement: Settlement, on: Kysely<DB> = db): Promise<Map<string, LiveRow>> {
  const ids = [...new Set(settlement.lines.flatMap(({ rows }) => rows))]
  const rows = await listRows(ids, on)
  return new Map(rows.map((row) => [row.id, row]))
}

const TWO_YEARS_OF_WEEKS = 104

/** The weeks a driver may read, newest first: everything issued and not void. */
export async function listPayslips(driverId: OwnDriverId) {
  return db
    .selectFrom('settlements')
    .select(['week', 'state', 'net_cents', 'payable_cents', 'issued_at', 'paid_at'])
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .orderBy('week', 'desc')
    .limit(TWO_YEARS_OF_WEEKS)
    .execute()
}

/** One statement of the reader's own. Somebody else's week and a missing week look the same from outside. */
export async function getPayslip(driverId: OwnDriverId, week: Week): Promise<FrozenSettlement> {
  const frozen = await findFrozen(driverId, week)
  if (!frozen) throw new Refusal('record.not-found')
  return frozen
}

/** The live frozen settlement of a driver and week, or `null`. */
export async function findFrozen(driverId: string, week: Week, on: Kysely<DB> = db): Promise<FrozenSettlement | null> {
  const heads = await on
    .selectFrom('settlements')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .execute()
  return (await withLines(heads, on))[0] ?? null
}

/** Weeks of the office, newest first, with what was frozen in them. */
export async function listWeeks(on: Kysely<DB> = db) {
  return (
    on
      .selectFrom('settlements')
      .select(['week'])
      .select(({ fn }) => [fn.countAll<number>().as('drivers')])
      .select(sql<number>`sum(net_cents)::bigint`.as('net'))
      .select(sql<number>`sum(payable_cents)::bigint`.as('payable'))
      .select(sql<number>`count(*) filter (where state = 'paid')`.as('paid'))
      // Not at its end: money still to leave, or a statement nobody has approved.
      .select(
        sql<number>`count(*) filter (where state = 'issued' or (state <> 'paid' and payable_cents > 0))`.as('open'),
      )
      .select(sql<number>`count(*) filter (where state in ('approved', 'in-batch'))`.as('approved'))
      .where('state', '<>', 'void')
      .groupBy('week')
      .orderBy('week', 'desc')
      .execute()
  )
}

/** What each driver earned and was left with in the weeks before, oldest first: to say what is unusual. */
export async function listPastFigures(week: Week, count: number, on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week', 'earnings_cents', 'net_cents'])
    .where('week', '<', week)
    .where('week', '>=', previousWeek(week, count))
    .where('state', '<>', 'void')
    .orderBy('week')
    .execute()
  const past = new Map<string, { week: Week; earnings: Cents; net: Cents }[]>()
  for (const row of rows) {
    const own = past.get(row.driver_id) ?? []
    own.push({ week: row.week as Week, earnings: cents(row.earnings_cents), net: cents(row.net_cents) })
    past.set(row.driver_id, own)
  }
  return past
}
