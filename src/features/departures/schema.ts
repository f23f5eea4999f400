import { z } from 'zod'
import { type ReturnedItem, lastDayOf } from '#domain/departure.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { chosenOrNone, day, givenDay } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { readAt, typedAt } from '#features/fleet/vehicles/schema.ts'

/** What leaving at a moment would change, as the form shows it before. Moments and days are text. */
export type DepartureChanges = {
  lastDay: string
  /** Cars that are given back; `begins` for a time that has not begun then and is taken back. */
  cars: readonly { vehicleId: string; assignmentId: string; plate: string; from: string | null; begins: boolean }[]
  /** Terms that would begin after the last day, by their Monday. */
  terms: readonly { id: number; from: Week }[]
  /** Rules that add or take something every week: they rest. */
  recurring: readonly { reason: string; amount: Cents }[]
  /** Advances asked for and not decided: they are declined. */
  requests: readonly { id: string; reason: string; total: Cents }[]
  /** Advances under other conditions than asked, which the driver has not accepted: the account is not closed on them. */
  unaccepted: readonly { reason: string; remaining: Cents }[]
  /** Weeks that hold the last day or come after it, with a statement: what the car did later is no longer the driver's there. */
  frozen: readonly Week[]
  checklist: readonly ReturnedItem[]
}

/** A departure as pages show it. Days are ISO dates. */
export type DepartureView = {
  id: string
  leftAt: string
  lastDay: string
  reason: string
  checklist: readonly ReturnedItem[]
  waitsUntil: string
  signsInUntil: string | null
  paysIn: Week | null
  returnedOn: string | null
  /** Suspended when the stay ended: so is whoever comes back, unless the office lifts it. */
  wasSuspended: boolean
}

/** Until when the account waits, and the leaver may sign in. */
const leaversDays = { waitsUntil: givenDay(), signsInUntil: day() }
const done = z.array(z.string().max(120)).default([])

/** Why somebody leaves, and the days; what comes back is ticked on a list of its own. */
export const departureRecord = record(
  { reason: adjustmentReason, ...leaversDays },
  (name) => `page.departures.record.${name}`,
  ['reason', ['waitsUntil', 'signsInUntil'], 'checklist'],
  {
    tells: { reason: 'words', waitsUntil: 'time', signsInUntil: 'time' },
    besides: { ...typedAt, atTime: typedAt.atTime.min(1, 'field.required'), done },
  },
)

/** Leaving, as the form sends it; the moment is a day and a time on the Lisbon clock. */
export const departureInput = departureRecord.input.transform(({ atDay, atTime, atTimeTwice, ...rest }, ctx) => {
  const at = readAt({ atDay, atTime, atTimeTwice }, ctx)
  if (ctx.issues.length > 0) return z.NEVER
  const lastDay = lastDayOf(at).toString()
  for (const path of ['waitsUntil', 'signsInUntil'] as const) {
    const until = rest[path]
    if (until !== null && until < lastDay) ctx.addIssue({ code: 'custom', path: [path], message: 'field.ends-before' })
  }
  return { at, ...rest }
})
export type DepartureInput = z.output<typeof departureInput>

/** What came back since, and the days, as the form of a final account sends them. */
export const departureChange = record(
  { ...leaversDays, reason: adjustmentReason },
  (name) => (name === 'reason' ? 'page.departures.acts.reason' : `page.departures.record.${name}`),
  [['waitsUntil', 'signsInUntil'], 'checklist', 'reason'],
  { besides: { intent: z.literal('change'), done } },
)

/** The first day, which of the cars that were handed back are given again, and whether a suspension is lifted. */
export const returnInput = z.object({
  on: givenDay(),
  cars: chosenOrNone(),
  lifts: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})
