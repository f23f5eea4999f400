import type { Because } from '#domain/candidate.ts'
import type { DriverName } from '#domain/driver.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import type { UnmatchedReason } from '#domain/matching.ts'
import type { Cents } from '#domain/money.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'

/** Whom a key could belong to, and why. A car is guessed by the plate on its card, with who had it at that minute. */
export type Suggestion =
  | { driver: DriverName; because: Because }
  | { vehicle: { id: string; plate: string }; heldBy: string | null }

/** A stretch of the week in which somebody had the car, as fractions of the week from 0 to 1. */
export type Held = { from: number; to: number; driver: string }

/** Rows that nobody has, for one cause. */
export type UnmatchedQuestion = {
  kind: 'unmatched'
  id: string
  source: Source
  /** What the operator calls the source of a list they taught. */
  account: string
  reason: UnmatchedReason
  key: { kind: KeyKind; value: string }
  count: number
  total: Cents
  /** All its lines are zero: it is somebody who did not drive. */
  tellsNothing: boolean
  rows: readonly Evidence[]
  /** When in the week they fell, as fractions from 0 to 1; empty for weekly reports. */
  moments: readonly number[]
  vehicle: { id: string; plate: string } | null
  held: readonly Held[]
  suggestion: Suggestion | null
}
