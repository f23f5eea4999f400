import { sql } from 'kysely'
import { type Tx, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { order } from '#db/queue.server.ts'
import { PERIODS } from '#domain/kept-data.ts'
import { ZONE } from '#domain/week.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { purgeApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { DELETED_PERIODS, type DeletedPeriod } from './schema.ts'

/**
 * Deletes the data whose period of retention is over, and records and returns the number of deleted rows by period.
 */
export async function deleteExpired(now: Temporal.Instant): Promise<Record<DeletedPeriod, number>> {
  const deletedRows = {
    messages: await inTransaction((tx) => deleteMessages(tx, daysAgo(now, PERIODS.messages.days))),
    visitors: await inTransaction((tx) => deleteVisitors(tx, daysAgo(now, PERIODS.visitors.days))),
    signIns: await inTransaction((tx) => deleteSignIns(tx, daysAgo(now, PERIODS.signIns.days))),
    papers: await inTransaction((tx) => deletePapers(tx)),
    candidates: await purgeApplications(now),
  }
  await inTransaction(async (tx) => {
    await tx.deleteFrom('retention_runs').where('ran_at', '<', daysAgo(now, RUN_RECORD_DAYS)).execute()
    const today = await tx
      .selectFrom('retention_runs')
      .select('period')
      .where('ran_at', '>=', moment(now.toZonedDateTimeISO(ZONE).startOfDay().toInstant()))
      .execute()
    // Record a later run of the same day only if it deleted something.
    const periods = new Set(today.map(({ period }) => period))
    for (const period of DELETED_PERIODS.filter((name) => deletedRows[name] > 0 || !periods.has(name)))
      await tx
        .insertInto('retention_runs')
        .values({ period, ran_at: now.toString(), gone: deletedRows[period] })
        .execute()
  })
  return deletedRows
}

/** The record of a run is kept for more than a year, so that a year can be summed. */
const RUN_RECORD_DAYS = 400

const daysAgo = (now: Temporal.Instant, days: number) => moment(now.subtract({ hours: 24 * days }))

/** Deletes notices, and the messages by mail, push and WhatsApp that were sent or given up; a message that waits stays. */
async function deleteMessages(tx: Tx, before: ReturnType<typeof moment>): Promise<number> {
  const mails = await tx
    .deleteFrom('mail_outbox')
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .executeTakeFirst()
  const pushes = await tx
    .deleteFrom('push_outbox')
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .executeTakeFirst()
  const whatsApps = await tx
    .deleteFrom('whatsapp_outbox')
    .where('created_at', '<', before)
    .where('done_at', 'is not', null)
    .executeTakeFirst()
  const notices = await tx.deleteFrom('inbox_notices').where('created_at', '<', before).executeTakeFirst()
  return [mails, pushes, whatsApps, notices].reduce((total, { numDeletedRows }) => total + Number(numDeletedRows), 0)
}

async function deleteVisitors(tx: Tx, before: ReturnType<typeof moment>): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('contact_messages').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

async function deleteSignIns(tx: Tx, before: ReturnType<typeof moment>): Promise<number> {
  const sessions = await tx.deleteFrom('sessions').where('expires_at', '<', before).executeTakeFirst()
  const links = await tx.deleteFrom('one_time_links').where('expires_at', '<', before).executeTakeFirst()
  return Number(sessions.numDeletedRows) + Number(links.numDeletedRows)
}

/**
 * Deletes documents whose period is over. The database takes the day from its own clock: a wrong clock of the caller must
 * not delete documents too early.
 */
async function deletePapers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ gone: string[] }>`select let_papers_go(${PERIODS.papers.days}) as gone`.execute(tx)
  const files = rows[0]?.gone ?? []
  for (const sha256 of new Set(files)) await order(tx, forgetFile, { sha256 })
  return files.length
}
