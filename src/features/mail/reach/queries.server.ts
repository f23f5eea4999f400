import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, askTogether } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type NoticeChannel, type NoticeEvent, channelRule } from '#domain/notice.ts'
import { type MailResult, type Reach, type Channels, reachOf } from '#domain/reach.ts'
import { hasMailServer, isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { phonesThatRing } from '#features/mail/push/queries.server.ts'
import { reachedByWhatsApp } from '#features/mail/whatsapp/queries.server.ts'
import { enabledChannels } from '#features/mail/notice-rules/queries.server.ts'

/** For a row of `drivers`: whether the driver has an open account for their area. */
export const hasOpenAccount = sql<boolean>`exists (select from users reader where reader.uid = drivers.uid and not reader.disabled)`

/** The ways by which an event is told now. */
async function waysOf(event: NoticeEvent, on: Kysely<DB>): Promise<Channels> {
  return waysIn(event, await askTogether({ hasMailServer, isEnabled: enabledChannels(event) }, on))
}

function waysIn(
  event: NoticeEvent,
  known: { hasMailServer: boolean; isEnabled: (channel: NoticeChannel) => boolean },
): Channels {
  const goesBy = (channel: NoticeChannel) => channelRule(event, channel) !== null && known.isEnabled(channel)
  return { hasMailServer: known.hasMailServer, inArea: goesBy('inbox'), byMail: goesBy('mail') }
}

/** Whether and how each of these drivers would be told of an event now, by id. */
export async function reachOfDrivers(
  ids: readonly string[],
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Map<string, Reach>> {
  if (ids.length === 0) return new Map()
  const { means, rings, byWhatsApp, ...known } = await askTogether(
    {
      hasMailServer,
      isEnabled: enabledChannels(event),
      rings: phonesThatRing(ids, event),
      byWhatsApp: reachedByWhatsApp(ids, event),
      means: meansOf(ids),
    },
    on,
  )
  const channels = waysIn(event, known)
  const whatsApp = known.isEnabled('whatsapp') ? byWhatsApp : new Set<string>()
  return new Map(
    means.map(([id, email, phone, hasAccount]) => [
      id,
      reachOf({ email, phone, hasAccount, hasPush: rings.has(id), hasWhatsApp: whatsApp.has(id) }, channels),
    ]),
  )
}

/** The means to reach each of these drivers. Rows are arrays, as column names would be most of the answer. */
const meansOf = (ids: readonly string[]): RowQuestion<{ rows: DriverMeans[] }, DriverMeans[]> => ({
  ask: () => sql`(select coalesce(json_agg(json_build_array(id, email, phone, ${hasOpenAccount})), '[]') as rows
    from drivers where id = any(${[...ids]}::uuid[]))`,
  read: ({ rows }) => rows,
})

type DriverMeans = [id: string, email: string | null, phone: string | null, hasAccount: boolean]

/** Whether and how one driver would be told of an event now; `null` without a driver. */
export async function reachOfDriver(
  driver: { id: string } | null,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Reach | null> {
  return driver === null ? null : ((await reachOfDrivers([driver.id], event, on)).get(driver.id) ?? null)
}

type Person = { email: string | null; phone?: string | null }

/** Whether and how people who are not drivers and have no area would be told: candidates and invited people. In their order. */
export async function reachOfPeople(
  people: readonly Person[],
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Reach[]> {
  const channels = await waysOf(event, on)
  return people.map(({ email, phone = null }) => reachOf({ hasAccount: false, email, phone }, channels))
}

/** Whether and how one such person would be told. */
export async function reachOfPerson(
  { email, phone = null }: Person,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<Reach> {
  return reachOf({ hasAccount: false, email, phone }, await waysOf(event, on))
}

/** The state of the newest mail of an event to a driver; `null` where none was written, or none can leave any more. */
export async function newestMailState(
  driver: string,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<MailResult | null> {
  return stateOfNewest(on, event, sql<boolean>`driver_id = ${driver}`)
}

/** The state of the newest mail of an event to an address. */
export async function stateOfMailTo(
  address: string,
  event: NoticeEvent,
  on: Kysely<DB> = db,
): Promise<MailResult | null> {
  return stateOfNewest(on, event, sql<boolean>`recipient = ${address}`)
}

async function stateOfNewest(
  on: Kysely<DB>,
  event: NoticeEvent,
  condition: RawBuilder<boolean>,
): Promise<MailResult | null> {
  const mail = await on
    .selectFrom('mail_outbox')
    .select(['state', 'sent_via'])
    .where('template', '=', event)
    .where(condition)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!mail) return null
  if (mail.sent_via === 'outbox') return 'kept'
  // Without a mail server, a waiting mail becomes a file.
  return mail.state === 'waiting' && !(await isMailServerSet(on)) ? 'kept' : (mail.state as MailResult)
}
