import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Bank } from '#domain/bank-statement.ts'
import { firstOf } from '#domain/certain.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import { namesApart } from '#domain/driver.ts'
import { listTogether } from '../matches/queries.server.ts'
import type { PaymentName } from '../matches/schema.ts'
import { listFirstOpenings, listOpenings } from '../openings/commands.server.ts'
import { listRefused } from '#features/payments/bank-payments/queries.server.ts'
import type { AnswerUndoing, BankFileView, BankUndoing } from './schema.ts'

/** The newest files are listed; older ones are found by their movements. */
const MAX_FILES = 500

/** The imported files, the newest first. */
export async function listBankFiles(
  on: Kysely<DB> = db,
  { id = null }: { id?: string | null } = {},
): Promise<BankFileView[]> {
  const { rows } = await sql<{
    id: string
    name: string
    accounts: { bank: Bank; label: string }[]
    first: string | null
    last: string | null
    fresh: number
    imported_at: Temporal.Instant
    by: string | null
    undone_at: Temporal.Instant | null
    undone_by: string | null
    undone_reason: string | null
    kind: string
    message: string | null
    refused: number
  }>`select f.id, name, kind, imported_at, answer ->> 'originalMessageId' as message,
      (select count(*)::int from batch_payments p where p.refused_in = f.id and p.state = 'rejected') as refused,
       who.display_name as by, undone_at, back.display_name as undone_by, undone_reason,
      (select coalesce(json_agg(distinct jsonb_build_object('bank', a.bank, 'label', a.label)), '[]')
        from bank_statements s join bank_accounts a on a.id = s.account_id where s.file_id = f.id) as accounts,
      brought.*
    from bank_files f left join users who on who.uid = imported_by left join users back on back.uid = undone_by
      cross join lateral (select min(first_on) as first, max(last_on) as last, coalesce(sum(fresh), 0)::int as fresh
        from bank_statements s where s.file_id = f.id) brought
    where (${id}::uuid is null or f.id = ${id}::uuid)
    order by imported_at desc, name limit ${MAX_FILES}`.execute(on)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    accounts: row.accounts,
    days: row.first && row.last ? { from: row.first, to: row.last } : null,
    fresh: row.fresh,
    at: row.imported_at.toString(),
    by: row.by,
    undone:
      row.undone_at === null
        ? null
        : { at: row.undone_at.toString(), by: row.undone_by, reason: row.undone_reason ?? '' },
    answers: row.kind === 'answer' ? { messageId: row.message ?? '', refused: row.refused } : null,
  }))
}

