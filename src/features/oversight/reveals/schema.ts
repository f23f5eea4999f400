import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { z } from 'zod'
import type { Power } from '#domain/access.ts'
import { isNamedIn } from '#domain/named.ts'

/** What can be looked at in full, by the word of its address, and whose business it is. */
export const REVEALED = {
  iban: 'money',
  company: 'money',
  nif: 'operations',
  application: 'operations',
} as const satisfies Record<string, Power>

export type Revealed = keyof typeof REVEALED

export function isRevealed(word: string | undefined): word is Revealed {
  return word !== undefined && isNamedIn(REVEALED, word)
}

const reason = line()

/** Why somebody wants to see one sealed value in full. */
export const revealRecord = record({ reason }, () => 'page.sealed.reason')
export const revealInput = revealRecord.input

/** The file of a week, or of the invoices of a month, with every NIF in full. */
const format = z.enum(['csv', 'xlsx'], 'field.choice')
export const revealedFileInput = z.object({ reason, format })

/** What the address of that file carries, once the reason is kept. */
export const revealTicket = z.object({ format, until: z.iso.datetime(), proof: z.string().max(100) })
export type RevealTicket = z.output<typeof revealTicket>
