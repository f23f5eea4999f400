import { lastOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { inParts } from '#db/parts.ts'
import { isOneAddress } from '#domain/email.ts'
import type { NOTICE_EVENTS, NoticeEvent } from '#domain/notice.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { listStatementNotices } from '#features/mail/inbox/queries.server.ts'
import { isMailServerSet, mailServerUrl, readSender } from '#features/mail/mail-server/queries.server.ts'
import { isNoticeEnabled } from '#features/mail/notice-rules/queries.server.ts'
import { pushToDrivers, pushToOffice } from '#features/mail/push/commands.server.ts'
import { hasArrived, cancelHeldMail } from '#features/mail/held-mails/commands.server.ts'
import { type MailHold, tellByWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { email } from '#integrations/email/email.ts'
import type { Delivery } from '#integrations/email/letter.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { log } from '#platform/log.ts'
import { siteAddress } from '#platform/running.server.ts'
import { compose } from './email.ts'
import {
  getMail,
  isOutside,
  officeAddresses,
  readCodeLinks,
  readerOf,
  selectAnnouncements,
  selectKeptAsFiles,
} from './queries.server.ts'
import { type MailedNotice, type NewMail, type TemplateName, maskCodes } from './schema.ts'
import { ofOperator } from '#platform/operator.ts'

/** Minutes to wait after the first, second … failed try; after the last one the message is given up, unless the server was away. */
const PAUSES = [1, 5, 15, 60, 240] as const

/** Mail servers that could not be reached, left alone for a while. */
const unreachable = ofOperator(() => new UnreachableServices())

/**
 * Tries a waiting message once and stores the outcome. Does nothing for one that is sent, dead, or held by another
 * worker at this moment. A process killed between sending and storing sends again, with the same `Message-ID`.
 */
export async function deliver(id: number, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const message = await tx
      .selectFrom('mail_outbox')
      .leftJoin('drivers', 'drivers.id', 'mail_outbox.driver_id')
      .selectAll('mail_outbox')
      .select(['drivers.name', isOutside.as('isOutside')])
      .where('mail_outbox.id', '=', id)
      .where('state', '=', 'waiting')
      .forUpdate('mail_outbox')
      .skipLocked()
      .executeTakeFirst()
    if (!message) return
    if (message.whatsapp_id !== null && message.tries === 0 && (await hasArrived(tx, message.whatsapp_id)))
      return cancelHeldMail(tx, message.whatsapp_id, now)
    const server = await mailServerUrl(tx)
    const outage = server === null ? null : unreachable.value.find(server, now)
    if (outage !== null) {
      const later = { next_try_at: outage.retryAt.toString(), last_error: outage.reason }
      await tx.updateTable('mail_outbox').set(later).where('id', '=', id).execute()
      return
    }
    const result = await send(tx, message, server)
    if (server !== null && result.outcome === 'away') unreachable.value.note(server, result.reason, now)
    else if (server !== null) unreachable.value.clear(server)
    const after = afterTry(message.tries + 1, result, now)
    const logged = { message: id, template: message.template }
    if (after.state === 'dead') log.warn(logged, 'a message was given up')
    else log.info({ ...logged, outcome: result.outcome }, 'a message was tried')
    // Once the message is delivered, nobody else needs its one-time code, not even the database.
    const isDelivered = result.outcome === 'sent' && result.via === 'smtp'
    const params = isDelivered ? { params: maskCodes(JSON.stringify(message.params)) } : {}
    await tx
      .updateTable('mail_outbox')
      .set({ ...after, ...params })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Orders messages again whose next try lies further away than any pause: the clock was ahead when it was written, or
 * it is long past and the queue lost its job. Answers how many.
 */
export async function orderStuckMailsAgain(now: Temporal.Instant): Promise<number> {
  const longest = lastOf(PAUSES)
  const woken = await db
    .updateTable('mail_outbox')
    .set({ next_try_at: now.toString() })
    .where('state', '=', 'waiting')
    .where((row) =>
      row.or([
        // A message that waits for WhatsApp may wait through a night, but no longer.
        row(
          sql`next_try_at - case when whatsapp_id is null then interval '0' else interval '1 day' end`,
          '>',
          moment(now.add({ minutes: longest })),
        ),
        row('next_try_at', '<', moment(now.subtract({ minutes: longest }))),
      ]),
    )
    .returning('id')
    .execute()
  return woken.length
}

/**
 * Writes a message in the transaction of the change it reports; the database orders its job. Answers whether it can go
 * out: one to anything but exactly one address is skipped.
 */
export async function writeMail<Name extends TemplateName>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  mail: NewMail<Name>,
): Promise<boolean> {
  return (await orderMail({ tx, now }, mail)) !== null
}

/**
 * Writes a test message to a person who wants to see whether messages go out; answers its number, under which the outbox
 * shows the outcome. Refuses `mail.nobody` for an invalid address.
 */
export async function sendTest(
  change: Change,
  to: { recipient: string; name: string; language: string },
): Promise<number> {
  const { name, ...target } = to
  const id = await orderMail(change, { ...target, template: 'test', params: { link: '/admin/mail', name } })
  if (id === null) throw new Refusal('mail.nobody')
  change.note({ subject: `mail:${id}`, after: { recipient: to.recipient } })
  return id
}

/**
 * Writes a message and answers its number in the outbox, or `null` for anything but exactly one address and for a notice that the office has
 * turned off.
 */
export async function orderMail<Name extends TemplateName>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  mail: NewMail<Name>,
): Promise<number | null> {
  if (!isOneAddress(mail.recipient) || !(await isNoticeEnabled(mail.template, 'mail', tx))) return null
  const { id } = await tx.insertInto('mail_outbox').values(mailRow(mail, now)).returning('id').executeTakeFirstOrThrow()
  return id
}

/** `writeMail` for many messages of one template at once. */
export async function writeMails<Name extends TemplateName>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  template: Name,
  mails: readonly Omit<NewMail<Name>, 'template'>[],
): Promise<void> {
  const addressed = mails.filter(({ recipient }) => isOneAddress(recipient))
  if (addressed.length === 0 || !(await isNoticeEnabled(template, 'mail', tx))) return
  const rows = addressed.map((mail) => mailRow({ ...mail, template }, now))
  for (const part of inParts(rows)) await tx.insertInto('mail_outbox').values(part).execute()
}

