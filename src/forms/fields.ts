import { z } from 'zod'
import { MOST_TYPED, readTypedCents } from '#domain/amount.ts'
import { readPhone } from '#domain/identifiers.ts'
import { type Cents, ZERO } from '#domain/money.ts'
import { readKilometres } from '#domain/odometer.ts'
import { type DayOf, readTypedDay } from '#domain/plausible-day.ts'
import { type Week, ZONE, weekOf } from '#domain/week.ts'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount, formatMoney } from '#messages/numbers.ts'

/*
 * The kinds of field a form is made of. A field is a zod schema that carries, beside how it is read, what a form needs to
 * ask for it: so the limit that is checked and the limit that is shown are one number. `meta` is said last, because what
 * wraps a schema (`transform`, `optional`) loses it.
 */
type KeptFacts = {
  control: 'text' | 'email' | 'phone' | 'lines' | 'money' | 'choice' | 'day' | 'time' | 'file'
  required?: boolean
  longest?: number
  /** Digits alone: for keyboards on phones. */
  digits?: boolean
  /** An example of what is typed. */
  example?: string
  /** Of a choice: what is sent, and the word for it. */
  options?: readonly { value: string; words: string }[]
  /** What is kept, as it is typed; as it is when not said. */
  typed?: (value: never, language: Language) => string
}

export type FieldFacts = Omit<KeptFacts, 'options'> & { options?: readonly { value: string; words: MessageKey }[] }

// Every comparison of two schemas reads this, and the list of all words is thousands long: as text here, the compiler gets by.
declare module 'zod' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- zod's own interface
  interface GlobalMeta {
    field?: KeptFacts
  }
}

/** A line of text; empty when nothing is typed. One that is `required` must have in it what `wanted` looks for. */
export function text(longest: number, { required = false, wanted = /./ } = {}) {
  const line = z.string().trim().max(longest, 'field.too-long')
  const read = required ? line.regex(wanted, 'field.required') : line
  return read.meta({ field: { control: 'text', longest, required } })
}

/** A line of text, or `null` when nothing is typed. */
export function optional(longest: number) {
  return z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .transform((line) => line || null)
    .meta({ field: { control: 'text', longest } })
}

/** Where somebody gets mail, or `null`. */
export function email() {
  return optional(254)
    .refine((line) => line === null || z.email().safeParse(line).success, 'field.email')
    .meta({ field: { control: 'email', longest: 254 } })
}

/** Where somebody is called, or `null`. What can be dialled is kept in one spelling, anything else as it was typed. */
export function phone() {
  return optional(40)
    .transform((line) => line && (readPhone(line) ?? line))
    .meta({ field: { control: 'phone', longest: 40 } })
}

/** A day by the browser's calendar, `2026-11-26`, or `null`. */
export function day(of: DayOf = 'fleet') {
  return optional(10)
    .transform((typed, ctx) => typed && (plausibleDay(typed, of, ctx)?.toString() ?? z.NEVER))
    .meta({ field: { control: 'day' } })
}

/** A day that has to be said. */
export function givenDay(of: DayOf = 'fleet') {
  return z
    .string('field.required')
    .transform((typed, ctx) => requiredDay(typed, of, ctx)?.toString() ?? z.NEVER)
    .meta({ field: { control: 'day', required: true } })
}

/** A week that has to be said, by any of its days. */
export function givenWeek() {
  return z.string('field.required').transform((typed, ctx): Week => {
    const read = requiredDay(typed, 'fleet', ctx)
    return read ? weekOf(read) : z.NEVER
  })
}

/** A week of a list of weeks, by its Monday. */
export function chosenWeek() {
  return z.string('field.choice').transform((typed, ctx): Week => {
    const read = readTypedDay(typed, 'fleet', today())
    if (read.ok && read.day.dayOfWeek === 1) return weekOf(read.day)
    ctx.addIssue({ code: 'custom', message: 'field.choice' })
    return z.NEVER
  })
}

function requiredDay(typed: string, of: DayOf, ctx: z.RefinementCtx): Temporal.PlainDate | null {
  if (typed.trim() !== '') return plausibleDay(typed.trim(), of, ctx)
  ctx.addIssue({ code: 'custom', message: 'field.required' })
  return null
}

