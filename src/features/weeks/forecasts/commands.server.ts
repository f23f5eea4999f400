import { db } from '#db/client.server.ts'
import { ZONE, weekAt } from '#domain/week.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { tellOffice } from '#features/mail/commands.server.ts'
import { showForecast } from './queries.server.ts'

const THURSDAY = 4

/**
 * From Thursday on, tells the office by mail, once a week, how many drivers may end the week below zero, while there are
 * days left to talk to them. Where none may, it sends and remembers nothing, and looks again the next day.
 */
export async function mailNegativeForecasts(now: Temporal.Instant): Promise<void> {
  const week = weekAt(now)
  if (now.toZonedDateTimeISO(ZONE).dayOfWeek < THURSDAY) return
  const known = await db.selectFrom('forecast_warnings').select('week').where('week', '=', week).executeTakeFirst()
  if (known) return
  const { drivers, name } = await showForecast(null, now)
  const negative = drivers.filter(({ likely, isBlind }) => likely < 0 && !isBlind)
  if (negative.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'forecast.warn', now }, async (change) => {
    const warning = { week, told_at: now.toString(), drivers: negative.length }
    const { numInsertedOrUpdatedRows } = await change.tx
      .insertInto('forecast_warnings')
      .values(warning)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return null
    const params = { count: negative.length, link: `/admin/weekly/forecast?week=${name}` }
    await tellOffice(change, { template: 'negative-forecast', params })
    change.note({ subject: `week:${name}`, after: { count: negative.length } })
    return null
  })
}
