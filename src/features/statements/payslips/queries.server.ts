import { inNumberedOrder } from '#domain/numbered.ts'
import { legalNameOf } from '#domain/driver.ts'
import { firstOf, requireValue, lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type PaperReader, nifOnPaper, showPlate } from '#domain/identifiers.ts'
import { cents, minus, sum } from '#domain/money.ts'
import type { OnProgress } from '#domain/progress.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { LineCode, Settlement } from '#domain/settlement-types.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, bounds, monday, readWeek, weekName } from '#domain/week.ts'
import { brandIn, readBrandLogo } from '#features/company/brand/queries.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { inTurn } from '#features/files/turns/commands.server.ts'
import {
  type FrozenSettlement,
  findFrozen,
  getPayslip,
  listFrozen,
  listSources,
} from '#features/settlements/frozen-settlements/queries.server.ts'
import { countReturns } from '#features/payments/queries.server.ts'
import { getStatement } from '#features/settlements/queries.server.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { dataPath } from '#platform/env.server.ts'
import { isFull, spaceOf } from '#platform/space.ts'
import { passesToFinalAccount } from '#features/departures/queries.server.ts'
import { type PayslipDocument, type YearToDate, lineNote, renderPayslip } from './pdf.ts'
import { type Span, renderSpan } from './span-pdf.ts'
import { tellApart, tellReceipt } from '#messages/receipt-words.ts'

/** The small explanations under the lines of the PDF, for the screens. */
export function lineNotes({ lines }: Settlement, language: Language): (string | null)[] {
  const t = translator(language)
  return lines.map((line) => lineNote(line, t))
}

/** The driver's receipt and what the operator invoices apart, in the words of the PDF, for the screens. */
export function receiptNotes(settlement: Settlement, terms: Terms, language: Language) {
  const t = translator(language)
  return { receipt: tellReceipt(settlement, terms, t), apart: tellApart(settlement, terms, t) }
}

export type PayslipFile = { ref: string; name: string; bytes: Uint8Array }

/** The reader's own statement as a PDF. Refuses `record.not-found` for a week that was not issued to them. */
export async function renderOwnPayslip(driverId: OwnDriverId, week: Week): Promise<PayslipFile> {
  return paperOf(await getPayslip(driverId, week), 'driver')
}

/** Any statement as a PDF for the office; a draft is marked as one. Refuses `record.not-found`. */
export async function renderOfficePayslip(driverId: string, week: Week): Promise<PayslipFile> {
  const frozen = await findFrozen(readRecordId(driverId), week)
  if (frozen) return paperOf(frozen, 'office')
  const { settlement, terms } = await getStatement(week, driverId)
  if (!settlement || !terms) throw new Refusal('record.not-found')
  const draft = { driverId, week, version: 1, state: 'draft', settlement, issuedAt: null, paidOn: null } as const
  return draw({ ...draft, terms: terms.terms }, 'office')
}

/** The reader's own year as a PDF. Refuses `record.not-found` where nothing was issued in it. */
export async function renderOwnYear(driverId: OwnDriverId, year: number): Promise<PayslipFile> {
  return drawYear(driverId, year, 'driver')
}

/** A driver's year as a PDF for the office. Refuses `record.not-found` where nothing was issued in it. */
export async function renderOfficeYear(driverId: string, year: number): Promise<PayslipFile> {
  return drawYear(readRecordId(driverId), year, 'office')
}

/**
 * The reader's own statements of `weeks` as a PDF. Refuses `record.not-found` where none was issued,
 * `payslips.too-many`.
 */
export async function renderOwnSpan(driverId: OwnDriverId, weeks: WeekSpan): Promise<PayslipFile> {
  return drawSpan(driverId, weeks, 'driver')
}

/** A driver's statements of `weeks` as a PDF for the office. Refuses as `renderOwnSpan`. */
export async function renderOfficeSpan(driverId: string, weeks: WeekSpan): Promise<PayslipFile> {
  return drawSpan(readRecordId(driverId), weeks, 'office')
}

/** A range of weeks, both ends included. */
export type WeekSpan = { from: Week; to: Week }

