import { z } from 'zod'
import type { SuggestionReason } from '#domain/candidate.ts'
import type { DriverName } from '#domain/driver.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import type { UnmatchedReason } from '#domain/matching.ts'
import type { Cents } from '#domain/money.ts'
import type { WorkshopStay } from '#domain/vehicle.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'

/**
 * The probable owner of a key, and why. A car is suggested by the plate on its card, with who had it at that minute.
 */
export type Suggestion =
  | { driver: DriverName; because: SuggestionReason }
  | { vehicle: { id: string; plate: string }; heldBy: string | null }

/** A part of the week in which a driver had the car, as fractions of the week from 0 to 1. */
export type HeldSpan = { from: number; to: number; driver: string }

/** Rows without an owner that have the same cause. */
export type UnmatchedQuestion = {
  kind: 'unmatched'
  id: string
  source: Source
  /** The operator's name for the source, when it is a list that the operator taught. */
  account: string
  reason: UnmatchedReason
  key: { kind: KeyKind; value: string }
  count: number
  total: Cents
  /** All its rows are zero: somebody who did not drive. */
  tellsNothing: boolean
  rows: readonly Evidence[]
  /** The moments of the rows in the week, as fractions from 0 to 1; empty for weekly reports. */
  moments: readonly number[]
  vehicle: { id: string; plate: string } | null
  held: readonly HeldSpan[]
  suggestion: Suggestion | null
  /** The stay in a workshop in which the first row falls; only a week's page asks for it. */
  stay: WorkshopStay | null
}

/** A question with the owner whom the fleet probably has. `isSure`: it may be answered without looking at it. */
export type RecognisedQuestion = Omit<UnmatchedQuestion, 'suggestion'> & { suggestion: Suggestion; isSure: boolean }

/** The value of a tick: the owner whom the list showed beside the row. */
export function ownerValue(suggestion: Suggestion): string {
  return 'driver' in suggestion ? `driver:${suggestion.driver.id}` : `vehicle:${suggestion.vehicle.id}`
}

/** The tick of a question has the id of the question as its name. */
const TICK = 'row-'

/** The questions that stay ticked (`row-ID`), each with the owner that was shown. */
export const recognisedInput = z.record(z.string(), z.string().max(300, 'field.too-long')).transform((fields, ctx) => {
  const chosen = Object.entries(fields).flatMap(([name, owner]) => (name.startsWith(TICK) ? [{ id: name, owner }] : []))
  if (chosen.length === 0) ctx.addIssue({ code: 'custom', message: 'field.nobody', path: [''] })
  return chosen
})
export type RecognisedInput = z.output<typeof recognisedInput>
