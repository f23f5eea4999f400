import { givenDay } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The most days of one export: more would be too long to read. */
export const MAX_DAYS = 366

/** The days of an export, both included. */
export const timesPeriodRecord = record(
  { from: givenDay(), until: givenDay('fleet', { until: 'today' }) },
  (name) => `page.times.export.${name === 'from' ? 'from' : 'to'}`,
  [['from', 'until']],
)
