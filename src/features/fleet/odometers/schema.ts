import { z } from 'zod'
import { givenKilometres } from '#forms/fields.ts'
import { readAt, typedAt } from '#features/fleet/vehicles/schema.ts'

/** A reading as its page shows it; the moment is text. */
export type ReadingView = {
  id: number
  at: string
  kilometres: number
  reason: string
  by: string | null
  file: string | null
  /** Why it counts no more. */
  withdrawn: string | null
}

export const readingInput = z
  .object({
    kilometres: givenKilometres(),
    ...typedAt,
    reason: z.string().trim().max(200, 'field.too-long'),
    photo: z.instanceof(File).optional(),
  })
  .transform(({ atDay, atTime, atTimeTwice, ...rest }, ctx) => ({
    ...rest,
    at: readAt({ atDay, atTime, atTimeTwice }, ctx),
  }))
export type ReadingInput = z.output<typeof readingInput>

export const withdrawInput = z.object({ reason: z.string().trim().min(1, 'field.required').max(200, 'field.too-long') })
