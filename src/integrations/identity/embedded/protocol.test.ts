import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anIdentity, aPerson, aSignedIn, PASSWORD } from '#test/identity.ts'
import { readEmail } from './accounts.ts'

const identity = anIdentity({ signUp: 'office' })
const { send } = identity
const signedIn = await aSignedIn(identity)

const POSTS = [
  ...['signUp', 'signInWithPassword', 'signInWithIdp', 'lookup', 'update', 'delete', 'sendOobCode', 'resetPassword'],
  ...['createAuthUri', 'sendVerificationCode', 'signInWithPhoneNumber', 'signInWithCustomToken'],
].map((name) => `/v1/accounts:${name}`)
const SECOND = [
  'mfaEnrollment:start',
  'mfaEnrollment:finalize',
  'mfaEnrollment:withdraw',
  'mfaSignIn:start',
  'mfaSignIn:finalize',
]
const OFFICE = ['', ':lookup', ':update', ':delete', ':sendOobCode', ':query', ':batchCreate', ':batchDelete']
const PATHS = [
  ...POSTS,
  ...SECOND.map((name) => `/v2/accounts/${name}`),
  '/v2/accounts:revokeToken',
  '/v1/token',
  ...OFFICE.map((name) => `/v1/projects/volante/accounts${name}`),
  '/v1/projects/volante:createSessionCookie',
]
const FIELDS = [
  ...['email', 'password', 'idToken', 'localId', 'oobCode', 'newPassword', 'requestType', 'newEmail', 'continueUrl'],
  ...['displayName', 'customAttributes', 'validSince', 'mfaPendingCredential', 'mfaEnrollmentId', 'expression'],
  ...['totpVerificationInfo', 'mfa', 'linkProviderUserInfo', 'users', 'hashAlgorithm', 'signerKey', 'localIds'],
  ...['postBody', 'requestUri', 'refresh_token', 'grant_type', 'deleteAttribute', 'phoneNumber', 'federatedUserId'],
  ...['argon2Parameters', 'rounds', 'memoryCost', 'limit', 'offset', 'createdAt', 'validDuration', 'returnOobLink'],
]

/** Values that say something, among values that say nothing. */
const value = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom<unknown>(
    ...[signedIn.idToken, signedIn.email, 'nobody', 'a\0b', 'PASSWORD_RESET', 'VERIFY_EMAIL', 'SCRYPT', 'ARGON2', '-1'],
    ...['refresh_token', '{"role":"admin"}', '{"sub":1}', '\ud800', '9'.repeat(15), 253_402_300_799_000, 1e300, true],
    ...[[''], [{}], [null], {}, 'http://[', 'providerId=google.com&id_token=x', 'EMAIL', '__proto__'],
  ),
)

