import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { firstOf } from '#domain/certain.ts'
import { Refusal } from '#domain/refusal.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { currentWork, isStatementTimeout } from '#platform/work.ts'
import { PATIENCE, closedToo, connectionOf, db, poolTo } from './client.server.ts'
import type { DB } from './types.ts'

/** Seconds of delay from which a standby is not read. */
const MAX_DELAY_SECONDS = 300
/** Seconds after a write for which its writer reads the standby only if that has everything. A long import counts from its beginning. */
const OWN_WRITE_SECONDS = 300
/** Milliseconds for which a standby that did not answer is not asked again. */
const RETRY_MS = 10_000
/** Milliseconds within which a standby must say how far behind it is. One whose machine is gone says nothing at all. */
const TIMEOUT_MS = 2_000

/** A value and `behind`, the seconds that it may be out of date; 0 where nothing is missing. */
export type StandbyAnswer<Value> = { value: Value; behind: number }

const standby = ofOperator<{ url: string; on: Kysely<DB> } | null>(() => null)
const restsUntil = ofOperator(() => 0)
/** State of the standby as the log said it last: it answers, it failed, or it is too far behind. */
const lastState = ofOperator<'answers' | 'failed' | 'old'>(() => 'answers')

/**
 * Reads from the standby that `DATABASE_READ_URL` names, for figures that may be a moment old, never for decisions on
 * money or access. Somebody who wrote something lately reads from the database itself, unless the standby has
 * everything. The database itself is also asked without a standby, and where the standby is gone, too far behind
 * (`oldest`, seconds) or refuses.
 */
export async function readFromStandby<Value>(
  reader: string,
  read: (on: Kysely<DB>) => Promise<Value>,
  oldest = MAX_DELAY_SECONDS,
): Promise<StandbyAnswer<Value>> {
  const url = env().DATABASE_READ_URL
  if (!url || performance.now() < restsUntil.value) return { value: await read(db), behind: 0 }
  const begun = performance.now()
  try {
    const on = standbyAt(url)
    const behind = await promptly(secondsBehind(on))
    if (behind > MAX_DELAY_SECONDS) say('old')
    else if (behind === 0 || (behind <= oldest && !(await hasWritten(reader, behind)))) {
      const value = await read(on)
      say('answers')
      return { value, behind }
    }
  } catch (error) {
    // A refusal is an answer. A statement that ran out of time there would do so here too, unlike one that recovery or
    // a person cancelled.
    const isLate = currentWork() !== 'long' && performance.now() - begun >= PATIENCE.statement
    if (error instanceof Refusal || (isLate && isStatementTimeout(error))) throw error
    if (error instanceof StandbyTimeout) forgetStandby()
    restsUntil.value = performance.now() + RETRY_MS
    say('failed', error)
  }
  return { value: await read(db), behind: 0 }
}

/** Logs only a change of state: a standby that is away for a night would fill the log. */
function say(now: typeof lastState.value, error?: unknown): void {
  if (lastState.value === now) return
  lastState.value = now
  if (now === 'answers') log.info('the standby is read again')
  else if (now === 'old')
    log.warn('the standby lies too far behind, or is none of this database: the database itself is asked')
  else log.warn({ err: error }, 'the standby did not answer: the database itself is asked')
}

class StandbyTimeout extends Error {}

/** Gives up an answer of the standby after `TIMEOUT_MS`: a machine that went away without a word would be waited for too long. */
async function promptly<Value>(query: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(
    () => reject(new StandbyTimeout(`The standby said nothing within ${TIMEOUT_MS} ms.`)),
    TIMEOUT_MS,
  )
  try {
    return await Promise.race([query, promise])
  } finally {
    clearTimeout(late)
  }
}

/**
 * Looks at the standby for `doctor`: whether it is one, and how far behind. `null` where none is named; throws what the
 * standby answers.
 */
export async function checkStandby(): Promise<{ isStandby: boolean; behind: number; isTooOld: boolean } | null> {
  const url = env().DATABASE_READ_URL
  if (!url) return null
  const on = standbyAt(url)
  const { rows } = await promptly(sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(on))
  const behind = await promptly(secondsBehind(on))
  return { isStandby: firstOf(rows).isStandby, behind, isTooOld: behind > MAX_DELAY_SECONDS }
}

function standbyAt(url: string): Kysely<DB> {
  if (standby.value?.url !== url) {
    const pools = new Map<string, pg.Pool>()
    const pool = { connect: () => connect(url, pools), end: async () => endAll(pools) }
    standby.value = { url, on: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
    closedToo.value.push(closeStandby)
  }
  return standby.value.on
}

async function connect(url: string, pools: Map<string, pg.Pool>) {
  const work = currentWork()
  const pool = pools.get(work) ?? poolTo(url, work, MAX_CONNECTIONS)
  pools.set(work, pool)
  return connectionOf(work, await pool.connect())
}

/** Largest number of connections to the standby for each kind of work. */
const MAX_CONNECTIONS = 4

async function endAll(pools: Map<string, pg.Pool>): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.end()))
}

/** Drops the connections to a machine that went away, which would stay open for minutes: the next reader gets new ones. */
function forgetStandby(): void {
  void closeStandby().catch(() => undefined)
}

async function closeStandby(): Promise<void> {
  const gone = standby.value
  standby.value = null
  await gone?.on.destroy()
}

/**
 * Measures in seconds how far the standby is behind: the age of the last transaction it replayed, or 0 if it has
 * replayed everything. The database says its position before the standby is asked, so that 0 is never said too early. A
 * server that was promoted, or never was a standby, is up to date only if it is the database itself.
 */
async function secondsBehind(on: Kysely<DB>): Promise<number> {
  const { rows: now } = await sql<{ at: string; since: string }>`
    select pg_current_wal_insert_lsn()::text as at, pg_postmaster_start_time()::text as since`.execute(db)
  const { at, since } = firstOf(now)
  const { rows } = await sql<{ behind: number }>`
    select case when not pg_is_in_recovery()
        then case when pg_postmaster_start_time() = ${since}::timestamptz then 0 else ${MAX_DELAY_SECONDS + 1} end
      when pg_last_wal_replay_lsn() >= ${at}::pg_lsn then 0
      else coalesce(greatest(1, ceil(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))), ${MAX_DELAY_SECONDS + 1})
      end::int as behind`.execute(on)
  return firstOf(rows).behind
}

/** Whether this person changed something lately: the log of changes names who made each. */
async function hasWritten(uid: string, behind: number): Promise<boolean> {
  const since = Temporal.Now.instant().subtract({ seconds: OWN_WRITE_SECONDS + behind })
  const written = await db
    .selectFrom('audit_events')
    .select('id')
    .where('actor', '=', uid)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}
