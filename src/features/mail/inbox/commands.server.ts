import { inParts } from '#db/parts.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { isNoticeEnabled } from '#features/mail/notice-rules/queries.server.ts'
import { pushToDrivers } from '#features/mail/push/commands.server.ts'
import { type Held, tellByWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { type NoticeFacts, noticeFacts } from './schema.ts'

/**
 * Tells drivers something in their area, on their phones and by WhatsApp, in the transaction of the change; nothing where the office has
 * turned it off. Answers for whom WhatsApp goes first, so that a mail with the same content waits.
 */
export async function writeNotices(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  driverIds: readonly string[],
  { kind, ...params }: NoticeFacts,
): Promise<ReadonlyMap<string, Held>> {
  if (driverIds.length === 0) return new Map()
  const [facts, at] = [JSON.stringify(params), now.toString()]
  const written = new Map<string, number>()
  const notices = (await isNoticeEnabled(kind, 'inbox', tx))
    ? driverIds.map((driver_id) => ({ driver_id, kind, params: facts, created_at: at }))
    : []
  for (const part of inParts(notices)) {
    const rows = await tx.insertInto('inbox_notices').values(part).returning(['id', 'driver_id']).execute()
    for (const { id, driver_id } of rows) written.set(driver_id, id)
  }
  const recipients = driverIds.map((id) => ({ id, notice: written.get(id) ?? null }))
  await pushToDrivers({ tx, now }, recipients, { event: kind, params: facts })
  return tellByWhatsApp({ tx, now }, recipients, { event: kind, params: facts })
}

/**
 * Marks a notice as read when its driver opens it, and answers its content. Refuses `record.not-found` for somebody
 * else's.
 */
export async function readNotice(change: Change, driver: OwnDriverId, id: number): Promise<NoticeFacts> {
  const own = change.tx
    .selectFrom('inbox_notices')
    .select(['kind', 'params', 'read_at'])
    .where('driver_id', '=', driver)
  const notice = await own.where('id', '=', id).executeTakeFirst()
  if (!notice) throw new Refusal('record.not-found')
  await markRead(change, driver, id)
  return noticeFacts.parse({ ...Object(notice.params), kind: notice.kind })
}

/** Marks all notices of the driver as read. */
export function readAllNotices(change: Change, driver: OwnDriverId): Promise<void> {
  return markRead(change, driver, null)
}

async function markRead(change: Change, driver: OwnDriverId, id: number | null): Promise<void> {
  const unread = change.tx
    .updateTable('inbox_notices')
    .set({ read_at: change.now.toString() })
    .where('driver_id', '=', driver)
    .where('read_at', 'is', null)
  const read = await (id === null ? unread : unread.where('id', '=', id)).returning('id').execute()
  change.note({ subject: `driver:${driver}`, after: { read: read.length } })
}
