import { z } from 'zod'
import { MONDAY_HOURS, type MondayTime } from '#domain/monday.ts'
import { mondayLine } from '#features/mail/schema.ts'
import { tick, listed } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { PROVIDERS } from '#integrations/connections/providers.ts'

const whole = (least: number, most: number) =>
  z.coerce.number('field.choice').int('field.choice').min(least, 'field.choice').max(most, 'field.choice')

/** Whether and when a week is made ready by itself. */
export const mondayTime = record(
  { isOn: tick(), weekday: listed(whole(1, 7)), hour: listed(whole(MONDAY_HOURS.first, MONDAY_HOURS.last)) },
  (name) => `page.monday.${name}`,
  ['isOn', ['weekday', 'hour']],
)
export const mondayTimeInput = mondayTime.input
export type MondaySetting = MondayTime & { isOn: boolean }

const count = z.number().int()

/** What a look found, as it is kept. */
export const mondayFound = z.object({
  /** What each platform that was asked brought. */
  asked: z.array(z.object({ provider: z.enum(PROVIDERS), received: count, kept: count, isWhole: z.boolean() })),
  /** Deliveries that had waited and raise no question any more. */
  taken: count,
  /** Files of the week that count. */
  files: count,
  lines: z.array(mondayLine),
  /** When it looks again of itself, if something is late. */
  nextAt: z.string().nullable(),
})
export type MondayFound = z.output<typeof mondayFound>

/** A look at a week. `found` is `null` of one that is at work, or that was broken off. */
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
