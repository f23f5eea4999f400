import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { firstOf } from '#domain/certain.ts'
import { Refusal } from '#domain/refusal.ts'
import { dataPath, env, isSetTo } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { type Work, currentWork, placeToAsk } from '#platform/work.ts'
import { type Cluster, joinCluster } from './cluster.server.ts'
import { Connection, socketOf } from './connection.server.ts'
import { leastGiven, sharesOf } from './shares.ts'
import type { DB } from './types.ts'
import { bringUpToDate } from './up-to-date.server.ts'
import { isHosted, ofOperator } from '#platform/operator.ts'
import { withConnection } from './with-connection.server.ts'

// Amounts are whole cents far below 2^53, counts too: bigint columns read as numbers, checked by `cents()`.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the whole numbers that can be held exactly`)
  return value
})
// A moment is an instant. PostgreSQL writes `2026-06-01 08:00:00+00`, which Temporal reads.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => Temporal.Instant.from(text))
// A day is a day, never a moment in some zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Tx = Transaction<DB>

/** Milliseconds after which somebody who waits for a page is told that the database does not answer. */
export const PATIENCE = {
  /** A statement that works: the database itself gives it up. */
  statement: 15_000,
  /** A question to which nothing is heard: a disk that hangs, a machine that is gone. Longer, so that an answer can come. */
  silence: 20_000,
  /** A free connection, where all are taken. */
  turn: 10_000,
}

/** One that nobody used for a minute goes: until then it knows the tables, and what it prepared. */
const FOR_PAGES = { connectionTimeoutMillis: PATIENCE.turn, idleTimeoutMillis: 60_000 }

/**
 * Connections for each kind of work, how many of them stay while nobody asks, and how long it waits; long work waits as long as
 * it takes.
 */
const POOLS = {
  page: { max: 20, min: 2, ...FOR_PAGES },
  heavy: { max: 4, min: 0, ...FOR_PAGES },
  long: { max: 20, min: 0 },
} satisfies Readonly<Record<Work, pg.PoolConfig>>

/** Connections of the queue, which it has beside these: work that is carried out at once, what is ordered, and its lease. */
export const QUEUE_CONNECTIONS = 4

/** Milliseconds that a statement of this work may take; `null` for as long as it takes. */
const limitOf = (work: Work) => (work === 'long' ? null : PATIENCE.statement)
/** Whether the settings say that a pooler is in between, which takes neither prepared statements nor settings of a connection. */
const isPooled = () => isSetTo('DATABASE_STATEMENTS', 'plain')

/**
 * Has connections hang up when nothing is heard while something is asked on them (`Connection` says when). The time of a statement ends in the
 * database, which does not help when the database itself stands still, and a commit that waits for the disk cannot be ended there at all.
 */
function hangUp(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    const silence = Object.assign(new Error('The database says nothing.'), { code: 'ETIMEDOUT' })
    socket?.on('timeout', () => socket.destroy(silence))
  })
}

/** A machine that went away without a word is noticed where nothing is asked of it for long. */
export const WATCHED = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const

type Pools = Readonly<Record<Work, pg.Pool>>
type Open = { pools: Pools; ownerUrl: string; cluster: Cluster | null; watch: NodeJS.Timeout | null }
const open = ofOperator<Promise<Open> | null>(() => null)
const joined = ofOperator<Promise<Cluster> | null>(() => null)

/** The one database of the process. Its first use starts or joins the embedded cluster and brings the schema up to date. */
export const db = new Kysely<DB>({
  dialect: new PostgresDialect({
    // Asked for once in the life of a process: whose pools they are, is asked at each connection.
    pool: async () => {
      return {
        connect: async () => {
          const { pools } = await openDatabase()
          const work = currentWork()
          const leave = await placeToAsk()
          try {
            return connectionOf(work, await pools[work].connect(), leave)
          } catch (error) {
            leave()
            throw error
          }
        },
        end: async () => endPools((await openDatabase()).pools),
      }
    },
  }),
})

async function endPools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
}

