import { z } from 'zod'
import { badPayload } from './fault.ts'

/** Longest text of a field; only bulk uploads carry more, in many fields. */
const LONGEST = 8_192
/** The year 9999, in milliseconds: beyond it nothing is a moment anybody meant. */
const LATEST = 253_402_300_799_000

// The hosted service takes `null` for "not said", a number where a text is wanted, and a text where a number is.
const said = <Schema extends z.ZodType>(schema: Schema, read: (value: unknown) => unknown = (value) => value) =>
  z.preprocess((value) => read(value ?? undefined), schema.optional())

const oneText = z
  .string()
  .max(LONGEST, 'is too long')
  // PostgreSQL keeps none.
  .refine((value) => !value.includes('\0'), 'must not contain a NUL')

export const text = said(oneText, (value) => (typeof value === 'number' ? String(value) : value))
export const texts = said(z.array(oneText).max(1_000, 'has too many entries'))
export const flag = said(z.boolean(), (value) => (value === 'true' ? true : value === 'false' ? false : value))
export const whole = said(z.number().int().min(0).max(LATEST), (value) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
)
/** Bytes, in base64 of either alphabet. */
export const bytes = text.transform((value) => (value === undefined ? undefined : Buffer.from(value, 'base64')))

export function some<Shape extends z.ZodRawShape>(shape: Shape) {
  return said(z.object(shape))
}

export function many<Shape extends z.ZodRawShape>(shape: Shape) {
  return said(z.array(z.object(shape)).max(1_000, 'has too many entries'))
}

/** What was sent, read by the fields of an operation; fields it does not know are nobody's business. */
export function readFields<Fields extends z.ZodType>(fields: Fields, sent: unknown): z.output<Fields> {
  const read = fields.safeParse(sent)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const expected =
    issue && 'expected' in issue ? `must be ${String(issue.expected)}` : (issue?.message ?? 'is not valid')
  throw badPayload(`/${(issue?.path ?? []).join('/')} ${expected}`)
}
