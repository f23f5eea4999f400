import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fake, hostedService } from '#test/hosted-identity.ts'
import { identityClient } from './client.ts'
import { emulatorTarget } from './hosted.ts'
import { refusalOf } from './refusal-of.ts'

const password = 'rua azul 12345'

async function hosted(set: (fake: Fake) => void = () => undefined) {
  const fake = await hostedService()
  set(fake)
  return { fake, client: identityClient(fake.target()) }
}

test('a sign-in answers the person of the verified token, with the role of its claim', async () => {
  const { fake, client } = await hosted()
  const { localId } = fake.add({ email: 'dona@exemplo.pt', displayName: 'Dona', customAttributes: '{"role":"admin"}' })
  fake.add({ email: 'ana@exemplo.pt', customAttributes: '{"role":"owner"}' })

  const answer = await client.signIn({ email: 'dona@exemplo.pt', password })

  expect(answer).toMatchObject({
    outcome: 'signed-in',
    user: { uid: localId, email: 'dona@exemplo.pt', displayName: 'Dona', role: 'admin', emailVerified: true },
    tokens: { refreshToken: 'refresh-0' },
    provider: 'password',
    withSecondFactor: false,
  })
  expect(await client.signIn({ email: 'ana@exemplo.pt', password })).toMatchObject({ user: { role: 'driver' } })
})

test('every word of refusal has its code; what is wrong, unknown or closed is refused as the project says it', async () => {
  const { fake, client } = await hosted()
  fake.add({ email: 'ana@exemplo.pt' })
  fake.add({ email: 'eva@exemplo.pt', disabled: true })
  const tried = (email: string, word = password) => client.signIn({ email, password: word })

  await expect(tried('ana@exemplo.pt', 'rua verde')).rejects.toThrow('identity.invalid-credential')
  await expect(tried('nobody@exemplo.pt')).rejects.toThrow('identity.invalid-credential')
  await expect(tried('eva@exemplo.pt')).rejects.toThrow('identity.user-disabled')
  fake.emailPrivacy = false
  await expect(tried('ana@exemplo.pt', 'rua verde')).rejects.toThrow('identity.wrong-password')
  await expect(tried('nobody@exemplo.pt')).rejects.toThrow('identity.user-not-found')
  fake.captcha = 'ENFORCE'
  await expect(tried('ana@exemplo.pt')).rejects.toThrow('identity.invalid-recaptcha-token')
  await expect(client.captchaDemand()).resolves.toEqual({ siteKey: 'site-key', isEnforced: true })
  expect(await client.signIn({ email: 'ana@exemplo.pt', password, captcha: 'solved' })).toMatchObject({
    outcome: 'signed-in',
  })
  fake.passwordSignIn = false
  await expect(tried('ana@exemplo.pt')).rejects.toThrow('identity.operation-not-allowed')
})

test('the words are matched up to their colon, and a policy names the first thing a password lacks', () => {
  const codeOf = (message: string) => {
    const refusal = refusalOf(message)
    return refusal && [refusal.code, refusal.params]
  }
  const lacks = (phrase: string) =>
    codeOf(`PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${phrase}]`)

  expect(codeOf('TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled')).toEqual([
    'identity.too-many-requests',
    { retryAfter: 300 },
  ])
  expect(codeOf('WEAK_PASSWORD : Password should be at least 6 characters')).toEqual([
    'identity.weak-password',
    { min: 6 },
  ])
  expect(codeOf('WEAK_PASSWORD : Password is too common')).toEqual(['identity.common-password', {}])
  expect(lacks('Password must contain at least 10 characters')).toEqual(['identity.weak-password', { min: 10 }])
  expect(lacks('Password may contain at most 64 characters')).toEqual(['identity.password-too-long', { max: 64 }])
  expect(lacks('Password must contain a lower case character')?.[0]).toBe('identity.password-needs-lowercase')
  expect(lacks('Password must contain an upper case character')?.[0]).toBe('identity.password-needs-uppercase')
  expect(lacks('Password must contain a numeric character')?.[0]).toBe('identity.password-needs-digit')
  expect(lacks('Password must contain a non-alphanumeric character')?.[0]).toBe('identity.password-needs-symbol')
  expect(codeOf('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')?.[0]).toBe('identity.requires-recent-login')
  expect(codeOf('SOMETHING_NEW : tomorrow')).toBeNull()
})

