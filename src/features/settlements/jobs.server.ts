import { sql } from 'kysely'
import { inTransaction } from '#db/client.server.ts'
import { type JobHandler, handler } from '#db/queue.server.ts'
import { cancelHeldMailsOfDelivered } from '#features/mail/held-mails/commands.server.ts'
import { announceStatements } from './jobs.ts'

/**
 * Puts one message for each driver and version into the outbox; ordered twice it adds none. The message carries a
 * link, never an amount or an IBAN.
 */
function announce({ week }: { week: string }): Promise<void> {
  return inTransaction(async (tx) => {
    // Of two that run at the same moment, the second waits and sees what the first wrote.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`announce ${week}`}, 0))`.execute(tx)
    await sql`
    insert into mail_outbox (recipient, language, template, params, driver_id, created_at, next_try_at, whatsapp_id)
    select d.email, d.language, 'statement-issued', jsonb_build_object('week', s.week::text, 'version', s.version), d.id, now(),
      case when first.state in ('waiting', 'asking', 'unsure', 'sent', 'delivered', 'read') then greatest(now(), first.expires_at)
        else now() end, first.id
    from settlements s join drivers d on d.id = s.driver_id
      -- The WhatsApp message was ordered with the approval and goes first; the mail waits until it expires.
      left join lateral (select id, state, expires_at from whatsapp_outbox w
        where w.driver_id = d.id and w.event = 'statement-issued' and w.params ->> 'week' = s.week::text
          and w.created_at >= s.approved_at order by w.id desc limit 1) first on true
    where s.week = ${week} and s.state in ('approved', 'in-batch', 'paid') and d.email is not null and d.email !~ '[[:space:],;<>"]'
      and not exists (select 1 from mail_outbox m where m.driver_id = d.id and m.template = 'statement-issued'
        and m.params = jsonb_build_object('week', s.week::text, 'version', s.version))`.execute(tx)
    await cancelHeldMailsOfDelivered(tx)
  })
}

export const settlementJobs: Record<string, JobHandler> = handler(announceStatements, announce)
