import type { KeyKind, Source } from '#domain/import.ts'
import type { UnmatchedReason } from '#domain/matching.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

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

/** Whom a key could belong to. */
export type Suggestion = { driver: Person } | { vehicle: { id: string; plate: string } }

/** A stretch of the week in which somebody had the car, as fractions of the week from 0 to 1. */
export type Held = { from: number; to: number; driver: string }

export type Question =
  | {
      kind: 'unmatched'
      id: string
      source: Source
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
  | { kind: 'no-terms'; id: string; driver: Person; total: Cents }
  | { kind: 'changed'; id: string; driver: Person; was: Cents; wouldBe: Cents; state: string }
  | {
      kind: 'iban'
      id: string
      driver: Person
      state: 'missing' | 'invalid' | 'held'
      until: string | null
      amount: Cents
    }
  | {
      kind: 'source-missing'
      id: string
      driver: Person
      sources: readonly Source[]
      net: Cents
      past: readonly Cents[]
    }
  | { kind: 'negative'; id: string; driver: Person; net: Cents; earnings: Cents; past: readonly Cents[] }
  | {
      kind: 'unusual'
      id: string
      driver: Person
      earnings: Cents
      mean: Cents
      deviation: number
      past: readonly Cents[]
    }

/** `yes` has rows · `question` has rows somebody must place, or none though usual · `none` neither. */
export type Tick = 'yes' | 'question' | 'none'

export type UnmatchedQuestion = Extract<Question, { kind: 'unmatched' }>

/** Questions that hold up a decision; the others only inform. */
export const DECIDING: ReadonlySet<Question['kind']> = new Set(['unmatched', 'no-terms', 'changed', 'iban'])

/** Earnings 40 % down, or half as much again, against the weeks before; in basis points (`product.md` 4). */
export function isUnusual(deviation: number | null): boolean {
  return deviation !== null && (deviation <= -4_000 || deviation >= 5_000)
}
