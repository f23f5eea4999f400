import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isAlive } from '#platform/process.ts'
import { type Cluster, joinCluster } from './cluster.server.ts'

const workshop = mkdtempSync(join(tmpdir(), 'volante-cluster-'))
const joined: Cluster[] = []

/** A folder with a database that was created and stopped, made only once for all tests. */
const made = mkdtempSync(join(tmpdir(), 'volante-made-'))
beforeAll(async () => {
  const cluster = await joinCluster(made)
  await cluster.leave()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

function aFolder(name: string): string {
  const folder = join(workshop, name)
  cpSync(made, folder, { recursive: true })
  return folder
}

async function enter(folder: string, patience?: number): Promise<Cluster> {
  const cluster = await joinCluster(folder, patience)
  joined.push(cluster)
  return cluster
}

async function ask(cluster: Cluster, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

/** Starts a process that looks like a database which never ends its recovery. Its file goes when it is ended. */
async function stuckIn(place: string, port: number): Promise<ChildProcess> {
  const words = 'C57P03\\0Mthe database system is not yet accepting connections\\0\\0'
  const program = `const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {})
    const words = Buffer.from('SFATAL\\0${words}')
    const head = Buffer.alloc(5)
    head.write('E')
    head.writeInt32BE(words.length + 4, 1)
    socket.end(Buffer.concat([head, words]))
  }).listen(${port}, '127.0.0.1', () => console.log('listening'))
  process.once('SIGQUIT', () => {
    // Give the port back first: while the threads of a dying program end, the port may still be taken.
    server.close()
    require('node:fs').rmSync('postmaster.pid')
    process.kill(process.pid, 'SIGQUIT')
  })`
  const child = spawn(process.execPath, ['-e', program], { cwd: place, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  writeFileSync(
    join(place, 'postmaster.pid'),
    [child.pid, place, 0, port, '', '127.0.0.1', '', 'ready   ', ''].join('\n'),
  )
  return child
}

/**
 * Finds a free port below the range from which a machine gives out local ports: a port of that range may be taken by
 * somebody else a moment after it is free, as happened once in a whole run.
 */
async function portOfNobody(): Promise<number> {
  const server = createServer()
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    server.listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Kills the database of a folder, and waits until it is gone: while it dies it lets nobody in. */
async function killed(folder: string): Promise<void> {
  const pid = pidIn(folder)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 })
}

const pidIn = (folder: string) => Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Host and port of a cluster; the name behind them in its address is different for each that joins. */
const placeOf = (cluster: Cluster) => new URL(cluster.ownerUrl).host

async function connected(cluster: Cluster): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  // The test ends the database under this connection on purpose.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

afterEach(async () => {
  for (const cluster of joined.splice(0)) await cluster.leave()
  rmSync(workshop, { recursive: true, force: true })
})

test('a copy of the folder of a running database has a database of its own, and leaves the original alone', async () => {
  const folder = aFolder('original')
  const original = await enter(folder)
  await ask(original, 'create table drivers (name text)')
  await ask(original, 'checkpoint')
  const copied = join(workshop, 'copy')
  execFileSync('cp', ['-a', folder, copied])

  const copy = await enter(copied)
  await ask(copy, `insert into drivers values ('only in the copy')`)
  expect(await ask(original, 'select name from drivers')).toEqual([])
  expect(placeOf(copy)).not.toBe(placeOf(original))

  await copy.leave()
  expect(await ask(original, 'select 1 as lives')).toEqual([{ lives: 1 }])
  joined.pop()
})

test('a database that runs and lets nobody in is started anew where it was, both for a newcomer and for who works with it', async () => {
  const folder = aFolder('stuck')
  const before = await enter(folder)
  await ask(before, `create table drivers (name text)`)
  await before.leave()
  joined.pop()

  const port = await portOfNobody()
  const first = await stuckIn(join(folder, 'db'), port)
  const cluster = await enter(folder, 1)
  expect(placeOf(cluster)).toBe(`127.0.0.1:${port}`)
  expect(await ask(cluster, 'select name from drivers')).toEqual([])
  expect(first.signalCode).toBe('SIGQUIT')

  process.kill(pidIn(folder), 'SIGQUIT')
  await vi.waitFor(() => expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false))
  const second = await stuckIn(join(folder, 'db'), port)
  for (let looks = 0; looks < 10; looks++) await cluster.revive()
  expect(await ask(cluster, 'select name from drivers')).toEqual([])
  expect(second.signalCode).toBe('SIGQUIT')
})

test('a killed database is started where it was, also by who comes before those who work with it have looked', async () => {
  const folder = aFolder('killed')
  const site = await enter(folder)
  await ask(site, `create table drivers (name text)`)
  await killed(folder)
  const command = await enter(folder)
  expect(placeOf(command)).toBe(placeOf(site))
  await site.revive()
  expect(await ask(site, 'select name from drivers')).toEqual([])
})

test('a copy of the folder of a killed database leaves the port to the original, and a port that is taken is not waited for', async () => {
  const folder = aFolder('killed-original')
  const original = await enter(folder)
  await killed(folder)
  const copied = join(workshop, 'killed-copy')
  execFileSync('cp', ['-a', folder, copied])
  const copy = await enter(copied)
  expect(placeOf(copy)).not.toBe(placeOf(original))

  const taken = createServer().listen(Number(new URL(original.ownerUrl).port), '127.0.0.1')
  await once(taken, 'listening')
  const elsewhere = await enter(folder)
  expect(placeOf(elsewhere)).not.toBe(placeOf(original))
  expect(await ask(elsewhere, 'select 1 as lives')).toEqual([{ lives: 1 }])
  taken.close()
  // The first server listens at an address that is no longer used: the other one must leave last.
  joined.splice(joined.indexOf(original), 1)
})

test('a folder is called as somebody likes, also by what a shell reads otherwise', async () => {
  const folder = join(workshop, `"A minha" $HOME frota \`com\` 'ç' \\ e; & %`)
  // The database is made there from nothing, started, stopped, and started again.
  for (const _ of ['made', 'again']) {
    const cluster = await enter(folder)
    expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(folder, 'db', 'server.log'))).toBe(true)
    await cluster.leave()
  }
})

test('the site’s role has a password of its own, also in a folder from when both had the same', async () => {
  const folder = aFolder('passwords')
  const first = await enter(folder)
  const [owner, app] = [new URL(first.ownerUrl).password, new URL(first.appUrl).password]
  expect(app).not.toBe(owner)
  await ask(first, `alter role volante_app password '${owner}'`)
  rmSync(join(folder, 'database.app.secret'))

  const second = await joinCluster(folder)
  expect(await ask({ ...second, ownerUrl: second.appUrl }, 'select current_user as who')).toEqual([
    { who: 'volante_app' },
  ])
  await expect(
    ask({ ...second, ownerUrl: second.ownerUrl.replace('volante:', 'volante_app:') }, 'select'),
  ).rejects.toThrow('password')
})

test('a second process joins the database of a folder, even if the folder was renamed meanwhile', async () => {
  const folder = aFolder('first-name')
  const first = await enter(folder)
  const renamed = join(workshop, 'second-name')
  renameSync(folder, renamed)
  const second = await joinCluster(renamed)
  expect(placeOf(second)).toBe(placeOf(first))
  renameSync(renamed, folder)
})

test('the last process that leaves stops the database, even with connections of its own still open; an earlier one does not', async () => {
  const folder = aFolder('left')
  const runs = () => existsSync(join(folder, 'db', 'postmaster.pid'))
  const [first, second] = [await joinCluster(folder), await joinCluster(folder)]
  const [mine, other] = [await connected(first), await connected(second)]
  await first.leave()
  expect(runs()).toBe(true)
  await mine.end()
  await second.leave()
  expect(runs()).toBe(false)
  await other.end().catch(() => undefined)
})

test('a process that leaves after the database was stopped stops nothing', async () => {
  const folder = aFolder('gone')
  const first = await enter(folder)
  // The signal that a machine's service manager sends when it stops services.
  process.kill(pidIn(folder), 'SIGINT')
  await vi.waitFor(() => expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false), { timeout: 10_000 })
  await first.leave()
})

