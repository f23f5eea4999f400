import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import { type Cents, ZERO } from '#domain/money.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount } from '#messages/numbers.ts'

/*
 * The kinds of field a form is made of. A field is a zod schema that carries, beside how it is read, what a form needs to
 * ask for it: so the limit that is checked and the limit that is shown are one number. `meta` is said last, because what
 * wraps a schema (`transform`, `optional`) loses it.
 */
export type FieldFacts = {
  control: 'text' | 'lines' | 'money' | 'choice' | 'day' | 'time' | 'file'
  required?: boolean
  longest?: number
  /** Digits alone: for keyboards on phones. */
  digits?: boolean
  /** An example of what is typed. */
  example?: string
  /** Of a choice: what is sent, and the word for it. */
  options?: readonly { value: string; words: MessageKey }[]
  /** What is kept, as it is typed; as it is when not said. */
  typed?: (value: never, language: Language) => string
}

declare module 'zod' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- zod's own interface
  interface GlobalMeta {
    field?: FieldFacts
  }
}

/** A line of text; empty when nothing is typed. One that is `required` must have in it what `wanted` looks for. */
export function text(longest: number, { required = false, wanted = /./ } = {}) {
  const line = z.string().trim().max(longest, 'field.too-long')
  const read = required ? line.regex(wanted, 'field.required') : line
  return read.meta({ field: { control: 'text', longest, required } })
}

/** Text of several lines. */
export function lines(longest: number) {
  return z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .meta({ field: { control: 'lines', longest } })
}

/** Euros as people type them, comma or dot, kept in cents; nothing typed is nothing. */
export function money() {
  return z
    .string()
    .trim()
    .transform((typed, ctx) => {
      const amount = typed === '' ? ZERO : readTypedCents(typed)
      if (amount !== null && amount >= 0) return amount
      ctx.addIssue({ code: 'custom', message: 'field.money' })
      return z.NEVER
    })
    .meta({
      field: { control: 'money', typed: (kept: Cents, language) => (kept > 0 ? formatAmount(kept, language) : '') },
    })
}

/** A year of four digits; `null` when nothing is typed. */
export function year() {
  return z
    .string()
    .trim()
    .transform((typed, ctx) => {
      if (typed === '') return null
      const read = Number(typed)
      if (Number.isInteger(read) && read >= 1950 && read <= 2100) return read
      ctx.addIssue({ code: 'custom', message: 'field.year' })
      return z.NEVER
    })
    .meta({
      field: { control: 'text', longest: 4, digits: true, typed: (kept: number | null) => String(kept ?? '') },
    })
}

/** One of some words. */
export function choice<Value extends string>(values: readonly Value[], words: (value: Value) => MessageKey) {
  const options = values.map((value) => ({ value, words: words(value) }))
  return z.enum(values, 'field.choice').meta({ field: { control: 'choice', required: true, options } })
}

/** One of some words or none, which is `''`. */
export function maybe<Value extends string>(
  values: readonly Value[],
  words: (value: Value) => MessageKey,
  none: MessageKey,
) {
  const options = [{ value: '', words: none }, ...values.map((value) => ({ value, words: words(value) }))]
  return z.enum(['' as const, ...values], 'field.choice').meta({ field: { control: 'choice', options } })
}

/** Why something is done: always said, and kept with what was done. */
export function reason(longest = 200) {
  return z
    .string('field.required')
    .trim()
    .min(1, 'field.required')
    .max(longest, 'field.too-long')
    .meta({ field: { control: 'lines', longest, required: true } })
}

/**
 * A noun by its fields, in rows as a form asks for them: a row is one field or a pair beside each other. `label` names the
 * word of a field; one that the catalogue lacks does not compile. The help of a field is the word `labelHelp`, where there is one.
 */
export function record<Fields extends z.ZodRawShape>(
  fields: Fields,
  label: (name: keyof Fields & string) => MessageKey,
  rows: readonly ((keyof Fields & string) | readonly (keyof Fields & string)[])[] = Object.keys(fields),
) {
  const names = Object.keys(fields)
  return {
    fields,
    rows: rows.map((row) => (typeof row === 'string' ? [row] : [...row])),
    labels: Object.fromEntries(names.map((name) => [name, label(name)])),
    input: z.object(fields),
  }
}

/** What a form needs of a record. */
export type Described = {
  fields: Readonly<Record<string, z.core.$ZodType>>
  rows: readonly (readonly string[])[]
  labels: Readonly<Record<string, MessageKey>>
}

/** How a field of a record is asked for. */
export function factsOf({ fields }: Described, name: string): FieldFacts {
  const field = fields[name]
  const facts = field && z.globalRegistry.get(field)?.field
  if (!facts) throw new Error(`The field "${name}" does not say how it is asked for: meta() must be said last`)
  return facts
}
