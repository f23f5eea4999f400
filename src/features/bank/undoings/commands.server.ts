import { sql } from 'kysely'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { takeAnswersBack } from '../matches/commands.server.ts'
import { listTogether, lockMovements } from '../matches/queries.server.ts'
import { bookOpenings } from '../openings/commands.server.ts'
import { unrejectByBank } from '#features/payments/bank-payments/commands.server.ts'
import type { AnswerUndoing } from './schema.ts'
import { effectOf, listKept, previewBankUndoing } from './queries.server.ts'

/**
 * Takes the import of a bank's file back: its movements stop counting with everything that their answers booked, except
 * those that another file has too. `told`: what the drivers who
 * stop being paid read of it besides; `expected`: the effect as it was shown. Refuses `record.not-found`, `bank.file-undone`
 * the second time, `batch.went-on` for a bank's answer once a payment that it refused went on, `bank.undoing-changed` when the effect is another by now, `bank.later-file` with the file that is
 * taken back first, and `bank.held` with a movement whose payment went on.
 */
export async function undoBankFile(
  change: Change,
  fileId: string,
  { reason, told, expected }: { reason: string; told?: string | null | undefined; expected?: string },
): Promise<void> {
  const { tx } = change
  const id = readRecordId(fileId)
  await lockFile(change, id)
  const own = await listMovementsOf(change, id)
  await lockMovements(tx, [...own, ...(await listTogether(tx, own))])
  const plan = await previewBankUndoing(id, tx)
  if (plan.undone) throw new Refusal('bank.file-undone')
  if (expected !== undefined && expected !== effectOf(plan)) throw new Refusal('bank.undoing-changed')
  if (plan.is === 'answer') return undoAnswer(change, plan, reason)
  if (plan.later !== null) throw new Refusal('bank.later-file', { name: plan.later })
  for (const { id: movement, statement, line } of await listKept(id, tx))
    await tx.updateTable('bank_movements').set({ statement_id: statement, line }).where('id', '=', movement).execute()
  const going = await listMovementsOf(change, id)
  await takeAnswersBack(change, going, { reason, told: told ?? '' })
  await tx
    .updateTable('bank_movements')
    .set({ undone_at: change.now.toString() })
    .where('id', '=', sql<string>`any(${going}::uuid[])`)
    .execute()
  await closeFile(change, id, reason)
  await bookOpenings(change)
  change.note({
    subject: 'bank',
    before: { file: plan.name, movements: plan.movements + plan.kept },
    after: { movements: plan.kept, payments: plan.unpaid.length, reason },
  })
}

async function undoAnswer(change: Change, { id, name, again }: AnswerUndoing, reason: string): Promise<void> {
  await unrejectByBank(change, id, reason)
  await closeFile(change, id, reason)
  change.note({ subject: 'bank', before: { file: name, rejected: again.length }, after: { rejected: 0, reason } })
}

async function closeFile({ tx, now, actor }: Change, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('bank_files')
    .set({ undone_at: now.toString(), undone_by: actor.uid, undone_reason: reason })
    .where('id', '=', id)
    .execute()
}

/** The movements that count from a file. */
async function listMovementsOf({ tx }: Change, fileId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_movements')
    .innerJoin('bank_statements', 'bank_statements.id', 'statement_id')
    .select('bank_movements.id')
    .where('file_id', '=', fileId)
    .where('undone_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Nobody imports this file, or another of its accounts, at the same moment. Refuses `record.not-found`. */
async function lockFile({ tx }: Change, id: string): Promise<void> {
  const file = await tx.selectFrom('bank_files').select('sha256').where('id', '=', id).executeTakeFirst()
  if (!file) throw new Refusal('record.not-found')
  await sql`select pg_advisory_xact_lock(hashtext('bank file'), hashtext(${file.sha256}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('bank account'), hashtext(account))
    from (select distinct account_id::text as account from bank_statements where file_id = ${id} order by 1) own`.execute(
    tx,
  )
}
