import { expect, test } from 'vitest'
import { dueReport } from './report-schedule.ts'

const time = { weekday: 1, day: 2, hour: 7 }
const due = (rhythm: 'daily' | 'weekly' | 'monthly', at: string) =>
  dueReport({ ...time, rhythm }, Temporal.Instant.from(at))
    ?.toPlainDate()
    .toString() ?? null

test('a report is due from its hour in Lisbon on, for a day, on the days of its rhythm', () => {
  // A Monday in summer: seven in Lisbon is six in Greenwich.
  expect(due('weekly', '2026-06-08T05:59:59Z')).toBeNull()
  expect(due('weekly', '2026-06-08T06:00:00Z')).toBe('2026-06-08')
  expect(due('weekly', '2026-06-09T05:59:59Z')).toBe('2026-06-08')
  expect(due('weekly', '2026-06-09T06:00:00Z')).toBeNull()
  expect(due('daily', '2026-06-09T06:00:00Z')).toBe('2026-06-09')
  expect(due('monthly', '2026-12-02T07:00:00Z')).toBe('2026-12-02')
  expect(due('monthly', '2026-12-03T07:00:00Z')).toBeNull()
})
