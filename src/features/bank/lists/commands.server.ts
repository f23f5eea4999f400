import { fingerprintOf } from '#domain/mapping.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { lookAtBankListInWorker } from '#integrations/worker/read-in-worker.ts'
import type { ReadableFile } from '#integrations/format.ts'
import { sourceOf } from '#platform/bytes.ts'
import { getBankList, getBankListView, lookAtBankList } from './queries.server.ts'
import { type BankSetupInput, bankListErrors } from './schema.ts'

const NOTHING_SET_UP = { headerLine: null, draft: { columns: {}, isInverted: false, decimals: null, dates: null } }

/**
 * Saves a list of an unknown bank until somebody sets its columns up; `null` for a file that contains no list. The
 * same file is saved only once.
 */
export async function saveUnknownList(change: Change, file: ReadableFile): Promise<string | null> {
  const look = await lookAtBankListInWorker(file, NOTHING_SET_UP)
  if (!look) return null
  const sha256 = await saveFile(change.tx, sourceOf(file), 'application/octet-stream')
  const waiting = () =>
    change.tx
      .selectFrom('bank_lists')
      .select('id')
      .where('sample_sha256', '=', sha256)
      .where('retired_at', 'is', null)
      .where('taught_at', 'is', null)
      .executeTakeFirst()
  const known = await waiting()
  if (known) return known.id
  const inserted = await change.tx
    .insertInto('bank_lists')
    .values({
      sample_sha256: sha256,
      sample_name: file.name,
      kept_at: change.now.toString(),
      kept_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return (await waiting())?.id ?? null
  change.note({ subject: `bank-list:${inserted.id}`, after: { file: file.name } })
  return inserted.id
}

/**
 * Saves the columns of a list as somebody set them up. Refuses `record.not-found`, `bank-list.taught` when this list,
 * or one with the same headings, is set up already, and `profile.incomplete` when the list cannot be read completely.
 */
export async function setUpBankList(change: Change, id: string, setupInput: BankSetupInput): Promise<void> {
  await change.tx.selectFrom('bank_lists').select('id').where('id', '=', id).forUpdate().execute()
  const { file, account: known } = await getBankList(id, change.tx)
  if (known !== null) throw new Refusal('bank-list.taught')
  const { mapping, result, headingKeys, problems } = await lookAtBankList(file, setupInput)
  const { account } = setupInput
  const isWhole = Object.keys(bankListErrors(account, problems)).length === 0
  if (!isWhole || !mapping || !result || result.count === 0 || result.problems.length > 0)
    throw new Refusal('profile.incomplete')
  const fingerprint = fingerprintOf(headingKeys)
  const other = await change.tx
    .selectFrom('bank_lists')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (other) throw new Refusal('bank-list.taught')
  await change.tx
    .updateTable('bank_lists')
    .set({
      account,
      fingerprint,
      mapping: JSON.stringify(mapping),
      taught_at: change.now.toString(),
      taught_by: change.actor.uid,
    })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `bank-list:${id}`, after: { account, file: file.name } })
}

/**
 * Stops the use of a list for reading files, or drops a file that waits; imported movements stay. Refuses
 * `record.not-found`.
 */
export async function retireBankList(change: Change, id: string): Promise<void> {
  const { account, fileName } = await getBankListView(id, change.tx)
  await change.tx
    .updateTable('bank_lists')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `bank-list:${id}`, before: { account, file: fileName } })
}
