import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type Actor, SYSTEM } from '#features/audit/commands.server.ts'
import type { Scope } from '#domain/access.ts'
import { withdrawPasskeys } from '#features/sessions/passkeys/commands.server.ts'
import { resumeSession, signOutEverywhere } from '#features/sessions/commands.server.ts'
import { makeChange } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { anAccount, connectAuthenticator, signInAs, password, start, started, visit } from '#test/people.ts'
import {
  acceptInvitation,
  createAdminLink,
  inviteAdmin,
  inviteAllDrivers,
  setUpAdmin,
} from '#features/accounts/invitations/commands.server.ts'
import {
  disableAccount,
  enableAccount,
  forceReset,
  setAccess,
  setSecondFactorRule,
  withdrawFactors,
  withdrawFactorsOf,
} from './commands.server.ts'
import { adminsNeedSecondFactor, findDriverAccount, getAccount, getSetup, listUninvited } from './queries.server.ts'

test('a closed account cannot sign in, and its open session ends on the next request', async () => {
  const { id: driverId } = await aDriverOf(null)
  const uid = await anAccount('eva@exemplo.pt', 'driver', driverId)
  const { token } = await signInAs('eva@exemplo.pt', visit())

  expect(await findDriverAccount(driverId)).toMatchObject({ uid, isClosed: false })
  await disableAccount(uid, SYSTEM, start)
  expect(await findDriverAccount(driverId)).toMatchObject({ uid, isClosed: true })

  expect(await resumeSession(token, visit())).toBeNull()
  await expect(signInAs('eva@exemplo.pt', visit())).rejects.toThrow('identity.user-disabled')
  await enableAccount(uid, SYSTEM, start)
  expect(await resumeSession(token, visit())).toBeNull()
  expect((await signInAs('eva@exemplo.pt', visit())).session.user.uid).toBe(uid)
})

test('an invitation to the office is mailed, used once, and gives the scopes it was made with', async () => {
  await anAccount('dona@exemplo.pt', 'admin')
  const invited = { email: 'contas@exemplo.pt', displayName: 'Rita', scopes: ['accountant'], language: 'en' } as const

  const voided = await makeChange((change) => inviteAdmin(change, invited), { at: start })
  const link = await makeChange((change) => inviteAdmin(change, invited), { at: start })

  expect(link).toMatch(/^\/en\/invite\?code=[\w-]{43}$/)
  expect(await mailTo('contas@exemplo.pt')).toEqual(['invite', 'invite'])
  await expect(acceptInvitation(codeIn(voided), password, visit(), null)).rejects.toThrow(
    'identity.invalid-action-code',
  )
  const late = visit({ now: start.add({ hours: 72 }) })
  await expect(acceptInvitation(codeIn(link), password, late, null)).rejects.toThrow('identity.expired-action-code')
  const { session } = await started(acceptInvitation(codeIn(link), password, visit(), null))
  expect(session.user).toMatchObject({ role: 'admin', scopes: ['accountant'], displayName: 'Rita' })
  await expect(acceptInvitation(codeIn(link), password, visit(), null)).rejects.toThrow('identity.invalid-action-code')
  await expect(makeChange((change) => inviteAdmin(change, invited))).rejects.toThrow('account.email-in-use')
})

test('another role ends the sessions; nobody changes their own, and the last owner stays', async () => {
  const first = await anAccount('primeira@exemplo.pt', 'admin')
  const second = await anAccount('segunda@exemplo.pt', 'admin')
  await db.updateTable('users').set({ scopes: [] }).where('uid', 'not in', [first, second]).execute()
  const by = (uid: string): Actor => ({ uid, role: 'admin', address: null, requestId: null })
  const { token } = await signInAs('segunda@exemplo.pt', visit())

  await setAccess(second, { role: 'admin', scopes: ['finance'] }, by(first), start)
  expect((await resumeSession(token, visit()))?.session.user.scopes).toEqual(['finance'])
  await expect(setAccess(first, { role: 'admin', scopes: ['finance'] }, by(second), start)).rejects.toThrow(
    'account.last-owner',
  )
  await expect(disableAccount(first, by(second), start)).rejects.toThrow('account.last-owner')
  await expect(setAccess(first, { role: 'driver', scopes: [] }, by(first), start)).rejects.toThrow('account.is-own')
  await setAccess(second, { role: 'driver', scopes: ['owner'] }, by(first), start)

  expect(await resumeSession(token, visit())).toBeNull()
  const { session } = await signInAs('segunda@exemplo.pt', visit())
  expect(session.user).toMatchObject({ role: 'driver', scopes: [] })
})

