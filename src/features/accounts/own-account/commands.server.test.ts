import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { applyCode, requestReset, resetByCode } from '#features/accounts/action-codes/commands.server.ts'
import { getAction } from '#features/accounts/action-codes/queries.server.ts'
import { resumeSession } from '#features/sessions/commands.server.ts'
import { mailCode } from '#features/sessions/one-time-links/commands.server.ts'
import { mailCodesBy } from '#integrations/identity/here.ts'
import { anAccount, connectAuthenticator, signInAs, password, started, visit } from '#test/people.ts'
import { askForEmail, changePassword, savePerson, withdrawFactor } from './commands.server.ts'
import { listFactors } from './queries.server.ts'

mailCodesBy(mailCode)
/** The embedded service uses the clock of the machine. */
const now = () => visit({ now: Temporal.Now.instant() })

test('a new password asks for the old one, ends the other sessions and is told by mail', async () => {
  await anAccount('marta@exemplo.pt')
  const here = await signInAs('marta@exemplo.pt', now())
  const elsewhere = await signInAs('marta@exemplo.pt', now())
  const input = { oldPassword: 'errada errada', password: 'frase nova e longa' }

  await expect(changePassword(here.session, input, now(), here.token)).rejects.toThrow('account.old-password-wrong')
  const asked = changePassword(here.session, { ...input, oldPassword: password }, now(), here.token)
  const fresh = await started(asked)

  expect(await resumeSession(elsewhere.token, now())).toBeNull()
  expect(await resumeSession(here.token, now())).toBeNull()
  expect((await resumeSession(fresh.token, now()))?.session.user.email).toBe('marta@exemplo.pt')
  expect(await mailTo('marta@exemplo.pt')).toContain('password-changed')
})

test('another e-mail counts once its link was followed, once, and ends the sessions; looking uses nothing up', async () => {
  const uid = await anAccount('velha@exemplo.pt')
  const { session, token } = await signInAs('velha@exemplo.pt', now())

  await anAccount('outra@exemplo.pt')
  await expect(askForEmail(session, 'outra@exemplo.pt', now())).rejects.toThrow('account.email-in-use')
  await askForEmail(session, 'fresca@exemplo.pt', now())
  const code = await codeFor('fresca@exemplo.pt')
  expect(await getAction(code)).toMatchObject({ kind: 'change-email', newEmail: 'fresca@exemplo.pt' })
  await getAction(code)
  expect((await resumeSession(token, now()))?.session.user.email).toBe('velha@exemplo.pt')
  await applyCode(code, now())

  expect(await emailOf(uid)).toBe('fresca@exemplo.pt')
  expect(await resumeSession(token, now())).toBeNull()
  await expect(applyCode(code, now())).rejects.toThrow('identity.invalid-action-code')
  await expect.poll(() => mailTo('velha@exemplo.pt')).toContain('email-changed')
})

test('a forgotten password: the same answer for everybody, a link for those who exist, good once', async () => {
  await anAccount('lapso@exemplo.pt')
  const { token } = await signInAs('lapso@exemplo.pt', now())

  expect(requestReset('ninguem@exemplo.pt', now(), 'pt')).toBeUndefined()
  expect(requestReset('lapso@exemplo.pt', now(), 'pt')).toBeUndefined()
  await expect.poll(() => mailTo('lapso@exemplo.pt'), { timeout: 10_000 }).toContain('password-reset')
  const code = await codeFor('lapso@exemplo.pt')
  await expect(resetByCode(code, 'curta', now())).rejects.toThrow('identity.weak-password')
  await resetByCode(code, 'uma frase bem nova', now())

  expect(await resumeSession(token, now())).toBeNull()
  expect(await mailTo('ninguem@exemplo.pt')).toEqual([])
  expect(await mailTo('lapso@exemplo.pt')).toContain('password-changed')
  await expect(resetByCode(code, 'uma frase bem nova', now())).rejects.toThrow('identity.invalid-action-code')
})

test('a session knows that a second factor was shown: from its first code on, until the last app is taken away', async () => {
  await anAccount('segura@exemplo.pt', 'admin')
  const { session, token } = await signInAs('segura@exemplo.pt', now())
  const knows = async () => (await resumeSession(token, now()))?.session.withSecondFactor

  expect(await knows()).toBe(false)
  await connectAuthenticator(session)
  expect(await knows()).toBe(true)
  const [factor] = (await listFactors(session, now())) ?? []
  await withdrawFactor(session, factor!.id, now())
  expect(await knows()).toBe(false)
  expect(await mailTo('segura@exemplo.pt')).toEqual(expect.arrayContaining(['second-factor-added', 'account-changed']))
})

test('the name and the language of messages are the person’s to choose', async () => {
  const uid = await anAccount('bento@exemplo.pt')
  const { session } = await signInAs('bento@exemplo.pt', now())

  await savePerson(session, { displayName: 'Bento Sá', language: 'en' }, now())

  const row = await db
    .selectFrom('users')
    .select(['display_name', 'language'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  expect(row).toEqual({ display_name: 'Bento Sá', language: 'en' })
})

async function mailTo(recipient: string): Promise<string[]> {
  const rows = await db.selectFrom('mail_outbox').select('template').where('recipient', '=', recipient).execute()
  return rows.map(({ template }) => template)
}

async function codeFor(recipient: string): Promise<string> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('params')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /oobCode=([\w-]+)/.exec(JSON.stringify(row.params))?.[1] ?? ''
}

async function emailOf(uid: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('email').where('uid', '=', uid).executeTakeFirst())?.email
}
