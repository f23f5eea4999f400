import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { gapsBetween } from '#domain/bank-gaps.ts'
import type { Bank } from '#domain/bank-statement.ts'
import { firstOf } from '#domain/certain.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { GapView } from './schema.ts'

type GapRow = {
  statements: {
    id: string
    account: string
    bank: Bank
    label: string
    opening: number
    closing: number
    from: string
    to: string
  }[]
  loose: { account: string; day: string; moved: number }[]
  answers: {
    id: string
    statement: string
    on: string
    closing: number
    reason: string
    at: string
    by: string | null
  }[]
}

/**
 * Every gap between two statements of an account, by account and day: from the balances of the statements, the daily
 * movements of statements without balances, and the answers.
 */
const gaps = {
  ask: () => sql`(select
    (select coalesce(json_agg(one), '[]') from (
      select s.id, account_id as account, bank, label, opening_cents as opening, closing_cents as closing, first_on as "from", last_on as "to"
      from bank_statements s join bank_files f on f.id = file_id join bank_accounts a on a.id = account_id
      where f.undone_at is null and opening_cents is not null and closing_cents is not null and first_on is not null and last_on is not null
      order by bank, label, first_on, f.imported_at, opening_cents) one) as statements,
    (select coalesce(json_agg(one), '[]') from (
      select m.account_id as account, m.booked_on as day, sum(m.amount_cents - m.fee_cents)::bigint as moved
      from bank_movements m join bank_statements s on s.id = m.statement_id
      where m.undone_at is null and (s.opening_cents is null or s.closing_cents is null)
      group by m.account_id, m.booked_on) one) as loose,
    (select coalesce(json_agg(one), '[]') from (
      select g.id, statement_id as statement, closed_on as on, closing_cents as closing, reason, answered_at as at, u.display_name as by
      from bank_gap_answers g left join users u on u.uid = answered_by
      where taken_back_at is null) one) as answers)`,
  read: ({ statements, loose, answers }: GapRow): GapView[] => {
    const looseOf = Map.groupBy(
      loose.map((movement) => ({ ...movement, moved: cents(movement.moved) })),
      ({ account }) => account,
    )
    const found = [...Map.groupBy(statements, ({ account }) => account)].flatMap(([id, rows]) => {
      const ofAccount = rows.map((row) => ({ ...row, opening: cents(row.opening), closing: cents(row.closing) }))
      const { bank, label } = firstOf(rows)
      return gapsBetween(ofAccount, looseOf.get(id)).map((gap) => ({ ...gap, account: { id, bank, label } }))
    })
    return found.map((gap) => {
      const answer = answers.find(
        (candidate) =>
          candidate.statement === gap.after &&
          candidate.on === gap.closedOn &&
          candidate.closing === Number(gap.closing),
      )
      return {
        ...gap,
        answer: answer ? { id: answer.id, reason: answer.reason, at: momentOf(answer.at), by: answer.by } : null,
      }
    })
  },
}

/** Every gap between two statements of an account, by account and day; also those that somebody accepted. */
export function listGaps(on: Kysely<DB> = db): Promise<GapView[]> {
  return askAlone(gaps, on)
}

/** The gap before a statement. Refuses `record.not-found` when there is none. */
export async function getGap(statementId: string, on: Kysely<DB> = db): Promise<GapView> {
  const id = readRecordId(statementId)
  const gap = (await listGaps(on)).find(({ after }) => after === id)
  if (!gap) throw new Refusal('record.not-found')
  return gap
}

/** The number of gaps that nobody has answered. */
export const openGaps = {
  ask: gaps.ask,
  read: (row: GapRow) => gaps.read(row).filter(({ answer }) => !answer).length,
}