test('whatever comes back, the client answers with a refusal and never breaks', async () => {
  const fake = await hostedService()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom(200, 400, 403, 404, 429, 500, 503), async (body, status) => {
      const client = identityClient({ ...fake.target(), transport: async () => Response.json(body, { status }) })
      await expect(client.signIn({ email: 'ana@exemplo.pt', password })).rejects.toThrow(/^identity\./)
    }),
    { numRuns: 200 },
  )
})

test('no answer, a broken one and a server in trouble are one thing: out of reach, worth another try', async () => {
  const server = createServer((request, answer) => {
    if (request.url?.includes('signInWithPassword')) answer.writeHead(503).end('{"error":{"code":503,"message":"x"}}')
    else if (request.url?.includes('passwordPolicy')) answer.end('<html>')
    else answer.destroy()
  }).listen(0)
  const { port } = server.address() as AddressInfo
  const client = identityClient(emulatorTarget(`127.0.0.1:${port}`, 'demo'))
  const outOfReach = 'identity.network-request-failed {"retryAfter":30}'

  await expect(client.signIn({ email: 'ana@exemplo.pt', password })).rejects.toThrow(outOfReach)
  await expect(client.passwordPolicy()).rejects.toThrow(outOfReach)
  await expect(client.authorizedDomains()).rejects.toThrow(outOfReach)
  server.close()
  await expect(client.renew('x')).rejects.toThrow(outOfReach)
})

test('a request waits 30 seconds on a desktop and 60 on a phone', async () => {
  const fake = await hostedService()
  const waits: number[] = []
  const { timeout } = AbortSignal
  AbortSignal.timeout = (milliseconds) => {
    waits.push(milliseconds)
    return timeout(milliseconds)
  }
  try {
    await identityClient(fake.target(), { device: 'desktop' }).passwordPolicy()
    await identityClient(fake.target(), { device: 'mobile' }).passwordPolicy()
  } finally {
    AbortSignal.timeout = timeout
  }
  expect(waits).toEqual([30_000, 60_000])
})

test('a second factor is asked for, and its code answers the sign-in', async () => {
  const { fake, client } = await hosted()
  fake.add({ email: 'dona@exemplo.pt', totp: '123456' })

  const asked = await client.signIn({ email: 'dona@exemplo.pt', password })
  if (asked.outcome !== 'second-factor') throw new Error('no second factor was asked')

  expect(asked.factors).toMatchObject([{ id: 'totp-1', name: 'telemóvel' }])
  const input = { pending: asked.pending, factorId: 'totp-1' }
  await expect(client.confirmSecondFactor({ ...input, code: '000000' })).rejects.toThrow(
    'identity.invalid-verification-code',
  )
  expect(await client.confirmSecondFactor({ ...input, code: '123456' })).toMatchObject({ withSecondFactor: true })
  await expect(client.confirmSecondFactor({ ...input, pending: 'x', code: '123456' })).rejects.toThrow(
    'identity.invalid-multi-factor-session',
  )
})

test('the owner makes people, gives and takes roles, closes, opens and removes', async () => {
  const { fake, client } = await hosted()
  const person = { email: ' Rui@Exemplo.pt', displayName: 'Rui', password, emailVerified: true }

  const rui = await client.createUser({ ...person, role: 'admin' })

  expect(rui).toMatchObject({ email: 'rui@exemplo.pt', role: 'admin' })
  expect(await client.lookup({ email: 'RUI@exemplo.pt' })).toMatchObject({
    uid: rui.uid,
    role: 'admin',
    providers: ['password'],
  })
  await expect(client.createUser({ ...person, role: 'driver' })).rejects.toThrow('identity.email-already-in-use')
  await client.setRole(rui.uid, 'driver')
  await client.setDisabled(rui.uid, true)
  expect(await client.lookup({ uid: rui.uid })).toMatchObject({ role: 'driver', disabled: true })
  expect((await client.listUsers()).users.map(({ email }) => email)).toEqual(['rui@exemplo.pt'])
  await client.remove(rui.uid)
  await client.remove(rui.uid)
  expect(await client.lookup({ uid: rui.uid })).toBeNull()
  await expect(client.setDisabled(rui.uid, true)).rejects.toThrow('identity.user-not-found')
  await expect(client.setPassword(rui.uid, password)).rejects.toThrow('identity.user-not-found')
  expect(fake.asked.filter((path) => path.includes('oauth2'))).toHaveLength(1)
})

