import { z } from 'zod'
import { givenKilometres, line, moment, paper, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The name in the column of the tracker for an estimate from positions: nobody read an odometer. */
export const BY_POSITIONS = 'positions'
/** The reason with which an estimate is withdrawn because somebody has read the odometer since. */
export const READ_SINCE = 'read-since'

/** A reading as its page shows it; the moment is text. */
export type ReadingView = {
  id: number
  at: string
  kilometres: number
  reason: string
  /** The tracker that gave the figure; `positions` for an estimate that a person accepted. */
  tracker: string | null
  by: string | null
  file: string | null
  /** The reason why the reading does not count any more. */
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

/** The reason why a reading does not count any more. */
export const readingWithdrawal = record({ reason: line() }, () => 'page.odometer.withdrawReason')
