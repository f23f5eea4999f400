import type { z } from 'zod'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { type TicketEvent, type TicketSide, promisedDay } from '#domain/ticket.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import { tellByMailToo, tellOffice, writeMail } from '#features/mail/commands.server.ts'
import { getTicketSubject } from '#features/support/ticket-subjects/queries.server.ts'
import type { TicketSubject } from '#features/support/ticket-subjects/schema.ts'
import { readAnswerDays } from '#features/support/settings/queries.server.ts'
import { getOwnTicket, getTicket, listAssignees } from './queries.server.ts'
import { MAX_FILES, type TicketView, type askInput } from './schema.ts'

/** The most open tickets of one driver: more are a mistake, or flood the office's list. */
const MAX_WAITING_TICKETS = 20

type TicketText = { words: string; files?: readonly File[] }

/**
 * Opens a driver's ticket; answers its id. Refuses `record.not-found` when its subject is not the driver's own,
 * `ticket.too-many`, and what `saveAttachment` refuses.
 */
export async function openTicket(
  change: Change,
  driver: OwnDriverId,
  { topic, about, words, files }: z.output<typeof askInput>,
): Promise<string> {
  const { tx, now } = change
  // Lock the driver: two tickets at once must not exceed the limit.
  await tx.selectFrom('drivers').select('id').where('id', '=', driver).forUpdate().execute()
  const { waiting } = await tx
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('driver_id', '=', driver)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (waiting >= MAX_WAITING_TICKETS) throw new Refusal('ticket.too-many', { most: MAX_WAITING_TICKETS })
  const subject = about === null ? null : await getTicketSubject(driver, about, now, tx)
  const answerBy = promisedDay(now, await readAnswerDays(tx))
  const { id, number } = await tx
    .insertInto('tickets')
    .values({ driver_id: driver, topic, ...columnsOf(subject), opened_at: now.toString(), answer_by: answerBy })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await insertMessage(change, id, 'driver', { words, files }, answerBy)
  change.note({ subject: `driver:${driver}`, after: { ticket: number, topic, answerBy } })
  await tellAssignee(change, await getTicket(id, now, tx))
  return id
}

/**
 * Adds a driver's message; an answered or closed ticket waits for the office again. Refuses `record.not-found`, also
 * for somebody else's.
 */
export async function replyToTicket(
  change: Change,
  driver: OwnDriverId,
  id: string,
  message: TicketText,
): Promise<void> {
  await lock(change, id)
  const ticket = await getOwnTicket(driver, id, change.now, change.tx)
  const asksAnew = ticket.state !== 'open'
  const answerBy = asksAnew ? promisedDay(change.now, await readAnswerDays(change.tx)) : ticket.answerBy
  const messageId = await insertMessage(change, ticket.id, 'driver', message, asksAnew ? answerBy : null)
  await change.tx
    .updateTable('tickets')
    .set({ state: 'open', answer_by: answerBy, closed_at: null, closed_side: null, driver_read: messageId })
    .where('id', '=', ticket.id)
    .execute()
  note(change, ticket, { state: 'open', ...(answerBy ? { answerBy } : {}) })
  await tellAssignee(change, await getTicket(id, change.now, change.tx))
}

/** Closes a ticket for its driver. Refuses `ticket.closed`, and `record.not-found` for somebody else's. */
export async function closeOwnTicket(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  await lock(change, id)
  const ticket = await getOwnTicket(driver, id, change.now, change.tx)
  await close(change, ticket, 'driver')
  await readByDriver(change, driver, id)
}

/** Records that the driver has seen what the office wrote. Refuses `record.not-found`, also for somebody else's. */
export async function readByDriver(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const ticket = await getOwnTicket(driver, id, change.now, change.tx)
  const lastMessageId = ticket.messages.at(-1)?.id ?? 0
  await change.tx.updateTable('tickets').set({ driver_read: lastMessageId }).where('id', '=', ticket.id).execute()
}

/**
 * Answers a ticket for the office, and tells the driver; a ticket without an assignee gets the person who answers.
 * Refuses `record.not-found`.
 */
