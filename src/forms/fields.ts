import { z } from 'zod'
import { MAX_AMOUNT, readTypedCents, readTypedCount } from '#domain/amount.ts'
import { readPhone } from '#domain/identifiers.ts'
import { type BasisPoints, basisPoints, type Cents, ZERO } from '#domain/money.ts'
import { readKilometres } from '#domain/odometer.ts'
import { type DayPurpose, readTypedDay } from '#domain/plausible-day.ts'
import { type Twice, type Week, ZONE, lisbonBoth, twiceOf, weekOf } from '#domain/week.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount } from '#messages/numbers.ts'

/*
 * The kinds of field a form is made of. A field is a zod schema that carries, beside how it is read, what a form needs to
 * ask for it: so the limit that is checked and the limit that is shown are one number. `meta` is said last, because what
 * wraps a schema (`transform`, `optional`) loses it.
 */
type FieldMeta = {
  control:
    | 'text'
    | 'email'
    | 'phone'
    | 'lines'
    | 'money'
    | 'choice'
    | 'reference'
    | 'some'
    | 'references'
    | 'tick'
    | 'day'
    | 'time'
    | 'moment'
    | 'file'
  required?: boolean
  longest?: number
  /** Digits alone, or with a comma: for keyboards on phones. */
  digits?: boolean | 'comma'
  /** An example of what is typed. */
  example?: string
  /** What of the reader's own data a browser may fill in, as in HTML: `email`, `tel`. */
  autofill?: string
  /** Of a choice: what is sent, and the word for it. */
  options?: readonly { value: string; words: string }[]
  /** Of a choice of few words: all of them are to be seen at once. */
  open?: boolean
  /** Of a choice or a reference: the words that stand there before one is chosen. */
  none?: string
  /** Of a day: none after today. */
  untilToday?: boolean
  /** Of a file that is no paper: how its name ends, as an input takes it. */
  endings?: string
  /** What is kept, as it is typed; as it is when not said. */
  typed?: (value: never, language: Language) => string
}

export type FieldFacts = Omit<FieldMeta, 'options' | 'none'> & {
  options?: readonly { value: string; words: MessageKey }[]
  none?: MessageKey
}

// Every comparison of two schemas reads this, and the list of all words is thousands long: as text here, the compiler gets by.
declare module 'zod' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- zod's own interface
  interface GlobalMeta {
    field?: FieldMeta
  }
}

/** A character that is seen: a name of others is an empty line in a list, with nothing to press. */
export const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** A line of text; empty when nothing is typed. One that is `required` must have in it what `wanted` looks for. */
export function text(longest: number, { required = false, wanted = SEEN } = {}) {
  const typed = z.string('field.required').trim().max(longest, 'field.too-long')
  const read = required ? typed.regex(wanted, 'field.required') : typed
  return read.meta({ field: { control: 'text', longest, required } })
}

/** A line of text that has to be said. */
export function line(longest = 200, { autofill }: { autofill?: string } = {}) {
  const autofillMeta = autofill === undefined ? {} : { autofill }
  return text(longest, { required: true }).meta({
    field: { control: 'text', longest, required: true, ...autofillMeta },
  })
}

/** A line of text, or `null` when nothing is typed. */
export function optional(longest: number) {
  return z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .transform((typed) => typed || null)
    .meta({ field: { control: 'text', longest } })
}

/** Where somebody gets mail, or `null`. */
export function email() {
  return optional(254)
    .refine((address) => address === null || z.email().safeParse(address).success, 'field.email')
    .meta({ field: { control: 'email', longest: 254 } })
}

/** Where somebody is called, or `null`. What can be dialled is kept in one spelling, anything else as it was typed. */
export function phone() {
  return optional(40)
    .transform((typed) => typed && (readPhone(typed) ?? typed))
    .meta({ field: { control: 'phone', longest: 40 } })
}

/** A day by the browser's calendar, `2026-11-26`, or `null`; `until` is the last one that is taken. */
export function day(of: DayPurpose = 'fleet', { until }: { until?: 'today' } = {}) {
  return optional(10)
    .transform((typed, ctx) => typed && (dayUntil(until, plausibleDay(typed, of, ctx), ctx)?.toString() ?? z.NEVER))
    .meta({ field: { control: 'day', untilToday: until === 'today' } })
}

