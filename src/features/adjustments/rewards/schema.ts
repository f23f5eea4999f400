import type { Side } from '#domain/commission.ts'
import type { Cents } from '#domain/money.ts'
import type { Adjustment, GoalResult } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import type { DueGoal } from '#features/adjustments/goals/schema.ts'

/** A referral reward that a draft statement pays or takes back. It has its id before it is saved. */
export type DueReferral = Adjustment & { id: string; driverId: string; referral: { id: string; side: Side } }

export type DueReward = DueReferral | DueGoal

/**
 * An amount that a statement paid the signed-in driver for a promise, or took back; `goalResult`: what the prize of a
 * goal rewards.
 */
export type OwnReward = { id: string; week: Week; reason: string; goalResult: GoalResult | null; amount: Cents }
