import { z } from 'zod'
import { OPEN_STATES } from '#domain/application.ts'
import { carried, text } from '#forms/fields.ts'

/** More columns than these no screen shows. */
export const MOST_STAGES = 12

const fields = {
  namePt: text(40, { required: true }),
  nameEn: text(40, { required: true }),
  state: z.enum(OPEN_STATES, 'field.choice'),
}
export const newStageInput = z.object(fields)
export const stageInput = z.object({ ...fields, version: carried() })
export const stageOrderInput = z.object({ stage: z.guid('field.invalid'), way: z.enum(['earlier', 'later']) })

/** A column of the board. */
export type Stage = {
  id: string
  /** What the applicant reads meanwhile. */
  state: (typeof OPEN_STATES)[number]
  name: { pt: string; en: string }
  version: number
}
