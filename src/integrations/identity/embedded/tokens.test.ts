import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK, type JWTPayload, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { readKeysAgain, replaceKeys } from '#integrations/identity/embedded/keys.ts'
import { anIdentity, aSignedIn, makeLight, PASSWORD } from '#test/identity.ts'

const identity = anIdentity()
const { post, office, refresh, wait, now } = identity
const other = anIdentity({ id: 'outra', issuer: 'https://frota.exemplo.pt/identity/outra' })
const lookup = async (idToken: string) => (await post('lookup', { idToken })).code

test('a token says who, since when and by what, and nobody forges it by a claim', async () => {
  const { uid, email } = await aSignedIn(identity)
  await office(':update', { localId: uid, customAttributes: '{"role":"admin","email":"x@y.pt","frota":7}' })
  const { body } = await post('signInWithPassword', { email, password: PASSWORD })
  expect(decodeProtectedHeader(body.idToken)).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  expect(decodeJwt(body.idToken)).toEqual({
    role: 'admin',
    frota: 7,
    email,
    email_verified: true,
    user_id: uid,
    sub: uid,
    auth_time: now().epochMilliseconds / 1000,
    iat: now().epochMilliseconds / 1000,
    exp: now().epochMilliseconds / 1000 + 3600,
    aud: 'volante',
    iss: 'https://frota.exemplo.pt/identity/volante',
    jti: expect.any(String),
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  })
})

test('two tokens of one second are two', async () => {
  const { email } = await aSignedIn(identity)
  const [first, second] = [
    await post('signInWithPassword', { email, password: PASSWORD }),
    await post('signInWithPassword', { email, password: PASSWORD }),
  ]
  expect(first.body.idToken).not.toBe(second.body.idToken)
})

test('a token without a signature, or signed with the public key, is none', async () => {
  const { idToken } = await aSignedIn(identity)
  const claims = decodeJwt(idToken)
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const { kid } = decodeProtectedHeader(idToken)
  expect(await lookup(`${encoded({ alg: 'none', typ: 'JWT', kid })}.${encoded(claims)}.`)).toBe('INVALID_ID_TOKEN')

  const { body } = await identity.send('GET', '/v1/sessionCookiePublicKeys')
  const jwk = body.keys.find((key: { kid: string }) => key.kid === kid)
  const pem = await exportSPKI((await importJWK(jwk, 'RS256', { extractable: true })) as CryptoKey)
  for (const secret of [Buffer.from(pem), Buffer.from(JSON.stringify(jwk)), Buffer.from(jwk.n, 'base64url')]) {
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: kid! }).sign(secret)
    expect(await lookup(forged)).toBe('INVALID_ID_TOKEN')
  }
})

test('another project’s token, a session cookie, a changed one and one that has run out are none', async () => {
  const { idToken, email } = await aSignedIn(identity)
  const foreign = await other.post('signInWithPassword', { email, password: PASSWORD })
  expect(await lookup(foreign.body.idToken)).toBe('INVALID_ID_TOKEN')

  const cookie = await identity.send(
    'POST',
    '/v1/projects/volante:createSessionCookie',
    { idToken },
    { privileged: true },
  )
  expect(decodeJwt(cookie.body.sessionCookie)['sub']).toBe(decodeJwt(idToken)['sub'])
  expect(await lookup(cookie.body.sessionCookie)).toBe('INVALID_ID_TOKEN')

  const [header, , signature] = idToken.split('.')
  const changed: JWTPayload = { ...decodeJwt(idToken), role: 'admin' }
  expect(await lookup(`${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`)).toBe(
    'INVALID_ID_TOKEN',
  )
  wait({ minutes: 59 })
  expect(await lookup(idToken)).toBeNull()
  wait({ minutes: 1 })
  expect(await lookup(idToken)).toBe('TOKEN_EXPIRED')
})

test('keys are renewed after 90 days: published first, and old tokens stay readable', async () => {
  const kid = async () => decodeProtectedHeader((await aSignedIn(identity)).idToken).kid
  const published = async () => (await identity.send('GET', '/v1/sessionCookiePublicKeys')).body.keys.length
  const first = await kid()
  wait({ hours: 24 * 90 })
  const { idToken } = await aSignedIn(identity)
  expect(decodeProtectedHeader(idToken).kid).toBe(first)
  expect(await published()).toBe(2)
  wait({ minutes: 59 })
  expect(await lookup(idToken)).toBeNull()
  wait({ minutes: 1 })
  expect(await kid()).not.toBe(first)
  wait({ hours: 24 * 14 })
  expect(await published()).toBe(1)
  const rows = await db.selectFrom('identity_keys').select('private_sealed').execute()
  expect(rows.map(({ private_sealed }) => private_sealed.toString().includes('PRIVATE'))).toEqual([false])
})

