import { namedIn } from '#domain/named.ts'
import { z } from 'zod'
import { carriedNumber, givenLines, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The placeholders of a text, as they stand between braces. */
export const PLACES = ['nome', 'empresa', 'falta', 'regime', 'coluna'] as const
export type Place = (typeof PLACES)[number]

const subject = line(120)
const body = givenLines(2_000)

/** A field of a letter in which only these placeholders may stand between braces. */
const onlyPlaceholders = (field: typeof subject) =>
  field
    .refine((typed) => !/[{}]/.test(PLACES.reduce((rest, place) => rest.replaceAll(`{${place}}`, ''), typed)), {
      error: 'field.letter-place',
    })
    .meta(z.globalRegistry.get(field) ?? {})

export const textRecord = record(
  {
    name: line(60),
    subjectPt: onlyPlaceholders(subject),
    subjectEn: onlyPlaceholders(subject),
    bodyPt: onlyPlaceholders(body),
    bodyEn: onlyPlaceholders(body),
  },
  (name) => `page.recruitment.letters.${name}`,
  ['name', 'places', ['subjectPt', 'subjectEn'], 'bodyPt', 'bodyEn'],
)
export const newTextInput = textRecord.input
export const textInput = textRecord.input.extend({ version: carriedNumber() })

export const letterRecord = record({ subject, body }, (name) => `page.recruitment.letters.${name}`, undefined, {
  tells: { subject: 'words', body: 'words' },
})
export const letterInput = letterRecord.input

/** A text of the office, in both languages. */
export type LetterText = {
  id: string
  name: string
  subject: { pt: string; en: string }
  body: { pt: string; en: string }
  version: number
}

/** A letter to an applicant. `state`: for a mail as the outbox has it; `null` for one taken to WhatsApp. */
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

/** Fills the placeholders of a text; those without a value are left out. */
export function fillLetter(letter: string, known: Readonly<Partial<Record<Place, string>>>): string {
  return letter.replaceAll(/\{(\w+)\}/g, (_, place: string) => namedIn(known, place) ?? '')
}
