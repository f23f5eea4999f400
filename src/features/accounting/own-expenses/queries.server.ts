import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { ExpenseKind, OwnExpense } from './schema.ts'

/** The expenses of the signed-in driver in a year, including those in records merged into theirs, the newest first. */
export async function listOwnExpenses(own: OwnDriverId, year: number, on: Kysely<DB> = db): Promise<OwnExpense[]> {
  const rows = await selectOwn(own, on)
    .where('spent_on', '>=', `${year}-01-01`)
    .where('spent_on', '<=', `${year}-12-31`)
    .orderBy('spent_on', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map(viewOf)
}

/** An expense of the signed-in driver. Refuses `record.not-found`. */
export async function getOwnExpense(own: OwnDriverId, id: string, on: Kysely<DB> = db) {
  const row = await selectOwn(own, on).where('own_expenses.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { ...viewOf(row), driverId: row.driver_id }
}

/** The paper of an expense. Refuses `record.not-found`, also when it has none. */
export async function readExpenseFile(own: OwnDriverId, id: string) {
  const row = await selectOwn(own, db)
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'media_type'])
    .where('own_expenses.id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row?.file_sha256) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.file_sha256) }
}

function selectOwn(own: OwnDriverId, on: Kysely<DB>) {
  return on
    .selectFrom('own_expenses')
    .select([
      'own_expenses.id',
      'driver_id',
      'spent_on',
      'kind',
      'amount_cents',
      'vat_cents',
      'note',
      'file_name',
      'withdrawn_at',
    ])
    .where('driver_id', '=', sql<string>`any(array(select own_records(standing_record(${own}))))`)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

function viewOf(row: Row): OwnExpense {
  return {
    id: row.id,
    spentOn: row.spent_on,
    kind: row.kind as ExpenseKind,
    amount: cents(row.amount_cents),
    vat: row.vat_cents === null ? null : cents(row.vat_cents),
    note: row.note,
    fileName: row.file_name,
    isWithdrawn: row.withdrawn_at !== null,
  }
}
