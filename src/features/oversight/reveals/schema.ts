import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { z } from 'zod'
import type { Power } from '#domain/access.ts'
import { isNamedIn } from '#domain/named.ts'

/** Values that can be shown in full, by their word in the address, with the power that each needs. */
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

/** The reason why a person wants to see one sealed value in full. */
export const revealRecord = record({ reason }, () => 'page.sealed.reason')
export const revealInput = revealRecord.input

/** The file of a week, or of the invoices of a month, with every NIF in full. */
const format = z.enum(['csv', 'xlsx'], 'field.choice')
export const revealedFileInput = z.object({ reason, format })

/** The ticket in the address of that file, given once the reason is stored. */
export const revealTicket = z.object({ format, until: z.iso.datetime(), proof: z.string().max(100) })
export type RevealTicket = z.output<typeof revealTicket>
