import { z } from 'zod'
import { PURPOSES, type Purpose } from '#domain/consent.ts'

/** The form of the banner, and the button of the footer (`withdrawn`). */
export const consentInput = z.object({
  choice: z.enum(['all', 'necessary', 'chosen', 'withdrawn']),
  purposes: z.array(z.enum(PURPOSES)).max(PURPOSES.length).default([]),
  back: z.string().max(2000).default('/'),
})

/** What was allowed by an answer, of what was asked. */
export function allowedBy(
  { choice, purposes }: z.output<typeof consentInput>,
  asked: readonly Purpose[],
): readonly Purpose[] {
  if (choice === 'all') return asked
  return choice === 'chosen' ? asked.filter((purpose) => purposes.includes(purpose)) : []
}
