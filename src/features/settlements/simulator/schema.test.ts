import { expect, test } from 'vitest'
import { feeCeilingOn } from '#domain/fee-ceiling.ts'
import { settingsFrom } from '#domain/financial-settings.ts'
import { basisPoints } from '#domain/money.ts'
import { simulate } from '#domain/simulation.ts'
import { readSimulation } from './schema.ts'

/** The law of December 2026: 23,58 % of what passengers pay. */
const CEILING = feeCeilingOn(Temporal.PlainDate.from('2026-12-01'), basisPoints(6_00))
const read = (query: string) => readSimulation(new URLSearchParams(query), CEILING, 'pt')

test('an address with nothing in it shows the usual week', () => {
  const { values, week, regime } = read('')
  expect(values.uber).toBe('800')
  expect(regime).toBe('rental')
  // 863,55 paid (188,64 and 77,81 kept), 63,96 of VAT, 4 % of 799,59, rent, fuel and tolls.
  expect(simulate(week!, regime, settingsFrom([])).net).toBe(863_55 - 63_96 - 31_98 - 270_00 - 185_00)
})

test('amounts are read as people type them, and an empty field is nothing', () => {
  const { week } = read('uber=1.234,56&bolt=&fuel=€12.5&regime=slot')
  expect(week).toMatchObject({ uber: 123_456, bolt: 0, fuel: 12_50, tolls: 0, platformFee: 2_358 })
})

test('what can’t be read is said at its field and stays as it was typed', () => {
  const { values, fieldErrors, week } = read('uber=muito&bolt=-5&platformFee=130&fuel=999999999&tolls=3&regime=slot')
  expect(week).toBeNull()
  expect(Object.keys(fieldErrors).toSorted()).toEqual(['bolt', 'fuel', 'platformFee', 'uber'])
  expect(values).toMatchObject({ uber: 'muito', bolt: '-5', platformFee: '130' })
})

test('the regime is the button that was pressed last, and one nobody offers is the usual', () => {
  expect(read('uber=1&regime=rental&regime=slot').regime).toBe('slot')
  expect(read('uber=1&regime=boss').regime).toBe('rental')
})

test('hours and the own car are read beside the statement, and change none of its lines', () => {
  expect(read('').visitorFigures).toEqual({ hours: 45_00, ownCar: 0 })
  const { visitorFigures, week } = read('uber=800&hours=37,5&ownCar=130&regime=slot')
  expect(visitorFigures).toEqual({ hours: 37_50, ownCar: 130_00 })
  expect(week).toEqual(read('uber=800&regime=slot').week)
  expect(read('uber=1&hours=200&regime=slot').fieldErrors).toEqual({ hours: ['field.hours-of-week'] })
})
