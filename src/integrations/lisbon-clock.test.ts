import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lisbon, weekAt } from '#domain/week.ts'
import { lisbonClock } from './lisbon-clock.ts'

const two = (number: number) => String(number).padStart(2, '0')
const moments = fc.record({
  // Around both changes of the clock, and anywhere.
  day: fc.oneof(
    fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-10-26'),
    fc.integer({ min: 0, max: 10_000 }).map((days) => Temporal.PlainDate.from('2010-01-01').add({ days }).toString()),
  ),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
})

test('a moment is the one of the Lisbon calendar, also in the hours that do not exist or come twice', () => {
  const read = { dmy: lisbonClock('dmy'), mdy: lisbonClock('mdy') }
  fc.assert(
    fc.property(moments, ({ day, hour, minute, second }) => {
      const time = `${two(hour)}:${two(minute)}:${two(second)}`
      const [year, month, date] = day.split('-')
      const instant = lisbon(Temporal.PlainDateTime.from(`${day}T${time}`))
      const expected = { at: instant.toString(), week: weekAt(instant), minute: `${day}T${two(hour)}:${two(minute)}` }
      const said = (moment: ReturnType<typeof read.dmy>) =>
        moment && { at: moment.instant.toString(), week: moment.week, minute: moment.minute }
      expect(said(read.dmy(`${day} ${time}`))).toEqual(expected)
      expect(said(read.dmy(`${date}/${month}/${year} ${time}`))).toEqual(expected)
      expect(said(read.mdy(`${month}/${date}/${year} ${time}`))).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})

test.each(['', 'ontem', '31/02/2026 10:00:00', '01/06/2026 24:00:00', '01/06/2026 10:60:00'])(
  '%j is no moment',
  (text) => {
    expect(lisbonClock('dmy')(text)).toBeNull()
  },
)
