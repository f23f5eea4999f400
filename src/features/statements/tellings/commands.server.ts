import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { findTelling, selectTellings } from './queries.server.ts'

/**
 * Notes that a driver is told of the approved statement by WhatsApp, and answers the address that opens it with the text.
 * Told before, the moment moves. Refuses `record.not-found` without such a statement and `telling.no-phone`.
 */
export async function tellByWhatsApp(deed: Deed, week: Week, driverId: string): Promise<string> {
  const { tx, now, actor } = deed
  const [settlementId, telling] = [await settlementOf(deed, week, driverId), await findTelling(week, driverId, tx)]
  if (!telling?.address) throw new Refusal('telling.no-phone')
  const told = { told_at: now.toString(), told_by: actor.uid }
  await tx
    .insertInto('whatsapp_tellings')
    .values({ settlement_id: settlementId, ...told })
    .onConflict((conflict) => conflict.column('settlement_id').where('taken_back_at', 'is', null).doUpdateSet(told))
    .execute()
  deed.note({ subject: `driver:${driverId}`, after: { week: weekName(week) } })
  return telling.address
}

/** The office did not send it after all: the driver counts as not told. Nothing happens where nothing stands. */
export async function takeTellingBack(deed: Deed, week: Week, driverId: string): Promise<void> {
  const { tx, now, actor } = deed
  await tx
    .updateTable('whatsapp_tellings')
    .set({ taken_back_at: now.toString(), taken_back_by: actor.uid })
    .where('settlement_id', '=', await settlementOf(deed, week, driverId))
    .where('taken_back_at', 'is', null)
    .execute()
  deed.note({ subject: `driver:${driverId}`, after: { week: weekName(week) } })
}

async function settlementOf({ tx }: Deed, week: Week, driverId: string): Promise<string> {
  const row = await selectTellings(week, tx).where('drivers.id', '=', driverId).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return row.settlementId
}
