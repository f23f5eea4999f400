import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { migrate, readMigrations } from '#db/migrate.server.ts'
import { order } from '#db/queue.server.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { copyDatabase, makeBackup } from '#features/system/backups/commands.server.ts'
import { readBackup } from '#features/system/backups/queries.server.ts'
import { findByLink, getContract } from '#features/contracts/queries.server.ts'
import { linkContract } from '#features/contracts/signing/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { walkWeekPayslips } from '#features/statements/payslips/queries.server.ts'
import { dataPath } from '#platform/env.server.ts'
import type { Key } from '#platform/sealed-file.ts'
import { contractWorld } from '#test/contracts.ts'
import { cloneDatabase } from '#test/database.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { makeLink } from '#features/sessions/one-time-links/commands.server.ts'
import { addDocument, removeDocument, savePerson } from '#features/recruitment/commands.server.ts'
import { purgeApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { getOwnApplication } from '#features/recruitment/queries.server.ts'
import { personInput } from '#features/recruitment/schema.ts'
import { fingerprintOf, sealOf } from '#integrations/seal/certificate.ts'
import { storage } from '#integrations/storage/storage.ts'
import { sha256 as hashOf } from '#platform/hash.ts'
import { newSecret } from '#platform/secret.ts'
import { restoreBackup } from './commands.server.ts'
import { noteForgotten } from './jobs.ts'
import { restoreJobs } from './jobs.server.ts'
import { pdfBytes } from '#test/papers.ts'

const KEY: Key = { kind: 'file', bytes: randomBytes(32) }
const OTHER: Key = { kind: 'file', bytes: randomBytes(32) }
const folder = mkdtempSync(join(tmpdir(), 'volante-backups-'))
const copy = (now = MONDAY) => makeBackup({ actor: COMMAND_LINE, folder, key: KEY, now })

/** Makes an empty database; answers the addresses of both roles. */
async function anEmptyDatabase(): Promise<{ ownerUrl: string; appUrl: string }> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  await asked(at(inject('ownerUrl'), 'postgres'), `create database ${name}`)
  return { ownerUrl: at(inject('ownerUrl'), name), appUrl: at(inject('appUrl'), name) }
}

