import { z } from 'zod'
import type { Power } from '#domain/access.ts'

/** What is done: a drop taken in, the statements of a week packed into one file, a week approved. */
export type RunKind = 'drop-import' | 'statements-zip' | 'week-approval'

/** The power that somebody needs to order work of a kind, and to stop it. */
export const RUN_POWERS: Readonly<Record<RunKind, Power>> = {
  'drop-import': 'operations',
  'statements-zip': 'read',
  'week-approval': 'money',
}

/** Why a run was refused, as it keeps it. */
export const refusalOutcome = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
