import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { mayBeAccount } from '#domain/bank-statement.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { ibanState } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { compareLines } from '#domain/line-comparison.ts'
import { attribute } from '#domain/matching.ts'
import { ZERO, cents, sum } from '#domain/money.ts'
import { statementAddress } from '#domain/own-statement.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Line, Settlement } from '#domain/settlement-types.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import { executionDay, expectedExecutionDay } from '#domain/target-day.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, bounds, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { listCars } from '#features/fleet/drivers/queries.server.ts'
import { listPayTargets } from '#features/fleet/ibans/queries.server.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { evidence } from '#features/imports/evidence/queries.server.ts'
import { passesToFinalAccount } from '#features/departures/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { type LiveRow, listUncountedRows } from '#features/imports/rows/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { openWeeksAfter } from '#features/fleet/open-weeks/queries.server.ts'
import { lineNotes, receiptNotes } from '#features/statements/payslips/queries.server.ts'
import {
  type FrozenSettlement,
  findFrozen,
  findFrozenOf,
  listPastFigures,
  listPayslips,
  listSources,
  ownRecordOf,
} from '#features/settlements/frozen-settlements/queries.server.ts'
import { type DriverStatement, findStatement, getStatement } from '#features/settlements/queries.server.ts'
import type { Language } from '#messages/language.ts'
import { readCsv } from '#platform/csv.ts'
import {
  type DriverHome,
  type OriginalLine,
  type OwnStatementRow,
  type RunningWeek,
  SPENT_CODES,
  type SettledLate,
  type StatementView,
} from './schema.ts'

type StatementFacts = Pick<DriverStatement, 'settlement' | 'state' | 'wouldBe'> & {
  settled: readonly SettledLate[]
  setAside: StatementView['setAside']
  week: Week
  driver: { id: string; ref: string; name: string }
  settlement: Settlement
  terms: Terms
  termsFrom: string
  stored: { id: string; version: number; issuedAt: Temporal.Instant; paidOn: string | null } | null
  /** The driver's issued statement of the week before. */
  previous: FrozenSettlement | null
}

/**
 * The statement of a driver for the office, draft or frozen. `null` for a driver without terms; refuses
 * `record.not-found` for one who has no part in the week.
 */
export async function getOfficeStatement(
  week: Week,
  driverId: string,
  language: Language,
  now: Temporal.Instant,
): Promise<StatementView | null> {
  return showOfficeStatement(week, await getStatement(week, driverId), language, now)
}

/** As `getOfficeStatement`, but `null` also for a driver who has no part in the week yet, such as one who left before it. */
export async function findOfficeStatement(
  week: Week,
  driverId: string,
  language: Language,
  now: Temporal.Instant,
): Promise<StatementView | null> {
  const found = await findStatement(week, driverId)
  return found === null ? null : showOfficeStatement(week, found, language, now)
}

/** The office's view of a statement that the caller has already read with its week. */
export async function showOfficeStatement(
  week: Week,
  found: DriverStatement,
  language: Language,
  now: Temporal.Instant,
): Promise<StatementView | null> {
  const { settlement, terms, driver, state, stored, wouldBe } = found
  if (!settlement || !terms) return null
  return viewStatement(
    {
      week,
      driver,
      settlement,
      terms: terms.terms,
      termsFrom: terms.from,
      state,
      stored,
      previous: await findFrozen(driver.id, previousWeek(week)),
      wouldBe,
      settled: await settledOf(week, found),
      setAside: await setAsideOf(week, driver.id),
    },
    language,
    now,
  )
}

/**
 * One statement of the reader's own. Refuses `record.not-found`, the same for a missing week and for somebody else's.
 */
export async function getOwnStatement(
  driverId: OwnDriverId,
  week: Week,
  language: Language,
  now: Temporal.Instant,
): Promise<StatementView> {
  return ownStatement({ week, language, now }, await readDriverFacts(driverId))
}

/** Facts about a driver that all their statements need. */
type DriverFacts = { driver: Named; targets: Awaited<ReturnType<typeof listPayTargets>> }

