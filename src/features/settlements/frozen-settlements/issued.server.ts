import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { isAdjustment } from '#domain/adjustment.ts'
import { type BasisPoints, cents, sum } from '#domain/money.ts'
import type { SourceFigures } from '#domain/driver-week.ts'
import type { Line, LineCode, LineGroup, Settlement, Step, TakenInstalment } from '#domain/settlement-types.ts'
import type { Terms } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import { keptOfOperator } from '#platform/operator.ts'

/** The part of an issued statement that never changes: the database refuses to change it. */
export type Issued = {
  id: string
  driverId: string
  week: Week
  version: number
  settlement: Omit<Settlement, 'receiptCarried'>
  sources: SourceFigures
  terms: Terms
  termsFrom: string
  issuedAt: Temporal.Instant
}

/** Number of lines that are kept: those of seven weeks of 200 drivers. */
const MAX_LINES = 10_000

type IssuedCache = { of: Map<string, Issued>; lines: number }
const kept = keptOfOperator<IssuedCache>(() => ({ of: new Map(), lines: 0 }))

/**
 * Issued statements with their lines, by id, kept once they were read. They cannot change: once a statement is issued,
 * the database refuses new lines and any change of its lines, rows, sums and terms, or of the words of the adjustment
 * and plan behind a line. Which statements are live, and their state, is read elsewhere each time.
 */
export async function issuedStatements(ids: readonly string[], on: Kysely<DB>): Promise<ReadonlyMap<string, Issued>> {
  const before = kept.value
  const found = new Map<string, Issued>()
  for (const id of ids) {
    const issued = before.of.get(id)
    if (issued) found.set(id, issued)
  }
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) for (const issued of await readIssued(missing, on)) found.set(issued.id, issued)
  // Keep nothing read within a transaction: it may just be writing these statements, and be rolled back.
  if (!on.isTransaction) keepInCache(found, before)
  return found
}

/** Keeps statements, and drops those that were asked for longest ago; a set larger than the room is not kept at all. */
function keepInCache(found: ReadonlyMap<string, Issued>, now: IssuedCache): void {
  const count = [...found.values()].reduce((all, issued) => all + linesOf(issued), 0)
  if (count > MAX_LINES) return
  for (const [id, issued] of found) {
    const before = now.of.get(id)
    now.lines += linesOf(issued) - (before ? linesOf(before) : 0)
    now.of.delete(id)
    now.of.set(id, issued)
  }
  for (const [id, issued] of now.of) {
    if (now.lines <= MAX_LINES) return
    now.of.delete(id)
    now.lines -= linesOf(issued)
  }
}

const linesOf = ({ settlement }: Issued) => settlement.lines.length

async function readIssued(statements: readonly string[], on: Kysely<DB>): Promise<Issued[]> {
  const [heads, lines] = await Promise.all([
    on
      .selectFrom('settlements')
      .select(['id', 'driver_id', 'week', 'version', 'net_cents', 'payable_cents', 'carried_over_cents'])
      .select(['earnings_cents', 'costs_cents', 'adjustments_cents', 'receipt_value_cents'])
      .select(['sources', 'terms', 'terms_from', 'issued_at'])
      .where('id', '=', sql<string>`any(${statements}::uuid[])`)
      .execute(),
    readLines(statements, on),
  ])
  return heads.map((head) => ({
    id: head.id,
    driverId: head.driver_id,
    week: head.week as Week,
    version: head.version,
    settlement: {
      lines: lines.get(head.id) ?? [],
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
  }))
}

/** The rows of an adjustment's line that no longer count in the week it is about. */
const CANCELLED_ROWS = sql<string[]>`case when adjustments.id is null then '{}' else array(select import_row_id::text
  from adjustment_rows where adjustment_id = adjustments.id and not came order by import_row_id) end`

async function readLines(statements: readonly string[], on: Kysely<DB>): Promise<Map<string, readonly Line[]>> {
  const ids = sql<string>`any(${statements}::uuid[])`
  const [lines, rows] = await Promise.all([
    on
      .selectFrom('settlement_lines')
      .leftJoin('adjustments', 'adjustments.id', 'adjustment_id')
      .leftJoin('plans', 'plans.id', 'plan_id')
      .selectAll('settlement_lines')
      .select(['adjustments.reason', 'about', 'plans.reason as plan_reason'])
      .select(CANCELLED_ROWS.as('gone'))
      .where('settlement_id', '=', ids)
      .orderBy('ordinal')
      .execute(),
    on
      .selectFrom('settlement_line_rows')
      .select(['settlement_id', 'ordinal'])
      .select(sql<string[]>`array_agg(import_row_id::text order by import_row_id)`.as('rows'))
      .where('settlement_id', '=', ids)
      .groupBy(['settlement_id', 'ordinal'])
      .execute(),
  ])
  const rowsOf = new Map(rows.map((row) => [`${row.settlement_id} ${row.ordinal}`, row.rows]))
  const found = new Map<string, Line[]>(statements.map((id) => [id, []]))
  for (const line of lines)
    found.get(line.settlement_id)?.push({
      group: line.line_group as LineGroup,
      code: line.code as LineCode,
      amount: cents(line.amount_cents),
      base: line.base_cents === null ? null : cents(line.base_cents),
      rate: line.rate_basis_points as BasisPoints | null,
      steps: line.steps as unknown as Step[],
      rows: rowsOf.get(`${line.settlement_id} ${line.ordinal}`) ?? [],
      adjustment: isAdjustment(line.code as LineCode)
        ? {
            id: line.adjustment_id,
            reason: line.plan_reason ?? line.reason ?? '',
            about: line.about as Week | null,
            gone: line.gone,
            ...takenOf(line),
          }
        : null,
    })
  return found
}

/** The part of an instalment that a stored line took, and what was left of the plan. */
function takenOf(line: {
  plan_id: string | null
  plan_due_cents: number | null
  amount_cents: number
  plan_reason: string | null
}): { plan?: TakenInstalment } {
  if (line.plan_id === null || line.plan_due_cents === null) return {}
  const due = cents(line.plan_due_cents)
  return { plan: { id: line.plan_id, due, left: sum([due, cents(line.amount_cents)]), reason: line.plan_reason ?? '' } }
}
