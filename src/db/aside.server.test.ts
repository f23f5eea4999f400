import { afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { readAside } from './aside.server.ts'
import { db } from './client.server.ts'

// On a real standby: `npm run slow -- replica`.
afterEach(() => vi.unstubAllEnvs())

const isPrimary = () => readAside('nobody', async (on) => on === db)

test('without a standby the database itself is asked', async () => {
  vi.stubEnv('DATABASE_READ_URL', '')
  expect(await isPrimary()).toEqual({ value: true, behind: 0 })
})

test('what has all there is, is read; a refusal of what is read is an answer, and asked once', async () => {
  vi.stubEnv('DATABASE_READ_URL', process.env['DATABASE_URL'])
  expect(await isPrimary()).toEqual({ value: false, behind: 0 })
  let times = 0
  const refused = readAside('nobody', async () => {
    times += 1
    throw new Refusal('record.not-found')
  })
  await expect(refused).rejects.toThrow(Refusal)
  expect(times).toBe(1)
})

test('a standby that is gone is no reason to fail, nor to be asked each time', async () => {
  vi.stubEnv('DATABASE_READ_URL', 'postgres://nobody:none@127.0.0.1:1/none')
  expect(await isPrimary()).toEqual({ value: true, behind: 0 })
  vi.stubEnv('DATABASE_READ_URL', process.env['DATABASE_URL'])
  expect(await isPrimary()).toEqual({ value: true, behind: 0 })
})