test('two owners who take each other’s access at the same moment leave one of them, whichever way they take it', async () => {
  const by = (uid: string): Actor => ({ uid, role: 'admin', address: null, requestId: null })
  const ways = [
    (uid: string, actor: string) => disableAccount(uid, by(actor), start),
    (uid: string, actor: string) => setAccess(uid, { role: 'driver', scopes: [] }, by(actor), start),
    (uid: string, actor: string) => setAccess(uid, { role: 'admin', scopes: ['finance'] }, by(actor), start),
  ]
  for (const [index, take] of ways.entries()) {
    await db.updateTable('users').set({ scopes: [] }).execute()
    const one = await anAccount(`um${index}@exemplo.pt`, 'admin')
    const other = await anAccount(`outro${index}@exemplo.pt`, 'admin')

    const results = await Promise.allSettled([take(other, one), take(one, other)])

    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'account.last-owner' },
    })
    const owners = db.selectFrom('users').select('uid').where('role', '=', 'admin').where('disabled', '=', false)
    expect(await owners.where((row) => row('scopes', '@>', row.val(['owner']))).execute()).toHaveLength(1)
  }
})

test('a forced reset ends the sessions and the old password, and mails a link', async () => {
  const uid = await anAccount('esquecida@exemplo.pt')
  const { token } = await signInAs('esquecida@exemplo.pt', visit())

  const link = await forceReset(uid, SYSTEM, start)

  expect(await resumeSession(token, visit())).toBeNull()
  await expect(signInAs('esquecida@exemplo.pt', visit())).rejects.toThrow('identity.invalid-credential')
  expect(await mailTo('esquecida@exemplo.pt')).toEqual(['password-reset'])
  const { session } = await started(acceptInvitation(codeIn(link), 'outra frase qualquer', visit(), null))
  expect(session.user.uid).toBe(uid)
})

test('a link that is used in the session of somebody else is in the log with that person', async () => {
  await anAccount('escritorio@exemplo.pt', 'admin')
  const other = await signInAs('escritorio@exemplo.pt', visit())
  const invited = { email: 'nova.pessoa@exemplo.pt', displayName: 'Nova', scopes: ['finance'], language: 'pt' } as const
  const link = await makeChange((change) => inviteAdmin(change, invited), { at: start })
  const { session } = await started(acceptInvitation(codeIn(link), password, visit(), other.token))

  const event = await db
    .selectFrom('audit_events')
    .select(['actor', 'after'])
    .where('action', '=', 'account.set-password')
    .where('subject', '=', `user:${session.user.uid}`)
    .executeTakeFirst()
  expect(event).toEqual({ actor: session.user.uid, after: { driver: null, by: 'escritorio@exemplo.pt' } })
})

test('the link of the command line makes another owner when there are administrators already', async () => {
  await anAccount('ja@exemplo.pt', 'admin')
  const code = codeIn(await createAdminLink(start))
  const input = { displayName: 'Nova', email: 'nova@exemplo.pt', password: 'uma frase comprida' }

  expect(await getSetup(code, start)).toEqual({ isFirst: false })
  const { session } = await started(setUpAdmin(code, input, visit(), null))

  expect(session.user).toMatchObject({ role: 'admin', scopes: ['owner'] })
  await expect(getSetup(code, start)).rejects.toThrow('identity.invalid-action-code')
})

test('whoever registers by a link of the command line may set up a second factor at once', async () => {
  const code = codeIn(await createAdminLink(Temporal.Now.instant()))
  const input = { displayName: 'Só', email: 'so@exemplo.pt', password: 'uma frase comprida' }
  const { session } = await started(setUpAdmin(code, input, visit({ now: Temporal.Now.instant() }), null))

  await connectAuthenticator(session)

  expect((await getAccount(session.user.uid)).hasFactor).toBe(true)
  await withdrawFactorsOf('so@exemplo.pt', Temporal.Now.instant())
  expect((await getAccount(session.user.uid)).hasFactor).toBe(false)
})

