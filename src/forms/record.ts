import { z } from 'zod'
import type { Kind } from '#domain/kept-data.ts'
import type { Cents } from '#domain/money.ts'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import type { FieldFacts, Offered } from './fields.ts'

/** Fields of a form that stand under one heading. */
type Part = { legend: MessageKey; rows: readonly Row[] }
/** One field, or a pair beside each other. */
type Row = string | readonly string[]
/** By the name of a choice and what is chosen: the fields that are asked for in that case alone. */
type Cases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

type Options<Besides, ByCase, Said> = {
  /** What the form sends beside the fields and the record is not told by: a version, an intent, a number that is kept sealed. */
  besides?: Besides
  cases?: ByCase
  /** The error of what was typed in another case than the chosen one; without it that counts as not typed. */
  otherCase?: string
  /** What the log calls it, as in `zone:<id>`: the log of everything tells it in the words of its form. */
  logged?: string
  /** Of a noun whose table is of a person: what the column of each field tells. */
  tells?: Said
}

/** What each field tells of a person; one that stands in no column of its name is kept `elsewhere`. */
type Tells<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields & string as File extends z.output<Fields[Name]> ? never : Name]: Kind | 'elsewhere'
}
/** A record that says by its columns what it tells of a person. */
export type Telling = { tells: Readonly<Record<string, Kind>> }

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : Name
type ColumnName<Name extends string, Kept> = [Kept] extends [Cents | null | undefined]
  ? `${Snake<Name>}_cents`
  : Snake<Name>
/** What the table keeps of a record, each field in its column. A file is kept elsewhere. */
export type Columns<Fields extends z.ZodRawShape> = {
  [
    Name in keyof Fields & string as File extends z.output<Fields[Name]>
      ? never
      : ColumnName<Name, z.output<Fields[Name]>>
  ]: z.output<Fields[Name]>
}
type RowOf<Fields extends z.ZodRawShape> = Readonly<Record<keyof Columns<Fields>, unknown>>

/** What the page of a form has to say can be chosen, by field. */
export type Choices<Of> = Of extends { fields: infer Fields }
  ? { [Name in keyof Fields as Fields[Name] extends Offered ? Name : never]: readonly Choice[] }
  : object
type Choice = { value: string; label: string; group?: string }

type Input<Fields extends z.ZodRawShape, ByCase> = ByCase extends Cases
  ? z.ZodType<z.output<z.ZodObject<Fields>>>
  : z.ZodObject<Fields>

/**
 * A noun, described once: the form, the history, the files and the lists it comes in are made of this. `label` names the
 * word of a field; one that the catalogue lacks does not compile. The help of a field is the word `labelHelp`, where there
 * is one. `rows` is the order of the form; it may name a field that the noun keeps in a way of its own and the form draws
 * itself (`drawn`): a sealed number is none of the record. Fields of `cases` stand in no row: the form shows them under
 * what is chosen.
 *
 * It knows one condition, "this choice has this value", and none within another. A rule between two fields is said of
 * `input`; what can be chosen of another noun, and what stands in the fields at first, the page says. What needs more than that
 * is `drawn`.
 */
export function record<
  Fields extends z.ZodRawShape,
  // oxlint-disable-next-line typescript/no-empty-object-type -- a shape of no fields
  Besides extends z.ZodRawShape = {},
  ByCase extends Cases | undefined = undefined,
  Said extends Tells<Fields> | undefined = undefined,
