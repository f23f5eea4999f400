import { createPublicKey } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { type Fake, hostedService, PROJECT, SERVICE_ACCOUNT } from '#test/hosted-identity.ts'
import { finishGoogleJourney, offersGoogle, beginGoogleJourney } from './google.ts'
import { checkIdentity } from './self-check.ts'
import { bearerOf, CUSTOM_TOKENS, customTokenOf, readServiceAccount } from './service-account.ts'
import { identitySettings } from './settings.ts'

const NAMES = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_SERVICE_ACCOUNT',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'PUBLIC_URL',
  'NODE_ENV',
] as const
const before = new Map(NAMES.map((name) => [name, process.env[name]]))

afterEach(() => set({}))

/** Sets these settings and clears all others. */
function set(settings: Partial<Record<(typeof NAMES)[number], string>>): void {
  for (const [name, value] of before) {
    const wanted = settings[name] ?? value
    if (wanted === undefined) delete process.env[name]
    else process.env[name] = wanted
  }
}

const HOSTED = { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'web-key', FIREBASE_SERVICE_ACCOUNT: SERVICE_ACCOUNT }

test('configuration alone chooses the service; half a configuration is a fault and never a guess', () => {
  const chosen = (settings: Parameters<typeof set>[0]) => {
    set(settings)
    const found = identitySettings()
    return found.kind === 'fault' ? found.fault : found.kind
  }

  expect(chosen({})).toBe('embedded')
  expect(chosen(HOSTED)).toBe('hosted')
  expect(chosen({ FIREBASE_PROJECT_ID: PROJECT })).toBe('keyMissing')
  expect(chosen({ FIREBASE_API_KEY: 'k' })).toBe('projectMissing')
  expect(chosen({ ...HOSTED, FIREBASE_SERVICE_ACCOUNT: '/nowhere.json' })).toBe('serviceAccountMissing')
  expect(chosen({ ...HOSTED, FIREBASE_SERVICE_ACCOUNT: '{"type":"authorized_user"}' })).toBe('serviceAccountUnreadable')
  expect(chosen({ ...HOSTED, FIREBASE_PROJECT_ID: 'another' })).toBe('serviceAccountOfAnother')
  expect(chosen({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toBe('emulator')
  expect(chosen({ FIREBASE_AUTH_EMULATOR_HOST: 'emulador.exemplo:9099' })).toBe('emulatorElsewhere')
  expect(chosen({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', NODE_ENV: 'production' })).toBe('emulatorInProduction')
  expect(chosen({ GOOGLE_CLIENT_ID: 'x' })).toBe('googleHalf')
})

test('a service account is given as JSON or as a file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'volante-account-')), 'account.json')
  writeFileSync(path, SERVICE_ACCOUNT)

  expect(readServiceAccount(path)).toEqual(readServiceAccount(SERVICE_ACCOUNT))
  expect(readServiceAccount(path)).toMatchObject({ projectId: PROJECT, keyId: 'account-1' })
})

test('a bearer is asked for once, by however many, and again five minutes before its end', async () => {
  const fake = await hostedService()
  const account = readServiceAccount(SERVICE_ACCOUNT)
  if (typeof account === 'string') throw new Error(account)
  let now = Temporal.Now.instant()
  const bearer = bearerOf(account, fake.handle, () => now)

  expect(await Promise.all([bearer(), bearer(), bearer()])).toEqual(['bearer-1', 'bearer-1', 'bearer-1'])
  now = now.add({ seconds: 3298 })
  await bearer()
  expect(fake.asked).toHaveLength(1)
  now = now.add({ seconds: 1 })
  fake.ahead = 3299
  await bearer()
  expect(fake.asked).toHaveLength(2)
})

test('the self-check finds everything in order, or says what is wrong and what to do', async () => {
  const t = translator('pt')
  const found = async (change: (fake: Fake) => void, settings: Parameters<typeof set>[0] = {}) => {
    set({ ...HOSTED, PUBLIC_URL: 'https://frota.exemplo.pt', ...settings })
    const fake = await hostedService()
    change(fake)
    const findings = await checkIdentity(fake.handle)
    const faults = findings.filter(({ fault }) => fault !== null)
    for (const { fault, params } of faults) expect(t(`cli.identity.wrong.${fault!}`, params)).not.toMatch(/[{}]|^cli\./)
    return faults.map(({ fault, stops }) => `${fault}${stops ? ' stops' : ''}`)
  }
  const well = () => undefined

  expect(await found(well)).toEqual([])
  expect(await found((fake) => void (fake.isDown = true))).toEqual(['unreachable stops'])
  expect(await found(well, { FIREBASE_API_KEY: 'other' })).toEqual(['keyWrong stops'])
  expect(await found((fake) => void (fake.passwordSignIn = false))).toEqual(['providerOff stops'])
  expect(await found((fake) => void (fake.emailPrivacy = false))).toEqual(['enumerationOpen'])
  expect(await found((fake) => void (fake.domains = ['localhost']))).toEqual(['domainMissing'])
  expect(await found((fake) => void (fake.ahead = 900))).toEqual(['clockSkewed stops', 'serviceAccountRefused'])
  expect(await found((fake) => void (fake.captcha = 'ENFORCE'))).toEqual([])
  expect(await found(well, { FIREBASE_PROJECT_ID: 'another' })).toEqual(['serviceAccountOfAnother stops'])
})

test('the way to Google carries state, nonce and a challenge, and only the same journey comes back', async () => {
  set({ GOOGLE_CLIENT_ID: 'client-1', GOOGLE_CLIENT_SECRET: 'secret-1' })
  const back = 'https://frota.exemplo.pt/auth/google/callback'
  const { address, journey } = beginGoogleJourney(back)
  const query = new URL(address).searchParams
  let sent = new URLSearchParams()
  const google = async (request: Request) => {
    sent = new URLSearchParams(await request.text())
    if (sent.get('code') !== 'good') return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const claims = Buffer.from(JSON.stringify({ nonce: query.get('nonce') })).toString('base64url')
    return Response.json({ id_token: `x.${claims}.x` })
  }
  const comeBack = (given: { code: string; state: string }, own = journey) =>
    finishGoogleJourney(given, own, back, google)

  expect(offersGoogle()).toBe(true)
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'client-1',
    redirect_uri: back,
    response_type: 'code',
    state: journey.state,
    code_challenge_method: 'S256',
  })
  expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(await comeBack({ code: 'good', state: journey.state })).toMatch(/^x\./)
  expect(sent.get('code_verifier')).toBe(journey.verifier)
  const refused = 'identity.invalid-credential'
  await expect(comeBack({ code: 'good', state: 'another' })).rejects.toThrow(refused)
  await expect(comeBack({ code: 'bad', state: journey.state })).rejects.toThrow(refused)
  await expect(comeBack({ code: 'good', state: journey.state }, { ...journey, nonce: 'other' })).rejects.toThrow(
    refused,
  )
  set({})
  expect(offersGoogle()).toBe(false)
  expect(() => beginGoogleJourney(back)).toThrow('identity.operation-not-allowed')
})

test('who came by a passkey is vouched for by a token of the service account, for one minute', async () => {
  const account = readServiceAccount(SERVICE_ACCOUNT)
  if (typeof account === 'string') throw new Error(account)
  const now = Temporal.Now.instant()

  const token = await customTokenOf(account, 'person-1', now)
  const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(account.privateKey), {
    audience: CUSTOM_TOKENS,
    issuer: account.email,
    subject: account.email,
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'account-1' })
  expect(payload).toMatchObject({ uid: 'person-1' })
  expect(payload.exp! - payload.iat!).toBe(60)
})
