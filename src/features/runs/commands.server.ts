import { sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import type { Job } from '#db/job.ts'
import { order } from '#db/queue.server.ts'
import type { Json } from '#db/types.ts'
import { Cancelled, type OnProgress, type Progress } from '#domain/progress.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Change, actorHasPower, carryOut } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import type { ByteSource } from '#platform/bytes.ts'
import { log } from '#platform/log.ts'
import { type Run, getRun } from './queries.server.ts'
import { RUN_POWERS, type RunKind } from './schema.ts'
import { isDatabaseLost } from '#platform/trouble.ts'

/** An order: the work of `kind` on `subject`, done by `job`, which is given the id of the run. */
type Order = { kind: RunKind; subject: string; input: Json; job: Job<{ run: string }> }

/** Orders long work and answers its run; if the same work is under way on the same subject, answers that run. */
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
  // The run ended between the two queries: its result stays.
  if (!running) throw new Refusal('record.not-found')
  return running.id
}

/** Asks a run to stop; one that has ended stays as it ended. Refuses `record.not-found`. */
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

/** The noun that each kind of work is done to. */
const NOUNS: Record<RunKind, string> = { 'drop-import': 'drop', 'statements-zip': 'week', 'week-approval': 'week' }

/** Milliseconds between two writes of the progress, which also read whether to stop. */
const PAUSE = 500

/**
 * Does the work of a run, in one transaction with its end; `action` names it in the audit log, `work` answers the
 * outcome. A refusal, a request to stop, or a defect ends the run, and the person who ordered it reads which. Only
 * when the database or the process was lost, or others held a lock on what it needs, does the queue begin again.
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
      // Check the power again: the run may have waited, and its person may have lost it since.
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
    if (error instanceof RunAlreadyDone) return
    if (isDatabaseLost(error) || isPassingConflict(error)) throw error
    if (error instanceof Cancelled) await endRun(id, 'cancelled', null)
    else if (error instanceof Refusal) await endRun(id, 'refused', { code: error.code, params: error.params })
    else {
      log.error({ err: error, run: id, kind: run.kind }, 'a run failed')
      await endRun(id, 'failed', null)
    }
  }
}

/** Another process did the same run meanwhile. */
class RunAlreadyDone extends Error {}

/**
 * The same run may come twice: the second waits for the first, and finds it done. Progress is written outside this transaction.
 */
async function requireOpen({ tx }: Change, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`run ${id}`}, 0))`.execute(tx)
  const open = await tx
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open) throw new RunAlreadyDone()
}

/** Whether another try may succeed: a deadlock, a lost race of two transactions, a lock that came too late. */
function isPassingConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && PASSING_CONFLICTS.has(error.code)
}

const PASSING_CONFLICTS: ReadonlySet<unknown> = new Set(['40P01', '40001', '55P03'])

/** Writes the progress of a run outside its transaction, and reads whether it should stop. */
function watchRun({ id, isStopping }: Run): { onProgress: OnProgress; stop: () => Promise<void> } {
  let latest: Progress | null = null
  let isCancelled = isStopping
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    const progress = latest
    const row = await db
      .updateTable('runs')
      .set(progress ? { stage: progress.stage, done: progress.done, goal: progress.of } : { state: 'running' })
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

/** Days for which the file of a run can be fetched. */
const FILE_KEPT_DAYS = 7

/** Keeps the file of a run for the person who ordered it. */
export async function saveRunFile(
  { tx, now }: Change,
  run: string,
  { name, bytes, mediaType }: { name: string; bytes: ByteSource; mediaType: string },
): Promise<void> {
  const sha256 = await saveFile(tx, bytes, mediaType)
  await tx.insertInto('run_files').values({ run_id: run, name, sha256, made_at: now.toString() }).execute()
}

/** Deletes files of runs whose days are over; answers how many. */
export async function purgeRunFiles(now: Temporal.Instant): Promise<number> {
  return inTransaction(async (tx) => {
    const removedFiles = await tx
      .deleteFrom('run_files')
      .where('made_at', '<', now.subtract({ hours: 24 * FILE_KEPT_DAYS }))
      .returning('sha256')
      .execute()
    for (const file of removedFiles) await order(tx, forgetFile, file)
    return removedFiles.length
  })
}
