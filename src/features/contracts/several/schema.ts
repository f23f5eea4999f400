import { z } from 'zod'
import { CONTRACT_KINDS, CONTRACT_LANGUAGES, type ContractKind, type Placeholder, cedesCar } from '#domain/contract.ts'
import { chosenIds, day, text } from '#forms/fields.ts'
import { LONGEST_FACT, TYPED } from '../schema.ts'

/** All kinds but the amendment, which belongs to one contract. */
export const KINDS_OF_SEVERAL = CONTRACT_KINDS.filter((kind) => kind !== 'amendment')

/** The facts typed for each driver; the company's representative is the same for all. */
export const TYPED_EACH = TYPED.filter((name) => name !== 'representative' && name !== 'changes')
export type TypedEach = (typeof TYPED_EACH)[number]

/** The choice of the text, before anything is looked up. */
export const severalChoice = z.object({
  kind: z.enum(KINDS_OF_SEVERAL, 'field.choice'),
  language: z.enum(CONTRACT_LANGUAGES, 'field.choice'),
})

/** The form's field for a fact of one driver. */
export function fieldOf(name: TypedEach, driver: string): string {
  return `${name}.${driver}`
}

/** The drafts of several drivers: the common fields, and those of each driver. */
export const severalInput = severalChoice
  .extend({ ids: chosenIds(), startsOn: day(), endsOn: day(), representative: text(LONGEST_FACT) })
  .catchall(z.unknown())
  .transform(({ kind, language, ids, startsOn, endsOn, representative, ...rest }, ctx) => {
    if (startsOn === null) ctx.addIssue({ code: 'custom', path: ['startsOn'], message: 'field.required' })
    else if (endsOn === null && cedesCar(kind))
      ctx.addIssue({ code: 'custom', path: ['endsOn'], message: 'field.required' })
    else if (endsOn !== null && endsOn < startsOn)
      ctx.addIssue({ code: 'custom', path: ['endsOn'], message: 'field.ends-before' })
    const drivers = ids.map((driver) => {
      const words = TYPED_EACH.flatMap((name) => {
        const field = fieldOf(name, driver)
        const value = rest[field]
        const trimmed = typeof value === 'string' ? value.trim() : ''
        if (trimmed.length > LONGEST_FACT) ctx.addIssue({ code: 'custom', path: [field], message: 'field.too-long' })
        return trimmed === '' ? [] : [[name, trimmed] as const]
      })
      const typed: Partial<Record<TypedEach, string>> = Object.fromEntries(words)
      return { driver, typed }
    })
    return { kind, language, startsOn: startsOn ?? '', endsOn, representative, drivers }
  })
export type SeveralInput = z.output<typeof severalInput>

/** The obstacles to one driver's draft. */
export type DraftObstacles = {
  driver: { id: string; name: string }
  /** A contract of this kind that waits or is in force. */
  has: { id: string; number: number } | null
  /** Facts that the records lack. */
  lacks: readonly Placeholder[]
  /** Facts that the form asks for. */
  asks: readonly TypedEach[]
  /** Facts from the driver's documents, so that the form does not ask for them. */
  written: Partial<Record<TypedEach, string>>
}

export type SeveralChoice = { kind: ContractKind; language: (typeof CONTRACT_LANGUAGES)[number] }
