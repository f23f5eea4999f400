import type { Tx } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'

/** Lets the mail go now, as its WhatsApp message did not arrive. */
export async function releaseMail(tx: Tx, message: number, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ next_try_at: at.toString() })
    .where('whatsapp_id', '=', message)
    .where('state', '=', 'waiting')
    .where('next_try_at', '>', moment(at))
    .execute()
}

/** Holds the mail of a WhatsApp message until another moment, at which it goes by itself. */
export async function holdMail(tx: Tx, message: number, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ next_try_at: until.toString() })
    .where('whatsapp_id', '=', message)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .execute()
}

/** Marks the mail of a delivered WhatsApp message as not needed, unless it was tried already. */
export async function cancelHeldMail(tx: Tx, message: number, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ state: 'sent', sent_via: 'whatsapp', sent_at: at.toString() })
    .where('whatsapp_id', '=', message)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .execute()
}

/** Whether a WhatsApp message has been delivered. */
export async function hasArrived(tx: Tx, message: number): Promise<boolean> {
  const row = await tx.selectFrom('whatsapp_outbox').select('delivered_at').where('id', '=', message).executeTakeFirst()
  return row?.delivered_at != null
}

/** Cancels every untried mail whose WhatsApp message was delivered before the mail was written. */
export async function cancelHeldMailsOfDelivered(tx: Tx): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .from('whatsapp_outbox as message')
    .set((row) => ({ state: 'sent', sent_via: 'whatsapp', sent_at: row.ref('message.delivered_at') }))
    .whereRef('message.id', '=', 'mail_outbox.whatsapp_id')
    .where('message.delivered_at', 'is not', null)
    .where('mail_outbox.state', '=', 'waiting')
    .where('mail_outbox.tries', '=', 0)
    .execute()
}
