import { expect, test } from 'vitest'
import {
  hasPower,
  type User,
  homeOf,
  roleFrom,
  shownName,
  type Power,
  type Scope,
  SCOPES,
  scopesFrom,
} from './access.ts'

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

test('who is accountant alone begins with the months, and with another permission in the office', () => {
  const home = (...scopes: Scope[]) => homeOf({ role: 'admin', scopes })
  expect([home('accountant'), home('accountant', 'finance'), home('owner')]).toEqual([
    '/admin/accounting',
    '/admin',
    '/admin',
  ])
  expect(homeOf({ role: 'driver', scopes: ['accountant'] })).toBe('/dashboard')
})

test('a person is shown by name, or by e-mail where there is none', () => {
  expect(shownName({ ...person, displayName: ' Ana Prates ' })).toBe('Ana Prates')
  expect(shownName({ ...person, displayName: '  ' })).toBe('ana@example.org')
  expect(shownName(person)).toBe('ana@example.org')
})

test('every administrator with a scope reads; changing money, drivers or the house takes the scope for it', () => {
  const may = (power: Power) => SCOPES.filter((scope) => hasPower({ role: 'admin', scopes: [scope] }, power)).join(' ')
  expect(may('read')).toBe('owner operations finance accountant')
  expect(may('money')).toBe('owner finance')
  expect(may('operations')).toBe('owner operations')
  expect(may('house')).toBe('owner')
  expect(hasPower({ role: 'admin', scopes: ['operations', 'finance'] }, 'money')).toBe(true)
})

test('without a scope, or as a driver, nobody has any power in the office', () => {
  expect(hasPower({ role: 'admin', scopes: [] }, 'read')).toBe(false)
  expect(hasPower({ role: 'driver', scopes: ['owner'] }, 'read')).toBe(false)
})

test('scopes are read in one order, and words that are none are left out', () => {
  expect(scopesFrom(['finance', 'root', 'owner'])).toEqual(['owner', 'finance'])
})
