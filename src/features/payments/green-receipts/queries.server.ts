import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, momentOf } from '#db/together.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type AskedReceipt, type ReceiptDifference, type UnreadReceipt, agreedRates } from '#domain/green-receipt.ts'
import { readNif } from '#domain/identifiers.ts'
import { type Cents, cents, minus, share, sum } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
import { waitsForReceipt } from '#domain/receipt.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, weekName } from '#domain/week.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { portalDay, portalDescription, portalVat, portalWithholding } from '#messages/portal-words.ts'
import type {
  GreenReceiptState,
  GreenReceiptView,
  MarkedReceipt,
  MissingReceipt,
  OfficeReceipt,
  OwnDueReceipt,
  OwnReceipt,
  ReadReceipt,
} from './schema.ts'

const APPROVED_STATES = ['approved', 'in-batch', 'paid'] as const

/** An approved statement that asks for a receipt, with what the receipt must contain. */
export type DueReceipt = {
  settlementId: string
  driverId: string
  week: Week
  terms: Terms
  value: Cents
  expected: AskedReceipt
  mark: 'received' | 'waived' | null
  isAwaited: boolean
}

/**
 * The receipt that the statement of a driver's week asks for; `null` without a statement, or when there is none to issue: for an
 * employee, or a value of zero.
 */
export async function findDue(driverId: string, week: Week, on: Kysely<DB> = db): Promise<DueReceipt | null> {
  const row = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('receipts', 'receipts.settlement_id', 'settlements.id')
    .select(['settlements.id', 'driver_id', 'settlements.state', 'terms', 'receipt_value_cents', 'payable_cents'])
    .select(['nif', 'receipts.answer'])
    .where('driver_id', '=', readRecordId(driverId))
    .where('week', '=', week)
    .where('settlements.state', 'in', [...APPROVED_STATES])
    .executeTakeFirst()
  if (!row) return null
  const terms = row.terms as unknown as Terms
  const [value, payable] = [cents(row.receipt_value_cents), cents(row.payable_cents)]
  if (terms.regime === 'employee' || value <= 0) return null
  const [brand, settings] = await Promise.all([brandIn('pt', on), settingsIn(week, on)])
  const companyReading = readNif(brand.taxNumber)
  const driverNif = openOf('drivers.nif', row.driver_id, row.nif)
  const driverReading = driverNif === null ? null : readNif(driverNif)
  const mark = row.answer === 'received' || row.answer === 'waived' ? row.answer : null
  return {
    settlementId: row.id,
    driverId: row.driver_id,
    week,
    terms,
    value,
    mark,
    isAwaited:
      row.state === 'approved' &&
      waitsForReceipt(settings, { regime: terms.regime, receiptValue: value, payable, answer: mark }),
    expected: {
      week,
      value,
      agreed: agreedRates(terms),
      companyNif: companyReading.ok ? companyReading.value : null,
      driverNif: driverReading?.ok ? driverReading.value : null,
    },
  }
}

/** The receipt for one of the reader's own statements; `null` where there is none to issue. */
export async function findOwnReceipt(driver: OwnDriverId, week: Week, on: Kysely<DB> = db): Promise<OwnReceipt | null> {
  const due = await findDue(driver, week, on)
  if (!due) return null
  const { value, terms, expected, mark, isAwaited } = due
  const [brand, rows] = await Promise.all([
    brandIn('pt', on),
    selectReceipts(on)
      .where('settlements.driver_id', '=', driver)
      .where('settlements.week', '=', week)
      .orderBy('ordinal', 'desc')
      .execute(),
  ])
  const rates = expected.agreed
  const [vat, withheld] = rates ? [share(value, rates.vat), share(value, rates.withholding)] : []
  return {
    week,
    mark,
    isAwaited,
    toIssue: {
      value,
      totals:
        vat === undefined || withheld === undefined
          ? null
          : { vat, withheld, toPay: sum([value, vat, minus(withheld)]) },
      description: portalDescription(week),
      day: portalDay(week),
      vat: rates && portalVat(terms, rates.vat),
      withholding: portalWithholding(terms),
      acquirer: {
        name: brand.legalName || brand.name,
        nif: expected.companyNif,
        address: brand.address.join(', ') || null,
      },
    },
    papers: rows.map(viewOf),
  }
}

