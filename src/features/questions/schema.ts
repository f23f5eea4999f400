import type { Because } from '#domain/candidate.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import type { UnmatchedReason } from '#domain/matching.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { ShownAnomaly } from '#features/radar/schema.ts'

/** One row as evidence: enough to recognise it and to open the file at its line. */
export type Evidence = {
  id: string
  importId: number
  file: string
  line: number
  week: Week
  at: string | null
  place: string | null
  label: string
  amount: Cents
}

export type Person = { id: string; ref: string; name: string }

/** Whom a key could belong to, and why. A car is guessed by the plate on its card, with who had it at that minute. */
export type Suggestion =
  | { driver: Person; because: Because }
  | { vehicle: { id: string; plate: string }; heldBy: string | null }

/** A stretch of the week in which somebody had the car, as fractions of the week from 0 to 1. */
export type Held = { from: number; to: number; driver: string }

export type Question =
  | {
      kind: 'unmatched'
      id: string
      source: Source
      /** What the operator calls the source of a list they taught. */
      account: string
      reason: UnmatchedReason
      key: { kind: KeyKind; value: string }
      count: number
      total: Cents
      rows: readonly Evidence[]
      /** When in the week they fell, as fractions from 0 to 1; empty for weekly reports. */
      moments: readonly number[]
      vehicle: { id: string; plate: string } | null
      held: readonly Held[]
      suggestion: Suggestion | null
    }
  /** Two rows of the same plate, minute and value from two files; `driver` is whom both are charged to. */
  | { kind: 'twin'; id: string; plate: string; driver: Person | null; kept: Evidence; other: Evidence }
  | { kind: 'no-terms'; id: string; driver: Person; total: Cents; usual: UsualTerms | null }
  | { kind: 'changed'; id: string; driver: Person; was: Cents; wouldBe: Cents; state: string }
  | {
      kind: 'iban'
      id: string
      driver: Person
      state: 'missing' | 'invalid' | 'held'
      until: string | null
      amount: Cents
    }
  | { kind: 'negative'; id: string; driver: Person; net: Cents; earnings: Cents; past: readonly Cents[] }
  | {
      kind: 'anomaly'
      id: string
      driver: Person
      anomaly: ShownAnomaly
      /** The other driver of a shared car, by name. */
      other: string | null
      rows: readonly Evidence[]
      /** Earnings of the weeks before and of this one. */
      past: readonly Cents[]
      /** To be spoken about: told, and still open. */
      isFollowedUp: boolean
    }

/** The terms most drivers of the week have: the driver's whose they are, and how many have the same. */
export type UsualTerms = { like: string; regime: string; count: number }

/** `yes` has rows · `question` has rows somebody must place, or none though usual · `none` neither. */
export type Tick = 'yes' | 'question' | 'none'

export type UnmatchedQuestion = Extract<Question, { kind: 'unmatched' }>

/** Questions that hold up a decision; the others only inform. */
export const DECIDING: ReadonlySet<Question['kind']> = new Set(['unmatched', 'twin', 'no-terms', 'changed', 'iban'])
