import { expect, test } from 'vitest'
import { z } from 'zod'
import { choice, factsOf, lines, money, reason, record, text, year } from './fields.ts'

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
  expect(noun.rows).toEqual([['make'], ['rent', 'year'], ['status'], ['notes']])
  expect(noun.labels).toMatchObject({ make: 'page.fleet.vehicle.make' })
})

test('a reason is always said', () => {
  expect(reason().safeParse('   ').success).toBe(false)
  expect(reason(5).safeParse('porque').success).toBe(false)
  expect(reason().parse(' engano ')).toBe('engano')
})

test('a field that does not say how it is asked for is no field of a form', () => {
  const silent = record({ make: text(5).optional() }, () => 'page.fleet.vehicle.make')
  expect(() => factsOf(silent, 'make')).toThrow('meta() must be said last')
})
