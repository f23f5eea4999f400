import { sql } from 'kysely'
import { inTransaction } from '#db/client.server.ts'
import { type JobHandler, handler } from '#db/queue.server.ts'
import { announceStatements } from './jobs.ts'

/**
 * One message per driver and version waits in the outbox; ordering it twice adds none. The message carries a link,
 * never an amount or an IBAN.
 */
function announce({ week }: { week: string }): Promise<void> {
  return inTransaction(async (tx) => {
    // Twice at the same moment: the second sees what the first wrote.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`announce ${week}`}, 0))`.execute(tx)
    await sql`
    insert into mail_outbox (recipient, language, template, params, driver_id, created_at)
    select d.email, d.language, 'statement-issued', jsonb_build_object('week', s.week::text, 'version', s.version), d.id, now()
    from settlements s join drivers d on d.id = s.driver_id
    where s.week = ${week} and s.state in ('approved', 'in-batch', 'paid') and d.email is not null and d.email !~ '[[:space:],;<>"]'
      and not exists (select 1 from mail_outbox m where m.driver_id = d.id and m.template = 'statement-issued'
        and m.params = jsonb_build_object('week', s.week::text, 'version', s.version))`.execute(tx)
  })
}

export const settlementJobs: Record<string, JobHandler> = handler(announceStatements, announce)