export async function answerTicket(change: Change, id: string, message: TicketText): Promise<void> {
  const ticket = await answer(change, id, message)
  await change.tx
    .updateTable('tickets')
    .set({ state: 'answered', answer_by: null, closed_at: null, closed_side: null })
    .where('id', '=', ticket.id)
    .execute()
  note(change, ticket, { state: 'answered' })
  await tellDriver(change, ticket, 'answered')
}

/**
 * Closes a ticket for the office, with or without a last word, and tells the driver. Refuses `ticket.closed` and
 * `record.not-found`.
 */
export async function closeTicket(change: Change, id: string, { words }: { words: string }): Promise<void> {
  await lock(change, id)
  const before = await getTicket(id, change.now, change.tx)
  if (before.state === 'closed') throw new Refusal('ticket.closed')
  const ticket = words === '' ? before : await answer(change, id, { words })
  await endWait(change, ticket.id)
  await close(change, ticket, 'office')
  await readByOffice(change, id)
  await tellDriver(change, ticket, 'closed')
}

/** Opens a ticket again, as the office still has something to do. Refuses `ticket.open` and `record.not-found`. */
export async function reopenTicket(change: Change, id: string): Promise<void> {
  await lock(change, id)
  const ticket = await getTicket(id, change.now, change.tx)
  if (ticket.state === 'open') throw new Refusal('ticket.open')
  const answerBy = promisedDay(change.now, await readAnswerDays(change.tx))
  await change.tx
    .updateTable('tickets')
    .set({ state: 'open', answer_by: answerBy, closed_at: null, closed_side: null })
    .where('id', '=', ticket.id)
    .execute()
  note(change, ticket, { state: 'open', answerBy })
}

/**
 * Assigns a ticket to a person of the office; `''` for nobody. Refuses `record.not-found`, also for a person who may
 * not answer it.
 */
export async function assignTicket(change: Change, id: string, uid: string): Promise<void> {
  await lock(change, id)
  const ticket = await getTicket(id, change.now, change.tx)
  const person = (await listAssignees(change.tx)).find((assignee) => assignee.uid === uid)
  if (uid !== '' && !person) throw new Refusal('record.not-found')
  await change.tx
    .updateTable('tickets')
    .set({ assigned_to: person?.uid ?? null })
    .where('id', '=', ticket.id)
    .execute()
  await readByOffice(change, id)
  change.note({
    subject: `driver:${ticket.driver.id}`,
    before: { ticket: ticket.number, assignee: ticket.assignee?.name ?? '–' },
    after: { ticket: ticket.number, assignee: person?.name ?? '–' },
  })
}

/** Records that the office has seen what the driver wrote. Refuses `record.not-found`. */
export async function readByOffice(change: Change, id: string): Promise<void> {
  const ticket = await getTicket(id, change.now, change.tx)
  const seen = ticket.messages.at(-1)?.id ?? 0
  await change.tx.updateTable('tickets').set({ office_read: seen }).where('id', '=', ticket.id).execute()
}

/** Stores the office's message, and whether its promise was kept. */
async function answer(change: Change, id: string, message: TicketText): Promise<TicketView> {
  await lock(change, id)
  const ticket = await getTicket(id, change.now, change.tx)
  const messageId = await insertMessage(change, ticket.id, 'office', message, null)
  await endWait(change, ticket.id)
  const assignment = ticket.assignee === null && change.actor.uid !== null ? { assigned_to: change.actor.uid } : {}
  await change.tx
    .updateTable('tickets')
    .set({ office_read: messageId, ...assignment })
    .where('id', '=', ticket.id)
    .execute()
  return ticket
}

/** Ends the wait of the newest question, unless its driver closed it before. */
async function endWait({ tx, now }: Change, ticket: string): Promise<void> {
  const newest = await tx
    .selectFrom('ticket_messages')
    .select(['id', 'answered_at'])
    .where('ticket_id', '=', ticket)
    .where('answer_by', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!newest || newest.answered_at !== null) return
  await tx.updateTable('ticket_messages').set({ answered_at: now.toString() }).where('id', '=', newest.id).execute()
}