function mailRow<Name extends TemplateName>(mail: NewMail<Name>, now: Temporal.Instant) {
  const { template, params, recipient, language, driverId = null, held = null } = mail
  return {
    recipient,
    language,
    template,
    params: JSON.stringify(params),
    driver_id: driverId,
    created_at: now.toString(),
    next_try_at: (held?.until ?? now).toString(),
    whatsapp_id: held?.id ?? null,
  }
}

/** Templates for the office itself: those of events that the table of events addresses to it. */
type OfficeTemplate = {
  [Name in TemplateName & NoticeEvent]: (typeof NOTICE_EVENTS)[Name]['to'] extends 'office' ? Name : never
}[TemplateName & NoticeEvent]

/** Tells the office something: by mail at its addresses, and on the phones of people who want it there. */
export async function tellOffice<Name extends OfficeTemplate>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { template, params }: Pick<NewMail<Name>, 'template' | 'params'>,
): Promise<void> {
  for (const recipient of await officeAddresses(tx))
    await writeMail({ tx, now }, { template, params, recipient, language: 'pt' })
  await pushToOffice({ tx, now }, { event: template, params: JSON.stringify(params) })
}

type Waiting = {
  id: number
  recipient: string
  language: string
  template: string
  params: unknown
  created_at: Temporal.Instant
  name: string | null
  isOutside: boolean
}

async function send(tx: Tx, message: Waiting, server: string | null): Promise<Delivery> {
  if (!isOneAddress(message.recipient)) return { outcome: 'never', reason: 'address' }
  const site = siteAddress()
  const language = message.language === 'en' ? 'en' : 'pt'
  const brand = await brandIn(language, tx)
  const composed = compose({ ...message, language, name: readerOf(message) }, { site, brand })
  if (!composed) return { outcome: 'never', reason: 'unreadable' }
  const { hostname } = new URL(site)
  const { name, address } = await readSender(brand.name, tx)
  return email(server).send({
    ...composed,
    id: `${message.id}.${message.created_at.epochMilliseconds}@${hostname}`,
    from: { name, address },
    to: message.recipient,
  })
}

function afterTry(tries: number, result: Delivery, now: Temporal.Instant) {
  const attempt = { tries, last_error: null }
  if (result.outcome === 'sent') return { ...attempt, state: 'sent', sent_at: now.toString(), sent_via: result.via }
  // A server that is away is no reason to give a message up, however long that lasts.
  const pause = PAUSES[result.outcome === 'away' ? Math.min(tries, PAUSES.length) - 1 : tries - 1]
  if (result.outcome === 'never' || pause === undefined) return { ...attempt, state: 'dead', last_error: result.reason }
  const next = now.add({ minutes: pause }).toString()
  return { ...attempt, state: 'waiting', last_error: result.reason, next_try_at: next }
}

