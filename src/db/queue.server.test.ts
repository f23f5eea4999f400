import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { owner as asked } from '#test/owner.ts'
import { inTransaction } from './client.server.ts'
import { type Queue, handler, order, startQueue } from './queue.server.ts'

const greeting = { name: 'test.greeting', parse: (payload: unknown) => payload as { to: string } }

let queue: Queue | null = null
afterEach(async () => {
  await queue?.stop()
  queue = null
  // A lease that a test writes would look fresh to the next tests for half a minute.
  await asOwner('delete from queue_leases')
})

/** Starts the workers and waits until they have greeted everybody of these names; answers whom they greeted. */
async function greetedUntil(names: string | string[], { isAlone = true } = {}): Promise<string[]> {
  const greeted: string[] = []
  const done = Promise.withResolvers<void>()
  const greet = handler(greeting, async ({ to }) => {
    greeted.push(to)
    if ([names].flat().every((name) => greeted.includes(name))) done.resolve()
  })
  queue = await startQueue(greet, [], [], [], isAlone)
  await done.promise
  return greeted
}

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

test('what a transaction ordered is carried out, and not what one that failed did', async () => {
  await expect(
    inTransaction(async (tx) => {
      await order(tx, greeting, { to: 'Nobody' })
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  await inTransaction((tx) => order(tx, greeting, { to: 'Ana' }))
  expect(await greetedUntil('Ana')).toEqual(['Ana'])
})

/** Orders work that these workers began a minute ago, and one more that is free. */
async function begunBy(...workers: string[]): Promise<void> {
  for (const name of workers) {
    await inTransaction((tx) => order(tx, greeting, { to: `begun by ${name}` }))
    await asOwner(`update graphile_worker._private_jobs set locked_by = '${name}', locked_at = now() - interval '1 minute'
      where locked_by is null`)
  }
  await inTransaction((tx) => order(tx, greeting, { to: 'new' }))
}

test('a site that is alone carries out at once what a killed process had begun', async () => {
  await begunBy('dead')
  await asOwner(`insert into queue_leases (workers) values ('dead')`)
  expect(await greetedUntil('begun by dead')).toContain('begun by dead')
})

test('beside other sites, work whose lease is no longer renewed is carried out, and work of the others is left to them', async () => {
  await begunBy('dead', 'silent', 'alive')
  await asOwner(`insert into queue_leases (workers, renewed_at)
    values ('silent', now() - interval '31 seconds'), ('alive', now() - interval '5 seconds')`)
  const greeted = await greetedUntil(['new', 'begun by dead', 'begun by silent'], { isAlone: false })
  expect(greeted).not.toContain('begun by alive')
})

test('workers hold a lease while they work, and leave none behind', async () => {
  const leases = async () => (await (await asked()).query('select workers from queue_leases')).rows.length
  await asOwner('delete from queue_leases')
  await inTransaction((tx) => order(tx, greeting, { to: 'Ana' }))
  await greetedUntil('Ana')
  expect(await leases()).toBe(1)
  await queue!.stop()
  queue = null
  await vi.waitFor(async () => expect(await leases()).toBe(0))
})

test('work that ends while the database is gone is carried out again once it is back', async () => {
  const begun = Promise.withResolvers<void>()
  const databaseIsGone = Promise.withResolvers<void>()
  const again = Promise.withResolvers<void>()
  let times = 0
  queue = await startQueue(
    handler(greeting, async () => {
      times += 1
      if (times > 1) return again.resolve()
      begun.resolve()
      await databaseIsGone.promise
      throw new Error('the database is gone')
    }),
  )
  await inTransaction((tx) => order(tx, greeting, { to: 'Ana' }))
  await begun.promise

  const address = new URL(process.env['DATABASE_OWNER_URL']!)
  const name = address.pathname.slice(1)
  address.pathname = '/postgres'
  const owner = new pg.Client({ connectionString: address.href })
  await owner.connect()
  const accepting = (isAllowed: boolean) => `alter database "${name}" allow_connections ${isAllowed}`
  await owner.query(accepting(false))
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  databaseIsGone.resolve()
  // Long enough for the queue to have tried, in vain, to write down that the work failed.
  await pause(500)
  await owner.query(accepting(true))
  await owner.end()
  await again.promise
})

test('connections that are lost while the workers end do not end the process', async () => {
  await inTransaction((tx) => order(tx, greeting, { to: 'Ana' }))
  await greetedUntil('Ana')
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const connections = async () => {
    const { rows } = await owner.query<{
      pid: number
      state: string
      since: string
    }>(`select pid, state, state_change::text as since
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%graphile_worker%' and query not ilike 'listen%'`)
    return rows
  }
  const idle = async () => (await connections()).filter(({ state }) => state === 'idle').map(({ pid }) => pid)
  // A connection that sleeps in the middle of a statement would keep the workers from ending: wait until none has asked
  // anything for a while.
  await vi.waitFor(
    async () => {
      const before = await connections()
      expect(before.map(({ state }) => state)).toContain('idle')
      await pause(300)
      expect(await connections()).toEqual(before)
    },
    { timeout: 60_000 },
  )
  const asleep = await idle()
  // Workers that sleep do not hear that nobody needs them any more; when they wake, they would first report that they
  // were ended.
  for (const pid of asleep) process.kill(pid, 'SIGSTOP')
  await queue!.stop()
  queue = null
  for (const pid of asleep) {
    await owner.query('select pg_terminate_backend($1)', [pid])
    process.kill(pid, 'SIGCONT')
  }
  await vi.waitFor(async () => expect(await idle()).toEqual([]))
  await owner.end()
})

test('the work of the day is ordered at the start, once for all that start', async () => {
  const daily = { name: 'test.daily', parse: (payload: unknown) => payload as object }
  let times = 0
  const done = Promise.withResolvers<void>()
  const handlers = handler(daily, async () => {
    times += 1
    done.resolve()
  })
  await inTransaction((tx) => order(tx, daily, {}, daily.name))
  queue = await startQueue(handlers, [daily])
  await done.promise
  expect(times).toBe(1)
})