async function asked(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function papers(walk: typeof walkWeekPayslips): Promise<string[]> {
  const drawn: string[] = []
  for await (const { name, bytes } of walk(WEEK)) drawn.push(`${name} ${Buffer.from(bytes).toString('base64')}`)
  return drawn
}

test('a copy made while others write is of one moment, and restored it is the same installation', async () => {
  await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => order(change.tx, forgetFile, { sha256: 'f'.repeat(64) }, 'a-key'))
  await makeChange(({ tx, now }) =>
    makeLink(tx, { purpose: 'invite', email: 'a@example.org', uid: null, driverId: null }, now),
  )
  const drawn = await papers(walkWeekPayslips)
  expect(drawn).toHaveLength(8)

  // A file, its row and the event are written in one go: the copy must have all three, or none.
  const over = new AbortController()
  let written = 0
  const writing = (async () => {
    for (; !over.signal.aborted; written++) {
      await makeChange(async (change) => {
        const hash = await saveFile(change.tx, randomBytes(2_000), 'text/plain')
        change.note({ subject: `file:${hash}` })
      })
    }
  })()
  const made = await copy().finally(() => over.abort())
  await writing
  expect(written).toBeGreaterThan(0)
  expect(made.missing).toEqual([])

  const place = await anEmptyDatabase()
  const own = { ...process.env }
  process.env['VOLANTE_DATA'] = mkdtempSync(join(tmpdir(), 'volante-restored-'))
  const restored = await restoreBackup(made.path, KEY, async () => place.ownerUrl)
  expect(restored.rows).toBe(made.rows)

  // Load all modules anew, for the restored place, as another process would.
  process.env['DATABASE_URL'] = place.appUrl
  process.env['DATABASE_OWNER_URL'] = place.ownerUrl
  vi.resetModules()
  const there = {
    ...(await import('#features/statements/payslips/queries.server.ts')),
    ...(await import('#features/system/invariants/queries.server.ts')),
    ...(await import('#features/audit/audit-chain/queries.server.ts')),
    ...(await import('#features/files/queries.server.ts')),
    ...(await import('#test/factories.ts')),
    ...(await import('#db/client.server.ts')),
  }
  try {
    expect(await papers(there.walkWeekPayslips)).toEqual(drawn)
    expect((await there.examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
    expect((await there.verifyChain([restored.about.anchor!])).broken).toBeNull()
    const kept = await there.db.selectFrom('files').select('sha256').execute()
    for (const { sha256 } of kept) await there.readKeptFile(sha256)
    const noted = await there.db
      .selectFrom('audit_events')
      .select('subject')
      .where('subject', 'like', 'file:%')
      .execute()
    expect(kept.map(({ sha256 }) => `file:${sha256}`)).toEqual(
      expect.arrayContaining(noted.map(({ subject }) => subject)),
    )

    const shape = `select pg_get_indexdef(indexrelid) as made from pg_index join pg_class on oid = indexrelid
      where relnamespace = 'public'::regnamespace union all
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`
    expect(await asked(place.ownerUrl, shape)).toEqual(await asked(own['DATABASE_OWNER_URL']!, shape))

    // Links that may have been used or ended since the copy are void.
    expect(await db.selectFrom('one_time_links').select('email').execute()).toHaveLength(1)
    expect(await there.db.selectFrom('one_time_links').select('email').execute()).toEqual([])

    // The restored place goes on where the original was: new numbers, new events, and no second event for what is
    // written once.
    await there.makeChange((change) => exportBatch(change, WEEK)).catch(() => undefined)
    await there.makeChange(async (change) => change.note({ subject: 'company' }))
    expect((await there.verifyChain()).broken).toBeNull()
    await expect(asked(place.ownerUrl, 'update entries set amount_cents = 0')).rejects.toThrow('written once')
    await expect(asked(place.appUrl, 'delete from audit_events')).rejects.toThrow('permission denied')
    expect(await asked(place.ownerUrl, `select task_identifier from graphile_worker.jobs where key = 'a-key'`)).toEqual(
      [{ task_identifier: 'files.forget' }],
    )
  } finally {
    await there.closeDatabase()
    Object.assign(process.env, own)
  }
})

test('what is damaged, cut off, strange or behind another key is refused in words, and nothing is begun', async () => {
  await anApprovedWeek()
  const { path } = await copy()
  const never = async () => expect.fail('a place was made for it')
  const bytes = readFileSync(path)
  const spoilt = (spoil: (whole: Buffer) => Uint8Array) => {
    const other = join(folder, 'spoilt.backup')
    writeFileSync(other, spoil(Buffer.from(bytes)))
    return restoreBackup(other, KEY, never)
  }
  for (const at of [60, bytes.length >> 1, bytes.length - 1]) {
    await expect(
      spoilt((one) => (one.writeUInt8(one[at]! ^ 1, at), one)),
      String(at),
    ).rejects.toMatchObject({
      code: 'backup.damaged',
    })
  }
  await expect(spoilt((one) => one.subarray(0, -100))).rejects.toMatchObject({ code: 'backup.damaged' })
  await expect(spoilt(() => Buffer.from('PK'.padEnd(400)))).rejects.toMatchObject({ code: 'backup.foreign' })
  await expect(restoreBackup(path, OTHER, never)).rejects.toMatchObject({ code: 'backup.wrong-key' })
  await expect(restoreBackup(`${path}.x`, KEY, never)).rejects.toMatchObject({ code: 'backup.not-there' })
  const full = restoreBackup(path, KEY, async () => process.env['DATABASE_OWNER_URL']!)
  await expect(full).rejects.toMatchObject({ code: 'backup.database-taken' })
})

test('bytes that the storage lost are told, and hinder no copy; one that fails leaves no file and is noted', async () => {
  await anApprovedWeek()
  const hash = await makeChange((change) => saveFile(change.tx, Buffer.from('recibo'), 'text/plain'))
  const other = await makeChange((change) => saveFile(change.tx, Buffer.from('contrato'), 'text/plain'))
  const at = (sha256: string) => join(dataPath('files'), sha256.slice(0, 2), `${sha256}.sealed`)
  rmSync(at(hash))
  writeFileSync(at(other), 'contratO')
  const made = await copy()
  expect(made.missing.toSorted()).toEqual([hash, other].toSorted())

  const place = join(folder, 'a-file')
  writeFileSync(place, '')
  await expect(makeBackup({ actor: COMMAND_LINE, folder: place, key: KEY, now: MONDAY })).rejects.toThrow('EEXIST')
  const failed = await db.selectFrom('backups').select('folder').where('failure', 'is not', null).execute()
  expect(failed).toEqual([{ folder: place }])
  const mails = await db.selectFrom('mail_outbox').select('template').where('template', '=', 'backup-failed').execute()
  expect(mails.length).toBeLessThanOrEqual(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a copy of an earlier program goes into the tables of then, and those are brought up to date', async () => {
  const then = await anEmptyDatabase()
  await migrate(then.ownerUrl, {
    only: (await readMigrations()).map(({ file }) => file).filter((file) => file <= '055-tellings.sql'),
  })
  await asked(then.ownerUrl, `insert into company (name) values ('Frota de ontem')`)
  const writing = { folder, name: 'ontem.backup', key: KEY, now: MONDAY }
  await copyDatabase(then.ownerUrl, writing)
  const path = join(folder, writing.name)
  expect((await readBackup(path, KEY)).about.migrations.at(-1)!.name).toBe('055-tellings.sql')

  const now = await anEmptyDatabase()
  const { migrated } = await restoreBackup(path, KEY, async () => now.ownerUrl)
  expect(migrated[0]).toBe('056-first-payments.sql')
  expect(await asked(now.ownerUrl, 'select name from company')).toEqual([{ name: 'Frota de ontem' }])
  expect(existsSync(path)).toBe(true)
})

test('a table that somebody else made in our database is left out of what is restored, and hinders nothing', async () => {
  const there = await cloneDatabase(inject('ownerUrl'), inject('appUrl'))
  await asked(there.ownerUrl, `create table notes_of_somebody (id serial primary key, note text)`)
  await asked(there.ownerUrl, `insert into notes_of_somebody (note) values ('uma nota')`)
  await asked(there.ownerUrl, `insert into company (name) values ('Frota com notas')`)
  const writing = { folder, name: 'notas.backup', key: KEY, now: MONDAY }
  await copyDatabase(there.ownerUrl, writing)

  const here = await anEmptyDatabase()
  await restoreBackup(join(folder, writing.name), KEY, async () => here.ownerUrl)
  expect(await asked(here.ownerUrl, 'select name from company')).toEqual([{ name: 'Frota com notas' }])
  expect(await asked(here.ownerUrl, `select to_regclass('notes_of_somebody') as there`)).toEqual([{ there: null }])
})

test('what people had us forget after the copy is not brought back by it, papers with their bytes', async () => {
  const begin = async (email: string) => {
    const code = newSecret()
    const person = { name: 'Ana', email, phone: '912 345 678', municipality: '', regime: 'slot' }
    await makeChange((change) =>
      savePerson(change, code, personInput.parse(person), { language: 'pt', referral: null }),
    )
    return code
  }
  const paper = (text: string) => new File([pdfBytes(text)], 'carta.pdf')
  const [stays, gone] = [await begin('fica@example.org'), await begin('vai@example.org')]
  for (const [code, text] of [
    [stays, 'fica'],
    [stays, 'retirado'],
    [gone, 'vai'],
  ] as const)
    await makeChange((change) => addDocument(change, code, { kind: 'licence', file: paper(text) }))
  const made = await copy()

  const [, second] = (await getOwnApplication(stays)).documents
  await makeChange((change) => removeDocument(change, stays, second!.id))
  await db
    .updateTable('applications')
    .set({ changed_at: MONDAY.add({ hours: 24 * 10 }) })
    .where('email', '=', 'fica@example.org')
    .execute()
  expect(await purgeApplications(MONDAY.add({ hours: 24 * 31 }))).toBe(1)
  vi.stubEnv('BACKUP_TO', folder)
  const waiting = await asked(
    process.env['DATABASE_OWNER_URL']!,
    `select payload from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id where identifier = '${noteForgotten.name}'`,
  )
  expect(waiting).toHaveLength(2)
  // Run each job twice, as the queue may.
  for (const { payload } of [...waiting, ...waiting]) await restoreJobs[noteForgotten.name]!(payload)
  expect(readFileSync(join(folder, 'forgotten'), 'utf8')).not.toMatch(/example|Ana|912 ?345 ?678/)

  const there = await anEmptyDatabase()
  vi.stubEnv('VOLANTE_DATA', mkdtempSync(join(tmpdir(), 'volante-restored-')))
  await restoreBackup(made.path, KEY, async () => there.ownerUrl)
  expect(await asked(there.ownerUrl, 'select email from applications')).toEqual([{ email: 'fica@example.org' }])
  expect(await asked(there.ownerUrl, 'select count(*)::int as papers from application_documents')).toEqual([
    { papers: 1 },
  ])
  const bytesOf = (text: string) => storage().open(hashOf(pdfBytes(text)))
  expect([(await bytesOf('fica')) !== null, await bytesOf('retirado'), await bytesOf('vai')]).toEqual([
    true,
    null,
    null,
  ])
  vi.unstubAllEnvs()
})

test('a driver who was erased after the copy is to be erased in it again, by the list beside it and without a name in it', async () => {
  const fleet = await anApprovedWeek()
  const D1 = fleet.driver('D1')
  const made = await copy()
  vi.stubEnv('BACKUP_TO', folder)
  await restoreJobs[noteForgotten.name]!({ at: MONDAY.add({ hours: 1 }).toString(), table: 'drivers', id: D1 })
  expect(readFileSync(join(folder, 'forgotten'), 'utf8')).not.toContain('Quintão')

  const there = await anEmptyDatabase()
  vi.stubEnv('VOLANTE_DATA', mkdtempSync(join(tmpdir(), 'volante-restored-')))
  expect((await restoreBackup(made.path, KEY, async () => there.ownerUrl)).forgotten).toBeGreaterThan(0)
  expect(
    await asked(there.ownerUrl, 'select subject, confirmed_at is not null as confirmed, over_at from erasures'),
  ).toEqual([{ subject: `driver:${D1}`, confirmed: true, over_at: null }])
  vi.unstubAllEnvs()
})

test('a sealed contract comes back with its evidence and the same seal, and a link that may have been taken back opens nothing', async () => {
  const { own, aSent, aSealed } = await contractWorld()
  const sealed = await aSealed(own)
  const linked = await aSent(own)
  const link = await makeChange((change) => linkContract(change, linked, { days: 14, byMail: false }))
  const token = link.split('/').at(-1)!
  const contract = await getContract(sealed)
  const file = await readKeptFile(contract.fileHash!)
  const { certificate } = await sealOf('', MONDAY)
  const made = await copy()

  const place = await anEmptyDatabase()
  vi.stubEnv('VOLANTE_DATA', mkdtempSync(join(tmpdir(), 'volante-restored-')))
  await restoreBackup(made.path, KEY, async () => place.ownerUrl)
  vi.stubEnv('DATABASE_URL', place.appUrl)
  vi.stubEnv('DATABASE_OWNER_URL', place.ownerUrl)
  vi.resetModules()
  const there = {
    ...(await import('#features/contracts/queries.server.ts')),
    ...(await import('#features/contracts/verification/queries.server.ts')),
    ...(await import('#features/files/queries.server.ts')),
    ...(await import('#integrations/seal/certificate.ts')),
    ...(await import('#db/client.server.ts')),
  }
  try {
    expect(await there.getContract(sealed)).toEqual(contract)
    expect(Buffer.from(await there.readKeptFile(contract.fileHash!)).equals(Buffer.from(file))).toBe(true)
    expect(await there.verifyFile(file)).toMatchObject({ verdict: 'valid' })
    expect(there.fingerprintOf((await there.sealOf('', MONDAY)).certificate)).toBe(fingerprintOf(certificate))
    expect(await findByLink(token, MONDAY)).not.toBeNull()
    expect(await there.findByLink(token, MONDAY)).toBeNull()
  } finally {
    await there.closeDatabase()
    vi.unstubAllEnvs()
  }
})

test('a copy of a migration as it landed first is known, and one of any other form is of a later program', async () => {
  await anApprovedWeek()
  const url = process.env['DATABASE_OWNER_URL']!
  const name = '820-tolls-of-weeks.sql'
  const [now] = await asked(url, `select checksum from schema_migrations where name = '${name}'`)
  let copies = 0
  const putBack = async (checksum: string) => {
    await asked(url, `update schema_migrations set checksum = '${checksum}' where name = '${name}'`)
    return restoreBackup((await copy(MONDAY.add({ hours: ++copies }))).path, KEY, async () => url)
  }
  try {
    await expect(putBack('another')).rejects.toMatchObject({ code: 'backup.newer' })
    // The program knows this earlier form of the migration, so it goes on, and finds that the database is not empty.
    const first = '1cafad6a7469242f70e4285f78f35ae36a58442682c075731ab79c761a215a63'
    await expect(putBack(first)).rejects.toMatchObject({ code: 'backup.database-taken' })
  } finally {
    await asked(url, `update schema_migrations set checksum = '${String(now!['checksum'])}' where name = '${name}'`)
  }
})
