import { ZONE } from './week.ts'
import { workingDaysAfter } from './working-days.ts'

/** Topics of a ticket, in the order of the form. */
export const TICKET_TOPICS = ['money', 'toll-fine', 'car', 'papers', 'platform', 'other'] as const
export type TicketTopic = (typeof TICKET_TOPICS)[number]

/** States of a ticket: `open` waits for the office, `answered` for the driver; `closed` until somebody writes again. */
export const TICKET_STATES = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** Who speaks in a ticket. */
export type TicketSide = 'driver' | 'office'

/** Subjects of a ticket, each with the topic that follows from it. */
export const ABOUT_TOPICS = {
  week: 'money',
  line: 'money',
  car: 'car',
  damage: 'car',
  report: 'car',
  paper: 'papers',
  fine: 'toll-fine',
} as const satisfies Record<string, TicketTopic>
export type AboutKind = keyof typeof ABOUT_TOPICS

/** Working days within which the office promises an answer, unless it sets another number. */
export const USUAL_ANSWER_DAYS = 2

/** Most days within which the office may promise an answer. */
export const MAX_ANSWER_DAYS = 10

/** Answers the last day of the promised answer, in Lisbon, as an ISO date. The day of the question itself does not count. */
export function promisedDay(askedAt: Temporal.Instant, days: number): string {
  return workingDaysAfter(askedAt.toZonedDateTimeISO(ZONE).toPlainDate(), days).toString()
}

/** Events of a ticket that its driver is told. */
export const TICKET_EVENTS = ['answered', 'closed'] as const
export type TicketEvent = (typeof TICKET_EVENTS)[number]

/** Subject of a ticket, which the address of a form names as `fine:<id>`, `week:2026-W23`, `line:2026-W23:4`. */
export type About = { kind: 'week'; week: string } | { kind: 'line'; week: string; line: number } | AboutRecord
type AboutRecord = { kind: Exclude<AboutKind, 'week' | 'line'>; id: string }

/** Reads what `aboutText` wrote; `null` for an empty or any other text. */
export function readAbout(text: string): About | null {
  const [kind = '', first = '', second = '', ...more] = text.split(':')
  if (first === '' || more.length > 0) return null
  if (kind === 'line') return /^\d{1,3}$/.test(second) ? { kind, week: first, line: Number(second) } : null
  if (second !== '') return null
  if (kind === 'week') return { kind, week: first }
  return kind === 'car' || kind === 'paper' || kind === 'fine' || kind === 'damage' || kind === 'report'
    ? { kind, id: first }
    : null
}

/** Writes the subject of a ticket for an address and a form. */
export function aboutText(about: About): string {
  if (about.kind === 'week') return `week:${about.week}`
  return about.kind === 'line' ? `line:${about.week}:${about.line}` : `${about.kind}:${about.id}`
}
