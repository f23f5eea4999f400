import { z } from 'zod'
import { PURPOSES, type Purpose } from '#domain/consent.ts'

/** The form of the banner, and of the button in the footer (`withdrawn`). */
export const consentInput = z.object({
  choice: z.enum(['all', 'necessary', 'chosen', 'withdrawn']),
  purposes: z.array(z.enum(PURPOSES)).max(PURPOSES.length).default([]),
  back: z.string().max(2000).default('/'),
})

/** The purposes that an answer allows, among those asked about. */
export function allowedBy(
  { choice, purposes }: z.output<typeof consentInput>,
  asked: readonly Purpose[],
): readonly Purpose[] {
  if (choice === 'all') return asked
  return choice === 'chosen' ? asked.filter((purpose) => purposes.includes(purpose)) : []
}
