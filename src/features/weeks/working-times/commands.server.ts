import { inParts } from '#db/parts.ts'
import { order } from '#db/queue.server.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { weighAverages } from './jobs.ts'
import type { RecordLine, TimeLimitsInput } from './schema.ts'

/** Saves the limits that hold from a day on; for a day that has some already, corrects them. */
export async function saveTimeLimits(change: Change, { from, ...input }: TimeLimitsInput): Promise<void> {
  const values = {
    in_24_minutes: input.in24 * 60,
    in_week_minutes: input.inWeek * 60,
    on_average_minutes: input.onAverage * 60,
    average_months: input.averageMonths,
    near_percent: input.nearPercent,
  }
  await change.tx
    .insertInto('working_time_limits')
    .values({ from_on: from, ...values })
    .onConflict((conflict) => conflict.column('from_on').doUpdateSet(values))
    .execute()
  await order(change.tx, weighAverages, {}, weighAverages.name)
  change.note({ subject: 'working-time-limits', after: { from, ...input } })
}

/** A parsed export of a record of times: of one driver, or (`driverId` is `null`) of those that its lines name. */
export type TimesToKeep = {
  driverId: string | null
  file: { name: string; bytes: Uint8Array }
  source: string
  fromDriver: boolean
  lines: readonly RecordLine[]
}

/**
 * Keeps the times in an export and answers its id. For the same file again, while that counts, it changes nothing and answers
 * `null`. Refuses `times.nothing` for a file without a line.
 */
export async function saveTimes(
  change: Change,
  { driverId, file, source, fromDriver, lines }: TimesToKeep,
): Promise<string | null> {
  if (lines.length === 0) throw new Refusal('times.nothing', { name: file.name })
  const sha256 = await saveFile(change.tx, file.bytes, 'application/octet-stream')
  const inserted = await change.tx
    .insertInto('working_time_files')
    .values({
      driver_id: driverId,
      sha256,
      file_name: file.name,
      source,
      from_driver: fromDriver,
      kept_at: change.now.toString(),
      kept_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toString()
  for (const part of inParts(lines))
    await change.tx
      .insertInto('working_times')
      .values(
        part.map(({ line, driverId: driver, from, to, activity, plate }) => ({
          file_id: inserted.id,
          line,
          driver_id: driver,
          from_at: at(from),
          to_at: at(to),
          activity,
          plate,
        })),
      )
      .execute()
  const drivers = [...new Set(lines.map((line) => line.driverId))]
  await order(change.tx, weighAverages, { drivers })
  for (const whose of drivers) change.note({ subject: `driver:${whose}`, after: { times: file.name, source } })
  return inserted.id
}

/**
 * Withdraws a file of times, so that it no longer counts; with `driverId` only one that this driver gave. Refuses
 * `record.not-found`.
 */
export async function withdrawTimes(change: Change, id: string, driverId?: string): Promise<void> {
  let query = change.tx
    .updateTable('working_time_files')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('withdrawn_at', 'is', null)
  if (driverId !== undefined) query = query.where('driver_id', '=', driverId).where('from_driver', '=', true)
  const withdrawn = await query.returning(['file_name']).executeTakeFirst()
  if (!withdrawn) throw new Refusal('record.not-found')
  const drivers = await change.tx
    .selectFrom('working_times')
    .select('driver_id')
    .distinct()
    .where('file_id', '=', id)
    .execute()
  await order(change.tx, weighAverages, { drivers: drivers.map((driver) => driver.driver_id) })
  for (const { driver_id } of drivers)
    change.note({ subject: `driver:${driver_id}`, before: { times: withdrawn.file_name } })
}

/** Records that the office has seen all warnings up to today. Refuses `record.not-found`. */
export async function reviewTimes(change: Change, id: string, note: string): Promise<void> {
  const driverId = readRecordId(id)
  const row = await change.tx.selectFrom('drivers').select('id').where('id', '=', driverId).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const until = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  await change.tx
    .insertInto('working_time_reviews')
    .values({
      driver_id: driverId,
      until_on: until,
      note,
      said_at: change.now.toString(),
      said_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: `driver:${driverId}`, after: { timesSeenUntil: until, note } })
}

/**
 * Withdraws a review, so that its warnings are shown again. Refuses `record.not-found`, also for a review of another
 * driver.
 */
export async function withdrawTimesReview(change: Change, id: string, review: string): Promise<void> {
  const driverId = readRecordId(id)
  const withdrawn = await change.tx
    .updateTable('working_time_reviews')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
    .where('id', '=', readRecordId(review))
    .where('driver_id', '=', driverId)
    .where('withdrawn_at', 'is', null)
    .returning('until_on')
    .executeTakeFirst()
  if (!withdrawn) throw new Refusal('record.not-found')
  change.note({ subject: `driver:${driverId}`, before: { timesSeenUntil: withdrawn.until_on } })
}
