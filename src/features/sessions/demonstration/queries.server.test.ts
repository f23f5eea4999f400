import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dataPath } from '#platform/env.server.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findGuest, isDemonstration } from './queries.server.ts'

const KNOWN = {
  adminEmail: 'a@example.org',
  adminPassword: 'um dois três quatro',
  driverEmail: 'd@example.org',
  driverPassword: 'cinco seis sete oito',
}

beforeEach(() => {
  vi.stubEnv('VOLANTE_DATA', mkdtempSync(join(tmpdir(), 'volante-guest-')))
  vi.stubEnv('NODE_ENV', 'test')
  vi.stubEnv('VOLANTE_MODE', '')
  vi.stubEnv('DATABASE_URL', '')
})
afterEach(() => vi.unstubAllEnvs())

function seeded(known: object = KNOWN) {
  mkdirSync(dataPath('demo'))
  writeFileSync(dataPath('demo', 'sign-ins.json'), JSON.stringify(known))
}

test('an installation that was not seeded is nobody’s demonstration, and lets no guest in', () => {
  expect(isDemonstration()).toBe(false)
  expect([findGuest('office'), findGuest('driver')]).toEqual([null, null])
})

test('a seeded installation lets a guest in as the office or as the driver of its own sign-ins', () => {
  seeded()
  expect(isDemonstration()).toBe(true)
  expect(findGuest('office')).toEqual({ email: 'a@example.org', password: 'um dois três quatro' })
  expect(findGuest('driver')).toEqual({ email: 'd@example.org', password: 'cinco seis sete oito' })
})

test('in production nobody is let in, even over the data of a demonstration', () => {
  seeded()
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('PUBLIC_URL', 'https://volante.example')
  expect([isDemonstration(), findGuest('office'), findGuest('driver')]).toEqual([false, null, null])
  // The launcher runs React's production build in every mode, and `VOLANTE_MODE` says which was meant.
  vi.stubEnv('NODE_ENV', 'test')
  vi.stubEnv('VOLANTE_MODE', 'production')
  expect(findGuest('office')).toBeNull()
})

test('with a database of one’s own nobody is let in: none but the embedded one is ever seeded', () => {
  seeded()
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:5432/ours')
  expect([isDemonstration(), findGuest('driver')]).toEqual([false, null])
})

test('a sign-in file with less than the seed writes lets nobody in', () => {
  seeded({ adminEmail: 'a@example.org' })
  expect([isDemonstration(), findGuest('office')]).toEqual([false, null])
})
