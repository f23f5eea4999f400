import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { maskNif, showPlate } from '#domain/identifiers.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import type { OnProgress } from '#domain/progress.ts'
import { Refusal } from '#domain/refusal.ts'
import { separateInvoice } from '#domain/settlement-receipt.ts'
import type { LineCode, Settlement } from '#domain/settlement-types.ts'
import { type Week, bounds, weekName } from '#domain/week.ts'
import { type PayslipFile, countWeekPayslips, walkWeekPayslips } from '#features/statements/payslips/queries.server.ts'
import { listReceipts } from '#features/payments/receipts/queries.server.ts'
import { type DriverStatement, getWeek } from '#features/settlements/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { mannerOfCsv, weekNumber } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import { writeSheet } from '#platform/sheet-writer.ts'
import { type ZipFile, zipPieces } from '#platform/zip-writer.ts'

export type ExportFile = { name: string; bytes: Uint8Array }

/** The columns of lines, in their fixed order. They add up to the net. */
const LINE_COLUMNS = [
  'uber',
  'bolt',
  'vat',
  'fee',
  'feeEmployer',
  'rent',
  'fuel',
  'charging',
  'adblue',
  'washes',
  'tolls',
  'parking',
  'carried',
  'charges',
  'instalments',
  'advances',
  'adjustments',
  'prizes',
  'kilometres',
  'interest',
  'receiptVat',
  'withholding',
] as const

/** The column of every line code: a new code does not compile until it has one. */
const COLUMN_OF: Record<LineCode, (typeof LINE_COLUMNS)[number]> = {
  'income.uber': 'uber',
  'income.bolt': 'bolt',
  'vat.trips': 'vat',
  'fee.fixed': 'fee',
  'fee.percent': 'fee',
  'fee.split': 'fee',
  'fee.employer': 'feeEmployer',
  'vehicle.rent': 'rent',
  'vehicle.kilometres': 'kilometres',
  'energy.fuel': 'fuel',
  'energy.charging': 'charging',
  'energy.adblue': 'adblue',
  'car.wash': 'washes',
  tolls: 'tolls',
  parking: 'parking',
  'balance.carried': 'carried',
  'balance.deferred': 'carried',
  'adjustment.fine': 'charges',
  'adjustment.damage': 'charges',
  'adjustment.advance': 'advances',
  'adjustment.other': 'adjustments',
  'adjustment.late': 'adjustments',
  'adjustment.settled': 'adjustments',
  'adjustment.plan': 'instalments',
  'adjustment.interest': 'interest',
  'adjustment.prize': 'prizes',
  'adjustment.referral': 'prizes',
  'adjustment.goal': 'prizes',
  'receipt.vat': 'receiptVat',
  'receipt.withholding': 'withholding',
}

const SUM_COLUMNS = ['net', 'payable', 'carriedOver', 'receipt', 'apart', 'apartVat'] as const
const DRIVER_COLUMNS = ['week', 'ref', 'driver', 'nif', 'regime', 'vatRegime', 'vehicle'] as const
const STATE_COLUMNS = ['state', 'version', 'receiptState', 'holder', 'askedOn', 'paidOn'] as const
const COLUMNS = [...DRIVER_COLUMNS, ...LINE_COLUMNS, ...SUM_COLUMNS, ...STATE_COLUMNS] as const

/**
 * How a NIF is written into an exported file: its last digits, or in full for a reader who gave a reason (`reveals`).
 */
export type Numbers = 'masked' | 'full'

/** The week as CSV: headings, one row for each driver of the page, totals. Refuses `week.empty`. */
export async function exportWeekCsv(
  week: Week,
  language: Language,
  numbers: Numbers = 'masked',
  on: Kysely<DB> = db,
): Promise<ExportFile> {
  return {
    name: `${stem(week, language)}.csv`,
    bytes: writeCsv(await weekTable(week, language, numbers, on), mannerOfCsv(language)),
  }
}

/** The week as an Excel sheet: headings, one row for each driver of the page, totals. Refuses `week.empty`. */
export async function exportWeekSheet(
  week: Week,
  language: Language,
  numbers: Numbers = 'masked',
  on: Kysely<DB> = db,
): Promise<ExportFile> {
  const title = translator(language)('page.exports.sheet', { number: weekNumber(week) })
  return {
    name: `${stem(week, language)}.xlsx`,
    bytes: await writeSheet(title, await weekTable(week, language, numbers, on)),
  }
}

/** The most statements that a request draws itself: each takes a twentieth of a second. */
const PAPERS_AT_ONCE = 25

