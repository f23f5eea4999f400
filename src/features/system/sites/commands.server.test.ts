import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { env } from '#platform/env.server.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { fieldKeysPath } from '#platform/field-keys.server.ts'
import { asOwner } from '#test/factories.ts'
import { enterSites } from './commands.server.ts'
import { runningSites } from './queries.server.ts'

const KEYS = { FIELD_KEYS_FILE: fieldKeysPath()!, APP_SECRET: 'a secret that both sites are given' }
const SEPARATE = { ...KEYS, FILES_STORE: 's3://fleet-files/one', BACKUP_PASSPHRASE: 'the same words for both' }

function set(settings: Record<string, string>): void {
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
}

/** A folder as on another machine, which sees nothing of this one. */
const newFolder = () => mkdtempSync(join(tmpdir(), 'volante-site-'))

async function entered(place: number, settings: Record<string, string> = {}) {
  set(settings)
  const site = await enterSites(place)
  if ('unshared' in site) throw new Error(site.unshared.join(', '))
  return {
    isAlone: site.isAlone,
    leave: async () => {
      set(settings)
      await site.leave()
    },
  }
}

test('two sites on one data folder share all there is', async () => {
  const first = await entered(0)
  const second = await entered(1)
  expect([first.isAlone, second.isAlone]).toEqual([true, false])
  expect((await runningSites()).map(({ place }) => place)).toEqual([0, 1])
  await first.leave()
  await second.leave()
  expect(await runningSites()).toEqual([])
  expect(readdirSync(env().VOLANTE_DATA).filter((name) => name.startsWith('.site-'))).toEqual([])
})

test('a second site with a folder of its own is told all that it would not share, and is nowhere', async () => {
  const first = await entered(0)
  const folder = newFolder()
  set({ VOLANTE_DATA: folder, FIELD_KEYS_FILE: fieldKeysPath()! })
  expect(await enterSites(1)).toEqual({ unshared: ['files', 'secret', 'backups', 'backupKey', 'seal'] })
  expect((await runningSites()).map(({ place }) => place)).toEqual([0])
  await first.leave()
  rmSync(folder, { recursive: true })
})

test('sites with folders of their own serve together where bucket, keys, seal and copies are the same', async () => {
  const [one, two, copies] = [newFolder(), newFolder(), newFolder()]
  const sealed = newFolder()
  set({ VOLANTE_DATA: sealed })
  await sealOf('Frota', Temporal.Now.instant())
  const seal = { VOLANTE_SEAL_KEY: join(sealed, 'seal.pem'), VOLANTE_SEAL_CERTIFICATE: join(sealed, 'seal.pem') }
  const shared = { ...SEPARATE, ...seal, BACKUP_TO: copies }
  const first = await entered(0, { ...shared, VOLANTE_DATA: one })
  const second = await entered(1, { ...shared, VOLANTE_DATA: two })
  await second.leave()

  set({ ...shared, VOLANTE_DATA: two, FILES_STORE: 's3://fleet-files/two' })
  expect(await enterSites(1)).toEqual({ unshared: ['files'] })
  mkdirSync(join(two, 'files', 'ab'), { recursive: true })
  set({ ...shared, VOLANTE_DATA: two })
  expect(await enterSites(1)).toEqual({ unshared: ['filesLeft'] })
  rmSync(join(two, 'files'), { recursive: true })
  set({ ...shared, VOLANTE_DATA: two, BACKUP_TO: join(two, 'copies') })
  expect(await enterSites(1)).toEqual({ unshared: ['backups'] })
  set({ ...shared, VOLANTE_DATA: two, BACKUP_PASSPHRASE: 'other words for the second' })
  expect(await enterSites(1)).toEqual({ unshared: ['backupKey'] })
  set({ ...SEPARATE, BACKUP_TO: copies, VOLANTE_DATA: two })
  expect(await enterSites(1)).toEqual({ unshared: ['seal'] })
  await first.leave()
  for (const folder of [one, two, copies, sealed]) rmSync(folder, { recursive: true })
})

test('a site that was killed is in nobody’s way half a minute later, and its sign goes', async () => {
  set({})
  writeFileSync(join(env().VOLANTE_DATA, '.site-of-a-killed-one'), '')
  await asOwner(`insert into sites (place, id, renewed_at, sees)
    values (1, gen_random_uuid(), now() - interval '31 seconds', '{}')`)
  const next = await entered(0)
  expect(next.isAlone).toBe(true)
  expect(readdirSync(env().VOLANTE_DATA).filter((name) => name.startsWith('.site-'))).toHaveLength(1)
  await next.leave()
})
