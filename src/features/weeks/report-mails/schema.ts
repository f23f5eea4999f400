import { z } from 'zod'
import { LAST_DAY, REPORT_HOURS, REPORT_RHYTHMS, type ReportTime } from '#domain/report-schedule.ts'

export const REPORT_KINDS = ['week', 'month', 'view'] as const
export type ReportKindMailed = (typeof REPORT_KINDS)[number]

/** `mailed` · `closed`: the account was closed or is no longer of the office · `no-power`: it may read nothing of the office. */
export type SendingOutcome = 'mailed' | 'closed' | 'no-power'

/** Somebody of the office to whom a report can be mailed. */
export type OfficePerson = { uid: string; name: string; email: string }

/** What is mailed again and again, to whom, and what became of the last ones. Moments are text. */
export type ReportSchedule = ReportTime & {
  id: string
  kind: ReportKindMailed
  name: string
  place: string
  query: string
  by: string | null
  stoppedAt: string | null
  readers: readonly { uid: string; name: string; stoppedAt: string | null }[]
  /** The newest first. */
  sendings: readonly { name: string; day: string; outcome: SendingOutcome }[]
}

export const LONGEST_NAME = 40
const LONGEST_QUERY = 500
const whole = (least: number, most: number) =>
  z.coerce.number('field.choice').int('field.choice').min(least, 'field.choice').max(most, 'field.choice')

export const scheduleInput = z.object({
  kind: z.enum(REPORT_KINDS, 'field.choice'),
  name: z.string().trim().min(1, 'field.required').max(LONGEST_NAME, 'field.too-long'),
  place: z.string(),
  query: z.string().max(LONGEST_QUERY, 'field.too-long'),
  rhythm: z.enum(REPORT_RHYTHMS, 'field.choice'),
  weekday: whole(1, 7),
  day: whole(1, LAST_DAY),
  hour: whole(REPORT_HOURS.first, REPORT_HOURS.last),
  readers: z.array(z.string(), 'field.required').min(1, 'field.required'),
})

export const stopScheduleInput = z.object({ whose: z.enum(['own', 'all'], 'field.choice') })
