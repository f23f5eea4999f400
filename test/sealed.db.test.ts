import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { seedDemo } from '#demo/seed.server.ts'
import { getDriver, listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { dataPath } from '#platform/env.server.ts'

/** Every row of every table as text, the queue's too, with what bytes say as text. */
async function dump(): Promise<string> {
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<Record<string, unknown>>(`select * from ${name}`)
    for (const row of rows)
      for (const value of Object.values(row))
        texts.push(
          Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : JSON.stringify(value),
        )
  }
  await owner.end()
  return texts.join('\n')
}

const onDisk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))

test('neither the database of the demonstration nor its kept files tell an IBAN, a NIF or a seed', async () => {
  await seedDemo()
  const accounts = await db.selectFrom('driver_ibans').selectAll().execute()
  const drivers = await listDrivers(Temporal.Now.instant())
  const nifs = await Promise.all(drivers.map(async ({ id }) => (await getDriver(id)).nif))
  const factors = await db.selectFrom('identity_factors').selectAll().execute()
  const secrets = [
    ...accounts.map((one) => openOf('driver_ibans.iban', one.driver_id, one.iban)),
    ...nifs.filter((nif) => nif !== null),
    ...factors.map((one) => openOf('identity_factors.secret_sealed', one.uid, one.secret_sealed)),
    (await findCompany())!.debtorIban!,
  ]
  expect(secrets.length).toBeGreaterThan(20)
  const database = await dump()
  expect(database).toContain(drivers[0]!.name)
  expect(secrets.filter((secret) => database.includes(secret))).toEqual([])

  const files = onDisk(dataPath('files'))
  expect(files.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => files.some((file) => file.includes(secret)))).toEqual([])
  expect(files.filter((file) => /^(?:%PDF|<\?xml|PK|\x89PNG|\xff\xd8)/.test(file))).toEqual([])
})
