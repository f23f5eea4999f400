import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { reason } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Figures that have the same name in Bolt's file and in its orders. */
export const COMPARED = ['tips', 'tolls', 'booking', 'cancellation', 'commission'] as const
export type ComparedPart = (typeof COMPARED)[number]

/** A figure of one driver in which file and orders differ. */
export type Difference = { driver: string; part: ComparedPart; file: Cents; orders: Cents }

/**
 * `equal`: to the cent · `differs` · `answered`: the office accepted these differences · `no-file`: there are orders
 * only · `partial`: only part of the orders came.
 */
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

/** The reason why the file counts. */
export const comparisonRecord = record({ reason: reason(300) }, (name) => `page.connections.week.${name}`)

/** An answer with its reason, or that the answer is taken back. */
export const comparisonAct = z.union([
  z.object({ intent: z.literal('take-back') }),
  z.object({ intent: z.literal('answer'), ...comparisonRecord.fields }),
])
