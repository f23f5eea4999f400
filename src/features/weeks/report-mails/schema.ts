import { z } from 'zod'
import { choice, line, oneOfList, severalOfList } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { LAST_DAY, REPORT_HOURS, REPORT_RHYTHMS, type ReportTime } from '#domain/report-schedule.ts'

export const REPORT_KINDS = ['week', 'month', 'view'] as const
export type ReportKindMailed = (typeof REPORT_KINDS)[number]

/**
 * `mailed` · `closed`: the account is closed or no longer of the office · `no-power`: it may no longer read anything of the
 * office.
 */
export type SendingOutcome = 'mailed' | 'closed' | 'no-power'

/** A person of the office to whom a report can be mailed. */
export type OfficePerson = { uid: string; name: string; email: string }

/** A report that is mailed regularly: to whom, and the outcome of the last sendings. Moments are text. */
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
const wholeNumber = (least: number, most: number) =>
  z.coerce.number('field.choice').int('field.choice').min(least, 'field.choice').max(most, 'field.choice')

/** The report to mail, how often and to whom. */
export const scheduleRecord = record(
  {
    kind: oneOfList(z.enum(REPORT_KINDS, 'field.choice')),
    name: line(LONGEST_NAME),
    rhythm: choice(REPORT_RHYTHMS, (rhythm) => `page.reports.mails.every.${rhythm}`),
    weekday: oneOfList(wholeNumber(1, 7)),
    day: oneOfList(wholeNumber(1, LAST_DAY)),
    hour: oneOfList(wholeNumber(REPORT_HOURS.first, REPORT_HOURS.last)),
    readers: severalOfList(z.string()),
  },
  (name) => (name === 'kind' ? 'page.reports.mails.what' : `page.reports.mails.${name}`),
  ['kind', 'name', 'rhythm', ['weekday', 'day', 'hour'], 'readers'],
  { besides: { place: z.string(), query: z.string().max(LONGEST_QUERY, 'field.too-long') } },
)
export const scheduleInput = scheduleRecord.input

/** For whom a report is stopped: for the person who asks, or for all. */
export const stopRecord = record(
  { whose: oneOfList(z.enum(['own', 'all'], 'field.choice')) },
  () => 'page.reports.mails.whose',
)
