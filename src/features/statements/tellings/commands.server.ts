import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { revokeStatementLinks, writeStatementLink } from '#features/statements/links/commands.server.ts'
import { inLanguage } from '#messages/language.ts'
import { statementPlaceForDriver, selectTellings, wordsFor } from './queries.server.ts'
import type { TellingWay } from './schema.ts'

/**
 * Notes that the office shares an approved statement with its driver by WhatsApp, and answers the address that opens it with the
 * text. For a driver without an open account the text has a new personal link to the statement, which revokes the earlier one; so
 * the answer is never stored under the key of the request. A second time moves the moment. Refuses `record.not-found` without
 * such a statement, and `telling.no-phone`.
 */
export async function tellByWhatsApp(change: Change, week: Week, driverId: string): Promise<string> {
  const row = await getApproved(change, week, driverId)
  if (whatsAppAddress(row.phone, '') === null) throw new Refusal('telling.no-phone')
  const companies = { pt: (await brandIn('pt', change.tx)).name, en: (await brandIn('en', change.tx)).name }
  const place = row.hasAccount
    ? statementPlaceForDriver(row)
    : inLanguage(
        `/statement/${await writeStatementLink(change, row.settlementId)}`,
        row.language === 'en' ? 'en' : 'pt',
      )
  await noteSent(change, row.settlementId, 'whatsapp')
  change.note({ subject: `driver:${driverId}`, after: { week: weekName(week) } })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the number was looked at above
  return whatsAppAddress(row.phone, wordsFor(row, companies, place))!
}

/** Notes that the office shared the PDF itself from a phone. Refuses `record.not-found`. */
export async function noteShared(change: Change, week: Week, driverId: string): Promise<void> {
  const { settlementId } = await getApproved(change, week, driverId)
  await noteSent(change, settlementId, 'file')
  change.note({ subject: `driver:${driverId}`, after: { week: weekName(week) } })
}

/** Revokes the personal link to a driver's statement. Refuses `record.not-found`. */
export async function revokeLink(change: Change, week: Week, driverId: string): Promise<void> {
  const { settlementId } = await getApproved(change, week, driverId)
  await revokeStatementLinks(change, settlementId)
  change.note({ subject: `driver:${driverId}`, after: { week: weekName(week) } })
}

/**
 * Takes back a note that the office shared the statement, so that it counts as not sent. Does nothing where none was
 * noted.
 */
export async function takeTellingBack(change: Change, week: Week, driverId: string): Promise<void> {
  const { tx, now, actor } = change
  const { settlementId } = await getApproved(change, week, driverId)
  await tx
    .updateTable('whatsapp_tellings')
    .set({ taken_back_at: now.toString(), taken_back_by: actor.uid })
    .where('settlement_id', '=', settlementId)
    .where('taken_back_at', 'is', null)
    .execute()
  change.note({ subject: `driver:${driverId}`, after: { week: weekName(week) } })
}

async function noteSent({ tx, now, actor }: Change, settlementId: string, way: TellingWay): Promise<void> {
  const values = { told_at: now.toString(), told_by: actor.uid, way }
  await tx
    .insertInto('whatsapp_tellings')
    .values({ settlement_id: settlementId, ...values })
    .onConflict((conflict) => conflict.column('settlement_id').where('taken_back_at', 'is', null).doUpdateSet(values))
    .execute()
}

async function getApproved({ tx }: Change, week: Week, driverId: string) {
  const row = await selectTellings(week, tx).where('drivers.id', '=', driverId).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return row
}