test('a process that asks nothing still keeps the database running, also after it was started again', async () => {
  const folder = aFolder('silent')
  const [first, silent] = [await enter(folder), await enter(folder)]
  await killed(folder)
  await silent.revive()
  await first.leave()
  expect(await ask(silent, 'select 1 as one')).toEqual([{ one: 1 }])

  const second = await enter(folder)
  await second.leave()
  expect(await ask(silent, 'select 1 as one')).toEqual([{ one: 1 }])
  await silent.leave()
  expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false)
})

test('a process that has nothing more to do ends without having left', async () => {
  const folder = aFolder('done')
  const first = await enter(folder)
  const code = `import { joinCluster } from '#db/cluster.server.ts'; await joinCluster(process.argv[1])`
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code, folder])
  await first.leave()
  expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false)
})

test('asking whether the database runs neither keeps it running nor starts it', async () => {
  const folder = aFolder('looked-at')
  const cluster = await joinCluster(folder)
  const left = new AbortController()
  const leaving = cluster.leave().then(() => left.abort())
  // Every tenth look asks the database itself; the last one is still running when the database has gone.
  while (!left.signal.aborted) await cluster.revive()
  await leaving
  await cluster.revive()
  expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false)
})

test('a connection that has not said yet whose it is keeps no database running', async () => {
  const folder = aFolder('nameless')
  const cluster = await joinCluster(folder)
  const { hostname, port } = new URL(cluster.ownerUrl)
  const nameless = connect(Number(port), hostname)
  nameless.on('error', () => undefined)
  const words = Buffer.from('user\0volante\0database\0volante\0\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(words.length + 8, 0)
  head.writeInt32BE(196_608, 4)
  nameless.write(Buffer.concat([head, words]))
  await once(nameless, 'data')

  await cluster.leave()
  nameless.destroy()
  expect(existsSync(join(folder, 'db', 'postmaster.pid'))).toBe(false)
})
