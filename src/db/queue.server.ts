import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { type Tx, databaseUrl, inTransaction } from './client.server.ts'
import type { Job } from './job.ts'

export type JobHandler = (payload: unknown) => Promise<void>

/** Orders work in the transaction of the change that needs it: both happen or neither. The same `key` waits once. */
export async function order<Payload extends object>(tx: Tx, job: Job<Payload>, payload: Payload, key?: string) {
  await sql`select order_job(${job.name}, ${JSON.stringify(payload)}::json, ${key ?? null})`.execute(tx)
}

/** Binds a job to what carries it out; a payload that does not fit is a defect and is retried like one. */
export function handler<Payload>(
  job: Job<Payload>,
  work: (payload: Payload) => Promise<void>,
): Record<string, JobHandler> {
  return { [job.name]: async (payload) => work(job.parse(payload)) }
}

/** Work that may have been ordered twice: the second waits until the first is done, and finds nothing left to do. */
export function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  return inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`work ${name}`}, 0))`.execute(tx)
    await work()
  })
}

/** Milliseconds. */
const DAY = 86_400_000
const QUARTER = 900_000

export type Queue = { stop: () => Promise<void> }

/** Milliseconds before workers that ended, with their database, are started again. */
const REST = 1_000

/**
 * Starts the workers of this process. Failures are retried by the queue with growing pauses and are logged; workers that
 * lose their database start again when it is back. `daily` is ordered now and each day after, `often` each quarter of an hour.
 */
export async function startQueue(
  handlers: Record<string, JobHandler>,
  daily: readonly Job<object>[] = [],
  often: readonly Job<object>[] = [],
): Promise<Queue> {
  await releaseAbandoned()
  let runner = await startWorkers(handlers)
  const stopping = new AbortController()

  const keepGoing = async () => {
    while (!stopping.signal.aborted) {
      try {
        await runner.promise
        if (!stopping.signal.aborted) runner = await startWorkers(handlers)
      } catch (error) {
        log.warn({ err: error }, 'the queue stands still')
      }
      await pause(REST, undefined, { ref: false })
    }
  }
  void keepGoing()
  void orderAll([...daily, ...often])
  const days = setInterval(() => void orderAll(daily), DAY).unref()
  const quarters = setInterval(() => void orderAll(often), QUARTER).unref()
  return {
    stop: async () => {
      clearInterval(days)
      clearInterval(quarters)
      stopping.abort()
      await runner.stop()
    },
  }
}

/** What several processes order, and what has not been done since yesterday, waits once. */
async function orderAll(jobs: readonly Job<object>[]): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      for (const job of jobs) await order(tx, job, {}, job.name)
    })
  } catch (error) {
    log.warn({ err: error }, 'the work of the day could not be ordered')
  }
}

async function startWorkers(handlers: Record<string, JobHandler>): Promise<Runner> {
  const taskList = Object.fromEntries(
    Object.entries(handlers).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
  )
  return run({
    connectionString: await databaseUrl(),
    concurrency: 2,
    noHandleSignals: true,
    taskList,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') log.warn({ meta }, message)
    }),
  })
}

/**
 * Work that a killed process had begun is anybody's again; the library alone would wait four hours. No other process
 * works on an embedded database; on a shared one, what was begun a while ago counts as abandoned.
 */
async function releaseAbandoned(): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseUrl() })
  await client.connect()
  try {
    await client.query(
      `select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs where locked_at < now() - $1::interval))`,
      [env().DATABASE_URL ? '15 minutes' : '0'],
    )
  } finally {
    await client.end()
  }
}
