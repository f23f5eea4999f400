import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ConnectionState } from '#features/connections/schema.ts'
import { type MailboxView, type LookedAtMail, type MailOutcome, mailboxRecord, readFault } from './schema.ts'

/** Every mailbox that is read, by its name. */
export async function listMailboxes(on: Kysely<DB> = db): Promise<MailboxView[]> {
  const rows = await on
    .selectFrom('mailboxes')
    .innerJoin('delivery_ways', 'delivery_ways.id', 'way_id')
    .leftJoin('users', 'users.uid', 'paused_by')
    .select(['way_id', 'name', 'takes_in', 'host', 'port', 'safety', 'login', 'folder', 'moves_to', 'senders', 'proof'])
    .select(['state', 'state_since', 'fault', 'next_at', 'looked_at', 'paused_at', personName().as('pauser')])
    .where('ended_at', 'is', null)
    .orderBy('name')
    .orderBy('way_id')
    .execute()
  return rows.map((row) => ({
    ...mailboxRecord.read(row),
    id: row.way_id,
    state: row.state as ConnectionState,
    since: row.state_since.toString(),
    fault: readFault(row.fault),
    nextAt: row.next_at.toString(),
    lookedAt: row.looked_at?.toString() ?? null,
    paused: row.paused_at && { at: row.paused_at.toString(), by: row.pauser },
  }))
}

/** One mailbox. Refuses `record.not-found`. */
export async function getMailbox(id: string, on: Kysely<DB> = db): Promise<MailboxView> {
  const found = (await listMailboxes(on)).find((mailbox) => mailbox.id === readRecordId(id))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The mails that were read last, the newest first. */
export async function listMails(id: string, most: number, on: Kysely<DB> = db): Promise<LookedAtMail[]> {
  const rows = await on
    .selectFrom('mailbox_mails')
    .select(['id', 'at', 'sender', 'files', 'outcome', 'reason', 'drop_id', 'moved_at'])
    .where('way_id', '=', id)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ drop_id, moved_at, ...row }) => ({
    ...row,
    id: String(row.id),
    at: row.at.toString(),
    outcome: row.outcome as MailOutcome,
    drop: drop_id,
    movedAt: moved_at?.toString() ?? null,
  }))
}

/** The mailboxes that are due. */
export async function listDueMailboxes(now: Temporal.Instant, on: Kysely<DB> = db): Promise<string[]> {
  const rows = await on
    .selectFrom('mailboxes')
    .select('way_id')
    .where('paused_at', 'is', null)
    .where('next_at', '<=', sql<Temporal.Instant>`${now.toString()}::timestamptz`)
    .execute()
  return rows.map(({ way_id }) => way_id)
}
