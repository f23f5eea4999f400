import { type Month, monthAt } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { figuresOfMonth } from './queries.server.ts'
import { seenFigures } from './schema.ts'

/**
 * The month was handed to the accountant as it was `seen`. Refuses `month.runs` before it is over, `record.not-found` of a
 * month with nothing in it, and `record.changed-meanwhile` where it comes to something else by now.
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
  change.note({ subject: `month:${month}` })
}

/** It was not handed over after all: the delivery before it counts again. Refuses `record.not-found` where it never was. */
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