test('a fresh key signs at once, the others never again, and what they signed counts until it has run out', async () => {
  const published = async () => (await identity.send('GET', '/v1/sessionCookiePublicKeys')).body.keys.length
  const { idToken } = await aSignedIn(identity)
  // A key that was made automatically and does not sign yet may have been seen as well.
  wait({ hours: 24 * 90 })
  await aSignedIn(identity)
  wait({ minutes: 30 })
  const { idToken: before } = await aSignedIn(identity)
  const kid = await inTransaction((tx) => replaceKeys(tx, now()))
  readKeysAgain()
  expect(decodeProtectedHeader((await aSignedIn(identity)).idToken).kid).toBe(kid)
  expect([await lookup(before), await lookup(idToken)]).toEqual([null, 'TOKEN_EXPIRED'])
  wait({ minutes: 59 })
  expect(await lookup(before)).toBeNull()
  wait({ hours: 1 })
  expect(decodeProtectedHeader((await aSignedIn(identity)).idToken).kid).toBe(kid)
  const rows = await db.selectFrom('identity_keys').select(['kid', 'private_sealed']).execute()
  expect(rows.filter(({ private_sealed: sealed }) => sealed.length > 0).map((row) => row.kid)).toEqual([kid])
  wait({ hours: 24 * 14 })
  expect(await published()).toBe(1)
})

// Four ways to end earlier sign-ins, and what each token answers then.

test('once the office revokes a person, both tokens have run out', async () => {
  const { uid, idToken, refreshToken } = await aSignedIn(identity)
  wait({ seconds: 1 })
  await office(':update', { localId: uid, validSince: String(now().epochMilliseconds / 1000) })
  expect([await lookup(idToken), (await refresh(refreshToken)).code]).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
})

test('after a new password both old tokens have run out, and the tokens given with it count', async () => {
  const { idToken, refreshToken } = await aSignedIn(identity)
  wait({ seconds: 1 })
  const { body } = await post('update', { idToken, password: 'rua verde 54321', returnSecureToken: true })
  expect([await lookup(idToken), (await refresh(refreshToken)).code]).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
  expect([await lookup(body.idToken), (await refresh(body.refreshToken)).code]).toEqual([null, null])
})

test('both tokens of a closed account say so, and count again once it is open', async () => {
  const { uid, idToken, refreshToken } = await aSignedIn(identity)
  await office(':update', { localId: uid, disableUser: true })
  expect([await lookup(idToken), (await refresh(refreshToken)).code]).toEqual(['USER_DISABLED', 'USER_DISABLED'])
  await office(':update', { localId: uid, disableUser: false })
  expect([await lookup(idToken), (await refresh(refreshToken)).code]).toEqual([null, null])
})

test('one refresh token is revoked by its owner alone; of a deleted person both say that nobody is there', async () => {
  const [one, two] = [await aSignedIn(identity), await aSignedIn(identity)]
  const revoke = (idToken: string) =>
    identity.send('POST', '/v2/accounts:revokeToken', { idToken, tokenType: 'REFRESH_TOKEN', token: one.refreshToken })
  await revoke(two.idToken)
  expect((await refresh(one.refreshToken)).code).toBeNull()
  await revoke(one.idToken)
  expect((await refresh(one.refreshToken)).code).toBe('TOKEN_EXPIRED')

  await office(':delete', { localId: two.uid })
  expect([await lookup(two.idToken), (await refresh(two.refreshToken)).code]).toEqual([
    'USER_NOT_FOUND',
    'USER_NOT_FOUND',
  ])
})

// Five minutes after signing in, and not a minute longer however often the token is refreshed.

const TOO_OLD = 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'

async function afterSixMinutes() {
  const person = await aSignedIn(identity)
  wait({ minutes: 6 })
  return { ...person, idToken: (await refresh(person.refreshToken)).body.id_token as string }
}

test('a password is changed shortly after signing in', async () => {
  const { idToken } = await afterSixMinutes()
  expect((await post('update', { idToken, password: 'rua verde 54321' })).code).toBe(TOO_OLD)
  expect((await post('update', { idToken, displayName: 'Ana' })).status).toBe(200)
})

test('an e-mail is changed shortly after signing in', async () => {
  const { idToken } = await afterSixMinutes()
  const ask = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'mais.nova@exemplo.pt' }
  expect((await post('sendOobCode', ask)).code).toBe(TOO_OLD)
})

test('a second factor is enrolled shortly after signing in', async () => {
  const { idToken } = await afterSixMinutes()
  expect((await identity.mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })).code).toBe(TOO_OLD)
})

test('an account is deleted shortly after signing in, and signing in again is enough', async () => {
  const { idToken, email, uid } = await afterSixMinutes()
  expect((await post('delete', { idToken })).code).toBe(TOO_OLD)
  await makeLight(uid)
  const { body } = await post('signInWithPassword', { email, password: PASSWORD })
  expect((await post('delete', { idToken: body.idToken })).status).toBe(200)
})
