import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { identity, type Visitor } from '#integrations/identity/identity.ts'
import { aPerson, makeLight, PASSWORD } from '#test/identity.ts'
import { ADDRESS_HEADER } from './embedded-identity.ts'
import { DEVICE_HEADER } from '../known-device.ts'
import { type ServedIdentity, serveIdentity } from './serve.ts'

/** The site as it calls the embedded service on a port: for people from many addresses, all from its own. */
let service: ServedIdentity
let now = Temporal.Instant.from('2026-06-01T08:00:00Z')
beforeAll(async () => {
  service = await serveIdentity({ port: 0, projectId: 'demo-x', now: () => now })
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = new URL(service.url).host
})
afterEach(() => void (now = now.add({ hours: 2 })))
afterAll(async () => {
  delete process.env['FIREBASE_AUTH_EMULATOR_HOST']
  await service.close()
})

const site = (address: string, remembered: string | null = null): Visitor => ({
  address,
  device: 'desktop',
  remembered,
})
const right = (email: string, from: Visitor) => identity(from).signIn({ email, password: PASSWORD })
const wrong = (email: string, from: Visitor) => identity(from).signIn({ email, password: 'outra coisa' })

test('over a port too, tries count by the address of who signs in: nobody elsewhere is locked out', async () => {
  const { email } = await aPerson()
  for (let tries = 1; tries <= 10; tries++)
    await expect(wrong(email, site('198.51.100.7'))).rejects.toThrow('identity.invalid-credential')
  await expect(right(email, site('198.51.100.7'))).rejects.toThrow('identity.too-many-requests {"retryAfter":900}')
  expect(await right(email, site('192.0.2.8'))).toMatchObject({ outcome: 'signed-in', user: { email } })
})

test('over a port too, a browser that was there before is not held up by fifty tries from elsewhere', async () => {
  const { email, uid } = await aPerson()
  const { remember } = await right(email, site('192.0.2.9'))
  expect(remember).toMatch(/^[\w-]{40,}$/)
  await makeLight(uid)
  for (let tries = 0; tries < 50; tries++)
    await expect(wrong(email, site(`198.51.100.${tries}`))).rejects.toThrow('identity.invalid-credential')
  await expect(right(email, site('192.0.2.9'))).rejects.toThrow('identity.too-many-requests')
  expect(await right(email, site('192.0.2.9', remember))).toMatchObject({ outcome: 'signed-in' })
})

test('what a browser says of its address or device is not believed', async () => {
  const { email, uid } = await aPerson()
  const remembered = (await right(email, site('192.0.2.10'))).remember!
  await makeLight(uid)
  const url = `${service.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`
  const ask = async (
    mark: Record<string, string>,
    address: string,
    { password = 'outra coisa', device = remembered } = {},
  ) => {
    const headers = {
      ...mark,
      'content-type': 'application/json',
      [ADDRESS_HEADER]: address,
      ...(device ? { [DEVICE_HEADER]: device } : {}),
    }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
    return (await answer.json()).error?.message.split(' : ')[0] ?? 'in'
  }
  for (let tries = 0; tries < 10; tries++)
    expect(await ask({ origin: 'http://localhost:5173' }, `203.0.113.${tries}`)).toBe('INVALID_LOGIN_CREDENTIALS')
  for (const mark of [{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }] as Record<string, string>[])
    expect(await ask(mark, '203.0.113.99')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  now = now.add({ minutes: 16 })
  for (let tries = 0; tries < 40; tries++)
    expect(await ask({}, `198.51.101.${tries}`, { device: '' })).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(await ask({ 'sec-fetch-site': 'same-origin' }, '192.0.2.10', { password: PASSWORD })).toBe(
    'TOO_MANY_ATTEMPTS_TRY_LATER',
  )
  expect(await ask({}, '192.0.2.10', { password: PASSWORD })).toBe('in')
})
