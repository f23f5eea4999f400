import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import { formatMoney } from '#messages/numbers.ts'
import {
  carried,
  choice,
  chosen,
  chosenNumbers,
  chosenOrNone,
  chosenWeek,
  day,
  factsOf,
  givenDay,
  givenWeek,
  lines,
  money,
  reason,
  record,
  shown,
  text,
  year,
} from './fields.ts'
import { translator } from '#messages/translate.ts'

const noun = record(
  {
    make: text(5, { required: true }),
    rent: money(),
    year: year(),
    status: choice(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
    notes: lines(10),
  },
  (name) => `page.fleet.vehicle.${name}`,
  ['make', ['rent', 'year'], 'status', 'notes'],
)
const typed = { make: ' Opel ', rent: '1.250,50', year: '2021', status: 'sold', notes: '' }
const refused = (name: keyof typeof typed, value: string) =>
  z.flattenError(noun.input.safeParse({ ...typed, [name]: value }).error!).fieldErrors

test('what is typed is read: euros into cents, a year into a number, words without the blanks around them', () => {
  expect(noun.input.parse(typed)).toEqual({ make: 'Opel', rent: 1_250_50, year: 2021, status: 'sold', notes: '' })
  expect(noun.input.parse({ ...typed, rent: '', year: '' })).toMatchObject({ rent: 0, year: null })
})

test('what is not understood is refused under its name, in the words of the kind of field', () => {
  expect(refused('make', '')).toEqual({ make: ['field.required'] })
  expect(refused('make', 'Peugeot')).toEqual({ make: ['field.too-long'] })
  expect(refused('rent', '12x')).toEqual({ rent: ['field.money'] })
  expect(refused('rent', '-5')).toEqual({ rent: ['field.money'] })
  expect(refused('year', '1899')).toEqual({ year: ['field.year'] })
  expect(refused('status', 'lost')).toEqual({ status: ['field.choice'] })
  expect(refused('notes', 'x'.repeat(11))).toEqual({ notes: ['field.too-long'] })
})

test('the limit a form shows is the limit that is checked', () => {
  expect(factsOf(noun, 'make')).toMatchObject({ control: 'text', longest: 5, required: true })
  expect(factsOf(noun, 'status').options?.map(({ value }) => value)).toEqual(['active', 'sold'])
  expect(noun.parts.flatMap(({ rows }) => rows)).toEqual([['make'], ['rent', 'year'], ['status'], ['notes']])
  expect(noun.labels).toMatchObject({ make: 'page.fleet.vehicle.make' })
})

test('a record is read from its columns and written to them, and a list names its fields as the columns do', () => {
  const held = { make: 'Opel', rent: 1_250_50 as Cents, year: null, status: 'sold', notes: '' } as const
  const row = { make: 'Opel', rent_cents: 1_250_50, year: null, status: 'sold', notes: '' }
  expect(noun.columns(held)).toEqual(row)
  expect(noun.read({ ...row, id: 7 })).toEqual(held)
  const { parse } = z.object({ ...noun.listed })
  expect(noun.ofList(parse({ make: 'Opel', rent: 1250.5, year: null, status: 'sold' }))).toEqual(held)
  expect(z.object({ ...noun.listed }).safeParse({ year: 1899 }).success).toBe(false)
  expect(
    record({ startedOn: day() }, () => 'page.fleet.driver.startedOn').columns({ startedOn: '2026-11-26' }),
  ).toEqual({
    started_on: '2026-11-26',
  })
})

test('a form that nobody typed into says nothing but the first of a choice, and what must be said is missing', () => {
  expect(noun.empty).toEqual({ make: '', rent: '', year: '', status: 'active', notes: '' })
  expect(noun.nothing).toEqual({ make: undefined, rent: 0, year: null, status: 'active', notes: '' })
})

test('a value is told in the words of its field, whether it is kept or was remembered as text', () => {
  const t = translator('pt')
  expect([shown(noun, 'rent', 1_250_50, t), shown(noun, 'rent', '125050', t)]).toEqual(
    Array(2).fill(formatMoney(1_250_50, 'pt')),
  )
  expect(shown(noun, 'status', 'sold', t)).toBe('Vendida')
  expect(shown(noun, 'year', null, t)).toBe('')
})

test('a field that stands in no row of its form is found before anybody misses it', () => {
  const forgets = () => record({ make: text(5), notes: lines(5) }, () => 'page.fleet.vehicle.make', ['make'])
  expect(forgets).toThrow('"notes" stands in no row')
})

test('a reason is always said', () => {
  expect(reason().safeParse('   ').success).toBe(false)
  expect(reason(5).safeParse('porque').success).toBe(false)
  expect(reason().parse(' engano ')).toBe('engano')
})

test('a field that does not say how it is asked for is no field of a form', () => {
  expect(() => record({ make: text(5).optional() }, () => 'page.fleet.vehicle.make')).toThrow(
    'meta() must be said last',
  )
})

test('an amount that no record has room for is refused in its field, and the most that has is taken', () => {
  expect(money().safeParse('1.000.000,00').data).toBe(100_000_000)
  expect(money().safeParse('1.000.000,01').error?.issues[0]?.message).toBe('field.money-most')
})

test('a number that a form carries along is one that a column takes, whoever wrote it there', () => {
  expect(carried().safeParse('2147483647').data).toBe(2_147_483_647)
  for (const forged of ['2147483648', '99999999999', '-1', '1.5', 'x', '1e400'])
    expect(carried().safeParse(forged).error?.issues[0]?.message, forged).toBe('field.invalid')
  expect(chosenNumbers().safeParse(['99999999999']).success).toBe(false)
})

test('a day whose year cannot be meant is refused in words that say which years are taken, whatever kind of field it is in', () => {
  const said = (field: z.ZodType, written: string) =>
    field.safeParse(written).error?.issues.map(({ message }) => message)
  for (const field of [day(), givenDay(), givenWeek()]) expect(said(field, '0001-01-01')).toEqual(['field.day-fleet'])
  for (const field of [day('kept'), givenDay('kept')]) {
    expect(said(field, '0001-01-01')).toEqual(['field.day-kept'])
    expect(field.parse(' 1974-04-25 ')).toBe('1974-04-25')
  }
  expect(said(chosenWeek(), '0001-01-01')).toEqual(['field.choice'])
  expect(said(givenDay(), ' ')).toEqual(['field.required'])
  expect([day().parse(''), givenWeek().parse('2026-11-25'), chosenWeek().parse('2026-11-23')]).toEqual([
    null,
    '2026-11-23',
    '2026-11-23',
  ])
})

test('the words of a day say the years that are checked', () => {
  const thisYear = Temporal.Now.plainDateISO().year
  for (const language of ['pt', 'en'] as const) {
    const t = translator(language)
    const [, first, ahead] = /(\d+)\D+(\d+)/.exec(t('errors.field.day-fleet'))!
    expect(day().parse(`${first}-01-01`)).toBe(`${first}-01-01`)
    expect(day().safeParse(`${Number(first) - 1}-12-31`).success).toBe(false)
    expect(day().parse(`${thisYear + Number(ahead)}-12-31`)).toBeTruthy()
    expect(day().safeParse(`${thisYear + Number(ahead) + 1}-01-01`).success).toBe(false)
    const [, oldest, latest] = /(\d+)\D+(\d+)/.exec(t('errors.field.day-kept'))!
    expect(day('kept').safeParse(`${Number(oldest) - 1}-12-31`).success).toBe(false)
    expect([day('kept').parse(`${oldest}-01-01`), day('kept').parse(`${latest}-12-31`)]).toHaveLength(2)
    expect(day('kept').safeParse(`${Number(latest) + 1}-01-01`).success).toBe(false)
  }
})

test('whoever is named twice in a list, in whatever letters, is meant once', () => {
  const [one, other] = ['0a1b2c3d-0000-4000-8000-00000000000a', '0a1b2c3d-0000-4000-8000-00000000000b']
  expect(chosen().parse([one, other, one.toUpperCase(), one])).toEqual([one, other])
  expect(chosenOrNone().parse([one, one])).toEqual([one])
  expect(chosenOrNone().parse(undefined)).toEqual([])
  expect(chosenNumbers().parse(['7', '07', '8'])).toEqual([7, 8])
  expect(chosen().safeParse([]).error!.issues[0]!.message).toBe('field.nobody')
})
