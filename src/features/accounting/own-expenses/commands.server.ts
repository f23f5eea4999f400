import type { OwnDriverId } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { getOwnExpense } from './queries.server.ts'
import type { ExpenseInput } from './schema.ts'

/**
 * Maximum number of expenses of a driver in a year: nobody has more, and without a limit a flood would fill the disk.
 */
const MAX_EXPENSES_OF_YEAR = 2_000

/** Saves an expense of the driver. Refuses `own-expense.enough`, and what `saveAttachment` refuses of the paper. */
export async function writeExpense(change: Change, own: OwnDriverId, input: ExpenseInput): Promise<void> {
  const { tx, now } = change
  const driver = await currentDriver(own, tx)
  const year = input.spentOn.slice(0, 4)
  const { count } = await tx
    .selectFrom('own_expenses')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('driver_id', '=', driver)
    .where('spent_on', '>=', `${year}-01-01`)
    .where('spent_on', '<=', `${year}-12-31`)
    .executeTakeFirstOrThrow()
  if (count >= MAX_EXPENSES_OF_YEAR) throw new Refusal('own-expense.enough', { most: MAX_EXPENSES_OF_YEAR })
  const file = await saveAttachment(tx, input.paper)
  await tx
    .insertInto('own_expenses')
    .values({
      driver_id: driver,
      spent_on: input.spentOn,
      kind: input.kind,
      amount_cents: input.amount,
      vat_cents: input.vat,
      note: input.note,
      file_sha256: file?.sha256 ?? null,
      file_name: file?.name ?? null,
      written_at: now.toString(),
    })
    .execute()
  const { spentOn, kind, amount } = input
  change.note({ subject: `driver:${driver}`, after: { expense: kind, spentOn, amount } })
}

/** Withdraws an expense or restores it; a withdrawn one stays visible. Refuses `record.not-found`, also for another driver's. */
export async function withdrawExpense(
  { tx, now, note }: Change,
  own: OwnDriverId,
  { intent, expense }: { intent: 'withdraw' | 'restore'; expense: string },
): Promise<{ spentOn: string }> {
  const { id, driverId, kind, spentOn, amount } = await getOwnExpense(own, expense, tx)
  await tx
    .updateTable('own_expenses')
    .set({ withdrawn_at: intent === 'withdraw' ? now.toString() : null })
    .where('id', '=', id)
    .execute()
  const facts = { expense: kind, spentOn, amount }
  note({ subject: `driver:${driverId}`, ...(intent === 'withdraw' ? { before: facts } : { after: facts }) })
  return { spentOn }
}
