import { proposedTerms } from '#features/fleet/terms/schema.ts'
import { dryRunTerms } from '#features/settlements/dry-runs/queries.server.ts'
import type { DriverDryRun } from '#features/settlements/dry-runs/schema.ts'
import { errorsOf } from '#web/answer.server.ts'
import type { Reply } from '#web/reply.ts'

/** The preview for "see what changes", from the address: the form as it was typed, and the effect of its terms. */
export async function previewTerms(
  request: Request,
  now: Temporal.Instant,
  driverId: string,
): Promise<{ reply: Reply; dryRun: DriverDryRun | null } | null> {
  const values = Object.fromEntries(new URL(request.url).searchParams)
  if (values['regime'] === undefined) return null
  const read = proposedTerms.safeParse(values)
  const reply = { values, fieldErrors: read.success ? {} : errorsOf(read.error), refusal: null }
  return { reply, dryRun: read.success ? await dryRunTerms(now, driverId, read.data) : null }
}
