import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Task, type WorkerEvents, run } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { becauseOf, causeOf, currentCause } from '#platform/cause.ts'
import { log } from '#platform/log.ts'
import { countJob } from '#platform/metrics.ts'
import { isHosted } from '#platform/operator.ts'
import { traceJob } from '#platform/tracing.ts'
import { QUEUE_CONNECTIONS, type Tx, databaseUrl, inTransaction } from './client.server.ts'
import type { Job } from './job.ts'
import { withConnection } from './with-connection.server.ts'

export type JobHandler = (payload: unknown) => Promise<void>

/** Orders work in the transaction of the change that needs it, so that both happen or neither. Work with the same `key` waits only once. */
export async function order<Payload extends object>(tx: Tx, job: Job<Payload>, payload: Payload, key?: string) {
  const [name, payloadText] = [job.name, JSON.stringify(payload)]
  if (job.queue === undefined) await sql`select order_job(${name}, ${payloadText}::json, ${key ?? null})`.execute(tx)
  else await sql`select order_job(${name}, ${payloadText}::json, ${key ?? null}, ${job.queue})`.execute(tx)
}

/** Binds a job to the function that carries it out; a payload of the wrong shape is a defect and is retried like one. */
export function handler<Payload>(
  job: Job<Payload>,
  work: (payload: Payload) => Promise<void>,
): Record<string, JobHandler> {
  return { [job.name]: async (payload) => work(job.parse(payload)) }
}

