/** Who or what a paper is of. */
export const PAPER_HOLDERS = ['driver', 'car', 'company'] as const
export type PaperHolder = (typeof PAPER_HOLDERS)[number]

/** `asked` for, `sent` and not yet looked at, `accepted`, `refused` with a reason, `replaced` by a later one. */
export const PAPER_STATES = ['asked', 'sent', 'accepted', 'refused', 'replaced'] as const
export type PaperState = (typeof PAPER_STATES)[number]

/** What somebody or something needs a paper for. */
export const PAPER_USES = ['drive', 'assign', 'pay'] as const
export type PaperUse = (typeof PAPER_USES)[number]

/** A kind of paper, as the office keeps the list of them. */
export type PaperKind = {
  code: string
  holder: PaperHolder
  name: { pt: string; en: string }
  /** Of drivers the regimes, of cars the titles it is asked of; empty, of all of them. */
  appliesTo: readonly string[]
  hasExpiry: boolean
  /** Months that one usually holds. */
  validMonths: number | null
  needed: Readonly<Record<PaperUse, boolean>>
  /** The driver may send it. */
  fromDriver: boolean
  /** Looked at and noted down; its file is never kept. */
  isSensitive: boolean
  isUsed: boolean
  /** Shown to whoever inspects at the roadside. */
  atRoadside: boolean
  /** The paper names an application or a book instead of a number, and may have no end. */
  namesApplication: boolean
  /** Of a car: asked for so many months after it was first registered. */
  firstAfterMonths: number | null
}

/** What a driver is told of a paper. */
export const PAPER_EVENTS = ['asked', 'accepted', 'refused', 'ends', 'ended', 'published'] as const

/** The events of a car's papers that the driver who has the car is told. */
export const CAR_PAPER_EVENTS = ['ends', 'ended'] as const

/** A day, `2026-11-24`: days are compared as text. */
export type Day = string

/** Days from the first to the last, both included; an open end is `null`. */
export type Days = { from: Day | null; until: Day | null }

/** What decides on which days a paper counts. */
export type PaperFacts = {
  state: PaperState
  issuedOn: Day | null
  sentOn: Day | null
  expiresOn: Day | null
  /** The first day on which the paper in its place counts. */
  replacedOn: Day | null
}

/** The first day on which a paper counts: the day it was issued, else the one on which it came. */
export function firstDayOf({ issuedOn, sentOn }: Pick<PaperFacts, 'issuedOn' | 'sentOn'>): Day | null {
  return issuedOn ?? sentOn
}

/** The days on which a paper counts; `null` for one that never did. */
export function daysOf(paper: PaperFacts): Days | null {
  if (paper.state !== 'accepted' && paper.state !== 'replaced') return null
  const from = firstDayOf(paper)
  const until = earlier(paper.expiresOn, paper.replacedOn && dayBefore(paper.replacedOn))
  return from !== null && until !== null && until < from ? null : { from, until }
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

function earlier(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** The last warning of a paper is told the day after its end. */
const AFTER_THE_END = -1

/** Days from one day to another; less than nought when it is past. */
export function daysUntil(day: Day, today: Day): number {
  return Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' }).days
}

/**
 * The warning that is due of those so many days before the end, the furthest first: the closest one whose day has come. Whoever
 * missed earlier ones is told once, not five times.
 */
export function warningDue(expiresOn: Day, today: Day, before: readonly number[]): number | null {
  const left = daysUntil(expiresOn, today)
  return [...before, AFTER_THE_END].findLast((days) => left <= days) ?? null
}

/** Days before its end from which on a paper is said to be running out. */
const RUNNING_OUT = 30

/** What is said of a paper on a day: its state, or how it stands with its end. */
export type PaperLook = Exclude<PaperState, 'accepted'> | 'valid' | 'running-out' | 'expired' | 'not-yet'

export function paperLook(paper: PaperFacts, today: Day): PaperLook {
  if (paper.state !== 'accepted') return paper.state
  const { expiresOn } = paper
  if (expiresOn !== null && expiresOn < today) return 'expired'
  const from = firstDayOf(paper)
  if (from !== null && from > today) return 'not-yet'
  return expiresOn !== null && daysUntil(expiresOn, today) <= RUNNING_OUT ? 'running-out' : 'valid'
}

/** The last day on which a paper is not asked for yet of a car that was registered on a day; `null` where it is from the first. */
export function exemptUntil(registeredOn: Day | null, firstAfterMonths: number | null): Day | null {
  if (registeredOn === null || firstAfterMonths === null) return null
  return Temporal.PlainDate.from(registeredOn).add({ months: firstAfterMonths }).subtract({ days: 1 }).toString()
}

/** When a paper of a kind that says for how long it holds comes to its end: so many months after it was issued. */
export function usualEnd(issuedOn: Day, months: number): Day {
  return Temporal.PlainDate.from(issuedOn).add({ months }).toString()
}

/** Whether a kind that is asked of some titles or regimes alone is asked of this one; `null` while nobody said which it is. */
export function isAskedOf(one: string | null, appliesTo: readonly string[]): boolean {
  return appliesTo.length === 0 || (one !== null && appliesTo.includes(one))
}