/** A day that has to be said. */
export function givenDay(of: DayPurpose = 'fleet', { until }: { until?: 'today' } = {}) {
  return z
    .string('field.required')
    .transform((typed, ctx) => dayUntil(until, requiredDay(typed, of, ctx), ctx)?.toString() ?? z.NEVER)
    .meta({ field: { control: 'day', required: true, untilToday: until === 'today' } })
}

function dayUntil(until: 'today' | undefined, read: Temporal.PlainDate | null, ctx: z.RefinementCtx) {
  if (until === undefined || read === null || Temporal.PlainDate.compare(read, today()) <= 0) return read
  ctx.addIssue({ code: 'custom', message: 'field.day-to-come' })
  return null
}

/** A week by any of its days, or `null`. */
export function week() {
  return optional(10)
    .transform((typed, ctx): Week | null => {
      const read = typed === null ? null : plausibleDay(typed, 'fleet', ctx)
      return read && weekOf(read)
    })
    .meta({ field: { control: 'day' } })
}

/** A week that has to be said, by any of its days. */
export function givenWeek() {
  return z
    .string('field.required')
    .transform((typed, ctx): Week => {
      const read = requiredDay(typed, 'fleet', ctx)
      return read ? weekOf(read) : z.NEVER
    })
    .meta({ field: { control: 'day', required: true } })
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

function requiredDay(typed: string, of: DayPurpose, ctx: z.RefinementCtx): Temporal.PlainDate | null {
  if (typed.trim() !== '') return plausibleDay(typed.trim(), of, ctx)
  ctx.addIssue({ code: 'custom', message: 'field.required' })
  return null
}

/** What every field with a day in it says of one that is none, or whose year cannot be meant; `null` then. */
export function plausibleDay(
  typed: string,
  of: DayPurpose,
  ctx: z.RefinementCtx,
  path?: string,
): Temporal.PlainDate | null {
  const read = readTypedDay(typed, of, today())
  if (read.ok) return read.day
  const message = read.wrong === 'unread' ? 'field.day' : `field.day-${read.wrong}`
  ctx.addIssue({ code: 'custom', message, ...(path === undefined ? {} : { path: [path] }) })
  return null
}

/** Nobody hands a schema the time of the request; of its year alone the limits are made. */
export function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(ZONE)
}

/** A moment as it is typed: a day and a time on the Lisbon clock, and which of both in the hour that comes twice. */
type TypedMoment = { day: string; time: string; twice: Twice | '' }

/** The moment that is typed; one that does not exist is refused in its field, or in the two whose names are given. */
export function readMoment(
  { day: typedDay, time, twice }: TypedMoment,
  ctx: z.RefinementCtx,
  { day: ofDay, time: ofTime, until }: { day?: string; time?: string; until?: 'today' | undefined } = {},
): Temporal.Instant | null {
  const date = dayUntil(until, plausibleDay(typedDay, 'fleet', ctx, ofDay), ctx)
  if (!date) return null
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  const local = clock && date.toPlainDateTime({ hour: Number(clock[1]), minute: Number(clock[2]) })
  const both = local && lisbonBoth(local)
  if (both && twice !== '') return both[twice]
  if (both?.first.equals(both.second)) return both.first
  // On a day in March an hour does not come: another one in its place would be nobody's. In October one comes twice.
  const message = both ? 'field.twice-time' : local ? 'field.skipped-time' : 'field.time'
  ctx.addIssue({ code: 'custom', message, ...(ofTime === undefined ? {} : { path: [ofTime] }) })
  return null
}

/** A moment that has to be said, sent as `name[]`: the day, the time, and `first` or `second` where the time comes twice. */
export function moment({ until }: { until?: 'today' } = {}) {
  return z
    .array(z.string(), 'field.required')
    .transform(([typedDay = '', time = '', twice = ''], ctx): Temporal.Instant => {
      const which = twice === 'first' || twice === 'second' ? twice : ''
      if (typedDay !== '' && time !== '')
        return readMoment({ day: typedDay, time, twice: which }, ctx, { until }) ?? z.NEVER
      ctx.addIssue({ code: 'custom', message: 'field.required' })
      return z.NEVER
    })
    .meta({ field: { control: 'moment', required: true, untilToday: until === 'today', typed: typedMoment } })
}

