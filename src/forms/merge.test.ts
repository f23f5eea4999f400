import { expect, test } from 'vitest'
import { line, money, moment, severalChoices, tick } from './fields.ts'
import { isUntouched, mergeChanges, readOpened, sentUntouched } from './merge.ts'
import { record } from './record.ts'

const car = record(
  {
    name: line(),
    note: line(),
    rent: money(),
    at: moment(),
    isUsed: tick(),
    isNew: tick(),
    states: severalChoices(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
  },
  () => 'page.fleet.vehicle.plate',
)
const AT = '2026-10-24T05:30:00Z'
const kept = {
  name: 'A',
  note: 'um\ndois',
  rent: 120_000,
  at: AT,
  isUsed: true,
  isNew: false,
  states: ['sold', 'active'],
}
const sent = (values: object) => ({ ...sentUntouched(car, values, 'pt') })

test('the untouched form of a record is known as a browser sends it', () => {
  expect(sent(kept)).toEqual({
    name: 'A',
    note: 'um\ndois',
    rent: '1.200,00',
    'at[]': '2026-10-24\n06:30\n',
    isUsed: 'on',
    'states[]': 'active\nsold',
  })
})

test('what only the other person changed is taken over, what was typed stays, and sending again changes nothing else', () => {
  const typed = { ...sent(kept), name: 'B', note: 'um\r\ndois', 'states[]': 'sold\nactive', idempotencyKey: 'k' }
  const now = sent({ ...kept, note: 'três', rent: 90_000, isUsed: false, isNew: true, states: ['sold'] })
  const { values, changed } = mergeChanges(car, sent(kept), typed, now)
  expect(values).toEqual({ ...now, name: 'B', idempotencyKey: 'k' })
  expect(changed.map(({ name, typed: own }) => [name, own])).toEqual([
    ['note', null],
    ['rent', null],
    ['isUsed', null],
    ['isNew', null],
    ['states', null],
  ])
})

test('a field that both changed keeps what was typed and tells the other value; both to the same is no change', () => {
  const typed = { ...sent(kept), name: 'mine', rent: '800,00' }
  const { values, changed } = mergeChanges(car, sent(kept), typed, sent({ ...kept, name: 'theirs', rent: 80_000 }))
  expect(values['name']).toBe('mine')
  expect(changed).toEqual([{ name: 'name', before: 'A', now: 'theirs', typed: 'mine' }])
})

test('a field that the page does not ask for counts as left as it was', () => {
  const { name: _, ...typed } = sent(kept)
  expect(mergeChanges(car, sent(kept), typed, sent({ ...kept, name: 'theirs' })).changed).toEqual([])
})

test('what a form says it said is read only if it is such', () => {
  expect(readOpened('{"name":"A"}')).toEqual({ name: 'A' })
  for (const forged of [undefined, '', '{', '[]', '{"name":1}', 'null']) expect(readOpened(forged), forged).toBeNull()
})

test('a form is untouched if it says what it said, whatever a browser makes of its line ends', () => {
  const form: Record<string, string> = {
    ...sent(kept),
    note: 'um\r\ndois',
    version: '3',
    opened: JSON.stringify(sent(kept)),
    secret: '',
  }
  expect(isUntouched(form)).toBe(true)
  expect(isUntouched({ ...form, name: 'B' })).toBe(false)
  expect(isUntouched({ ...form, secret: 'typed' })).toBe(false)
  const { isUsed: _, ...unticked } = form
  expect(isUntouched(unticked)).toBe(false)
  expect(isUntouched(sent(kept))).toBe(false)
})

test('of a list that both changed, what each added is in it, and what each took out is not', () => {
  const before = sent({ ...kept, states: ['active'] })
  const { values, changed } = mergeChanges(car, before, { ...before, 'states[]': '' }, sent(kept))
  expect(values['states[]']).toBe('sold')
  expect(changed).toEqual([{ name: 'states', before: '', now: 'sold', typed: null }])
})
