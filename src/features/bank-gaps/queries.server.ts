import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { gapsBetween } from '#domain/bank-gaps.ts'
import type { Bank } from '#domain/bank-statement.ts'
import { type Cents, cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { GapView } from './schema.ts'

/** Every gap between two statements of an account, by account and day; those that somebody said are right so too. */
export async function listGaps(on: Kysely<DB> = db): Promise<GapView[]> {
  const statements = await on
    .selectFrom('bank_statements as s')
    .innerJoin('bank_files as f', 'f.id', 'file_id')
    .innerJoin('bank_accounts as a', 'a.id', 'account_id')
    .select(['s.id', 'account_id', 'bank', 'label', 'opening_cents', 'closing_cents'])
    .select([sql<string>`first_on`.as('from'), sql<string>`last_on`.as('to')])
    .where('opening_cents', 'is not', null)
    .where('closing_cents', 'is not', null)
    .where('first_on', 'is not', null)
    .where('last_on', 'is not', null)
    .orderBy('bank')
    .orderBy('label')
    .orderBy('first_on')
    .orderBy('f.imported_at')
    .orderBy('opening_cents')
    .execute()
  const loose = await listLoose(on)
  const gaps = [...Map.groupBy(statements, ({ account_id: account }) => account)].flatMap(([id, rows]) => {
    const own = rows.map((row) => ({
      id: row.id,
      from: row.from,
      to: row.to,
      // oxlint-disable-next-line typescript/no-non-null-assertion -- those without are not asked for
      opening: cents(row.opening_cents!),
      // oxlint-disable-next-line typescript/no-non-null-assertion -- those without are not asked for
      closing: cents(row.closing_cents!),
    }))
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a group has one
    const { bank, label } = rows[0]!
    return gapsBetween(own, loose.get(id)).map((gap) => ({ ...gap, account: { id, bank: bank as Bank, label } }))
  })
  if (gaps.length === 0) return []
  const answers = await on
    .selectFrom('bank_gap_answers as g')
    .leftJoin('users as u', 'u.uid', 'answered_by')
    .select(['g.id', 'statement_id', 'closed_on', 'closing_cents', 'reason', 'answered_at', 'u.display_name as by'])
    .where('taken_back_at', 'is', null)
    .execute()
  return gaps.map((gap) => {
    const said = answers.find(
      (one) =>
        one.statement_id === gap.after && one.closed_on === gap.closedOn && one.closing_cents === Number(gap.closing),
    )
    return {
      ...gap,
      answer: said ? { id: said.id, reason: said.reason, at: said.answered_at.toString(), by: said.by } : null,
    }
  })
}

/** The gap before a statement. Refuses `record.not-found` where there is none, or none any more. */
export async function getGap(statementId: string, on: Kysely<DB> = db): Promise<GapView> {
  const id = readRecordId(statementId)
  const gap = (await listGaps(on)).find(({ after }) => after === id)
  if (!gap) throw new Refusal('record.not-found')
  return gap
}

/** How many gaps nobody has said anything of. */
export async function countOpenGaps(on: Kysely<DB> = db): Promise<number> {
  return (await listGaps(on)).filter(({ answer }) => !answer).length
}

/** What moved each day by statements that say no balances. */
async function listLoose(on: Kysely<DB>): Promise<ReadonlyMap<string, { day: string; moved: Cents }[]>> {
  const { rows } = await sql<{ account: string; day: string; moved: number }>`
    select m.account_id as account, m.booked_on as day, sum(m.amount_cents - m.fee_cents)::bigint as moved
    from bank_movements m join bank_statements s on s.id = m.statement_id
    where s.opening_cents is null or s.closing_cents is null
    group by m.account_id, m.booked_on`.execute(on)
  const moves = rows.map(({ account, day, moved }) => ({ account, day, moved: cents(moved) }))
  return Map.groupBy(moves, ({ account }) => account)
}