test('whatever JSON is sent, every operation answers in the protocol, and never with a defect', async () => {
  const sent = fc.oneof(
    fc.json(),
    fc.dictionary(fc.constantFrom(...FIELDS), value).map((body) => JSON.stringify(body)),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), sent, fc.boolean(), async (path, body, privileged) => {
      const answer = await send('POST', path, body, { privileged, address: crypto.randomUUID() })
      expect(answer.status, `${path} ${body} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
      if (answer.status === 200) return
      const { code, message, errors } = answer.body.error
      expect({ code, first: errors[0].message, count: errors.length }).toEqual({
        code: answer.status,
        first: message,
        count: 1,
      })
      expect(message).toMatch(/^([A-Z_]+( : .*)?|Invalid JSON payload received\. [^]*|The request is missing .*)$/)
    }),
    { numRuns: 1_500 },
  )
})

test('an e-mail is kept in one way however it is written, or refused', () => {
  const local = fc.stringMatching(/^[A-Za-z0-9.+_-]{1,20}$/)
  const domain = fc.stringMatching(/^[A-Za-z0-9-]{1,12}\.[A-Za-z]{2,4}$/)
  fc.assert(
    fc.property(local, domain, fc.constantFrom('', ' ', '\n', '\t'), (name, host, space) => {
      const kept = readEmail(`${space}${name}@${host}${space}`)
      expect(kept).toBe(`${name}@${host}`.toLowerCase())
      expect(readEmail(kept.toUpperCase())).toBe(kept)
    }),
  )
  fc.assert(
    fc.property(
      local,
      domain,
      fc.constantFrom(' ', ',', ';', '<', '>', '"', ':', '\r\n', '\0', '@'),
      (name, host, bad) => {
        expect(() => readEmail(`${name}${bad}x@${host}`)).toThrow('INVALID_EMAIL')
      },
    ),
  )
})

test('without a key nobody is answered; a wrong bearer is refused, not taken for none', async () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    identity.service.handle(new Request(`https://identity.invalid${path}`, { method: 'POST', body: '{}', headers }))
  expect((await ask('/v1/accounts:signUp')).status).toBe(403)
  expect((await ask('/v1/accounts:signUp', { 'x-goog-api-key': 'any' })).status).toBe(400)
  expect((await ask('/v1/projects/volante/accounts:query?key=any')).status).toBe(403)
  const bearer = await ask('/v1/projects/volante/accounts:query', { authorization: 'Bearer owner' })
  expect(bearer.status).toBe(401)
  expect(await bearer.json()).toMatchObject({
    error: { status: 'UNAUTHENTICATED', errors: [{ reason: 'authError', location: 'Authorization' }] },
  })
})

test('the hosts of the hosted service may stand before a path, and another project is nobody’s', async () => {
  expect((await send('GET', '/identitytoolkit.googleapis.com/v2/passwordPolicy')).status).toBe(200)
  expect((await send('POST', '/securetoken.googleapis.com/v1/token', {})).code).toBe('MISSING_GRANT_TYPE')
  expect((await send('GET', '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')).body.keys).toHaveLength(
    1,
  )
  const foreign = await send('POST', '/v1/projects/outra/accounts:query', {}, { privileged: true })
  expect(foreign.code).toBe('PROJECT_NOT_FOUND')
})

test('what only the office may do is refused to a person, whose accounts the office opens', async () => {
  // This test makes its own account: what the test above sent at random may have deleted the account it signed in with.
  const { idToken } = await aSignedIn(identity)
  expect((await identity.post('update', { idToken, customAttributes: '{"role":"admin"}' })).code).toBe(
    'INSUFFICIENT_PERMISSION',
  )
  expect((await identity.post('update', { idToken, disableUser: false })).code).toBe('OPERATION_NOT_ALLOWED')
  expect((await identity.post('update', { localId: 'x', displayName: 'x' })).code).toBe('INVALID_REQ_TYPE')
  expect((await identity.post('signUp', { email: 'nova@exemplo.pt', password: PASSWORD })).code).toBe(
    'ADMIN_ONLY_OPERATION',
  )
})

test('the office opens, finds, lists, pages and deletes accounts', async () => {
  const office = identity.office
  const created = await office('', {
    email: 'Rui@Exemplo.pt',
    password: PASSWORD,
    emailVerified: true,
    displayName: 'Rui',
  })
  const localId: string = created.body.localId
  expect(localId).toMatch(/^[A-Za-z0-9]{28}$/)
  expect((await office('', { email: 'rui@exemplo.pt' })).code).toBe('EMAIL_EXISTS')
  expect((await office('', { email: 'outro@exemplo.pt', localId })).code).toBe('DUPLICATE_LOCAL_ID')
  const found = await office(':lookup', { email: ['RUI@exemplo.pt'] })
  expect(found.body.users).toMatchObject([
    { localId, email: 'rui@exemplo.pt', emailVerified: true, passwordHash: 'UkVEQUNURUQ=', displayName: 'Rui' },
  ])
  expect(JSON.stringify(found.body)).not.toContain('argon2')

  await Promise.all(Array.from({ length: 4 }, () => aPerson()))
  const seen: string[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const path = `/v1/projects/volante/accounts:batchGet?maxResults=2&nextPageToken=${encodeURIComponent(next)}`
    const page = await send('GET', path, undefined, { privileged: true })
    seen.push(...page.body.users.map((user: { localId: string }) => user.localId))
    next = page.body.nextPageToken
  }
  const { body } = await office(':query', { returnUserInfo: false })
  expect([seen.length, new Set(seen).size]).toEqual([Number(body.recordsCount), Number(body.recordsCount)])

  expect((await office(':batchDelete', { localIds: [localId] })).body.errors[0].message).toMatch(/^NOT_DISABLED/)
  expect((await office(':batchDelete', { localIds: [localId], force: true })).body).toEqual({})
  expect((await office(':lookup', { localId: [localId] })).body.users).toBeUndefined()
})
