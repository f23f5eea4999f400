import { z } from 'zod'
import { TICKET_TOPICS, type TicketSide, type TicketState, type TicketTopic, readAbout } from '#domain/ticket.ts'
import type { TicketSubject } from '#features/support/ticket-subjects/schema.ts'
import { choice, givenLines, lines, sentFiles, userOrNone } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The most photos and documents of one message, and of one ticket in all: each stays on the disk. */
export const MAX_FILES = { message: 5, ticket: 20 } as const

const words = () => givenLines(2_000)

const files = sentFiles(MAX_FILES.message)

const about = z
  .string()
  .max(80, 'field.choice')
  .default('')
  .transform((typed, ctx) => {
    const read = typed === '' ? null : readAbout(typed)
    if (typed !== '' && read === null) ctx.addIssue({ code: 'custom', message: 'field.choice' })
    return read
  })

/** A driver's question. */
export const ticketRecord = record(
  { topic: choice(TICKET_TOPICS, (topic) => `page.support.topics.${topic}`), words: words() },
  (name) => `page.support.ask.${name}`,
  ['topic', 'about', 'words'],
  { tells: { topic: 'state', words: 'elsewhere' } },
)
export const askInput = ticketRecord.input.extend({ about, files })

export const answerRecord = record({ words: words() }, () => 'page.support.answerWords')
/** A driver's reply in their own ticket. */
export const ownReply = record({ words: words() }, () => 'page.support.own.reply')
const closing = record({ words: lines(2_000) }, () => 'page.support.closeWords')

/** The acts of a driver on their own ticket. */
export const ownTicketAct = z.discriminatedUnion('intent', [
  ownReply.input.extend({ intent: z.literal('reply'), files }),
  z.object({ intent: z.literal('close') }),
])

/** Opens one of the driver's tickets from the list; it then counts as read. */
export const openInput = z.object({ ticket: z.guid('field.invalid') })

export const officeActs = {
  answer: answerRecord,
  close: closing,
  assign: record({ uid: userOrNone('page.support.nobody') }, () => 'page.support.assignee'),
}

/** The acts of the office on a ticket. */
export const officeTicketAct = z.discriminatedUnion('intent', [
  answerRecord.input.extend({ intent: z.literal('answer'), files }),
  closing.input.extend({ intent: z.literal('close') }),
  z.object({ intent: z.literal('reopen') }),
  z.object({ intent: z.literal('read') }),
  officeActs.assign.input.extend({ intent: z.literal('assign') }),
])

export type OfficeTicketAct = z.output<typeof officeTicketAct>

/** A ticket in a list. Moments are text. */
export type TicketRow = {
  id: string
  number: number
  driver: { id: string; ref: string; name: string }
  topic: TicketTopic
  about: TicketSubject | null
  state: TicketState
  assignee: { uid: string; name: string } | null
  openedAt: string
  /** The last day of the promised answer; `null` while none is waited for. */
  answerBy: string | null
  isLate: boolean
  closedAt: string | null
  closedBy: TicketSide | null
  /** Whole days since it was opened, or until it was closed. */
  days: number
  /** The first question. */
  words: string
  lastAt: string
  /** Unread messages: the driver's for the office, and the office's for the driver. */
  unread: { office: number; driver: number }
}

export type TicketMessage = {
  id: number
  at: string
  side: TicketSide
  /** The person of the office who wrote it; the driver sees only that it was the office. */
  author: string | null
  words: string
  files: readonly { id: string; name: string }[]
  /** For a question: the day by which an answer was promised, and whether that was kept; `null` while it is open. */
  promise: { by: string; kept: boolean | null } | null
}

/** A ticket with all its messages. */
export type TicketView = TicketRow & { messages: readonly TicketMessage[] }

/** The office's punctuality in the last days. */
export type PromiseCounts = { kept: number; late: number }
