import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Work, isStatementTimeout } from '#platform/work.ts'
import { connectionOf, poolTo } from './client.server.ts'
import { Connection } from './connection.server.ts'
import type { DB } from './types.ts'

/* A real PgBouncer in transaction mode, set up as `docs/operating.md` says, with one connection to PostgreSQL: each
   caller gets the connection of the one before. */
const program = find()
if (program === null)
  console.error('PgBouncer is not installed: the documented set-up is NOT tested (Debian: pgbouncer).')

let folder = ''
let url = ''
let pooler: ChildProcess | null = null

beforeAll(async () => {
  if (program === null) return
  vi.stubEnv('DATABASE_STATEMENTS', 'plain')
  const direct = new URL(process.env['DATABASE_URL']!)
  const port = await freePort()
  folder = mkdtempSync(join(tmpdir(), 'volante-pooler-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'userlist.txt'), `"${direct.username}" "${direct.password}"\n`)
  const database = direct.pathname.slice(1)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${direct.hostname} port=${direct.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = ${join(folder, 'userlist.txt')}
max_client_conn = 100
default_pool_size = 1
`,
  )
  // PgBouncer refuses to run as root.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  pooler = spawn(program, [...as, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  direct.port = String(port)
  url = direct.href
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    if (
      await client.connect().then(
        () => true,
        () => false,
      )
    )
      return client.end()
    if (pooler.exitCode !== null) throw new Error('PgBouncer does not start')
    await pause(50)
  }
})
afterAll(async () => {
  if (pooler) {
    const ended = new Promise((resolve) => pooler?.once('exit', resolve))
    pooler.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true })
  }
})

/** Opens the database through the pooler, as this kind of work uses it. */
function through(work: Work, connect = connectionOf): Kysely<DB> {
  const pool = poolTo(url, work)
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => connect(work, await pool.connect()), end: () => pool.end() },
    }),
  })
}
const limitIn = async (on: Kysely<DB>) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on)).rows[0]?.statement_timeout

test.skipIf(program === null)('behind PgBouncer pages are read and written, alone and in a transaction', async () => {
  const page = through('page')
  const key = { source: 'bolt', kind: 'email', company: true, created_at: '2026-06-08T08:00:00Z' }
  await page
    .insertInto('source_keys')
    .values({ ...key, value: 'a@example.org' })
    .execute()
  await page.transaction().execute(async (tx) => {
    await tx
      .insertInto('source_keys')
      .values({ ...key, value: 'b@example.org' })
      .execute()
  })
  const undone = page.transaction().execute(async (tx) => {
    await tx
      .insertInto('source_keys')
      .values({ ...key, value: 'c@example.org' })
      .execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await expect(sql`select nothing`.execute(page)).rejects.toThrow('column "nothing"')
  const read = () =>
    page.selectFrom('source_keys').select('value').where('kind', '=', 'email').orderBy('value').execute()
  for (let time = 0; time < 3; time++)
    expect(await read()).toEqual([{ value: 'a@example.org' }, { value: 'b@example.org' }])
  await page.destroy()
})

test.skipIf(program === null)(
  'behind PgBouncer a page stops waiting after its time, and long work has no limit',
  async () => {
    const [page, heavy, long] = [through('page'), through('heavy'), through('long')]
    // One connection serves all three: no setting of one may reach the next.
    for (let time = 0; time < 2; time++) {
      expect([await limitIn(page), await limitIn(long), await limitIn(heavy)]).toEqual(['15s', '0', '15s'])
      expect(await page.transaction().execute((tx) => limitIn(tx))).toBe('15s')
      expect(await long.transaction().execute((tx) => limitIn(tx))).toBe('0')
      const isolated = page.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      expect(await isolated.execute((tx) => limitIn(tx))).toBe('15s')
    }
    for (const one of [page, heavy, long]) await one.destroy()
  },
)

test.skipIf(program === null)(
  'behind PgBouncer a statement that takes too long is given up, and its connection serves the next one',
  async () => {
    const hasty = through('page', (_, client) => new Connection(client, { prepares: false, limit: 50 }))
    for (let time = 0; time < 2; time++) {
      const late = await sql`select pg_sleep(60)`.execute(hasty).catch((error: unknown) => error)
      expect(isStatementTimeout(late)).toBe(true)
      expect(await limitIn(hasty)).toBe('50ms')
    }
    await hasty.destroy()
  },
)

/** Files that take session locks, on an owner's connection that stays open: a pooler would lend the lock to the next caller. */
const OF_SESSIONS = [
  'src/db/claim.server.ts',
  'src/db/migrate.server.ts',
  'src/db/sealed-columns.server.ts',
  'src/features/system/backups/commands.server.ts',
  'src/features/system/key-changes/commands.server.ts',
]
test('a lock outlives a transaction only where the connection is the owner’s own', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|sql)$/.test(name))
  const found = files.filter(
    (name) =>
      !name.endsWith('.test.ts') && /pg_(try_)?advisory_lock(_shared)?\(/.test(readFileSync(join('src', name), 'utf8')),
  )
  expect(found.map((name) => join('src', name)).toSorted()).toEqual(OF_SESSIONS)
})

function find(): string | null {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v pgbouncer']).toString().trim()
  } catch {
    return null
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