test('an administrator whose role could not be given does not stay behind as somebody else', async () => {
  const fake = await hostedService()
  const client = identityClient({
    ...fake.target(),
    transport: (request) =>
      request.url.endsWith('accounts:update') ? Promise.reject(new TypeError('fetch failed')) : fake.handle(request),
  })
  const person = { email: 'rui@exemplo.pt', displayName: null, password, emailVerified: true, role: 'admin' } as const

  await expect(client.createUser(person)).rejects.toThrow('identity.network-request-failed')
  expect(fake.people.size).toBe(0)
})

test('the site asks twelve characters of administrators before it asks the service; of drivers the service decides', async () => {
  const { client } = await hosted()
  const person = { displayName: null, emailVerified: true, password: 'rua azul' }

  await expect(client.createUser({ ...person, email: 'a@exemplo.pt', role: 'admin' })).rejects.toThrow(
    'identity.weak-password {"min":12}',
  )
  await expect(
    client.createUser({ ...person, email: 'b@exemplo.pt', role: 'driver', password: 'rua' }),
  ).rejects.toThrow('identity.weak-password {"min":8}')
  expect(await client.createUser({ ...person, email: 'b@exemplo.pt', role: 'driver' })).toMatchObject({
    role: 'driver',
  })
})

test('without a service account people sign in, and nobody is managed', async () => {
  const fake = await hostedService()
  fake.add({ email: 'ana@exemplo.pt' })
  const client = identityClient(fake.target(false))

  expect(await client.signIn({ email: 'ana@exemplo.pt', password })).toMatchObject({ outcome: 'signed-in' })
  await expect(client.lookup({ email: 'ana@exemplo.pt' })).rejects.toThrow('identity.service-account-missing')
  await expect(client.makeActionCode('reset-password', 'ana@exemplo.pt')).rejects.toThrow(
    'identity.service-account-missing',
  )
})

test('the code of a link comes back to us instead of being mailed; a password that is refused leaves it good', async () => {
  const { fake, client } = await hosted()
  fake.add({ email: 'ana@exemplo.pt' })

  const code = await client.makeActionCode('reset-password', 'ana@exemplo.pt')

  expect(await client.makeActionCode('reset-password', 'nobody@exemplo.pt')).toBeNull()
  expect(await client.readActionCode(code!)).toEqual({
    kind: 'reset-password',
    email: 'ana@exemplo.pt',
    newEmail: null,
  })
  await expect(client.resetPassword(code!, 'rua')).rejects.toThrow('identity.weak-password {"min":8}')
  expect(await client.resetPassword(code!, 'rua verde 12')).toBe('ana@exemplo.pt')
  await expect(client.resetPassword(code!, 'rua verde 12')).rejects.toThrow('identity.invalid-action-code')
  for (const privacy of [true, false]) {
    fake.emailPrivacy = privacy
    await expect(client.mailResetLink({ email: 'nobody@exemplo.pt', language: 'pt' })).resolves.toBeUndefined()
  }
})

test('a policy that says nothing of length means six characters', async () => {
  const { client } = await hosted((fake) => {
    fake.policy = { containsNumericCharacter: true, maxPasswordLength: 64 }
  })

  expect(await client.passwordPolicy()).toEqual({
    min: 6,
    max: 64,
    lowercase: false,
    uppercase: false,
    digit: true,
    symbol: false,
  })
})

test('a Google account signs in by its own number; the e-mail of another account is not enough', async () => {
  const { fake, client } = await hosted()
  fake.add({ email: 'ana@exemplo.pt' })
  fake.add({ email: 'rui@exemplo.pt', googleSub: 'g-7' })
  const googleIdToken = (sub: string, email: string) =>
    `x.${Buffer.from(JSON.stringify({ sub, email })).toString('base64url')}.x`
  const by = (sub: string, email: string) =>
    client.signInWithGoogle({
      googleIdToken: googleIdToken(sub, email),
      requestUri: 'http://localhost:3000',
    })

  expect(await by('g-7', 'rui@gmail.example')).toMatchObject({
    user: { email: 'rui@exemplo.pt' },
    provider: 'google.com',
  })
  await expect(by('g-8', 'ana@exemplo.pt')).rejects.toThrow('identity.account-exists-with-different-credential')
})
