import { expect, test } from 'vitest'
import type { User } from '#domain/access.ts'
import { ADMIN_MENU, currentOf, DRIVER_MENU, menuOf } from './menus.ts'

const admin: User = {
  uid: 'a',
  email: 'helena@exemplo.pt',
  displayName: null,
  role: 'admin',
  scopes: ['owner'],
  driverId: null,
}

test('the driver area has the twelve entries of the specification in order, and documents after contracts', () => {
  const links = DRIVER_MENU.map(({ href }) => href)
  expect(links[links.indexOf('/dashboard/contracts') + 1]).toBe('/dashboard/documents')
  expect(links.filter((href) => href !== '/dashboard/documents')).toEqual([
    '/dashboard',
    ...'data payslips contracts financing commissions recruitment performance goals tracking profile help'
      .split(' ')
      .map((name) => `/dashboard/${name}`),
  ])
})

test('the administrator menu holds every entry of the specification', () => {
  const links = ADMIN_MENU.flatMap(({ items }) => items.map(({ href }) => href))
  const wanted =
    '/admin /admin/drivers /admin/contracts /admin/weekly /admin/commissions /admin/financing /admin/goals /admin/financial-settings /admin/kpis /admin/monitor /admin/data /admin/users'
  expect(wanted.split(' ').filter((href) => !links.includes(href))).toEqual([])
  expect(links.filter((href) => href === '/admin/data')).toHaveLength(2)
})

test('an entry is active on what begins with its path, a dashboard only on itself, in both languages', () => {
  const current = (path: string) => currentOf(DRIVER_MENU, path)?.id
  expect(current('/dashboard')).toBe('dashboard')
  expect(current('/en/dashboard/payslips/2026-W23')).toBe('payslips')
  expect(current('/dashboard/unknown')).toBeUndefined()
})

test('a page of the office has one current entry, the nearest', () => {
  const all = ADMIN_MENU.flatMap(({ items }) => items)
  const current = (path: string) => currentOf(all, path)?.id
  expect(current('/admin')).toBe('overview')
  expect(current('/admin/data')).toBe('data')
  expect(current('/admin/data/imports/1')).toBe('data')
  expect(current('/en/admin/data/integrations')).toBe('integrations')
  expect(current('/admin/vehicles/1')).toBe('vehicles')
  expect(current('/admin/vehicles/fines/new')).toBe('fines')
  expect(current('/admin/weekly/2026-W23')).toBe('payments')
  expect(current('/admin/weekly/receipts')).toBe('receipts')
})

test('an administrator who also drives finds the driver area', () => {
  const last = (user: User) => menuOf(user).at(-1)?.items.at(-1)?.href
  expect(last(admin)).not.toBe('/dashboard')
  expect(last({ ...admin, driverId: 'd1' })).toBe('/dashboard')
})
