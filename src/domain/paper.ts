/** Who or what a document belongs to. */
export const PAPER_HOLDERS = ['driver', 'car', 'company'] as const
export type PaperHolder = (typeof PAPER_HOLDERS)[number]

/** States of a document: `asked` for, `sent` and not yet checked, `accepted`, `refused` with a reason, `replaced` by a later one. */
export const PAPER_STATES = ['asked', 'sent', 'accepted', 'refused', 'replaced'] as const
export type PaperState = (typeof PAPER_STATES)[number]

/** Uses for which a document is needed. */
export const PAPER_USES = ['drive', 'assign', 'pay'] as const
export type PaperUse = (typeof PAPER_USES)[number]

/** A kind of document, as the office keeps the list of them. */
export type PaperKind = {
  code: string
  holder: PaperHolder
  name: { pt: string; en: string }
  /** Regimes of drivers, or titles of cars, for which it is needed; empty for all. */
  appliesTo: readonly string[]
  hasExpiry: boolean
  /** Months for which such a document is usually valid. */
  validMonths: number | null
  needed: Readonly<Record<PaperUse, boolean>>
  /** Whether the driver may send it. */
  fromDriver: boolean
  /** Whether it is only checked and noted down; its file is never kept. */
  isSensitive: boolean
  isUsed: boolean
  /** Whether it is shown to an inspector at the roadside. */
  atRoadside: boolean
  /** Whether the document names an application or a book instead of a number, and may have no end. */
  namesApplication: boolean
  /** For cars: months after the first registration from which it is needed. */
  firstAfterMonths: number | null
}

/** Events of a document that a driver is told. `again`: a refusal was taken back, and the office checks it once more. */
export const PAPER_EVENTS = ['asked', 'accepted', 'refused', 'again', 'ends', 'ended', 'published'] as const

/** Events of a car's documents that the driver of the car is told. */
export const CAR_PAPER_EVENTS = ['ends', 'ended'] as const

/** A day as `2026-11-24`: days are compared as text. */
export type Day = string

/** Days from the first to the last, both included; an open end is `null`. */
export type Days = { from: Day | null; until: Day | null }

/** Facts that decide on which days a document counts. */
export type PaperFacts = {
  state: PaperState
  issuedOn: Day | null
  sentOn: Day | null
  expiresOn: Day | null
  /** First day of the document that replaces it. */
  replacedOn: Day | null
}

/** Answers the first day on which a document counts: the day it was issued, else the day it came. */
export function firstDayOf({ issuedOn, sentOn }: Pick<PaperFacts, 'issuedOn' | 'sentOn'>): Day | null {
  return issuedOn ?? sentOn
}

/**
 * Answers the days on which a document counts; `null` for one that never did. A document that came after its own end counts
 * on no day: its days end before they begin, and still name the end for the warnings.
 */
export function daysOf(paper: PaperFacts): Days | null {
  if (paper.state !== 'accepted' && paper.state !== 'replaced') return null
  const from = firstDayOf(paper)
  const until = earlierDay(paper.expiresOn, paper.replacedOn && dayBefore(paper.replacedOn))
  const days = { from, until }
  return isLate(days) && paper.state === 'replaced' ? null : days
}

/** Whether a document came after its own end. */
export function isLate({ from, until }: Days): boolean {
  return from !== null && until !== null && until < from
}

export function dayBefore(day: Day): Day {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}

export function dayAfter(day: Day): Day {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

export function isWithin({ from, until }: Days, day: Day): boolean {
  return (from === null || from <= day) && (until === null || day <= until)
}

function earlierDay(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** The last warning comes on the day after the end: minus one day before it. */
const DAY_AFTER_END = -1

/** Counts the days from one day to another; negative when it is past. */
export function daysUntil(day: Day, today: Day): number {
  return Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' }).days
}

/**
 * Answers the warning that is due, by its days before the end; `daysBefore` lists all of them, the furthest first. Only the
 * latest warning whose day has come is due, so that a driver who missed earlier ones is told once, not five times.
 */
export function warningDue(expiresOn: Day, today: Day, daysBefore: readonly number[]): number | null {
  const daysLeft = daysUntil(expiresOn, today)
  return [...daysBefore, DAY_AFTER_END].findLast((days) => daysLeft <= days) ?? null
}

/** Days before its end from which a document counts as running out. */
const RUNNING_OUT_DAYS = 30

/** State of a document as shown on a day; for an accepted one, how near its end is. */
export type ShownPaperState = Exclude<PaperState, 'accepted'> | 'valid' | 'running-out' | 'expired' | 'not-yet'

export function shownPaperState(paper: PaperFacts, today: Day): ShownPaperState {
  if (paper.state !== 'accepted') return paper.state
  const { expiresOn } = paper
  if (expiresOn !== null && expiresOn < today) return 'expired'
  const from = firstDayOf(paper)
  if (from !== null && from > today) return 'not-yet'
  return expiresOn !== null && daysUntil(expiresOn, today) <= RUNNING_OUT_DAYS ? 'running-out' : 'valid'
}

/** Answers the last day on which a document is not needed yet for a car registered on a day; `null` where it is needed from the first. */
export function exemptUntil(registeredOn: Day | null, firstAfterMonths: number | null): Day | null {
  if (registeredOn === null || firstAfterMonths === null) return null
  return Temporal.PlainDate.from(registeredOn).add({ months: firstAfterMonths }).subtract({ days: 1 }).toString()
}

/** Answers the usual end of a document: a number of months after it was issued. */
export function usualEnd(issuedOn: Day, months: number): Day {
  return Temporal.PlainDate.from(issuedOn).add({ months }).toString()
}

/** Whether a kind that is needed only for some titles or regimes is needed for this one; not while it is unknown (`null`). */
export function isAskedOf(group: string | null, appliesTo: readonly string[]): boolean {
  return appliesTo.length === 0 || (group !== null && appliesTo.includes(group))
}
