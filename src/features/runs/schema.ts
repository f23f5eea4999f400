import { z } from 'zod'

/** Why a run was refused, as it keeps it. */
export const refusalOutcome = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
