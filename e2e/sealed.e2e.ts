import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { openOf } from '../src/db/sealed-columns.server.ts'
import { asOperator, becomeHost, operatorOf } from '../src/platform/operator.ts'
import { copyOf } from './prepared.ts'

/** What somebody can read who has the disk of the demonstration without its keys. */
let data: string
let owner: pg.Client
let letGo: () => Promise<void>
beforeAll(async () => {
  data = copyOf('demonstration')
  const cluster = await joinCluster(data)
  owner = new pg.Client({ connectionString: cluster.ownerUrl })
  await owner.connect()
  letGo = async () => {
    await owner.end()
    await cluster.leave()
  }
})
afterAll(async () => {
  await letGo()
  rmSync(data, { recursive: true, force: true })
})

/** Opens with the keys of the demonstration, whatever the settings of this process are. */
function withItsKeys<Result>(open: () => Result): Result {
  const isOne = becomeHost()
  try {
    return asOperator(operatorOf('demonstration', { VOLANTE_DATA: data }), open)
  } finally {
    isOne()
  }
}

/** Every row of every table as text, the queue's too; bytes are written as the text they hold. */
async function dump(): Promise<string> {
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
  return texts.join('\n')
}

const onDisk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))

/** The sealed fields of a row, and whose row it is. */
type Sealed = Record<'id' | 'name' | 'driver_id' | 'uid', string> &
  Record<'iban' | 'nif' | 'secret_sealed' | 'debtor_iban', Buffer>

test('neither the database of the demonstration nor its kept files tell an IBAN, a NIF or a seed', async () => {
  const rowsOf = async (table: string) => (await owner.query<Sealed>(`select * from ${table}`)).rows
  const drivers = await rowsOf('drivers')
  const [accounts, factors, companies] = [
    await rowsOf('driver_ibans'),
    await rowsOf('identity_factors'),
    await rowsOf('company'),
  ]
  const secrets = withItsKeys(() => [
    ...accounts.map((one) => openOf('driver_ibans.iban', one.driver_id, one.iban)),
    ...drivers.flatMap(({ id, nif }) => openOf('drivers.nif', id, nif) ?? []),
    ...factors.map((one) => openOf('identity_factors.secret_sealed', one.uid, one.secret_sealed)),
    ...companies.map((one) => openOf('company.debtor_iban', '1', one.debtor_iban)),
  ])
  expect(secrets.every((secret) => secret !== null && secret.length > 8)).toBe(true)
  expect(secrets.length).toBeGreaterThan(20)
  const database = await dump()
  expect(database).toContain(drivers[0]!.name)
  expect(secrets.filter((secret) => database.includes(secret))).toEqual([])

  const files = onDisk(join(data, 'files'))
  expect(files.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => files.some((file) => file.includes(secret)))).toEqual([])
  expect(files.filter((file) => /^(?:%PDF|<\?xml|PK|\x89PNG|\xff\xd8)/.test(file))).toEqual([])
})
