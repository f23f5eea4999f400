import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { Means, OtherPayment } from './schema.ts'

/** Every payment of a statement outside a bank file, the newest first: the one that counts, and those taken back. */
export async function listOtherPayments(settlementId: string, on: Kysely<DB> = db): Promise<OtherPayment[]> {
  const rows = await on
    .selectFrom('other_payments')
    .leftJoin('users as writer', 'writer.uid', 'written_by')
    .leftJoin('users as undoer', 'undoer.uid', 'undone_by')
    .selectAll('other_payments')
    .select([personName('writer').as('by'), personName('undoer').as('back')])
    .where('settlement_id', '=', readRecordId(settlementId))
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map((row): OtherPayment => ({
    id: row.id,
    amount: cents(row.amount_cents),
    means: row.means as Means,
    paidOn: row.paid_on,
    note: row.note,
    fileName: row.file_name,
    writtenAt: row.written_at.toString(),
    by: row.by,
    undone:
      row.undone_at === null ? null : { at: row.undone_at.toString(), by: row.back, reason: row.undo_reason ?? '' },
  }))
}

/** The proof of a payment. Refuses `record.not-found` where there is none. */
export async function readPaymentProof(id: string, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('other_payments')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'file_name', 'media_type'])
    .where('other_payments.id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row?.file_name) throw new Refusal('record.not-found')
  return { name: row.file_name, mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}
