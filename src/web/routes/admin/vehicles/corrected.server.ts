import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { previewCorrection } from '#features/settlements/holder-corrections/queries.server.ts'
import type { CorrectionPreview } from '#features/settlements/holder-corrections/schema.ts'
import { errorsOf } from '#web/answer.server.ts'
import type { Reply } from '#web/reply.ts'

/** The preview for "see who moves", from the address: the form as it was typed, its errors, or who would move. */
export type CorrectionLook = { reply: Reply; sent: Record<string, string>; preview: CorrectionPreview | null }

/** Previews a correction before it is saved; `null` if none was asked for yet. */
export async function lookAtCorrection<Schema extends z.ZodType>(
  { request, now, vehicleId }: { request: Request; now: Temporal.Instant; vehicleId: string },
  schema: Schema,
  correct: (change: Change, input: z.output<Schema>) => Promise<unknown>,
): Promise<CorrectionLook | null> {
  const values = Object.fromEntries(new URL(request.url).searchParams)
  if (Object.keys(values).length === 0) return null
  const { idempotencyKey: _, ...sent } = values
  const answer = (wrong: Partial<Reply>, preview: CorrectionPreview | null = null): CorrectionLook => ({
    reply: { values: sent, fieldErrors: {}, refusal: null, ...wrong },
    sent,
    preview,
  })
  const read = schema.safeParse(values)
  if (!read.success) return answer({ fieldErrors: errorsOf(read.error) })
  try {
    return answer({}, await previewCorrection(now, vehicleId, (change) => correct(change, read.data)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answer({ refusal: { code: error.code, params: error.params } })
  }
}