>(
  fields: Fields,
  label: (name: keyof Fields & string) => MessageKey,
  rows?: readonly (Row | Part)[],
  { besides, cases, otherCase, logged, tells }: Options<Besides, ByCase, Said> = {},
) {
  type Held = z.output<z.ZodObject<Fields>>
  const names = Object.keys(fields)
  const byCase: Cases = cases ?? {}
  const ofCases = casesOf(fields, byCase)
  const inCases = new Set(ofCases.flatMap((fieldCase) => fieldCase.names))
  const parts = (rows ?? names.filter((name) => !inCases.has(name))).map((row) =>
    typeof row === 'object' && 'legend' in row
      ? { legend: row.legend, rows: row.rows.map(asRow) }
      : { legend: null, rows: [asRow(row)] },
  )
  const drawn = new Set([...parts.flatMap((part) => part.rows.flat()), ...inCases])
  const forgotten = names.find((name) => !drawn.has(name))
  if (forgotten !== undefined) throw new Error(`The field "${forgotten}" stands in no row of its form`)
  const kept = names.filter((name) => factsOf({ fields }, name).control !== 'file')
  const empty = Object.fromEntries(names.map((name) => [name, emptyOf(fields, name)]))
  const nothing = Object.fromEntries(names.map((name) => [name, z.safeParse(fieldOf(fields, name), empty[name]).data]))
  const from = (row: object, nameOf: (name: string) => string) =>
    Object.fromEntries(kept.map((name) => [name, Reflect.get(row, nameOf(name)) ?? nothing[name]])) as Held
  const whole = z.object({ ...fields, ...besides })
  const chosen = (sent: unknown, ctx: z.RefinementCtx) => ofChosenCase(fields, ofCases, sent, ctx, otherCase)
  return {
    fields,
    parts,
    cases: byCase,
    logged,
    tells: (tells &&
      Object.fromEntries(
        Object.entries(tells).flatMap(([name, kind]) => (kind === 'elsewhere' ? [] : [[columnOf(fields, name), kind]])),
      )) as Said extends undefined ? undefined : Telling['tells'],
    labels: Object.fromEntries(names.map((name) => [name, label(name)])),
    /** Reads what its form sends. */
    input: (ofCases.length === 0 ? whole : z.preprocess(chosen, whole)) as unknown as Input<Fields & Besides, ByCase>,
    /** What the fields of a form say before anybody types. */
    empty: empty as Readonly<Record<keyof Fields & string, string>>,
    /** The record that such a form is read as; a field that is required has no value in it. */
    nothing: nothing as Held,
    /** Its own fields of something that has more: what the history remembers. */
    only: (more: Held) => from(more, (name) => name),
    /** A row of the table whose columns are named after the fields. */
    read: (row: RowOf<Fields>) => from(row, (name) => columnOf(fields, name)),
    /** The columns of such a row. */
    columns: (held: Held) =>
      Object.fromEntries(
        kept.map((name) => [columnOf(fields, name), Reflect.get(held, name)]),
      ) as unknown as Columns<Fields>,
    /** The fields as a list from elsewhere has them, `started_on`, each as a form reads it; one may be missing. */
    listed: Object.fromEntries(
      names.map((name) => [snake(name), z.preprocess(asTyped, z.optional(fieldOf(fields, name)))]),
    ) as object,
    /** What such a list says. */
    ofList: (item: object) => from(item, snake),
  }
}

type OneCase = { by: string; value: string; names: readonly string[] }

/** The cases of a record, one by one; one that could never be asked for, or not be left out, is found when the program starts. */
function casesOf(fields: z.ZodRawShape, cases: Cases): OneCase[] {
  const caseFields = Object.entries(cases).flatMap(([by, values]) =>
    Object.entries(values).map(([value, names]) => ({ by, value, names })),
  )
  for (const { by, value } of caseFields)
    if (!factsOf({ fields }, by).options?.some((option) => option.value === value))
      throw new Error(`No choice of the field "${by}" is "${value}"`)
  const names = caseFields.flatMap((caseField) => caseField.names)
  for (const [at, name] of names.entries()) {
    // Of two fields of one name only the first would be read.
    if (names.indexOf(name) !== at) throw new Error(`The field "${name}" is asked for in two cases`)
    if (fields[name] && !z.safeParse(fields[name], undefined).success)
      throw new Error(`The field "${name}" is asked for in one case alone, and does not say so: inCase()`)
  }
  return caseFields
}

/** What was sent without what other cases than the chosen one ask for; what the chosen one must say is there, if empty. */
function ofChosenCase(
  fields: z.ZodRawShape,
  cases: readonly OneCase[],
  sent: unknown,
  ctx: z.RefinementCtx,
  otherCase: string | undefined,
): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const typed = new Map(Object.entries(sent))
  for (const { by, value, names } of cases) {
    const isChosen = typed.get(by) === value
    for (const name of names) {
      if (isChosen && factsOf({ fields }, name).required && !typed.has(name)) typed.set(name, '')
      if (isChosen) continue
      if (otherCase !== undefined && isTyped(fieldOf(fields, name), typed.get(name)))
        ctx.addIssue({ code: 'custom', path: [name], message: otherCase })
      typed.delete(name)
    }
  }
  return Object.fromEntries(typed)
}