async function readDriverFacts(driverId: string): Promise<DriverFacts> {
  const [driver, targets] = await Promise.all([nameOf(driverId), listPayTargets(db, [driverId])])
  return { driver, targets }
}

async function ownStatement(
  { week, language, now }: { week: Week; language: Language; now: Temporal.Instant },
  { driver, targets }: DriverFacts,
): Promise<StatementView> {
  const frozen = await findFrozenOf(driver.id, [week, previousWeek(week)])
  const frozenWeek = frozen.get(week)
  if (!frozenWeek) throw new Refusal('record.not-found')
  const view = await viewStatement(
    factsOf(frozenWeek, frozen.get(previousWeek(week)) ?? null, driver),
    language,
    now,
    targets,
  )
  return { ...view, name: statementAddress(week, driver.isMerged ? driver.id : null) }
}

type StatementRequest = {
  driverId: OwnDriverId
  week: Week
  formerRecord: string | null
  language: Language
  now: Temporal.Instant
}

/**
 * The page of the reader's own statement, with their opinions on its lines; `ownRecordOf` finds the record. Refuses
 * `record.not-found`.
 */
export async function showOwnStatement({ driverId, week, formerRecord, language, now }: StatementRequest) {
  const record = await ownRecordOf(driverId, week, formerRecord)
  const [statement, opinions] = await Promise.all([
    getOwnStatement(record, week, language, now),
    findOpinions(record, week, now),
  ])
  return { statement, opinions }
}

function factsOf(
  frozen: FrozenSettlement,
  previous: FrozenSettlement | null,
  driver: StatementFacts['driver'],
): StatementFacts {
  const { week, settlement, terms, termsFrom, state, id, version, issuedAt, paidOn } = frozen
  return {
    week,
    driver,
    settlement,
    terms,
    termsFrom,
    state,
    stored: { id, version, issuedAt, paidOn },
    previous,
    wouldBe: null,
    settled: [],
    setAside: [],
  }
}

async function setAsideOf(week: Week, driverId: string): Promise<StatementView['setAside']> {
  const rows = await listUncountedRows(week)
  if (rows.length === 0) return []
  const directory = await readDirectory(db, week)
  return rows
    .filter((row) => {
      const attribution = attribute(row, directory)
      return attribution.to === 'driver' && attribution.driverId === driverId
    })
    .map((row) => ({ row: evidence(row), reason: row.reason }))
}

/**
 * Every decided or open difference of a frozen statement; a declined one only while the difference is still the same.
 */
async function settledOf(week: Week, { decided, late, driver }: DriverStatement): Promise<SettledLate[]> {
  const settledLate = decided.flatMap(({ state, amount, week: on, reason }): Omit<SettledLate, 'onName'>[] =>
    state === 'accepted' || (state === 'declined' && late?.declined && amount === late.amount)
      ? [{ state, amount, on, reason }]
      : [],
  )
  const proposed =
    late && !late.declined
      ? [
          {
            state: 'proposed' as const,
            amount: late.amount,
            on: (await openWeeksAfter(week, [driver.id]))(driver.id),
            reason: '',
          },
        ]
      : []
  return [...settledLate, ...proposed].map((lateCorrection) => ({
    ...lateCorrection,
    onName: weekName(lateCorrection.on),
  }))
}

type Named = StatementFacts['driver'] & { isMerged: boolean; isSuspended: boolean; leaves: boolean }

async function nameOf(driverId: string): Promise<Named> {
  return db
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .select(sql<boolean>`merged_into is not null`.as('isMerged'))
    .select(sql<boolean>`status = 'suspended'`.as('isSuspended'))
    .select(
      sql<boolean>`exists (select from departures where driver_id = drivers.id and returned_on is null)`.as('leaves'),
    )
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
}

