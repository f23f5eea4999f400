import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'

/** The obstacles to a merge; the text of each tells how to remove it. */
export const MERGE_OBSTACLES = ['same', 'gone', 'has-left', 'unpaid', 'late'] as const
export type MergeObstacle = (typeof MERGE_OBSTACLES)[number]

/**
 * The effects of a merge: numbers of the things that move, things that stay, and choices to make. Money is in cents.
 */
export type MergePreview = {
  gone: DriverName & { account: string | null }
  stays: DriverName & { account: string | null }
  obstacles: { code: MergeObstacle; driver: string; weeks: string[] }[]
  moves: { keys: number; cars: number; plans: number; adjustments: number; recurring: number; applications: number }
  /** The balance owed to the driver (+) or by the driver (−) on each account that is not empty. */
  balances: { account: 'current' | 'plan' | 'deposit'; amount: Cents }[]
  /** Number of statements that remain with the record that goes, as they were issued. */
  statements: number
  /** `copied`: only the record that goes has terms, or had them earlier · `choose`: both have terms, and they differ. */
  terms: 'none' | 'copied' | 'choose'
  /** Whether the first payment waits, because the record that stays was never paid. */
  waits: boolean
}

/** The reason for a merge, or for undoing it. */
export const mergeReason = record({ reason: line() }, () => 'page.merges.reason')

export const mergeInput = mergeReason.input.extend({
  into: z.uuid('field.required'),
  /** The record whose terms are in force from the first open week on. */
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

/** The things that a merge moved, so that undoing it can return them. */
export const movedThings = z.object({
  plans: z.array(z.string()),
  adjustments: z.array(z.string()),
  recurring: z.array(z.string()),
  applications: z.array(z.string()),
  notices: z.array(z.number()),
  /** Ids of the terms that were saved for the record that stays, and of those withdrawn there. */
  written: z.array(z.number()),
  withdrawn: z.array(z.number()),
  balances: z.array(z.object({ account: z.enum(['current', 'plan', 'deposit']), amount: z.int() })),
  /** The wait of the first payment that the merge began, and the one that it replaced. */
  hold: z.object({ until: z.string(), before: z.string().nullable() }).nullable().default(null),
  /** Facts of both records from before the merge. */
  gone: z.object({ uid: z.string().nullable(), status: z.string() }),
  /** `after`: the sign-in that the record got by the merge. */
  stays: z.object({ uid: z.string().nullable(), after: z.string().nullable() }),
  /** Empty columns that were filled from the other record. */
  filled: z.array(z.enum(['email', 'phone', 'nif'])),
})
export type MovedThings = z.output<typeof movedThings>