/**
 * Tells drivers something in their area and, where they have an address, by mail with the spoken words; where the office
 * has turned one of the two off, by the other alone.
 */
export async function tellByMailToo(change: Change, driverIds: readonly string[], facts: MailedNotice): Promise<void> {
  const holds = await writeNotices(change, driverIds, facts)
  if (driverIds.length === 0 || !(await isNoticeEnabled(facts.kind, 'mail', change.tx))) return
  const drivers = await change.tx
    .selectFrom('drivers')
    .select(['id', 'email', 'language'])
    .where('id', '=', sql<string>`any(${[...driverIds]}::uuid[])`)
    .orderBy('ref')
    .execute()
  const [params, at] = [JSON.stringify(facts), change.now.toString()]
  const mails = drivers.flatMap(({ id, email: recipient, language }) => {
    if (recipient === null || !isOneAddress(recipient)) return []
    const hold = holds.get(id)
    const times = { created_at: at, next_try_at: hold?.until.toString() ?? at, whatsapp_id: hold?.id ?? null }
    return [{ recipient, language, template: facts.kind, params, driver_id: id, ...times }]
  })
  // Insert them together: a payment writes to a whole fleet.
  for (const part of inParts(mails)) await change.tx.insertInto('mail_outbox').values(part).execute()
}

/**
 * Tells drivers of their approved statement of the week, now and at their present address: a message that waits or was
 * given up is tried afresh, a sent one is followed by another. It also puts a notice into the driver's area, unless
 * the last one there is still unread. Skips drivers with neither address nor account, and refuses `mail.nobody` when
 * none is left. Answers how many are told.
 */
export async function tellDrivers(change: Change, week: Week, driverIds: readonly string[]): Promise<number> {
  const announcements = await selectAnnouncements(week, change.tx)
    .where('drivers.id', '=', sql<string>`any(${[...driverIds]}::uuid[])`)
    .execute()
  const mailed = announcements.filter(({ email: address }) => address !== null && isOneAddress(address))
  const recipients = announcements.filter((announcement) => announcement.hasAccount || mailed.includes(announcement))
  if (recipients.length === 0) throw new Refusal('mail.nobody')
  const notices = await listStatementNotices(week, change.tx)
  // A driver with an unread notice gets no second one in the area, but is told of it again on the phone.
  const ready = recipients.filter(({ driverId }) => notices.get(driverId) !== null)
  const unread = recipients
    .filter((recipient) => !ready.includes(recipient))
    .map(({ driverId }) => ({ id: driverId, params: JSON.stringify({ week }), notice: null }))
  await pushToDrivers(change, 'statement-issued', unread)
  const written = await writeNotices(
    change,
    ready.map(({ driverId }) => driverId),
    { kind: 'statement-issued', week },
  )
  const holds = new Map([...(await tellByWhatsApp(change, 'statement-issued', unread)), ...written])
  for (const recipient of mailed) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- only those with an address are mailed
    const message = { recipient: recipient.email!, language: recipient.language }
    const held = holds.get(recipient.driverId) ?? null
    const isOpen = recipient.messageId !== null && recipient.state !== 'sent'
    // oxlint-disable-next-line typescript/no-non-null-assertion -- an open message has a number
    if (isOpen) await tryAgain(change, recipient.messageId!, { ...message, held })
    else {
      const params = { week, version: recipient.version }
      const to = { driverId: recipient.driverId, held }
      await writeMail(change, { ...message, ...to, template: 'statement-issued', params })
    }
  }
  change.note({ subject: `week:${week}`, after: { told: recipients.map(({ ref }) => ref), week: weekName(week) } })
  return recipients.length
}

/**
 * Gives up the unsent messages about a week's statements: sent ones stay sent, and drivers who were not told are listed
 * and can be told later. Answers how many.
 */
export async function stopTelling(change: Change, week: Week): Promise<number> {
  const stopped = await giveUpTelling(change, week)
  change.note({ subject: `week:${week}`, after: { stopped, week: weekName(week) } })
  return stopped
}

