import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { disableAccount, forceReset } from '#features/accounts/commands.server.ts'
import { carryOut, type Change } from '#features/audit/commands.server.ts'
import { resumeSession } from '#features/sessions/commands.server.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import { passkeySite } from '#integrations/passkeys/passkeys.ts'
import { anAuthenticator } from '#test/authenticator.ts'
import { anAccount, signInAs, visit } from '#test/people.ts'
import {
  addPasskey,
  questionForNew,
  questionForSignIn,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  withdrawPasskeys,
} from './commands.server.ts'
import { listPasskeys } from './queries.server.ts'

const SITE = passkeySite('http://localhost', 'Volante')!
/** The embedded service uses the real clock. */
const now = () => visit({ now: Temporal.Now.instant() })
const OFFICE = { uid: 'passkey-office', role: 'admin' as const, address: '192.0.2.9', requestId: 'office' }

beforeAll(async () => {
  await db.insertInto('users').values({ uid: OFFICE.uid, email: 'office@passkeys.pt', role: 'admin' }).execute()
})

async function someone(email: string, role: 'driver' | 'admin' = 'driver') {
  const uid = await anAccount(email, role)
  const { session } = await signInAs(email, now())
  const device = anAuthenticator()
  const add = async () => addPasskey(session, device.make(await questionForNew(session, SITE, now().now)), SITE, now())
  return { uid, session, device, add }
}

const signIn = async (device: ReturnType<typeof anAuthenticator>, way = {}) =>
  signInByPasskey(device.sign(await questionForSignIn(SITE, now().now), way), SITE, now(), null)

test('a passkey made once signs its person in alone, as with a second factor, and is told by mail', async () => {
  const { uid, device, add } = await someone('chave@exemplo.pt', 'admin')
  await add()

  const entrance = await signIn(device)
  expect(entrance).toMatchObject({ outcome: 'signed-in' })
  const { session } = entrance as { session: Session }
  expect(session.user.uid).toBe(uid)
  expect(session.withSecondFactor).toBe(true)
  expect(await listPasskeys(uid)).toMatchObject([{ isSynced: false, usedAt: expect.any(String) }])
  expect(await mailTo('chave@exemplo.pt')).toContain('passkey-added')
})

test('a device is told which passkeys it must not make again, and where it finds them', async () => {
  const { session, add } = await someone('repetida@exemplo.pt')
  await add()
  const known = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('uid', '=', session.user.uid)
    .executeTakeFirstOrThrow()
  const { excludeCredentials } = await questionForNew(session, SITE, now().now)
  expect(excludeCredentials).toMatchObject([{ id: known.credential_id, transports: ['internal'] }])
})

test('the session of a passkey is renewed like any other', async () => {
  const { device, add } = await someone('renova@exemplo.pt')
  await add()
  const { token } = (await signIn(device)) as { token: string }
  const later = { ...now(), now: Temporal.Now.instant().add({ minutes: 58 }) }
  expect((await resumeSession(token, later))?.session.user.email).toBe('renova@exemplo.pt')
})

test('what is not exactly the answer to our question opens nothing', async () => {
  const { session, device, add } = await someone('rigor@exemplo.pt')
  const question = await questionForNew(session, SITE, now().now)
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow('passkey.not-accepted')

  await refused(addPasskey(session, '{}', SITE, now()))
  await refused(addPasskey(session, 'no JSON', SITE, now()))
  await refused(addPasskey(session, device.make(question, { origin: 'https://mau.exemplo' }), SITE, now()))
  await refused(addPasskey(session, device.make(question, { isVerified: false }), SITE, now()))
  const other = await someone('outra@exemplo.pt')
  await refused(addPasskey(other.session, device.make(await questionForNew(session, SITE, now().now)), SITE, now()))

  await add()
  await refused(signIn(device, { origin: 'https://mau.exemplo' }))
  await refused(signIn(device, { isVerified: false }))
  await refused(signIn(anAuthenticator()))
  const old = await questionForSignIn(SITE, now().now.subtract({ minutes: 11 }))
  await refused(signInByPasskey(device.sign(old), SITE, now(), null))
  const made = await questionForNew(session, SITE, now().now)
  await refused(signInByPasskey(device.sign(made), SITE, now(), null))
  await expect(signIn(device)).resolves.toMatchObject({ outcome: 'signed-in' })
})