/** The most questions that the office sees at once, and the most of the newest answered ones. */
const MAX_ASKED_RECEIPTS = 500
const MAX_RECENT_RECEIPTS = 50

/** Receipts that wait for the office's answer, the oldest first. */
export async function listAsked(on: Kysely<DB> = db): Promise<OfficeReceipt[]> {
  const rows = await selectReceipts(on)
    .where('green_receipts.state', '=', 'asked')
    .orderBy('ordinal')
    .limit(MAX_ASKED_RECEIPTS)
    .execute()
  return rows.map(officeView)
}

/** The receipts that matched or were answered last. */
export async function listSettled(on: Kysely<DB> = db): Promise<OfficeReceipt[]> {
  const rows = await selectReceipts(on)
    .where('green_receipts.state', 'in', ['matched', 'accepted', 'declined'])
    .orderBy(sql`coalesce(answered_at, sent_at)`, 'desc')
    .orderBy('ordinal', 'desc')
    .limit(MAX_RECENT_RECEIPTS)
    .execute()
  return rows.map(officeView)
}

/** No receipt of the statement counts or waits for the office's answer. */
const hasNoPaper = sql<boolean>`not exists (select from green_receipts paper
  where paper.settlement_id = settlements.id and paper.state in ('matched', 'accepted', 'asked'))`

/** Number of weeks for which a missing receipt is listed: a driver who stopped working is not listed for ever. */
const WEEKS_BACK = 12

/** Statements of the last weeks whose receipt neither came nor was waived, the oldest first. */
export async function listMissing(now: Temporal.Instant, on: Kysely<DB> = db): Promise<MissingReceipt[]> {
  const rows = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('receipts', 'receipts.settlement_id', 'settlements.id')
    .select(['settlements.id', 'driver_id', 'ref', 'name', 'week', 'receipt_value_cents', 'approved_at', 'issued_at'])
    .select(
      sql<number>`coalesce((select max(step) from receipt_reminders r where r.settlement_id = settlements.id), 0)::int`.as(
        'reminded',
      ),
    )
    .where('settlements.state', 'in', [...APPROVED_STATES])
    .where('receipt_value_cents', '>', 0)
    .where(sql<boolean>`terms ->> 'regime' <> 'employee'`)
    .where('receipts.answer', 'is', null)
    .where('issued_at', '>', now.subtract({ hours: WEEKS_BACK * 7 * 24 }))
    .where(hasNoPaper)
    .orderBy('week')
    .orderBy('name')
    .orderBy('ref')
    .execute()
  return rows.map((row) => ({
    settlementId: row.id,
    driver: { id: row.driver_id, ref: row.ref, name: row.name },
    week: row.week as Week,
    weekName: weekName(row.week as Week),
    value: cents(row.receipt_value_cents),
    approvedAt: (row.approved_at ?? row.issued_at).toString(),
    reminded: row.reminded,
  }))
}

/**
 * The receipts that one driver still has to issue and send, however old, the oldest first: those of approved statements
 * without a mark of the office and without a receipt.
 */
export async function listOwnDue(driver: OwnDriverId, on: Kysely<DB> = db): Promise<OwnDueReceipt[]> {
  const rows = await on
    .selectFrom('settlements')
    .leftJoin('receipts', 'receipts.settlement_id', 'settlements.id')
    .select(['week', 'receipt_value_cents'])
    .where('driver_id', '=', driver)
    .where('settlements.state', 'in', [...APPROVED_STATES])
    .where('receipt_value_cents', '>', 0)
    .where(sql<boolean>`terms ->> 'regime' <> 'employee'`)
    .where('receipts.answer', 'is', null)
    .where(hasNoPaper)
    .orderBy('week')
    .execute()
  return rows.map(({ week, receipt_value_cents }) => ({
    week: week as Week,
    name: weekName(week as Week),
    value: cents(receipt_value_cents),
  }))
}

