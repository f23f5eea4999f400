import type { Tx } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'

/** The mail of a message that did not arrive goes now. */
export async function releaseMail(tx: Tx, message: number, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ next_try_at: at.toString() })
    .where('whatsapp_id', '=', message)
    .where('state', '=', 'waiting')
    .where('next_try_at', '>', moment(at))
    .execute()
}

/** The mail of a message waits until another moment, and goes then by itself. */
export async function holdMail(tx: Tx, message: number, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ next_try_at: until.toString() })
    .where('whatsapp_id', '=', message)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .execute()
}

/** The mail of a message that arrived is not needed: one that nobody tried yet is not sent. */
export async function spareMail(tx: Tx, message: number, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ state: 'sent', sent_via: 'whatsapp', sent_at: at.toString() })
    .where('whatsapp_id', '=', message)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .execute()
}

/** Whether a message is with its reader. */
export async function hasArrived(tx: Tx, message: number): Promise<boolean> {
  const row = await tx.selectFrom('whatsapp_outbox').select('delivered_at').where('id', '=', message).executeTakeFirst()
  return row?.delivered_at != null
}

/** Spares every mail that was written after its message had arrived. */
export async function spareArrived(tx: Tx): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .from('whatsapp_outbox as first')
    .set((row) => ({ state: 'sent', sent_via: 'whatsapp', sent_at: row.ref('first.delivered_at') }))
    .whereRef('first.id', '=', 'mail_outbox.whatsapp_id')
    .where('first.delivered_at', 'is not', null)
    .where('mail_outbox.state', '=', 'waiting')
    .where('mail_outbox.tries', '=', 0)
    .execute()
}
