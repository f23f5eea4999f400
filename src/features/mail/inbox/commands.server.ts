import { inParts } from '#db/parts.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { isNoticeEnabled } from '#features/mail/notice-rules/queries.server.ts'
import { pushToDrivers } from '#features/mail/push/commands.server.ts'
import { type MailHold, tellByWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { type NoticeFacts, noticeFacts } from './schema.ts'

/**
 * Tells drivers something in their area, on their phones and by WhatsApp, in the transaction of the change; nothing where the office has
 * turned it off. Answers for whom WhatsApp goes first, so that a mail with the same content waits.
 */
export async function writeNotices(
  change: Pick<Change, 'tx' | 'now'>,
  driverIds: readonly string[],
  { kind, ...facts }: NoticeFacts,
): Promise<ReadonlyMap<string, MailHold>> {
  return writeNoticesOfEach(
    change,
    kind,
    driverIds.map((driverId) => ({ driverId, facts })),
  )
}

/** `writeNotices` with facts of one kind that differ from driver to driver. */
export async function writeNoticesOfEach<Kind extends NoticeFacts['kind']>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  kind: Kind,
  told: readonly { driverId: string; facts: FactsOf<Kind> }[],
): Promise<ReadonlyMap<string, MailHold>> {
  if (told.length === 0) return new Map()
  const notices = told.map(({ driverId, facts }) => ({
    driver_id: driverId,
    kind,
    params: JSON.stringify(facts),
    created_at: now.toString(),
  }))
  const written: number[] = []
  for (const part of (await isNoticeEnabled(kind, 'inbox', tx)) ? inParts(notices) : []) {
    const rows = await tx.insertInto('inbox_notices').values(part).returning('id').execute()
    written.push(...rows.map(({ id }) => id))
  }
  const recipients = notices.map(({ driver_id: id, params }, at) => ({ id, params, notice: written[at] ?? null }))
  await pushToDrivers({ tx, now }, kind, recipients)
  return tellByWhatsApp({ tx, now }, kind, recipients)
}

type FactsOf<Kind extends NoticeFacts['kind']> = Omit<Extract<NoticeFacts, { kind: Kind }>, 'kind'>

/**
 * Marks a notice as read when its driver opens it, and answers its content. Refuses `record.not-found` for somebody
 * else's.
 */
export async function readNotice(change: Change, driver: OwnDriverId, id: number): Promise<NoticeFacts> {
  const ownNotices = change.tx
    .selectFrom('inbox_notices')
    .select(['kind', 'params', 'read_at'])
    .where('driver_id', '=', driver)
  const notice = await ownNotices.where('id', '=', id).executeTakeFirst()
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
