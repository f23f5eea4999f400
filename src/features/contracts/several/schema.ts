import { z } from 'zod'
import { CONTRACT_KINDS, CONTRACT_LANGUAGES, type ContractKind, type Placeholder, cedesCar } from '#domain/contract.ts'
import { chosen, day, text } from '#forms/fields.ts'
import { LONGEST_FACT, TYPED } from '../schema.ts'

/** An amendment is of one contract: nobody writes the same one for several. */
export const KINDS_OF_SEVERAL = CONTRACT_KINDS.filter((kind) => kind !== 'amendment')

/** What is typed for each driver: who represents the company is the same for all. */
export const TYPED_EACH = TYPED.filter((name) => name !== 'representative' && name !== 'changes')
export type TypedEach = (typeof TYPED_EACH)[number]

/** Which text, before anything is looked at. */
export const severalChoice = z.object({
  kind: z.enum(KINDS_OF_SEVERAL, 'field.choice'),
  language: z.enum(CONTRACT_LANGUAGES, 'field.choice'),
})

/** The name under which the form sends what is typed for one driver. */
export function fieldOf(name: TypedEach, driver: string): string {
  return `${name}.${driver}`
}

/** Drafts for several: what is the same for all, and what is typed for each. */
export const severalInput = severalChoice
  .extend({ ids: chosen(), startsOn: day(), endsOn: day(), representative: text(LONGEST_FACT) })
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
        const said = typeof value === 'string' ? value.trim() : ''
        if (said.length > LONGEST_FACT) ctx.addIssue({ code: 'custom', path: [field], message: 'field.too-long' })
        return said === '' ? [] : [[name, said] as const]
      })
      const typed: Partial<Record<TypedEach, string>> = Object.fromEntries(words)
      return { driver, typed }
    })
    return { kind, language, startsOn: startsOn ?? '', endsOn, representative, drivers }
  })
export type SeveralInput = z.output<typeof severalInput>

/** What stands in the way of one driver's draft. */
export type Outlook = {
  driver: { id: string; name: string }
  /** A contract of the kind that waits or is in force. */
  has: { id: string; number: number } | null
  /** What a record lacks. */
  lacks: readonly Placeholder[]
  /** What the form asks for. */
  asks: readonly TypedEach[]
  /** What papers say, which is not asked for. */
  written: Partial<Record<TypedEach, string>>
}

export type SeveralChoice = { kind: ContractKind; language: (typeof CONTRACT_LANGUAGES)[number] }
