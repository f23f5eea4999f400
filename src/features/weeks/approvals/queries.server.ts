import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Week } from '#domain/week.ts'
import { listWeekMessages } from '#features/mail/queries.server.ts'
import { findApproval } from '#features/settlements/frozen-settlements/queries.server.ts'
import { countSentByHand } from '#features/statements/tellings/queries.server.ts'
import type { Undoing } from './schema.ts'

/** The statements that undoing the newest approval of a week takes back, and the messages that its drivers already got. */
export async function findUndoing(week: Week, on: Kysely<DB> = db): Promise<Undoing> {
  const [{ statements, net, at, barred }, messages, tellings] = await Promise.all([
    findApproval(week, on),
    listWeekMessages(week, on),
    countSentByHand(week, on),
  ])
  const drivers = new Set(statements.map(({ driverId }) => driverId))
  const ofDrivers = messages.filter(({ driver }) => drivers.has(driver.id))
  const count = (is: (message: (typeof ofDrivers)[number]) => boolean) => ofDrivers.filter(is).length
  return {
    statements: statements.length,
    net,
    at: at?.toString() ?? null,
    barred,
    notified: {
      mailed: count(({ delivery }) => delivery === 'sent'),
      waiting: count(({ delivery }) => delivery === 'waiting'),
      whatsApp: tellings.sentByHand.filter((id) => drivers.has(id)).length,
      read: count(({ readAt }) => readAt !== null),
      hasAccess: count(({ hasAccount }) => hasAccount),
    },
  }
}
