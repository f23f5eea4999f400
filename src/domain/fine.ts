import { workingDaysAfter, workingDaysLeft } from './working-days.ts'

/** Who fined: the road safety authority has a form of its own for saying who drove; a municipal body has another. */
export const FINE_BODIES = ['ansr', 'municipal'] as const
export type FineBody = (typeof FINE_BODIES)[number]

/**
 * unidentified: nobody has said yet who drove · made: the document is written · signed: by who represents the company ·
 * sent: to who fined · not-applicable: nobody has to be named.
 */
export const FINE_STATES = ['unidentified', 'made', 'signed', 'sent', 'not-applicable'] as const
export type FineState = (typeof FINE_STATES)[number]

/** How a document goes to the authority. */
export const SENDING_WAYS = ['portal', 'email', 'post', 'in-person'] as const
export type SendingWay = (typeof SENDING_WAYS)[number]

/** Working days the owner of a car has, from the notification on, to say who drove (Código da Estrada, art. 171.º). */
const DAYS_TO_IDENTIFY = 15
const SOON = 7
const URGENT = 3

/** The day until which it has to be said who drove. */
export function identifyUntil(notifiedOn: Temporal.PlainDate): Temporal.PlainDate {
  return workingDaysAfter(notifiedOn, DAYS_TO_IDENTIFY)
}

/** Whether somebody still has to say who drove. */
export function isClockRunning(state: FineState): boolean {
  return state !== 'sent' && state !== 'not-applicable'
}

export type Urgency = 'calm' | 'soon' | 'urgent' | 'late'

/** How pressing it is with so many working days left. */
export function urgencyOf(left: number): Urgency {
  if (left < 0) return 'late'
  if (left <= URGENT) return 'urgent'
  return left <= SOON ? 'soon' : 'calm'
}

/** The clock of a fine on a day. */
export function identificationClock(notifiedOn: Temporal.PlainDate, today: Temporal.PlainDate) {
  const until = identifyUntil(notifiedOn)
  const left = workingDaysLeft(today, until)
  return { until, left, urgency: urgencyOf(left) }
}

/** What may follow a state; `not-applicable` may from any in which the clock runs. */
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

/** The number of a fine without what people write between its digits; `null` for what cannot be one. */
export function readFineNumber(typed: string, body: FineBody): string | null {
  const number = typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()
  if (body === 'ansr') return /^\d{9}$/.test(number) ? number : null
  return /^[A-Z0-9]{3,30}$/.test(number) ? number : null
}

/** "123 456 789", and any other number as it is. */
export function showFineNumber(number: string): string {
  return /^\d{9}$/.test(number) ? number.replace(/(\d{3})(\d{3})(\d{3})/, '$1 $2 $3') : number
}

/** What a person shows to say who they are. */
export const IDENTITY_KINDS = ['citizen-card', 'residence', 'passport', 'other'] as const
export type IdentityKind = (typeof IDENTITY_KINDS)[number]

/** The day on which the agency for migrations took over from the border service. */
const AIMA_SINCE = '2023-10-29'

/** Who issues such a document, where there is but one; a passport says its country itself. */
export function usualIssuer(kind: IdentityKind, issuedOn: string | null): string | null {
  if (kind === 'citizen-card') return 'República Portuguesa'
  if (kind !== 'residence' || issuedOn === null) return null
  return issuedOn < AIMA_SINCE ? 'SEF' : 'AIMA, I.P.'
}
