import { expect, test } from 'vitest'
import { settingsFrom } from '#domain/financial-settings.ts'
import { readWeek } from '#domain/week.ts'
import { translator } from '#messages/translate.ts'
import { tellStatement } from './example-statement.ts'

const LAST_WEEK = readWeek('2026-W23')
const NB = '\u00a0'
const lines = (settings = settingsFrom([])) =>
  tellStatement(settings, LAST_WEEK, translator('pt')).groups.flatMap((group) => group.lines)

test('the lines of the example sum to what is received', () => {
  const { net, groups } = tellStatement(settingsFrom([]), LAST_WEEK, translator('pt'))
  expect(groups.reduce((sum, group) => sum + group.sum, 0)).toBe(net)
  for (const group of groups) expect(group.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(group.sum)
})

test('each line says how its amount came about, with the figures of this operator', () => {
  expect(lines().map(({ label, formula }) => [label, formula])).toEqual([
    ['Uber', '800,00 − 200,00 + 12,00 + 9,50'],
    ['Bolt', '320,00 − 62,00 + 5,00 + 4,20 − 30,00'],
    ['IVA das viagens', '− 45,28 − 17,78'],
    [`Taxa de gestão, 4${NB}%`, `794,94 × 4${NB}%`],
    ['Aluguer da viatura', '7 de 7 dias'],
    ['Combustível', '3 abastecimentos'],
    ['Portagens', '21,35 − 13,70 = 7,65 por reembolsar'],
    ['Adiantamento, prestação 3 de 12', '600,00 ÷ 12 = 50,00'],
  ])
  const dearer = lines(settingsFrom([{ name: 'rentalFee', value: 7_50 }]))
  expect(dearer.find(({ formula }) => formula.includes('×'))).toMatchObject({
    label: `Taxa de gestão, 7,5${NB}%`,
    formula: `794,94 × 7,5${NB}%`,
    amount: -59_62,
  })
})

test('an operator that keeps no VAT back shows no line of it', () => {
  const labels = lines(settingsFrom([{ name: 'tripVat', value: 'none' }])).map(({ label }) => label)
  expect(labels).not.toContain('IVA das viagens')
})

test('nothing is left to fill in, in either language', () => {
  for (const language of ['pt', 'en'] as const) {
    expect(JSON.stringify(tellStatement(settingsFrom([]), LAST_WEEK, translator(language)))).not.toMatch(
      /\{\w+\}|page\./,
    )
  }
})

test('the day of payment is the operator’s, moved on where no bank works', () => {
  const day = (payDay: number, week = '2026-W23') =>
    tellStatement(settingsFrom([{ name: 'payDay', value: payDay }]), readWeek(week), translator('pt')).day
  expect([day(4), day(5)]).toEqual(['quinta-feira, 11 jun.', 'sexta-feira, 12 jun.'])
  // The payment moves past Good Friday and Easter Monday of 2026.
  expect(day(5, '2026-W13')).toBe('terça-feira, 7 abr.')
})
