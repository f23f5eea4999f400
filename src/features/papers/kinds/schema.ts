import { z } from 'zod'
import { PAPER_HOLDERS } from '#domain/paper.ts'
import { REGIMES } from '#domain/terms.ts'
import { text } from '#forms/fields.ts'

const ticked = z
  .literal('on')
  .optional()
  .transform((on) => on === 'on')

/** What the office may change of a kind. */
const kindFields = {
  namePt: text(80, { required: true }),
  nameEn: text(80, { required: true }),
  appliesTo: z.array(z.enum(REGIMES)).default([]),
  hasExpiry: ticked,
  validMonths: z
    .string()
    .trim()
    .default('')
    .transform((typed, ctx) => {
      if (typed === '') return null
      const months = Number(typed)
      if (Number.isInteger(months) && months >= 1 && months <= 240) return months
      ctx.addIssue({ code: 'custom', message: 'field.number' })
      return z.NEVER
    }),
  drive: ticked,
  assign: ticked,
  pay: ticked,
  fromDriver: ticked,
  isSensitive: ticked,
}
export const kindInput = z.object({ ...kindFields, isUsed: ticked, version: z.coerce.number().int() })
export type KindInput = z.output<typeof kindInput>
export const newKindInput = z.object({ ...kindFields, holder: z.enum(PAPER_HOLDERS, 'field.choice') })
export type NewKindInput = z.output<typeof newKindInput>

/** What is stopped while something is missing, and whether a signed contract is asked for. */
export const rulesInput = z.object({
  stopsAssigning: ticked,
  stopsPaying: ticked,
  needsContract: ticked,
  version: z.coerce.number().int(),
})
export type RulesInput = z.output<typeof rulesInput>
