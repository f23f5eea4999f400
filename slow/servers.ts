import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

/** Debian's PostgreSQL and PgBouncer as an ordinary user runs them, set up as `docs/operating.md` says, and built sites on them. */

export const POSTGRES = debianPostgres()

function debianPostgres(): string {
  const root = '/usr/lib/postgresql'
  const newest = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .toSorted((a, b) => b - a)[0]
    : undefined
  if (newest === undefined) throw new Error('PostgreSQL is missing: sudo apt-get install postgresql')
  return join(root, String(newest), 'bin')
}

/** Neither program runs as root: root hands them to Debian's user for them. */
const AS = process.getuid?.() === 0 ? idsOf('postgres') : null

function idsOf(user: string): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Makes a folder for programs of that user, below one that everybody may enter. */
export function workshop(name: string): string {
  chmodSync(tmpdir(), 0o711)
  const folder = mkdtempSync(join(tmpdir(), `volante-${name}-`))
  chmodSync(folder, 0o755)
  if (AS) chownSync(folder, AS.uid, AS.gid)
  return folder
}

/** Every program that was started here; none outlives this process. */
const begun = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of begun) child.kill('SIGKILL')
})

export function startProgram(
  program: string,
  args: readonly string[],
  settings: { cwd?: string; env?: NodeJS.ProcessEnv; own?: boolean } = {},
): { child: ChildProcess; said: () => string } {
  const { own = true, ...options } = settings
  const child = spawn(program, args, { ...options, ...(own ? AS : {}), stdio: ['ignore', 'pipe', 'pipe'] })
  begun.add(child)
  child.once('exit', () => begun.delete(child))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece))
  return { child, said: () => text }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

export async function waitUntil<Found>(
  what: string,
  look: () => Promise<Found | null>,
  milliseconds = 60_000,
): Promise<Found> {
  for (const from = performance.now(); performance.now() - from < milliseconds; await pause(50)) {
    const found = await look().catch(() => null)
    if (found !== null) return found
  }
  throw new Error(`In ${milliseconds / 1_000} s this did not come about: ${what}`)
}

export const PASSWORDS = {
  postgres: 'postgres-of-a-run',
  volante_owner: 'owner-of-a-run',
  volante_app: 'app-of-a-run',
  volante_reader: 'reader-of-a-run',
}
export type Role = keyof typeof PASSWORDS

export function urlOf(role: Role, port: number, database = 'volante'): string {
  return `postgres://${role}:${PASSWORDS[role]}@127.0.0.1:${port}/${database}`
}

export async function query<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

export type Postgres = { port: number; folder: string; child: () => ChildProcess; said: () => string }

/**
 * Runs `initdb` and starts PostgreSQL, with passwords for everybody and the settings given; then makes the roles as
 * `deploy/roles.sh` does.
 */