async function viewStatement(
  facts: StatementFacts,
  language: Language,
  now: Temporal.Instant,
  knownTargets?: DriverFacts['targets'],
): Promise<StatementView> {
  const { week, driver, settlement, stored, previous, state, terms } = facts
  const [rows, past, targets, cars, payment, isFinal, compared] = await Promise.all([
    listSources(settlement),
    listPastFigures(week, 8, db, driver.id),
    knownTargets ?? listPayTargets(db, [driver.id]),
    listCars(driver.id),
    stored ? paymentOf(stored.id) : null,
    settlement.net < 0 && passesToFinalAccount(driver.id, week),
    previous && compareWithBefore(settlement.lines, previous.settlement.lines),
  ])
  const target = targets.get(driver.id)
  const { start, end } = bounds(week)
  return {
    week,
    name: weekName(week),
    driver: { id: driver.id, ref: driver.ref, name: driver.name },
    state,
    version: stored?.version ?? null,
    settlementId: stored?.id ?? null,
    issuedAt: stored?.issuedAt.toString() ?? null,
    paidOn: stored?.paidOn ?? null,
    payDay: await payDayOf(facts, payment?.executionOn ?? null, now),
    paymentNote: payment?.note ?? null,
    ...cameBackOf(payment?.cameBackFor ?? null),
    regime: terms.regime,
    termsFrom: facts.termsFrom,
    cars: cars
      .filter(
        ({ from, to }) =>
          (from === null || Temporal.Instant.compare(from, end) < 0) &&
          (to === null || Temporal.Instant.compare(to, start) > 0),
      )
      .map(({ plate }) => showPlate(plate))
      .toReversed(),
    iban: { ends: target?.iban?.ends ?? null, state: ibanState(target?.iban ? target : null, now) },
    settlement,
    owedTo: isFinal ? 'final-account' : 'next-week',
    notes: lineNotes(settlement, language),
    rows: Object.fromEntries([...rows].map(([id, row]) => [id, evidence(row)])),
    previous: previous &&
      compared && {
        week: previous.week,
        net: previous.settlement.net,
        groups: previous.settlement.groups,
        before: compared.before,
        gone: compared.gone.map(({ code, amount, adjustment }) => ({
          code,
          amount,
          adjustment: adjustment && { about: adjustment.about },
        })),
      },
    past: (past.get(driver.id) ?? []).map(({ earnings }) => earnings),
    ...receiptNotes(settlement, terms, language),
    weekNames: Object.fromEntries(
      settlement.lines.flatMap(({ adjustment }) =>
        adjustment?.about ? [[adjustment.about, weekName(adjustment.about)]] : [],
      ),
    ),
    wouldBe: facts.wouldBe,
    settled: facts.settled,
    setAside: facts.setAside,
  }
}

/**
 * Compares the lines of two statements. What an adjustment repeats (a goal, a weekly charge, a commission) is read only
 * where both have adjustments.
 */
async function compareWithBefore(lines: readonly Line[], earlier: readonly Line[]) {
  const recorded = (some: readonly Line[]) => some.flatMap(({ adjustment }) => adjustment?.id ?? [])
  const [now, then] = [recorded(lines), recorded(earlier)]
  if (now.length === 0 || then.length === 0) return compareLines(lines, earlier, new Map())
  const rows = await db
    .selectFrom('adjustments')
    .leftJoin('goals', 'goals.id', 'goal_id')
    .select(['adjustments.id', ({ fn }) => fn.coalesce('goals.line_id', 'recurring_id', 'referral_id').as('series')])
    .where('adjustments.id', '=', sql<string>`any(${[...now, ...then]}::uuid[])`)
    .execute()
  return compareLines(
    lines,
    earlier,
    new Map(rows.flatMap(({ id, series }) => (series === null ? [] : [[id, series] as const]))),
  )
}

async function paymentOf(settlementId: string) {
  return db
    .selectFrom('settlements')
    .leftJoin('batch_payments', (join) =>
      join.onRef('settlement_id', '=', 'settlements.id').on('batch_payments.state', 'in', ['sent', 'confirmed']),
    )
    .leftJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .select(['execution_on as executionOn', 'payment_note as note'])
    .select(
      sql<string | null>`case when settlements.state = 'approved' then (select reason from payment_returns
        where payment_returns.settlement_id = settlements.id and kind = 'returned' and undone_at is null
        order by returned_at desc limit 1) end`.as('cameBackFor'),
    )
    .where('settlements.id', '=', settlementId)
    .executeTakeFirst()
}