test('a person is told by mail of each thing that is done to their account, and of nothing that stays as it was', async () => {
  const office: Actor = {
    uid: await anAccount('chefe@exemplo.pt', 'admin'),
    role: 'admin',
    address: null,
    requestId: null,
  }
  const email = 'avisada@exemplo.pt'
  const uid = await anAccount(email, 'admin')
  await db.updateTable('users').set({ language: 'en' }).where('uid', '=', uid).execute()
  const now = Temporal.Now.instant()
  const told = async (act: () => Promise<unknown>) => {
    const before = (await mailTo(email)).length
    await act()
    return (await mailsTo(email)).slice(before).map(({ template, params, language }) => {
      const { change, forced } = params as { change?: string; forced?: boolean }
      return [template, change ?? forced ?? null, language]
    })
  }
  const changed = (change: string) => [['account-changed', change, 'en']]
  const access = (role: 'admin' | 'driver', scopes: Scope[]) =>
    told(() => setAccess(uid, { role, scopes }, office, now))

  expect(await told(() => withdrawFactors(uid, office, now))).toEqual(changed('factor-withdrawn'))
  expect(await told(() => withdrawPasskeys(uid, office, now))).toEqual(changed('passkeys-withdrawn'))
  expect(await told(() => signOutEverywhere(uid, office, now))).toEqual(changed('sessions-ended'))
  expect(await access('admin', ['finance', 'operations'])).toEqual(changed('scopes'))
  expect(await access('admin', ['operations', 'finance'])).toEqual([])
  expect(await access('driver', [])).toEqual(changed('role'))
  expect(await told(() => disableAccount(uid, office, now))).toEqual([['account-disabled', null, 'en']])
  expect(await told(() => enableAccount(uid, office, now))).toEqual(changed('enabled'))
  const links: string[] = []
  const reset = () => forceReset(uid, office, now).then((link) => links.push(link))
  expect(await told(reset)).toEqual([['password-reset', true, 'en']])
  const choose = () => acceptInvitation(codeIn(links[0] ?? ''), 'outra frase comprida', visit({ now }), null)
  expect(await told(choose)).toContainEqual(['password-changed', null, 'en'])
})

test('the second factor is compulsory in production until an owner says otherwise, and the log has who said so', async () => {
  expect(await adminsNeedSecondFactor()).toBe(false)
  process.env['VOLANTE_MODE'] = 'production'
  expect(await adminsNeedSecondFactor()).toBe(true)
  await makeChange((change) => setSecondFactorRule(change, false))
  expect(await adminsNeedSecondFactor()).toBe(false)
  delete process.env['VOLANTE_MODE']
  const uid = await anAccount('regra@exemplo.pt', 'admin')
  const owner: Actor = { uid, role: 'admin', address: null, requestId: null }
  await makeChange((change) => setSecondFactorRule(change, true), { actor: owner })
  expect(await adminsNeedSecondFactor()).toBe(true)

  const [last] = await listEvents('access')
  expect(last).toMatchObject({ action: 'test.change', by: 'regra' })
  expect(last!.changes).toHaveLength(1)
})

const codeIn = (link: string) => new URL(link, 'https://frota.exemplo.pt').searchParams.get('code') ?? ''

async function mailTo(recipient: string): Promise<string[]> {
  return (await mailsTo(recipient)).map(({ template }) => template)
}

function mailsTo(recipient: string) {
  return db
    .selectFrom('mail_outbox')
    .select(['template', 'params', 'language'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

test('everybody who cannot sign in yet is invited at once, each by a link of their own, and nobody twice', async () => {
  await anAccount('casa@exemplo.pt', 'admin')
  const { id: mute } = await aDriverOf(null)
  const { id: ana } = await aDriverOf('ana@exemplo.pt')
  const { id: office } = await aDriverOf('casa@exemplo.pt')
  const asked = async () => (await listUninvited(start)).map(({ id }) => id)
  expect(await asked()).toEqual(expect.arrayContaining([mute, ana, office]))
  const before = (await listUninvited(start)).filter(({ email }) => email !== null).length

  const counts: { invited: number; skipped: string[] }[] = []
  await makeChange(async (change) => void counts.push(await inviteAllDrivers(change)), { at: start })
  expect(counts).toEqual([{ invited: before - 1, skipped: [office] }])
  expect(await mailTo('ana@exemplo.pt')).toEqual(['invite'])
  expect(await asked()).not.toContain(ana)
  expect(await asked()).toEqual(expect.arrayContaining([mute, office]))
  await makeChange(async (change) => void counts.push(await inviteAllDrivers(change)), { at: start })
  expect(counts[1]).toEqual({ invited: 0, skipped: [office] })
  // A driver whose e-mail is another account's gets no link, and the account stays whose it is.
  expect(await mailTo('casa@exemplo.pt')).toEqual([])
  expect(await findDriverAccount(office)).toBeNull()
})

test('many are invited with as many statements as few', async () => {
  const asked: number[] = []
  // The first time asks also what a process asks once.
  for (const count of [2, 2, 9]) {
    const ids: string[] = []
    for (let at = 0; at < count; at++) ids.push((await aDriverOf(`convite${asked.length}.${at}@exemplo.pt`)).id)
    const invite = () => makeChange(async (change) => void (await inviteAllDrivers(change, ids)), { at: start })
    asked.push((await statementsOf(invite)).length)
    expect(await mailTo(`convite${asked.length - 1}.${count - 1}@exemplo.pt`)).toEqual(['invite'])
  }
  expect(asked[2]).toBe(asked[1])
})

async function aDriverOf(email: string | null): Promise<{ id: string }> {
  return db
    .insertInto('drivers')
    .values({ name: email ?? 'Sem e-mail', ref: `I${randomUUID().slice(0, 6)}`, email })
    .returning('id')
    .executeTakeFirstOrThrow()
}
