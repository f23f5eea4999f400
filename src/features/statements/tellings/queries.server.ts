import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { cents } from '#domain/money.ts'
import { type Week, ZONE, weekName } from '#domain/week.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { hasOpenAccount } from '#features/mail/reach/queries.server.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { type Language, inLanguage } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { siteAddress } from '#platform/running.server.ts'
import type { Telling } from './schema.ts'

/** Every driver with an approved statement of the week: what to send by WhatsApp, and whether it was sent. */
export async function listTellings(week: Week, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Telling[]> {
  const rows = await selectTellings(week, on).execute()
  const companies = { pt: (await brandIn('pt', on)).name, en: (await brandIn('en', on)).name }
  return rows.map((row) => {
    const sentByHand = row.sentAt && {
      at: row.sentAt.toString(),
      by: row.sentBy,
      way: row.sentWay === 'file' ? ('file' as const) : ('whatsapp' as const),
    }
    const isOpen = row.linkUntil !== null && Temporal.Instant.compare(row.linkUntil, now) > 0
    return {
      driverId: row.driverId,
      hasAccount: row.hasAccount,
      sentByHand,
      text: wordsFor(row, companies, row.hasAccount ? statementPlaceForDriver(row) : null),
      hasNumber: whatsAppAddress(row.phone, '') !== null,
      link:
        isOpen && row.linkUntil
          ? { until: row.linkUntil.toString(), looks: row.looks ?? 0, lookedAt: row.lookedAt?.toString() ?? null }
          : null,
    }
  })
}

/** The WhatsApp text of one driver, and whether it was sent; `null` when there is no approved statement. */
export async function findTelling(
  week: Week,
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Telling | null> {
  return (await listTellings(week, now, on)).find((telling) => telling.driverId === driverId) ?? null
}

/**
 * The number of drivers with an approved statement of the week, the number who can sign in to see it, and those to whom it was
 * sent by hand.
 */
export async function countSentByHand(
  week: Week,
  on: Kysely<DB> = db,
): Promise<{ all: number; withAccess: number; sentByHand: string[] }> {
  return approvedIn(week, on)
    .select(sql<number>`count(*)`.as('all'))
    .select(sql<number>`count(*) filter (where ${hasOpenAccount})`.as('withAccess'))
    .select(
      sql<string[]>`coalesce(array_agg(drivers.id::text order by drivers.name, drivers.ref)
        filter (where telling.told_at is not null), '{}')`.as('sentByHand'),
    )
    .executeTakeFirstOrThrow()
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTellings>['execute']>>[number]
type Companies = Readonly<Record<Language, string>>

/** The path of the statement in the driver's own area, in the driver's language. */
export function statementPlaceForDriver({ week, language }: Pick<Row, 'week' | 'language'>): string {
  return inLanguage(`/dashboard/payslips/${weekName(week as Week)}`, languageIn(language))
}

/**
 * The text of the message: a greeting, the week, the amount and its day, and where to read the statement. It goes only to the
 * number in the record.
 */
export function wordsFor(row: Row, companies: Companies, place: string | null): string {
  const language = languageIn(row.language)
  const t = translator(language)
  const week = row.week as Week
  const facts = { number: weekNumber(week), days: formatWeekDays(week, language) }
  return [
    t('page.mail.greeting', { name: row.name }),
    t('page.mail.whatsApp.text', { ...facts, amount: amountWords(row, t) }),
    ...(place === null ? [] : [t('page.mail.whatsApp.where'), `${siteAddress()}${place}`]),
    companies[language],
  ].join('\n')
}

/** "331,96 €, transferência a 26 nov.": the amount, and the day on which it was or will be paid. */
function amountWords({ payable, state, paidAt, plannedOn }: Row, t: Translator): string {
  if (payable <= 0) return t('page.mail.whatsApp.nothing')
  const amount = formatMoney(cents(payable), t.language)
  if (state === 'paid' && paidAt) {
    const day = paidAt.toZonedDateTimeISO(ZONE).toPlainDate().toString()
    return t('page.mail.whatsApp.paid', { amount, day: formatDayShort(day, t.language) })
  }
  if (plannedOn !== null) return t('page.mail.whatsApp.planned', { amount, day: formatDayShort(plannedOn, t.language) })
  return t('page.mail.whatsApp.due', { amount })
}

function languageIn(language: string): Language {
  return language === 'en' ? 'en' : 'pt'
}

/** The WhatsApp text of a driver's invitation. `link` is the whole address at which the account is made. */
export async function findInvitationText(
  driverId: string,
  link: string,
  on: Kysely<DB> = db,
): Promise<{ ref: string; name: string; text: string; address: string | null }> {
  const driver = await on
    .selectFrom('drivers')
    .select(['ref', 'name', 'phone', 'language'])
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
  const t = translator(driver.language === 'en' ? 'en' : 'pt')
  const company = (await brandIn(t.language, on)).name
  const text = [t('page.mail.greeting', { name: driver.name }), t('page.account.access.text'), link, company].join('\n')
  return { ref: driver.ref, name: driver.name, text, address: whatsAppAddress(driver.phone, text) }
}

/** The day on which the bank is asked to pay a statement, once it is in a bank file. */
const plannedDay = sql<string | null>`(select execution_on::text from batch_payments
  join payment_batches on payment_batches.id = batch_id
  where batch_payments.settlement_id = settlements.id and batch_payments.state = 'sent' limit 1)`

/** The approved statements of a week, with the note of sharing that is in force. */
function approvedIn(week: Week, on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .leftJoin('whatsapp_tellings as telling', (join) =>
      join.onRef('telling.settlement_id', '=', 'settlements.id').on('telling.taken_back_at', 'is', null),
    )
    .where('settlements.week', '=', week)
    .where('settlements.state', 'in', ['approved', 'in-batch', 'paid'])
}

/** The approved statements of a week, with the note of sharing and the link that are in force. */
export function selectTellings(week: Week, on: Kysely<DB>) {
  return approvedIn(week, on)
    .leftJoin('statement_links as link', (join) =>
      join.onRef('link.settlement_id', '=', 'settlements.id').on('link.revoked_at', 'is', null),
    )
    .leftJoin('users', 'users.uid', 'telling.told_by')
    .select([
      'settlements.id as settlementId',
      'drivers.id as driverId',
      'drivers.name',
      'drivers.phone',
      hasOpenAccount.as('hasAccount'),
    ])
    .select(['drivers.language', 'telling.told_at as sentAt', 'telling.way as sentWay', 'settlements.week'])
    .select(['settlements.payable_cents as payable', 'settlements.state', 'settlements.paid_at as paidAt'])
    .select(['link.expires_at as linkUntil', 'link.looks', 'link.looked_at as lookedAt'])
    .select(plannedDay.as('plannedOn'))
    .select(personName().as('sentBy'))
    .orderBy('drivers.name')
    .orderBy('drivers.ref')
}
