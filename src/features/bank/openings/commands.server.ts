import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { bankPostings } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances, postJournal, reverseJournal } from '#features/ledger/commands.server.ts'

type Opening = { account: string; day: string; amount: number }

/**
 * Books the opening of each bank account, so that the books agree with the banks: the balance with which its first
 * statement begins, on the day before. When a statement comes that is earlier than the first, reverses the old
 * opening. For the account that began first, books only the part of the balance that the books did not have already.
 */
export async function bookOpenings(change: Change): Promise<void> {
  await lockBalances(change.tx)
  const openings = await listFirstOpenings(change.tx)
  const known = await listOpenings(change.tx)
  // Reverse the opening of an account whose statements were all taken back: the account now begins with nothing.
  for (const opening of known)
    if (!openings.some(({ account }) => account === opening.account)) await reverseOpening(change, opening.id)
  for (const [at, opening] of openings.entries()) {
    const before = at === 0 ? await bookedBefore(change, opening.day) : 0
    const amount = opening.amount - before
    const booked = known.find(({ account }) => account === opening.account)
    if (booked && booked.day === opening.day && booked.amount === amount) continue
    if (booked) await reverseOpening(change, booked.id)
    const id = crypto.randomUUID()
    await change.tx
      .insertInto('bank_openings')
      .values({
        id,
        account_id: opening.account,
        day: opening.day,
        amount_cents: amount,
        booked_at: change.now.toString(),
        booked_by: change.actor.uid,
      })
      .execute()
    await postJournal(change, {
      key: `bank:${id}`,
      kind: 'bank',
      driverId: null,
      week: null,
      effectiveOn: Temporal.PlainDate.from(opening.day),
      postings: amount === 0 ? [] : bankPostings('opening', cents(amount)),
    })
  }
}

async function reverseOpening(change: Change, id: string): Promise<void> {
  await reverseJournal(change, `bank:${id}`)
  await change.tx.updateTable('bank_openings').set({ undone_at: change.now.toString() }).where('id', '=', id).execute()
}

/**
 * The opening balance of each account by its first statement, the oldest first. Of several statements that begin on
 * one day, the first is the one that does not begin with the closing balance of another; if that leaves several, it
 * is the one imported first. `without`: a file that is to be taken back, whose statements are left out.
 */
export async function listFirstOpenings(on: Kysely<DB>, without: string | null = null): Promise<Opening[]> {
  const { rows } = await sql<Opening>`with firsts as (
      select s.id, s.account_id as account, s.opening_cents as amount, s.closing_cents as closing, f.imported_at,
        least(s.period_from, (select min(booked_on) from bank_movements m where m.statement_id = s.id),
          -- Of a file that is to be taken back, the movements that would count from this statement.
          (select min(booked_on) from bank_statement_movements l join bank_movements m on m.id = l.movement_id
            join bank_statements gone on gone.id = m.statement_id
            where l.statement_id = s.id and gone.file_id = ${without}::uuid)) as first
      from bank_statements s join bank_files f on f.id = s.file_id
      where s.opening_cents is not null and f.undone_at is null and f.id is distinct from ${without}::uuid)
    select account, day, amount from (
      select distinct on (account) account, amount, (first - 1)::date as day from firsts one where first is not null
      order by account, first, exists (select from firsts other
          where other.account = one.account and other.first = one.first and other.id <> one.id
            and other.closing = one.amount and other.amount <> one.amount),
        imported_at, amount) opened order by day, account`.execute(on)
  return rows
}

export async function listOpenings(on: Kysely<DB>): Promise<(Opening & { id: string })[]> {
  const rows = await on
    .selectFrom('bank_openings')
    .select(['id', 'account_id', 'day', 'amount_cents'])
    .where('undone_at', 'is', null)
    .execute()
  return rows.map((row) => ({ id: row.id, account: row.account_id, day: row.day, amount: row.amount_cents }))
}

/** The bank's balance in the books up to a day, without any opening, in cents; above zero is money on the account. */
async function bookedBefore({ tx }: Change, day: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select coalesce(-sum(e.amount_cents), 0)::bigint as amount
    from entries e join ledger_accounts a on a.id = e.account_id and a.code = 'bank' join journals j on j.id = e.journal_id
    where j.effective_on <= ${day}::date and not exists (
      select from bank_openings o where j.key in ('bank:' || o.id, 'reversal:bank:' || o.id))`.execute(tx)
  return rows[0]?.amount ?? 0
}
