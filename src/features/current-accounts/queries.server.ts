import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { COMPANY_ACCOUNTS, type CompanyAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import { type Week, ZONE, readDay, weekName } from '#domain/week.ts'
import { lineLabel } from '#messages/line-label.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import { downloadName } from '#platform/download-name.ts'
import { writeSheet } from '#platform/sheet-writer.ts'
import { type AccountEntry, type AccountView, type CompanyBalance, type CurrentAccount, PAGE } from './schema.ts'

/** The day that was asked for; today when it is missing or not a day. */
export function readOn(text: string | null, now: Temporal.Instant): Temporal.PlainDate {
  return readDay(text ?? '') ?? now.toZonedDateTimeISO(ZONE).toPlainDate()
}

/** The account of the company that was asked for; the bank's when it is missing or none of them. */
export function readCompanyAccount(text: string | null): CompanyAccount {
  return COMPANY_ACCOUNTS.find((account) => account === text) ?? 'bank'
}

/** The kind of file an address names. Refuses `record.not-found`. */
export function readFormat(text: string): Format {
  if (text !== 'csv' && text !== 'xlsx') throw new Refusal('record.not-found')
  return text
}

type Format = keyof typeof TYPES

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A driver's current account at the end of a day, in cents: + is owed to the driver. `page` from 1. */
export async function getCurrentAccount(
  driverId: string,
  on: Temporal.PlainDate,
  page = 1,
  from: Kysely<DB> = db,
): Promise<CurrentAccount> {
  const [view, awaited] = await Promise.all([
    readAccount(from, { code: 'current', driverId: readRecordId(driverId) }, on, pageOf(page)),
    awaitedOn(driverId, on, from),
  ])
  return { ...view, awaited, carried: sum([view.balance, minus(awaited)]) }
}

/** A driver's plans or deposits in the books at the end of a day, with every entry; + is the driver's, − is owed. */
export function getDriverAccount(
  code: 'plan' | 'deposit',
  driverId: string,
  on: Temporal.PlainDate,
  from: Kysely<DB> = db,
): Promise<AccountView> {
  return readAccount(from, { code, driverId: readRecordId(driverId) }, on, null)
}

/** One account of the company at the end of a day; + is a credit, − a debit. */
export function getCompanyAccount(
  account: CompanyAccount,
  on: Temporal.PlainDate,
  page = 1,
  from: Kysely<DB> = db,
): Promise<AccountView> {
  return readAccount(from, { code: account, driverId: null }, on, pageOf(page))
}

/** Every account of the company at the end of a day, and all drivers' current accounts together; the sum is 0. */
export async function listBalances(
  on: Temporal.PlainDate,
  from: Kysely<DB> = db,
): Promise<{ company: CompanyBalance[]; drivers: Cents }> {
  const rows = await from
    .selectFrom('entries')
    .innerJoin('journals', 'journals.id', 'journal_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(['code', sql<number>`sum(amount_cents)::bigint`.as('balance')])
    .where('effective_on', '<=', on.toString())
    .groupBy('code')
    .execute()
  const balances = new Map(rows.map(({ code, balance }) => [code, cents(balance)]))
  const company = COMPANY_ACCOUNTS.map((account) => ({ account, balance: balances.get(account) ?? ZERO }))
  return { company, drivers: minus(sum(company.map(({ balance }) => balance))) }
}

/** A driver's current account up to a day as a file: every entry, the balance after each. */
export async function exportCurrentAccount(
  driver: { id: string; ref: string },
  on: Temporal.PlainDate,
  format: Format,
  language: Language,
) {
  const view = await readAccount(db, { code: 'current', driverId: driver.id }, on, null)
  const stem = `${language === 'en' ? 'account' : 'conta-corrente'}-${driver.ref}-${on}`
  return written('driver', stem, view, format, language)
}

/** One account of the company up to a day as a file. */
export async function exportCompanyAccount(
  account: CompanyAccount,
  on: Temporal.PlainDate,
  format: Format,
  language: Language,
) {
  const view = await readAccount(db, { code: account, driverId: null }, on, null)
  const name = translator(language)(`page.accounts.accounts.${account}`).toLowerCase()
  return written('company', `${language === 'en' ? 'account' : 'conta'}-${name}-${on}`, view, format, language)
}

/** A driver's entries have one signed column; the company's have debit and credit, as books do. */
const FILE_COLUMNS = {
  driver: ['day', 'origin', 'week', 'driver', 'amount', 'balance'],
  company: ['day', 'origin', 'week', 'driver', 'debit', 'credit', 'companyBalance'],
} as const

function written(
  whose: keyof typeof FILE_COLUMNS,
  stem: string,
  { entries, balance, on }: AccountView,
  format: Format,
  language: Language,
) {
  const t = translator(language)
  const name = downloadName(stem, format)
  const head = FILE_COLUMNS[whose].map((column) => t(`page.accounts.columns.${column}`))
  const moved = (amount: Cents): WrittenCell[] =>
    whose === 'driver'
      ? [{ cents: amount }]
      : [amount < 0 ? { cents: minus(amount) } : null, amount > 0 ? { cents: amount } : null]
  const rows = entries
    .toReversed()
    .map((entry): WrittenCell[] => [
      { day: entry.day },
      [t(`page.accounts.kinds.${entry.kind}`), ...entry.parts.map((part) => partWords(part, t))].join(' · '),
      entry.week && weekName(entry.week),
      entry.driver?.name ?? null,
      ...moved(entry.amount),
      { cents: entry.balance },
    ])
  const blank = moved(ZERO).map(() => null)
  const table = [head, ...rows, [{ day: on }, t('page.accounts.balance'), null, null, ...blank, { cents: balance }]]
  const bytes =
    format === 'csv'
      ? writeCsv(table)
      : writeSheet(t(whose === 'driver' ? 'page.accounts.sheet' : 'page.accounts.companySheet'), table)
  return { name, bytes, type: TYPES[format] }
}

function partWords({ code, about, reason }: AccountEntry['parts'][number], t: ReturnType<typeof translator>): string {
  return [lineLabel({ code, adjustment: { about } }, t), reason].filter(Boolean).join(': ')
}

type Reading = { limit: number; offset: number }

function pageOf(page: number): Reading {
  const place = Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0
  return { limit: PAGE, offset: place * PAGE }
}

/** An account up to a day, with the balance after each entry, newest first; the whole of it without a reading. */
async function readAccount(
  from: Kysely<DB>,
  { code, driverId }: { code: string; driverId: string | null },
  on: Temporal.PlainDate,
  reading: Reading | null,
): Promise<AccountView> {
  const { rows } = await sql<Row>`
    select *, count(*) over () as entries from (
      select e.account_version as id, j.effective_on as day, j.kind, j.week, j.key,
        exists (select from settlements s where s.driver_id = j.driver_id and s.week = j.week and s.state <> 'void') as is_issued,
        d.id as driver_id, d.name as driver_name, e.amount_cents as amount,
        (sum(e.amount_cents) over (order by j.effective_on, e.account_version))::bigint as balance
      from entries e
      join ledger_accounts a on a.id = e.account_id
      join journals j on j.id = e.journal_id
      left join drivers d on d.id = j.driver_id
      where a.code = ${code} and a.driver_id is not distinct from ${driverId}::uuid and j.effective_on <= ${on.toString()}::date
    ) found order by day desc, id desc limit ${reading?.limit ?? null} offset ${reading?.offset ?? 0}`.execute(from)
  const parts = code === 'current' ? await listParts(rows, from) : new Map<string, AccountEntry['parts']>()
  const total =
    reading && reading.offset > 0 ? await balanceOn(from, { code, driverId }, on) : (rows[0]?.balance ?? ZERO)
  return {
    on: on.toString(),
    balance: cents(total),
    count: rows[0]?.entries ?? 0,
    entries: rows.map((row) => ({
      id: row.id,
      day: row.day,
      amount: cents(row.amount),
      balance: cents(row.balance),
      driver: row.driver_id && row.driver_name ? { id: row.driver_id, name: row.driver_name } : null,
      kind: row.kind,
      week: row.week,
      plan: /^plan:([0-9a-f-]{36})/.exec(row.key)?.[1] ?? null,
      isIssued: row.is_issued,
      parts: parts.get(row.key) ?? [],
    })),
  }
}

type Row = {
  id: number
  day: string
  kind: AccountEntry['kind']
  week: Week | null
  key: string
  is_issued: boolean
  driver_id: string | null
  driver_name: string | null
  amount: number
  balance: number
  entries: number
}

async function balanceOn(from: Kysely<DB>, account: { code: string; driverId: string | null }, on: Temporal.PlainDate) {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as balance from entries e
    join ledger_accounts a on a.id = e.account_id join journals j on j.id = e.journal_id
    where a.code = ${account.code} and a.driver_id is not distinct from ${account.driverId}::uuid
      and j.effective_on <= ${on.toString()}::date`.execute(from)
  return rows[0]?.balance ?? 0
}

/** What the office decided of the statements behind these entries, by the key of the journal. */
async function listParts(rows: readonly Row[], from: Kysely<DB>): Promise<Map<string, AccountEntry['parts']>> {
  const ids = rows.flatMap(({ kind, key }) => (kind === 'settlement' ? [key.replace('settlement:', '')] : []))
  const lines = await from
    .selectFrom('settlement_lines')
    .leftJoin('adjustments', 'adjustments.id', 'adjustment_id')
    .leftJoin('plans', 'plans.id', 'plan_id')
    .select(['settlement_id', 'code', 'settlement_lines.amount_cents as amount', 'about'])
    .select(sql<string | null>`coalesce(plans.reason, adjustments.reason)`.as('reason'))
    .where('settlement_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('code', 'like', 'adjustment.%')
    .orderBy('settlement_lines.ordinal')
    .execute()
  return new Map(
    [...Map.groupBy(lines, ({ settlement_id }) => `settlement:${settlement_id}`)].map(([key, own]) => [
      key,
      own.map(({ code, about, reason, amount }) => ({
        code: code as LineCode,
        about: about as Week | null,
        reason: reason ?? '',
        amount: cents(amount),
      })),
    ]),
  )
}

/** What was approved and neither paid nor voided at the end of a day, on the Lisbon clock, in cents. */
async function awaitedOn(driverId: string, on: Temporal.PlainDate, from: Kysely<DB>): Promise<Cents> {
  const end = on.add({ days: 1 }).toZonedDateTime(ZONE).toInstant().toString()
  const { total } = await from
    .selectFrom('settlements')
    .select(sql<number>`coalesce(sum(payable_cents), 0)::bigint`.as('total'))
    .where('driver_id', '=', driverId)
    .where('approved_at', '<', sql<Temporal.Instant>`${end}::timestamptz`)
    .where(sql<boolean>`(paid_at is null or paid_at >= ${end}::timestamptz)`)
    .where(sql<boolean>`(voided_at is null or voided_at >= ${end}::timestamptz)`)
    .executeTakeFirstOrThrow()
  return cents(total)
}
