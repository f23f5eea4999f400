import { workingDaysAfter, workingDaysLeft } from './working-days.ts'

/** Body that issued the fine: the road safety authority has a form of its own for saying who drove; a municipal body has another. */
export const FINE_BODIES = ['ansr', 'municipal'] as const
export type FineBody = (typeof FINE_BODIES)[number]

/**
 * States of a fine. unidentified: nobody has said yet who drove · made: the document is written · signed: by the
 * company's representative · sent: to the body that issued the fine · not-applicable: nobody has to be named.
 */
export const FINE_STATES = ['unidentified', 'made', 'signed', 'sent', 'not-applicable'] as const
export type FineState = (typeof FINE_STATES)[number]

/** Ways to send a document to the authority. */
export const SENDING_WAYS = ['portal', 'email', 'post', 'in-person'] as const
export type SendingWay = (typeof SENDING_WAYS)[number]

/** Working days that the owner of a car has, from the notification on, to say who drove (Código da Estrada, art. 171.º). */
const DAYS_TO_IDENTIFY = 15
const SOON = 7
const URGENT = 3

/** Answers the last day to say who drove. */
export function identifyUntil(notifiedOn: Temporal.PlainDate): Temporal.PlainDate {
  return workingDaysAfter(notifiedOn, DAYS_TO_IDENTIFY)
}

/** Whether somebody still has to say who drove. */
export function isClockRunning(state: FineState): boolean {
  return state !== 'sent' && state !== 'not-applicable'
}

export type Urgency = 'calm' | 'soon' | 'urgent' | 'late'

/** Answers how urgent a fine is with this many working days left. */
export function urgencyOf(left: number): Urgency {
  if (left < 0) return 'late'
  if (left <= URGENT) return 'urgent'
  return left <= SOON ? 'soon' : 'calm'
}

/** Answers the time left for a fine on a day. */
export function identificationClock(notifiedOn: Temporal.PlainDate, today: Temporal.PlainDate) {
  const until = identifyUntil(notifiedOn)
  const left = workingDaysLeft(today, until)
  return { until, left, urgency: urgencyOf(left) }
}

/** Allowed next states; `not-applicable` may follow any state in which the clock runs. */
const NEXT: Readonly<Record<FineState, readonly FineState[]>> = {
  unidentified: ['made', 'not-applicable'],
  made: ['signed', 'not-applicable', 'unidentified'],
  signed: ['sent', 'not-applicable', 'unidentified'],
  sent: ['unidentified'],
  'not-applicable': ['unidentified'],
}

export function mayFollow(state: FineState, next: FineState): boolean {
  return NEXT[state].includes(next)
}

/** Reads the number of a fine without what people type between its digits; `null` for what cannot be one. */
export function readFineNumber(typed: string, body: FineBody): string | null {
  const number = typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()
  if (body === 'ansr') return /^\d{9}$/.test(number) ? number : null
  return /^[A-Z0-9]{3,30}$/.test(number) ? number : null
}

/** Writes a number of nine digits as "123 456 789", and any other as it is. */
export function showFineNumber(number: string): string {
  return /^\d{9}$/.test(number) ? number.replace(/(\d{3})(\d{3})(\d{3})/, '$1 $2 $3') : number
}

/** Identity documents that a person shows. */
export const IDENTITY_KINDS = ['citizen-card', 'residence', 'passport', 'other'] as const
export type IdentityKind = (typeof IDENTITY_KINDS)[number]

/** Day on which the agency for migrations took over from the border service. */
const AIMA_SINCE = '2023-10-29'

/** Answers who issues a kind of document, where there is only one issuer; a passport names its country itself. */
export function usualIssuer(kind: IdentityKind, issuedOn: string | null): string | null {
  if (kind === 'citizen-card') return 'República Portuguesa'
  if (kind !== 'residence' || issuedOn === null) return null
  return issuedOn < AIMA_SINCE ? 'SEF' : 'AIMA, I.P.'
}
