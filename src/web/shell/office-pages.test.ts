import { expect, test } from 'vitest'
import type { User } from '#domain/access.ts'
import { LANGUAGES } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { placeAt } from '#web/places.ts'
import { findPages } from './office-pages.ts'

const office = (scopes: User['scopes']): User => ({
  uid: 'u',
  email: 'marta@example.org',
  displayName: 'Marta',
  role: 'admin',
  scopes,
  driverId: null,
})
const OWNER = office(['owner'])
const pt = translator('pt')

test('a page is found by words of its name in the reader’s language, whatever their case and accents', () => {
  expect(findPages(['definicoes'], OWNER, pt).map(({ to }) => to)).toContain('/admin/financial-settings')
  expect(findPages(['new', 'driver'], OWNER, translator('en')).map(({ to }) => to)).toEqual(['/admin/drivers/new'])
})

test('a page whose name says it comes before one that is for it', () => {
  const found = findPages(['motorista'], OWNER, pt)
  const named = found.map(({ name }) => /motorista/i.test(name))
  expect(named).toEqual(named.toSorted((a, b) => Number(b) - Number(a)))
  expect(named).toContain(false)
})

test('who may not send a form is not led to it', () => {
  const led = (user: User) => findPages(['novo'], user, pt).map(({ to }) => to)
  expect(led(OWNER)).toContain('/admin/drivers/new')
  expect(led(office(['accountant']))).not.toContain('/admin/drivers/new')
})

test.each(LANGUAGES)('every page that can be found is there ($code)', ({ code }) => {
  const all = findPages([], OWNER, translator(code))
  expect(all.length).toBeGreaterThan(25)
  expect(all.filter(({ to }) => !placeAt(to))).toEqual([])
})
