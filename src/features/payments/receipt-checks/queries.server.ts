import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { driversApart } from '#domain/driver.ts'
import { agreedRates } from '#domain/green-receipt.ts'
import { cents, share } from '#domain/money.ts'
import { CHECK_OUTCOMES, type CheckOutcome, type ExpectedReceipt } from '#domain/receipt-check.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, weekName } from '#domain/week.ts'
import type { ReadReceipt } from '#features/payments/green-receipts/schema.ts'
import type { Finding, ReceiptCheck } from './schema.ts'

/** A receipt in a list may be for a statement approved up to this number of days before the first day of the list. */
const DAYS_BACK = 60

/** Statements whose receipt may be in a list of these days, by their person. */
export async function listExpected(
  { first, last }: { first: string; last: string },
  on: Kysely<DB> = db,
): Promise<ExpectedReceipt[]> {
  const rows = await on
    .selectFrom('settlements')
    .leftJoin('receipts', 'receipts.settlement_id', 'settlements.id')
    .leftJoin('green_receipts as paper', (join) =>
      join
        .onRef('paper.settlement_id', '=', 'settlements.id')
        .on('paper.state', 'in', ['matched', 'accepted', 'asked']),
    )
    .select(['settlements.id', 'week', 'terms', 'receipt_value_cents', 'approved_at', 'issued_at'])
    .select([
      'receipts.answer',
      'receipts.note',
      'paper.reading',
      'paper.state as paper_state',
      sql<string>`standing_record(driver_id)`.as('person'),
    ])
    .where('settlements.state', 'in', ['approved', 'in-batch', 'paid'])
    .where('receipt_value_cents', '>', 0)
    .where(sql<boolean>`terms ->> 'regime' <> 'employee'`)
    .where(sql<boolean>`receipts.answer is distinct from 'waived'`)
    .where(
      sql<boolean>`(coalesce(approved_at, issued_at) at time zone 'Europe/Lisbon')::date
        between ${first}::date - ${DAYS_BACK}::int and ${last}::date`,
    )
    .orderBy('week')
    .orderBy('settlements.id')
    .execute()
  return rows.map((row): ExpectedReceipt => {
    const value = cents(row.receipt_value_cents)
    const agreed = agreedRates(row.terms as unknown as Terms)
    const reading = row.reading as unknown as ReadReceipt | null
    return {
      settlement: row.id,
      driver: row.person,
      week: row.week as Week,
      value,
      since: (row.approved_at ?? row.issued_at).toZonedDateTimeISO(ZONE).toPlainDate().toString(),
      vat: agreed && share(value, agreed.vat),
      isMarked: row.answer === 'received',
      waits: reading !== null && row.paper_state === 'asked',
      number: !reading && row.answer === 'received' && row.note !== null && isNumber(row.note) ? row.note : null,
      paper: reading && {
        number: reading.number,
        atcud: reading.atcud,
        issuedOn: reading.issuedOn,
        base: reading.base,
        vat: reading.vat,
        total: reading.total,
      },
    }
  })
}

/** Whether a note is the number of a receipt as the Portal writes it (`FR ATSIRE01FR/24`), and not text. */
function isNumber(note: string): boolean {
  return /^[^/]+\/\d+$/.test(note)
}

/** Every list that was checked, the newest first. */
export async function listChecks(on: Kysely<DB> = db): Promise<ReceiptCheck[]> {
  const rows = await on
    .selectFrom('receipt_checks')
    .selectAll()
    .select(
      sql<Partial<Record<CheckOutcome, number>>>`(select coalesce(json_object_agg(outcome, found), '{}') from (
        select outcome, count(*)::int as found from receipt_findings where check_id = receipt_checks.id group by 1) of)`.as(
        'counts',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from receipt_findings f where f.check_id = receipt_checks.id and f.state = 'asked')`.as(
        'asked',
      ),
    )
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map((row): ReceiptCheck => ({
    id: row.id,
    fileName: row.file_name,
    first: row.first_on,
    last: row.last_on,
    lines: row.lines,
    others: row.others,
    checkedAt: row.checked_at.toString(),
    asked: row.asked,
    counts: countsOf(row.counts),
  }))
}

function countsOf(counts: Partial<Record<CheckOutcome, number>>): Record<CheckOutcome, number> {
  return Object.fromEntries(CHECK_OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0])) as Record<
    CheckOutcome,
    number
  >
}

/** One check with all its findings, questions first. Refuses `record.not-found`. */
export async function getCheck(
  id: string,
  on: Kysely<DB> = db,
): Promise<{ check: ReceiptCheck; findings: readonly Finding[] }> {
  const recordId = readRecordId(id)
  const check = (await listChecks(on)).find((candidate) => candidate.id === recordId)
  if (!check) throw new Refusal('record.not-found')
  const rows = await findings(on).where('check_id', '=', recordId).orderBy('receipt_findings.ordinal').execute()
  return { check, findings: driversApart(rows.map(findingOf)) }
}

/** One finding. Refuses `record.not-found`. */
export async function getFinding(id: string, on: Kysely<DB> = db): Promise<Finding> {
  const found = await findings(on).where('receipt_findings.id', '=', readRecordId(id)).executeTakeFirst()
  if (!found) throw new Refusal('record.not-found')
  return findingOf(found)
}

/** Findings that are still questions, the oldest first. */
export async function listOpenFindings(on: Kysely<DB> = db): Promise<Finding[]> {
  const rows = await findings(on)
    .where('receipt_findings.state', '=', 'asked')
    .orderBy('receipt_checks.ordinal')
    .orderBy('receipt_findings.ordinal')
    .execute()
  return driversApart(rows.map(findingOf))
}

/** Number of findings that are questions, and since when. */
export const openFindings = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('receipt_findings')
      .innerJoin('receipt_checks', 'receipt_checks.id', 'check_id')
      .select([sql<number>`count(*)`.as('count'), sql`min(checked_at)`.as('since')])
      .where('state', '=', 'asked'),
  read: ({ count, since }: Omit<Waiting, 'only'>) => ({ count, since: momentOf(since) }),
}

function findings(on: Kysely<DB>) {
  return on
    .selectFrom('receipt_findings')
    .innerJoin('receipt_checks', 'receipt_checks.id', 'check_id')
    .innerJoin('drivers', 'drivers.id', 'receipt_findings.driver_id')
    .leftJoin('settlements', 'settlements.id', 'settlement_id')
    .select(['receipt_findings.id', 'check_id', 'drivers.id as driver', 'ref', 'name', 'week'])
    .select(['outcome', 'listed', 'expected', 'receipt_findings.state', 'answer', 'answered_at'])
}

type FindingRow = Awaited<ReturnType<ReturnType<typeof findings>['execute']>>[number]

function findingOf(row: FindingRow): Finding {
  return {
    id: row.id,
    check: row.check_id,
    driver: { id: row.driver, ref: row.ref, name: row.name },
    week: row.week as Week | null,
    weekName: row.week === null ? null : weekName(row.week as Week),
    outcome: row.outcome as CheckOutcome,
    listed: row.listed as unknown as Finding['listed'],
    expected: row.expected as unknown as Finding['expected'],
    state: row.state as Finding['state'],
    answer: row.answer,
    answeredAt: row.answered_at?.toString() ?? null,
  }
}
