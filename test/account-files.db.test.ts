import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COMMANDS } from '#cli/commands.ts'
import { db } from '#db/client.server.ts'
import { identity } from '#integrations/identity/identity.ts'
import { type Language, LANGUAGES } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { aPerson, PASSWORD } from './identity.ts'

/** Accounts written to a file and read from one, as the command line does it. */
const folder = mkdtempSync(join(tmpdir(), 'volante-accounts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function volante(name: 'users export' | 'users import', file: string, language: Language = 'pt') {
  const command = COMMANDS.find((one) => one.name === name)!
  return command.run({ args: [file], options: {}, t: translator(language), fromCaller: (path) => join(folder, path) })
}
const stored = (uid: string) => db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
const written = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))

test('accounts written to a file come back with id, role and password; those that are there are left and named', async () => {
  const owner = await aPerson({ role: 'admin' })
  const driver = await aPerson({ emailVerified: false })
  const { json, text } = await volante('users export', 'moved.json')
  expect(json).toMatchObject({ accounts: 2, without_password: [], file: 'moved.json' })
  expect(text).toContain('2 contas em moved.json')
  expect(text + JSON.stringify(json)).not.toMatch(/argon2|passwordHash/)
  expect(statSync(join(folder, 'moved.json')).mode & 0o777).toBe(0o600)

  await db.deleteFrom('users').where('uid', '=', owner.uid).execute()
  const back = await volante('users import', 'moved.json', 'en')
  expect(back).toMatchObject({ failed: true, json: { accounts: 1, refused: [{ email: driver.email }] } })
  expect(back.text).toBe(`1 account created.\n  not created: ${driver.email}, the account already exists`)
  expect(await stored(owner.uid)).toMatchObject({ email: owner.email, role: 'admin', email_verified: true })
  expect(await identity().signIn({ email: owner.email, password: PASSWORD })).toMatchObject({
    user: { uid: owner.uid, role: 'admin' },
  })

  const events = await db.selectFrom('audit_events').select(['action', 'after']).orderBy('seq').execute()
  expect(events.slice(-2)).toEqual([
    { action: 'account.export', after: { accounts: 2 } },
    { action: 'account.import', after: { accounts: 1, refused: 1 } },
  ])
})

test('a file that is there is never written over', async () => {
  written('kept.json', 'mine')
  for (const { code } of LANGUAGES)
    await expect(volante('users export', 'kept.json', code)).rejects.toThrow(/^kept\.json (já existe|already exists)/)
  expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe('mine')
})

test('more accounts than the service takes at once come in by parts, each refused one under its own name', async () => {
  const users = Array.from({ length: 1_201 }, (_, index) => ({
    localId: `many${index}`,
    email: index === 1_100 ? 'nobody' : `many${index}@exemplo.pt`,
  }))
  written('many.json', { users })
  expect(await volante('users import', 'many.json')).toMatchObject({
    failed: true,
    json: { accounts: 1_200, refused: [{ email: 'nobody', word: 'INVALID_EMAIL' }] },
  })
})

test('what is no file of accounts, or does not say how its passwords were hashed, is refused before anybody is made', async () => {
  const someone = { localId: 'hashed1', email: 'hashed1@exemplo.pt' }
  for (const content of [
    '{"users": [',
    '[]',
    { users: [] },
    { users: [{ email: 'a@exemplo.pt' }] },
    { uploads: [{}] },
  ]) {
    written('odd.json', content)
    await expect(volante('users import', 'odd.json'), JSON.stringify(content)).rejects.toThrow(
      'não é um ficheiro de contas',
    )
  }
  written('odd.json', { users: [{ ...someone, passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }] })
  await expect(volante('users import', 'odd.json')).rejects.toThrow('não é um ficheiro de contas')
  expect(await stored('hashed1')).toBeUndefined()
})

test('accounts the hosted service keeps are not exported from here', async () => {
  process.env['FIREBASE_PROJECT_ID'] = 'frota'
  process.env['FIREBASE_API_KEY'] = 'k'
  try {
    await expect(volante('users export', 'hosted.json')).rejects.toThrow(translator('pt')('cli.usersKeptElsewhere'))
  } finally {
    delete process.env['FIREBASE_PROJECT_ID']
    delete process.env['FIREBASE_API_KEY']
  }
})