/** What every field with a day in it says of one that is none, or whose year cannot be meant; `null` then. */
export function plausibleDay(typed: string, of: DayOf, ctx: z.RefinementCtx, path?: string): Temporal.PlainDate | null {
  const read = readTypedDay(typed, of, today())
  if (read.ok) return read.day
  const message = read.wrong === 'unread' ? 'field.day' : `field.day-${read.wrong}`
  ctx.addIssue({ code: 'custom', message, ...(path === undefined ? {} : { path: [path] }) })
  return null
}

/** Nobody hands a schema the time of the request; of its year alone the limits are made. */
function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(ZONE)
}

/** Whole kilometres, or `null` where nobody read the odometer. */
export function kilometres() {
  return z.string().default('').transform(readTypedKilometres)
}

/** Whole kilometres that have to be said. */
export function givenKilometres() {
  return z
    .string('field.required')
    .trim()
    .min(1, { error: 'field.required', abort: true })
    .transform((typed, ctx) => readTypedKilometres(typed, ctx) ?? z.NEVER)
}

function readTypedKilometres(typed: string, ctx: z.RefinementCtx): number | null {
  const read = readKilometres(typed)
  if (read === null && typed.trim() !== '') ctx.addIssue({ code: 'custom', message: 'field.number' })
  return read
}

/** Text of several lines. */
export function lines(longest: number) {
  return z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .meta({ field: { control: 'lines', longest } })
}

/** Names in a list, each once and in one spelling: one a line, or `between` whatever else. */
export function several(longest: number, between = /\n/, spelt = (name: string) => name) {
  return z
    .string()
    .max(longest, 'field.too-long')
    .transform((list) =>
      [...new Set(list.split(between).map((name) => spelt(name.trim())))].filter((name) => name !== ''),
    )
    .meta({
      field: { control: 'lines', longest, typed: (kept: readonly string[] | string) => [kept].flat().join('\n') },
    })
}

