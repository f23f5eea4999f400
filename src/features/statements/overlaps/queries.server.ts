import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import { amountNow, overlapOf } from '#domain/overlap.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { type DriverStatement, findStatement } from '#features/settlements/queries.server.ts'
import type { Overlap, OverlapAnswer } from './schema.ts'

/** An accepted dispute with the line that it contested. */
export type AcceptedDispute = {
  dispute: string
  week: Week
  driverId: string
  code: LineCode
  adjustment: string | null
  plan: string | null
  about: Week | null
  before: number
  correction: string
  given: number
  on: Week
  taken: number
  said: OverlapAnswer | null
  reason: string | null
  at: string | null
  answered: number | null
}

/** Accepted disputes about lines of some weeks, each with the last answer to it. */
export const acceptedDisputes = (weeks: readonly Week[]) =>
  listQuestion(
    () => select(sql`contested.week = any(${weeks}::date[])`),
    (rows: AcceptedDispute[]) => (week: Week) => rows.filter((dispute) => dispute.week === week),
  )

/** What the week of a dispute corrects again of it; `null` while nothing was accepted or the driver has no part in the week. */
export async function findOverlap(disputeId: string, on: Kysely<DB> = db): Promise<Overlap | null> {
  const asked = listQuestion(
    () => select(sql`dispute.id = ${readRecordId(disputeId)}`),
    (rows: AcceptedDispute[]) => rows[0] ?? null,
  )
  const accepted = await askAlone(asked, on)
  const statement = accepted && (await findStatement(accepted.week, accepted.driverId, on))
  return statement ? overlapIn(statement, accepted) : null
}

/** What a statement corrects again of accepted disputes, where anything is, was taken off, or was answered. */
export function overlapsIn(statement: DriverStatement, accepted: readonly AcceptedDispute[]): Overlap[] {
  return accepted
    .filter(({ driverId }) => driverId === statement.driver.id)
    .flatMap((dispute) => overlapIn(statement, dispute) ?? [])
}

function overlapIn(
  { driver, settlement, stored, decided, late }: DriverStatement,
  contested: AcceptedDispute,
): Overlap | null {
  if (!settlement) return null
  const accepted = decided.filter(({ state }) => state === 'accepted').flatMap(({ changes }) => changes)
  const since = stored ? [...accepted, ...(late && !late.declined ? late.changes : [])] : null
  const now = amountNow(contested, { lines: settlement.lines, since })
  const [given, before, taken] = [cents(contested.given), cents(contested.before), cents(contested.taken)]
  const overlap = overlapOf(given, before, now)
  const counted = contested.said === 'twice' ? 0 : overlap
  const isAnswered =
    contested.said !== null && taken === counted && (contested.said === 'once' || contested.answered === overlap)
  return {
    dispute: contested.dispute,
    correction: contested.correction,
    given,
    on: contested.on,
    driver: { id: driver.id, ref: driver.ref, name: driver.name },
    week: contested.week,
    line: { code: contested.code, adjustment: contested.adjustment === null ? null : { about: contested.about } },
    before,
    now,
    overlap,
    taken,
    answer: contested.said && {
      said: contested.said,
      reason: contested.reason ?? '',
      at: momentOf(contested.at ?? ''),
    },
    isOpen: !isAnswered && (overlap !== 0 || taken !== 0),
  }
}

/** `before` is the line in the newest version that was issued when the dispute was accepted. */
function select(which: ReturnType<typeof sql>) {
  return sql`(
    select dispute.id as dispute, contested.week, contested.driver_id as "driverId", line.code, line.adjustment_id as adjustment,
      line.plan_id as plan, of_line.about, coalesce(base.amount, 0)::bigint as before,
      correction.id as correction, correction.amount_cents as given, correction.week as on,
      (select coalesce(-sum(written.amount_cents), 0)::bigint from overlap_answers
        join adjustments written on written.id = written_id
        where correction_id = correction.id and written.state = 'accepted') as taken,
      last.answer as said, last.reason, last.answered_at as at, last.overlap_cents as answered
    from disputes dispute
    join settlements contested on contested.id = dispute.settlement_id
    join settlement_lines line on line.settlement_id = dispute.settlement_id and line.ordinal = dispute.ordinal
    join adjustments correction on correction.id = dispute.adjustment_id
    left join adjustments of_line on of_line.id = line.adjustment_id
    join lateral (select id from settlements version
      where version.driver_id = contested.driver_id and version.week = contested.week and version.issued_at <= dispute.closed_at
      order by version.version desc limit 1) newest on true
    left join lateral (select sum(same.amount_cents) as amount from settlement_lines same
      where same.settlement_id = newest.id and same.code = line.code
        and same.adjustment_id is not distinct from line.adjustment_id and same.plan_id is not distinct from line.plan_id) base on true
    left join lateral (select answer, reason, answered_at, overlap_cents from overlap_answers
      where correction_id = correction.id order by id desc limit 1) last on true
    where dispute.state = 'accepted' and ${which}
    order by dispute.opened_at)`
}
