import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Week } from '#domain/week.ts'
import { isOneAddress } from '#integrations/email/email.ts'
import type { DriverMessage, Told } from './schema.ts'

/** Every driver whose statement of the week is approved, with the newest message about that version of it. */
export async function listWeekMessages(week: Week, on: Kysely<DB> = db): Promise<DriverMessage[]> {
  const rows = await selectAnnouncements(week, on).execute()
  return rows.map((row) => ({
    driver: { id: row.driverId, ref: row.ref, name: row.name },
    told: toldOf(row),
    address: row.recipient ?? row.email,
    at: (row.sentAt ?? (row.state === 'waiting' ? row.nextTryAt : null))?.toString() ?? null,
    tries: row.tries ?? 0,
    reason: row.state === 'sent' ? null : row.reason,
    inArea: row.uid !== null,
  }))
}

/** The approved statements of a week, each with its newest message. */
export function selectAnnouncements(week: Week, on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('mail_outbox')
          .selectAll('mail_outbox')
          .whereRef('mail_outbox.driver_id', '=', 'drivers.id')
          .where('template', '=', 'statement-issued')
          .where(
            sql<boolean>`params = jsonb_build_object('week', settlements.week::text, 'version', settlements.version)`,
          )
          .orderBy('mail_outbox.id', 'desc')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .select([
      'drivers.id as driverId',
      'drivers.ref',
      'drivers.name',
      'drivers.email',
      'drivers.language',
      'drivers.uid',
      'settlements.version',
      'mail.id as messageId',
      'mail.state',
      'mail.recipient',
      'mail.sent_via as via',
      'mail.sent_at as sentAt',
      'mail.next_try_at as nextTryAt',
      'mail.tries',
      'mail.last_error as reason',
    ])
    .where('settlements.week', '=', week)
    .where('settlements.state', 'in', ['approved', 'in-batch', 'paid'])
    .orderBy('drivers.name')
    .orderBy('drivers.ref')
}

function toldOf({ state, via, email }: { state: string | null; via: string | null; email: string | null }): Told {
  if (state === 'sent') return via === 'outbox' ? 'kept' : 'sent'
  if (state === 'waiting' || state === 'dead') return state
  if (email === null) return 'no-address'
  return isOneAddress(email) ? 'untold' : 'bad-address'
}
