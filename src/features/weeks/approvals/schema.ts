import { z } from 'zod'

/** What was looked at, and whether rows without an owner may stay behind. */
export const approvalInput = z.object({
  drivers: z.coerce.number().int(),
  net: z.coerce.number().int(),
  leaveUnmatched: z.literal('on').optional(),
})

export type ApprovalInput = z.output<typeof approvalInput>
