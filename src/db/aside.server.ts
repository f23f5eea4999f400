import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { firstOf } from '#domain/certain.ts'
import { Refusal } from '#domain/refusal.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { currentWork, isOutOfTime } from '#platform/work.ts'
import { PATIENCE, closedToo, connectionOf, db, poolTo } from './client.server.ts'
import type { DB } from './types.ts'

/** Seconds behind from which a standby is left alone. */
const TOO_OLD = 300
/** Seconds after a write within which its writer reads a standby only where that has all there is. A long import is known by its beginning. */
const OWN_WRITES = 300
/** Milliseconds for which a standby that was gone is not asked again. */
const REST = 10_000
/** Milliseconds within which a standby says how old it is. One whose machine is gone says nothing at all. */
const PROMPT = 2_000

/** `behind`: seconds that what was read may lie behind; 0 where it is all there is. */
export type Aside<Value> = { value: Value; behind: number }

const standby = ofOperator<{ url: string; on: Kysely<DB> } | null>(() => null)
const restsUntil = ofOperator(() => 0)
/** What the log said last of the standby: that nothing is read there, and why, or that it is. */
const said = ofOperator<'answers' | 'failed' | 'old'>(() => 'answers')

/**
 * Reads what may be a moment old from the standby that `DATABASE_READ_URL` names: figures, and nothing that decides money or
 * access. Who wrote something lately reads it where it was written, unless the standby has it all. Without a standby, and where it
 * is gone, too old (`oldest`, seconds) or refuses, the database itself is asked.
 */
export async function readAside<Value>(
  reader: string,
  read: (on: Kysely<DB>) => Promise<Value>,
  oldest = TOO_OLD,
): Promise<Aside<Value>> {
  const url = env().DATABASE_READ_URL
  if (!url || performance.now() < restsUntil.value) return { value: await read(db), behind: 0 }
  const begun = performance.now()
  try {
    const on = standbyAt(url)
    const behind = await promptly(secondsBehind(on))
    if (behind > TOO_OLD) say('old')
    else if (behind === 0 || (behind <= oldest && !(await hasWritten(reader, behind)))) {
      const value = await read(on)
      say('answers')
      return { value, behind }
    }
  } catch (error) {
    // A refusal is an answer; what took too long there takes as long here. What recovery or somebody cancels does not.
    const isLate = currentWork() !== 'long' && performance.now() - begun >= PATIENCE.statement
    if (error instanceof Refusal || (isLate && isOutOfTime(error))) throw error
    if (error instanceof Silence) forgetStandby()
    restsUntil.value = performance.now() + REST
    say('failed', error)
  }
  return { value: await read(db), behind: 0 }
}

/** Once when something changes: a standby that is away for a night would fill the log. */
function say(now: typeof said.value, error?: unknown): void {
  if (said.value === now) return
  said.value = now
  if (now === 'answers') log.info('the standby is read again')
  else if (now === 'old')
    log.warn('the standby lies too far behind, or is none of this database: the database itself is asked')
  else log.warn({ err: error }, 'the standby did not answer: the database itself is asked')
}

class Silence extends Error {}

/** What is asked of a machine that went away without a word is not waited for. */
async function promptly<Value>(asked: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Silence(`The standby said nothing within ${PROMPT} ms.`)), PROMPT)
  try {
    return await Promise.race([asked, promise])
  } finally {
    clearTimeout(late)
  }
}

/** What `doctor` sees of the standby: whether it is one, and how far behind. `null` where none is named; it throws what the standby answers. */
export async function lookAside(): Promise<{ isStandby: boolean; behind: number; isTooOld: boolean } | null> {
  const url = env().DATABASE_READ_URL
  if (!url) return null
  const on = standbyAt(url)
  const { rows } = await promptly(sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(on))
  const behind = await promptly(secondsBehind(on))
  return { isStandby: firstOf(rows).isStandby, behind, isTooOld: behind > TOO_OLD }
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
  const pool = pools.get(work) ?? poolTo(url, work, MOST)
  pools.set(work, pool)
  return connectionOf(work, await pool.connect())
}

/** Connections of each kind of work. */
const MOST = 4

async function endAll(pools: Map<string, pg.Pool>): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.end()))
}

/** Connections to a machine that went away stay open for minutes: whoever asks next has new ones. */
function forgetStandby(): void {
  void closeStandby().catch(() => undefined)
}

async function closeStandby(): Promise<void> {
  const gone = standby.value
  standby.value = null
  await gone?.on.destroy()
}

/**
 * Seconds of what the standby has not replayed yet: by the clock of the last transaction it has, and 0 where that is the last
 * there is. The database says where it stands before the standby is asked, so that 0 is never said too early. One that was
 * promoted, or never was a standby, has all there is only where it is the database itself.
 */
async function secondsBehind(on: Kysely<DB>): Promise<number> {
  const { rows: now } = await sql<{ at: string; since: string }>`
    select pg_current_wal_insert_lsn()::text as at, pg_postmaster_start_time()::text as since`.execute(db)
  const { at, since } = firstOf(now)
  const { rows } = await sql<{ behind: number }>`
    select case when not pg_is_in_recovery()
        then case when pg_postmaster_start_time() = ${since}::timestamptz then 0 else ${TOO_OLD + 1} end
      when pg_last_wal_replay_lsn() >= ${at}::pg_lsn then 0
      else coalesce(greatest(1, ceil(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))), ${TOO_OLD + 1})
      end::int as behind`.execute(on)
  return firstOf(rows).behind
}

/** Every change is in the log, with who made it. */
async function hasWritten(uid: string, behind: number): Promise<boolean> {
  const since = Temporal.Now.instant().subtract({ seconds: OWN_WRITES + behind })
  const written = await db
    .selectFrom('audit_events')
    .select('id')
    .where('actor', '=', uid)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}
