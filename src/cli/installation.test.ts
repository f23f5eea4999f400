import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { closeDatabase, databaseUrl } from '#db/client.server.ts'
import { withPlainConnection } from '#db/table-copies.server.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { aMailServer } from '#test/mail-server.ts'
import { examineInstallation } from './installation.ts'

/** Tests `doctor` on an installation of its own: each fault is made on purpose, and removed again. */
const data = mkdtempSync(join(tmpdir(), 'volante-doctor-'))
Object.assign(process.env, { VOLANTE_DATA: data, VOLANTE_MODE: 'production', DATABASE_URL: '', PUBLIC_URL: '' })
chmodSync(data, 0o700)
afterAll(async () => {
  await closeDatabase()
  rmSync(data, { recursive: true, force: true })
})

const checkOf = async (check: string) =>
  (await examineInstallation(translator('pt'))).find((one) => one.check === check)

test('the two roles of an embedded database, the clock and the modes are well', async () => {
  for (const check of ['roles', 'clock', 'modes']) expect(await checkOf(check)).toMatchObject({ isWell: true })
})

test('a secret that others of the machine may read is named, and how to close it', async () => {
  writeFileSync(join(data, 'backup.key'), 'x'.repeat(40))
  chmodSync(join(data, 'backup.key'), 0o640)
  expect(await checkOf('modes')).toMatchObject({ isWell: false, sentence: expect.stringContaining('backup.key') })
  chmodSync(join(data, 'backup.key'), 0o600)
  expect(await checkOf('modes')).toMatchObject({ isWell: true })
})

test('a key that has sealed for more than a year is told, and how to change it', async () => {
  expect(await checkOf('keys')).toMatchObject({ isWell: true })
  await withPlainConnection(await databaseUrl(), (owner) =>
    owner.query(`update field_keys set first_used_at = first_used_at - interval '366 days'`),
  )
  expect(await checkOf('keys')).toMatchObject({ isWell: false, sentence: expect.stringContaining('keys rotate') })
})

test('an address that is missing, open or leads elsewhere is told', async () => {
  expect((await checkOf('address'))?.sentence).toContain('PUBLIC_URL')
  process.env['PUBLIC_URL'] = 'http://frota.example.pt'
  expect(await checkOf('address')).toMatchObject({ isWell: false, sentence: expect.stringContaining('https') })
  process.env['PUBLIC_URL'] = 'https://frota.example.pt'
  expect(await checkOf('address')).toMatchObject({
    isWell: true,
    sentence: expect.stringContaining('não está a correr'),
  })
})

test('a mail server that is missing, out of reach or without a sender is told in its own words', async () => {
  expect((await checkOf('mail'))?.sentence).toContain('SMTP_URL')
  const server = await aMailServer()
  process.env['SMTP_URL'] = server.url
  expect(await checkOf('mail')).toMatchObject({ isWell: false, sentence: expect.stringContaining('MAIL_FROM') })
  process.env['MAIL_FROM'] = 'Frota <frota@example.pt>'
  expect(await checkOf('mail')).toMatchObject({ isWell: true })
  await server.close()
  expect((await checkOf('mail'))?.sentence).toContain('ECONNREFUSED')
})

test('a standby that is none, or lets nobody in, is told; without one nothing is said', async () => {
  expect(await checkOf('standby')).toBeUndefined()
  process.env['DATABASE_READ_URL'] = await databaseUrl()
  expect(await checkOf('standby')).toMatchObject({
    isWell: false,
    sentence: expect.stringContaining('não repete outro'),
  })
  process.env['DATABASE_READ_URL'] = (await databaseUrl()).replace(/\/\/[^:]+:/, '//nobody:')
  expect(await checkOf('standby')).toMatchObject({ isWell: false, sentence: expect.stringContaining('nobody') })
  delete process.env['DATABASE_READ_URL']
})

test('a clock that was set back behind what was written is told, with the moment', async () => {
  const now = Temporal.Now.instant().add({ hours: 48 })
  await carryOut({ actor: COMMAND_LINE, action: 'test.ahead', now }, async () => null)
  expect(await checkOf('clock')).toMatchObject({
    isWell: false,
    sentence: expect.stringContaining('relógio foi atrasado'),
  })
})
