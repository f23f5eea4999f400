import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { firstOf } from '#domain/certain.ts'
import { Refusal } from '#domain/refusal.ts'
import { dataPath, env, isSetTo } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { type Work, currentWork, takeStatementSlot } from '#platform/work.ts'
import { type Cluster, joinCluster } from './cluster.server.ts'
import { Connection, socketOf } from './connection.server.ts'
import { leastGiven, sharesOf } from './shares.ts'
import type { DB } from './types.ts'
import { bringUpToDate } from './up-to-date.server.ts'
import { isHosted, ofOperator } from '#platform/operator.ts'
import { withConnection } from './with-connection.server.ts'

// Bigint columns are read as numbers: amounts are whole cents far below 2^53, checked by `cents()`, and counts are
// small too.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the whole numbers that can be held exactly`)
  return value
})
// Timestamps become instants: PostgreSQL writes `2026-06-01 08:00:00+00`, which Temporal reads.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => Temporal.Instant.from(text))
// Dates stay text: a day is no moment in some zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Tx = Transaction<DB>

/** Milliseconds after which the reader of a page is told that the database does not answer. */
export const PATIENCE = {
  /** Longest run of a statement: the database itself cancels it. */
  statement: 15_000,
  /**
   * Longest silence while a question is open: a disk may hang, or a machine be gone. Longer than a statement may run,
   * so that an answer can still come.
   */
  silence: 20_000,
  /** Longest wait for a free connection, where all are taken. */
  turn: 10_000,
}

/** An unused connection is closed after a minute; until then it keeps what it knows of the tables and its prepared statements. */
const FOR_PAGES = { connectionTimeoutMillis: PATIENCE.turn, idleTimeoutMillis: 60_000 }

/**
 * Pool settings for each kind of work: how many connections, how many of them stay open while unused, and how long a
 * caller waits for one; long work waits without limit.
 */
const POOLS = {
  page: { max: 20, min: 2, ...FOR_PAGES },
  heavy: { max: 4, min: 0, ...FOR_PAGES },
  long: { max: 20, min: 0 },
} satisfies Readonly<Record<Work, pg.PoolConfig>>

/** Connections that the queue has apart from these pools: for its workers, for hearing of new orders, and for its lease. */
export const QUEUE_CONNECTIONS = 4

/** Milliseconds that a statement of this work may take; `null` for no limit. */
const limitOf = (work: Work) => (work === 'long' ? null : PATIENCE.statement)
/** Whether the settings say that connections go through a pooler, which supports neither prepared statements nor session settings. */
const isPooled = () => isSetTo('DATABASE_STATEMENTS', 'plain')

/**
 * Has connections hang up after too long a silence while a question is open (`Connection` says when). The time limit of
 * a statement is kept by the database: it does not help when the database itself stands still, nor for a commit that
 * waits for the disk, which it cannot cancel.
 */
function hangUp(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    const silence = Object.assign(new Error('The database says nothing.'), { code: 'ETIMEDOUT' })
    socket?.on('timeout', () => socket.destroy(silence))
  })
}

/** Keep-alive settings: they notice a machine that went away without a word while nothing is asked of it. */
export const WATCHED = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const

type Pools = Readonly<Record<Work, pg.Pool>>
type Open = { pools: Pools; ownerUrl: string; cluster: Cluster | null; watch: NodeJS.Timeout | null }
const open = ofOperator<Promise<Open> | null>(() => null)
const joined = ofOperator<Promise<Cluster> | null>(() => null)

