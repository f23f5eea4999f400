import { expect, test } from 'vitest'
import { type DayPurpose, readTypedDay } from './plausible-day.ts'

const today = Temporal.PlainDate.from('2026-11-25')
const read = (text: string, of: DayPurpose) => {
  const typed = readTypedDay(text, of, today)
  return typed.ok ? typed.day.toString() : typed.wrong
}

test.each([
  ['0001-01-01', 'fleet'],
  ['0226-11-25', 'fleet'],
  ['1999-12-31', 'fleet'],
  ['2062-11-25', 'fleet'],
  ['2000-01-01', '2000-01-01'],
  ['2041-12-31', '2041-12-31'],
  ['2026-02-30', 'unread'],
  ['26/11/2026', 'unread'],
  ['', 'unread'],
])('of what the fleet does, %s is %s', (text, answer) => {
  expect(read(text, 'fleet')).toBe(answer)
})

test.each([
  ['0001-01-01', 'kept'],
  ['1949-12-31', 'kept'],
  ['2100-01-01', 'kept'],
  ['1974-04-25', '1974-04-25'],
  ['2062-11-25', '2062-11-25'],
])('of what is read off a paper, %s is %s', (text, answer) => {
  expect(read(text, 'kept')).toBe(answer)
})
