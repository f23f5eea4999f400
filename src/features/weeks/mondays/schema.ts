import { z } from 'zod'
import { MONDAY_HOURS, type MondayTime } from '#domain/monday.ts'
import { mondayLine } from '#features/mail/schema.ts'
import { tick, oneOfList } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { PROVIDERS } from '#integrations/connections/providers.ts'

const wholeNumber = (least: number, most: number) =>
  z.coerce.number('field.choice').int('field.choice').min(least, 'field.choice').max(most, 'field.choice')

/** Whether and when a week is made ready by itself. */
export const mondayTime = record(
  {
    isOn: tick(),
    weekday: oneOfList(wholeNumber(1, 7)),
    hour: oneOfList(wholeNumber(MONDAY_HOURS.first, MONDAY_HOURS.last)),
  },
  (name) => `page.monday.${name}`,
  ['isOn', ['weekday', 'hour']],
)
export const mondayTimeInput = mondayTime.input
export type MondaySetting = MondayTime & { isOn: boolean }

const count = z.number().int()

/** The stored result of a look. */
export const mondayFound = z.object({
  /** The result of each platform that was asked. */
  asked: z.array(z.object({ provider: z.enum(PROVIDERS), received: count, kept: count, isWhole: z.boolean() })),
  /** Number of deliveries that had waited and were taken in, as nothing about them is asked any more. */
  taken: count,
  /** Number of files of the week that count. */
  files: count,
  lines: z.array(mondayLine),
  /** When the next look comes by itself, if something is late. */
  nextAt: z.string().nullable(),
})
export type MondayFound = z.output<typeof mondayFound>

/** A look at a week. `found` is `null` while it runs, and when it was interrupted. */
export type MondayRun = {
  id: number
  week: string
  name: string
  at: string
  endedAt: string | null
  by: string | null
  isScheduled: boolean
  found: MondayFound | null
  lacks: boolean
  notifiedAt: string | null
}
