import { z } from 'zod'
import { badPayload } from './fault.ts'

/** Longest text of a field; only bulk uploads carry more, in many fields. */
const LONGEST = 8_192
/** Latest moment, in the year 9999, in milliseconds: a later one is a mistake. */
const LATEST = 253_402_300_799_000

// Reads a field as the hosted service does: it takes `null` for "not given", a number for a text, and a text for a
// number.
const lenientField = <Schema extends z.ZodType>(schema: Schema, read: (value: unknown) => unknown = (value) => value) =>
  z.preprocess((value) => read(value ?? undefined), schema.optional())

const oneText = z
  .string()
  .max(LONGEST, 'is too long')
  // PostgreSQL stores no NUL.
  .refine((value) => !value.includes('\0'), 'must not contain a NUL')

export const text = lenientField(oneText, (value) => (typeof value === 'number' ? String(value) : value))
export const texts = lenientField(z.array(oneText).max(1_000, 'has too many entries'))
export const flag = lenientField(z.boolean(), (value) => (value === 'true' ? true : value === 'false' ? false : value))
export const whole = lenientField(z.number().int().min(0).max(LATEST), (value) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
)
/** Bytes, in base64 of either alphabet. */
export const bytes = text.transform((value) => (value === undefined ? undefined : Buffer.from(value, 'base64')))

export function some<Shape extends z.ZodRawShape>(shape: Shape) {
  return lenientField(z.object(shape))
}

export function many<Shape extends z.ZodRawShape>(shape: Shape) {
  return lenientField(z.array(z.object(shape)).max(1_000, 'has too many entries'))
}

/** Reads the sent fields of an operation; unknown fields are ignored. */
export function readFields<Fields extends z.ZodType>(fields: Fields, sent: unknown): z.output<Fields> {
  const read = fields.safeParse(sent)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const expected =
    issue && 'expected' in issue ? `must be ${String(issue.expected)}` : (issue?.message ?? 'is not valid')
  throw badPayload(`/${(issue?.path ?? []).join('/')} ${expected}`)
}
