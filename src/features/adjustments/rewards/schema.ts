import type { Side } from '#domain/commission.ts'
import type { Adjustment } from '#domain/settlement-types.ts'

/** What a statement that is still a draft pays of a reward, or takes back. It has its id before it is written. */
export type DueReward = Adjustment & { id: string; driverId: string; referral: { id: string; side: Side } }
