import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Bank } from '#domain/bank-statement.ts'
import type { FileToRead } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { NamedAccount, SpellingView } from './schema.ts'

/** The spellings that wait for an answer and those that have one, the newest first. */
export async function listSpellings(on: Kysely<DB> = db): Promise<SpellingView[]> {
  const rows = await on
    .selectFrom('bank_spellings as s')
    .leftJoin('bank_accounts as a', 'a.id', 'account_id')
    .leftJoin('users as u', (join) => join.on('u.uid', '=', sql<string>`coalesce(answered_by, asked_by)`))
    .select(['s.id', 's.bank', 's.label', 'sample_name', 'asked_at', 'answered_at', 'u.display_name as by'])
    .select(['a.id as account', 'a.bank as account_bank', 'a.label as account_label'])
    .where('retired_at', 'is', null)
    .orderBy('asked_at', 'desc')
    .orderBy('sample_name')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    bank: row.bank as Bank,
    label: row.label,
    fileName: row.sample_name,
    account:
      row.account === null ? null : { id: row.account, bank: row.account_bank as Bank, label: row.account_label ?? '' },
    isWaiting: row.answered_at === null,
    at: (row.answered_at ?? row.asked_at).toString(),
    by: row.by,
  }))
}

/** One spelling. Refuses `record.not-found` when it was taken back or does not exist. */
export async function getSpelling(id: string, on: Kysely<DB> = db): Promise<SpellingView> {
  const recordId = readRecordId(id)
  const found = (await listSpellings(on)).find((spelling) => spelling.id === recordId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The accounts that a spelling may mean, as they were found when the office was asked. */
export async function listMeanings(id: string, on: Kysely<DB> = db): Promise<NamedAccount[]> {
  const rows = await on
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'label'])
    .where('id', '=', sql<string>`any(select unnest(may_be) from bank_spellings where id = ${readRecordId(id)})`)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, bank: row.bank as Bank }))
}

/** A condition: an account has a statement of a file that was not taken back. */
export function hasStatement(account: RawBuilder<unknown>) {
  return sql<boolean>`exists (select from bank_statements s join bank_files f on f.id = s.file_id
    where s.account_id = ${account} and f.undone_at is null)`
}

/** The file that waited for an answer. Refuses `record.not-found` when the command line answered without a file. */
export async function readWaitingFile(id: string, on: Kysely<DB> = db): Promise<FileToRead> {
  const row = await on
    .selectFrom('bank_spellings')
    .select(['sample_sha256', 'sample_name'])
    .where('id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row?.sample_sha256 || row.sample_name === null) throw new Refusal('record.not-found')
  return { name: row.sample_name, bytes: await readKeptFile(row.sample_sha256) }
}