test('an answer counts once, and a count that goes back is a copied key', async () => {
  const { device, add } = await someone('uma-vez@exemplo.pt')
  await add()
  const answer = device.sign(await questionForSignIn(SITE, now().now), { counter: 7 })
  await signInByPasskey(answer, SITE, now(), null)
  await expect(signInByPasskey(answer, SITE, now(), null)).rejects.toThrow('passkey.not-accepted')
  await expect(signIn(device, { counter: 7 })).rejects.toThrow('passkey.not-accepted')
  await expect(signIn(device, { counter: 8 })).resolves.toMatchObject({ outcome: 'signed-in' })
})

test('the same device is known again, and ten passkeys are enough', async () => {
  const { uid, session, device, add } = await someone('dez@exemplo.pt')
  await add()
  await expect(
    addPasskey(session, device.make(await questionForNew(session, SITE, now().now)), SITE, now()),
  ).rejects.toThrow('passkey.known')
  for (let more = 1; more < 10; more++) {
    const another = anAuthenticator()
    await addPasskey(session, another.make(await questionForNew(session, SITE, now().now)), SITE, now())
  }
  expect(await listPasskeys(uid)).toHaveLength(10)
  await expect(questionForNew(session, SITE, now().now)).rejects.toThrow('passkey.too-many')
})

test('its owner names it and takes it away; another person’s looks like a missing one', async () => {
  const { uid, device, add } = await someone('nome@exemplo.pt')
  const other = await someone('alheia@exemplo.pt')
  await add()
  const [{ id } = { id: '' }] = await listPasskeys(uid)
  const change = (action: string, work: (one: Change) => Promise<void>) =>
    carryOut({ actor: { ...OFFICE, uid }, action, now: now().now }, async (one) => {
      await work(one)
      return null
    })

  await change('account.rename-passkey', (one) => renamePasskey(one, uid, { id, name: 'Telemóvel' }))
  expect(await listPasskeys(uid)).toMatchObject([{ name: 'Telemóvel' }])
  await expect(change('account.remove-passkey', (one) => removePasskey(one, other.uid, id))).rejects.toThrow(
    'record.not-found',
  )
  await change('account.remove-passkey', (one) => removePasskey(one, uid, id))
  await expect(signIn(device)).rejects.toThrow('passkey.not-accepted')
})

test('of a lost phone the office takes the passkeys away, with the sessions; a forced reset does too', async () => {
  for (const [email, shutOut] of [
    ['perdido@exemplo.pt', withdrawPasskeys],
    ['reposta@exemplo.pt', forceReset],
  ] as const) {
    const { uid, device, add } = await someone(email)
    await add()
    const { token } = (await signIn(device)) as { token: string }
    await shutOut(uid, OFFICE, now().now)
    expect(await resumeSession(token, now())).toBeNull()
    expect(await listPasskeys(uid)).toEqual([])
    await expect(signIn(device)).rejects.toThrow('passkey.not-accepted')
  }
  await expect(withdrawPasskeys(OFFICE.uid, OFFICE, now().now)).rejects.toThrow('account.is-own')
})

test('a closed account is closed to its passkeys', async () => {
  const { uid, device, add } = await someone('fechada@exemplo.pt')
  await add()
  await disableAccount(uid, OFFICE, now().now)
  await expect(signIn(device)).rejects.toThrow('identity.user-disabled')
})

test('an address by number and one without https have no passkeys', () => {
  expect(passkeySite('https://frota.exemplo.pt', 'Frota')).toMatchObject({ host: 'frota.exemplo.pt' })
  expect(passkeySite('http://localhost:3000', 'Frota')).toMatchObject({ origin: 'http://localhost:3000' })
  for (const address of ['http://frota.exemplo.pt', 'https://192.0.2.7', 'https://[2001:db8::1]', 'nada'])
    expect(passkeySite(address, 'Frota')).toBeNull()
})

async function mailTo(recipient: string): Promise<string[]> {
  const rows = await db.selectFrom('mail_outbox').select('template').where('recipient', '=', recipient).execute()
  return rows.map(({ template }) => template)
}
