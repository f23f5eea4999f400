import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { FROZEN, type Undoing, listTogether, previewUndo, rowsToRestore } from './queries.server.ts'

/**
 * Undoes an import: its rows stop counting, except those on which a statement rests; rows that it replaced count
 * again. Returns what was done. Refuses `record.not-found`, `import.undone` the second time, and `import.frozen` when
 * a statement rests on every row of it, so that nothing would change.
 */
export async function undoImport(change: Change, importId: number): Promise<Undoing> {
  if (!Number.isSafeInteger(importId)) throw new Refusal('record.not-found')
  await lockWeeksOf(change, [importId])
  const plan = await previewUndo(importId, change.tx)
  if (plan.undoneAt) throw new Refusal('import.undone')
  if (plan.reversed.rows === 0 && plan.kept.rows > 0) throw new Refusal('import.frozen')

  const { rows: restored } = await sql<{ id: number }>`${rowsToRestore(importId)}`.execute(change.tx)
  await change.tx
    .updateTable('import_rows')
    .set({ state: 'undone' })
    .where('import_id', '=', importId)
    .where(sql<boolean>`not ${FROZEN}`)
    .execute()
  // A row that the undone file replaced, and that cannot count again, is now replaced by the version that replaced
  // the undone file.
  await sql`update import_rows set replaced_by = newer.replaced_by from import_rows newer
    where import_rows.replaced_by = ${importId} and import_rows.state = 'replaced' and newer.import_id = ${importId}
      and newer.replaced_by is not null and newer.key = import_rows.key and newer.week = import_rows.week`.execute(
    change.tx,
  )
  if (restored.length > 0) {
    await change.tx
      .updateTable('import_rows')
      .set({ state: 'live', replaced_by: null })
      .where(
        'id',
        'in',
        restored.map(({ id }) => id),
      )
      .execute()
  }
  await change.tx
    .updateTable('imports')
    .set({ undone_at: change.now.toString(), undone_by: change.actor.uid })
    .where('id', '=', importId)
    .execute()
  change.note({
    subject: `import:${importId}`,
    before: { counted: plan.reversed.rows + plan.kept.rows },
    after: { reversed: plan.reversed.rows, kept: plan.kept.rows, restored: plan.restored.rows },
  })
  return plan
}

/**
 * Undoes every import of one press of the button, or none of them; returns how many. Refuses `import.undone` when
 * none is left, and what `undoImport` refuses.
 */
export async function undoTogether(change: Change, importId: number): Promise<number> {
  const ids = await listTogether(importId, change.tx)
  if (ids.length === 0) throw new Refusal('import.undone')
  // Lock all weeks at once and in order, so that two undoings never block each other.
  await lockWeeksOf(change, ids)
  for (const id of ids) await undoImport(change, id)
  return ids.length
}

async function lockWeeksOf({ tx }: Change, ids: readonly number[]): Promise<void> {
  const weeks = await tx
    .selectFrom('import_rows')
    .select('week')
    .distinct()
    .where((row) => row.or([row('import_id', 'in', ids), row('replaced_by', 'in', ids)]))
    .execute()
  await lockWeeks(
    tx,
    weeks.map(({ week }) => week as Week),
  )
}
