import { z } from 'zod'
import { SEPA_FORMATS } from '#domain/company.ts'
import { readIban, readNif } from '#domain/identifiers.ts'
import { LONGEST_OWN_LIST } from '#domain/imported-file.ts'
import { readDay } from '#domain/week.ts'

const optional = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .transform((text) => text || null)

const lines = z
  .string()
  .max(LONGEST_OWN_LIST, 'field.too-long')
  .default('')
  .transform((text) => [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ])

export const companyInput = z.object({
  version: z.coerce.number().int(),
  name: z.string().trim().min(1, 'field.required').max(140, 'field.too-long'),
  // Nine digits are kept without the spaces of a letterhead; anything else stays as typed and is warned of.
  nipc: optional(20).transform((text) => {
    const nif = text === null ? null : readNif(text)
    return nif?.ok ? nif.value : text
  }),
  debtorIban: optional(50).transform((text, ctx) => {
    const iban = text === null ? null : readIban(text)
    if (iban === null || iban.ok) return iban?.value ?? null
    ctx.addIssue({ code: 'custom', message: 'field.iban' })
    return z.NEVER
  }),
  // Names have commas of their own: one a line. Uber has identifiers and names.
  uberOrganisations: lines.transform((names) =>
    names.map((name) => (z.guid().safeParse(name).success ? name.toLowerCase() : name)),
  ),
  boltCompanies: lines,
  // One a line, or separated by commas.
  viaVerdeContracts: z
    .string()
    .max(LONGEST_OWN_LIST, 'field.too-long')
    .transform((text) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]),
  licenceNumber: optional(40),
  licenceExpiresOn: optional(10).refine((text) => text === null || readDay(text) !== null, 'field.day'),
  sepaFormat: z.enum(SEPA_FORMATS, 'field.choice'),
})

export type CompanyInput = z.output<typeof companyInput>