async function payDayOf(
  { settlement, stored, week }: StatementFacts,
  executionOn: string | null,
  now: Temporal.Instant,
): Promise<StatementView['payDay']> {
  if (settlement.payable === 0) return null
  if (stored?.paidOn) return { day: stored.paidOn, planned: false }
  if (executionOn) return { day: executionOn, planned: false }
  const { payDay } = await settingsIn(weekAt(now))
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const day = stored ? executionDay(today, payDay) : expectedExecutionDay(week, today, payDay)
  return { day: day.toString(), planned: true }
}

/**
 * The state of one issued statement, for the small pages that act on it. Refuses `record.not-found` for an unknown driver.
 */
export async function findStatementState(driverId: string, week: Week) {
  const driver = await db
    .selectFrom('drivers')
    .select('name')
    .where('id', '=', readRecordId(driverId))
    .executeTakeFirst()
  if (!driver) throw new Refusal('record.not-found')
  const frozen = await findFrozen(driverId, week)
  return {
    driver: driver.name,
    settlementId: frozen?.id ?? null,
    state: frozen?.state ?? ('draft' as const),
    version: frozen?.version ?? 0,
    net: frozen?.settlement.net ?? ZERO,
    payable: frozen?.settlement.payable ?? ZERO,
  }
}

/** Whether a payment came back, for the reason that the bank gave, and whether that may be its driver's account. */
function cameBackOf(reason: string | null): { cameBack: boolean; asksIban: boolean } {
  return { cameBack: reason !== null, asksIban: reason !== null && mayBeAccount(reason) }
}

/** The reader's statements, newest first, also those of a record that was merged into theirs. */
export async function listOwnStatements(driverId: OwnDriverId): Promise<OwnStatementRow[]> {
  const rows = await listPayslips(driverId)
  return rows.map(({ driver_id, ref, week, state, net_cents, payable_cents, paid_on, came_back_for }) => ({
    driverId: driver_id as OwnDriverId,
    formerRef: driver_id === driverId ? null : ref,
    week: week as Week,
    name: statementAddress(week as Week, driver_id === driverId ? null : driver_id),
    state: state as SettlementState,
    net: cents(net_cents),
    payable: cents(payable_cents),
    paidOn: paid_on,
    ...cameBackOf(came_back_for),
  }))
}

/** Number of weeks in the small chart. */
const WEEKS_IN_LINE = 8

/**
 * The driver's first page. The office's draft is no statement here: for the running week it shows an estimate, and how
 * old that is.
 */
export async function getDriverHome(
  driverId: OwnDriverId,
  language: Language,
  now: Temporal.Instant,
): Promise<DriverHome> {
  const [statements, known] = await Promise.all([listOwnStatements(driverId), readDriverFacts(driverId)])
  const { driver, targets } = known
  const statementOf = async ({ driverId: record, week }: OwnStatementRow) =>
    ownStatement({ week, language, now }, record === driverId ? known : await readDriverFacts(record))
  const newest = statements[0]
  const latest = newest ? await statementOf(newest) : null
  const waiting = statements.filter(({ state, payable }) => state !== 'paid' && payable > 0)
  const [due] = waiting
  const mainStatement = due && due !== newest ? await statementOf(due) : latest
  const target = targets.get(driverId)
  const running = await findRunning(driverId, newest?.week ?? null, now)
  const mainRow = due ?? newest
  const opinions = mainRow ? await findOpinions(mainRow.driverId, mainRow.week, now) : null
  return {
    name: driver.name,
    isSuspended: driver.isSuspended,
    leaves: driver.leaves,
    toReceive:
      waiting.length > 0
        ? {
            amount: sum(waiting.map(({ payable }) => payable)),
            weeks: waiting.length,
            day: mainStatement?.payDay ?? null,
          }
        : null,
    mainStatement,
    cameBack: waiting.filter(({ asksIban }) => asksIban).map(({ week }) => week),
    latest,
    statements: statements.slice(0, 4),
    nets: statements
      .slice(0, WEEKS_IN_LINE)
      .map(({ net }) => net)
      .toReversed(),
    running,
    contestUntil: opinions?.isOpen ? opinions.until : null,
    iban: { ends: target?.iban?.ends ?? null, state: ibanState(target?.iban ? target : null, now) },
  }
}

