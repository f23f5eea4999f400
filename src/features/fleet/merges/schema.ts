import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'

/** What stands in the way of a merge; each sentence says what would lift it. */
export const MERGE_OBSTACLES = ['same', 'gone', 'has-left', 'unpaid', 'late'] as const
export type MergeObstacle = (typeof MERGE_OBSTACLES)[number]

/** What a merge would do: counts of what moves, what stays, and what has to be chosen. Money is in cents. */
export type MergePreview = {
  gone: DriverName & { account: string | null }
  stays: DriverName & { account: string | null }
  obstacles: { code: MergeObstacle; driver: string; weeks: string[] }[]
  moves: { keys: number; cars: number; plans: number; adjustments: number; recurring: number; applications: number }
  /** What is owed to the driver (+) or by the driver (−) on each account that has something. */
  balances: { account: 'current' | 'plan' | 'deposit'; amount: Cents }[]
  /** Weeks that stay with the record that goes, as they were issued. */
  statements: number
  /** `copied`: only the one that goes has terms, or had them earlier · `choose`: both have, and they differ. */
  terms: 'none' | 'copied' | 'choose'
  /** Who stays was never paid: the first payment waits. */
  waits: boolean
}

/** Why two records are one person, or come apart again. */
export const mergeReason = record({ reason: line() }, () => 'page.merges.reason')

export const mergeInput = mergeReason.input.extend({
  into: z.uuid('field.required'),
  /** The record whose terms hold from the first open week on. */
  terms: z.enum(['stays', 'gone'], 'field.choice').optional(),
  /** The record whose sign-in stays. */
  account: z.enum(['stays', 'gone'], 'field.choice').optional(),
})
export type MergeInput = z.output<typeof mergeInput>

/** A merge as the record that stays shows it. Moments are text. */
export type MergeRow = {
  id: string
  gone: DriverName
  stays: DriverName
  reason: string
  at: string
  by: string | null
  undone: { at: string; by: string | null; reason: string } | null
}

/** What came over, to be given back. */
export const movedThings = z.object({
  plans: z.array(z.string()),
  adjustments: z.array(z.string()),
  recurring: z.array(z.string()),
  applications: z.array(z.string()),
  notices: z.array(z.number()),
  /** Terms written for the one that stays, and those withdrawn there, by their number. */
  written: z.array(z.number()),
  withdrawn: z.array(z.number()),
  balances: z.array(z.object({ account: z.enum(['current', 'plan', 'deposit']), amount: z.int() })),
  /** The wait of the first payment that it made, and the one that it took the place of. */
  hold: z.object({ until: z.string(), before: z.string().nullable() }).nullable().default(null),
  /** What both records said before the merge. */
  gone: z.object({ uid: z.string().nullable(), status: z.string() }),
  /** `after`: the sign-in that it had by the merge. */
  stays: z.object({ uid: z.string().nullable(), after: z.string().nullable() }),
  /** Columns that were empty and were filled from the other record. */
  filled: z.array(z.enum(['email', 'phone', 'nif'])),
})
export type MovedThings = z.output<typeof movedThings>
