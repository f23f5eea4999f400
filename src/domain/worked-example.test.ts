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

test.each([
  ['exemption', [-25_00]],
  ['kilometres', [-105_00]],
  ['instalments', [-33_34]],
  ['deposit', [-50_00]],
  ['interest', [-120_00, -4_80]],
] as const)('the example of "%s" comes to what is said of it', (rule, amounts) => {
  expect(workedExample(rule, usual).about.map(({ amount }) => amount)).toEqual(amounts)
})

test('the example of a deposit follows the settings, whatever they are', () => {
  const of = (settings: { name: string; value: number }[]) =>
    workedExample('deposit', settingsFrom(settings)).about.map(({ amount }) => amount)
  expect(of([{ name: 'depositInstalments', value: 3 }])).toEqual([-100_00])
  expect(of([{ name: 'depositInstalments', value: 0 }])).toEqual([-175_17])
  expect(of([{ name: 'depositFirst', value: 600_00 }])).toEqual([0])
})