/** The one database of the process. Its first use starts or joins the embedded cluster and brings the schema up to date. */
export const db = new Kysely<DB>({
  dialect: new PostgresDialect({
    // Kysely asks for the pool once in the life of a process; the operator whose pool it is may differ at each
    // connection.
    pool: async () => {
      return {
        connect: async () => {
          const { pools } = await openDatabase()
          const work = currentWork()
          const leave = await takeStatementSlot()
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
  // Work that reads whole weeks, posts or imports has its statements planned for their own values: one plan for all
  // values would be slower there.
  const prepares = work === 'page' && !isPooled()
  const silence = work === 'long' ? null : PATIENCE.silence
  const keepsPlans = work === 'heavy' && !isPooled()
  return new Connection(client, { prepares, keepsPlans, limit: isPooled() ? limitOf(work) : null, silence, released })
}

export function openDatabase(): Promise<Open> {
  open.value ??= connect()
  return open.value
}

/** Databases that this process has brought up to date already: an operator that wakes again need not check its own. */
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
    return { pools, ownerUrl, cluster, watch: cluster && watchCluster(cluster) }
  } catch (error) {
    await cluster?.leave()
    throw error
  }
}

async function poolsOfSite(connectionString: string, ownerUrl: string): Promise<Pools> {
  await bringUpToDate(ownerUrl)
  return poolsTo(connectionString, await shareOfDatabase(ownerUrl))
}

/**
 * Opens the pools of one operator of a host. Somebody waits for the operator to wake, so the connection for the first
 * page is made while the schema is checked.
 */
async function poolsOfOne(connectionString: string, ownerUrl: string): Promise<Pools> {
  const pools = poolsTo(connectionString, MAX_CONNECTIONS)
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
 * Refuses `database.elsewhere` for a data folder that an installation has worked with but that holds no database: its
 * rows are where `DATABASE_URL` led. A command without this setting would find an empty installation here, and call it
 * healthy.
 */
function refuseAnother(folder: string): void {
  const at = (name: string) => existsSync(join(folder, name))
  if (at('audit-anchors') && !at('db')) throw new Refusal('database.elsewhere', { path: folder })
}

/**
 * Refuses `database.silent`, with the setting and the database's own words, where a database cannot be reached: the
 * most frequent mistake of a new installation.
 */
async function refuseSilent(external: string): Promise<void> {
  const { DATABASE_OWNER_URL } = env()
  const asked = { DATABASE_URL: external, ...(DATABASE_OWNER_URL ? { DATABASE_OWNER_URL } : {}) }
  for (const [setting, connectionString] of Object.entries(asked)) {
    try {
      await withConnection({ connectionString, application_name: 'volante', ...WATCHED }, async () => {})
    } catch (error) {
      // An error of several addresses, none of which answers, has no message, only a code.
      const { message, code } = error as NodeJS.ErrnoException
      throw new Refusal('database.silent', { setting, words: message || String(code) })
    }
  }
}

const MAX_CONNECTIONS = { page: POOLS.page.max, heavy: POOLS.heavy.max, long: POOLS.long.max }

/**
 * Shares out connections to each kind of work, so that all sites of the installation fit into what the database allows.
 * A pooler allows any number.
 */
async function shareOfDatabase(ownerUrl: string): Promise<Readonly<Record<Work, number>>> {
  if (isPooled()) return MAX_CONNECTIONS
  // Connections that the server allows, less those it reserves for superusers.
  const { rows } = await withConnection({ connectionString: ownerUrl, application_name: 'volante' }, (client) =>
    client.query<{ given: number }>(
      `select sum(setting::integer * case name when 'max_connections' then 1 else -1 end)::integer as given from pg_settings
      where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    ),
  )
  const asked = { given: firstOf(rows).given, sites: env().SITES, queue: QUEUE_CONNECTIONS }
  const { shares, isShort } = sharesOf(MAX_CONNECTIONS, asked)
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
    ...(isHosted() ? HOSTED_POOLS[work] : {}),
    ...WATCHED,
    application_name: 'volante',
    // A pooler refuses a connection that starts with a setting it does not know.
    ...(limit === null || isPooled() ? {} : { statement_timeout: limit }),
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A connection lost between two statements of a transaction emits an `error` event: without a listener it would end
  // the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection in use was lost')),
  )
  if (work !== 'long') hangUp(pool)
  return pool
}

/** Pool settings on a host: no unused connections stay open, because a host may have many operators. */
const HOSTED_POOLS: Readonly<Record<Work, pg.PoolConfig>> = {
  page: { max: 4, min: 0, idleTimeoutMillis: 5_000 },
  heavy: { max: 2, idleTimeoutMillis: 5_000 },
  long: { max: 4, idleTimeoutMillis: 5_000 },
}

/** Counts the connections of each kind of work, the unused ones, and the callers waiting for one. */
export async function poolUse(): Promise<Readonly<Record<Work, { open: number; idle: number; waiting: number }>>> {
  const { pools } = await openDatabase()
  const useOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
    open: totalCount,
    idle: idleCount,
    waiting: waitingCount,
  })
  return { page: useOf(pools.page), heavy: useOf(pools.heavy), long: useOf(pools.long) }
}

/** Answers how many connections a kind of work may have at once. */
export async function mostConnections(work: Work): Promise<number> {
  const { pools } = await openDatabase()
  return pools[work].options.max
}

/** Milliseconds between two looks at whether the embedded database still lives. */
const CHECK_INTERVAL_MS = 1_000

export function watchCluster(cluster: Cluster): NodeJS.Timeout {
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
  return setInterval(() => void look(), CHECK_INTERVAL_MS).unref()
}

/** Answers the connection string for LISTEN and the queue, which keep connections of their own. */
export async function databaseUrl(): Promise<string> {
  const { ownerUrl } = await openDatabase()
  return ownerUrl
}

/** What to close together with an operator's database. */
export const closedToo = ofOperator<(() => Promise<void>)[]>(() => [])

/** Closes every connection; stops the embedded cluster if nobody else works with it. */
export async function closeDatabase(): Promise<void> {
  // A database that failed to open has reported that to its callers; there is nothing to close.
  const opened = await open.value?.catch(() => null)
  if (!opened) return
  const { pools, cluster, watch } = opened
  if (watch) clearInterval(watch)
  await Promise.all(closedToo.value.splice(0).map((close) => close()))
  // On a host `db` goes on serving the other operators: only the pools are closed.
  await (isHosted() ? endPools(pools) : db.destroy())
  await cluster?.leave()
  open.value = null
}

/** Stops the embedded cluster while this process may still be using it, unless somebody else works with it. */
export async function abandonDatabase(): Promise<void> {
  // The cluster of a host keeps running: the next start joins it.
  if (isHosted()) return
  const cluster = await joined.value
  await cluster?.leave()
}

/** Runs all of `work` in one transaction, or nothing of it. */
export function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work)
}