/** Whether something was typed into a field: it is read as another value than an empty field is. */
function isTyped(field: z.core.$ZodType, sent: unknown): boolean {
  if (sent === undefined || sent === '') return false
  const read = z.safeParse(field, sent)
  return (
    !read.success || (read.data !== z.safeParse(field, undefined).data && read.data !== z.safeParse(field, '').data)
  )
}

function asRow(row: Row): string[] {
  return typeof row === 'string' ? [row] : [...row]
}

function fieldOf(fields: Readonly<Record<string, z.core.$ZodType>>, name: string): z.core.$ZodType {
  const field = fields[name]
  if (!field) throw new Error(`The record has no field "${name}"`)
  return field
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
  const { control, options, required, none } = factsOf({ fields }, name)
  return control === 'choice' && required && none === undefined ? (options?.[0]?.value ?? '') : ''
}

/** A list may say a number where a form has digits. */
function asTyped(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : (value ?? undefined)
}

/** What a form needs of a record. */
export type Described = {
  fields: Readonly<Record<string, z.core.$ZodType>>
  parts: readonly { legend: MessageKey | null; rows: readonly (readonly string[])[] }[]
  labels: Readonly<Record<string, MessageKey>>
  cases: Cases
}

/** How a field of a record is asked for. */
export function factsOf({ fields }: Pick<Described, 'fields'>, name: string): FieldFacts {
  const field = fieldOf(fields, name)
  const facts = z.globalRegistry.get(field)?.field
  // Only the kinds of `fields.ts` write facts: their words were held against the catalogue there.
  if (facts) return facts as FieldFacts
  throw new Error(
    hasFacts(field)
      ? `The field "${name}" does not say any more how it is asked for: what was said of it after meta() lost that`
      : `The field "${name}" does not say how it is asked for: it is none of the kinds of forms/fields.ts`,
  )
}

/** What is kept of a field, as its control says it before anybody types. */
export function textInField(of: Pick<Described, 'fields'>, name: string, kept: unknown, language: Language): string {
  const { typed } = factsOf(of, name)
  if (kept === null || kept === undefined) return ''
  return typed ? typed(kept as never, language) : String(kept)
}

/** Whether what a schema wraps says how it is asked for. */
function hasFacts(field: z.core.$ZodType): boolean {
  const { innerType, in: before } = (field as z.ZodType).def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  return [innerType, before].some(
    (inner) => inner !== undefined && (z.globalRegistry.get(inner)?.field !== undefined || hasFacts(inner)),
  )
}

/** The limits of a field that a form draws itself: they stand once, with what checks them. */
export function limitsOf(field: z.core.$ZodType): { maxLength?: number; required?: boolean } {
  const { longest, required } = factsOf({ fields: { field } }, 'field')
  return { ...(longest === undefined ? {} : { maxLength: longest }), ...(required ? { required } : {}) }
}

/** A value of a field, kept or remembered as text, as a person reads it. A reference to another noun is shown as nothing: its id tells a person nothing. */
export function fieldText(of: Pick<Described, 'fields'>, name: string, value: unknown, t: Translator): string {
  const { control, options = [], typed } = factsOf(of, name)
  if (value === null || value === undefined || value === '') return ''
  if (control === 'reference' || control === 'references' || control === 'file') return ''
  if (control === 'money') return formatMoney(Number(value), t.language)
  if (control === 'day') return formatDayShort(String(value), t.language)
  if (control === 'moment') return formatInstant(String(value), t.language)
  if (control === 'tick') return t(String(value) === 'true' ? 'page.audit.yes' : 'page.audit.no')
  const words = (optionValue: unknown) => options.find((option) => option.value === optionValue)?.words
  if (control === 'some')
    return [value]
      .flat()
      .flatMap((all) => String(all).split(', '))
      .map((chosen) => wordsOr(t, words(chosen), chosen))
      .join(', ')
  const word = words(value)
  if (word) return t(word)
  return typed ? typed(value as never, t.language) : String(value)
}

function wordsOr(t: Translator, words: MessageKey | undefined, otherwise: string): string {
  return words ? t(words) : otherwise
}
