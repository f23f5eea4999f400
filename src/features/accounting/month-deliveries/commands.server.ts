import { type Month, monthAt } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { figuresOfMonth } from './queries.server.ts'
import { seenFigures } from './schema.ts'

/**
 * The month was handed to the accountant as it was `seen`. Refuses `month.runs` before it is over, `record.not-found` of a
 * month with nothing in it, and `record.changed-meanwhile` where it comes to something else by now.
 */
export async function deliverMonth(deed: Deed, month: Month, seen: string): Promise<void> {
  if (month >= monthAt(deed.now)) throw new Refusal('month.runs')
  const figures = await figuresOfMonth(month, deed.tx)
  if (figures.every(({ amount }) => amount === 0)) throw new Refusal('record.not-found')
  if (seenFigures(figures) !== seen) throw new Refusal('record.changed-meanwhile')
  await deed.tx
    .insertInto('month_deliveries')
    .values({
      ...{ month, figures: JSON.stringify(figures) },
      ...{ delivered_at: deed.now.toString(), delivered_by: deed.actor.uid },
    })
    .execute()
  deed.note({ subject: `month:${month}` })
}

/** It was not handed over after all: the delivery before it counts again. Refuses `record.not-found` where it never was. */
export async function withdrawDelivery(deed: Deed, month: Month): Promise<void> {
  const newest = await deed.tx
    .selectFrom('month_deliveries')
    .select('id')
    .where('month', '=', month)
    .where('withdrawn_at', 'is', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!newest) throw new Refusal('record.not-found')
  await deed.tx
    .updateTable('month_deliveries')
    .set({ withdrawn_at: deed.now.toString(), withdrawn_by: deed.actor.uid })
    .where('id', '=', newest.id)
    .execute()
  deed.note({ subject: `month:${month}` })
}
