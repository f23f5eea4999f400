import { z } from 'zod'
import { type ReturnedItem, lastDayOf } from '#domain/departure.ts'
import type { ContractKind } from '#domain/contract.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { chosenIdsOrNone, day, givenDay } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { readAt, typedAt } from '#features/fleet/vehicles/schema.ts'

/** The changes that a departure at a moment would make, as the form shows them. Moments and days are text. */
export type DepartureChanges = {
  lastDay: string
  /** Cars that are handed back. `begins`: the assignment has not begun by then, so it is removed. */
  cars: readonly { vehicleId: string; assignmentId: string; plate: string; from: string | null; begins: boolean }[]
  /** Whether the driver has planned shifts after that moment; they are removed. */
  isPlanned: boolean
  /** Whether a request about shifts after that moment waits for an answer; the request is withdrawn. */
  isAsked: boolean
  /** Contracts that nobody has sealed, and those still to be written (`id` is `null`). */
  contracts: readonly {
    id: string | null
    kind: ContractKind
    effect: 'withdrawn' | 'withdrawn-later' | 'waits'
  }[]
  /** Terms that would begin after the last day (`from` is their Monday); they are removed. */
  terms: readonly { id: number; from: Week }[]
  /** Rules that add or take an amount every week: they pause. */
  recurring: readonly { reason: string; amount: Cents }[]
  /** Requested advances without a decision; they are declined. */
  requests: readonly { id: string; reason: string; total: Cents }[]
  /** Advances whose changed conditions the driver has not accepted; with them the account cannot be closed. */
  unaccepted: readonly { reason: string; remaining: Cents }[]
  /**
   * Weeks with a statement, from the week of the last day. In them, costs of the car after the departure are no
   * longer the driver's.
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
  /**
   * Whether the driver was suspended when the stay ended. The suspension still holds on return, unless the office
   * lifts it.
   */
  wasSuspended: boolean
}

/** How long the account waits, and how long the leaver may sign in. */
const leaversDays = { waitsUntil: givenDay(), signsInUntil: day() }
const done = z.array(z.string().max(120)).default([])

/** The reason and the days of a departure. The things handed back are ticked on a separate list. */
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

/** The form, on the page of a final account, that changes the things handed back and the days. */
export const departureChange = record(
  { ...leaversDays, reason: adjustmentReason },
  (name) => (name === 'reason' ? 'page.departures.acts.reason' : `page.departures.record.${name}`),
  [['waitsUntil', 'signsInUntil'], 'checklist', 'reason'],
  { besides: { intent: z.literal('change'), done } },
)

/** The form that takes a driver back: the first day, the cars to assign again, and whether a suspension is lifted. */
export const returnInput = z.object({
  on: givenDay(),
  cars: chosenIdsOrNone(),
  lifts: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})
