import { expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { carryOut, SYSTEM } from '#features/audit/commands.server.ts'
import {
  acceptInvitation,
  createResetLink,
  createSetupLink,
  inviteAdmin,
  inviteByLinks,
  inviteDriver,
  revokeInvitation,
  revokeOfficeInvitation,
  setUpAdmin,
} from '#features/accounts/invitations/commands.server.ts'
import { removeDriver, restoreDriver } from '#features/fleet/drivers/commands.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { findSession } from '#features/sessions/queries.server.ts'
import { signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { makeChange } from '#test/factories.ts'
import { anAccount, password, start, started, visit } from '#test/people.ts'
import {
  countAdmins,
  findOpenInvitation,
  getInvitation,
  getSetup,
  listInvitations,
  listUninvited,
} from './queries.server.ts'

test('an invitation is looked at as often as one likes, used once, and links the driver to the account', async () => {
  const driverId = await aDriver('Marta Dias', 'marta@exemplo.pt')
  const path = await invite(driverId)
  const code = codeIn(path)

  expect(path).toBe(`/invite?code=${code}`)
  for (let look = 0; look < 3; look++)
    expect(await getInvitation(code, start)).toEqual({ email: 'marta@exemplo.pt', role: 'driver' })
  await expect(acceptInvitation(code, 'curta', visit(), null)).rejects.toThrow('identity.weak-password')
  const { session } = await started(acceptInvitation(code, 'rua azul', visit(), null))
  expect(session.user).toMatchObject({ email: 'marta@exemplo.pt', displayName: 'Marta Dias', role: 'driver', driverId })
  expect(session.emailVerified).toBe(true)
  await expect(acceptInvitation(code, 'rua verde', visit(), null)).rejects.toThrow('identity.invalid-action-code')
  await expect(getInvitation(code, start)).rejects.toThrow('identity.invalid-action-code')
})

test('an invitation that went to a wrong address is revoked at once: its link opens nothing, and another one can be made', async () => {
  const driverId = await aDriver('Rita Engano', 'rita.errada@exemplo.pt')
  const code = codeIn(await invite(driverId))
  const revoke = () => makeChange((change) => revokeInvitation(change, driverId), { at: start })
  await revoke()
  await expect(acceptInvitation(code, 'rua azul', visit(), null)).rejects.toThrow('identity.invalid-action-code')
  expect(await findOpenInvitation(driverId, start)).toBeNull()
  await expect(revoke()).rejects.toMatchObject({ code: 'record.not-found' })
  expect(await getInvitation(codeIn(await invite(driverId)), start)).toMatchObject({ role: 'driver' })

  const office = { email: 'helena.errada@exemplo.pt', displayName: 'Helena', scopes: [], language: 'pt' as const }
  const path = await makeChange((change) => inviteAdmin(change, office), { at: start })
  const [open] = await listInvitations(start)
  expect(open).toMatchObject({ email: office.email, name: 'Helena' })
  await makeChange((change) => revokeOfficeInvitation(change, open!.id), { at: start })
  await expect(getInvitation(codeIn(path), start)).rejects.toThrow('identity.invalid-action-code')
  await expect(makeChange((change) => revokeOfficeInvitation(change, open!.id), { at: start })).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('a driver without an e-mail on record is handed a link, writes one there, and both have it', async () => {
  const driverId = await aDriver('Sem Correio', null)
  const [{ path } = { path: '' }] = await carryOut(
    { actor: SYSTEM, action: 'driver.invite-all', now: start },
    async (change) => (await inviteByLinks(change)).links.filter((one) => one.driverId === driverId),
  )
  const code = codeIn(path)
  expect(await getInvitation(code, start)).toEqual({ email: null, role: 'driver' })
  expect(await db.selectFrom('mail_outbox').select('id').where('driver_id', '=', driverId).execute()).toEqual([])
  // The link stays good when no e-mail is typed, or one that is an account already.
  await anAccount('tomado@exemplo.pt', 'driver')
  await expect(acceptInvitation(code, 'rua azul', visit(), null)).rejects.toThrow('identity.invalid-action-code')
  const taken = acceptInvitation(code, 'rua azul', visit(), null, { email: 'tomado@exemplo.pt' })
  await expect(taken).rejects.toThrow('identity.email-already-in-use')

  const { session } = await started(acceptInvitation(code, 'rua azul', visit(), null, { email: 'novo@exemplo.pt' }))
  expect(session.user).toMatchObject({ email: 'novo@exemplo.pt', role: 'driver', driverId })
  expect(session.emailVerified).toBe(false)
  const record = await db.selectFrom('drivers').select('email').where('id', '=', driverId).executeTakeFirstOrThrow()
  expect(record.email).toBe('novo@exemplo.pt')
  expect((await listUninvited(start)).map(({ id }) => id)).not.toContain(driverId)
})

test('two who use an invitation at the same moment: one gets in', async () => {
  const code = codeIn(await invite(await aDriver('Vera Sá', 'vera@exemplo.pt')))

  const results = await Promise.allSettled([1, 2].map((n) => acceptInvitation(code, `rua azul ${n}`, visit(), null)))

  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an invitation is good for 72 hours, a newer one voids it, and only its hash is kept', async () => {
  const driverId = await aDriver('Tomás Luz', 'tomas@exemplo.pt', 'en')
  const path = await invite(driverId)
  const code = codeIn(path)

  expect(path).toMatch(/^\/en\/invite\?code=/)
  expect(await getInvitation(code, start.add({ hours: 71 }))).toBeTruthy()
  await expect(getInvitation(code, start.add({ hours: 72 }))).rejects.toThrow('identity.expired-action-code')
  await expect(acceptInvitation(code, 'rua azul', visit({ now: start.add({ hours: 72 }) }), null)).rejects.toThrow(
    'identity.expired-action-code',
  )
  const kept =
    JSON.stringify(await db.selectFrom('one_time_links').selectAll().execute()) +
    JSON.stringify(await db.selectFrom('audit_events').selectAll().execute())
  expect(kept).not.toContain(code)
  const newer = codeIn(await invite(driverId))
  await expect(getInvitation(code, start)).rejects.toThrow('identity.invalid-action-code')
  expect(await getInvitation(newer, start)).toBeTruthy()
})

test('a driver who forgot the password gets a new one by another invitation; every older session ends', async () => {
  const driverId = await aDriver('Rita Cruz', 'rita@exemplo.pt')
  const first = await started(acceptInvitation(codeIn(await invite(driverId)), 'rua azul', visit(), null))
  const now = start.add({ hours: 1 })

  const second = await started(acceptInvitation(codeIn(await invite(driverId)), 'rua verde', visit({ now }), null))

  expect(second.session.user.uid).toBe(first.session.user.uid)
  expect(await findSession(first.token, now)).toBeNull()
  await expect(signIn({ email: 'rita@exemplo.pt', password: 'rua azul' }, visit({ now }), null)).rejects.toThrow(
    'identity.invalid-credential',
  )
})

test('a link to an account that exists goes to its holder’s mail alone, and one shown before opens no such account', async () => {
  const driverId = await aDriver('Sara Reis', 'sara@exemplo.pt')
  const shown = await showInvite(driverId)
  expect(shown).toContain('code=')
  const other = await aDriver('Sara Reis', null)
  await acceptInvitation(codeIn(await invite(driverId)), 'rua azul', visit(), null)
  await db.updateTable('drivers').set({ email: 'escritorio@exemplo.pt' }).where('id', '=', driverId).execute()
  expect(await showInvite(driverId)).toBeNull()
  expect((await newestMail()).recipient).toBe('sara@exemplo.pt')

  await db.updateTable('drivers').set({ email: 'nova@exemplo.pt' }).where('id', '=', other).execute()
  const kept = codeIn((await showInvite(other)) ?? '')
  await anAccount('nova@exemplo.pt', 'driver')
  await expect(acceptInvitation(kept, 'rua verde', visit(), null)).rejects.toThrow('identity.invalid-action-code')
})

test('who cannot be invited: no driver, an administrator, somebody else’s account', async () => {
  await anAccount('dona@exemplo.pt', 'admin')
  await acceptInvitation(codeIn(await invite(await aDriver('Um', 'partilhado@exemplo.pt'))), 'rua azul', visit(), null)

  await expect(invite('00000000-0000-4000-8000-000000000000')).rejects.toThrow('record.not-found')
  await expect(invite(await aDriver('Dona', 'dona@exemplo.pt'))).rejects.toThrow('account.is-administrator')
  await expect(invite(await aDriver('Dois', 'partilhado@exemplo.pt'))).rejects.toThrow('account.email-in-use')
})

test('a record that was put away signs nobody in: nobody is invited, and a link of before is void', async () => {
  const id = await aDriver('Engano', 'engano@exemplo.pt')
  const link = await invite(id)
  await makeChange((change) => removeDriver(change, id, 'Criado duas vezes'), { at: start })

  expect((await listUninvited(start)).map((one) => one.id)).not.toContain(id)
  await expect(invite(id)).rejects.toThrow('driver.removed')
  await expect(acceptInvitation(codeIn(link), 'rua azul', visit(), null)).rejects.toThrow(
    'identity.invalid-action-code',
  )
  await makeChange((change) => restoreDriver(change, id), { at: start })
  const { session } = await started(acceptInvitation(codeIn(await invite(id)), 'rua azul', visit(), null))
  expect(session.user.driverId).toBe(id)
})

test('an invitation of a record that was merged is one to the record that stayed, and a link of before is void', async () => {
  const [gone, stays] = [await aDriver('Dobrado', 'velho@exemplo.pt'), await aDriver('Certo', 'certo@exemplo.pt')]
  const link = await invite(gone)
  await makeChange((change) => mergeDrivers(change, gone, { into: stays, reason: 'A mesma pessoa' }), { at: start })

  await expect(acceptInvitation(codeIn(link), 'rua azul', visit(), null)).rejects.toThrow(
    'identity.invalid-action-code',
  )
  const { session } = await started(acceptInvitation(codeIn(await invite(gone)), 'rua azul', visit(), null))
  expect(session.user).toMatchObject({ email: 'certo@exemplo.pt', driverId: stays })
})

test('the command line makes a link for a new password, good for an hour, also for administrators', async () => {
  await anAccount('socia@exemplo.pt', 'admin')
  const code = codeIn(await createResetLink('Socia@exemplo.pt', start))

  expect(await getInvitation(code, start.add({ minutes: 59 }))).toEqual({ email: 'socia@exemplo.pt', role: 'admin' })
  await expect(getInvitation(code, start.add({ minutes: 60 }))).rejects.toThrow('identity.expired-action-code')
  await expect(acceptInvitation(code, 'rua azul', visit(), null)).rejects.toThrow('identity.weak-password {"min":12}')
  expect((await started(acceptInvitation(code, 'outra rua azul', visit(), null))).session.user.role).toBe('admin')
  await expect(createResetLink('nobody@exemplo.pt', start)).rejects.toThrow('identity.user-not-found')
})

test('the set-up link makes the first administrator, once, within a quarter of an hour', async () => {
  await db.deleteFrom('users').where('role', '=', 'admin').execute()
  const input = { displayName: 'Primeira', email: 'primeira@exemplo.pt', password }
  const old = codeIn(await createSetupLink(start))
  const code = codeIn(await createSetupLink(start))

  await expect(getSetup(old, start)).rejects.toThrow('identity.invalid-action-code')
  await expect(getInvitation(code, start)).rejects.toThrow('identity.invalid-action-code')
  await expect(getSetup(code, start.add({ minutes: 15 }))).rejects.toThrow('identity.expired-action-code')
  await expect(setUpAdmin(code, { ...input, password: 'rua azul' }, visit(), null)).rejects.toThrow(
    'identity.weak-password',
  )
  expect(await getSetup(code, start.add({ minutes: 14 }))).toEqual({ isFirst: true })

  const { session } = await started(setUpAdmin(code, input, visit(), null))

  expect(session.user).toMatchObject({ email: 'primeira@exemplo.pt', displayName: 'Primeira', role: 'admin' })
  expect(await countAdmins()).toBe(1)
  await expect(setUpAdmin(code, { ...input, email: 'segunda@exemplo.pt' }, visit(), null)).rejects.toThrow(
    'identity.invalid-action-code',
  )
  const tooLate = codeIn(await createSetupLink(start))
  await expect(getSetup(tooLate, start)).rejects.toThrow('identity.invalid-action-code')
  await expect(setUpAdmin(tooLate, { ...input, email: 'segunda@exemplo.pt' }, visit(), null)).rejects.toThrow(
    'identity.invalid-action-code',
  )
  expect(await countAdmins()).toBe(1)
})

async function aDriver(name: string, email: string | null, language = 'pt'): Promise<string> {
  const { id } = await db
    .insertInto('drivers')
    .values({ name, email, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Invites a driver, and gives the link that the office is shown. */
function showInvite(driverId: string): Promise<string | null> {
  return carryOut({ actor: SYSTEM, action: 'account.invite', now: start }, (change) => inviteDriver(change, driverId))
}

/** The link as the office sees it, or as the holder of an account gets it by mail. */
async function invite(driverId: string): Promise<string> {
  return (await showInvite(driverId)) ?? (await lastMailed())
}

const newestMail = () =>
  db.selectFrom('mail_outbox').select(['recipient', 'params']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

async function lastMailed(): Promise<string> {
  const { params } = await newestMail()
  return z.object({ link: z.string() }).parse(params).link
}

function codeIn(path: string): string {
  return new URL(path, 'https://frota.exemplo.pt').searchParams.get('code') ?? ''
}