/** A moment as `name[]` sends it, each part on a line. */
function typedMoment(kept: Temporal.Instant | string): string {
  const at = Temporal.Instant.from(kept)
  const local = at.toZonedDateTimeISO(ZONE)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return [local.toPlainDate().toString(), time, twiceOf(at) ?? ''].join('\n')
}

/** Whole kilometres, or `null` where nobody read the odometer. */
export function kilometres() {
  return z
    .string()
    .default('')
    .transform(readTypedKilometres)
    .meta({ field: { control: 'text', digits: true, typed: typedNumber } })
}

/** Whole kilometres that have to be said. */
export function givenKilometres() {
  return z
    .string('field.required')
    .trim()
    .min(1, { error: 'field.required', abort: true })
    .transform((typed, ctx) => readTypedKilometres(typed, ctx) ?? z.NEVER)
    .meta({ field: { control: 'text', digits: true, required: true, typed: typedNumber } })
}

function typedNumber(kept: number | null): string {
  return String(kept ?? '')
}

/** A whole number of something from `least` to `most`, as people type it; `wrong` says what else it may be. */
export function count(least: number, most: number, wrong?: string) {
  return z
    .string('field.required')
    .transform((typed, ctx) => {
      const read = readCount(typed, least, most)
      if (read !== null) return read
      ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : (wrong ?? wrongCount(typed)) })
      return z.NEVER
    })
    .meta({ field: { control: 'text', digits: true, required: true, typed: typedNumber } })
}

/** A whole number as people type it, or `null` when nothing is typed. */
export function countOrNone(least: number, most: number, wrong?: string) {
  return z
    .string()
    .default('')
    .transform((typed, ctx) => {
      if (typed.trim() === '') return null
      const read = readCount(typed, least, most)
      if (read === null) ctx.addIssue({ code: 'custom', message: wrong ?? wrongCount(typed) })
      return read
    })
    .meta({ field: { control: 'text', digits: true, typed: typedNumber } })
}

function readCount(typed: string, least: number, most: number): number | null {
  const read = readTypedCount(typed)
  return read === null || read < least || read > most ? null : read
}

/** A whole number that is out of bounds is not told to be whole. */
function wrongCount(typed: string): string {
  return readTypedCount(typed) === null ? 'field.number' : 'field.number-bounds'
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

/** Text of several lines that has to be said. */
export function givenLines(longest: number) {
  return z
    .string('field.required')
    .trim()
    .min(1, 'field.required')
    .max(longest, 'field.too-long')
    .meta({ field: { control: 'lines', longest, required: true } })
}

/** A list of names, each once and in the spelling that `spelt` gives: one on each line, or separated by `between`. */
export function nameList(longest: number, between = /\n/, spelt = (name: string) => name) {
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

/**
 * Euros as people type them, comma or dot, kept in cents, from `atLeast` to `atMost` as many cents. Nothing typed is nothing, but
 * where it is `required`.
 */
export function money({ required = false, atLeast = 0, atMost = MAX_AMOUNT } = {}) {
  return z
    .string('field.required')
    .trim()
    .transform((typed, ctx): Cents => {
      if (typed !== '' || required) return readAmount(typed, { atLeast, atMost }, ctx) ?? z.NEVER
      return ZERO
    })
    .meta({ field: { control: 'money', required, typed: required ? typedAmount : amountUnlessZero } })
}

/** Euros as people type them, or `null` when nothing is typed: no amount is another thing than an amount of nothing. */
export function moneyOrNone({ atLeast = 0 } = {}) {
  return z
    .string()
    .default('')
    .transform((typed, ctx) => (typed.trim() === '' ? null : readAmount(typed, { atLeast, atMost: MAX_AMOUNT }, ctx)))
    .meta({ field: { control: 'money', typed: typedAmount } })
}

type Bounds = { atLeast: number; atMost: number }

function readAmount(typed: string, { atLeast, atMost }: Bounds, ctx: z.RefinementCtx): Cents | null {
  const amount = readTypedCents(typed)
  if (amount !== null && amount >= atLeast && amount <= atMost) return amount
  const wrong = amount !== null && amount > MAX_AMOUNT ? 'field.money-most' : 'field.money'
  ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : wrong })
  return null
}

