import type { NoticeEvent } from './notice.ts'

/** Topics of notices on a phone, as people turn them off: those of a driver, and those of the office. */
export const PUSH_TOPICS = {
  driver: ['money', 'receipts', 'answers', 'papers', 'car'],
  admin: ['arrivals', 'week', 'cars', 'house'],
} as const
export type PushTopic = (typeof PUSH_TOPICS)[keyof typeof PUSH_TOPICS][number]

const TOPIC_OF_EVENT = {
  'statement-issued': 'money',
  'statement-void': 'money',
  'statement-paid': 'money',
  adjustment: 'money',
  reward: 'money',
  'reward-taken': 'money',
  'payment-undone': 'money',
  'payment-returned': 'money',
  plan: 'money',
  'iban-changed': 'money',
  'keys-moved': 'money',
  departure: 'money',
  'cash-trips': 'money',
  'receipt-missing': 'receipts',
  'receipt-unasked': 'receipts',
  'receipt-accepted': 'receipts',
  'receipt-declined': 'receipts',
  'dispute-accepted': 'answers',
  'dispute-reopened': 'answers',
  'dispute-declined': 'answers',
  'damage-answered': 'answers',
  'damage-report': 'answers',
  ticket: 'answers',
  'correction-done': 'answers',
  'correction-declined': 'answers',
  'data-request': 'answers',
  contract: 'papers',
  paper: 'papers',
  'car-paper': 'papers',
  fine: 'car',
  damage: 'car',
  'car-work': 'car',
  'car-age': 'car',
  shift: 'car',
  'application-arrived': 'arrivals',
  'contact-arrived': 'arrivals',
  'ticket-arrived': 'arrivals',
  'damage-report-arrived': 'arrivals',
  'car-alert': 'cars',
  'negative-forecast': 'week',
  monday: 'week',
  'disputes-late': 'week',
  digest: 'week',
  'money-person': 'house',
  'books-broken': 'house',
  'backup-failed': 'house',
  'drill-failed': 'house',
} as const satisfies Partial<Record<NoticeEvent, PushTopic>>

/** Answers the topic of a notice; `null`: it is not sent to phones. */
export function topicOf(event: NoticeEvent): PushTopic | null {
  const topics: Partial<Record<NoticeEvent, PushTopic>> = TOPIC_OF_EVENT
  return topics[event] ?? null
}

/** Events that ring in quiet hours too, unless their topic is turned off: a car taken at night is gone in the morning. */
const EVENTS_AT_ANY_HOUR: ReadonlySet<NoticeEvent> = new Set(['car-alert'])

export function ringsAtAnyHour(event: NoticeEvent): boolean {
  return EVENTS_AT_ANY_HOUR.has(event)
}

/** Choices of a person for notices on a phone. Hours are those of Lisbon, 0 to 23; when both are the same, there are no quiet hours. */
export type PushChoices = {
  topicsOff: readonly string[]
  quietFrom: number
  quietUntil: number
  /** Whether amounts may be shown on a locked screen. */
  withAmounts: boolean
}

/** Default choices: all topics, quiet at night, and no amounts. */
export const DEFAULT_CHOICES: PushChoices = { topicsOff: [], quietFrom: 22, quietUntil: 8, withAmounts: false }

const LISBON = 'Europe/Lisbon'

/** Answers when the quiet hours end in which a moment lies; `null`: it lies in none, and the phone may ring. */
export function quietUntil(
  { quietFrom: from, quietUntil: until }: Pick<PushChoices, 'quietFrom' | 'quietUntil'>,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const local = now.toZonedDateTimeISO(LISBON)
  const { hour } = local
  const isQuiet = from < until ? hour >= from && hour < until : from > until && (hour >= from || hour < until)
  if (!isQuiet) return null
  const day = hour < until ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  return day.toZonedDateTime({ timeZone: LISBON, plainTime: { hour: until } }).toInstant()
}
