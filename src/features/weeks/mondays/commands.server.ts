import type { z } from 'zod'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { oneAtATime, order } from '#db/queue.server.ts'
import { DECIDING_KINDS, dueLook, nextLook } from '#domain/monday.ts'
import { type Week, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { listConnections } from '#features/connections/queries.server.ts'
import type { Connection } from '#features/connections/schema.ts'
import { takeFromFolder, takeWaiting } from '#features/imports/deliveries/commands.server.ts'
import { countWaitingDeliveries } from '#features/imports/deliveries/queries.server.ts'
import { collectFromUnlessBusy } from '#features/imports/platform-reports/commands.server.ts'
import { tellOffice } from '#features/mail/commands.server.ts'
import { type MondayLine, mayStillCome, sumOf } from '#features/mail/schema.ts'
import { getWeekOutline } from '#features/weeks/queries.server.ts'
import type { WeekOutline } from '#features/weeks/schema.ts'
import { sha256 } from '#platform/hash.ts'
import { log } from '#platform/log.ts'
import { runMondays } from './jobs.ts'
import { listMondayRuns, readMondayTime } from './queries.server.ts'
import { type MondayFound, type MondayRun, mondayFound, type mondayTimeInput } from './schema.ts'

/**
 * Sets whether and when the week that has ended is made ready by itself. A time that has gone by today counts from the
 * next week on.
 */
export async function saveMondayTime(change: Change, input: z.output<typeof mondayTimeInput>): Promise<void> {
  const { changedAt: _, ...before } = await readMondayTime(change.tx)
  const { isOn, weekday, hour } = input
  const row = { is_on: isOn, weekday, hour, changed_at: change.now.toString(), changed_by: change.actor.uid }
  await change.tx
    .insertInto('monday_times')
    .values(row)
    .onConflict((conflict) => conflict.column('is_one').doUpdateSet(row))
    .execute()
  change.note({ subject: 'monday', before, after: { isOn, weekday, hour } })
}

/** Orders a look at the week now. */
export async function askForLook({ tx, actor, now, note }: Change): Promise<void> {
  await order(tx, runMondays, { asked: { by: actor.uid, at: now.toString() } }, `${runMondays.name} asked`)
  note({ subject: 'monday' })
}

/** `askedAt`: the moment since which somebody waits for a look; without it a look is made only where it is due. */
export type LookRequest = { now: Temporal.Instant; by: string | null; askedAt?: Temporal.Instant }

/**
 * Makes the week that has ended ready as far as no person is needed, and mails the office what is late and what is to
 * be decided, unless the last mail had the same lines. Answers the run; `null` where none was due, or the requested one
 * has been made already.
 */
export async function lookAtWeek(looking: LookRequest): Promise<MondayRun | null> {
  if ((await findTask(looking)) === null) return null
  let made: number | null = null
  await oneAtATime(runMondays.name, async () => {
    const task = await findTask(looking)
    if (task === null) return
    const id = await beginRun(task, looking)
    await endRun(id, task, await prepare(task, looking), looking.now)
    made = id
  })
  if (made === null) return null
  const [run = null] = await listMondayRuns(1, db, made)
  return run
}

/** The week to look at, and the scheduled moment; `null` when somebody asked for the look. */
type Task = { week: Week; moment: Temporal.ZonedDateTime | null }

async function findTask({ now, askedAt }: LookRequest): Promise<Task | null> {
  const week = previousWeek(weekAt(now))
  if (askedAt) {
    const laterRun = await db
      .selectFrom('monday_runs')
      .select('id')
      .where('ended_at', 'is not', null)
      .where('began_at', '>=', moment(askedAt))
      .limit(1)
      .executeTakeFirst()
    return laterRun ? null : { week, moment: null }
  }
  const { isOn, changedAt, ...time } = await readMondayTime()
  if (!isOn) return null
  const rows = await db
    .selectFrom('monday_runs')
    .select(['day', 'began_at', 'lacks'])
    .where('day', 'is not', null)
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  const due = dueLook(
    time,
    (at) => {
      const last = rows.find(({ day }) => day === at.toPlainDate().toString())
      return last ? { at: last.began_at, lacks: last.lacks } : null
    },
    now,
  )
  if (due === null || (changedAt && Temporal.Instant.compare(changedAt, due.toInstant()) > 0)) return null
  return { week: previousWeek(weekAt(due.toInstant())), moment: due }
}

/**
 * Goes on with a run of this week that was killed, or begins one; an interrupted run of another week stays as it is.
 */
async function beginRun({ week, moment: due }: Task, { now, by }: LookRequest): Promise<number> {
  return await carryOut({ actor: SYSTEM, action: 'monday.begin', now }, async ({ tx, note }) => {
    const day = due?.toPlainDate().toString() ?? null
    const open = await tx
      .selectFrom('monday_runs')
      .select(['id', 'week'])
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (open?.week === week) {
      await tx.updateTable('monday_runs').set({ began_at: now.toString(), day }).where('id', '=', open.id).execute()
      return open.id
    }
    if (open) await tx.updateTable('monday_runs').set({ ended_at: now.toString() }).where('id', '=', open.id).execute()
    const { id } = await tx
      .insertInto('monday_runs')
      .values({ week, day, began_at: now.toString(), by_uid: by })
      .returning('id')
      .executeTakeFirstOrThrow()
    note({ subject: `week:${weekName(week)}` })
    return id
  })
}

/** Does everything that needs no person. A failure goes into the log, and stops none of the other steps. */
async function prepare({ week, moment: due }: Task, { now, by }: LookRequest): Promise<MondayFound> {
  const connectionsAsked: MondayFound['asked'] = []
  for (const connection of await listConnections()) {
    if (!mayAsk(connection, now)) continue
    const collected = await orLog(
      () => collectFromUnlessBusy(connection.provider, { now, by, unless: {} }),
      connection.provider,
    )
    if (collected)
      connectionsAsked.push({
        provider: connection.provider,
        received: collected.received,
        kept: collected.kept,
        isWhole: collected.trouble === null,
      })
  }
  await orLog(() => takeFromFolder(now), 'folder')
  const deliveriesTaken = (await orLog(() => takeWaiting(now), 'deliveries')) ?? 0
  const page = await getWeekOutline(week, now)
  const lines = [...connectionLines(await listConnections()), ...weekLines(page), ...(await dropLines(page))]
  return {
    asked: connectionsAsked,
    taken: deliveriesTaken,
    files: page.sources.reduce((all, { files }) => all + files.length, 0),
    lines: [...(await cameSince(week, lines)), ...lines],
    nextAt: due && mayStillCome(lines) ? (nextLook(due, now)?.toString() ?? null) : null,
  }
}

/**
 * Whether to ask a platform now: one that asked to wait is left until then, and one that only a person can repair is
 * not tried again.
 */
function mayAsk({ paused, state, nextAt }: Connection, now: Temporal.Instant): boolean {
  if (paused !== null) return false
  return state === 'connected' || state === 'error' || Temporal.Instant.compare(Temporal.Instant.from(nextAt), now) <= 0
}

async function orLog<Result>(work: () => Promise<Result>, what: string): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    log.error({ error, what }, 'a part of the look at the week failed, and the rest goes on')
    return null
  }
}

