import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type NoticeEvent, wayOf } from '#domain/notice.ts'
import { type MailFate, type Reach, type Ways, reachOf } from '#domain/reach.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { listRinging } from '#features/mail/push/queries.server.ts'
import { listReachedByWhatsApp } from '#features/mail/whatsapp/queries.server.ts'
import { isNoticeEnabled } from '#features/mail/notice-rules/queries.server.ts'

/** Of a row of `drivers`: somebody opens the own area with an account that is not closed. */
export const hasOpenAccount = sql<boolean>`exists (select from users reader where reader.uid = drivers.uid and not reader.disabled)`

/** By which ways an event is told now. */
async function waysOf(event: NoticeEvent, on: Kysely<DB>): Promise<Ways> {
  const [hasMailServer, inArea, byMail] = await Promise.all([
    isMailServerSet(on),
    wayOf(event, 'inbox') !== null && isNoticeEnabled(event, 'inbox', on),
    wayOf(event, 'mail') !== null && isNoticeEnabled(event, 'mail', on),
  ])
  return { hasMailServer, inArea, byMail }
}

/** Whether and how each of these drivers is told an event now, by id. */
export async function reachOfDrivers(
  ids: readonly string[],
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Map<string, Reach>> {
  const [ways, ringing, byWhatsApp] = await Promise.all([
    waysOf(event, on),
    listRinging(ids, event, on),
    listReachedByWhatsApp(ids, event, on),
  ])
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'email', 'phone', hasOpenAccount.as('hasAccount')])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id, ...means }) => [
      id,
      reachOf({ ...means, hasPush: ringing.has(id), hasWhatsApp: byWhatsApp.has(id) }, ways),
    ]),
  )
}

/** The same of one; `null` for nobody. */
export async function reachOfDriver(
  driver: { id: string } | null,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Reach | null> {
  return driver === null ? null : ((await reachOfDrivers([driver.id], event, on)).get(driver.id) ?? null)
}

type Person = { email: string | null; phone?: string | null }

/** The same of people who are no drivers and have no area: candidates, or whoever is invited. In their order. */
export async function reachOfPeople(
  people: readonly Person[],
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Reach[]> {
  const ways = await waysOf(event, on)
  return people.map(({ email, phone = null }) => reachOf({ hasAccount: false, email, phone }, ways))
}

/** The same of one. */
export async function reachOfPerson(
  { email, phone = null }: Person,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Reach> {
  return reachOf({ hasAccount: false, email, phone }, await waysOf(event, on))
}

/** What became of the newest mail of an event to a driver; `null` where none was written, or none can leave any more. */
export async function newestMailState(
  driver: string,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<MailFate | null> {
  return stateOfNewest(on, event, sql<boolean>`driver_id = ${driver}`)
}

/** The same of the mails to an address. */
export async function stateOfMailTo(
  address: string,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<MailFate | null> {
  return stateOfNewest(on, event, sql<boolean>`recipient = ${address}`)
}

async function stateOfNewest(on: Kysely<DB>, event: NoticeEvent, whose: RawBuilder<boolean>): Promise<MailFate | null> {
  const mail = await on
    .selectFrom('mail_outbox')
    .select(['state', 'sent_via'])
    .where('template', '=', event)
    .where(whose)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!mail) return null
  if (mail.sent_via === 'outbox') return 'kept'
  // What waits without a mail server becomes a file.
  return mail.state === 'waiting' && !(await isMailServerSet(on)) ? 'kept' : (mail.state as MailFate)
}