/** Euros as people type them, comma or dot, kept in cents; nothing typed is nothing. */
export function money() {
  return z
    .string()
    .trim()
    .transform((typed, ctx) => {
      const amount = typed === '' ? ZERO : readTypedCents(typed)
      if (amount !== null && amount >= 0 && amount <= MOST_TYPED) return amount
      ctx.addIssue({ code: 'custom', message: amount === null || amount < 0 ? 'field.money' : 'field.money-most' })
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

/** Those that were chosen of a list, at least one; `nobody` says that there was none. */
export function chosen(nobody = 'field.nobody') {
  return z.array(z.guid('field.choice'), nobody).min(1, nobody).transform(once)
}

/** Those that were chosen of a list, which may be nobody. */
export function chosenOrNone() {
  return z.array(z.guid('field.choice')).transform(once).default([])
}

/** What is named twice, in whatever letters, is meant once. */
function once(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/** The largest number that a column of whole numbers takes. */
const LARGEST = 2_147_483_647

/** A whole number that a form carries along and nobody types, a version or a place in a list: none that no column takes. */
export function carried(wrong = 'field.invalid') {
  return z.coerce.number(wrong).int(wrong).min(0, wrong).max(LARGEST, wrong)
}

/** The same of records that are known by a number. */
export function chosenNumbers() {
  return z
    .array(carried('field.choice'), 'field.nobody')
    .min(1, 'field.nobody')
    .transform((ids) => [...new Set(ids)])
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

/** Fields of a form that stand under one heading. */
type Part = { legend: MessageKey; rows: readonly Row[] }
/** One field, or a pair beside each other. */
type Row = string | readonly string[]

/**
 * A noun, described once: the form, the history, the files and the lists it comes in are made of this. `label` names the
 * word of a field; one that the catalogue lacks does not compile. The help of a field is the word `labelHelp`, where there
 * is one. `rows` is the order of the form; it may name a field that the noun keeps in a way of its own and the form draws
 * itself (`drawn`): a sealed number is none of the record.
 */
export function record<Fields extends z.ZodRawShape>(
  fields: Fields,
  label: (name: keyof Fields & string) => MessageKey,
  rows: readonly (Row | Part)[] = Object.keys(fields),
) {
  type Held = z.output<z.ZodObject<Fields>>
  const names = Object.keys(fields)
  const parts = rows.map((row) =>
    typeof row === 'object' && 'legend' in row
      ? { legend: row.legend, rows: row.rows.map(asRow) }
      : { legend: null, rows: [asRow(row)] },
  )
  const asked = new Set(parts.flatMap((part) => part.rows.flat()))
  const forgotten = names.find((name) => !asked.has(name))
  if (forgotten !== undefined) throw new Error(`The field "${forgotten}" stands in no row of its form`)
  const empty = Object.fromEntries(names.map((name) => [name, emptyOf(fields, name)]))
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the name is one of the fields
  const nothing = Object.fromEntries(names.map((name) => [name, z.safeParse(fields[name]!, empty[name]).data]))
  const from = (row: object, nameOf: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(row, nameOf(name)) ?? nothing[name]])) as Held
  return {
    fields,
    parts,
    labels: Object.fromEntries(names.map((name) => [name, label(name)])),
    input: z.object(fields),
    /** A form that nobody has typed into. */
    empty: empty as Readonly<Record<keyof Fields & string, string>>,
    /** What such a form says; what must be said is not there. */
    nothing: nothing as Held,
    /** Its own fields of something that has more: what the history remembers. */
    only: (whole: Held) => from(whole, (name) => name),
    /** A row of the table whose columns are named after the fields. */
    read: (row: object) => from(row, (name) => columnOf(fields, name)),
    /** The columns of such a row. */
    columns: (held: Held): object =>
      Object.fromEntries(names.map((name) => [columnOf(fields, name), Reflect.get(held, name)])),
    /** The fields as a list from elsewhere has them, `started_on`, each as a form reads it; one may be missing. */
    listed: Object.fromEntries(
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the name is one of the fields
      names.map((name) => [snake(name), z.preprocess(asTyped, z.optional(fields[name]!))]),
    ) as object,
    /** What such a list says. */
    ofList: (item: object) => from(item, snake),
  }
}

function asRow(row: Row): string[] {
  return typeof row === 'string' ? [row] : [...row]
}

/** `startedOn` as lists and tables say it: `started_on`. */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Money is kept in cents, and its column says so. */
function columnOf(fields: z.ZodRawShape, name: string): string {
  return factsOf({ fields }, name).control === 'money' ? `${snake(name)}_cents` : snake(name)
}

/** A choice that must be made begins with its first. */
function emptyOf(fields: z.ZodRawShape, name: string): string {
  const { control, options, required } = factsOf({ fields }, name)
  return control === 'choice' && required ? (options?.[0]?.value ?? '') : ''
}

/** A list may say a number where a form has digits. */
function asTyped(said: unknown): unknown {
  return typeof said === 'number' ? String(said) : (said ?? undefined)
}

/** What a form needs of a record. */
export type Described = {
  fields: Readonly<Record<string, z.core.$ZodType>>
  parts: readonly { legend: MessageKey | null; rows: readonly (readonly string[])[] }[]
  labels: Readonly<Record<string, MessageKey>>
}

/** How a field of a record is asked for. */
export function factsOf({ fields }: Pick<Described, 'fields'>, name: string): FieldFacts {
  const field = fields[name]
  const facts = field && z.globalRegistry.get(field)?.field
  if (!facts) throw new Error(`The field "${name}" does not say how it is asked for: meta() must be said last`)
  // `choice` and `maybe` took the words by their names.
  return facts as FieldFacts
}

/** A value of a field, kept or remembered as text, as a person reads it. */
export function shown(of: Pick<Described, 'fields'>, name: string, value: unknown, t: Translator): string {
  const { control, options = [], typed } = factsOf(of, name)
  if (value === null || value === undefined || value === '') return ''
  if (control === 'money') return formatMoney(Number(value), t.language)
  if (control === 'day') return formatDayShort(String(value), t.language)
  const option = options.find((one) => one.value === value)
  if (option) return t(option.words)
  return typed ? typed(value as never, t.language) : String(value)
}
