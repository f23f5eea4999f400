import { z } from 'zod'
import { job } from '#db/job.ts'
import { type JobHandler, handler } from '#db/queue.server.ts'
import { orderStuckPushesAgain } from '#features/mail/push/commands.server.ts'
import { orderStuckWhatsAppAgain } from '#features/mail/whatsapp/commands.server.ts'
import { deliver, orderStuckMailsAgain } from './commands.server.ts'
import { wakeMail } from './jobs.ts'
import { deliverPush } from './push-delivery.server.ts'
import { deliverWhatsApp } from './whatsapp-delivery.server.ts'

/** Ordered by the database itself for each message that waits (`007-mail.sql`), so that none can be forgotten. */
const deliverMail = job('mail.deliver', z.object({ id: z.number().int() }))

/** Ordered by the database for each message to a phone (`450-push.sql`). */
const pushNotice = job('push.deliver', z.object({ id: z.number().int() }))

/** Ordered by the database for each message by WhatsApp (`580-whatsapp.sql`). */
const whatsAppNotice = job('whatsapp.deliver', z.object({ id: z.number().int() }))

export const mailJobs: Record<string, JobHandler> = {
  ...handler(deliverMail, ({ id }) => deliver(id, Temporal.Now.instant())),
  ...handler(pushNotice, ({ id }) => deliverPush(id, Temporal.Now.instant())),
  ...handler(whatsAppNotice, ({ id }) => deliverWhatsApp(id, Temporal.Now.instant())),
  ...handler(wakeMail, async () => {
    await orderStuckMailsAgain(Temporal.Now.instant())
    await orderStuckPushesAgain(Temporal.Now.instant())
    await orderStuckWhatsAppAgain(Temporal.Now.instant())
  }),
}

/** Tries one WhatsApp message at a given moment: the demonstration lives in the past. */
export const tryWhatsAppAt = deliverWhatsApp
