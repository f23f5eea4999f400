import { z } from 'zod'
import { day, givenDay, reason, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A car in a workshop, as its page shows it. Days are text. */
export type StayView = {
  id: string
  since: string
  /** The last day; `null` while the car is there. */
  until: string | null
  expectedOn: string | null
  workshop: string
  why: string
}

/** The fields of a car that comes into a workshop. */
export const stayRecord = record(
  {
    since: givenDay('fleet', { until: 'today' }),
    expectedOn: day(),
    workshop: text(80),
    why: text(160),
  },
  (name) => `page.workshopStays.${name}`,
  [['since', 'expectedOn'], 'workshop', 'why'],
)

/** The day on which a car came back, and the reason why a stay was wrong. */
export const stayEnd = record({ until: givenDay('fleet', { until: 'today' }) }, () => 'page.workshopStays.until')
export const stayWithdrawal = record({ reason: reason(300) }, () => 'page.workshopStays.reason')

const ofStay = { stay: z.guid('field.invalid') }

/** The acts of the office on a car's stays in a workshop. */
export const stayAct = z.discriminatedUnion('intent', [
  stayRecord.input
    .extend({ intent: z.literal('stay') })
    .refine(({ since, expectedOn }) => expectedOn === null || since <= expectedOn, {
      path: ['expectedOn'],
      error: 'field.ends-before',
    }),
  stayEnd.input.extend({ intent: z.literal('end-stay'), ...ofStay }),
  z.object({ intent: z.literal('resume-stay'), ...ofStay }),
  stayWithdrawal.input.extend({ intent: z.literal('withdraw-stay'), ...ofStay }),
])
export type StayAct = z.output<typeof stayAct>