/** The files of some statements, without those that were taken back. */
export async function listFilesOf(statements: readonly string[], on: Kysely<DB> = db): Promise<string[]> {
  if (statements.length === 0) return []
  const rows = await on
    .selectFrom('bank_statements as s')
    .innerJoin('bank_files as f', 'f.id', 's.file_id')
    .select('f.id')
    .distinct()
    .where('s.id', '=', sql<string>`any(${[...statements]}::uuid[])`)
    .where('undone_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The effect of taking a file's import back, without doing it. Refuses `record.not-found`. */
export async function previewBankUndoing(fileId: string, on: Kysely<DB> = db): Promise<BankUndoing | AnswerUndoing> {
  const id = readRecordId(fileId)
  const [file] = await listBankFiles(on, { id })
  if (!file) throw new Refusal('record.not-found')
  if (file.answers) return previewAnswer(file, on)
  const kept = await listKept(id, on)
  const going = await listGoing(
    id,
    kept.map((movement) => movement.id),
    on,
  )
  const others = await listTogether(on, going)
  const payments = await listPayments([...going, ...others], on)
  const answered = await on
    .selectFrom('bank_answers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('movement_id', '=', sql<string>`any(${going}::uuid[])`)
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    ...file,
    is: 'statements',
    movements: going.length,
    answered: answered.count,
    others: others.length,
    kept: kept.length,
    keptIn: [...new Set(kept.map(({ file: name }) => name))],
    ...netOf(payments),
    openings: file.undone ? [] : await listChangedOpenings(id, on),
    isSpelled: await isSpelled(id, on),
    later: await findLater(id, on),
  }
}

async function previewAnswer(file: BankFileView, on: Kysely<DB>): Promise<AnswerUndoing> {
  const refusedPayments = await listRefused(file.id, on)
  const names = await namesOf(
    refusedPayments.map(({ settlementId }) => settlementId),
    on,
  )
  const gone = new Set(refusedPayments.flatMap(({ settlementId, wentOn }) => (wentOn ? [settlementId] : [])))
  return {
    ...file,
    is: 'answer',
    again: names.filter(({ settlementId }) => !gone.has(settlementId)),
    wentOn: names.filter(({ settlementId }) => gone.has(settlementId)),
  }
}

async function namesOf(settlements: readonly string[], on: Kysely<DB>): Promise<PaymentName[]> {
  const rows = await on
    .selectFrom('settlements as s')
    .innerJoin('drivers as d', 'd.id', 's.driver_id')
    .select(['s.id', 's.week', 'd.name', 'd.ref', 's.payable_cents'])
    .where('s.id', '=', sql<string>`any(${[...settlements]}::uuid[])`)
    .orderBy('s.week')
    .orderBy('d.name')
    .execute()
  return namesApart(rows).map(paymentName)
}

function paymentName(row: { id: string; week: string; name: string; ref: string; payable_cents: number }): PaymentName {
  const { id: settlementId, week, name, ref, payable_cents: amount } = row
  return { settlementId, week: weekName(week as Week), name, ref, amount: cents(amount) }
}

/** The effect as one text: the same as long as nothing of it changes. */
export function effectOf(undoing: BankUndoing | AnswerUndoing): string {
  if (undoing.is === 'answer') return JSON.stringify(undoing.again.map(({ settlementId }) => settlementId).toSorted())
  const { movements, answered, others, kept, unpaid, repaid, moved, waiting, openings } = undoing
  const ids = [unpaid, repaid, moved, waiting].map((some) => some.map(({ settlementId }) => settlementId).toSorted())
  const balances = openings.map(({ bank, label, day, amount }) => [bank, label, day, amount].join(' ')).toSorted()
  return JSON.stringify([movements, answered, others, kept, ids, balances])
}

/** A movement of the file that another file has too, from which it counts then: the one that was imported first. */
type Kept = { id: string; statement: string; line: number; file: string }

export async function listKept(fileId: string, on: Kysely<DB>): Promise<Kept[]> {
  const { rows } = await sql<Kept>`select distinct on (m.id) m.id, s.id as statement, l.line, f.name as file
    from bank_statements own join bank_movements m on m.statement_id = own.id and m.undone_at is null
      join bank_statement_movements l on l.movement_id = m.id
      join bank_statements s on s.id = l.statement_id
      join bank_files f on f.id = s.file_id and f.undone_at is null and f.id <> own.file_id
    where own.file_id = ${fileId} order by m.id, f.imported_at, s.id`.execute(on)
  return rows
}

/** The movements that stop counting with a file. */
async function listGoing(fileId: string, kept: readonly string[], on: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select m.id from bank_statements s join bank_movements m on m.statement_id = s.id
    where s.file_id = ${fileId} and m.undone_at is null and m.id <> all(${kept}::uuid[]) order by m.id`.execute(on)
  return rows.map((row) => row.id)
}

type Payment = { payment: PaymentName; role: string; isPosted: boolean; stoodOn: string | null }

/**
 * What becomes of each payment once all its answers are taken back: one that was paid, returned and paid again is to be
 * paid once. The answers come in the order in which they were given.
 */
function netOf(answers: readonly Payment[]): Pick<BankUndoing, 'unpaid' | 'repaid' | 'moved' | 'waiting'> {
  const net = { unpaid: [], repaid: [], moved: [], waiting: [] } as Record<
    'unpaid' | 'repaid' | 'moved' | 'waiting',
    PaymentName[]
  >
  for (const own of Map.groupBy(answers, ({ payment }) => payment.settlementId).values()) {
    const [first, last] = [firstOf(own), own.at(-1)]
    const isPaid = last?.role === 'paid'
    const wasPaid = first.role === 'returned' || !first.isPosted
    if (isPaid && !wasPaid) net.unpaid.push(first.payment)
    else if (!isPaid && wasPaid) net.repaid.push(first.payment)
    else if (!isPaid) net.waiting.push(first.payment)
    else if (first.role === 'returned' || first.stoodOn !== null) net.moved.push(first.payment)
  }
  return net
}

async function listPayments(movements: readonly string[], on: Kysely<DB>): Promise<Payment[]> {
  const rows = await on
    .selectFrom('bank_answers as b')
    .innerJoin('bank_answer_payments as p', 'p.answer_id', 'b.id')
    .innerJoin('settlements as s', 's.id', 'settlement_id')
    .innerJoin('drivers as d', 'd.id', 's.driver_id')
    .select(['s.id', 's.week', 'd.name', 'd.ref', 's.payable_cents', 'role', 'posted', 'stood_on'])
    .where('b.movement_id', '=', sql<string>`any(${[...movements]}::uuid[])`)
    .where('taken_back_at', 'is', null)
    .where('role', '<>', 'part')
    .orderBy('s.week')
    .orderBy('d.name')
    .orderBy('b.ordinal')
    .execute()
  return namesApart(rows).map((row) => ({
    payment: paymentName(row),
    role: row.role,
    isPosted: row.posted,
    stoodOn: row.stood_on,
  }))
}

async function listChangedOpenings(fileId: string, on: Kysely<DB>): Promise<BankUndoing['openings']> {
  const [booked, now, after] = [
    await listOpenings(on),
    await listFirstOpenings(on),
    await listFirstOpenings(on, fileId),
  ]
  const changed = now.filter((opening) => {
    const then = after.find(({ account }) => account === opening.account)
    return then?.day !== opening.day || then.amount !== opening.amount
  })
  const accounts = await on.selectFrom('bank_accounts').select(['id', 'bank', 'label']).execute()
  return changed.flatMap(({ account, day, amount }) => {
    const own = accounts.find(({ id }) => id === account)
    if (!own || !booked.some((opening) => opening.account === account)) return []
    return [{ bank: own.bank as Bank, label: own.label, day, amount: cents(amount) }]
  })
}

/** Whether somebody said which account the file, or one that is spelled alike, belongs to. */
async function isSpelled(fileId: string, on: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from bank_statements s join bank_spellings said on said.account_id = s.account_id
    where s.file_id = ${fileId} and said.answered_at is not null and said.retired_at is null limit 1`.execute(on)
  return rows.length > 0
}

/**
 * A file that came later, covers days of this one, and has movements of them which it did not bring and whose lines are
 * not known: the bank divided or ordered them differently, or it was imported before lines were kept.
 */
async function findLater(fileId: string, on: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select later.name from bank_files own
      join bank_statements s on s.file_id = own.id and s.fresh > 0
      join bank_statements other on other.account_id = s.account_id and other.first_on <= s.last_on and other.last_on >= s.first_on
      join bank_files later on later.id = other.file_id and later.undone_at is null and later.id <> own.id
        and later.imported_at >= own.imported_at
    where own.id = ${fileId} and other.movements > other.fresh
      + (select count(*) from bank_statement_movements l where l.statement_id = other.id)
    order by later.imported_at desc limit 1`.execute(on)
  return rows[0]?.name ?? null
}
