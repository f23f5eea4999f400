import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Cluster, joinCluster } from './cluster.server.ts'

const workshop = mkdtempSync(join(tmpdir(), 'volante-cluster-'))
const joined: Cluster[] = []

async function enter(folder: string): Promise<Cluster> {
  const cluster = await joinCluster(folder)
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

/** Where it listens; each who joins has a name of their own after it. */
const placeOf = (cluster: Cluster) => new URL(cluster.ownerUrl).host

async function connected(cluster: Cluster): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  // The database goes while it is open, which is what is tried here.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

afterEach(async () => {
  for (const cluster of joined.splice(0)) await cluster.leave()
  rmSync(workshop, { recursive: true, force: true })
})

test('a copy of the folder of a running database has a database of its own, and leaves the original alone', async () => {
  const folder = join(workshop, 'original')
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

test('the site’s role has a password of its own, also in a folder from when both had the same', async () => {
  const folder = join(workshop, 'passwords')
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

test('who comes second to a folder joins its database, though the folder was given another name meanwhile', async () => {
  const folder = join(workshop, 'first-name')
  const first = await enter(folder)
  const renamed = join(workshop, 'second-name')
  renameSync(folder, renamed)
  const second = await joinCluster(renamed)
  expect(placeOf(second)).toBe(placeOf(first))
  renameSync(renamed, folder)
})

test('whoever leaves last stops the database, with connections of their own still open; another one keeps it', async () => {
  const folder = join(workshop, 'left')
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