/** The weeks that an address asks for, in either order. Refuses `week.unreadable`. */
export function readSpan(query: URLSearchParams): WeekSpan {
  const [one, other] = [readWeek(query.get('from') ?? ''), readWeek(query.get('to') ?? '')]
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

/** The weeks with a statement issued to a driver, the newest first. */
export async function listPaperWeeks(driverId: string): Promise<Week[]> {
  const issued = await issuedTo(driverId).orderBy('week', 'desc').execute()
  return issued.map(({ week }) => week as Week)
}

/** The most weeks in one file, as many as a year has: each statement is drawn anew. */
const MAX_WEEKS = 53

async function drawSpan(driverId: string, span: WeekSpan, reader: PaperReader): Promise<PayslipFile> {
  const issued = await issuedTo(driverId)
    .where('week', '>=', span.from)
    .where('week', '<=', span.to)
    .orderBy('week')
    .execute()
  if (issued.length > MAX_WEEKS) throw new Refusal('payslips.too-many', { most: MAX_WEEKS })
  const papers = await papersOf(driverId, issued, reader)
  const [from, to] = [weekName(span.from), weekName(span.to)]
  return joinPapers(papers, span, from === to ? from : `${from}-${to}`, reader)
}

/**
 * One sheet that adds the year up, followed by all its statements, drawn anew: a copy, which does not replace the stored
 * PDFs.
 */
async function drawYear(driverId: string, year: number, reader: PaperReader): Promise<PayslipFile> {
  if (!Number.isSafeInteger(year)) throw new Refusal('record.not-found')
  const issued = await issuedTo(driverId)
    .where(sql<boolean>`extract(isoyear from week) = ${year}`)
    .orderBy('week')
    .execute()
  const papers = await papersOf(driverId, issued, reader)
  // The statement that was approved last has the balance of the account after all of them.
  const last = papers.toSorted((a, b) => b.approvedAt - a.approvedAt || (a.paper.week < b.paper.week ? 1 : -1))[0]
  return joinPapers(papers, { year, sums: last?.paper.yearToDate ?? null }, String(year), reader)
}

function issuedTo(driverId: string) {
  return db.selectFrom('settlements').select('week').where('driver_id', '=', driverId).where('state', '<>', 'void')
}

type ApprovedPaper = { approvedAt: number; paper: PayslipDocument }

async function papersOf(
  driverId: string,
  weeks: readonly { week: string }[],
  reader: PaperReader,
): Promise<ApprovedPaper[]> {
  const papers: ApprovedPaper[] = []
  for (const { week } of weeks) {
    const frozen = await findFrozen(driverId, week as Week)
    if (!frozen) continue
    const { approvedAt, issuedAt } = frozen
    papers.push({
      approvedAt: (approvedAt ?? issuedAt).epochMilliseconds,
      paper: await documentOf(frozen, reader),
    })
  }
  return papers
}

async function joinPapers(
  papers: readonly ApprovedPaper[],
  span: Span,
  label: string,
  reader: PaperReader,
): Promise<PayslipFile> {
  const [first, ...rest] = papers.map(({ paper }) => paper)
  if (!first) throw new Refusal('record.not-found')
  const { ref } = first.driver
  const name = `extratos-${label}${reader === 'office' ? `-${ref}` : ''}.pdf`
  return { ref, name, bytes: await renderSpan(span, [first, ...rest]) }
}

/** Number of statements issued for a week. */
export async function countWeekPayslips(week: Week): Promise<number> {
  const { count } = await db
    .selectFrom('settlements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The newest week that is finished: somebody was paid, and nobody waits for money. `null` where there is none. */
export async function findPaidWeek(): Promise<Week | null> {
  const { rows } = await sql<{ week: Week }>`
    select week from settlements where state <> 'void' group by week
    having bool_or(state = 'paid') and bool_and(state = 'paid' or (state = 'approved' and payable_cents <= 0))
    order by week desc limit 1`.execute(db)
  return rows[0]?.week ?? null
}

/**
 * The issued statements of a week, one PDF for each driver in the order of their short names, each drawn only when it is
 * asked for. `onProgress` is told how many are drawn; what it throws ends the walk.
 */
export async function* walkWeekPayslips(
  week: Week,
  onProgress: OnProgress = () => {},
  reader: PaperReader = 'driver',
): AsyncGenerator<PayslipFile> {
  const [issued, drivers] = await Promise.all([
    listFrozen(week),
    db.selectFrom('drivers').select(['id', 'ref']).execute(),
  ])
  const inOrder = drivers.filter(({ id }) => issued.has(id)).toSorted((a, b) => inNumberedOrder(a.ref, b.ref))
  for (const [done, { id, ref }] of inOrder.entries()) {
    onProgress({ stage: 'drawing', done, of: inOrder.length })
    const { bytes } = await paperOf(requireValue(issued, id), reader)
    yield { ref, name: fileName(week, ref), bytes }
  }
  onProgress({ stage: 'drawing', done: inOrder.length, of: inOrder.length })
}

/** Reasons why a drawn PDF cannot be stored; it is delivered all the same. */
const NOT_KEPT: ReadonlySet<RefusalCode> = new Set(['store.unreachable', 'upload.busy', 'upload.own'])

/**
 * A statement as a PDF. That of a paid statement is drawn once for each kind of reader and stored, so that later
 * changes leave it as it was; when the bank corrects the day, another one with that day is drawn beside it.
 */
async function paperOf(frozen: FrozenSettlement, reader: PaperReader): Promise<PayslipFile> {
  const { paidOn } = frozen
  if (frozen.state !== 'paid' || paidOn === null) return draw(frozen, reader)
  const known = await readKept(frozen, reader, paidOn)
  if (known) return known
  const drawn = await draw(frozen, reader)
  // On a full disk the PDF is delivered without being stored; the next reader's request stores it.
  if (isFull(await spaceOf(dataPath()))) return drawn
  const keep = () =>
    inTransaction(async (tx) => {
      const sha256 = await saveFile(tx, drawn.bytes, 'application/pdf')
      await tx
        .insertInto('payslip_files')
        .values({
          settlement_id: frozen.id,
          reader,
          sha256,
          pay_day: paidOn,
          returns: await countReturns(frozen.id, tx),
        })
        .onConflict((conflict) => conflict.columns(['settlement_id', 'reader', 'returns', 'pay_day']).doNothing())
        .execute()
    })
  try {
    await inTurn('panel', keep)
  } catch (error) {
    if (error instanceof Refusal && NOT_KEPT.has(error.code)) return drawn
    throw error
  }
  // Answer the stored PDF, which may be one that another request drew at the same moment.
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it was kept just now, by this or another reader
  return (await readKept(frozen, reader, paidOn))!
}

async function readKept(
  { id, week }: FrozenSettlement,
  reader: PaperReader,
  paidOn: string,
): Promise<PayslipFile | null> {
  const row = await db
    .selectFrom('payslip_files')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['ref', 'sha256'])
    .where('settlement_id', '=', id)
    .where('reader', '=', reader)
    .where('returns', '=', await countReturns(id))
    .where('pay_day', '=', paidOn)
    .executeTakeFirst()
  return row ? { ref: row.ref, name: fileName(week), bytes: await readKeptFile(row.sha256) } : null
}

/** The name of the file; among files of several drivers it carries the driver's short name. */
function fileName(week: Week, ref?: string): string {
  return `extrato-${weekName(week)}${ref === undefined ? '' : `-${ref}`}.pdf`
}

type Drawable = {
  driverId: string
  week: Week
  version: number
  state: 'draft' | SettlementState
  settlement: Settlement
  terms: Terms
  issuedAt: Temporal.Instant | null
  paidOn: string | null
}

async function draw(frozen: Drawable, reader: PaperReader): Promise<PayslipFile> {
  const payslip = await documentOf(frozen, reader)
  return { ref: payslip.driver.ref, name: fileName(frozen.week), bytes: await renderPayslip(payslip) }
}

async function documentOf(
  { driverId, week, version, state, settlement, terms, issuedAt, paidOn }: Drawable,
  reader: PaperReader,
): Promise<PayslipDocument> {
  const [driver, rows, vehicle, yearToDate, logo, plannedOn, isFinal] = await Promise.all([
    db
      .selectFrom('drivers')
      .select(['ref', 'name', 'legal_name as legalName', 'nif', 'language'])
      .where('id', '=', driverId)
      .executeTakeFirstOrThrow(),
    listSources(settlement),
    carOf(driverId, week),
    state === 'draft' ? null : sumYear(driverId, week),
    readBrandLogo(),
    state === 'in-batch' ? dayInBank(driverId, week) : null,
    settlement.net < 0 && passesToFinalAccount(driverId, week),
  ])
  const language = driver.language === 'en' ? 'en' : 'pt'
  const brand = await brandIn(language)
  const iban = await db
    .selectFrom('driver_ibans')
    .select('iban')
    .where('driver_id', '=', driverId)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
    .$if(issuedAt !== null, (query) => query.where('added_at', '<=', issuedAt!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  return {
    language,
    company: {
      name: brand.legalName || brand.name,
      nipc: brand.taxNumber,
      licence: brand.licence,
      contact: [brand.phone, brand.email].filter(Boolean).join(' · '),
      logo,
    },
    driver: {
      name: legalNameOf(driver),
      ref: driver.ref,
      nif: nifOnPaper(openOf('drivers.nif', driverId, driver.nif), reader),
      iban: iban ? openOf('driver_ibans.iban', driverId, iban.iban) : null,
    },
    terms,
    week,
    version,
    state: state === 'void' ? 'issued' : state,
    payDay: paidOn ?? plannedOn,
    settlement,
    owedTo: isFinal ? 'final-account' : 'next-week',
    sources: settlement.lines.map((line) =>
      line.rows.flatMap((id) => {
        const row = rows.get(id)
        return row ? [{ file: lastOf(row.file.split('/')), line: row.line }] : []
      }),
    ),
    issuedAt,
    vehicle,
    yearToDate,
  }
}

/** The day of the bank file that has a statement, paid or not. */
async function dayInBank(driverId: string, week: Week): Promise<string | null> {
  const row = await db
    .selectFrom('settlements')
    .innerJoin('batch_payments', 'settlement_id', 'settlements.id')
    .innerJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .select('execution_on')
    .where('driver_id', '=', driverId)
    .where('settlements.week', '=', week)
    .where('settlements.state', '=', 'in-batch')
    .where('batch_payments.state', '=', 'sent')
    .executeTakeFirst()
  return row?.execution_on ?? null
}

/** The plates that a driver had in the week, in order of time. */
async function carOf(driverId: string, week: Week, on: Kysely<DB> = db): Promise<string | null> {
  const { start, end } = bounds(week)
  const cars = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'assignments.vehicle_id')
    .select('plate')
    .where('driver_id', '=', driverId)
    .where(sql<boolean>`period && tstzrange(${start.toString()}, ${end.toString()})`)
    .orderBy(sql`lower(period) nulls first`)
    .execute()
  return cars.length > 0 ? cars.map(({ plate }) => showPlate(plate)).join(', ') : null
}

/**
 * Sums of the statements issued to the driver in the calendar year of the week, up to this one in the order of
 * approval. What one week carries to the next counts only in the week that earned or kept it. `open` is the balance of
 * the current account with this statement; `outside` is the rest between the two, as when a debt became a plan.
 */
async function sumYear(driverId: string, week: Week, on: Kysely<DB> = db): Promise<YearToDate | null> {
  const year = monday(week).add({ days: 3 }).year
  const issued = await on
    .selectFrom('settlements')
    .select(['week', 'state', 'earnings_cents', 'costs_cents', 'adjustments_cents', 'payable_cents'])
    .select('carried_over_cents')
    .select(sumOfCode('balance.carried').as('carried'))
    .select(sumOfCode('balance.deferred').as('deferred'))
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .where(sql<boolean>`extract(isoyear from week) = ${year}`)
    .orderBy(sql`coalesce(approved_at, issued_at)`)
    .orderBy('week')
    .execute()
  const weeks = issued.slice(0, issued.findIndex((statement) => statement.week === week) + 1)
  const last = weeks.at(-1)
  if (!last) return null
  const before = cents(firstOf(weeks).carried)
  const earnings = sum(weeks.map((statement) => cents(statement.earnings_cents)))
  const costs = sum(weeks.map((statement) => cents(statement.costs_cents)))
  const adjustments = sum(
    weeks.map((statement) => cents(statement.adjustments_cents - statement.carried - statement.deferred)),
  )
  const payable = (isPaid: boolean) =>
    sum(weeks.filter(({ state }) => (state === 'paid') === isPaid).map((statement) => cents(statement.payable_cents)))
  const paid = payable(true)
  const awaited = payable(false)
  // An amount deferred above the ceiling of the week is owed as before.
  const open = cents(last.carried_over_cents - last.deferred)
  const stated = sum([before, earnings, costs, adjustments, minus(paid), minus(awaited)])
  return { before, earnings, costs, adjustments, outside: sum([open, minus(stated)]), paid, awaited, open }
}

/** The sum of a settlement's lines with one code, in cents; 0 where it has none. */
function sumOfCode(code: LineCode) {
  return sql<number>`coalesce((select sum(amount_cents) from settlement_lines
    where settlement_id = settlements.id and code = ${code}), 0)::bigint`
}
