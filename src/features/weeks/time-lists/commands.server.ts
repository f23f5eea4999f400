import type { FileToRead } from '#domain/import.ts'
import { fingerprintOf } from '#domain/mapping.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { saveTimes } from '#features/weeks/working-times/commands.server.ts'
import { lookAtTimesInWorker } from '#integrations/worker/read-in-worker.ts'
import {
  attributeLines,
  getWaiting,
  getWaitingTimes,
  listTimesSetups,
  listWaitingTimes,
  lookAtWaiting,
} from './queries.server.ts'
import { type TimesSaid, type TimesTaken, timesErrors } from './schema.ts'

/** The driver whose file it is, or `null` when its lines name their drivers; and whether the driver gave it. */
type FileOwner = { driverId: string | null; fromDriver: boolean }

/** Number of unreadable places of a file that are named. */
const PROBLEMS_NAMED = 20

/**
 * Takes an export in with the mapping taught for its headings; an export that nobody has taught yet waits. Keeps
 * nothing of a refused one. Refuses `profile.no-table` for a file without a table, and `times.nothing` for one without
 * a line.
 */
export async function takeTimes(change: Change, file: FileToRead, owner: FileOwner): Promise<TimesTaken> {
  const listSetups = await listTimesSetups(change.tx)
  const look = await lookAtTimesInWorker(file, null, listSetups)
  if (!look) throw new Refusal('profile.no-table', { name: file.name })
  const list = listSetups.find(({ id }) => id === look.setupId)
  if (!list) return { is: 'waiting', id: await saveWaitingFile(change, file, owner) }
  // This file alone does not show in which order its dates are written.
  if (!look.result) return { is: 'waiting', id: await saveWaitingFile(change, file, owner) }
  const { lines, problems } = await attributeLines(look, owner.driverId, change.tx)
  if (problems.length > 0)
    return { is: 'refused', name: file.name, problems: problems.slice(0, PROBLEMS_NAMED), count: problems.length }
  const kept = await saveTimes(change, { ...owner, file, source: list.source, lines })
  return kept === null ? { is: 'again' } : { is: 'kept', lines: lines.length }
}

async function saveWaitingFile(change: Change, file: FileToRead, { driverId, fromDriver }: FileOwner): Promise<string> {
  const sha256 = await saveFile(change.tx, file.bytes, 'application/octet-stream')
  const inserted = await change.tx
    .insertInto('working_times_waiting')
    .values({
      driver_id: driverId,
      from_driver: fromDriver,
      sha256,
      file_name: file.name,
      kept_at: change.now.toString(),
      kept_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    change.note({ subject: driverId === null ? 'time-list' : `driver:${driverId}`, after: { file: file.name } })
    return inserted.id
  }
  const { id } = await change.tx
    .selectFrom('working_times_waiting')
    .select('id')
    .where('sha256', '=', sha256)
    .where('driver_id', 'is not distinct from', driverId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Stores the meaning of each column, and takes in the file that waited for it and others that wait with its headings. A later export with the same headings is
 * read by the newest mapping. Refuses `record.not-found`, and `profile.incomplete` for a file that cannot be read
 * whole.
 */
export async function setUpTimeList(change: Change, id: string, setup: TimesSaid): Promise<TimesTaken> {
  const { waiting, file } = await getWaitingTimes(id, change.tx)
  const look = await lookAtWaiting(file, setup)
  const { mapping, headingKeys } = look
  const driverId = waiting.driver?.id ?? null
  const { lines, problems } = await attributeLines(look, driverId, change.tx)
  const isWhole = Object.keys(timesErrors(setup.source, look.problems)).length === 0
  if (!isWhole || !mapping || lines.length === 0 || problems.length > 0) throw new Refusal('profile.incomplete')
  const fingerprint = fingerprintOf(headingKeys)
  const by = { retired_at: change.now.toString(), retired_by: change.actor.uid }
  await change.tx
    .updateTable('working_time_lists')
    .set(by)
    .where('fingerprint', '=', fingerprint)
    .where('retired_at', 'is', null)
    .execute()
  await change.tx
    .insertInto('working_time_lists')
    .values({
      source: setup.source,
      fingerprint,
      mapping: JSON.stringify(mapping),
      taught_at: change.now.toString(),
      taught_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: 'time-list', after: { source: setup.source, file: file.name } })
  await end(change, id)
  const { fromDriver } = waiting
  const kept = await saveTimes(change, { driverId, fromDriver, file, source: setup.source, lines })
  await takeOthersWaiting(change)
  return kept === null ? { is: 'again' } : { is: 'kept', lines: lines.length }
}

/** Takes in the other files that wait and that a known mapping now reads whole; one with a line that it cannot read goes on waiting. */
async function takeOthersWaiting(change: Change): Promise<void> {
  const listSetups = await listTimesSetups(change.tx)
  for (const { id } of await listWaitingTimes(change.tx)) {
    const { waiting, file } = await getWaitingTimes(id, change.tx)
    const look = await lookAtTimesInWorker(file, null, listSetups)
    const list = listSetups.find((setup) => setup.id === look?.setupId)
    if (!look || !list) continue
    const driverId = waiting.driver?.id ?? null
    const { lines, problems } = await attributeLines(look, driverId, change.tx)
    if (problems.length > 0 || lines.length === 0) continue
    await end(change, id)
    await saveTimes(change, { driverId, fromDriver: waiting.fromDriver, file, source: list.source, lines })
    change.note({ subject: 'time-list', after: { source: list.source, file: file.name } })
  }
}

/** Discards a file that waits; with `driverId` only one that this driver gave. Refuses `record.not-found`. */
export async function discardTimes(change: Change, id: string, driverId?: string): Promise<void> {
  const { waiting } = await getWaiting(id, change.tx)
  if (driverId !== undefined && !(waiting.fromDriver && waiting.driver?.id === driverId))
    throw new Refusal('record.not-found')
  await end(change, id)
  change.note({
    subject: waiting.driver === null ? 'time-list' : `driver:${waiting.driver.id}`,
    before: { file: waiting.name },
  })
}

async function end(change: Change, id: string): Promise<void> {
  const ended = await change.tx
    .updateTable('working_times_waiting')
    .set({ ended_at: change.now.toString(), ended_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('record.not-found')
}

/** Retires a mapping: no more files are read by it, and what was read stays. Refuses `record.not-found`. */
export async function retireTimeList(change: Change, id: string): Promise<void> {
  const retired = await change.tx
    .updateTable('working_time_lists')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('retired_at', 'is', null)
    .returning('source')
    .executeTakeFirst()
  if (!retired) throw new Refusal('record.not-found')
  change.note({ subject: 'time-list', before: { source: retired.source } })
}
