import { givenLines, lines, oneOfList } from '#forms/fields.ts'
import { z } from 'zod'
import type { Regime } from '#domain/terms.ts'
import { CORRECTABLE, type Correctable, type CorrectionState } from '#domain/correction.ts'
import { hasWrongIban } from '#domain/identifiers.ts'
import { record } from '#forms/record.ts'

/** The words of a request or an answer. */
export const correctionWords = givenLines(500)

/** The form of a driver who asks for a correction. */
export const correctionRecord = record(
  {
    field: oneOfList(z.enum(CORRECTABLE, 'field.choice'), { none: 'page.corrections.form.choose' }),
    words: correctionWords,
  },
  (name) => `page.corrections.form.${name}`,
  undefined,
  { tells: { field: 'state', words: 'words' }, besides: { intent: z.literal('ask') } },
)

/** The office's words when it has corrected the record. */
export const doneRecord = record({ answer: lines(500) }, () => 'page.corrections.office.answer')

/** The form of a request; one about the bank account is refused when it has an IBAN that no bank accepts. */
const askedCorrection = correctionRecord.input.refine(({ field, words }) => field !== 'iban' || !hasWrongIban(words), {
  path: ['words'],
  message: 'field.iban',
})

/** The forms of a driver's own data: a request, or its withdrawal. */
export const ownCorrection = z.discriminatedUnion('intent', [
  askedCorrection,
  z.object({ intent: z.literal('withdraw'), correction: z.string() }),
])

/** The forms of the office: done, with words or without; declined, with the reason; or an answer taken back. */
export const correctionAnswer = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('done'), answer: doneRecord.fields.answer.default('') }),
  z.object({ intent: z.literal('declined'), answer: correctionWords }),
  z.object({ intent: z.literal('reopen') }),
])

/** A request as both sides see it. Moments are text. */
export type Correction = {
  id: string
  driver: { id: string; ref: string; name: string }
  field: Correctable
  words: string
  askedAt: string
  state: CorrectionState
  answer: string
  answeredAt: string | null
}

/**
 * The signed-in driver's own record, with a masked NIF and the platforms that know the driver. Days and moments are
 * text.
 */
export type OwnData = {
  name: string
  legalName: string | null
  email: string | null
  phone: string | null
  nif: string | null
  startedOn: string | null
  account: { masked: string; holder: string | null; isHeld: boolean } | null
  car: { plate: string; from: string | null } | null
  platforms: readonly string[]
  regime: Regime | null
  changed: Partial<Record<Correctable, LastChange>>
}

/** When a fact of a record was last changed, and whether the driver did it. */
export type LastChange = { at: string; isOwn: boolean }
