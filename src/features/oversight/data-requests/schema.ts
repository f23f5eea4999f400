import { REQUEST_KINDS, type RequestKind } from '#domain/data-request.ts'
import { choice, givenDay, line, lines, openChoice, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const kindWords = (kind: RequestKind) => `page.privacy.requests.kinds.${kind}` as const

/** A request by letter, in person or by e-mail, as the office records it. */
export const requestRecord = record(
  {
    kind: choice(REQUEST_KINDS, kindWords),
    name: line(140),
    contact: text(254),
    askedOn: givenDay('fleet', { until: 'today' }),
    words: lines(2_000),
  },
  (name) => `page.privacy.requests.fields.${name}`,
  ['kind', 'name', ['contact', 'askedOn'], 'words'],
  { tells: { kind: 'state', name: 'identity', contact: 'contact', askedOn: 'time', words: 'words' } },
)

/** A driver's own request. */
export const ownRequestRecord = record(
  { kind: choice(REQUEST_KINDS, kindWords), words: lines(2_000) },
  (name) => `page.privacy.requests.fields.${name}`,
)

export const OUTCOMES = ['done', 'partly', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Outcome of a request, as the person reads it. */
export const answerRecord = record(
  { outcome: openChoice(OUTCOMES, (outcome) => `page.privacy.requests.outcomes.${outcome}`), answer: line(1_000) },
  (name) => `page.privacy.requests.fields.${name}`,
)

/** The reason why the answer takes longer. */
export const extensionRecord = record({ why: line(300) }, () => 'page.privacy.requests.fields.why')

export const REQUEST_STATES = ['late', 'open', 'extended', 'answered', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** A request as its page and the lists show it. Days are ISO days. */
export type DataRequest = {
  id: string
  driverId: string | null
  name: string
  contact: string
  kind: RequestKind
  words: string
  askedOn: string
  by: string
  daysLeft: number
  state: RequestState
  extendedWhy: string | null
  /** Whether the office may still extend the time for the answer. */
  canExtend: boolean
  outcome: Outcome | null
  answer: string
  answeredAt: string | null
  answeredBy: string | null
  isOwn: boolean
}
