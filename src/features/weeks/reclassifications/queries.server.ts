import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { ReclassificationView, Unclassified } from './schema.ts'

/**
 * The amount that waits in `suspense`, by side: the amount that each journal left there, less the amount since reclassified from its side.
 * When a statement is voided after its part was reclassified, that part waits on the other side.
 */
export async function getUnclassified(on: Kysely<DB> = db): Promise<Unclassified> {
  const { credit, debit } = await readSuspense(on)
  return debitAndCredit(credit, debit)
}

/** The balance of `suspense` on each side, which may be less than nothing. */
export async function readSuspense(on: Kysely<DB> = db): Promise<Unclassified> {
  const { rows } = await sql<{ credit: number; debit: number }>`
    select coalesce(sum(amount) filter (where is_cleared = (amount < 0)), 0)::bigint as credit,
      coalesce(sum(amount) filter (where is_cleared = (amount > 0)), 0)::bigint as debit
    from (
      select sum(e.amount_cents) as amount, first.kind = 'reclass' as is_cleared
      from entries e
      join ledger_accounts a on a.id = e.account_id and a.code = 'suspense'
      join journals j on j.id = e.journal_id
      join journals first on first.id = coalesce(j.reverses, j.id)
      group by first.id
    ) moved where amount <> 0`.execute(on)
  return { credit: cents(firstOf(rows).credit), debit: minus(cents(firstOf(rows).debit)) }
}

/** Keeps both sides at or above zero: an excess on one side waits on the other. */
export function debitAndCredit(credit: Cents, debit: Cents): Unclassified {
  if (credit < 0) return debitAndCredit(ZERO, sum([debit, minus(credit)]))
  if (debit < 0) return { credit: sum([credit, minus(debit)]), debit: ZERO }
  return { credit, debit }
}

/** The reclassifications so far, the newest first. */
export async function listReclassifications(on: Kysely<DB> = db): Promise<ReclassificationView[]> {
  const rows = await selectReclassifications(on)
    .orderBy('r.created_at', 'desc')
    .orderBy('id')
    .limit(ENOUGH_FOR_A_SCREEN)
    .execute()
  return rows.map(reclassificationOf)
}

/** One reclassification. Refuses `record.not-found`. */
export async function getReclassification(id: string, on: Kysely<DB> = db): Promise<ReclassificationView> {
  const row = await selectReclassifications(on).where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return reclassificationOf(row)
}

function selectReclassifications(on: Kysely<DB>) {
  return on
    .selectFrom('reclassifications as r')
    .leftJoin('reclassification_reversals as back', 'back.reclassification_id', 'r.id')
    .select(['id', 'account', 'amount_cents', 'r.reason', 'file_name', 'r.created_at', 'back.reason as back_reason'])
    .select(sql<boolean>`exists (select from journals where key = 'reversal:reclass:' || r.id)`.as('is_taken_back'))
}

type ReclassificationRow = Awaited<ReturnType<ReturnType<typeof selectReclassifications>['executeTakeFirstOrThrow']>>

function reclassificationOf(row: ReclassificationRow): ReclassificationView {
  return {
    id: row.id,
    account: row.account as ReclassificationView['account'],
    amount: cents(row.amount_cents),
    reason: row.reason,
    file: row.file_name,
    on: row.created_at.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
    isTakenBack: row.is_taken_back,
    backReason: row.back_reason,
  }
}

/** Older ones remain visible in the entries of the account. */
const ENOUGH_FOR_A_SCREEN = 200

/** The document behind a reclassification, as it was sent in. Refuses `record.not-found` where there is none. */
export async function readReclassificationPaper(id: string) {
  const row = await db
    .selectFrom('reclassifications')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'file_name', 'media_type'])
    .where('reclassifications.id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}
