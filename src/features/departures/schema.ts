import { z } from 'zod'
import { type ReturnedItem, lastDayOf } from '#domain/departure.ts'
import type { ContractKind } from '#domain/contract.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { chosenIdsOrNone, day, givenDay } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { readAt, typedAt } from '#features/fleet/vehicles/schema.ts'

/** The changes that leaving at a moment would make, as the form shows them. Moments and days are text. */
export type DepartureChanges = {
  lastDay: string
  /** Cars that are given back; `begins` when the assignment has not begun by then and is withdrawn. */
  cars: readonly { vehicleId: string; assignmentId: string; plate: string; from: string | null; begins: boolean }[]
  /** Whether the plan has shifts of the driver after that moment: they are taken out. */
  isPlanned: boolean
  /** Whether a request about shifts after that moment waits for an answer: it is withdrawn. */
  isAsked: boolean
  /** Contracts that nobody has sealed, and those still to be written (`id` is `null`). */
  contracts: readonly {
    id: string | null
    kind: ContractKind
    effect: 'withdrawn' | 'withdrawn-later' | 'waits'
  }[]
  /** Terms that would begin after the last day, by their Monday. */
  terms: readonly { id: number; from: Week }[]
  /** Rules that add or take an amount every week: they pause. */
  recurring: readonly { reason: string; amount: Cents }[]
  /** Advances asked for and not decided: they are declined. */
  requests: readonly { id: string; reason: string; total: Cents }[]
  /** Advances whose changed conditions the driver has not accepted: the account cannot be closed with them. */
  unaccepted: readonly { reason: string; remaining: Cents }[]
  /**
   * Weeks with a statement, from that of the last day on: costs of the car after the departure are no longer the
   * driver's there.
   */
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
  /** Whether the driver was suspended when the stay ended: they still are on return, unless the office lifts it. */
  wasSuspended: boolean
}

/** How long the account waits, and how long the leaver may sign in. */
const leaversDays = { waitsUntil: givenDay(), signsInUntil: day() }
const done = z.array(z.string().max(120)).default([])

/** The reason and the days of a departure; what was given back is ticked on a list of its own. */
export const departureRecord = record(
  { reason: adjustmentReason, ...leaversDays },
  (name) => `page.departures.record.${name}`,
  ['reason', ['waitsUntil', 'signsInUntil'], 'checklist'],
  {
    tells: { reason: 'words', waitsUntil: 'time', signsInUntil: 'time' },
    besides: { ...typedAt, atTime: typedAt.atTime.min(1, 'field.required'), done },
  },
)

/** The form of a departure; its moment is a day and a time in Lisbon. */
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

/** What was given back since, and the days, in the form of a final account. */
export const departureChange = record(
  { ...leaversDays, reason: adjustmentReason },
  (name) => (name === 'reason' ? 'page.departures.acts.reason' : `page.departures.record.${name}`),
  [['waitsUntil', 'signsInUntil'], 'checklist', 'reason'],
  { besides: { intent: z.literal('change'), done } },
)

/** The first day, which of the cars handed back are given again, and whether a suspension is lifted. */
export const returnInput = z.object({
  on: givenDay(),
  cars: chosenIdsOrNone(),
  lifts: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})
