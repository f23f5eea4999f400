import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { FileToRead } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { lookAtBankListInWorker } from '#integrations/worker/read-in-worker.ts'
import type { BankListSetup } from '#integrations/bank/columns.ts'
import type { BankLook } from '#integrations/bank/look.ts'
import { type BankSetupInput, type BankListView, storedBankList } from './schema.ts'

/** The banks' lists that were set up, for reading files. */
export async function listBankSetups(on: Kysely<DB> = db): Promise<BankListSetup[]> {
  const rows = await on
    .selectFrom('bank_lists')
    .select(['account', 'fingerprint', 'mapping'])
    .where('retired_at', 'is', null)
    .where('taught_at', 'is not', null)
    .orderBy('taught_at')
    .execute()
  return rows.flatMap(({ account, fingerprint, mapping }) =>
    account === null || fingerprint === null ? [] : [{ account, fingerprint, mapping: storedBankList.parse(mapping) }],
  )
}

/** The lists that were set up, and the files that wait to be set up, the newest first. */
export async function listBankLists(on: Kysely<DB> = db): Promise<BankListView[]> {
  const rows = await on
    .selectFrom('bank_lists')
    .select(['id', 'account', 'sample_name', 'kept_at', 'taught_at'])
    .where('retired_at', 'is', null)
    .orderBy('kept_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    fileName: row.sample_name,
    at: (row.taught_at ?? row.kept_at).toString(),
  }))
}

export type BankListWithFile = BankListView & { file: FileToRead }

/** A list that was set up or waits to be. Refuses `record.not-found` when it is retired or does not exist. */
export async function getBankListView(id: string, on: Kysely<DB> = db): Promise<BankListView & { hash: string }> {
  const row = await on
    .selectFrom('bank_lists')
    .select(['id', 'account', 'sample_sha256', 'sample_name', 'kept_at', 'taught_at'])
    .where('id', '=', readRecordId(id))
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return {
    id: row.id,
    account: row.account,
    fileName: row.sample_name,
    at: (row.taught_at ?? row.kept_at).toString(),
    hash: row.sample_sha256,
  }
}

/** A list with its file. Refuses `record.not-found` when it is retired or does not exist. */
export async function getBankList(id: string, on: Kysely<DB> = db): Promise<BankListWithFile> {
  const { hash, ...view } = await getBankListView(id, on)
  return { ...view, file: { name: view.fileName, bytes: await readKeptFile(hash) } }
}

/** Reads a list with the columns named so far; saves nothing. Refuses `profile.no-table` for a file without a table. */
export async function lookAtBankList(file: FileToRead, { headerLine, draft }: BankSetupInput): Promise<BankLook> {
  const look = await lookAtBankListInWorker(file, { headerLine, draft })
  if (!look) throw new Refusal('profile.no-table', { name: file.name })
  return look
}