export async function startPostgres(place: string, settings: Record<string, string> = {}): Promise<Postgres> {
  const folder = join(place, `db-${await freePort()}`)
  const passwordFile = join(place, 'postgres-password')
  writeFileSync(passwordFile, PASSWORDS.postgres)
  if (AS) chownSync(passwordFile, AS.uid, AS.gid)
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  execFileSync(join(POSTGRES, 'initdb'), ['-D', folder, ...flags], { ...AS, cwd: place, stdio: 'ignore' })
  writeFileSync(
    join(folder, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n',
  )
  const postgres = await runPostgres(folder, settings)
  makeRoles(postgres.port)
  return postgres
}

/** The roles, as `deploy/roles.sh` makes them. */
export function makeRoles(port: number): void {
  execFileSync('sh', [join('deploy', 'roles.sh')], {
    env: {
      ...process.env,
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGPASSWORD: PASSWORDS.postgres,
      OWNER_PASSWORD: PASSWORDS.volante_owner,
      APP_PASSWORD: PASSWORDS.volante_app,
      READER_PASSWORD: PASSWORDS.volante_reader,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Starts the database of a folder, on a port of its own. */
export async function runPostgres(folder: string, settings: Record<string, string> = {}): Promise<Postgres> {
  const port = await freePort()
  const options = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  })
  const start = () =>
    startProgram(join(POSTGRES, 'postgres'), [
      '-D',
      folder,
      ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
  const { child, said } = start()
  await waitUntil('PostgreSQL takes somebody in', async () => {
    if (child.exitCode !== null) throw new Error(said())
    return query(urlOf('postgres', port, 'postgres'), 'select 1')
  }).catch((error: unknown) => {
    throw new Error(`PostgreSQL does not start: ${said()}`, { cause: error })
  })
  return { port, folder, child: () => child, said }
}

/** Makes a standby that streams from another database. */
export async function startStandby(
  place: string,
  primary: Postgres,
  settings: Record<string, string> = {},
): Promise<Postgres> {
  const folder = join(place, `db-${await freePort()}`)
  mkdirSync(folder, { mode: 0o700 })
  if (AS) chownSync(folder, AS.uid, AS.gid)
  execFileSync(
    join(POSTGRES, 'pg_basebackup'),
    ['-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', urlOf('postgres', primary.port, 'postgres')],
    { ...AS, cwd: place, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return runPostgres(folder, settings)
}

/** Starts PgBouncer by the very lines of `docs/operating.md`. */
export async function startPooler(
  place: string,
  to: number,
): Promise<{ port: number; child: ChildProcess; said: () => string }> {
  const [, documented] = /```ini\n([^]*?)```/.exec(readFileSync(join('docs', 'operating.md'), 'utf8')) ?? []
  if (!documented) throw new Error('docs/operating.md shows no pgbouncer.ini.')
  const port = await freePort()
  const users = join(place, 'userlist.txt')
  const replace = (text: string, from: string, by: string) => {
    if (!text.includes(from)) throw new Error(`pgbouncer.ini of docs/operating.md has no ${from}`)
    return text.replace(from, by)
  }
  let ini = replace(documented, 'port=5432', `port=${to}`)
  ini = replace(ini, 'listen_port = 6432', `listen_port = ${port}`)
  ini = replace(ini, '/etc/pgbouncer/userlist.txt', users)
  writeFileSync(users, `"volante_app" "${PASSWORDS.volante_app}"\n`)
  // Debian's default folder for the socket is root's: use none.
  writeFileSync(join(place, 'pgbouncer.ini'), `${ini}unix_socket_dir =\n`)
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
  if (!program) throw new Error('PgBouncer is missing: sudo apt-get install pgbouncer')
  const { child, said } = startProgram(program, [join(place, 'pgbouncer.ini')])
  await waitUntil('PgBouncer takes somebody in', () => query(urlOf('volante_app', port), 'select 1')).catch(
    (error: unknown) => {
      throw new Error(`PgBouncer does not start: ${said()}`, { cause: error })
    },
  )
  return { port, child, said }
}

export type Site = {
  url: string
  data: string
  child: ChildProcess
  said: () => string
  settings: Record<string, string>
}

/**
 * Starts the built site on a data directory with settings; with a `DATABASE_URL` nothing is seeded, and the office
 * needs no second factor here.
 */
export async function startSite(data: string, settings: Record<string, string>): Promise<Site> {
  mkdirSync(data, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const all = { ...settings, PORT: String(port), PUBLIC_URL: url, VOLANTE_DATA: data }
  const flags = JSON.parse(readFileSync(join('scripts', 'site-flags.json'), 'utf8')) as string[]
  const { child, said } = startProgram(process.execPath, [...flags, join('build', 'server', 'index.js')], {
    own: false,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'development',
      LOG_LEVEL: 'warn',
      MALLOC_ARENA_MAX: '2',
      BACKUP_PASSPHRASE: 'passphrase-of-a-slow-run',
      ...all,
    },
  })
  await waitUntil(
    'the site is ready',
    async () => {
      if (child.exitCode !== null) return 'gone'
      return (await fetch(`${url}/readyz`)).ok ? 'ready' : null
    },
    120_000,
  )
  if (child.exitCode !== null) throw new Error(`The site ended: ${said()}`)
  return { url, data, child, said, settings: all }
}

/** Runs one command of the command line, with the settings of a site. */
export async function volante(
  { data, settings }: { data: string; settings: Record<string, string> },
  ...args: string[]
): Promise<string> {
  const command = ['--disable-warning=ExperimentalWarning', join('src', 'cli.ts'), '--data', data, ...args]
  const env = { ...process.env, NODE_ENV: 'production', BACKUP_PASSPHRASE: 'passphrase-of-a-slow-run', ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 1 << 26 })
  return stdout
}

export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold: ${what}`)
  console.log(`✓ ${what}`)
}
