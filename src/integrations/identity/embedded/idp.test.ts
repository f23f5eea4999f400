import { createHash } from 'node:crypto'
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { anIdentity, aPerson, aSignedIn, PASSWORD } from '#test/identity.ts'

const google = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const identity = anIdentity({
  providers: [
    {
      id: 'google.com',
      issuers: ['https://accounts.google.com'],
      audience: 'our-client',
      keys: createLocalJWKSet({ keys: [{ ...(await exportJWK(google.publicKey)), alg: 'RS256' }] }),
      federatedIdPrefix: 'https://accounts.google.com/',
    },
  ],
})
const { post, now, wait, refresh } = identity

type Change = { issuer?: string; audience?: string; key?: CryptoKey; expiresIn?: number }

function assertion(claims: JWTPayload, { issuer, audience, key, expiresIn = 3600 }: Change = {}): Promise<string> {
  const seconds = now().epochMilliseconds / 1000
  return new SignJWT({ email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuer ?? 'https://accounts.google.com')
    .setAudience(audience ?? 'our-client')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + expiresIn)
    .sign(key ?? google.privateKey)
}

async function signIn(idToken: string, more: Record<string, unknown> = {}, nonce?: string) {
  const sent = new URLSearchParams({ providerId: 'google.com', id_token: idToken, ...(nonce && { nonce }) })
  return post('signInWithIdp', { requestUri: 'https://frota.exemplo.pt', postBody: sent.toString(), ...more })
}

test('only what that service signed for us, and lately, signs anybody in', async () => {
  const { email } = await aPerson()
  const claims = { sub: 'g-forged', email }
  const forged = await Promise.all([
    assertion(claims, { key: stranger.privateKey }),
    assertion(claims, { audience: 'another-client' }),
    assertion(claims, { issuer: 'https://evil.example' }),
    assertion(claims, { expiresIn: -61 }),
  ])
  for (const token of [...forged, 'none', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`]) {
    expect((await signIn(token)).code, token).toBe('INVALID_IDP_RESPONSE')
  }
  const token = await assertion({ sub: 'g-real', email })
  expect((await signIn(token, { requestUri: 'https://evil.example' })).code).toBe('UNAUTHORIZED_DOMAIN')
  expect(
    (
      await post('signInWithIdp', {
        requestUri: 'https://frota.exemplo.pt',
        postBody: `providerId=evil.com&id_token=${token}`,
      })
    ).code,
  ).toBe('OPERATION_NOT_ALLOWED')
})

test('a token made for one sign-in counts in that one', async () => {
  const { email } = await aPerson()
  const plain = await assertion({ sub: 'g-nonce', email, nonce: 'abc' })
  expect((await signIn(plain)).code).toBe('MISSING_OR_INVALID_NONCE')
  expect((await signIn(plain, {}, 'abd')).code).toBe('MISSING_OR_INVALID_NONCE')
  expect((await signIn(plain, {}, 'abc')).status).toBe(200)
  const hashed = await assertion({ sub: 'g-nonce', email, nonce: createHash('sha256').update('abc').digest('hex') })
  expect((await signIn(hashed, {}, 'abc')).status).toBe(200)
})

test('people are known by their number there: a changed e-mail stays theirs, an unverified one proves nothing', async () => {
  const { uid, email } = await aPerson()
  const unverified = await signIn(await assertion({ sub: 'g-1', email, email_verified: false }))
  expect(unverified.body).toMatchObject({ needConfirmation: true, verifiedProvider: ['password'] })
  expect(unverified.body.idToken).toBeUndefined()

  expect((await signIn(await assertion({ sub: 'g-1', email }))).body.localId).toBe(uid)
  expect((await signIn(await assertion({ sub: 'g-1', email: 'mudou@exemplo.pt' }))).body.localId).toBe(uid)
  expect((await post('signInWithPassword', { email, password: PASSWORD })).status).toBe(200)
})

test('who opened an account with another’s e-mail loses every way into it when that person comes', async () => {
  const squatter = await aSignedIn(identity, { emailVerified: false })
  await signIn(await assertion({ sub: 'g-squatter', email: 'mau@exemplo.pt' }), { idToken: squatter.idToken })
  wait({ seconds: 1 })
  const owner = await signIn(await assertion({ sub: 'g-owner', email: squatter.email }))
  expect(owner.body).toMatchObject({ localId: squatter.uid, email: squatter.email })

  expect((await post('signInWithPassword', { email: squatter.email, password: PASSWORD })).code).toBe(
    'INVALID_LOGIN_CREDENTIALS',
  )
  expect((await refresh(squatter.refreshToken)).code).toBe('TOKEN_EXPIRED')
  const links = await db.selectFrom('identity_providers').select('raw_id').where('uid', '=', squatter.uid).execute()
  expect(links).toEqual([{ raw_id: 'g-owner' }])
})

test('a closed account stays closed, and a linked one belongs to one person', async () => {
  const [one, other] = [await aSignedIn(identity), await aSignedIn(identity)]
  const token = await assertion({ sub: 'g-2', email: one.email })
  expect((await signIn(token, { idToken: one.idToken })).body.localId).toBe(one.uid)
  expect((await signIn(token, { idToken: other.idToken })).code).toBe('FEDERATED_USER_ID_ALREADY_LINKED')
  const answer = await signIn(token, { idToken: other.idToken, returnIdpCredential: true })
  expect(answer).toMatchObject({ status: 200, body: { errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' } })
  await identity.office(':update', { localId: one.uid, disableUser: true })
  expect((await signIn(token)).code).toBe('USER_DISABLED')
})
