import { sql } from 'kysely'
import { inTransaction } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { type Month, monthAt } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { checkDeliveries } from './jobs.ts'
import { compareAnew, figuresOfMonth, listCompared } from './queries.server.ts'
import { seenFigures } from './schema.ts'

/**
 * Notes that the month was handed to the accountant with the figures that the page showed (`seen`). Refuses
 * `month.runs` while the month is not over, `record.not-found` for a month with nothing in it, and
 * `record.changed-meanwhile` when its figures have changed since.
 */
export async function deliverMonth(change: Change, month: Month, seen: string): Promise<void> {
  if (month >= monthAt(change.now)) throw new Refusal('month.runs')
  const figures = await figuresOfMonth(month, change.tx)
  if (figures.every(({ amount }) => amount === 0)) throw new Refusal('record.not-found')
  if (seenFigures(figures) !== seen) throw new Refusal('record.changed-meanwhile')
  await change.tx
    .insertInto('month_deliveries')
    .values({
      month,
      figures: JSON.stringify(figures),
      delivered_at: change.now.toString(),
      delivered_by: change.actor.uid,
    })
    .execute()
  await order(change.tx, checkDeliveries, {}, checkDeliveries.name)
  change.note({ subject: `month:${month}` })
}

/** Withdraws the newest delivery of a month: the one before it counts again. Refuses `record.not-found` when there is none. */
export async function withdrawDelivery(change: Change, month: Month): Promise<void> {
  const newest = await change.tx
    .selectFrom('month_deliveries')
    .select('id')
    .where('month', '=', month)
    .where('withdrawn_at', 'is', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!newest) throw new Refusal('record.not-found')
  await change.tx
    .updateTable('month_deliveries')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
    .where('id', '=', newest.id)
    .execute()
  change.note({ subject: `month:${month}` })
}

/** Age in hours from which a check is repeated even if no data changed: a new release may calculate other figures. */
const MAX_CHECK_AGE = 20

/**
 * Compares delivered months with their current figures where their data changed, saves whether each differs, and
 * deletes the marks that asked for the comparison.
 */
export async function checkDeliveredMonths(now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    // Read the marks first: a change that commits after this read leaves a mark that stays.
    const marks = await tx.selectFrom('month_marks').select('id').execute()
    // Somebody may still be writing to a month that ended less than a day ago.
    const ended = monthAt(now.subtract({ hours: 24 }))
    const compared = (await listCompared(tx)).filter(({ month }) => month < ended)
    const fresh = await tx
      .selectFrom('month_checks')
      .select('delivery_id')
      .where(
        'checked_at',
        '>',
        sql<Temporal.Instant>`${now.subtract({ hours: MAX_CHECK_AGE }).toString()}::timestamptz`,
      )
      .execute()
    const freshIds = new Set(fresh.map(({ delivery_id }) => delivery_id))
    const stale = marks.length > 0 ? compared : compared.filter(({ id }) => !freshIds.has(id))
    const changed = await compareAnew(stale, tx)
    await tx
      .deleteFrom('month_checks')
      .where('delivery_id', '<>', sql<string>`all(${compared.map(({ id }) => id)}::uuid[])`)
      .execute()
    for (const { id, month } of stale) {
      const check = { month, is_changed: changed.get(id) ?? false, checked_at: now.toString() }
      await tx
        .insertInto('month_checks')
        .values({ delivery_id: id, ...check })
        .onConflict((known) => known.column('delivery_id').doUpdateSet(check))
        .execute()
    }
    await sql`delete from month_marks where id = any(${marks.map(({ id }) => id)}::bigint[])`.execute(tx)
  })
}
