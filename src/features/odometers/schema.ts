import { z } from 'zod'
import { readKilometres } from '#domain/odometer.ts'
import { lisbon, readDay } from '#domain/week.ts'

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

const kilometres = z.string('field.required').transform((typed, ctx) => {
  const read = readKilometres(typed)
  if (read !== null) return read
  ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.number' })
  return z.NEVER
})

export const readingInput = z
  .object({
    kilometres,
    atDay: z.string().trim(),
    atTime: z.string().trim(),
    reason: z.string().trim().max(200, 'field.too-long'),
    photo: z.instanceof(File).optional(),
  })
  .transform(({ atDay, atTime, ...rest }, ctx) => {
    const day = readDay(atDay)
    const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(atTime || '00:00')
    if (!day) ctx.addIssue({ code: 'custom', path: ['atDay'], message: atDay === '' ? 'field.required' : 'field.day' })
    if (!clock) ctx.addIssue({ code: 'custom', path: ['atTime'], message: 'field.time' })
    if (!day || !clock) return z.NEVER
    return { ...rest, at: lisbon(day.toPlainDateTime({ hour: Number(clock[1]), minute: Number(clock[2]) })) }
  })
export type ReadingInput = z.output<typeof readingInput>

export const withdrawInput = z.object({ reason: z.string().trim().min(1, 'field.required').max(200, 'field.too-long') })