/** Receipts that the office marked last without a file, to be taken back on the page of their week. */
export async function listMarked(on: Kysely<DB> = db): Promise<MarkedReceipt[]> {
  const rows = await on
    .selectFrom('receipts')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['settlement_id', 'driver_id', 'ref', 'name', 'week', 'receipt_value_cents', 'answer', 'answered_at'])
    .where('settlements.state', 'in', [...APPROVED_STATES])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('green_receipts')
            .select('green_receipts.id')
            .whereRef('green_receipts.settlement_id', '=', 'receipts.settlement_id')
            .where('green_receipts.state', 'in', ['matched', 'accepted']),
        ),
      ),
    )
    .orderBy('week', 'desc')
    .orderBy('name')
    .orderBy('ref')
    .limit(MAX_RECENT_RECEIPTS)
    .execute()
  return rows.map((row) => ({
    settlementId: row.settlement_id,
    driver: { id: row.driver_id, ref: row.ref, name: row.name },
    week: row.week as Week,
    weekName: weekName(row.week as Week),
    value: cents(row.receipt_value_cents),
    answer: row.answer === 'waived' ? 'waived' : 'received',
    answeredAt: row.answered_at.toString(),
  }))
}

/** For each statement of some weeks, its receipt that counts or waits for the office's answer: at most one. */
export async function listPapersOfWeeks(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, Pick<OfficeReceipt, 'state' | 'reading' | 'signature'>>> {
  const rows = await on
    .selectFrom('green_receipts')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['settlement_id', 'green_receipts.state', 'reading', 'signature'])
    .where('week', 'in', weeks)
    .where('green_receipts.state', 'in', ['matched', 'accepted', 'asked'])
    .execute()
  return new Map(
    rows.map(({ settlement_id, state, reading, signature }) => [
      settlement_id,
      {
        state: state as GreenReceiptState,
        reading: reading as unknown as ReadReceipt | null,
        signature: signature as PaperSignature | null,
      },
    ]),
  )
}

/** One receipt. Refuses `record.not-found`. */
export async function getReceipt(id: string, on: Kysely<DB> = db): Promise<OfficeReceipt> {
  const row = await selectReceipts(on).where('green_receipts.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return officeView(row)
}

/** The file of a receipt; with `driver`, only of that record. Refuses `record.not-found`, also for somebody else's. */
export async function readReceiptFile(id: string, driver: OwnDriverId | null, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('green_receipts')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('green_receipts.id', '=', readRecordId(id))
    // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
    .$if(driver !== null, (query) => query.where('driver_id', '=', driver!))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.file_name, mediaType: row.media_type, bytes: await readKeptFile(row.file_sha256) }
}

/** Number of receipts that are a question, since when, and its id when there is only one. */
export const askedReceipts = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('green_receipts')
      .select([sql<number>`count(*)`.as('count'), sql`min(sent_at)`.as('since')])
      .where('state', '=', 'asked'),
  read: ({ count, since }: Omit<Waiting, 'only'>) => ({ count, since: momentOf(since) }),
}

function selectReceipts(on: Kysely<DB>) {
  return on
    .selectFrom('green_receipts')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['green_receipts.id', 'file_name', 'reading', 'unread', 'differences', 'green_receipts.state', 'sent_at'])
    .select(['answered_at', 'green_receipts.answer', 'settlements.driver_id', 'ref', 'name', 'week'])
    .select(['receipt_value_cents', 'settlements.state as settlement_state', 'media_type', 'signature'])
}
type Row = Awaited<ReturnType<ReturnType<typeof selectReceipts>['execute']>>[number]

function viewOf(row: Row): GreenReceiptView {
  return {
    id: row.id,
    fileName: row.file_name,
    reading: row.reading as unknown as ReadReceipt | null,
    unread: row.unread as UnreadReceipt | null,
    differences: row.differences as unknown as readonly ReceiptDifference[],
    state: row.state as GreenReceiptState,
    sentAt: row.sent_at.toString(),
    answeredAt: row.answered_at?.toString() ?? null,
    answer: row.answer,
  }
}

function officeView(row: Row): OfficeReceipt {
  return {
    ...viewOf(row),
    driver: { id: row.driver_id, ref: row.ref, name: row.name },
    week: row.week as Week,
    weekName: weekName(row.week as Week),
    value: cents(row.receipt_value_cents),
    isPicture: row.media_type.startsWith('image/'),
    settlement: row.settlement_state as SettlementState,
    signature: row.signature as PaperSignature | null,
  }
}
