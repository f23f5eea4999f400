import { z } from 'zod'
import type { Power } from '#domain/access.ts'

/** The kinds of work: a drop imported, the statements of a week packed into one file, a week approved. */
export type RunKind = 'drop-import' | 'statements-zip' | 'week-approval'

/** The power needed to order work of a kind, and to stop it. */
export const RUN_POWERS: Readonly<Record<RunKind, Power>> = {
  'drop-import': 'operations',
  'statements-zip': 'read',
  'week-approval': 'money',
}

/** The refusal of a run, as stored. */
export const refusalOutcome = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
