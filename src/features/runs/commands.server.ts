import { sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import type { Job } from '#db/job.ts'
import { order } from '#db/queue.server.ts'
import type { Json } from '#db/types.ts'
import { Cancelled, type OnProgress, type Progress } from '#domain/progress.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Change, actorHasPower, carryOut } from '#features/audit/commands.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import type { ByteSource } from '#platform/bytes.ts'
import { log } from '#platform/log.ts'
import { type Run, getRun } from './queries.server.ts'
import { RUN_POWERS, type RunKind } from './schema.ts'
import { isDatabaseLost } from '#platform/trouble.ts'

/** What is ordered: the work of `kind` on `subject`, done by `job`, which is given the id of the run. */
type Order = { kind: RunKind; subject: string; input: Json; job: Job<{ run: string }> }

/** Orders long work and answers its run; work that is already under way on the same subject is that run. */
export async function startRun(change: Change, { kind, subject, input, job }: Order): Promise<string> {
  const started = await change.tx
    .insertInto('runs')
    .values({
      kind,
      subject,
      input: JSON.stringify(input),
      ordered_at: change.now.toString(),
      ordered_by: change.actor.uid,
      ordered_as: change.actor.role,
      ordered_from: change.actor.address,
      ordered_by_request: change.actor.requestId,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (started) {
    await order(change.tx, job, { run: started.id })
    return started.id
  }
  const running = await change.tx
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  // The run ended between the two questions: what it did stands.
  if (!running) throw new Refusal('record.not-found')
  return running.id
}

/** Asks a run to stop; one that ended by now stays as it ended. Refuses `record.not-found`. */
export async function cancelRun(change: Change, id: string): Promise<void> {
  const { kind, subject } = await getRun(id, change.tx)
  await change.tx
    .updateTable('runs')
    .set({ cancel_asked_at: change.now.toString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  change.note({ subject: `${NOUNS[kind]}:${subject}` })
}

/** What the work of a kind is done to. */
const NOUNS: Record<RunKind, string> = { 'drop-import': 'drop', 'statements-zip': 'week', 'week-approval': 'week' }

/** Milliseconds between two looks: how far it is goes into the database, whether to stop comes out. */
const PAUSE = 500

/**
 * Does the work of a run, in one transaction with its end; `action` names it in the audit log, `work` answers what it
 * brought. A refusal, a wish to stop and a defect end the run, and whoever ordered it reads which; only where the
 * database or the process went away, or others had locked what it needs, does the queue begin it again.
 */
export async function carryOutRun(
  id: string,
  action: string,
  work: (change: Change, run: Run, onProgress: OnProgress) => Promise<Json>,
): Promise<void> {
  const run = await getRun(id)
  if (run.state !== 'waiting' && run.state !== 'running') return
  await db.updateTable('runs').set({ state: 'running' }).where('id', '=', id).where('ended_at', 'is', null).execute()

  const watch = watchRun(run)
  try {
    await carryOut({ actor: run.orderedBy, action, now: Temporal.Now.instant() }, async (change) => {
      await requireOpen(change, id)
      // The run may have waited: what somebody may no longer order is no longer done for them.
      if (!(await actorHasPower(change, RUN_POWERS[run.kind]))) throw new Refusal('access.scope')
      const outcome = await work(change, run, watch.onProgress)
      await watch.stop()
      await change.tx
        .updateTable('runs')
        .set({ state: 'done', outcome: JSON.stringify(outcome), ended_at: Temporal.Now.instant().toString() })
        .where('id', '=', id)
        .execute()
      return null
    })
  } catch (error) {
    await watch.stop()
    if (error instanceof Over) return
    if (isDatabaseLost(error) || isInOthersWay(error)) throw error
    if (error instanceof Cancelled) await endRun(id, 'cancelled', null)
    else if (error instanceof Refusal) await endRun(id, 'refused', { code: error.code, params: error.params })
    else {
      log.error({ err: error, run: id, kind: run.kind }, 'a run failed')
      await endRun(id, 'failed', null)
    }
  }
}

/** Somebody else did the same run meanwhile. */
class Over extends Error {}

/** The same run may have come twice: the second waits for the first, and finds it done. How far it is, is written beside this. */
async function requireOpen({ tx }: Change, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`run ${id}`}, 0))`.execute(tx)
  const open = await tx
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open) throw new Over()
}

/** A deadlock, a lost race of two transactions, a lock that came too late: another try may go through. */
function isInOthersWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && IN_OTHERS_WAY.has(error.code)
}

const IN_OTHERS_WAY: ReadonlySet<unknown> = new Set(['40P01', '40001', '55P03'])

/** Writes how far a run is, beside its transaction, and hears whether it should stop. */
function watchRun({ id, isStopping }: Run): { onProgress: OnProgress; stop: () => Promise<void> } {
  let latest: Progress | null = null
  let isCancelled = isStopping
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    const seen = latest
    const row = await db
      .updateTable('runs')
      .set(seen ? { stage: seen.stage, done: seen.done, goal: seen.of } : { state: 'running' })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('cancel_asked_at')
      .executeTakeFirst()
    if (row?.cancel_asked_at) isCancelled = true
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => log.warn({ err: error }, 'how far a run is was not kept'))
  }, PAUSE)
  return {
    onProgress: (progress) => {
      latest = progress
      if (isCancelled) throw new Cancelled()
    },
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

async function endRun(id: string, state: 'cancelled' | 'refused' | 'failed', outcome: Json): Promise<void> {
  await db
    .updateTable('runs')
    .set({ state, outcome: JSON.stringify(outcome), ended_at: Temporal.Now.instant().toString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Days a file that a run made can be fetched. */
const FILE_KEPT_DAYS = 7

/** Keeps what a run made, for whoever ordered it to fetch. */
export async function keepRunFile(
  { tx, now }: Change,
  run: string,
  { name, bytes, mediaType }: { name: string; bytes: ByteSource; mediaType: string },
): Promise<void> {
  const sha256 = await keepFile(tx, bytes, mediaType)
  await tx.insertInto('run_files').values({ run_id: run, name, sha256, made_at: now.toString() }).execute()
}

/** Forgets what runs made, once the days to fetch it are over; answers how many. */
export async function purgeRunFiles(now: Temporal.Instant): Promise<number> {
  return inTransaction(async (tx) => {
    const over = await tx
      .deleteFrom('run_files')
      .where('made_at', '<', now.subtract({ hours: 24 * FILE_KEPT_DAYS }))
      .returning('sha256')
      .execute()
    for (const file of over) await order(tx, forgetFile, file)
    return over.length
  })
}
