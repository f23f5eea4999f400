import { deleteApp, initializeApp } from '@firebase/app'
import {
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  getMultiFactorResolver,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  linkWithCredential,
  multiFactor,
  type MultiFactorError,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  type User,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from '@firebase/auth'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeLight, PASSWORD } from '#test/identity.ts'
import { serveIdentity } from './serve.ts'
import { codeAt } from './totp.ts'

/** Runs the hosted service's own client, unmodified, against ours: what it makes of our answers, and when it signs its user out. */
let later = Temporal.Duration.from({ seconds: 0 })
const clock = () => Temporal.Now.instant().add(later)

const google = await generateKeyPair('RS256')
const service = await serveIdentity({
  port: 0,
  projectId: 'demo-x',
  now: clock,
  project: {
    providers: [
      {
        id: 'google.com',
        issuers: ['https://accounts.google.com'],
        audience: 'our-client',
        keys: createLocalJWKSet({ keys: [{ ...(await exportJWK(google.publicKey)), alg: 'RS256' }] }),
        federatedIdPrefix: 'https://accounts.google.com/',
      },
    ],
  },
})
afterAll(service.close)

let people = 0
const anEmail = () => `pessoa${++people}@exemplo.pt`

function aClient(url = service.url): Auth {
  const app = initializeApp({ apiKey: 'any', projectId: 'demo-x' }, `client ${++people}`)
  onTestFinished(() => deleteApp(app))
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, url, { disableWarnings: true })
  return auth
}

async function aPerson(email = anEmail()): Promise<{ auth: Auth; user: User; email: string }> {
  const auth = aClient()
  await asOwner('accounts', { email, password: PASSWORD })
  const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD)
  return { auth, user, email }
}

/** Moves the service's clock; it never goes back. */
function waitFor(duration: Temporal.DurationLike) {
  later = later.add(duration)
}

async function asOwner(path: string, body: object): Promise<void> {
  const response = await fetch(`${service.url}/identitytoolkit.googleapis.com/v1/projects/demo-x/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

async function codeFor(email: string, type: string): Promise<string> {
  const response = await fetch(`${service.url}/emulator/v1/projects/demo-x/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: Record<string, string>[] }
  return oobCodes.findLast((code) => code['email'] === email && code['requestType'] === type)!['oobCode']!
}

const refusal = (code: string) => expect.objectContaining({ code: `auth/${code}` })

test('somebody signs up, out and in again', async () => {
  const auth = aClient()
  const email = anEmail()
  const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD)
  expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false })
  await signOut(auth)
  expect(auth.currentUser).toBeNull()

  const again = await signInWithEmailAndPassword(auth, email.toUpperCase(), PASSWORD)
  expect(again.user.uid).toBe(user.uid)
  expect((await again.user.getIdTokenResult()).claims).toMatchObject({ email, aud: 'demo-x', sub: user.uid })
})

test('what is wrong with a sign-up is told apart', async () => {
  const { email } = await aPerson()
  const auth = aClient()
  const signUp = (address: string, password: string) => createUserWithEmailAndPassword(auth, address, password)

  await expect(signUp(email, PASSWORD)).rejects.toEqual(refusal('email-already-in-use'))
  await expect(signUp('nobody', PASSWORD)).rejects.toEqual(refusal('invalid-email'))
  await expect(signUp(anEmail(), '')).rejects.toEqual(refusal('missing-password'))
  await expect(signUp(anEmail(), 'curta')).rejects.toEqual(refusal('password-does-not-meet-requirements'))
  await expect(signUp(anEmail(), '12345678')).rejects.toEqual(refusal('weak-password'))
  await expect(signInAnonymously(auth)).rejects.toEqual(refusal('admin-restricted-operation'))
  expect(auth.currentUser).toBeNull()
})

test('a wrong password and an unknown e-mail are one refusal', async () => {
  const { email } = await aPerson()
  const auth = aClient()

  await expect(signInWithEmailAndPassword(auth, email, 'outra coisa')).rejects.toEqual(refusal('invalid-credential'))
  await expect(signInWithEmailAndPassword(auth, anEmail(), PASSWORD)).rejects.toEqual(refusal('invalid-credential'))
  await expect(signInWithEmailAndPassword(auth, 'nobody', PASSWORD)).rejects.toEqual(refusal('invalid-email'))
  expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([])
})

test('the eleventh wrong password in a row has to wait', async () => {
  const { email, user } = await aPerson()
  await makeLight(user.uid)
  const auth = aClient()
  for (let tries = 0; tries < 10; tries++) {
    await expect(signInWithEmailAndPassword(auth, email, 'outra coisa')).rejects.toEqual(refusal('invalid-credential'))
  }
  await expect(signInWithEmailAndPassword(auth, email, PASSWORD)).rejects.toEqual(refusal('too-many-requests'))
  waitFor({ minutes: 16 })
  await expect(signInWithEmailAndPassword(auth, email, PASSWORD)).resolves.toBeDefined()
})

