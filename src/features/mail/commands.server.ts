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
import { hasArrived, spareMail } from '#features/mail/held-mails/commands.server.ts'
import { type Held, tellByWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { email } from '#integrations/email/email.ts'
import type { Delivery } from '#integrations/email/letter.ts'
import { LeftAlone } from '#platform/left-alone.ts'
import { log } from '#platform/log.ts'
import { siteAddress } from '#platform/running.server.ts'
import { compose } from './email.ts'
import { getMail, officeAddresses, readCodeLinks, readerOf, selectAnnouncements, selectKept } from './queries.server.ts'
import { type MailedNotice, type NewMail, type TemplateName, maskCodes } from './schema.ts'
import { ofOperator } from '#platform/operator.ts'

/** Minutes to wait after the first, second … try that was put off; after the last one the message is given up, unless the server was away. */
const PAUSES = [1, 5, 15, 60, 240] as const

/** Mail servers that were not reached. */
const alone = ofOperator(() => new LeftAlone())

/**
 * Tries a waiting message once and writes down what became of it. Sent, dead, or held by another worker at this
 * moment: nothing happens. A process killed between sending and writing sends again, under the same `Message-ID`.
 */
export async function deliver(id: number, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const message = await tx
      .selectFrom('mail_outbox')
      .leftJoin('drivers', 'drivers.id', 'mail_outbox.driver_id')
      .selectAll('mail_outbox')
      .select('drivers.name')
      .where('mail_outbox.id', '=', id)
      .where('state', '=', 'waiting')
      .forUpdate('mail_outbox')
      .skipLocked()
      .executeTakeFirst()
    if (!message) return
    if (message.whatsapp_id !== null && message.tries === 0 && (await hasArrived(tx, message.whatsapp_id)))
      return spareMail(tx, message.whatsapp_id, now)
    const server = await mailServerUrl(tx)
    const rest = server === null ? null : alone.value.find(server, now)
    if (rest !== null) {
      const later = { next_try_at: rest.until.toString(), last_error: rest.reason }
      await tx.updateTable('mail_outbox').set(later).where('id', '=', id).execute()
      return
    }
    const result = await send(tx, message, server)
    if (server !== null && result.outcome === 'away') alone.value.note(server, result.reason, now)
    else if (server !== null) alone.value.clear(server)
    const after = afterTry(message.tries + 1, result, now)
    const logged = { message: id, template: message.template }
    if (after.state === 'dead') log.warn(logged, 'a message was given up')
    else log.info({ ...logged, outcome: result.outcome }, 'a message was tried')
    // Once it is in the reader's hands, a one-time code is nobody else's business, nor the database's.
    const isGone = result.outcome === 'sent' && result.via === 'smtp'
    const params = isGone ? { params: maskCodes(JSON.stringify(message.params)) } : {}
    await tx
      .updateTable('mail_outbox')
      .set({ ...after, ...params })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Orders the messages again that wait for a moment no pause reaches: it was written while the clock was ahead, or long
 * past, and whatever the queue held for it is gone. Answers how many.
 */
export async function wakeWaiting(now: Temporal.Instant): Promise<number> {
  const longest = lastOf(PAUSES)
  const woken = await db
    .updateTable('mail_outbox')
    .set({ next_try_at: now.toString() })
    .where('state', '=', 'waiting')
    .where((row) =>
      row.or([
        // A message that waits for WhatsApp waits through a night, and no longer.
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
 * Writes a message in the transaction of the change it tells of; the database orders its job. Answers whether it can
 * go out: an address that is not exactly one is passed over.
 */
export async function writeMail<Name extends TemplateName>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  mail: NewMail<Name>,
): Promise<boolean> {
  return (await orderMail({ tx, now }, mail)) !== null
}

/**
 * Writes a message to somebody who wants to see whether messages go out; answers its number, under which the outbox says what
 * became of it. Refuses `mail.nobody` for an address that is none.
 */
export async function sendTest(
  change: Change,
  to: { recipient: string; name: string; language: string },
): Promise<number> {
  const { name, ...where } = to
  const id = await orderMail(change, { ...where, template: 'test', params: { link: '/admin/mail', name } })
  if (id === null) throw new Refusal('mail.nobody')
  change.note({ subject: `mail:${id}`, after: { recipient: to.recipient } })
  return id
}

/** Orders a message and answers its number in the outbox, or `null` for an address that is not exactly one and for what the office leaves out. */
export async function orderMail<Name extends TemplateName>(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { template, params, recipient, language, driverId = null, held = null }: NewMail<Name>,
): Promise<number | null> {
  if (!isOneAddress(recipient) || !(await isNoticeEnabled(template, 'mail', tx))) return null
  const { id } = await tx
    .insertInto('mail_outbox')
    .values({
      recipient,
      language,
      template,
      params: JSON.stringify(params),
      driver_id: driverId,
      created_at: now.toString(),
      next_try_at: (held?.until ?? now).toString(),
      whatsapp_id: held?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the office itself is told, with its answer in the table of events. */
type OfficeTemplate = {
  [Name in TemplateName & NoticeEvent]: (typeof NOTICE_EVENTS)[Name]['to'] extends 'office' ? Name : never
}[TemplateName & NoticeEvent]

/** Tells the office something: by mail at its addresses, and on the phones of those who want it there. */
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
  const tried = { tries, last_error: null }
  if (result.outcome === 'sent') return { ...tried, state: 'sent', sent_at: now.toString(), sent_via: result.via }
  // A server that is not there is no reason to give a message up, however long that lasts.
  const pause = PAUSES[result.outcome === 'away' ? Math.min(tries, PAUSES.length) - 1 : tries - 1]
  if (result.outcome === 'never' || pause === undefined) return { ...tried, state: 'dead', last_error: result.reason }
  const next = now.add({ minutes: pause }).toString()
  return { ...tried, state: 'waiting', last_error: result.reason, next_try_at: next }
}

/**
 * Tells drivers something in their area and, of those with an address, by mail in the words that are said aloud; where the
 * office leaves one of the two out, by the other alone.
 */
export async function tellByMailToo(change: Change, driverIds: readonly string[], facts: MailedNotice): Promise<void> {
  const held = await writeNotices(change, driverIds, facts)
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
    const first = held.get(id)
    const when = { created_at: at, next_try_at: first?.until.toString() ?? at, whatsapp_id: first?.id ?? null }
    return [{ recipient, language, template: facts.kind, params, driver_id: id, ...when }]
  })
  // All at once: a payment tells a whole fleet.
  for (const part of inParts(mails)) await change.tx.insertInto('mail_outbox').values(part).execute()
}

/**
 * Tells drivers of their approved statement of the week, now and at the address of today: a message that waits or was
 * given up is tried afresh, one that was sent is followed by another; and in the driver's area, unless the last notice
 * there is unread still. Who has neither address nor account is passed over; with nobody left it refuses
 * `mail.nobody`. Answers how many are told.
 */
export async function tellDrivers(change: Change, week: Week, driverIds: readonly string[]): Promise<number> {
  const asked = await selectAnnouncements(week, change.tx)
    .where('drivers.id', '=', sql<string>`any(${[...driverIds]}::uuid[])`)
    .execute()
  const mailed = asked.filter(({ email: address }) => address !== null && isOneAddress(address))
  const recipients = asked.filter((one) => one.hasAccount || mailed.includes(one))
  if (recipients.length === 0) throw new Refusal('mail.nobody')
  const notices = await listStatementNotices(week, change.tx)
  // Who has not read the last notice finds it still there, and hears of it again.
  const ready = recipients.filter(({ driverId }) => notices.get(driverId) !== null)
  const unread = recipients
    .filter((one) => !ready.includes(one))
    .map(({ driverId }) => ({ id: driverId, notice: null }))
  const again = { event: 'statement-issued', params: JSON.stringify({ week }) } as const
  await pushToDrivers(change, unread, again)
  const written = await writeNotices(
    change,
    ready.map(({ driverId }) => driverId),
    { kind: 'statement-issued', week },
  )
  const held = new Map([...(await tellByWhatsApp(change, unread, again)), ...written])
  for (const one of mailed) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- only those with an address are mailed
    const message = { recipient: one.email!, language: one.language }
    const isOpen = one.messageId !== null && one.state !== 'sent'
    // oxlint-disable-next-line typescript/no-non-null-assertion -- an open message has a number
    if (isOpen) await tryAfresh(change, one.messageId!, { ...message, held: held.get(one.driverId) ?? null })
    else {
      const params = { week, version: one.version }
      const to = { driverId: one.driverId, held: held.get(one.driverId) ?? null }
      await writeMail(change, { ...message, ...to, template: 'statement-issued', params })
    }
  }
  change.note({ subject: `week:${week}`, after: { told: recipients.map(({ ref }) => ref), week: weekName(week) } })
  return recipients.length
}

/**
 * Gives up the messages about a week's statements that have not gone out: what was sent stays sent, and who was not told is
 * listed and can be told later. Answers how many.
 */
export async function stopTelling(change: Change, week: Week): Promise<number> {
  const stopped = await giveUpTelling(change, week)
  change.note({ subject: `week:${week}`, after: { stopped, week: weekName(week) } })
  return stopped
}

/**
 * Gives up the messages about a week's statements that have not gone out, of these drivers alone where they are given, as a part of another
 * change.
 */
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
    // One that is being sent at this moment goes out.
    .skipLocked()
  const given = await tx
    .updateTable('mail_outbox')
    .set({ state: 'dead', last_error: 'stopped' })
    .where('id', 'in', waiting)
    .returning('id')
    .execute()
  // What was to go first by WhatsApp does not go either, but for what is being asked for.
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
  return given.length
}

/** One that is being sent at this moment is left alone: the request does not wait for a mail server. */
async function tryAfresh(
  { tx, now }: Change,
  messageId: number,
  { held = null, ...message }: { recipient: string; language: string; held?: Held | null },
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
 * Tries a message again now, with its tries counted afresh. Refuses `record.not-found`, and `mail.already-sent` for one
 * that went out.
 */
export async function retryMail(change: Change, id: number): Promise<void> {
  const message = await change.tx.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst()
  if (!message) throw new Refusal('record.not-found')
  if (message.state === 'sent') throw new Refusal('mail.already-sent')
  await tryAfresh(change, id, { recipient: message.recipient, language: message.language })
  change.note({ subject: `mail:${id}`, after: { recipient: message.recipient, template: message.template } })
}

/** Tries several again now; one that went out meanwhile is passed over. Answers how many are tried. */
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
 * Sends what was only kept while there was no mail server, as many as were seen. Refuses `mail.no-server` without one, and
 * `mail.kept-changed` where they are no longer as many. Answers how many.
 */
export async function sendKept(change: Change, seen: number): Promise<number> {
  if (!(await isMailServerSet(change.tx))) throw new Refusal('mail.no-server')
  const kept = await selectKept(change.now, change.tx).select('mail_outbox.id').forUpdate().execute()
  if (kept.length !== seen) throw new Refusal('mail.kept-changed')
  await change.tx
    .updateTable('mail_outbox')
    .set({ state: 'waiting', tries: 0, last_error: null, sent_at: null, sent_via: null })
    .set({ next_try_at: change.now.toString() })
    .where('id', '=', sql<number>`any(${kept.map(({ id }) => id)}::bigint[])`)
    .execute()
  change.note({ subject: 'mail', after: { sent: kept.length } })
  return kept.length
}

/**
 * Answers the links with codes of a message that no mail server carries, for the office to hand over; who read them, and
 * of which message, is in the audit log. Refuses `record.not-found`, and `mail.no-codes` where a mail server carries the
 * messages or there is no code.
 */
export async function openCodes(change: Change, id: number): Promise<string[]> {
  const { canOpen, recipient, template } = await getMail(id, change.tx)
  if (!canOpen) throw new Refusal('mail.no-codes')
  change.note({ subject: `mail:${id}`, after: { recipient, template } })
  return readCodeLinks(id, change.tx)
}
