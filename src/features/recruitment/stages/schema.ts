import { z } from 'zod'
import { OPEN_STATES } from '#domain/application.ts'
import { carriedNumber, choice, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The most stages: no screen shows more. */
export const MAX_STAGES = 12

export const stageRecord = record(
  {
    namePt: line(40),
    nameEn: line(40),
    state: choice(OPEN_STATES, (state) => `page.apply.state.stops.${state}`),
  },
  (name) => `page.recruitment.stages.${name}`,
  [['namePt', 'nameEn'], 'state'],
)
export const newStageInput = stageRecord.input
export const stageInput = stageRecord.input.extend({ version: carriedNumber() })
export const stageOrderInput = z.object({ stage: z.guid('field.invalid'), way: z.enum(['earlier', 'later']) })

/** A stage of the board, one of its columns. */
export type Stage = {
  id: string
  /** The state that the applicant reads meanwhile. */
  state: (typeof OPEN_STATES)[number]
  name: { pt: string; en: string }
  version: number
}
