import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { isAdjustment } from '#domain/adjustment.ts'
import { type BasisPoints, cents, sum } from '#domain/money.ts'
import type { Line, LineCode, LineGroup, Step, Taken } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { ofOperator } from '#platform/operator.ts'

/** Lines that are kept: of seven weeks of 200 drivers. */
const MOST_LINES = 10_000

type Kept = { of: Map<string, readonly Line[]>; lines: number }
const kept = ofOperator<Kept>(() => ({ of: new Map(), lines: 0 }))

/**
 * The lines of some issued statements, by statement, kept as they were read: the database lets nobody write another line once it is issued, nor
 * change one, its rows, or the words of the adjustment and the plan behind it. Which statements stand is asked by others, each time.
 */
export async function issuedLines(
  statements: readonly string[],
  on: Kysely<DB>,
): Promise<ReadonlyMap<string, readonly Line[]>> {
  const { of } = kept.value
  const found = new Map<string, readonly Line[]>()
  for (const id of statements) {
    const lines = of.get(id)
    if (lines) found.set(id, lines)
  }
  const missing = statements.filter((id) => !found.has(id))
  if (missing.length > 0) for (const [id, lines] of await readLines(missing, on)) found.set(id, lines)
  // Who is in a transaction may be writing them, or take them back.
  if (!on.isTransaction) keep(found)
  return found
}

/** Those that were asked for longest ago fall out first; more than there is room for is not kept at all. */
function keep(found: ReadonlyMap<string, readonly Line[]>): void {
  const now = kept.value
  const count = [...found.values()].reduce((all, lines) => all + lines.length, 0)
  if (count > MOST_LINES) return
  for (const [id, lines] of found) {
    now.lines += lines.length - (now.of.get(id)?.length ?? 0)
    now.of.delete(id)
    now.of.set(id, lines)
  }
  for (const [id, lines] of now.of) {
    if (now.lines <= MOST_LINES) return
    now.of.delete(id)
    now.lines -= lines.length
  }
}

/** Of the rows of an adjustment's line, those that count for its week no longer. */
const GONE = sql<string[]>`case when adjustments.id is null then '{}' else array(select import_row_id::text
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
      .select(GONE.as('gone'))
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

/** What a stored line took of an instalment, and what it left. */
function takenOf(line: {
  plan_id: string | null
  plan_due_cents: number | null
  amount_cents: number
  plan_reason: string | null
}): { plan?: Taken } {
  if (line.plan_id === null || line.plan_due_cents === null) return {}
  const due = cents(line.plan_due_cents)
  return { plan: { id: line.plan_id, due, left: sum([due, cents(line.amount_cents)]), reason: line.plan_reason ?? '' } }
}
