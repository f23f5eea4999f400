import { sql } from 'kysely'
import type { z } from 'zod'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { hasPower, roleFrom, scopesFrom } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { dueReport } from '#domain/report-schedule.ts'
import { monthAt, monthOf, daysOfMonth } from '#domain/month.ts'
import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { getSchedule, listOfficePeople, listSchedules } from './queries.server.ts'
import type { ReportSchedule, SendingOutcome, scheduleInput } from './schema.ts'

/** Has a report mailed to people of the office. Refuses `record.not-found` for a reader who is not one of them. */
export async function scheduleReport(
  change: Change,
  by: string,
  { readers, ...input }: z.output<typeof scheduleInput>,
): Promise<string> {
  const people = new Set((await listOfficePeople(change.tx)).map(({ uid }) => uid))
  if (readers.some((uid) => !people.has(uid))) throw new Refusal('record.not-found')
  const { id } = await change.tx
    .insertInto('report_schedules')
    .values({ ...input, made_by: by, changed_at: change.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into report_readers (schedule_id, uid)
    select ${id}::uuid, uid from users where uid = any(${[...new Set(readers)]}::text[])`.execute(change.tx)
  change.note({ subject: `user:${by}`, after: { report: input.name, rhythm: input.rhythm, readers: readers.length } })
  return id
}

/**
 * Stops a report for the person who asks, or for all readers; the latter only by its maker or with the power over the
 * house. Refuses `record.not-found`, `access.scope`.
 */
export async function stopReport(
  change: Change,
  { uid, mayHouse }: { uid: string; mayHouse: boolean },
  id: string | undefined,
  whose: 'own' | 'all',
): Promise<void> {
  const schedule = await getSchedule(id, change.tx)
  if (whose === 'own') {
    if (!schedule.readers.some((reader) => reader.uid === uid)) throw new Refusal('record.not-found')
    await change.tx
      .updateTable('report_readers')
      .set({ stopped_at: change.now.toString() })
      .where('schedule_id', '=', schedule.id)
      .where('uid', '=', uid)
      .where('stopped_at', 'is', null)
      .execute()
  } else {
    const { made_by } = await change.tx
      .selectFrom('report_schedules')
      .select('made_by')
      .where('id', '=', schedule.id)
      .executeTakeFirstOrThrow()
    if (made_by !== uid && !mayHouse) throw new Refusal('access.scope')
    await change.tx
      .updateTable('report_schedules')
      .set({ stopped_at: change.now.toString() })
      .where('id', '=', schedule.id)
      .where('stopped_at', 'is', null)
      .execute()
  }
  change.note({ subject: `user:${uid}`, after: { report: schedule.name, stopped: whose } })
}

/**
 * Mails each reader the reports that are due, once a day. Each reader's rights are checked again now: a person who left the
 * office, or may no longer read anything of it, gets no mail, and that is recorded.
 */
export async function sendDueReports(now: Temporal.Instant): Promise<void> {
  const due: Due[] = []
  for (const schedule of await listSchedules()) {
    const at = schedule.stoppedAt === null ? dueReport(schedule, now) : null
    if (!at) continue
    const dueAtHour = { schedule, day: at.toPlainDate().toString(), hour: at.toInstant() }
    if (await waitsForSomebody(dueAtHour)) due.push(dueAtHour)
  }
  if (due.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'report.send', now }, async (change) => {
    for (const { schedule, day, hour } of due) {
      const rows = await change.tx
        .selectFrom('report_readers')
        .innerJoin('report_schedules', 'report_schedules.id', 'schedule_id')
        .innerJoin('users', 'users.uid', 'report_readers.uid')
        .select([
          'users.uid',
          'email',
          'display_name',
          'language',
          'role',
          'scopes',
          'disabled',
          'report_schedules.changed_at',
        ])
        .where('schedule_id', '=', schedule.id)
        .where('report_readers.stopped_at', 'is', null)
        .where('report_schedules.stopped_at', 'is', null)
        .orderBy('users.uid')
        .execute()
      for (const { uid, changed_at, ...person } of rows) {
        // A report that was made or changed after today's hour begins with the next one.
        if (Temporal.Instant.compare(changed_at, hour) > 0) continue
        const role = roleFrom(person.role)
        const mayRead = hasPower({ role, scopes: scopesFrom(person.scopes) }, 'read')
        const obstacle: SendingOutcome | null =
          person.disabled || role !== 'admin' ? 'closed' : mayRead ? null : 'no-power'
        const { numInsertedOrUpdatedRows } = await change.tx
          .insertInto('report_sendings')
          .values({ schedule_id: schedule.id, uid, day, outcome: obstacle ?? 'mailed', made_at: now.toString() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (obstacle !== null || !numInsertedOrUpdatedRows) continue
        await writeMail(change, {
          template: 'report',
          params: {
            report: schedule.name,
            link: linkOf(schedule, now),
            stop: `/admin/reports/schedules/${schedule.id}`,
            name: person.display_name ?? '',
          },
          recipient: person.email,
          language: person.language === 'en' ? 'en' : 'pt',
        })
        change.note({ subject: `user:${uid}`, after: { report: schedule.name, on: day } })
      }
    }
    return null
  })
}

type Due = { schedule: ReportSchedule; day: string; hour: Temporal.Instant }

/**
 * Whether a reader has not yet been handled on the report's day: without it, every later look of that day would write
 * into the log.
 */
async function waitsForSomebody({ schedule, day, hour }: Due): Promise<boolean> {
  const reader = await db
    .selectFrom('report_readers')
    .innerJoin('report_schedules', 'report_schedules.id', 'schedule_id')
    .leftJoin('report_sendings', (join) =>
      join
        .onRef('report_sendings.schedule_id', '=', 'report_readers.schedule_id')
        .onRef('report_sendings.uid', '=', 'report_readers.uid')
        .on('report_sendings.day', '=', day),
    )
    .select('report_readers.uid')
    .where('report_readers.schedule_id', '=', schedule.id)
    .where('report_readers.stopped_at', 'is', null)
    .where('report_schedules.changed_at', '<=', moment(hour))
    .where('report_sendings.uid', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return reader !== undefined
}

/** The link to the week or month that has ended, or to the view as it is when opened. */
function linkOf({ kind, place, query }: ReportSchedule, now: Temporal.Instant): string {
  if (kind === 'view') return place + query
  const period =
    kind === 'week'
      ? weekName(previousWeek(weekAt(now)))
      : monthOf(daysOfMonth(monthAt(now)).first.subtract({ months: 1 }))
  return `${place}?period=${period}`
}
