import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Bank, IgnoredLine, PaymentAnswer } from '#domain/bank-statement.ts'
import { type Cents, cents } from '#domain/money.ts'
import { listGaps } from '#features/bank-gaps/queries.server.ts'
import type { GapView } from '#features/bank-gaps/schema.ts'
import { hasStatement } from './spellings/queries.server.ts'
import type { BankAccountView, BankFileOutcome, NewMovements, TakenStatement } from './schema.ts'

/** The outcome of a file that was imported before; `null` for a new one. */
export async function readBankFileAgain(
  sha256: string,
  name: string,
  on: Kysely<DB> = db,
): Promise<BankFileOutcome | null> {
  const file = await on
    .selectFrom('bank_files')
    .select(['id', 'kind', sql<PaymentAnswer | null>`answer`.as('answer')])
    .where('sha256', '=', sha256)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (!file) return null
  if (file.answer) {
    const { originalMessageId, status } = file.answer
    const batch = await on
      .selectFrom('payment_batches')
      .select('id')
      .where('message_id', '=', originalMessageId)
      .executeTakeFirst()
    return {
      status: 'again',
      name,
      is: 'answer',
      fileId: file.id,
      batch: batch ? { batchId: batch.id, rejected: 0 } : null,
      originalMessageId,
      groupStatus: status,
    }
  }
  return { status: 'again', name, is: 'statements', statements: await statementsOf(file.id, on) }
}

async function statementsOf(fileId: string, on: Kysely<DB>): Promise<TakenStatement[]> {
  const rows = await on
    .selectFrom('bank_statements as s')
    .innerJoin('bank_accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 'account_id', 'bank', 'label', 'currency', 'period_from', 'period_to'])
    .select(['opening_cents', 'closing_cents', sql<IgnoredLine[]>`ignored`.as('ignored')])
    .select(
      sql<
        string[]
      >`array(select m.id from bank_movements m where m.statement_id = s.id and undone_at is null order by ordinal)`.as(
        'movements',
      ),
    )
    .where('file_id', '=', fileId)
    .execute()
  const gaps = (await listGaps(on)).filter(({ answer }) => !answer)
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    bank: row.bank as Bank,
    label: row.label,
    currency: row.currency,
    period: row.period_from && row.period_to ? { from: row.period_from, to: row.period_to } : null,
    opening: centsOrNull(row.opening_cents),
    closing: centsOrNull(row.closing_cents),
    movements: row.movements,
    fresh: [],
    ignored: row.ignored,
    gaps: gapsAround(gaps, row.id),
  }))
}

/** The movements that statements added: the new ones, how many were known already, and the days of the new ones. */
export async function findNewMovements(statementIds: readonly string[], on: Kysely<DB> = db): Promise<NewMovements> {
  const { rows } = await sql<{ id: string; booked: string }>`select id, booked_on as booked from bank_movements
    where statement_id = any(${statementIds}::uuid[]) and undone_at is null order by booked_on, ordinal`.execute(on)
  const { movements } = await on
    .selectFrom('bank_statements')
    .select(sql<number>`coalesce(sum(movements), 0)::int`.as('movements'))
    .where('id', '=', sql<string>`any(${statementIds}::uuid[])`)
    .executeTakeFirstOrThrow()
  return {
    fresh: rows.map(({ id }) => id),
    known: movements - rows.length,
    days: rows.length > 0 ? { from: rows[0]?.booked ?? '', to: rows.at(-1)?.booked ?? '' } : null,
  }
}

/** The gaps before and after a statement. */
export function gapsAround(gaps: readonly GapView[], statementId: string): GapView[] {
  return gaps.filter(({ before, after }) => before === statementId || after === statementId)
}

/**
 * The bank accounts that have a statement which counts, each with its newest balance by the bank and the number of
 * unanswered movements.
 */
export async function listBankAccounts(on: Kysely<DB> = db): Promise<BankAccountView[]> {
  const { rows } = await sql<{
    id: string
    bank: Bank
    label: string
    currency: string
    balance: number | null
    until: string | null
    waiting: number
  }>`select a.id, a.bank, a.label, a.currency, last.balance_cents as balance, last.booked_on as until,
      (select count(*) from bank_movements m where m.account_id = a.id and m.undone_at is null
        and not exists (select from bank_answers b where b.movement_id = m.id and b.taken_back_at is null)) as waiting
    from bank_accounts a left join lateral (select balance_cents, booked_on from bank_movements m
      where m.account_id = a.id and m.undone_at is null order by booked_on desc, ordinal desc limit 1) last on true
    where ${hasStatement(sql`a.id`)}
    order by a.bank, a.label`.execute(on)
  return rows.map((row) => ({ ...row, balance: centsOrNull(row.balance) }))
}

function centsOrNull(amount: number | null): Cents | null {
  return amount === null ? null : cents(amount)
}

/** Maximum days after a platform sent money on which it may arrive on the account. */
const ARRIVES_WITHIN = 5

/**
 * The days on which payouts that platforms report reached the bank, in the order of `sent`: each the day of the first
 * movement of exactly that amount within five days that names the platform. `null` when no statement has one.
 */
export async function listArrivals(
  sent: readonly { platform: string; day: string; amount: number }[],
  on: Kysely<DB> = db,
): Promise<(string | null)[]> {
  if (sent.length === 0) return []
  const { rows } = await sql<{ booked: string | null }>`
    select (
      select min(booked_on)::text from bank_movements m
      where m.amount_cents = asked.amount and m.undone_at is null and m.booked_on between asked.day and asked.day + ${ARRIVES_WITHIN}::int
        and strpos(lower(m.text || ' ' || coalesce(m.party, '')), asked.platform) > 0
    ) as booked
    from unnest(${sent.map(({ platform }) => platform)}::text[], ${sent.map(({ day }) => day)}::date[],
      ${sent.map(({ amount }) => amount)}::bigint[]) with ordinality as asked (platform, day, amount, place)
    order by place`.execute(on)
  return rows.map(({ booked }) => booked)
}
