/** Who gets a message. */
export type NoticeTo = 'driver' | 'account' | 'applicant' | 'office'

/**
 * Why a message cannot be turned off: it is about money owed, the law asks for it, it is about the account, or somebody
 * wrote it by hand.
 */
export type Fixed = 'money' | 'law' | 'account' | 'by-hand'

/** Whether a channel can be turned off: `open`, or why not. */
export type ChannelRule = 'open' | Fixed

type Event = { to: NoticeTo; inbox?: ChannelRule; mail?: ChannelRule; push?: 'open'; whatsapp?: 'open' }

/** All notices, in the order of the page: to whom, by which channels, and which of them may be turned off. */
export const NOTICE_EVENTS = {
  'statement-issued': { to: 'driver', inbox: 'money', mail: 'by-hand', push: 'open', whatsapp: 'open' },
  'statement-void': { to: 'driver', inbox: 'money', push: 'open' },
  'statement-paid': { to: 'driver', inbox: 'open', mail: 'open', push: 'open', whatsapp: 'open' },
  adjustment: { to: 'driver', inbox: 'money', push: 'open' },
  reward: { to: 'driver', inbox: 'open', push: 'open' },
  'reward-taken': { to: 'driver', inbox: 'money', push: 'open' },
  'dispute-accepted': { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  'dispute-reopened': { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  'dispute-declined': { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  'payment-undone': { to: 'driver', inbox: 'money', push: 'open' },
  'payment-returned': { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  'receipt-missing': { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  'receipt-unasked': { to: 'driver', inbox: 'money', push: 'open' },
  'receipt-accepted': { to: 'driver', inbox: 'open', push: 'open' },
  'receipt-declined': { to: 'driver', inbox: 'money', push: 'open' },
  plan: { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  'iban-changed': { to: 'driver', inbox: 'money', mail: 'money', push: 'open' },
  'contact-changed': { to: 'driver', mail: 'account' },
  'keys-moved': { to: 'driver', inbox: 'money', push: 'open' },
  departure: { to: 'driver', inbox: 'money', mail: 'open', push: 'open' },
  fine: { to: 'driver', inbox: 'law', mail: 'law', push: 'open' },
  damage: { to: 'driver', inbox: 'money', mail: 'money', push: 'open' },
  'damage-answered': { to: 'driver', inbox: 'open', push: 'open' },
  'damage-report': { to: 'driver', inbox: 'by-hand', mail: 'open', push: 'open' },
  contract: { to: 'driver', inbox: 'law', mail: 'law', push: 'open' },
  'contract-link': { to: 'driver', mail: 'law' },
  'contract-code': { to: 'driver', mail: 'account' },
  paper: { to: 'driver', inbox: 'law', mail: 'open', push: 'open', whatsapp: 'open' },
  'car-paper': { to: 'driver', inbox: 'open', push: 'open' },
  'car-work': { to: 'driver', inbox: 'open', push: 'open' },
  'car-age': { to: 'driver', inbox: 'open', push: 'open' },
  shift: { to: 'driver', inbox: 'open', push: 'open' },
  'correction-done': { to: 'driver', inbox: 'law', push: 'open' },
  'correction-declined': { to: 'driver', inbox: 'law', push: 'open' },
  'data-request': { to: 'driver', inbox: 'law', push: 'open' },
  'cash-trips': { to: 'driver', inbox: 'money', push: 'open' },
  ticket: { to: 'driver', inbox: 'by-hand', mail: 'open', push: 'open', whatsapp: 'open' },
  invite: { to: 'account', mail: 'by-hand' },
  'password-reset': { to: 'account', mail: 'account' },
  'email-verification': { to: 'account', mail: 'account' },
  'email-change': { to: 'account', mail: 'account' },
  'email-changed': { to: 'account', mail: 'account' },
  'password-changed': { to: 'account', mail: 'account' },
  'second-factor-added': { to: 'account', mail: 'account' },
  'passkey-added': { to: 'account', mail: 'account' },
  'new-sign-in': { to: 'account', mail: 'account' },
  'account-changed': { to: 'account', mail: 'account' },
  'account-disabled': { to: 'account', mail: 'account' },
  'account-closed': { to: 'account', mail: 'account' },
  'application-received': { to: 'applicant', mail: 'account' },
  'application-rejected': { to: 'applicant', mail: 'open' },
  'application-letter': { to: 'applicant', mail: 'by-hand' },
  'application-arrived': { to: 'office', mail: 'open', push: 'open' },
  'contact-arrived': { to: 'office', mail: 'open', push: 'open' },
  'ticket-arrived': { to: 'office', mail: 'open', push: 'open' },
  'damage-report-arrived': { to: 'office', mail: 'open', push: 'open' },
  'car-alert': { to: 'office', mail: 'open', push: 'open' },
  'negative-forecast': { to: 'office', mail: 'open', push: 'open' },
  monday: { to: 'office', mail: 'open', push: 'open' },
  'disputes-late': { to: 'office', mail: 'open', push: 'open' },
  digest: { to: 'office', mail: 'open', push: 'open' },
  'money-person': { to: 'office', mail: 'money', push: 'open' },
  'books-broken': { to: 'office', mail: 'money', push: 'open' },
  'backup-failed': { to: 'office', mail: 'law', push: 'open' },
  'drill-failed': { to: 'office', mail: 'law', push: 'open' },
  test: { to: 'office', mail: 'by-hand' },
} as const satisfies Record<string, Event>

/**
 * Changes to an account that its person is told of: by the office, and `factor-removed` by whoever was signed in with
 * the account.
 */
export const ACCOUNT_CHANGES = [
  'factor-withdrawn',
  'factor-removed',
  'passkeys-withdrawn',
  'sessions-ended',
  'role',
  'scopes',
  'enabled',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

export type NoticeEvent = keyof typeof NOTICE_EVENTS

/** Whether a text is the name of an event. */
export function isNoticeEvent(word: string): word is NoticeEvent {
  return Object.hasOwn(NOTICE_EVENTS, word)
}

export type NoticeChannel = 'inbox' | 'mail' | 'push' | 'whatsapp'
export const NOTICE_CHANNELS = ['inbox', 'mail', 'push', 'whatsapp'] as const satisfies readonly NoticeChannel[]

/** Answers whether an event is told by a channel (`null`: no), and whether it may be turned off there. */
export function channelRule(event: NoticeEvent, channel: NoticeChannel): ChannelRule | null {
  const known: Event = NOTICE_EVENTS[event]
  return known[channel] ?? null
}

/** Days on which the office may have an event told: a number of days before it, the furthest first, or after it, the nearest first. */
export const NOTICE_DAYS = {
  paper: { side: 'before', usual: [60, 30, 15, 7, 1] },
  'receipt-missing': { side: 'after', usual: [7, 14, 28] },
} as const satisfies Partial<Record<NoticeEvent, { side: 'before' | 'after'; usual: readonly number[] }>>
export type TimedEvent = keyof typeof NOTICE_DAYS

/** Most days that can be set, and how far away one may be. */
export const MAX_NOTICE_DAYS = { count: 6, away: 120 } as const

/** Sorts the days in the order in which they come. */
export function inOrder(event: TimedEvent, days: readonly number[]): number[] {
  return NOTICE_DAYS[event].side === 'before' ? days.toSorted((a, b) => b - a) : days.toSorted((a, b) => a - b)
}

/** All messages that may be turned off, as `plan/mail`. */
export const OPEN_NOTICES: readonly string[] = (Object.keys(NOTICE_EVENTS) as NoticeEvent[]).flatMap((event) =>
  NOTICE_CHANNELS.filter((channel) => channelRule(event, channel) === 'open').map((channel) => `${event}/${channel}`),
)
