import { z } from 'zod'
import { TICKET_TOPICS, type TicketSide, type TicketState, type TicketTopic, readAbout } from '#domain/ticket.ts'
import type { OwnThing } from '#features/support/own-things/schema.ts'
import { choice, givenLines, lines, sentFiles, somebodyOrNone } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Photos and papers that one message takes along, and one ticket in all: each stays on the disk. */
export const MOST_FILES = { message: 5, ticket: 20 } as const

const words = () => givenLines(2_000)

const files = sentFiles(MOST_FILES.message)

const about = z
  .string()
  .max(80, 'field.choice')
  .default('')
  .transform((typed, ctx) => {
    const read = typed === '' ? null : readAbout(typed)
    if (typed !== '' && read === null) ctx.addIssue({ code: 'custom', message: 'field.choice' })
    return read
  })

/** What a driver asks. */
export const ticketRecord = record(
  { topic: choice(TICKET_TOPICS, (topic) => `page.support.topics.${topic}`), words: words() },
  (name) => `page.support.ask.${name}`,
  ['topic', 'about', 'words'],
  { tells: { topic: 'state', words: 'elsewhere' } },
)
export const askInput = ticketRecord.input.extend({ about, files })

export const answerRecord = record({ words: words() }, () => 'page.support.answerWords')
/** What a driver adds to an own ticket. */
export const ownReply = record({ words: words() }, () => 'page.support.own.reply')
const closing = record({ words: lines(2_000) }, () => 'page.support.closeWords')

/** What a driver does with an own ticket. */
export const ownTicketAct = z.discriminatedUnion('intent', [
  ownReply.input.extend({ intent: z.literal('reply'), files }),
  z.object({ intent: z.literal('close') }),
])

/** A driver opens an own ticket from the list, where it counts as read from then on. */
export const openInput = z.object({ ticket: z.guid('field.invalid') })

export const officeActs = {
  answer: answerRecord,
  close: closing,
  assign: record({ uid: somebodyOrNone('page.support.nobody') }, () => 'page.support.assignee'),
}

/** What the office does with a ticket. */
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
  about: OwnThing | null
  state: TicketState
  assignee: { uid: string; name: string } | null
  openedAt: string
  /** The last day of the promised answer, while one is waited for. */
  answerBy: string | null
  isLate: boolean
  closedAt: string | null
  closedBy: TicketSide | null
  /** Whole days since it was opened, or until it was closed. */
  days: number
  /** What was asked at first. */
  words: string
  lastAt: string
  /** Messages of the driver that the office has not seen, and of the office that the driver has not. */
  unread: { office: number; driver: number }
}

export type TicketMessage = {
  id: number
  at: string
  side: TicketSide
  /** Who of the office wrote it; the driver is told of the office alone. */
  author: string | null
  words: string
  files: readonly { id: string; name: string }[]
  /** Of a question: until when an answer was promised, and whether it was kept; `null` while that is open. */
  promise: { by: string; kept: boolean | null } | null
}

/** A ticket with all that was said. */
export type TicketView = TicketRow & { messages: readonly TicketMessage[] }

/** How the office kept its promises of late. */
export type KeptPromises = { kept: number; late: number }
