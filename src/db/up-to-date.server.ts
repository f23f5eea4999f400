import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { firstOf } from '#domain/certain.ts'
import { dataPath, hostFolder } from '#platform/env.server.ts'
import { knownKeyRing } from '#platform/field-keys.server.ts'
import { isHosted } from '#platform/operator.ts'
import { readIfExists } from '#platform/process.ts'
import { isFormOf, migrate, type Migration, readMigrations } from './migrate.server.ts'
import { SEALED_COLUMNS, sealColumns } from './sealed-columns.server.ts'
import { withConnection } from './with-connection.server.ts'

/** What this program requires of a database: its migrations, and a hash of them and of the columns that it seals. */
type Requirements = { migrations: readonly Migration[]; hash: string }
let requirements: Promise<Requirements> | null = null

/**
 * Runs before anything is served: brings the schema up to date, checks that the keys are those of this database, and
 * seals what an earlier program wrote in plain text. Beside the data of an operator on a host lies a note
 * with the hash that the database met last time: if this program requires the same, one statement checks that the
 * database still meets it. A site of its own looks at every column at each start, because a site of an earlier version
 * may write beside it; a host is one process.
 */
export async function bringUpToDate(ownerUrl: string): Promise<void> {
  const isNoted = isHosted() || hostFolder() !== null
  const { migrations, hash } = await (requirements ??= readRequirements())
  const note = dataPath('up-to-date')
  if (isNoted && readIfExists(note) === hash && (await isUpToDate(ownerUrl, migrations))) return
  await migrate(ownerUrl)
  await sealColumns(ownerUrl)
  if (isNoted) writeFileSync(note, hash, { mode: 0o600 })
}

async function readRequirements(): Promise<Requirements> {
  const all = await readMigrations()
  const hash = createHash('sha256').update(SEALED_COLUMNS)
  for (const { file, checksum } of all) hash.update(`${file} ${checksum}\n`)
  return { migrations: all, hash: hash.digest('hex') }
}

const NO_SUCH_TABLE = '42P01'

/**
 * Whether each migration is applied exactly, and the keys of the database are just those that are here. Another process
 * that is still migrating does not count as done.
 */
async function isUpToDate(ownerUrl: string, migrations: readonly Migration[]): Promise<boolean> {
  const settings = { connectionString: ownerUrl, application_name: 'volante schema' }
  try {
    const { rows } = await withConnection(settings, (client) =>
      client.query<{ applied: Record<string, string> | null; keys: string[] }>(
        `select (select jsonb_object_agg(name, checksum) from schema_migrations) as applied,
        array(select id from field_keys order by id) as keys`,
      ),
    )
    const { applied, keys } = firstOf(rows)
    const here = knownKeyRing()?.keys.map(({ id }) => id) ?? []
    const isOfKeys = keys.length > 0 && keys.length === here.length && keys.every((id) => here.includes(id))
    return isOfKeys && migrations.every((migration) => isFormOf(migration, applied?.[migration.file]))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_TABLE) return false
    throw error
  }
}
