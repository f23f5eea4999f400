import { inTransaction } from '#db/client.server.ts'
import { type TimeWarning } from '#domain/working-times.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { type AverageWarning, listAverages, listAverageWarnings, listPeople } from './queries.server.ts'

/** Number of people whose months are read at once. */
const AT_ONCE = 50

/**
 * Keeps a warning for each person whose average week is near or over the limit, up to the last finished week; with
 * `drivers`, for the people of these records alone. A driver is warned once while the average stays near or over. The
 * warning ends when the average falls, and is sent anew when it comes back or goes from near to over.
 */
export async function saveAverageWarnings(now: Temporal.Instant, drivers?: readonly string[]): Promise<void> {
  const byPerson = Map.groupBy(await listPeople(), ({ person }) => person)
  const onlyDrivers = drivers && new Set(drivers)
  const people = [...byPerson].filter(
    ([id, records]) =>
      onlyDrivers === undefined || onlyDrivers.has(id) || records.some((record) => onlyDrivers.has(record.id)),
  )
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const part = people.slice(at, at + AT_ONCE)
    // Keep no warning for somebody who is away.
    const present = part.filter(([id, records]) => records.some((record) => record.id === id && !record.isAway))
    const found = await listAverages(
      new Map(present.map(([id, records]) => [id, records.map((record) => record.id)])),
      now,
    )
    const ids = new Set(part.flatMap(([id, records]) => [id, ...records.map((record) => record.id)]))
    await replaceWarnings([...ids], found, now)
  }
}

type FoundWarning = { driverId: string; weeks: number; warning: TimeWarning }

const keyOf = (driverId: string, source: string) => `${driverId} ${source}`

/** Replaces the kept warnings of these records by what was found, and logs which begin and which end. */
async function replaceWarnings(
  records: readonly string[],
  found: readonly FoundWarning[],
  now: Temporal.Instant,
): Promise<void> {
  const before = new Map(
    (await listAverageWarnings(records)).map((kept) => [keyOf(kept.driverId, kept.warning.source), kept] as const),
  )
  const stays = new Set(found.map(({ driverId, warning }) => keyOf(driverId, warning.source)))
  const ended = [...before.values()].filter(({ driverId, warning }) => !stays.has(keyOf(driverId, warning.source)))
  const changed = found.filter((fresh) => !isSame(before.get(keyOf(fresh.driverId, fresh.warning.source)), fresh))
  const isNews = ({ driverId, warning }: FoundWarning) => {
    const known = before.get(keyOf(driverId, warning.source))
    return known === undefined || (warning.isOver && !known.warning.isOver)
  }
  const [begun, moved] = [changed.filter(isNews), changed.filter((warning) => !isNews(warning))]
  if (moved.length > 0)
    await inTransaction(async (tx) => {
      for (const { driverId, weeks, warning } of moved)
        await tx
          .updateTable('working_time_averages')
          .set(columnsOf(weeks, warning))
          .where('driver_id', '=', driverId)
          .where('source', '=', warning.source)
          .execute()
    })
  if (begun.length + ended.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'times.weigh', now }, async (change) => {
    for (const { driverId, warning } of ended) {
      await change.tx
        .deleteFrom('working_time_averages')
        .where('driver_id', '=', driverId)
        .where('source', '=', warning.source)
        .execute()
      change.note({ subject: `driver:${driverId}`, before: logFields(warning) })
    }
    for (const { driverId, weeks, warning } of begun) {
      const values = { ...columnsOf(weeks, warning), told_at: now.toString() }
      await change.tx
        .insertInto('working_time_averages')
        .values({ driver_id: driverId, source: warning.source, ...values })
        .onConflict((conflict) => conflict.columns(['driver_id', 'source']).doUpdateSet(values))
        .execute()
      change.note({ subject: `driver:${driverId}`, after: logFields(warning) })
    }
    return null
  })
}

function isSame(known: AverageWarning | undefined, { weeks, warning }: FoundWarning): boolean {
  return (
    known?.weeks === weeks &&
    known.warning.day === warning.day &&
    known.warning.seconds === warning.seconds &&
    known.warning.allowed === warning.allowed &&
    known.warning.isOver === warning.isOver
  )
}

function columnsOf(weeks: number, { day, seconds, allowed, isOver }: TimeWarning) {
  return { until_on: day, weeks, seconds, allowed_seconds: allowed, is_over: isOver }
}

function logFields({ source, day, seconds, isOver }: TimeWarning) {
  return { averageOf: source, until: day, hours: Math.round(seconds / 360) / 10, over: isOver }
}
