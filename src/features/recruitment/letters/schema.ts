import { namedIn } from '#domain/named.ts'
import { z } from 'zod'
import { carried, text } from '#forms/fields.ts'

/** What of an applicant a text may name, as it stands between braces. */
export const PLACES = ['nome', 'empresa', 'falta', 'regime', 'coluna'] as const
export type Place = (typeof PLACES)[number]

const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'field.required')
    .max(longest, 'field.too-long')
    .refine((typed) => [...typed.matchAll(/\{(\w+)\}/g)].every(([, place]) => PLACES.some((one) => one === place)), {
      error: 'field.choice',
    })

const texts = {
  name: text(60, { required: true }),
  subjectPt: words(120),
  subjectEn: words(120),
  bodyPt: words(2_000),
  bodyEn: words(2_000),
}
export const newTextInput = z.object(texts)
export const textInput = z.object({ ...texts, version: carried() })

export const letterInput = z.object({
  subject: text(120, { required: true }),
  body: z.string().trim().min(1, 'field.required').max(2_000, 'field.too-long'),
})

/** A text of the office, in both languages. */
export type LetterText = {
  id: string
  name: string
  subject: { pt: string; en: string }
  body: { pt: string; en: string }
  version: number
}

/** What was written to an applicant. `state` of a mail as the outbox has it, `null` of what was taken to WhatsApp. */
export type Letter = {
  id: string
  at: string
  by: string | null
  channel: 'mail' | 'whatsapp'
  subject: string
  body: string
  mailId: number | null
  state: string | null
}

/** A text with what is known put in; what is not known is left out. */
export function fillLetter(letter: string, known: Readonly<Partial<Record<Place, string>>>): string {
  return letter.replaceAll(/\{(\w+)\}/g, (_, place: string) => namedIn(known, place) ?? '')
}
