import { z } from 'zod'
import { PAPER_HOLDERS } from '#domain/paper.ts'
import { REGIMES } from '#domain/terms.ts'
import { CAR_TITLES } from '#domain/vehicle.ts'
import { carried, givenDay, text } from '#forms/fields.ts'

const ticked = z
  .literal('on')
  .optional()
  .transform((on) => on === 'on')

/** Whole months, or none. */
function months(most: number) {
  return z
    .string()
    .trim()
    .default('')
    .transform((typed, ctx) => {
      if (typed === '') return null
      const read = Number(typed)
      if (Number.isInteger(read) && read >= 1 && read <= most) return read
      ctx.addIssue({ code: 'custom', message: 'field.number' })
      return z.NEVER
    })
}

/** What the office may change of a kind. */
const kindFields = {
  namePt: text(80, { required: true }),
  nameEn: text(80, { required: true }),
  appliesTo: z.array(z.enum([...REGIMES, ...CAR_TITLES])).default([]),
  hasExpiry: ticked,
  validMonths: months(240),
  drive: ticked,
  assign: ticked,
  pay: ticked,
  fromDriver: ticked,
  isSensitive: ticked,
  atRoadside: ticked,
  firstAfterMonths: months(120),
}
export const kindInput = z.object({ ...kindFields, isUsed: ticked, version: carried() })
export type KindInput = z.output<typeof kindInput>
export const newKindInput = z.object({ ...kindFields, holder: z.enum(PAPER_HOLDERS, 'field.choice') })
export type NewKindInput = z.output<typeof newKindInput>

const years = z.coerce.number('field.number').int('field.number').min(1, 'field.number').max(40, 'field.number')

/** How old a car may be from a day on. */
export const ageLimitInput = z.object({
  from: givenDay(),
  years,
  electricYears: years,
})
export type AgeLimitInput = z.output<typeof ageLimitInput>

/** What is stopped while something is missing, and whether a signed contract is asked for. */
export const rulesInput = z.object({
  stopsAssigning: ticked,
  stopsPaying: ticked,
  needsContract: ticked,
  version: carried(),
})
export type RulesInput = z.output<typeof rulesInput>
