import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { powerAt } from './place-power.ts'
import table from './routes.ts'

/** Each place of the office whose action names a power, with that power. */
const ASKED = filesOf(table).flatMap(([place, file]) => {
  const source = readFileSync(join('src', 'web', file), 'utf8')
  const action = /export (?:const|async function|function) action\b.*/s.exec(source)?.[0] ?? ''
  const power = /(?:requireAdmin\(\w+(?:\.\w+)?, |power: )'(\w+)'/.exec(action)?.[1]
  return place.startsWith('/admin') && power ? [{ place, power }] : []
})

function filesOf(entries: readonly RouteConfigEntry[], under = ''): [place: string, file: string][] {
  return entries.flatMap(({ path, file, children = [] }): [string, string][] => {
    const here = path ? `${under}/${path}` : under
    return [[here, file], ...filesOf(children, here)]
  })
}

test('a form knows the power its place asks for', () => {
  expect(ASKED.length).toBeGreaterThan(50)
  expect(ASKED.map(({ place }) => ({ place, power: powerAt(place) }))).toEqual(ASKED)
})

test('the address does not matter, nor the language; the own account and what is outside the office is everybody’s', () => {
  expect(powerAt('/en/admin/weekly/2026-W23/approval?x=/admin/users#y')).toBe('money')
  expect(
    ['/admin/profile', '/en/admin/profile', '/dashboard/profile', '/api/auth/logout', '/contact'].map(powerAt),
  ).toEqual([null, null, null, null, null])
})
