import { expect, test } from 'vitest'
import { readFiguresPeriod } from '#domain/performance.ts'
import { readWeek } from '#domain/week.ts'
import { periodWays } from './periods.tsx'

const NOW = Temporal.Instant.from('2026-11-27T12:00:00Z')
const NEWEST = readWeek('2026-W47')
const waysOf = (name: string) => periodWays({ period: readFiguresPeriod(name), newest: NEWEST }, NOW)

test('a week leads to the one before, and to the one after while files tell of that', () => {
  expect(waysOf('2026-W46')).toMatchObject({
    before: '2026-W45',
    after: '2026-W47',
    month: '2026-11',
    quarter: '2026-Q4',
  })
  expect(waysOf('2026-W47').after).toBeNull()
})

test('a month and a quarter that still run lead to the newest week that files tell of', () => {
  expect(waysOf('2026-11')).toMatchObject({ before: '2026-10', after: null, week: '2026-W47' })
  expect(waysOf('2026-Q4')).toMatchObject({ before: '2026-Q3', week: '2026-W47' })
})
