import type { NoticeEvent } from '#domain/notice.ts'
import { findReach } from '#features/mail/notice-tellings/queries.server.ts'

/** The notice of that moment, where it lies in the area of a driver who has no key to it, and no mail of it is on its way; `null` otherwise. */
export async function unreadOf(
  event: NoticeEvent,
  driver: { id: string } | null,
  at: string | null,
): Promise<number | null> {
  if (driver === null || at === null) return null
  const reach = await findReach({ event, driver: driver.id, at })
  return reach?.state === 'nobody' ? reach.notice : null
}
