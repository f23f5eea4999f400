import { afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { runAs } from '#platform/work.ts'
import { readFromStandby } from './standby.server.ts'
import { db } from './client.server.ts'

// The tests on a real standby are in `npm run slow -- replica`.
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const isPrimary = () => readFromStandby('nobody', async (on) => on === db)

test('without a standby the database itself is asked', async () => {
  vi.stubEnv('DATABASE_READ_URL', '')
  expect(await isPrimary()).toEqual({ value: true, behind: 0 })
})

test('a standby that has all there is, is read; a refusal by the reader is an answer, and is asked for once', async () => {
  vi.stubEnv('DATABASE_READ_URL', process.env['DATABASE_URL'])
  expect(await isPrimary()).toEqual({ value: false, behind: 0 })
  let times = 0
  const refused = readFromStandby('nobody', async () => {
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

/** A clock that moves on by twenty seconds at each look, through all tests: a standby left alone by one test is asked again in the next. */
let clock = performance.now()
const passing = () => (clock += 20_000)

const refusing = (code: string) => async (on: unknown) => {
  if (on !== db) throw Object.assign(new Error('canceling statement'), { code })
  return 'from the database itself'
}

test.each([
  ['recovery cancels', '40001'],
  ['recovery ends with its connection', '57P01'],
  ['somebody cancels there', '57014'],
  ['would write', '25006'],
])('a reading that %s is done on the primary, and the log says so once', async (_, code) => {
  vi.stubEnv('DATABASE_READ_URL', process.env['DATABASE_URL'])
  vi.spyOn(performance, 'now').mockImplementation(passing)
  const warned = vi.spyOn(log, 'warn')
  await readFromStandby('nobody', async () => 'there')
  for (let times = 0; times < 3; times += 1)
    expect(await readFromStandby('nobody', refusing(code))).toEqual({ value: 'from the database itself', behind: 0 })
  expect(warned.mock.calls.filter(([, text]) => String(text).startsWith('the standby'))).toHaveLength(1)
})

test('a reading that takes longer than a page may is refused on the standby as on the primary', async () => {
  vi.stubEnv('DATABASE_READ_URL', process.env['DATABASE_URL'])
  vi.spyOn(performance, 'now').mockImplementation(passing)
  await expect(runAs('page', () => readFromStandby('nobody', refusing('57014')))).rejects.toMatchObject({
    code: '57014',
  })
  // Nobody cancels long work here, so its time limit cannot be the cause.
  expect(await runAs('long', () => readFromStandby('nobody', refusing('57014')))).toMatchObject({ behind: 0 })
})
