import { expect, test } from 'vitest'
import { anIdentity, aPerson, makeLight, PASSWORD } from '#test/identity.ts'
import { DEVICE_HEADER } from '../known-device.ts'

/** Two services over one database, like two processes. */
const identity = anIdentity()
const other = anIdentity()
const { post, wait } = identity

const wrong = (email: string, address = '192.0.2.1', at = identity) =>
  at.post('signInWithPassword', { email, password: 'outra coisa' }, { address })
const right = (email: string, from: { address?: string; device?: string | null } = {}) =>
  post('signInWithPassword', { email, password: PASSWORD }, from)

async function miss(times: number, attempt: (index: number) => Promise<{ code: string | null }>) {
  for (let index = 0; index < times; index++) expect((await attempt(index)).code).toBe('INVALID_LOGIN_CREDENTIALS')
}

test('the eleventh try with an e-mail from an address has to wait a quarter of an hour, right or wrong', async () => {
  const { email } = await aPerson()
  await miss(10, () => wrong(email))
  const refused = await right(email)
  expect(refused).toMatchObject({ status: 400, code: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
  expect(refused.headers.get('retry-after')).toBe('900')
  wait({ minutes: 15 })
  expect((await right(email)).status).toBe(200)
})

test('somebody elsewhere can’t lock a person out', async () => {
  const { email } = await aPerson()
  await miss(10, () => wrong(email, '198.51.100.7'))
  expect((await wrong(email, '198.51.100.7')).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await right(email, { address: '192.0.2.8' })).status).toBe(200)
})

test('fifty tries an hour with one e-mail, from wherever, hold up all but a device that was there before', async () => {
  const { email, uid } = await aPerson()
  const first = await right(email, { address: '192.0.2.9' })
  const device = first.headers.get(DEVICE_HEADER)
  await makeLight(uid)
  await miss(50, (index) => wrong(email, `198.51.100.${index}`))
  expect((await right(email, { address: '192.0.2.9' })).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await right(email, { address: '192.0.2.9', device })).status).toBe(200)

  const stranger = await aPerson()
  await miss(50, (index) => wrong(stranger.email, `198.51.101.${index}`))
  expect((await right(stranger.email, { address: '192.0.2.9', device })).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
})

test('at one address for everybody, as behind a proxy nobody trusts, ten bad tries do not hold up a known device', async () => {
  const { email, uid } = await aPerson()
  const device = (await right(email)).headers.get(DEVICE_HEADER)
  await makeLight(uid)
  await miss(10, () => wrong(email))
  expect((await right(email)).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await right(email, { device })).status).toBe(200)
})

test('a known device is a place of its own: a stolen one guesses no more often than an address', async () => {
  const { email, uid } = await aPerson()
  const device = (await right(email, { address: '192.0.2.40' })).headers.get(DEVICE_HEADER)
  await makeLight(uid)
  const guess = (index: number) =>
    post('signInWithPassword', { email, password: 'outra coisa' }, { address: `198.51.102.${index}`, device })
  await miss(10, guess)
  expect((await guess(11)).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await right(email, { address: '192.0.2.40' })).status).toBe(200)
})

test('two processes count together, also tries of the same moment', async () => {
  const { email } = await aPerson()
  other.wait(other.now().until(identity.now()))
  const both = await Promise.all(
    Array.from({ length: 16 }, (_, index) => wrong(email, '192.0.2.20', index % 2 ? other : identity)),
  )
  expect(both.filter(({ code }) => code === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10)
  expect(both.filter(({ code }) => code === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(6)
})

test('a right password clears what was counted, and so does a new one by a link', async () => {
  const { email, uid } = await aPerson()
  await miss(9, () => wrong(email))
  expect((await right(email)).status).toBe(200)
  await makeLight(uid)
  await miss(10, () => wrong(email))

  const { body } = await identity.office(':sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true })
  await post('resetPassword', { oobCode: body.oobCode, newPassword: PASSWORD })
  expect((await right(email)).status).toBe(200)
})

test('an address tries a hundred times a minute, opens ten accounts and asks for twenty resets an hour', async () => {
  const address = '203.0.113.5'
  const nobody = (index: number) => `ninguem${index}@exemplo.pt`
  const reset = (index: number, email = nobody(index)) =>
    post('sendOobCode', { requestType: 'PASSWORD_RESET', email }, { address })
  for (let index = 0; index < 20; index++) expect((await reset(index)).status).toBe(200)
  expect((await reset(20)).code).toBe('RESET_PASSWORD_EXCEED_LIMIT')
  wait({ hours: 1 })
  for (let times = 0; times < 5; times++) expect((await reset(0)).status).toBe(200)
  expect((await reset(0)).code).toBe('RESET_PASSWORD_EXCEED_LIMIT')

  const signUp = (index: number) => post('signUp', { email: nobody(index), password: 'curta' }, { address })
  for (let index = 0; index < 10; index++)
    expect((await signUp(index)).code).toBe('PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
  expect((await signUp(10)).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')

  const known = await Promise.all(Array.from({ length: 25 }, () => aPerson()))
  await miss(100, (index) => wrong(known[index % 25]!.email, address))
  expect((await wrong((await aPerson()).email, address)).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
})
