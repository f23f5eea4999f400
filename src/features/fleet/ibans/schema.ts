import { z } from 'zod'
import { readIban } from '#domain/identifiers.ts'
import { optional } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export const optionalIban = optional(50)
  .transform((typed, ctx) => {
    const reading = typed === null ? null : readIban(typed)
    if (reading === null || reading.ok) return reading?.value ?? null
    ctx.addIssue({ code: 'custom', message: 'field.iban' })
    return z.NEVER
  })
  .meta({ field: { control: 'text', longest: 50 } })

/** The form of a bank account, whose IBAN is stored sealed. */
export const ibanRecord = record(
  {
    iban: optionalIban
      .transform((iban, ctx) => {
        if (iban !== null) return iban
        ctx.addIssue({ code: 'custom', message: 'field.required' })
        return z.NEVER
      })
      .meta({ field: { control: 'text', longest: 50, required: true } }),
    holder: optional(70),
  },
  (name) => `page.fleet.iban.${name}`,
  undefined,
  { tells: { iban: 'bank', holder: 'identity' } },
)
export const ibanInput = ibanRecord.input

export type IbanInput = z.output<typeof ibanInput>