test('a forgotten password is replaced by the code of a message, once, and ends sessions from before', async () => {
  const { auth, user, email } = await aPerson()
  const other = aClient()
  await sendPasswordResetEmail(other, anEmail())
  await sendPasswordResetEmail(other, email)
  const code = await codeFor(email, 'PASSWORD_RESET')

  expect(await verifyPasswordResetCode(other, code)).toBe(email)
  await expect(confirmPasswordReset(other, code, 'curta')).rejects.toEqual(
    refusal('password-does-not-meet-requirements'),
  )
  waitFor({ seconds: 2 })
  await confirmPasswordReset(other, code, 'rua verde 54321')
  await expect(confirmPasswordReset(other, code, 'rua verde 54321')).rejects.toEqual(refusal('invalid-action-code'))
  await expect(user.getIdToken(true)).rejects.toEqual(refusal('user-token-expired'))
  expect(auth.currentUser).toBeNull()
  expect((await signInWithEmailAndPassword(other, email, 'rua verde 54321')).user.emailVerified).toBe(true)
})

test('a code that is too old is told apart from one that never was', async () => {
  const { auth, email } = await aPerson()
  await sendPasswordResetEmail(auth, email)
  const code = await codeFor(email, 'PASSWORD_RESET')
  waitFor({ minutes: 61 })

  await expect(verifyPasswordResetCode(auth, code)).rejects.toEqual(refusal('expired-action-code'))
  await expect(verifyPasswordResetCode(auth, 'none')).rejects.toEqual(refusal('invalid-action-code'))
})

test('an e-mail is verified, then changed by a link to the new one', async () => {
  const { auth, user, email } = await aPerson()
  await sendEmailVerification(user)
  await applyActionCode(auth, await codeFor(email, 'VERIFY_EMAIL'))
  await user.reload()
  expect(user.emailVerified).toBe(true)

  const newEmail = anEmail()
  await expect(updateEmail(user, newEmail)).rejects.toEqual(refusal('operation-not-allowed'))
  await verifyBeforeUpdateEmail(user, newEmail)
  const code = await codeFor(email, 'VERIFY_AND_CHANGE_EMAIL')
  expect(await checkActionCode(auth, code)).toMatchObject({
    operation: 'VERIFY_AND_CHANGE_EMAIL',
    data: { email: newEmail, previousEmail: email },
  })
  waitFor({ seconds: 2 })
  await applyActionCode(auth, code)
  await expect(user.reload()).rejects.toEqual(refusal('user-token-expired'))
  expect(auth.currentUser).toBeNull()
  expect((await signInWithEmailAndPassword(auth, newEmail, PASSWORD)).user.uid).toBe(user.uid)

  await applyActionCode(auth, await codeFor(email, 'RECOVER_EMAIL'))
  expect((await signInWithEmailAndPassword(auth, email, PASSWORD)).user.uid).toBe(user.uid)
})

test('name, picture and password change; what is sensitive wants a fresh sign-in', async () => {
  const { auth, user, email } = await aPerson()
  await updateProfile(user, { displayName: 'Ana Reis', photoURL: 'https://exemplo.pt/ana.png' })
  await user.reload()
  expect(user).toMatchObject({ displayName: 'Ana Reis', photoURL: 'https://exemplo.pt/ana.png' })

  waitFor({ minutes: 6 })
  await expect(updatePassword(user, 'rua verde 54321')).rejects.toEqual(refusal('requires-recent-login'))
  await expect(deleteUser(user)).rejects.toEqual(refusal('requires-recent-login'))
  await user.getIdToken(true)
  await expect(updatePassword(user, 'rua verde 54321')).rejects.toEqual(refusal('requires-recent-login'))
  expect(auth.currentUser).toBe(user)

  await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, PASSWORD))
  await updatePassword(user, 'rua verde 54321')
  expect(auth.currentUser).toBe(user)
  await user.getIdToken(true)
  await deleteUser(user)
  expect(auth.currentUser).toBeNull()
})

test('an authenticator app is enrolled, asked for at sign-in, and withdrawn', async () => {
  const { auth, user, email } = await aPerson()
  const session = () => multiFactor(user).getSession()
  await expect(session().then(TotpMultiFactorGenerator.generateSecret)).rejects.toEqual(refusal('unverified-email'))
  await sendEmailVerification(user)
  await applyActionCode(auth, await codeFor(email, 'VERIFY_EMAIL'))
  await user.getIdToken(true)

  const secret = await TotpMultiFactorGenerator.generateSecret(await session())
  const wrong = TotpMultiFactorGenerator.assertionForEnrollment(secret, '000000')
  await expect(multiFactor(user).enroll(wrong, 'telemóvel')).rejects.toEqual(refusal('invalid-verification-code'))
  const enrolling = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeAt(secret.secretKey, clock()))
  await multiFactor(user).enroll(enrolling, 'telemóvel')
  expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'telemóvel' }])

  await signOut(auth)
  const error = await signInWithEmailAndPassword(auth, email, PASSWORD).then(
    () => null,
    (thrown: MultiFactorError) => thrown,
  )
  expect(error).toEqual(refusal('multi-factor-auth-required'))
  const resolver = getMultiFactorResolver(auth, error!)
  const [hint] = resolver.hints
  const prove = (code: string) => resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint!.uid, code))
  await expect(prove(codeAt(secret.secretKey, clock()))).rejects.toEqual(refusal('invalid-verification-code'))
  waitFor({ seconds: 60 })
  const { user: proven } = await prove(codeAt(secret.secretKey, clock()))
  expect((await proven.getIdTokenResult()).signInSecondFactor).toBe('totp')

  await multiFactor(proven).unenroll(hint!)
  expect(multiFactor(proven).enrolledFactors).toEqual([])
  await signOut(auth)
  await expect(signInWithEmailAndPassword(auth, email, PASSWORD)).resolves.toBeDefined()
})

