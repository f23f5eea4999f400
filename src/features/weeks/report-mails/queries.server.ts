import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ReportRhythm } from '#domain/report-schedule.ts'
import type { OfficePerson, ReportKindMailed, ReportSchedule, SendingOutcome } from './schema.ts'

/** Number of sendings that are shown for each report. */
const SENDINGS_SHOWN = 10

/** People of the office whose accounts are open, by name. */
export async function listOfficePeople(on: Kysely<DB> = db): Promise<OfficePerson[]> {
  const rows = await on
    .selectFrom('users')
    .select(['uid', 'email', personName().as('name')])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('email')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, name: name ?? row.email }))
}

/** All scheduled reports, or the one with this id. */
export async function listSchedules(on: Kysely<DB> = db, id?: string): Promise<ReportSchedule[]> {
  const [schedules, readers, sendings] = await Promise.all([
    on
      .selectFrom('report_schedules')
      .leftJoin('users', 'users.uid', 'made_by')
      .selectAll('report_schedules')
      .select(personName().as('by'))
      .$if(id !== undefined, (query) => query.where('report_schedules.id', '=', id ?? ''))
      .orderBy('stopped_at', (order) => order.asc().nullsFirst())
      .orderBy('ordinal', 'desc')
      .execute(),
    on
      .selectFrom('report_readers')
      .innerJoin('users', 'users.uid', 'report_readers.uid')
      .select(['schedule_id', 'report_readers.uid', 'stopped_at', personName().as('name')])
      .orderBy('users.email')
      .execute(),
    on
      .selectFrom('report_sendings')
      .innerJoin('users', 'users.uid', 'report_sendings.uid')
      .select(['schedule_id', 'day', 'outcome', personName().as('name')])
      .orderBy('made_at', 'desc')
      .limit(1_000)
      .execute(),
  ])
  return schedules.map(({ stopped_at, kind, rhythm, ...row }) => ({
    id: row.id,
    kind: kind as ReportKindMailed,
    rhythm: rhythm as ReportRhythm,
    name: row.name,
    place: row.place,
    query: row.query,
    weekday: row.weekday,
    day: row.day,
    hour: row.hour,
    by: row.by,
    stoppedAt: stopped_at?.toString() ?? null,
    readers: readers
      .filter(({ schedule_id }) => schedule_id === row.id)
      .map((reader) => ({
        uid: reader.uid,
        name: reader.name ?? '',
        stoppedAt: reader.stopped_at?.toString() ?? null,
      })),
    sendings: sendings
      .filter(({ schedule_id }) => schedule_id === row.id)
      .slice(0, SENDINGS_SHOWN)
      .map((sending) => ({ name: sending.name ?? '', day: sending.day, outcome: sending.outcome as SendingOutcome })),
  }))
}

/** One scheduled report. Refuses `record.not-found`. */
export async function getSchedule(id: string | undefined, on: Kysely<DB> = db): Promise<ReportSchedule> {
  const [found] = await listSchedules(on, readRecordId(id ?? ''))
  if (!found) throw new Refusal('record.not-found')
  return found
}
