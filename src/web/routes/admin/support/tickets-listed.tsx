import { driversApart } from '#domain/driver.ts'
import { TICKET_STATES, TICKET_TOPICS, type TicketState as StateName, type TicketTopic } from '#domain/ticket.ts'
import type { TicketRow } from '#features/support/tickets/schema.ts'
import { list } from '#web/parts/list.ts'
import { TicketState, firstWords, subjectWords } from '#web/parts/ticket-parts.tsx'

/** A ticket as a person of the office sees it in the list. */
export type ListedTicket = TicketRow & { isMine: boolean }

const inState = (wanted: StateName) => ({
  words: `page.support.states.${wanted}` as const,
  holds: ({ state }: ListedTicket) => state === wanted,
})
const ofTopic = (wanted: TicketTopic) => ({
  words: `page.support.topics.${wanted}` as const,
  holds: ({ topic }: ListedTicket) => topic === wanted,
})

/** Every ticket: those that wait for the office first, by the day of the promised answer. */
export const TICKETS = list({
  place: '/admin/support',
  words: (word) => `page.support.${word}`,
  apart: driversApart,
  searchTexts: ({ driver, number, words, assignee }: ListedTicket) => [
    driver.name,
    driver.ref,
    String(number),
    words,
    assignee?.name ?? null,
  ],
  views: {
    late: { words: 'page.support.late', holds: ({ isLate }: ListedTicket) => isLate },
    ...Object.fromEntries(TICKET_STATES.map((state) => [state, inState(state)])),
  },
  filters: {
    topic: {
      words: 'page.support.columns.topic',
      any: 'page.support.anyTopic',
      parts: Object.fromEntries(TICKET_TOPICS.map((topic) => [topic, ofTopic(topic)])),
    },
    with: {
      words: 'page.support.columns.assignee',
      any: 'page.support.anyone',
      parts: {
        mine: { words: 'page.support.mine', holds: ({ isMine }: ListedTicket) => isMine },
        nobody: { words: 'page.support.unassigned', holds: ({ assignee }: ListedTicket) => assignee === null },
      },
    },
  },
  first: { by: 'answerBy', descending: false },
  groups: ['driver', 'topic', 'assignee', 'state'],
  columns: {
    driver: { value: ({ driver }) => driver.name, sorts: true },
    number: {
      value: ({ number }) => number,
      kind: 'count',
      order: ({ number }) => number,
      sorts: true,
      wideOnly: true,
    },
    topic: { value: ({ topic }, t) => t(`page.support.topics.${topic}`), sorts: true },
    words: { value: ({ words }) => words, cell: ({ words }) => firstWords(words), wideOnly: true },
    about: { value: ({ about }, t) => (about ? subjectWords(about, t) : null), onlyInFile: true },
    opened: { value: ({ openedAt }) => openedAt, kind: 'moment', sorts: true, onlyInFile: true },
    last: { value: ({ lastAt }) => lastAt, kind: 'moment', sorts: true, wideOnly: true },
    answerBy: {
      value: ({ answerBy }) => answerBy,
      kind: 'day',
      // Tickets that wait for nobody come last: the `9` sorts after every year. A sign would not do, as word order puts
      // it before the digits.
      order: ({ answerBy, lastAt }) => answerBy ?? `9${lastAt}`,
      sorts: true,
    },
    assignee: { value: ({ assignee }) => assignee?.name ?? null, sorts: true, wideOnly: true },
    state: {
      value: ({ state }, t) => t(`page.support.states.${state}`),
      cell: (ticket) => <TicketState ticket={ticket} />,
      order: ({ state }) => TICKET_STATES.indexOf(state),
      sorts: true,
    },
  },
  phone: { state: 'state', facts: ['topic', 'answerBy'] },
  head: (column) => `page.support.columns.${column}`,
})

/** The rows as this reader sees them. */
export function listedFor(tickets: readonly TicketRow[], uid: string | undefined): ListedTicket[] {
  return tickets.map((ticket) => ({ ...ticket, isMine: ticket.assignee !== null && ticket.assignee.uid === uid }))
}