/**
 * Whether a week has more statements than a request should wait for: then `orderWeekStatements` packs them in the
 * queue.
 */
export async function isLongToPack(week: Week): Promise<boolean> {
  return (await countWeekPayslips(week)) > PAPERS_AT_ONCE
}

/** Every issued statement of the week as a PDF, each in its driver's language; the file's name is in the reader's. Refuses `week.empty` when none was issued. */
export async function exportWeekStatements(week: Week, language: Language): Promise<ExportFile> {
  return { name: statementsName(week, language), bytes: Buffer.concat(await Array.fromAsync(walkWeekStatements(week))) }
}

export function statementsName(week: Week, language: Language): string {
  return `${language === 'en' ? 'statements' : 'extratos'}-${weekName(week)}.zip`
}

/** The ZIP of a week piece by piece, so that none of its PDFs stays in memory. */
export async function* walkWeekStatements(week: Week, onProgress?: OnProgress): AsyncGenerator<Uint8Array> {
  if ((await countWeekPayslips(week)) === 0) throw new Refusal('week.empty', { week: weekName(week) })
  yield* zipPieces(zipFiles(walkWeekPayslips(week, onProgress, 'office')))
}

async function* zipFiles(papers: AsyncIterable<PayslipFile>): AsyncGenerator<ZipFile> {
  for await (const { name, bytes } of papers) yield { name: safeName(name), data: bytes }
}

function stem(week: Week, language: Language): string {
  return `${language === 'en' ? 'week' : 'semana'}-${weekName(week)}`
}

/** A file name made of a driver's short name: it is free text, and must not lead to another folder of the archive. */
function safeName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
}

async function weekTable(week: Week, language: Language, numbers: Numbers, on: Kysely<DB>): Promise<WrittenCell[][]> {
  const { statements, checks } = await getWeek(week, on)
  if (statements.length === 0) throw new Refusal('week.empty', { week: weekName(week) })
  const t = translator(language)
  return [headings(t), ...(await statementRows(week, statements, t, { numbers, on })), totals(t, statements, checks)]
}

/**
 * The statements issued in some weeks as one table: the columns of a week, a row for each statement, one row of sums.
 */
export async function issuedTable(
  weeks: readonly Week[],
  language: Language,
  on: Kysely<DB> = db,
): Promise<WrittenCell[][]> {
  const t = translator(language)
  const views = await Promise.all(weeks.map((week) => getWeek(week, on)))
  const issued = views.map(({ week, statements }) => ({ week, statements: statements.filter(({ stored }) => stored) }))
  const rows = await Promise.all(
    issued.map(({ week, statements }) => statementRows(week, statements, t, { numbers: 'masked', on })),
  )
  const allStatements = issued.flatMap(({ statements }) => statements)
  const total = (pick: (settlement: Settlement) => Cents) =>
    sum(allStatements.map(({ settlement }) => (settlement ? pick(settlement) : ZERO)))
  const sums = {
    net: total(({ net }) => net),
    payable: total(({ payable }) => payable),
    carriedOver: total(({ carriedOver }) => carriedOver),
  }
  return [headings(t), ...rows.flat(), totals(t, allStatements, sums)]
}

async function statementRows(
  week: Week,
  statements: readonly DriverStatement[],
  t: Translator,
  { numbers, on }: { numbers: Numbers; on: Kysely<DB> },
): Promise<WrittenCell[][]> {
  const [nifs, cars, receipts, executionDays] = await Promise.all([
    listNifs(
      statements.map(({ driver }) => driver.id),
      on,
    ),
    listCars(week, on),
    listReceipts(week, on),
    listExecutionDays(week, on),
  ])
  const receiptStateOf = new Map(receipts.map((receipt) => [receipt.settlementId, receipt.state]))
  return statements.map((statement): WrittenCell[] => {
    const { driver, terms, settlement, state, stored, pay } = statement
    const id = stored?.id ?? ''
    const nif = nifs.get(driver.id) ?? null
    // Older terms may name a receipt for an employee, who issues none.
    const vat = terms?.terms.regime === 'employee' ? undefined : terms?.terms.receipt?.vat
    const receiptState = receiptStateOf.get(id)
    return [
      weekName(week),
      driver.ref,
      driver.name,
      nif && (numbers === 'full' ? nif : maskNif(nif)),
      terms ? t(`page.fleet.regimes.${terms.terms.regime}`) : null,
      vat ? t(`page.settings.more.receiptVats.${vat}`) : null,
      cars.get(driver.id) ?? null,
      ...amounts(statement),
      settlement ? t(`page.settlementStates.${state === 'void' ? 'draft' : state}`) : t('page.exports.withoutTerms'),
      stored ? String(stored.version) : null,
      receiptState ? t(`page.exports.receiptStates.${receiptState}`) : null,
      pay?.holder ?? null,
      dayCell(executionDays.get(id)),
      dayCell(paidOn(stored)),
    ]
  })
}