function typedAmount(kept: Cents | null, language: Language): string {
  return kept === null ? '' : formatAmount(kept, language)
}

function amountUnlessZero(kept: Cents, language: Language): string {
  return kept > 0 ? formatAmount(kept, language) : ''
}

/** Percent as people type it, kept in hundredths of one: more than none of it, and no more than all. */
export function percent() {
  return z
    .string('field.required')
    .transform((typed, ctx): BasisPoints => {
      const rate = readTypedCents(typed)
      if (rate !== null && rate > 0 && rate <= 100_00) return basisPoints(rate)
      ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.percent' })
      return z.NEVER
    })
    .meta({ field: { control: 'text', digits: 'comma', example: '5', required: true, typed: typedHundredths } })
}

function typedHundredths(kept: BasisPoints, language: Language): string {
  return formatAmount(kept, language)
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

/** A choice of one word out of several; `none` stands there before one is chosen, and without it the first is. */
export function choice<Value extends string>(
  values: readonly Value[],
  words: (value: Value) => MessageKey,
  none?: MessageKey,
) {
  const options = values.map((value) => ({ value, words: words(value) }))
  const first = none === undefined ? {} : { none }
  return z.enum(values, 'field.choice').meta({ field: { control: 'choice', required: true, options, ...first } })
}

/** A choice of one word out of several, or `null`. */
export function choiceOrNone<Value extends string>(
  values: readonly Value[],
  words: (value: Value) => MessageKey,
  none: MessageKey,
) {
  const options = values.map((value) => ({ value, words: words(value) }))
  return z
    .preprocess((sent) => (sent === '' ? null : (sent ?? null)), z.enum(values, 'field.choice').nullable())
    .meta({ field: { control: 'choice', options, none } })
}

/** A choice of one word out of a few, all to be seen at once. */
export function openChoice<Value extends string>(values: readonly Value[], words: (value: Value) => MessageKey) {
  const options = values.map((value) => ({ value, words: words(value) }))
  return z.enum(values, 'field.choice').meta({ field: { control: 'choice', open: true, required: true, options } })
}

/** A choice of several words out of a few, at least one. */
export function severalChoices<Value extends string>(values: readonly Value[], words: (value: Value) => MessageKey) {
  const options = values.map((value) => ({ value, words: words(value) }))
  return z
    .array(z.enum(values, 'field.choice'), 'field.required')
    .min(1, 'field.required')
    .meta({ field: { control: 'some', required: true, options } })
}

/** Some of a few words, which may be none of them. */
export function severalChoicesOrNone<Value extends string>(
  values: readonly Value[],
  words: (value: Value) => MessageKey,
) {
  const options = values.map((value) => ({ value, words: words(value) }))
  return z
    .array(z.enum(values, 'field.choice'))
    .default([])
    .meta({ field: { control: 'some', options } })
}

/** Yes; no when it is not ticked. */
export function tick() {
  return z
    .literal('on', 'field.invalid')
    .optional()
    .transform((sent) => sent === 'on')
    .meta({ field: { control: 'tick' } })
}

/** A paper or a picture, if one is sent. The noun keeps it beside its row, in no column of the record. */
export function paper() {
  return z
    .instanceof(File)
    .optional()
    .meta({ field: { control: 'file' } })
}

/** A file that was chosen. Where none was, browsers send one without name and bytes. */
function chosenFile() {
  return z
    .instanceof(File, { error: 'field.required' })
    .refine(({ name, size }) => name !== '' || size > 0, 'field.required')
}

/** A paper or a picture that has to be sent. */
export function givenPaper() {
  return chosenFile().meta({ field: { control: 'file', required: true } })
}

/** A file that is no paper, of these endings, and has to be sent. */
export function givenFile(endings: string) {
  return chosenFile().meta({ field: { control: 'file', required: true, endings } })
}

/** Files of a message, so many at most: an input without one sends an empty file, or nothing at all. */
export function sentFiles(most: number) {
  return z
    .array(z.union([z.instanceof(File), z.literal('')]))
    .default([])
    .transform((sent) => sent.filter((file) => file !== '' && file.size > 0) as File[])
    .refine((sent) => sent.length <= most, 'field.too-many-files')
}

/** A choice of one word out of several or of none, which is `''`. */
export function choiceOrEmpty<Value extends string>(
  values: readonly Value[],
  words: (value: Value) => MessageKey,
  none: MessageKey,
) {
  const options = [{ value: '', words: none }, ...values.map((value) => ({ value, words: words(value) }))]
  return z.enum(['' as const, ...values], 'field.choice').meta({ field: { control: 'choice', options } })
}

declare const offered: unique symbol
/** A field whose page says what can be chosen: a form that is not told that does not compile. */
export type Offered = { readonly [offered]: true }

function asOffered<Schema>(schema: Schema) {
  return schema as Schema & Offered
}

/** A choice of another noun, by its id; `none` stands there before one is chosen. */
export function reference(none: MessageKey) {
  return asOffered(z.guid('field.choice').meta({ field: { control: 'reference', required: true, none } }))
}

/** A choice of another noun, or `null`. */
export function referenceOrNone(none: MessageKey) {
  return asOffered(
    z
      .union([z.guid('field.choice'), z.literal('')])
      .default('')
      .transform((id) => id || null)
      .meta({ field: { control: 'reference', none } }),
  )
}

/**
 * One item of a list that the page offers, read by `schema`. `none` are the words while nothing is chosen; without them the first item is.
 * `open` ones are to be seen at once.
 */
export function oneOfList<Schema extends z.ZodType>(schema: Schema, how: { none?: MessageKey; open?: true } = {}) {
  return asOffered(schema.meta({ field: { control: 'reference', required: true, ...how } }))
}

/** Any number of items of a list that the page offers, also none. */
export function severalOfListOrNone<Schema extends z.ZodType>(schema: Schema) {
  return asOffered(
    z
      .array(schema)
      .default([])
      .meta({ field: { control: 'references' } }),
  )
}

/** Some items of a list that the page offers, at least one. */
export function severalOfList<Schema extends z.ZodType>(schema: Schema) {
  return asOffered(
    z
      .array(schema, 'field.required')
      .min(1, 'field.required')
      .meta({ field: { control: 'references', required: true } }),
  )
}

/** A person who signs in, by the identifier that the identity service gives them, or `''`. */
export function userOrNone(none: MessageKey) {
  return asOffered(
    z
      .string()
      .max(128, 'field.choice')
      .default('')
      .meta({ field: { control: 'reference', none } }),
  )
}

/** Any number of records of another noun, also none. */
export function references() {
  return asOffered(chosenIdsOrNone().meta({ field: { control: 'references' } }))
}

/**
 * A field that is asked for in one case of its record alone (`cases`): absent in any other. What it must say in its own case, the
 * record demands there.
 */
export function inCase<Schema extends z.ZodType>(schema: Schema) {
  const facts = z.globalRegistry.get(schema) ?? {}
  return schema.optional().meta(facts) as z.ZodOptional<Schema> & (Schema extends Offered ? Offered : unknown)
}

/** The ids chosen in a list, at least one; `nobody` is the error when there is none. */
export function chosenIds(nobody = 'field.nobody') {
  return z.array(z.guid('field.choice'), nobody).min(1, nobody).transform(withoutRepeats)
}

/** The ids chosen in a list, also none. */
export function chosenIdsOrNone() {
  return z.array(z.guid('field.choice')).transform(withoutRepeats).default([])
}

/** Leaves out ids that repeat another one, in whatever letters. */
function withoutRepeats(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/** The largest number that a column of whole numbers takes. */
const LARGEST = 2_147_483_647

/** A whole number that a form carries in a hidden field (a version, a place in a list), as large as its column takes. */
export function carriedNumber(wrong = 'field.invalid') {
  return z.coerce.number(wrong).int(wrong).min(0, wrong).max(LARGEST, wrong)
}

/** The records chosen in a list whose ids are numbers, at least one. */
export function chosenNumbers() {
  return z
    .array(carriedNumber('field.choice'), 'field.nobody')
    .min(1, 'field.nobody')
    .transform((ids) => [...new Set(ids)])
}

/** The reason why something is done: always required, and stored with the act. */
export function reason(longest = 200) {
  return givenLines(longest)
}
