import { expect, test } from 'vitest'
import { type User, homeOf, roleFrom, shownName } from './access.ts'

const person: User = {
  uid: '1',
  email: 'ana@example.org',
  displayName: null,
  role: 'driver',
  scopes: [],
  driverId: null,
}

test.each([
  ['Admin'],
  [' admin'],
  ['administrator'],
  [''],
  [null],
  [undefined],
  [true],
  [{ role: 'admin' }],
  [['admin']],
])('the role %j is that of a driver', (claim) => {
  expect(roleFrom(claim)).toBe('driver')
})

test('only the word "admin" is the role of an administrator', () => {
  expect(roleFrom('admin')).toBe('admin')
})

test('an administrator lands in the office, a driver on the own page', () => {
  expect(homeOf({ ...person, role: 'admin' })).toBe('/admin')
  expect(homeOf(person)).toBe('/dashboard')
})

test('a person is shown by name, or by e-mail where there is none', () => {
  expect(shownName({ ...person, displayName: ' Ana Prates ' })).toBe('Ana Prates')
  expect(shownName({ ...person, displayName: '  ' })).toBe('ana@example.org')
  expect(shownName(person)).toBe('ana@example.org')
})
