import { expect, test } from 'vitest'
import { getWeek } from '#features/settlements/queries.server.ts'
import { EXPECTED_FIGURES, PUBLIC_FILES, WEEK, aFleet, drop, edited, figures, publicFile } from './factories.ts'

const UBER = publicFile('payments_driver')
const ANSELMO = '17dbf0fa-850a-4120-b6cf-88253a8163c8'

test('the right name with a wrong key is nobody’s, and the key alone decides whose a row is', async () => {
  await aFleet()
  await drop(PUBLIC_FILES.filter((file) => file !== UBER))
  const stranger = edited(UBER, (text) => text.replace(ANSELMO, ANSELMO.replace(/^17/, '71')))
  expect(stranger.bytes).not.toEqual(UBER.bytes)
  await drop([stranger])
  const { drivers, unmatched } = await getWeek(WEEK).then((week) => ({ ...figures(week), unmatched: week.unmatched }))
  expect(drivers['D1']?.uber_paid).toBe(0)
  expect(unmatched.map(({ row, attribution }) => [row.label, row.amount, attribution.reason])).toContainEqual([
    'ANSELMO TAVIRA QUINTAO',
    574_85,
    'unknown-driver',
  ])

  // His key next to the name of somebody else of the fleet, and theirs next to his.
  const swapped = edited(UBER, (text) =>
    text
      .split('\n')
      .map((row) => {
        const [key, first, last, ...rest] = row.split(',')
        if (key === ANSELMO) return [key, 'Cássio', "D'Avelar Conceição", ...rest].join(',')
        if (first === 'Cássio') return [key, 'Anselmo', last, ...rest].join(',')
        return row
      })
      .join('\n'),
  )
  expect(swapped.bytes).not.toEqual(UBER.bytes)
  await drop([swapped])
  expect(figures(await getWeek(WEEK))).toEqual(EXPECTED_FIGURES)
})
