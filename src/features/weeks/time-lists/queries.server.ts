import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import { waitingOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { namesApart } from '#domain/driver.ts'
import type { FileProblem, FileToRead } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldedWord } from '#domain/time-list.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { RecordLine } from '#features/weeks/working-times/schema.ts'
import type { TimesSetup, TimesLook } from '#integrations/times/look.ts'
import { lookAtTimesInWorker } from '#integrations/worker/read-in-worker.ts'
import { type TimeListView, type TimesSaid, type WaitingTimes, storedTimeList } from './schema.ts'

/** The mappings by which exports are read. */
export async function listTimesSetups(on: Kysely<DB> = db): Promise<(TimesSetup & { source: string })[]> {
  const rows = await on
    .selectFrom('working_time_lists')
    .select(['id', 'source', 'fingerprint', 'mapping'])
    .where('retired_at', 'is', null)
    .orderBy('taught_at')
    .execute()
  return rows.map(({ mapping, ...row }) => ({ ...row, mapping: storedTimeList.parse(mapping) }))
}

/** The mappings by which exports are read, for a screen: the newest first. */
export async function listTimeLists(on: Kysely<DB> = db): Promise<TimeListView[]> {
  const rows = await on
    .selectFrom('working_time_lists')
    .leftJoin('users', 'users.uid', 'taught_by')
    .select(['id', 'source', 'taught_at', personName().as('by')])
    .where('retired_at', 'is', null)
    .orderBy('taught_at', 'desc')
    .execute()
  return rows.map(({ id, source, taught_at, by }) => ({ id, source, at: taught_at.toString(), by }))
}

/** Files that wait to be taught, the oldest first; with `driverId` those of this driver. */
export async function listWaitingTimes(on: Kysely<DB> = db, driverId?: string): Promise<WaitingTimes[]> {
  const rows = await on
    .selectFrom('working_times_waiting as waiting')
    .leftJoin('drivers', 'drivers.id', 'waiting.driver_id')
    .select(['waiting.id', 'file_name', 'kept_at', 'from_driver', 'driver_id', 'drivers.name'])
    .where('ended_at', 'is', null)
    .$if(driverId !== undefined, (query) => query.where('waiting.driver_id', '=', driverId ?? ''))
    .orderBy('kept_at')
    .execute()
  const drivers = driverId === undefined ? await on.selectFrom('drivers').select(['id', 'ref', 'name']).execute() : []
  const named = new Map(namesApart(drivers).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    id: row.id,
    name: row.file_name,
    at: row.kept_at.toString(),
    fromDriver: row.from_driver,
    driver: row.driver_id === null ? null : { id: row.driver_id, name: named.get(row.driver_id) ?? row.name ?? '' },
  }))
}

/** The number of waiting files, when the oldest came and, where there is just one, its id; `null` for none. */
export const waitingTimes = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('working_times_waiting')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(kept_at)`.as('since'),
        sql<string | null>`min(id::text)`.as('only'),
      ])
      .where('ended_at', 'is', null),
  read: waitingOf,
}

/** One waiting file. Refuses `record.not-found`. */
export async function getWaiting(id: string, on: Kysely<DB> = db): Promise<{ waiting: WaitingTimes; hash: string }> {
  const row = await on
    .selectFrom('working_times_waiting')
    .select('sha256')
    .where('id', '=', readRecordId(id))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const waiting = (await listWaitingTimes(on)).find((waitingTime) => waitingTime.id === id)
  if (!row || !waiting) throw new Refusal('record.not-found')
  return { waiting, hash: row.sha256 }
}

/** One waiting file with its bytes. */
export async function getWaitingTimes(
  id: string,
  on: Kysely<DB> = db,
): Promise<{ waiting: WaitingTimes; file: FileToRead }> {
  const { waiting, hash } = await getWaiting(id, on)
  return { waiting, file: { name: waiting.name, bytes: await readKeptFile(hash) } }
}

/** Reads an export with what was said of it so far, and keeps nothing. Refuses `profile.no-table` for a file without a table. */
export async function lookAtWaiting(file: FileToRead, { headerLine, draft }: TimesSaid): Promise<TimesLook> {
  const look = await lookAtTimesInWorker(file, { headerLine, draft })
  if (!look) throw new Refusal('profile.no-table', { name: file.name })
  return look
}

/**
 * Finds the driver of each line; a line that names nobody, several drivers, or another driver than the one whose file it is,
 * becomes a problem with its line number.
 */
export async function attributeLines(
  { result, driverHeading }: Pick<TimesLook, 'result' | 'driverHeading'>,
  driverId: string | null,
  on: Kysely<DB> = db,
): Promise<{ lines: RecordLine[]; problems: readonly FileProblem[] }> {
  if (!result || result.problems.length > 0) return { lines: [], problems: result?.problems ?? [] }
  const byName = await namesOfDrivers(on)
  const problems: FileProblem[] = []
  const lines: RecordLine[] = []
  for (const { driver, ...line } of result.lines) {
    const named = driver === '' ? [] : [...(byName.get(foldedWord(driver)) ?? [])]
    const [only] = named
    const whose = driver === '' ? driverId : named.length === 1 && only !== undefined ? only : null
    const isOther = driverId !== null && whose !== null && whose !== driverId
    if (whose === null || isOther)
      problems.push({
        line: line.line,
        column: driverHeading,
        code: driver === '' ? 'value-missing' : 'value-unknown',
        found: driver,
        expected: '',
      })
    else lines.push({ ...line, driverId: whose })
  }
  return problems.length > 0 ? { lines: [], problems } : { lines, problems }
}

/** The persons behind each name, reference and e-mail: each person once, as their current record. */
async function namesOfDrivers(on: Kysely<DB>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await on
    .selectFrom('drivers')
    .select(['name', 'ref', 'email', sql<string>`standing_record(id)`.as('person')])
    .where('removed_at', 'is', null)
    .execute()
  const found = new Map<string, Set<string>>()
  for (const { name, ref, email, person } of rows)
    for (const word of [name, ref, email ?? '']) {
      const folded = foldedWord(word)
      if (folded !== '') found.set(folded, (found.get(folded) ?? new Set()).add(person))
    }
  return found
}
