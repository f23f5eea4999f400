import { expect, test } from 'vitest'
import { anIdentity, aSignedIn, makeLight, PASSWORD } from '#test/identity.ts'
import { codeAt } from './totp.ts'

const identity = anIdentity()
const { post, mfa, wait, now } = identity

/** Begins the enrolment of an authenticator app. */
async function aSetup(idToken: string) {
  const { body } = await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey: secret, sessionInfo } = body.totpSessionInfo
  const finish = (verificationCode: string, session = sessionInfo) =>
    mfa('mfaEnrollment:finalize', {
      idToken,
      displayName: 'telemóvel',
      totpVerificationInfo: { sessionInfo: session, verificationCode },
    })
  return { secret: secret as string, finish }
}

async function anEnrolled() {
  const person = await aSignedIn(identity)
  const setup = await aSetup(person.idToken)
  const enrolled = await setup.finish(codeAt(setup.secret, now()))
  const lookup = await post('lookup', { idToken: enrolled.body.idToken })
  const factor: string = lookup.body.users[0].mfaInfo[0].mfaEnrollmentId
  wait({ seconds: 60 })
  return { ...person, ...setup, factor, idToken: enrolled.body.idToken as string }
}

async function aPending({ uid, email }: { uid: string; email: string }): Promise<string> {
  const { body } = await post('signInWithPassword', { email, password: PASSWORD })
  await makeLight(uid)
  expect(body.idToken).toBeUndefined()
  return body.mfaPendingCredential
}

const prove = (mfaPendingCredential: string, mfaEnrollmentId: string, verificationCode: string) =>
  mfa('mfaSignIn:finalize', { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo: { verificationCode } })

test('an app is told a secret of 160 bits, and counts once it shows a code', async () => {
  const { idToken } = await aSignedIn(identity)
  const { body } = await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  expect(body.totpSessionInfo).toMatchObject({
    sharedSecretKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
    verificationCodeLength: 6,
    hashingAlgorithm: 'SHA1',
    periodSec: 30,
    finalizeEnrollmentTime: now().add({ minutes: 5 }).toString({ smallestUnit: 'millisecond' }),
  })
  expect((await post('lookup', { idToken })).body.users[0].mfaInfo).toBeUndefined()
})

test('a wrong code enrols nothing, the right one does', async () => {
  const { idToken } = await aSignedIn(identity)
  const { secret, finish } = await aSetup(idToken)
  expect((await finish('000000')).code).toBe('INVALID_CODE')
  expect((await finish(codeAt(secret, now()))).body).toMatchObject({ totpAuthInfo: {}, idToken: expect.any(String) })
})

test('a set-up is good for five minutes', async () => {
  const { idToken } = await aSignedIn(identity)
  const { secret, finish } = await aSetup(idToken)
  wait({ minutes: 5 })
  expect((await finish(codeAt(secret, now()))).code).toBe('SESSION_EXPIRED')
})

test('a set-up takes five tries', async () => {
  const { idToken } = await aSignedIn(identity)
  const { secret, finish } = await aSetup(idToken)
  for (let tries = 0; tries < 5; tries++) expect((await finish('000000')).code).toBe('INVALID_CODE')
  expect((await finish(codeAt(secret, now()))).code).toBe('SESSION_EXPIRED')
})

test('a set-up is its owner’s, and is used once', async () => {
  const [one, other] = [await aSignedIn(identity), await aSignedIn(identity)]
  const { secret, finish } = await aSetup(one.idToken)
  const stolen = await mfa('mfaEnrollment:start', { idToken: other.idToken, totpEnrollmentInfo: {} })
  expect((await finish(codeAt(secret, now()), stolen.body.totpSessionInfo.sessionInfo)).code).toBe(
    'INVALID_SESSION_INFO',
  )
  expect((await finish(codeAt(secret, now()))).status).toBe(200)
  expect((await finish(codeAt(secret, now()))).code).toBe('INVALID_SESSION_INFO')
})

test('only a verified e-mail enrols, by app and not by SMS', async () => {
  const { idToken } = await aSignedIn(identity, { emailVerified: false })
  expect((await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })).code).toBe('UNVERIFIED_EMAIL')
  const sms = await mfa('mfaEnrollment:start', { idToken, phoneEnrollmentInfo: { phoneNumber: '+351912345678' } })
  expect(sms.body.error.message).toBe('OPERATION_NOT_ALLOWED : SMS based MFA not enabled.')
})

test('nobody has more than five', async () => {
  const { idToken } = await aSignedIn(identity)
  for (let factors = 0; factors < 5; factors++) {
    const { secret, finish } = await aSetup(idToken)
    expect((await finish(codeAt(secret, now()))).status).toBe(200)
  }
  expect((await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })).code).toBe(
    'SECOND_FACTOR_LIMIT_EXCEEDED',
  )
})

test('with a second factor the password alone gives no token', async () => {
  const person = await anEnrolled()
  const pending = await aPending(person)
  expect((await post('lookup', { idToken: pending })).code).toBe('INVALID_ID_TOKEN')
  expect((await identity.refresh(pending)).code).toBe('INVALID_REFRESH_TOKEN')
  expect((await prove(pending, person.factor, codeAt(person.secret, now()))).body.idToken).toEqual(expect.any(String))
})

test('a code counts once, even before its time is over', async () => {
  const person = await anEnrolled()
  const code = codeAt(person.secret, now())
  expect((await prove(await aPending(person), person.factor, code)).status).toBe(200)
  expect((await prove(await aPending(person), person.factor, code)).code).toBe('INVALID_CODE')
})

test('clocks may differ by one step and no more', async () => {
  const person = await anEnrolled()
  const pending = await aPending(person)
  const early = codeAt(person.secret, now().subtract({ seconds: 60 }))
  expect((await prove(pending, person.factor, early)).code).toBe('INVALID_CODE')
  const near = codeAt(person.secret, now().subtract({ seconds: 30 }))
  expect((await prove(pending, person.factor, near)).status).toBe(200)
})

test('a sign-in half done takes five codes and ten minutes; a person ten wrong codes', async () => {
  const person = await anEnrolled()
  const pending = await aPending(person)
  for (let tries = 0; tries < 5; tries++)
    expect((await prove(pending, person.factor, '000000')).code).toBe('INVALID_CODE')
  expect((await prove(pending, person.factor, codeAt(person.secret, now()))).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')

  const second = await aPending(person)
  for (let tries = 0; tries < 5; tries++)
    expect((await prove(second, person.factor, '000000')).code).toBe('INVALID_CODE')
  const third = await aPending(person)
  expect((await prove(third, person.factor, codeAt(person.secret, now()))).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  wait({ minutes: 16 })
  expect((await prove(third, person.factor, codeAt(person.secret, now()))).code).toBe('INVALID_MFA_PENDING_CREDENTIAL')
})

test('withdrawn by its owner or the office, it is asked for no more', async () => {
  const own = await anEnrolled()
  expect((await mfa('mfaEnrollment:withdraw', { idToken: own.idToken, mfaEnrollmentId: 'none' })).code).toBe(
    'MFA_ENROLLMENT_NOT_FOUND',
  )
  expect((await mfa('mfaEnrollment:withdraw', { idToken: own.idToken, mfaEnrollmentId: own.factor })).status).toBe(200)
  expect((await post('signInWithPassword', { email: own.email, password: PASSWORD })).body.idToken).toBeDefined()

  const other = await anEnrolled()
  await identity.office(':update', { localId: other.uid, mfa: { enrollments: [] } })
  expect((await post('signInWithPassword', { email: other.email, password: PASSWORD })).body.idToken).toBeDefined()
})