/** Runs work that may have been ordered twice: the second waits until the first is done, and finds nothing left to do. */
export function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  return inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`work ${name}`}, 0))`.execute(tx)
    await work()
  })
}

/** Milliseconds. */
const DAY_MS = 86_400_000
const QUARTER_HOUR_MS = 900_000
const MINUTE_MS = 60_000

export type Queue = { stop: () => Promise<void> }

/** Connections for the workers of each operator of a host: one of them listens for orders. */
const HOSTED_CONNECTIONS = 2

/** Milliseconds between two tries to reach a database that is gone. */
const RECONNECT_MS = 1_000

/** Milliseconds between two reports of the workers that they are at work. */
const HEARTBEAT_MS = 10_000
/** Workers that have not reported for this long are gone, and others may take over what they had begun. */
const LEASE = '30 seconds'

/**
 * Starts the workers of this process. The queue retries failures with growing pauses and logs them; when the workers
 * lose their database, new ones take over. `daily` is ordered now and each day after, `often` each quarter of an hour,
 * `eachMinute` each minute. With `isAlone` the workers take over at once what others had begun; else once those others
 * are gone.
 */
export async function startQueue(
  handlers: Record<string, JobHandler>,
  daily: readonly Job<object>[] = [],
  often: readonly Job<object>[] = [],
  eachMinute: readonly Job<object>[] = [],
  isAlone = true,
): Promise<Queue> {
  let workers = await startWorkers(handlers, isAlone)
  const stopping = new AbortController()

  const keepGoing = async () => {
    await workers.lost
    while (!stopping.signal.aborted) {
      void retire(workers, stopping.signal)
      await pause(RECONNECT_MS, undefined, { ref: false, signal: stopping.signal })
      workers = await untilDone('the queue stands still', () => startWorkers(handlers), stopping.signal)
      if (stopping.signal.aborted) await workers.stop()
      await workers.lost
    }
  }
  keepGoing().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  void orderAll([...daily, ...often, ...eachMinute])
  // Only the process that orders the daily work also forgets work that people left undone.
  if (daily.length > 0) void deleteWorkLeftUndone()
  const days = setInterval(() => void orderAll(daily).then(deleteWorkLeftUndone), DAY_MS).unref()
  const quarters = setInterval(() => void orderAll(often), QUARTER_HOUR_MS).unref()
  const minutes = eachMinute.length > 0 ? setInterval(() => void orderAll(eachMinute), MINUTE_MS).unref() : undefined
  return {
    stop: async () => {
      clearInterval(days)
      clearInterval(quarters)
      clearInterval(minutes)
      stopping.abort()
      await workers.stop()
    },
  }
}

/**
 * Ends workers that lost their database. Work that they could not report as done or failed stays locked by them, and
 * the library forgets it: it is released here once the last of it has ended.
 */
async function retire({ pool, stop }: Workers, signal: AbortSignal): Promise<void> {
  await stop()
  await untilDone('abandoned work is not free yet', () => releaseWork('locked_by = $1', [pool]), signal).catch(() => {
    // The process ends: the next start releases the work.
  })
}

async function untilDone<Done>(trouble: string, work: () => Promise<Done>, signal: AbortSignal): Promise<Done> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, trouble)
    }
    await pause(RECONNECT_MS, undefined, { ref: false, signal })
  }
}

/** Orders scheduled work. It waits only once, even if several processes order it or yesterday's is not done yet. */
async function orderAll(jobs: readonly Job<object>[]): Promise<void> {
  if (jobs.length === 0) return
  try {
    await inTransaction(async (tx) => {
      for (const job of jobs) await order(tx, job, {}, job.name)
    })
  } catch (error) {
    log.warn({ err: error }, 'the work of the day could not be ordered')
  }
}

/**
 * Makes the connections for the workers. The library stops listening to connections of its own making before they have
 * ended, and one that is lost meanwhile, as when its database dies, would end the process.
 */
async function connections(): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: await databaseUrl(),
    max: isHosted() ? HOSTED_CONNECTIONS : QUEUE_CONNECTIONS,
  })
  const tell = (error: Error) => log.warn({ err: error }, 'a connection of the queue was lost')
  return pool.on('error', tell).on('connect', (client) => client.on('error', tell))
}

/** Workers of this process. `pool` is the name under which they hold work; `lost` settles when they ended or cannot reach the database. */
type Workers = { pool: string; lost: Promise<void>; stop: () => Promise<void> }

async function startWorkers(handlers: Record<string, JobHandler>, isAlone = false): Promise<Workers> {
  const pgPool = await connections()
  if (isAlone)
    await pgPool.query(releaseWhere('locked_by is not null')).catch(async (error: unknown) => {
      await pgPool.end()
      throw error
    })
  const taskList = Object.fromEntries(
    Object.entries(handlers).map(([name, work]): [string, Task] => [
      name,
      async (payload, { job }) => {
        const began = Date.now()
        await becauseOf(causeOf(job.flags), () => counted(name, () => traceJob(name, () => work(payload))))
        if (asksNothing(payload)) await endGivenUp(pgPool, name, began)
      },
    ]),
  )
  const events: WorkerEvents = new EventEmitter()
  const { promise: lost, resolve: isLost } = Promise.withResolvers<void>()
  let pool = ''
  events.on('pool:create', ({ workerPool }) => (pool = workerPool.id))
  events.on('pool:listen:error', () => isLost())
  events.on('worker:getJob:error', () => isLost())
  const runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    taskList,
    events,
    // Report each finished job by itself, and end the workers if that fails: without this the library forgets that it
    // could not report.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') log.warn({ meta }, message)
    }),
  }).catch(async (error: unknown) => {
    await pgPool.end()
    throw error
  })
  const leave = await holdLease(pool, pgPool)
  const ended = runner.promise.catch((error: unknown) => log.warn({ err: error }, 'workers ended'))
  void ended
    .then(isLost)
    .then(leave)
    .then(() => pgPool.end())
  // The library refuses a second stop.
  return { pool, lost, stop: () => runner.stop().catch(() => ended) }
}

/** Whether work has no details, as scheduled work: it is then the same each time it is ordered. */
function asksNothing(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0
}

/** Deletes given-up jobs of the same work that failed before this run began: this run has done their work. */
async function endGivenUp(pool: pg.Pool, task: string, began: number): Promise<void> {
  await pool
    .query(
      `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
        where tasks.id = task_id and tasks.identifier = $1 and payload::text = '{}'
          and attempts >= max_attempts and locked_at is null and updated_at <= to_timestamp($2::float8 / 1000)`,
      [task, began],
    )
    .catch((error: unknown) => log.warn({ err: error }, 'work that is over could not be taken off the list'))
}

/** Days for which work that a person left undone can be taken up again (`795-given-up-work.sql`). */
const GIVEN_UP_WORK_DAYS = 30

export async function deleteWorkLeftUndone(): Promise<void> {
  await askQueue(
    `delete from graphile_worker._private_jobs
      where flags ? 'left' and locked_at is null and updated_at < now() - make_interval(days => $1::int)`,
    [String(GIVEN_UP_WORK_DAYS)],
  ).catch((error: unknown) => log.warn({ err: error }, 'work that was left could not be forgotten'))
}

/** Does the work, and tells the monitor how it ended and how long it took; also the log, if a request ordered it. */
async function counted(job: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  const tell = (outcome: 'done' | 'failed') => {
    const ms = performance.now() - started
    countJob({ job, outcome, seconds: ms / 1_000 })
    if (currentCause().request !== null) log.info({ job, outcome, ms: Math.round(ms) }, 'ordered work')
  }
  try {
    await work()
  } catch (error) {
    tell('failed')
    throw error
  }
  tell('done')
}

/**
 * Reports regularly that these workers are at work, and releases the work of others that report no more: their process
 * was killed, or their machine is gone. If workers only cannot reach the database for a while, their work is done twice
 * at worst, which each job tolerates (`docs/decisions/071`).
 */
async function holdLease(workers: string, pool: pg.Pool): Promise<() => Promise<void>> {
  const renew = async () => {
    await pool.query(
      'insert into queue_leases (workers) values ($1) on conflict (workers) do update set renewed_at = now()',
      [workers],
    )
    await pool.query(
      `select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs
        where locked_at < now() - $1::interval
          and not exists (select from queue_leases where workers = locked_by and renewed_at > now() - $1::interval)))`,
      [LEASE],
    )
    await pool.query(`delete from queue_leases where renewed_at < now() - interval '1 day'`)
  }
  const tell = (error: unknown) => log.warn({ err: error }, 'the workers could not say that they are at work')
  await renew().catch(tell)
  let last = Promise.resolve()
  const timer = setInterval(() => {
    last = renew().catch(tell)
  }, HEARTBEAT_MS).unref()
  return async () => {
    clearInterval(timer)
    await last
    await pool.query('delete from queue_leases where workers = $1', [workers]).catch(() => undefined)
  }
}

/** Orders this work for now; work that waits already is not ordered again. */
export const orderNow = orderAll

/** Answers when work is due next, in milliseconds since 1970; work in progress is due now. `null`: none waits. */
export async function nextWork(): Promise<number | null> {
  const rows = await askQueue<{ at: string | null }>(
    `select extract(epoch from min(case when locked_at is null then run_at else now() end)) * 1000 as at
      from graphile_worker.jobs where attempts < max_attempts`,
    [],
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : Number(at)
}

async function releaseWork(where: string, values: readonly string[]): Promise<void> {
  await askQueue(releaseWhere(where), values)
}

function releaseWhere(where: string): string {
  return `select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where ${where}))`
}

async function askQueue<Row extends object>(text: string, values: readonly string[]): Promise<Row[]> {
  const settings = { connectionString: await databaseUrl() }
  const { rows } = await withConnection(settings, (client) => client.query<Row>(text, [...values]))
  return rows
}