export function connectionOf(work: Work, client: pg.PoolClient, released = () => {}): Connection {
  // What reads whole weeks, posts or imports is planned anew for what it is asked: there a plan for all costs more.
  const prepares = work === 'page' && !isPooled()
  const silence = work === 'long' ? null : PATIENCE.silence
  const keepsPlans = work === 'heavy' && !isPooled()
  return new Connection(client, { prepares, keepsPlans, limit: isPooled() ? limitOf(work) : null, silence, released })
}

export function openDatabase(): Promise<Open> {
  open.value ??= connect()
  return open.value
}

/** Databases that this very process has brought up to date: an operator that wakes again finds its own so. */
const upToDate = new Set<string>()

async function connect(): Promise<Open> {
  const external = env().DATABASE_URL
  if (!external) refuseAnother(dataPath())
  else if (!isHosted()) await refuseSilent(external)
  joined.value = external ? null : joinCluster(dataPath())
  const cluster = await joined.value
  // oxlint-disable-next-line typescript/no-non-null-assertion -- without another database there is a cluster
  const ownerUrl = env().DATABASE_OWNER_URL ?? external ?? cluster!.ownerUrl
  // oxlint-disable-next-line typescript/no-non-null-assertion -- without another database there is a cluster
  const connectionString = external ?? cluster!.appUrl
  try {
    const pools = await (isHosted() ? poolsOfOne : poolsOfSite)(connectionString, ownerUrl)
    return { pools, ownerUrl, cluster, watch: cluster && watchOver(cluster) }
  } catch (error) {
    await cluster?.leave()
    throw error
  }
}

async function poolsOfSite(connectionString: string, ownerUrl: string): Promise<Pools> {
  await bringUpToDate(ownerUrl)
  return poolsTo(connectionString, await shareOfDatabase(ownerUrl))
}

/** Somebody waits for an operator that wakes: the connection for its first page is made while its schema is looked at. */
async function poolsOfOne(connectionString: string, ownerUrl: string): Promise<Pools> {
  const pools = poolsTo(connectionString, MOST)
  const look = upToDate.has(ownerUrl) ? Promise.resolve() : bringUpToDate(ownerUrl)
  const [looked, first] = await Promise.allSettled([look, pools.page.connect()])
  if (first.status === 'fulfilled') first.value.release()
  const failed = [looked, first].find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') {
    await endPools(pools)
    throw failed.reason
  }
  upToDate.add(ownerUrl)
  return pools
}

function poolsTo(connectionString: string, shares: Readonly<Record<Work, number>>): Pools {
  const poolOf = (work: Work) => poolTo(connectionString, work, shares[work])
  return { page: poolOf('page'), heavy: poolOf('heavy'), long: poolOf('long') }
}

/**
 * A folder that an installation has worked with, and no database in it: its rows are where `DATABASE_URL` led. A command that lacks this setting would find an
 * empty installation here, and call it well. Refuses `database.elsewhere`.
 */
function refuseAnother(folder: string): void {
  const at = (name: string) => existsSync(join(folder, name))
  if (at('audit-anchors') && !at('db')) throw new Refusal('database.elsewhere', { path: folder })
}

/** The first thing that a new installation gets wrong: refuses `database.silent` with the setting and what the database says. */
async function refuseSilent(external: string): Promise<void> {
  const { DATABASE_OWNER_URL } = env()
  const asked = { DATABASE_URL: external, ...(DATABASE_OWNER_URL ? { DATABASE_OWNER_URL } : {}) }
  for (const [setting, connectionString] of Object.entries(asked)) {
    try {
      await withConnection({ connectionString, application_name: 'volante', ...WATCHED }, async () => {})
    } catch (error) {
      // Where a name has two addresses and neither answers, there is no sentence, only a code.
      const { message, code } = error as NodeJS.ErrnoException
      throw new Refusal('database.silent', { setting, words: message || String(code) })
    }
  }
}

const MOST = { page: POOLS.page.max, heavy: POOLS.heavy.max, long: POOLS.long.max }

