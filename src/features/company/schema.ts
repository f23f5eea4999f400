import { z } from 'zod'
import { SEPA_FORMATS } from '#domain/company.ts'
import { CALL_KINDS, readIban, readNif, readPhone } from '#domain/identifiers.ts'
import { LONGEST_OWN_LIST } from '#domain/imported-file.ts'
import { carriedNumber, choice, day, email, optional, nameList, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Names for the formats of the bank file: the current and the earlier one. */
const FORMAT_NAMES = {
  'pain.001.001.09': 'current',
  'pain.001.001.03': 'earlier',
} as const satisfies Record<(typeof SEPA_FORMATS)[number], string>

/** The cost of a call, chosen when the number does not reveal it; empty when it does. */
const callKind = z
  .enum(['', ...CALL_KINDS], 'field.choice')
  .default('')
  .transform((kind) => kind || null)
  .meta({
    field: {
      control: 'choice',
      options: [
        { value: '', words: 'page.fleet.company.callAsNumber' },
        ...CALL_KINDS.map((kind) => ({ value: kind, words: `common.brand.calls.${kind}` })),
      ],
    },
  })

/** A phone number for the public, refused if it cannot be dialled. */
const publicPhone = optional(30)
  .refine((line) => line === null || readPhone(line) !== null, 'field.phone')
  .meta({ field: { control: 'phone', longest: 30 } })

/** Lines of a letterhead, or `null`. */
const address = z
  .string()
  .trim()
  .max(300, 'field.too-long')
  .transform((written) => written || null)
  .meta({ field: { control: 'lines', longest: 300 } })

/** The operator's fields without the account, which is sealed. */
export const companyRecord = record(
  {
    name: text(140, { required: true }),
    // Save nine digits without a letterhead's spaces; anything else as typed, with a warning.
    nipc: optional(20)
      .transform((typed) => {
        const nif = typed === null ? null : readNif(typed)
        return nif?.ok ? nif.value : typed
      })
      .meta({ field: { control: 'text', longest: 20, digits: true } }),
    licenceNumber: optional(40),
    licenceExpiresOn: day('kept'),
    address,
    phone: publicPhone,
    email: email(),
    callKind,
    hoursPt: optional(80),
    hoursEn: optional(80),
    sepaFormat: choice(SEPA_FORMATS, (format) => `page.fleet.company.sepaFormats.${FORMAT_NAMES[format]}`),
    // Expect one name per line, because names contain commas. Uber has identifiers as well as names.
    uberOrganisations: nameList(LONGEST_OWN_LIST, /\n/, (name) =>
      z.guid().safeParse(name).success ? name.toLowerCase() : name,
    ),
    boltCompanies: nameList(LONGEST_OWN_LIST),
    // Accept one contract per line, or contracts separated by commas.
    viaVerdeContracts: nameList(LONGEST_OWN_LIST, /[\s,;]+/),
    comparesDrivers: tick(),
    confirmsShifts: tick(),
  },
  (name) => `page.fleet.company.${name}`,
  [
    { legend: 'page.fleet.company.identity', rows: ['name', 'nipc', ['licenceNumber', 'licenceExpiresOn'], 'address'] },
    { legend: 'page.fleet.company.contacts', rows: [['phone', 'email'], 'callKind', ['hoursPt', 'hoursEn']] },
    { legend: 'page.fleet.company.payments', rows: ['debtorIban', 'sepaFormat'] },
    { legend: 'page.fleet.company.platforms', rows: ['uberOrganisations', 'boltCompanies', 'viaVerdeContracts'] },
    { legend: 'page.fleet.company.ofDrivers', rows: ['comparesDrivers', 'confirmsShifts'] },
  ],
  { logged: 'company' },
)

export const companyInput = companyRecord.input.extend({
  version: carriedNumber(),
  debtorIban: optional(50)
    .transform((typed, ctx) => {
      const iban = typed === null ? null : readIban(typed)
      if (iban === null || iban.ok) return iban?.value ?? null
      ctx.addIssue({ code: 'custom', message: 'field.iban' })
      return z.NEVER
    })
    .meta({ field: { control: 'text', longest: 50 } }),
})

export type CompanyInput = z.output<typeof companyInput>
