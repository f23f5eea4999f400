import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { reason } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Figures that bear one name in Bolt's file and in its orders. */
export const COMPARED = ['tips', 'tolls', 'booking', 'cancellation', 'commission'] as const
export type ComparedPart = (typeof COMPARED)[number]

/** What file and orders say of one driver where they are not one. */
export type Difference = { driver: string; part: ComparedPart; file: Cents; orders: Cents }

/** `equal`: to the cent · `differs` · `answered`: looked at as it is · `no-file`: orders alone · `partial`: the orders of a part of it alone. */
export const COMPARISON_STATES = ['equal', 'differs', 'answered', 'no-file', 'partial'] as const
export type ComparisonState = (typeof COMPARISON_STATES)[number]

export type ComparedWeek = {
  week: Week
  state: ComparisonState
  trips: number
  drivers: number
  differences: readonly Difference[]
  answer: { at: string; by: string | null; reason: string } | null
}

/** Why the file stands. */
export const comparisonRecord = record({ reason: reason(300) }, (name) => `page.connections.week.${name}`)

/** Why the file stands, or that the answer is taken back. */
export const comparisonAct = z.union([
  z.object({ intent: z.literal('take-back') }),
  z.object({ intent: z.literal('answer'), ...comparisonRecord.fields }),
])
