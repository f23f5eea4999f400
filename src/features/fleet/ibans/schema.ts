import { z } from 'zod'
import { readIban } from '#domain/identifiers.ts'
import { optional } from '#forms/fields.ts'

export const optionalIban = optional(50)
  .transform((typed, ctx) => {
    const reading = typed === null ? null : readIban(typed)
    if (reading === null || reading.ok) return reading?.value ?? null
    ctx.addIssue({ code: 'custom', message: 'field.iban' })
    return z.NEVER
  })
  .meta({ field: { control: 'text', longest: 50 } })

export const ibanInput = z.object({
  iban: optionalIban
    .transform((iban, ctx) => {
      if (iban !== null) return iban
      ctx.addIssue({ code: 'custom', message: 'field.required' })
      return z.NEVER
    })
    .meta({ field: { control: 'text', longest: 50, required: true } }),
  holder: optional(70),
})

export type IbanInput = z.output<typeof ibanInput>
