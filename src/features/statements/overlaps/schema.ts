import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { openChoice, reason } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The driver gets the correction once, or twice. */
export const OVERLAP_ANSWERS = ['once', 'twice'] as const
export type OverlapAnswer = (typeof OVERLAP_ANSWERS)[number]

/** The office's answer; `seen` is the overlap that the page showed, in cents. */
export const overlapRecord = record(
  {
    answer: openChoice(OVERLAP_ANSWERS, (answer) => `page.disputes.overlap.answers.${answer}`),
    reason: reason(),
  },
  (name) => `page.disputes.overlap.form.${name}`,
  undefined,
  {
    tells: { answer: 'state', reason: 'words' },
    besides: { seen: z.coerce.number('field.invalid').int('field.invalid') },
  },
)

/** What an accepted dispute gave back, and what its week corrects again; amounts in cents, signed as the driver sees them. */
export type Overlap = {
  dispute: string
  /** The adjustment that the dispute brought, its amount, and the week that it is on. */
  correction: string
  given: Cents
  on: Week
  driver: DriverName
  week: Week
  line: { code: LineCode; adjustment: { about: Week | null } | null }
  /** What the line came to when the dispute was accepted, and what it comes to now. */
  before: Cents
  now: Cents
  overlap: Cents
  /** The part that adjustments took off. */
  taken: Cents
  answer: { said: OverlapAnswer; reason: string; at: string } | null
  /** The office has to answer. */
  isOpen: boolean
}
