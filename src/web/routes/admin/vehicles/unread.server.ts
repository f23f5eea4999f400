import type { NoticeEvent } from '#domain/notice.ts'
import { findReach } from '#features/mail/notice-tellings/queries.server.ts'

/** The notice of that moment, if its driver has no access to the area that holds it and no mail of it is on its way; otherwise `null`. */
export async function findUnreadNotice(
  event: NoticeEvent,
  driver: { id: string } | null,
  at: string | null,
): Promise<number | null> {
  if (driver === null || at === null) return null
  const reach = await findReach({ event, driver: driver.id, at })
  return reach?.state === 'nobody' ? reach.notice : null
}