test('a closed account is signed out at its next refresh, and said to be closed only after the right password', async () => {
  const { auth, user, email } = await aPerson()
  await asOwner('accounts:update', { localId: user.uid, disableUser: true })

  await expect(user.getIdToken(true)).rejects.toEqual(refusal('user-disabled'))
  expect(auth.currentUser).toBeNull()
  await expect(signInWithEmailAndPassword(auth, email, 'outra coisa')).rejects.toEqual(refusal('invalid-credential'))
  await expect(signInWithEmailAndPassword(auth, email, PASSWORD)).rejects.toEqual(refusal('user-disabled'))
})

test('somebody deleted or revoked is signed out at the next refresh', async () => {
  const deleted = await aPerson()
  await asOwner('accounts:delete', { localId: deleted.user.uid })
  await expect(deleted.user.getIdToken(true)).rejects.toEqual(refusal('user-token-expired'))
  expect(deleted.auth.currentUser).toBeNull()

  const revoked = await aPerson()
  waitFor({ seconds: 2 })
  const validSince = String(Math.floor(clock().epochMilliseconds / 1000))
  await asOwner('accounts:update', { localId: revoked.user.uid, validSince })
  await expect(revoked.user.getIdToken(true)).rejects.toEqual(refusal('user-token-expired'))
  expect(revoked.auth.currentUser).toBeNull()
})

test('a role the office gives is in the next token', async () => {
  const { user } = await aPerson()
  expect((await user.getIdTokenResult()).claims['role']).toBeUndefined()
  await asOwner('accounts:update', { localId: user.uid, customAttributes: '{"role":"admin"}' })
  expect((await user.getIdTokenResult(true)).claims['role']).toBe('admin')
})

test('the policy is told before anybody sends a password', async () => {
  const auth = aClient()
  expect(await validatePassword(auth, 'curta')).toMatchObject({ isValid: false, meetsMinPasswordLength: false })
  expect(await validatePassword(auth, PASSWORD)).toMatchObject({ isValid: true })
})

test('another service signs in, and is linked and unlinked', async () => {
  const email = anEmail()
  const credential = GoogleAuthProvider.credential(await googleToken({ sub: 'g1', email, email_verified: true }))
  const auth = aClient()
  const { user } = await signInWithCredential(auth, credential)
  expect(user).toMatchObject({ email, emailVerified: true, providerData: [{ providerId: 'google.com', uid: 'g1' }] })
  expect((await signInWithCredential(auth, credential)).user.uid).toBe(user.uid)

  const other = await aPerson()
  await expect(linkWithCredential(other.user, credential)).rejects.toEqual(refusal('credential-already-in-use'))
  const own = GoogleAuthProvider.credential(await googleToken({ sub: 'g2', email: other.email, email_verified: true }))
  await linkWithCredential(other.user, own)
  await unlink(other.user, 'google.com')
  expect(other.user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])

  const unproven = await googleToken({ sub: 'g3', email: other.email, email_verified: false })
  await expect(signInWithCredential(auth, GoogleAuthProvider.credential(unproven))).rejects.toEqual(
    refusal('account-exists-with-different-credential'),
  )
  await expect(signInWithCredential(auth, GoogleAuthProvider.credential('forged'))).rejects.toEqual(
    refusal('invalid-credential'),
  )
})

test('what is not offered says so, and a service that is gone is the network', async () => {
  const auth = aClient()
  await expect(signInWithCustomToken(auth, 'any')).rejects.toEqual(refusal('operation-not-allowed'))

  const gone = await serveIdentity({ port: 0, projectId: 'demo-x' })
  await gone.close()
  await expect(signInWithEmailAndPassword(aClient(gone.url), anEmail(), PASSWORD)).rejects.toEqual(
    refusal('network-request-failed'),
  )
})

function googleToken(claims: { sub: string; email: string; email_verified: boolean }): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer('https://accounts.google.com')
    .setAudience('our-client')
    .setIssuedAt(clock().epochMilliseconds / 1000)
    .setExpirationTime(clock().add({ hours: 1 }).epochMilliseconds / 1000)
    .sign(google.privateKey)
}