function headings(t: Translator): WrittenCell[] {
  return COLUMNS.map((column) => t(`page.exports.columns.${column}`))
}

/** A driver without a settlement gets empty cells: a zero would be a claim. */
function amounts(statement: DriverStatement): WrittenCell[] {
  const { settlement } = statement
  if (!settlement) return [...LINE_COLUMNS, ...SUM_COLUMNS].map(() => null)
  const { net, payable, carriedOver } = settlement
  return [...lineSums([settlement]), net, payable, carriedOver, ...invoicedAmounts([statement])].map((amount) => ({
    cents: amount,
  }))
}

/** Amounts that drivers invoice (a negative value goes on to the next receipt) and that the operator invoices apart, with their VAT. */
function invoicedAmounts(statements: readonly Pick<DriverStatement, 'settlement' | 'terms'>[]): Cents[] {
  const apart = statements.flatMap(({ settlement, terms }) =>
    settlement && terms ? (separateInvoice(settlement.lines, terms.terms) ?? []) : [],
  )
  return [
    sum(statements.map(({ settlement }) => cents(Math.max(settlement?.receiptValue ?? 0, 0)))),
    sum(apart.map(({ total }) => total)),
    sum(apart.map(({ vat }) => vat)),
  ]
}

function lineSums(settlements: readonly Settlement[]): Cents[] {
  const sums = new Map<string, Cents>()
  for (const { code, amount } of settlements.flatMap(({ lines }) => lines)) {
    const column = COLUMN_OF[code]
    sums.set(column, sum([sums.get(column) ?? ZERO, amount]))
  }
  return LINE_COLUMNS.map((column) => sums.get(column) ?? ZERO)
}

type Checks = Pick<Awaited<ReturnType<typeof getWeek>>['checks'], 'net' | 'payable' | 'carriedOver'>

function totals(
  t: Translator,
  statements: readonly DriverStatement[],
  { net, payable, carriedOver }: Checks,
): WrittenCell[] {
  const settled = statements.flatMap(({ settlement }) => (settlement ? [settlement] : []))
  return [
    t('page.exports.total'),
    ...DRIVER_COLUMNS.slice(1).map(() => null),
    ...[...lineSums(settled), net, payable, carriedOver, ...invoicedAmounts(statements)].map((amount) => ({
      cents: amount,
    })),
    ...STATE_COLUMNS.map(() => null),
  ]
}

/** The day on which the bank paid, or another payment was made; a payment that was only ordered has none. */
function paidOn(stored: DriverStatement['stored']): string | undefined {
  return stored?.paidOn ?? undefined
}

function dayCell(day: string | undefined): WrittenCell {
  return day === undefined ? null : { day }
}

async function listNifs(drivers: readonly string[], on: Kysely<DB>): Promise<Map<string, string | null>> {
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'nif'])
    .where('id', '=', sql<string>`any(${drivers}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, nif }) => [id, openOf('drivers.nif', id, nif)]))
}

/** The plates that each driver had in the week, in order of time. */
async function listCars(week: Week, on: Kysely<DB>): Promise<Map<string, string>> {
  const { start, end } = bounds(week)
  const held = await on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'assignments.vehicle_id')
    .select(['driver_id', 'plate'])
    .where(sql<boolean>`period && tstzrange(${start.toString()}, ${end.toString()})`)
    .orderBy(sql`lower(period) nulls first`)
    .execute()
  const plates = Map.groupBy(held, ({ driver_id }) => driver_id)
  return new Map(
    [...plates].map(([driver, cars]) => [driver, [...new Set(cars.map(({ plate }) => showPlate(plate)))].join(', ')]),
  )
}

/** The days for which the bank was asked to pay, except for rejected payments. */
async function listExecutionDays(week: Week, on: Kysely<DB>): Promise<Map<string, string>> {
  const payments = await on
    .selectFrom('batch_payments')
    .innerJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select(['settlement_id', 'execution_on'])
    .where('settlements.week', '=', week)
    .where('batch_payments.state', 'in', ['sent', 'confirmed'])
    .execute()
  return new Map(payments.map(({ settlement_id, execution_on }) => [settlement_id, execution_on]))
}