async function close(change: Change, ticket: TicketView, side: TicketSide): Promise<void> {
  if (ticket.state === 'closed') throw new Refusal('ticket.closed')
  await change.tx
    .updateTable('tickets')
    .set({ state: 'closed', answer_by: null, closed_at: change.now.toString(), closed_side: side })
    .where('id', '=', ticket.id)
    .execute()
  note(change, ticket, { state: 'closed' })
}

/** Writes a message with its files; answers its number. Refuses `upload.enough`, and what `saveAttachment` refuses. */
async function insertMessage(
  { tx, now, actor }: Change,
  ticket: string,
  side: TicketSide,
  { words, files = [] }: TicketText,
  answerBy: string | null,
): Promise<number> {
  if (files.length > 0) await refuseMoreFiles(tx, ticket, files.length)
  const { id } = await tx
    .insertInto('ticket_messages')
    .values({
      ticket_id: ticket,
      at: now.toString(),
      side,
      said_by: actor.uid,
      words: sealFor('ticket_messages.words', ticket, words),
      answer_by: answerBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const file of files) {
    const kept = await saveAttachment(tx, file)
    if (kept)
      await tx
        .insertInto('ticket_files')
        .values({ message_id: id, file_sha256: kept.sha256, name: kept.name })
        .execute()
  }
  return id
}

async function refuseMoreFiles(tx: Change['tx'], ticket: string, more: number): Promise<void> {
  const { sent } = await tx
    .selectFrom('ticket_files')
    .innerJoin('ticket_messages', 'ticket_messages.id', 'message_id')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('ticket_id', '=', ticket)
    .executeTakeFirstOrThrow()
  if (sent + more > MAX_FILES.ticket) throw new Refusal('upload.enough', { most: MAX_FILES.ticket })
}

/** Locks a ticket, so that other writers wait. */
async function lock({ tx }: Change, id: string): Promise<void> {
  await tx.selectFrom('tickets').select('id').where('id', '=', id).forUpdate().execute()
}

function columnsOf(subject: TicketSubject | null) {
  switch (subject?.kind) {
    case 'week':
      return { week: subject.week }
    case 'line':
      return { settlement_id: subject.settlement, line: subject.ordinal }
    case 'car':
      return { vehicle_id: subject.id }
    case 'paper':
      return { paper_id: subject.id }
    case 'fine':
      return { fine_id: subject.id }
    case 'damage':
      return { damage_id: subject.id }
    case 'report':
      return { damage_report_id: subject.id }
    case undefined:
      return {}
  }
}

/** Tells the assignee or, without one, the office, without the words of the ticket. */
async function tellAssignee(change: Change, { id, driver, topic, assignee }: TicketView): Promise<void> {
  const user = assignee
    ? await change.tx.selectFrom('users').select('email').where('uid', '=', assignee.uid).executeTakeFirst()
    : undefined
  const params = { driver: await nameApart(driver.id, change.tx), topic, link: `/admin/support/${id}` }
  if (user) await writeMail(change, { template: 'ticket-arrived', params, recipient: user.email, language: 'pt' })
  else await tellOffice(change, { template: 'ticket-arrived', params })
}

/** Tells the driver, in their area and by mail. */
export async function tellDriver(
  change: Change,
  { id, number, driver }: Pick<TicketView, 'id' | 'number' | 'driver'>,
  event: TicketEvent,
): Promise<void> {
  await tellByMailToo(change, [await currentDriver(driver.id, change.tx)], {
    kind: 'ticket',
    event,
    id,
    number: String(number),
  })
}

function note(change: Change, { driver, number, state }: TicketView, after: Record<string, string>): void {
  change.note({
    subject: `driver:${driver.id}`,
    before: { ticket: number, ticketState: state },
    after: Object.fromEntries([
      ['ticket', number],
      ...Object.entries(after).map(([name, value]) => [name === 'state' ? 'ticketState' : name, value]),
    ]),
  })
}