/** Connections for each kind of work, so that all sites of the installation fit into what the database gives. A pooler in between gives as many as it likes. */
async function shareOfDatabase(ownerUrl: string): Promise<Readonly<Record<Work, number>>> {
  if (isPooled()) return MOST
  // What the server gives, less what it keeps for its own masters.
  const { rows } = await withConnection({ connectionString: ownerUrl, application_name: 'volante' }, (client) =>
    client.query<{ given: number }>(
      `select sum(setting::integer * case name when 'max_connections' then 1 else -1 end)::integer as given from pg_settings
      where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    ),
  )
  const asked = { given: firstOf(rows).given, sites: env().SITES, queue: QUEUE_CONNECTIONS }
  const { shares, isShort } = sharesOf(MOST, asked)
  if (isShort)
    log.warn({ given: asked.given, needed: leastGiven(asked) }, 'the database allows too few connections for all sites')
  return shares
}

export function poolTo(connectionString: string, work: Work, max = POOLS[work].max): pg.Pool {
  const limit = limitOf(work)
  const pool = new pg.Pool({
    connectionString,
    ...POOLS[work],
    max,
    ...(isHosted() ? OF_MANY[work] : {}),
    ...WATCHED,
    application_name: 'volante',
    // A pooler refuses whoever begins with a setting that it does not know.
    ...(limit === null || isPooled() ? {} : { statement_timeout: limit }),
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // One that is lost between two statements of a transaction is an event nobody else hears: unheard, it ends the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection in use was lost')),
  )
  if (work !== 'long') hangUp(pool)
  return pool
}

/** Connections for each kind of work on a host: nobody's connections stay while nobody asks, because a host may have many operators. */
const OF_MANY: Readonly<Record<Work, pg.PoolConfig>> = {
  page: { max: 4, min: 0, idleTimeoutMillis: 5_000 },
  heavy: { max: 2, idleTimeoutMillis: 5_000 },
  long: { max: 4, idleTimeoutMillis: 5_000 },
}

/** How many connections each kind of work has, how many of them nobody uses, and who waits for one. */
export async function poolUse(): Promise<Readonly<Record<Work, { open: number; idle: number; waiting: number }>>> {
  const { pools } = await openDatabase()
  const useOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
    open: totalCount,
    idle: idleCount,
    waiting: waitingCount,
  })
  return { page: useOf(pools.page), heavy: useOf(pools.heavy), long: useOf(pools.long) }
}

/** How many connections a kind of work may have at once. */
export async function mostConnections(work: Work): Promise<number> {
  const { pools } = await openDatabase()
  return pools[work].options.max
}

/** Milliseconds between two looks at whether the embedded database still lives. */
const LOOK = 1_000

export function watchOver(cluster: Cluster): NodeJS.Timeout {
  let isReviving = false
  const look = async () => {
    if (isReviving) return
    isReviving = true
    try {
      await cluster.revive()
    } catch (error) {
      log.error({ err: error }, 'the database does not come back')
    }
    isReviving = false
  }
  return setInterval(() => void look(), LOOK).unref()
}

/** A connection string for LISTEN and the queue, which keep connections of their own. */
export async function databaseUrl(): Promise<string> {
  const { ownerUrl } = await openDatabase()
  return ownerUrl
}

/** What else is let go of with the database of an operator. */
export const closedToo = ofOperator<(() => Promise<void>)[]>(() => [])

/** Closes every connection; stops the embedded cluster when nobody else works with it. */
export async function closeDatabase(): Promise<void> {
  // One that never opened was told where it was asked for, and has nothing to close.
  const opened = await open.value?.catch(() => null)
  if (!opened) return
  const { pools, cluster, watch } = opened
  if (watch) clearInterval(watch)
  await Promise.all(closedToo.value.splice(0).map((close) => close()))
  // What asks for connections serves the others of a host on.
  await (isHosted() ? endPools(pools) : db.destroy())
  await cluster?.leave()
  open.value = null
}

/** Stops the embedded cluster under whatever this process still does with it, unless somebody else works with it. */
export async function abandonDatabase(): Promise<void> {
  // Of a host its cluster is nobody's: the next start joins what runs on.
  if (isHosted()) return
  const cluster = await joined.value
  await cluster?.leave()
}

/** Everything in `work`, or nothing. */
export function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work)
}
