import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { anIdentity, aPerson, aSignedIn, PASSWORD } from '#test/identity.ts'

const identity = anIdentity()
const { post, office, wait, service, mailed } = identity

async function mailedTo(email: string): Promise<string> {
  await service.settled()
  return mailed.findLast((message) => message.email === email)!.code
}

async function resetCode(email: string): Promise<string> {
  const { body } = await office(':sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true })
  return body.oobCode
}

test('a reset link is good for one hour', async () => {
  const { email } = await aPerson()
  const code = await resetCode(email)
  wait({ minutes: 59 })
  expect((await post('resetPassword', { oobCode: code })).body).toMatchObject({ requestType: 'PASSWORD_RESET', email })
  wait({ minutes: 1 })
  expect((await post('resetPassword', { oobCode: code, newPassword: 'rua verde 5' })).code).toBe('EXPIRED_OOB_CODE')
})

test('when the office makes a link after one that was mailed, the second holds, however late the first arrives', async () => {
  const { email } = await aPerson()
  const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = inTransaction(async (tx) => {
    await sql`lock table identity_codes in exclusive mode`.execute(tx)
    isHeld.resolve()
    await letGo.promise
  })
  await isHeld.promise
  await post('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const waiting = () => sql`select from pg_locks where not granted`.execute(db)
  while ((await waiting()).rows.length === 0) await pause(10)
  const second = resetCode(email)
  // Give the second request time to get as far as the first, as it did before the fix.
  await pause(200)
  letGo.resolve()
  await holder
  const [made, sent] = [await second, await mailedTo(email)]
  expect((await post('resetPassword', { oobCode: sent })).code).toBe('INVALID_OOB_CODE')
  expect((await post('resetPassword', { oobCode: made })).body).toMatchObject({ email })
})

test('a link that verifies an e-mail is good for three days', async () => {
  const { email, idToken } = await aSignedIn(identity, { emailVerified: false })
  await post('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const code = await mailedTo(email)
  wait({ hours: 71 })
  expect((await post('update', { oobCode: code })).body.emailVerified).toBe(true)

  const late = await aSignedIn(identity, { emailVerified: false })
  await post('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: late.idToken })
  const lateCode = await mailedTo(late.email)
  wait({ hours: 72 })
  expect((await post('update', { oobCode: lateCode })).code).toBe('EXPIRED_OOB_CODE')
})

test('a link that changes an e-mail is good for one hour, the way back for three days', async () => {
  const { email, uid, idToken } = await aSignedIn(identity)
  await post('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'nova@exemplo.pt' })
  const code = await mailedTo(email)
  expect(mailed.at(-1)).toMatchObject({ to: 'nova@exemplo.pt', type: 'VERIFY_AND_CHANGE_EMAIL' })
  wait({ minutes: 59 })
  expect((await post('update', { oobCode: code })).body.email).toBe('nova@exemplo.pt')
  const back = await mailedTo(email)
  expect(mailed.at(-1)).toMatchObject({ to: email, type: 'RECOVER_EMAIL' })
  wait({ hours: 71 })
  expect((await post('update', { oobCode: back })).body).toMatchObject({ localId: uid, email })

  const late = await aSignedIn(identity)
  await post('sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken: late.idToken,
    newEmail: 'outra@exemplo.pt',
  })
  const lateCode = await mailedTo(late.email)
  wait({ hours: 1 })
  expect((await post('update', { oobCode: lateCode })).code).toBe('EXPIRED_OOB_CODE')
})

test('a newer reset link, a new e-mail and use void a link; looking at it and a weak password don’t', async () => {
  const { email, uid } = await aPerson()
  const first = await resetCode(email)
  const second = await resetCode(email)
  expect((await post('resetPassword', { oobCode: first })).code).toBe('INVALID_OOB_CODE')
  await office(':update', { localId: uid, email: `nova.${email}` })
  expect((await post('resetPassword', { oobCode: second })).code).toBe('INVALID_OOB_CODE')

  const third = await resetCode(`nova.${email}`)
  await post('resetPassword', { oobCode: third })
  expect((await post('resetPassword', { oobCode: third, newPassword: 'curta' })).code).toBe(
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
  )
  const both = await Promise.all(
    [1, 2].map(() => post('resetPassword', { oobCode: third, newPassword: 'rua verde 54321' })),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual(['INVALID_OOB_CODE', null])
})

test('nobody learns from a reset whether an e-mail is known', async () => {
  const { email } = await aPerson()
  const known = await post('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const unknown = await post('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ninguem@exemplo.pt' })
  expect({ ...known.body, email: '' }).toEqual({ ...unknown.body, email: '' })
  expect(await mailedTo(email)).toBeDefined()
  expect(mailed.some((message) => message.email === 'ninguem@exemplo.pt')).toBe(false)
})

test('a link leads to our page in the reader’s language, and on to our hosts alone', async () => {
  const { email } = await aPerson()
  const ask = (continueUrl?: string, locale?: string) =>
    identity.send(
      'POST',
      '/v1/projects/volante/accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email, returnOobLink: true, continueUrl },
      { privileged: true, ...(locale && { locale }) },
    )
  const { body } = await ask('https://frota.exemplo.pt/dashboard', 'en')
  const link = new URL(body.oobLink)
  expect(link.origin + link.pathname).toBe('https://frota.exemplo.pt/auth/action')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    mode: 'resetPassword',
    oobCode: body.oobCode,
    lang: 'en',
    continueUrl: 'https://frota.exemplo.pt/dashboard',
  })
  expect((await ask('https://evil.example/')).code).toBe('UNAUTHORIZED_DOMAIN')
  expect((await ask('javascript:alert(1)')).code).toBe('INVALID_CONTINUE_URI')
  expect((await ask('//evil.example')).code).toBe('INVALID_CONTINUE_URI')
})

test('the old password instead of a code is a sign-in like any other', async () => {
  const { email } = await aPerson()
  const change = (oldPassword: string) => post('resetPassword', { email, oldPassword, newPassword: 'rua verde 54321' })
  expect((await change('outra coisa')).code).toBe('INVALID_LOGIN_CREDENTIALS')
  expect((await change(PASSWORD)).body.email).toBe(email)
  expect((await change(PASSWORD)).code).toBe('INVALID_LOGIN_CREDENTIALS')
})

test('nobody has our mail fill a mailbox: five messages an hour', async () => {
  const { idToken } = await aSignedIn(identity, { emailVerified: false })
  const ask = () => post('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  for (let times = 0; times < 5; times++) expect((await ask()).status).toBe(200)
  expect((await ask()).code).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
})