/** Gives up the unsent messages about a week's statements, for all drivers or for `driverIds` alone, as a part of another change. */
export async function giveUpTelling(
  { tx }: Pick<Change, 'tx'>,
  week: Week,
  driverIds?: readonly string[],
): Promise<number> {
  const waiting = tx
    .selectFrom('mail_outbox')
    .select('id')
    .where('template', '=', 'statement-issued')
    .where('state', '=', 'waiting')
    .where(sql<boolean>`params ->> 'week' = ${week}`)
    .$if(driverIds !== undefined, (query) =>
      // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
      query.where('driver_id', '=', sql<string>`any(${[...driverIds!]}::uuid[])`),
    )
    .forUpdate()
    // A message that is being sent at this moment still goes out.
    .skipLocked()
  const stopped = await tx
    .updateTable('mail_outbox')
    .set({ state: 'dead', last_error: 'stopped' })
    .where('id', 'in', waiting)
    .returning('id')
    .execute()
  // Drop the WhatsApp messages that were to go before the mails too, except one that Meta is just being asked to take.
  await tx
    .updateTable('whatsapp_outbox')
    .set({ state: 'dropped', reason: 'stopped', done_at: sql`now()` })
    .where('state', '=', 'waiting')
    .where('event', '=', 'statement-issued')
    .where(sql<boolean>`params ->> 'week' = ${week}`)
    .$if(driverIds !== undefined, (query) =>
      // oxlint-disable-next-line typescript/no-non-null-assertion -- as above
      query.where('driver_id', '=', sql<string>`any(${[...driverIds!]}::uuid[])`),
    )
    .execute()
  return stopped.length
}

/** Puts a message back to be sent now, unless it is being sent at this moment: the request does not wait for a mail server. */
async function tryAgain(
  { tx, now }: Change,
  messageId: number,
  { held = null, ...message }: { recipient: string; language: string; held?: MailHold | null },
) {
  const free = tx
    .selectFrom('mail_outbox')
    .select('id')
    .where('id', '=', messageId)
    .where('state', '<>', 'sent')
    .forUpdate()
    .skipLocked()
  await tx
    .updateTable('mail_outbox')
    .set({ ...message, state: 'waiting', tries: 0, last_error: null })
    .set({ next_try_at: (held?.until ?? now).toString(), whatsapp_id: held?.id ?? null })
    .where('id', 'in', free)
    .execute()
}

/**
 * Tries a message again now, counting its tries from zero. Refuses `record.not-found`, and `mail.already-sent` for one
 * that went out.
 */
export async function retryMail(change: Change, id: number): Promise<void> {
  const message = await change.tx.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst()
  if (!message) throw new Refusal('record.not-found')
  if (message.state === 'sent') throw new Refusal('mail.already-sent')
  await tryAgain(change, id, { recipient: message.recipient, language: message.language })
  change.note({ subject: `mail:${id}`, after: { recipient: message.recipient, template: message.template } })
}

/** Tries several messages again now, without those that went out meanwhile. Answers how many are tried. */
export async function retrySeveral(change: Change, ids: readonly number[]): Promise<number> {
  const rows = await change.tx
    .selectFrom('mail_outbox')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('state', '<>', 'sent')
    .orderBy('id')
    .execute()
  for (const { id } of rows) await retryMail(change, id)
  return rows.length
}

/**
 * Sends the messages that were only kept while there was no mail server. Refuses `mail.no-server` without one, and
 * `mail.kept-changed` when their number is not the one `seen`. Answers how many.
 */
export async function sendKept(change: Change, seen: number): Promise<number> {
  if (!(await isMailServerSet(change.tx))) throw new Refusal('mail.no-server')
  const rows = await selectKeptAsFiles(change.now, change.tx).select('mail_outbox.id').forUpdate().execute()
  if (rows.length !== seen) throw new Refusal('mail.kept-changed')
  await change.tx
    .updateTable('mail_outbox')
    .set({ state: 'waiting', tries: 0, last_error: null, sent_at: null, sent_via: null })
    .set({ next_try_at: change.now.toString() })
    .where('id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute()
  change.note({ subject: 'mail', after: { sent: rows.length } })
  return rows.length
}

/**
 * Answers the links with codes in a message that no mail server carries, for the office to hand over, and logs who read
 * them, and of which message. Refuses `record.not-found`, and `mail.no-codes` where a mail server carries the messages
 * or there is no code.
 */
export async function openCodes(change: Change, id: number): Promise<string[]> {
  const { canOpen, recipient, template } = await getMail(id, change.tx)
  if (!canOpen) throw new Refusal('mail.no-codes')
  change.note({ subject: `mail:${id}`, after: { recipient, template } })
  return readCodeLinks(id, change.tx)
}