/** The week after the newest statement, once files with movements of the driver have come; nothing is guessed. */
async function findRunning(
  driverId: OwnDriverId,
  newest: Week | null,
  now: Temporal.Instant,
): Promise<RunningWeek | null> {
  const current = weekAt(now)
  const { week } = await db
    .selectFrom('import_weeks')
    .select(sql<Week | null>`max(week)`.as('week'))
    .where('live_rows', '>', 0)
    .where('week', '<=', current)
    .executeTakeFirstOrThrow()
  if (week === null || (newest !== null && week <= newest)) return null
  const draft = await getStatement(week, driverId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'record.not-found') return null
    throw error
  })
  if (!draft?.settlement || draft.state !== 'draft' || draft.rows.length === 0) return null
  const { at } = await db
    .selectFrom('imports')
    .select(sql<Temporal.Instant>`max(imported_at)`.as('at'))
    .where('id', 'in', [...new Set(draft.rows.map(({ importId }) => importId))])
    .executeTakeFirstOrThrow()
  const { net, groups, lines } = draft.settlement
  return { week, isCurrent: week === current, net, ...groups, spent: spentOn(lines, draft.rows), asOf: at.toString() }
}

/** Money spent on the road, by kind, with the last moment in the files. */
function spentOn(lines: readonly Line[], rows: readonly LiveRow[]): RunningWeek['spent'] {
  const momentOf = new Map(rows.map(({ id, at }) => [id, at]))
  return SPENT_CODES.flatMap((code) => {
    const ofCode = lines.filter((line) => line.code === code)
    if (ofCode.length === 0) return []
    const moments = ofCode.flatMap((line) => line.rows).flatMap((id) => momentOf.get(id) ?? [])
    const last = moments.toSorted((moment, other) => Temporal.Instant.compare(moment, other)).at(-1)
    return [{ code, amount: sum(ofCode.map(({ amount }) => amount)), last: last?.toString() ?? null }]
  })
}

/** The original line of an imported row behind the reader's own statement. Refuses `record.not-found`. */
export async function getOwnOriginal(driverId: OwnDriverId, week: Week, rowId: string): Promise<OriginalLine> {
  const row = /^\d{1,15}$/.test(rowId)
    ? await db
        .selectFrom('settlements')
        .innerJoin('settlement_line_rows', 'settlement_line_rows.settlement_id', 'settlements.id')
        .innerJoin('import_rows', 'import_rows.id', 'import_row_id')
        .innerJoin('imports', 'imports.id', 'import_rows.import_id')
        .select(['name', 'line', 'original', 'columns', 'amount_cents'])
        .where('settlements.driver_id', '=', driverId)
        .where('settlements.week', '=', week)
        .where('settlements.state', '<>', 'void')
        .where('import_row_id', '=', sql<number>`${rowId}::bigint`)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('record.not-found')
  const values = cellsOf(row.original, row.columns.length)
  return {
    file: row.name.split('/').at(-1) ?? row.name,
    line: row.line,
    original: row.original,
    amount: cents(row.amount_cents ?? ZERO),
    cells: row.columns
      .map((column, index) => ({ column, value: values[index] ?? '' }))
      .filter(({ value }) => value !== ''),
  }
}

/**
 * The cells of a stored line. Those of a sheet are joined by tabs; for a CSV the separator is the one that gives as
 * many cells as there are headings.
 */
function cellsOf(original: string, columns: number): readonly string[] {
  const read = ['\t', ';', ','].map((separator) => readCsv(`sep=${separator}\n${original}`).rows[0]?.cells ?? [])
  return read.find((cells) => cells.length === columns) ?? read.toSorted((a, b) => b.length - a.length)[0] ?? []
}
