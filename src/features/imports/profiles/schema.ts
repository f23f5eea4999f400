import { z } from 'zod'
import { carriedNumber } from '#forms/fields.ts'
import { readTypedCents } from '#domain/amount.ts'
import {
  COST_SIGNS,
  DAY_ORDERS,
  DECIMAL_MARKS,
  MAPPED_FIELDS,
  MAPPED_KINDS,
  type Mapping,
  type MappingProblem,
  SOURCE_MAX,
  VAT_RULES,
} from '#domain/mapping.ts'
import { basisPoints } from '#domain/money.ts'

const MAX_COLUMNS = 1_000

const column = z.coerce.number().int().min(0).max(MAX_COLUMNS)
const columns = z.partialRecord(z.enum(MAPPED_FIELDS), column)
const rate = z.number().int().min(0).max(10_000).transform(basisPoints)

/** A mapping as the database stores it. */
export const storedMapping = z.object({
  kind: z.enum(MAPPED_KINDS),
  columns,
  vat: z.enum(VAT_RULES),
  vatRate: rate.nullable(),
  sign: z.enum(COST_SIGNS),
  isRounded: z.boolean(),
  decimals: z.enum(DECIMAL_MARKS).nullable(),
  dates: z.enum(DAY_ORDERS).nullable(),
}) satisfies z.ZodType<Mapping>

/**
 * The answers about a list, from an address or a form. One that is missing or wrong becomes `null` or empty: it has
 * still to be given.
 */
export type SetupInput = z.output<typeof setupSchema>

const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum(choices).nullable().catch(null)

const typedRate = z.string().transform((typed) => {
  // "22,5" percent is 2250 hundredths, read in the way of an amount.
  const hundredths = readTypedCents(typed)
  return hundredths !== null && hundredths >= 0 && hundredths <= 10_000 ? basisPoints(hundredths) : null
})

const setupSchema = z.object({
  sheet: z.coerce.number().int().min(0).catch(0),
  headerLine: z.coerce.number().int().min(1).nullable().catch(null),
  source: z.string().trim().max(SOURCE_MAX).catch(''),
  draft: z.object({
    kind: choice(MAPPED_KINDS),
    columns,
    vat: choice(VAT_RULES),
    vatRate: typedRate.nullable().catch(null),
    sign: choice(COST_SIGNS),
    isRounded: z.boolean(),
    decimals: choice(DECIMAL_MARKS),
    dates: choice(DAY_ORDERS),
  }),
})

/** Reads the answers from the page's address, which has all of them, so that looking at a list stores nothing. */
export function readSetupInput(params: URLSearchParams): SetupInput {
  const valueOf = (name: string) => params.get(name) ?? ''
  const chosenColumns = MAPPED_FIELDS.flatMap((field) => {
    const place = column.safeParse(valueOf(field) || undefined)
    return place.success ? [[field, place.data] as const] : []
  })
  return setupSchema.parse({
    sheet: valueOf('sheet'),
    headerLine: valueOf('headerLine'),
    source: valueOf('source'),
    draft: {
      kind: valueOf('kind'),
      columns: Object.fromEntries(chosenColumns),
      vat: valueOf('vat'),
      vatRate: valueOf('vatRate'),
      sign: valueOf('sign'),
      isRounded: params.has('isRounded'),
      decimals: valueOf('decimals'),
      dates: valueOf('dates'),
    },
  })
}

/** The form's fields for a mapping, to change a profile. */
export function fieldsOf({ source, mapping }: { source: string; mapping: Mapping }): Record<string, string> {
  const { kind, vat, vatRate, sign, isRounded, decimals, dates } = mapping
  return {
    source,
    kind,
    vat,
    sign,
    ...(vatRate === null ? {} : { vatRate: String(vatRate / 100).replace('.', ',') }),
    ...(isRounded ? { isRounded: 'on' } : {}),
    ...(decimals ? { decimals } : {}),
    ...(dates ? { dates } : {}),
    ...Object.fromEntries(Object.entries(mapping.columns).map(([field, place]) => [field, String(place)])),
  }
}

/** The answers still missing, by field of the form, as codes of `errors.field`. */
export function fieldErrorsOf(source: string, problems: readonly MappingProblem[]): Record<string, string[]> {
  const errors = problems.map(({ field, code }) => [field, [CODES[code]]] as const)
  // A name needs a letter or a figure, because it is part of the rows' keys.
  return { ...(/[\p{L}\p{N}]/u.test(source) ? {} : { source: ['field.required'] }), ...Object.fromEntries(errors) }
}

const CODES = {
  missing: 'field.required',
  repeated: 'field.column-repeated',
  ambiguous: 'field.not-proven',
} satisfies Record<MappingProblem['code'], string>

/** The version that a change starts from, because somebody else may have changed the profile since. */
export const changeInput = z.object({ version: carriedNumber() })
