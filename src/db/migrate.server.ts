import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { PROJECT_ROOT } from '#platform/root.ts'
import { sealMeanwhile } from './sealed-columns.server.ts'
import { withConnection } from './with-connection.server.ts'

const FOLDER = join(PROJECT_ROOT, 'src', 'db', 'migrations')
const LOCK = 4_201_870

/**
 * Migrations that leave plain text in columns which only the program can seal: a later migration may change such rows
 * only once they are sealed.
 */
const LEAVES_PLAIN: readonly string[] = ['071-sealed-ibans.sql', '072-sealed-nifs.sql', '073-sealed-factors.sql']

/** Migrations that landed in another form for a while, with the checksum of that form: a later migration makes both the same. */
const LANDED_FIRST: Readonly<Record<string, string>> = {
  '820-tolls-of-weeks.sql': '1cafad6a7469242f70e4285f78f35ae36a58442682c075731ab79c761a215a63',
}

/**
 * Brings the schema up to date: runs the SQL files of `migrations/` in the order of their numbers, each once, each in a
 * transaction of its own, forward only. A file that changed after it was applied stops the start: history is not
 * edited. Several processes may call it at once; one works, the others wait. `only` names the files to apply: an old
 * backup is restored into the tables of its time.
 */
export async function migrate(
  url: string,
  { only = null }: { only?: readonly string[] | null } = {},
): Promise<string[]> {
  return withConnection({ connectionString: url, application_name: 'volante migrate' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const known = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
    // The queue's tables are made before our own files are applied: once one of ours is, the queue's are complete, even
    // after a start that was killed.
    if (known.size === 0) await prepareQueue(url)
    const fresh: string[] = []
    for (const migration of await readMigrations()) {
      const { file, sql, checksum } = migration
      if (only !== null && !only.includes(file)) continue
      if (known.has(file)) {
        if (!isFormOf(migration, known.get(file)))
          throw new Error(`Migration ${file} was changed after it was applied.`)
        continue
      }
      // Seal what a killed start left in plain text.
      if (fresh.length === 0 && only === null && LEAVES_PLAIN.some((name) => known.has(name)))
        await sealMeanwhile(client)
      await apply(client, file, sql, checksum)
      fresh.push(file)
      if (only === null && LEAVES_PLAIN.includes(file)) await sealMeanwhile(client)
    }
    return fresh
  })
}

/** A migration. `before`: the checksum of the form in which it first landed, where that was another. */
export type Migration = { file: string; sql: string; checksum: string; before: string | null }

/** Whether a checksum is that of a migration, as it is or as it landed first. */
export function isFormOf({ checksum, before }: Migration, applied: string | undefined): boolean {
  return applied !== undefined && (applied === checksum || applied === before)
}

/** Reads all migrations of the program, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(join(FOLDER, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { file, sql, checksum, before: LANDED_FIRST[file] ?? null }
    }),
  )
}

/** Creates the queue's own tables; a later version of the library brings them up to date when its workers start. */
async function prepareQueue(url: string) {
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url })
}

async function apply(client: pg.Client, file: string, sql: string, checksum: string) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${file} failed.`, { cause: error })
  }
}
