import { expect, test } from 'vitest'
import { feeCeilingOn } from '#domain/fee-ceiling.ts'
import { settingsFrom } from '#domain/financial-settings.ts'
import { basisPoints } from '#domain/money.ts'
import { simulate } from '#domain/simulation.ts'
import { readSimulation } from '#features/settlements/simulator/schema.ts'
import { formulaOf } from './formula.ts'

/** The share that a platform might keep until August 2026. */
const A_QUARTER = feeCeilingOn(Temporal.PlainDate.from('2026-08-31'), basisPoints(6_00))
const NB = '\u00a0'

function formulas(query: string): Record<string, string> {
  const { week, regime } = readSimulation(new URLSearchParams(query), A_QUARTER, 'pt')
  return Object.fromEntries(
    simulate(week!, regime, settingsFrom([])).lines.map(({ code, steps }) => [code, formulaOf(steps, 'pt')]),
  )
}

test('each line shows its figures as one would write them by hand', () => {
  expect(formulas('uber=800&bolt=330&fuel=165&tolls=20&regime=rental')).toEqual({
    'income.uber': '800,00 − 200,00',
    'income.bolt': '330,00 − 82,50',
    'vat.trips': '(800,00 + 330,00) × 6/106',
    'fee.percent': `783,54 × 4${NB}%`,
    'vehicle.rent': '',
    'energy.fuel': '',
    tolls: '',
  })
})

test('a share of the pot shows the pot and the rate', () => {
  expect(formulas('uber=800&bolt=330&fuel=165&regime=percentage')['fee.split']).toBe(`663,54 × 50${NB}%`)
})
