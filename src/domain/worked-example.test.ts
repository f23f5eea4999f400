import { expect, test } from 'vitest'
import { settingsFrom } from './financial-settings.ts'
import { RULES, workedExample } from './worked-example.ts'

const usual = settingsFrom([])

test.each(RULES)('the example of "%s" shows a line the rule made, with its way to it', (rule) => {
  const { about } = workedExample(rule, usual)
  expect(about.length).toBeGreaterThan(0)
  expect(about.filter(({ steps }) => steps.length === 0)).toEqual([])
})

test('an example follows the settings of the operator', () => {
  const dearer = settingsFrom([{ name: 'slotFee', value: 31_00 }])
  expect(workedExample('fixed', usual).about).toMatchObject([{ amount: -25_00 }])
  expect(workedExample('fixed', dearer).about).toMatchObject([{ amount: -31_00 }])
})
