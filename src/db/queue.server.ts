import { Logger, type Runner, run } from 'graphile-worker'
import { sql } from 'kysely'
import { log } from '#platform/log.ts'
import { type Tx, databaseUrl } from './client.server.ts'

/** A kind of work that can be ordered: its name, and the shape its payload must have when it is carried out. */
export type Job<Payload> = { name: string; parse: (payload: unknown) => Payload }
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

/** Starts the workers of this process. Failures are retried by the queue with growing pauses and are logged. */
export async function startQueue(handlers: Record<string, JobHandler>): Promise<Runner> {
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
