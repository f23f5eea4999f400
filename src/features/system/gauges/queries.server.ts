import { sql } from 'kysely'
import { db, poolUse } from '#db/client.server.ts'
import { firstOf } from '#domain/certain.ts'
import { sinceNoted } from '#features/audit/audit-chain/queries.server.ts'
import { lastDrill, listBackups } from '#features/system/backups/queries.server.ts'
import { dataPath } from '#platform/env.server.ts'
import type { Figure } from '#platform/metrics.ts'
import { spaceOf } from '#platform/space.ts'

type Row = {
  at: Temporal.Instant
  jobsWaiting: number
  jobsOldest: number | null
  jobsFailed: number
  mailWaiting: number
  mailOldest: number | null
  mailDead: number
  signInFailures: number
  connectionsFailing: number
  positionLag: number | null
  sites: number
}

/**
 * Figures for a monitor, read in one database query: ages in seconds, counts, bytes. They contain nothing of a person
 * and no amount of money.
 */
export async function readGauges(now: Temporal.Instant): Promise<readonly Figure[]> {
  const startedAt = performance.now()
  const [{ rows }, backups, drill, space, noted] = await Promise.all([
    sql<Row>`
      select clock_timestamp() as at,
        queue.waiting as "jobsWaiting", queue.oldest as "jobsOldest", queue.failed as "jobsFailed",
        (select count(*)::int from mail_outbox where state = 'waiting') as "mailWaiting",
        (select extract(epoch from now() - min(created_at))::float8 from mail_outbox where state = 'waiting') as "mailOldest",
        (select count(*)::int from mail_outbox where state = 'dead' and created_at > now() - interval '1 day') as "mailDead",
        (select count(*)::int from sign_in_failures where at > now() - interval '10 minutes') as "signInFailures",
        (select count(*)::int from connections where paused_at is null and state not in ('connected', 'waiting')) as "connectionsFailing",
        positions.lag() as "positionLag",
        (select count(*)::int from sites where renewed_at > now() - interval '30 seconds') as "sites"
      from queue_state() as queue`.execute(db),
    listBackups(),
    lastDrill(),
    spaceOf(dataPath()),
    sinceNoted(now),
  ])
  const row = firstOf(rows)
  // Both clocks are read while the query runs, so half of its duration is the error to allow for.
  const answeredAt = Temporal.Now.instant()
  const skew = Math.max(
    0,
    Math.abs(row.at.since(answeredAt).total('seconds')) - (performance.now() - startedAt) / 1_000,
  )
  const since = (moment: string | undefined) =>
    moment === undefined ? null : now.since(Temporal.Instant.from(moment)).total('seconds')
  return [
    {
      name: 'volante_queue_waiting_jobs',
      help: 'Work of the queue that is due and not begun.',
      value: row.jobsWaiting,
    },
    {
      name: 'volante_queue_oldest_seconds',
      help: 'How long the oldest due work has waited.',
      value: row.jobsOldest ?? 0,
    },
    { name: 'volante_queue_failed_jobs', help: 'Work that was given up after its last try.', value: row.jobsFailed },
    { name: 'volante_sites', help: 'Sites that serve the installation.', value: row.sites },
    { name: 'volante_mail_waiting', help: 'Messages that wait to be sent.', value: row.mailWaiting },
    { name: 'volante_mail_oldest_seconds', help: 'Age of the oldest message that waits.', value: row.mailOldest ?? 0 },
    { name: 'volante_mail_dead', help: 'Messages of the last day that no server took.', value: row.mailDead },
    { name: 'volante_sign_in_failures', help: 'Sign-ins that failed within ten minutes.', value: row.signInFailures },
    {
      name: 'volante_connections_failing',
      help: 'Connections to platforms that need a person.',
      value: row.connectionsFailing,
    },
    {
      name: 'volante_positions_lag_seconds',
      help: 'How late positions of cars come, by the median of the last quarter of an hour; absent where none came.',
      value: row.positionLag,
    },
    {
      name: 'volante_audit_anchor_age_seconds',
      help: 'Time since the head of the log of changes was last noted outside the database; absent before the first time.',
      value: noted.seconds,
    },
    {
      name: 'volante_audit_unanchored_events',
      help: 'Changes in the log since its head was noted.',
      value: noted.events,
    },
    {
      name: 'volante_backup_age_seconds',
      help: 'Age of the newest backup; absent where there is none.',
      value: since(backups[0]?.startedAt),
    },
    {
      name: 'volante_drill_age_seconds',
      help: 'Time since a backup was last restored to see that it can be; absent before the first.',
      value: since(drill?.startedAt),
    },
    {
      name: 'volante_clock_skew_seconds',
      help: 'How far the clock of the database is from ours, at least.',
      value: skew,
    },
    { name: 'volante_disk_free_bytes', help: 'Room on the disk of the data directory.', value: space.free },
    { name: 'volante_disk_size_bytes', help: 'Size of the disk of the data directory.', value: space.total },
    ...Object.entries(await poolUse()).flatMap(([work, use]) =>
      Object.entries(use).map(([state, value]) => ({
        name: 'volante_database_connections',
        help: 'Connections to the database by what they are for, and who waits for one.',
        labels: { work, state },
        value,
      })),
    ),
  ]
}