function connectionLines(connections: readonly Connection[]): MondayLine[] {
  return connections.flatMap(({ provider, state, paused }): MondayLine[] => {
    if (paused) return [{ is: 'connection', provider, state: 'paused' }]
    return state === 'connected' ? [] : [{ is: 'connection', provider, state }]
  })
}

/** The lines on the week: sources that are missing, questions to decide and, where nothing is in the way, that it is ready for approval. */
function weekLines({ sources, questions, status, approval, isBeforeFirstPaid }: WeekOutline): MondayLine[] {
  if (isBeforeFirstPaid || status.word === 'closed') return []
  const late = sources.flatMap(({ source, state, lacking, unread, days, undocumented }): MondayLine[] => {
    if (state !== 'missing' && state !== 'part') return []
    const lacks = { days: days.length, drivers: undocumented.length, accounts: lacking.length, unread }
    return [{ is: 'source', source, state, ...lacks }]
  })
  const decide = DECIDING_KINDS.flatMap((kind): MondayLine[] => {
    const ofKind = questions.filter((question) => question.kind === kind)
    const [first] = ofKind
    return first ? [{ is: 'decide', kind, count: ofKind.length, first: first.id }] : []
  })
  const ready: MondayLine[] =
    status.word === 'approve' && approval.drivers > 0 ? [{ is: 'approve', count: approval.drivers }] : []
  return [...late, ...decide, ...ready]
}

async function dropLines({ status }: WeekOutline): Promise<MondayLine[]> {
  const count = status.word === 'closed' ? 0 : await countWaitingDeliveries()
  return count > 0 ? [{ is: 'drops', count }] : []
}

/** Sources that were missing at the last look and are complete now. */
async function cameSince(week: Week, lines: readonly MondayLine[]): Promise<MondayLine[]> {
  const before = await findLastNotified(week)
  const lacks = new Set(lines.flatMap((line) => (line.is === 'source' ? line.source : [])))
  return (before?.lines ?? []).flatMap((line): MondayLine[] =>
    line.is === 'source' && !lacks.has(line.source) ? [{ is: 'came', source: line.source }] : [],
  )
}

async function findLastNotified(week: Week): Promise<{ lines: MondayLine[]; says: string | null } | null> {
  const row = await db
    .selectFrom('monday_runs')
    .select(['found', 'says'])
    .where('week', '=', week)
    .where('told_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { lines: mondayFound.parse(row.found).lines, says: row.says } : null
}

/** Stores the findings of a run and orders the mail in one transaction, so that it is sent once. */
async function endRun(id: number, { week }: Task, found: MondayFound, now: Temporal.Instant): Promise<void> {
  const lines = found.lines
  const fingerprint = sha256(JSON.stringify(lines.filter(({ is }) => is !== 'came')))
  const isNews = lines.length > 0 && (await findLastNotified(week))?.says !== fingerprint
  await carryOut({ actor: SYSTEM, action: 'monday.look', now }, async (change) => {
    await change.tx
      .updateTable('monday_runs')
      .set({
        ended_at: now.toString(),
        found: JSON.stringify(found),
        lacks: mayStillCome(lines),
        says: fingerprint,
        told_at: isNews ? now.toString() : null,
      })
      .where('id', '=', id)
      .execute()
    if (isNews)
      await tellOffice(change, { template: 'monday', params: { week: weekName(week), lines, nextAt: found.nextAt } })
    change.note({
      subject: `week:${weekName(week)}`,
      after: { state: sumOf(lines), count: lines.length, told: isNews },
    })
    return null
  })
}
