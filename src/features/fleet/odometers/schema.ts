import { z } from 'zod'
import { givenKilometres, line, moment, paper, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A reading as its page shows it; the moment is text. */
export type ReadingView = {
  id: number
  at: string
  kilometres: number
  reason: string
  /** Who wrote it down, or the tracker in the car that said it. */
  tracker: string | null
  by: string | null
  file: string | null
  /** Why it counts no more. */
  withdrawn: string | null
}

export const readingRecord = record(
  { kilometres: givenKilometres(), at: moment(), reason: text(200), photo: paper() },
  (name) => `page.odometer.${name}`,
)
export const readingInput = readingRecord.input
export type ReadingInput = z.output<typeof readingInput>

export const withdrawInput = z.object({ reason: line() })
