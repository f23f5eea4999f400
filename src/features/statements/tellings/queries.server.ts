import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { type Week, weekName } from '#domain/week.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { formatWeekDays, weekNumber } from '#messages/dates.ts'
import { type Language, inLanguage } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { siteAddress } from '#platform/running.server.ts'
import type { Telling } from './schema.ts'

/** Every driver whose statement of the week is approved: what to send by WhatsApp, and whether it was. */
export async function listTellings(week: Week, on: Kysely<DB> = db): Promise<Telling[]> {
  const rows = await selectTellings(week, on).execute()
  const companies = { pt: (await brandIn('pt', on)).name, en: (await brandIn('en', on)).name }
  return rows.map((row) => {
    const language = row.language === 'en' ? 'en' : 'pt'
    const text = textFor(row.name, week, { language, company: companies[language] })
    const told = row.toldAt ? { at: row.toldAt.toString(), by: row.toldBy } : null
    return { driverId: row.driverId, text, address: whatsAppAddress(row.phone, text), told }
  })
}

/** The same of one driver; `null` when there is no approved statement. */
export async function findTelling(week: Week, driverId: string, on: Kysely<DB> = db): Promise<Telling | null> {
  return (await listTellings(week, on)).find((one) => one.driverId === driverId) ?? null
}

/** How many drivers have an approved statement of the week, how many can sign in to see it, and who was told by WhatsApp. */
export async function countTold(
  week: Week,
  on: Kysely<DB> = db,
): Promise<{ all: number; withAccess: number; told: string[] }> {
  const rows = await selectTellings(week, on).execute()
  return {
    all: rows.length,
    withAccess: rows.filter(({ uid }) => uid !== null).length,
    told: rows.filter(({ toldAt }) => toldAt !== null).map(({ driverId }) => driverId),
  }
}

/** A greeting, the week, and where to read the statement: whoever holds the phone sees no amount. */
function textFor(name: string, week: Week, { language, company }: { language: Language; company: string }): string {
  const t = translator(language)
  const link = `${siteAddress()}${inLanguage(`/dashboard/payslips/${weekName(week)}`, language)}`
  const facts = { number: weekNumber(week), days: formatWeekDays(week, language) }
  return [t('page.mail.greeting', { name }), t('page.mail.whatsApp.text', facts), link, company].join('\n')
}

/** What hands an invitation to a driver over by WhatsApp. `link` is the whole address, of an account that does not exist yet. */
export async function findInvitationText(
  driverId: string,
  link: string,
  on: Kysely<DB> = db,
): Promise<{ name: string; text: string; address: string | null }> {
  const driver = await on
    .selectFrom('drivers')
    .select(['name', 'phone', 'language'])
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
  const t = translator(driver.language === 'en' ? 'en' : 'pt')
  const company = (await brandIn(t.language, on)).name
  const text = [t('page.mail.greeting', { name: driver.name }), t('page.account.access.text'), link, company].join('\n')
  return { name: driver.name, text, address: whatsAppAddress(driver.phone, text) }
}

/** The approved statements of a week with the telling that stands. */
export function selectTellings(week: Week, on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .leftJoin('whatsapp_tellings as told', (join) =>
      join.onRef('told.settlement_id', '=', 'settlements.id').on('told.taken_back_at', 'is', null),
    )
    .leftJoin('users', 'users.uid', 'told.told_by')
    .select([
      'settlements.id as settlementId',
      'drivers.id as driverId',
      'drivers.name',
      'drivers.phone',
      'drivers.uid',
    ])
    .select(['drivers.language', 'told.told_at as toldAt'])
    .select(personName().as('toldBy'))
    .where('settlements.week', '=', week)
    .where('settlements.state', 'in', ['approved', 'in-batch', 'paid'])
    .orderBy('drivers.name')
    .orderBy('drivers.ref')
}
