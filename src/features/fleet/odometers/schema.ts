import { z } from 'zod'
import { givenKilometres, line, moment, paper, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** What stands for the tracker of a reading that positions say: nobody read an odometer. */
export const BY_POSITIONS = 'positions'
/** Why such a one counts no more, where somebody read the odometer since. */
export const READ_SINCE = 'read-since'

/** A reading as its page shows it; the moment is text. */
export type ReadingView = {
  id: number
  at: string
  kilometres: number
  reason: string
  /** The tracker in the car that said it; `positions` where nobody read it, and a person took what positions say. */
  tracker: string | null
  by: string | null
  file: string | null
  /** Why it counts no more. */
  withdrawn: string | null
}

export const readingRecord = record(
  { kilometres: givenKilometres(), at: moment(), reason: text(200), photo: paper() },
  (name) => `page.odometer.${name}`,
  undefined,
  { tells: { kilometres: 'work', at: 'elsewhere', reason: 'words' } },
)
export const readingInput = readingRecord.input
export type ReadingInput = z.output<typeof readingInput>

/** Why a reading counts no more. */
export const readingWithdrawal = record({ reason: line() }, () => 'page.odometer.withdrawReason')
