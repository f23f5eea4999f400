import { z } from 'zod'
import type { Power } from '#domain/access.ts'

/** What can be looked at in full, by the word of its address, and whose business it is. */
export const REVEALED = {
  iban: 'money',
  company: 'money',
  nif: 'operations',
  application: 'operations',
} as const satisfies Record<string, Power>

export type Revealed = keyof typeof REVEALED

export function isRevealed(word: string | undefined): word is Revealed {
  return word !== undefined && word in REVEALED
}

const reason = z.string().trim().min(1, 'field.required').max(200, 'field.too-long')

export const revealInput = z.object({ reason })

/** The file of a week with every NIF in full. */
export const revealedWeekInput = z.object({ reason, format: z.enum(['csv', 'xlsx'], 'field.choice') })
