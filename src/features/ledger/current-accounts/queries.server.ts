import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { namesApart } from '#domain/driver.ts'
import { COMPANY_ACCOUNTS, type CompanyAccount, DRIVER_ACCOUNTS, type DriverAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { GoalResult, LineCode } from '#domain/settlement-types.ts'
import { type Week, ZONE, readDay } from '#domain/week.ts'
import { journalReason } from '#features/ledger/queries.server.ts'
import {
  type AccountEntry,
  type AccountView,
  type Balances,
  type CurrentAccount,
  type DriverBalance,
  PAGE,
} from './schema.ts'

/** The day in an address; today when it is missing or no day. */
export function readOn(text: string | null, now: Temporal.Instant): Temporal.PlainDate {
  return readDay(text ?? '') ?? now.toZonedDateTimeISO(ZONE).toPlainDate()
}

/** The account in an address, of the company or of all drivers; the bank's when it is missing or unknown. */
export function readAccountCode(text: string | null): CompanyAccount | DriverAccount {
  return [...COMPANY_ACCOUNTS, ...DRIVER_ACCOUNTS].find((account) => account === text) ?? 'bank'
}

/** The account of a driver in an address; the current account when it is missing or unknown. */
export function readDriverAccountCode(text: string | null): DriverAccount {
  return DRIVER_ACCOUNTS.find((account) => account === text) ?? 'current'
}

/** A driver's current account at the end of a day, in cents: + is owed to the driver. `page` from 1. */
export async function getCurrentAccount(
  driverId: string,
  on: Temporal.PlainDate,
  page: Page = 1,
  from: Kysely<DB> = db,
): Promise<CurrentAccount> {
  const [view, awaited] = await Promise.all([
    readAccount(from, { code: 'current', driverId: readRecordId(driverId) }, on, pageOf(page)),
    awaitedOn(driverId, on, from),
  ])
  return { ...view, awaited, carried: sum([view.balance, minus(awaited)]) }
}

/** An account of a driver at the end of a day; + is the driver's, − is owed. A page from 1, or every entry with `null`. */
export function getDriverAccount(
  code: DriverAccount,
  driverId: string,
  on: Temporal.PlainDate,
  page: Page | null = 1,
  from: Kysely<DB> = db,
): Promise<AccountView> {
  return readAccount(from, { code, driverId: readRecordId(driverId) }, on, page === null ? null : pageOf(page))
}

/** One account of the company at the end of a day; + is a credit, − a debit. A page from 1, or every entry with `null`. */
export function getCompanyAccount(
  account: CompanyAccount,
  on: Temporal.PlainDate,
  page: number | null = 1,
  from: Kysely<DB> = db,
): Promise<AccountView> {
  return readAccount(from, { code: account, driverId: null }, on, page === null ? null : pageOf(page))
}

/** Every account at the end of a day, each from its own entries: the company's, and all drivers' together by kind. */
export async function listBalances(on: Temporal.PlainDate, from: Kysely<DB> = db): Promise<Balances> {
  const rows = await from
    .selectFrom('entries')
    .innerJoin('journals', 'journals.id', 'journal_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(['code', sql<number>`sum(amount_cents)::bigint`.as('balance')])
    .where('effective_on', '<=', on.toString())
    .groupBy('code')
    .execute()
  const balances = new Map(rows.map(({ code, balance }) => [code, cents(balance)]))
  return {
    company: COMPANY_ACCOUNTS.map((account) => ({ account, balance: balances.get(account) ?? ZERO })),
    drivers: DRIVER_ACCOUNTS.map((account) => ({ account, balance: balances.get(account) ?? ZERO })),
    sum: sum(balances.values()),
  }
}

/** Each driver's balance on an account of a kind at the end of a day, by name; drivers without one are left out. */
export async function listDriverBalances(
  code: DriverAccount,
  on: Temporal.PlainDate,
  page: number | null = 1,
  from: Kysely<DB> = db,
): Promise<{ drivers: DriverBalance[]; count: number }> {
  const range = page === null ? null : pageOf(page)
  const { rows } = await sql<Omit<DriverBalance, 'received'>>`
    select d.id, d.ref, d.name, sum(e.amount_cents)::bigint as balance
    from entries e
    join journals j on j.id = e.journal_id and j.effective_on <= ${on.toString()}::date
    join ledger_accounts a on a.id = e.account_id and a.code = ${code}
    join drivers d on d.id = a.driver_id
    group by d.id having sum(e.amount_cents) <> 0
    order by d.name, d.ref`.execute(from)
  // A file has a column for the short names; on a page the rows of other pages count too.
  const shown = range === null ? rows : namesApart(rows).slice(range.offset, range.offset + range.limit)
  const received = code === 'deposit' ? await listReceived(on, from) : null
  return {
    drivers: shown.map((row) => ({
      ...row,
      balance: cents(row.balance),
      received: received && cents(received.get(row.id) ?? 0),
    })),
    count: rows.length,
  }
}

/** The money that statements and drivers paid into deposits up to a day, less what was used and given back. */
async function listReceived(on: Temporal.PlainDate, from: Kysely<DB>): Promise<Map<string, number>> {
  const day = on.toString()
  const { rows } = await sql<{ id: string; received: number }>`
    select driver_id as id, sum(amount)::bigint as received from (
      select p.driver_id, -l.amount_cents as amount
      from settlement_lines l join plans p on p.id = l.plan_id and p.kind = 'deposit'
      join settlements s on s.id = l.settlement_id and s.state <> 'void'
      where l.code = 'adjustment.plan' and (s.approved_at at time zone 'Europe/Lisbon')::date <= ${day}::date
      union all
      select p.driver_id, case when coalesce(mistake.kind, m.kind) = 'early' then m.amount_cents
        when coalesce(mistake.kind, m.kind) in ('used', 'returned', 'released') then -m.amount_cents else 0 end
        * case when mistake.id is null then 1 else -1 end
      from plan_movements m join plans p on p.id = m.plan_id and p.kind = 'deposit'
        left join plan_movements mistake on mistake.id = m.takes_back
      where (m.created_at at time zone 'Europe/Lisbon')::date <= ${day}::date) paid
    group by driver_id`.execute(from)
  return new Map(rows.map(({ id, received }) => [id, received]))
}

/** The entries of a page: the most that are read, and how many are left out before. */
type PageRange = { limit: number; offset: number }

/** The page, from 1, and its number of entries when that is not `PAGE`. */
type Page = number | { page: number; size: number }

function pageOf(request: Page): PageRange {
  const { page, size } = typeof request === 'number' ? { page: request, size: PAGE } : request
  const place = Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0
  return { limit: size, offset: place * size }
}

type Account = { code: string; driverId: string | null }

/** An account up to a day, with the balance after each entry, newest first; without a range, every entry. */
async function readAccount(
  from: Kysely<DB>,
  account: Account,
  on: Temporal.PlainDate,
  range: PageRange | null,
): Promise<AccountView> {
  const [rows, total] = await Promise.all([readEntries(from, account, on, range), totalOn(from, account, on)])
  const parts = account.code === 'current' ? await listParts(rows, from) : new Map<string, AccountEntry['parts']>()
  return {
    on: on.toString(),
    balance: cents(total.balance),
    count: total.count,
    entries: rows.map((row) => ({
      id: row.id,
      journal: row.journal,
      day: row.day,
      amount: cents(row.amount),
      balance: cents(row.balance),
      driver: row.driver_id ? { id: row.driver_id, name: row.driver_name ?? '', ref: row.driver_ref ?? '' } : null,
      kind: row.kind,
      week: row.week,
      plan: /^plan:([0-9a-f-]{36})/.exec(row.key)?.[1] ?? null,
      isIssued: row.is_issued,
      counters: row.counters,
      reason: row.reason,
      parts: parts.get(row.key) ?? [],
    })),
  }
}

type Row = {
  id: number
  journal: number
  day: string
  kind: AccountEntry['kind']
  week: Week | null
  key: string
  is_issued: boolean
  driver_id: string | null
  driver_name: string | null
  driver_ref: string | null
  amount: number
  balance: number
  counters: AccountEntry['counters']
  reason: string | null
}

/** The entries of a range, each with the accounts on the other side, which are only read for that range. */
async function readEntries(
  from: Kysely<DB>,
  { code, driverId }: Account,
  on: Temporal.PlainDate,
  range: PageRange | null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select page.*, d.name as driver_name, d.ref as driver_ref, ${journalReason('page')} as reason,
      exists (select from settlements s where s.driver_id = page.driver_id and s.week = page.week and s.state <> 'void') as is_issued,
      array(select distinct other.code from entries o join ledger_accounts other on other.id = o.account_id
        where o.journal_id = page.journal and sign(o.amount_cents) <> sign(page.amount) order by other.code) as counters
    from (
      select e.account_version as id, j.id as journal, j.effective_on as day, j.kind, j.week, j.key, j.driver_id, e.amount_cents as amount,
        (sum(e.amount_cents) over (order by j.effective_on, e.account_version))::bigint as balance
      from entries e
      join ledger_accounts a on a.id = e.account_id
      join journals j on j.id = e.journal_id
      where a.code = ${code} and a.driver_id is not distinct from ${driverId}::uuid and j.effective_on <= ${on.toString()}::date
      order by day desc, id desc limit ${range?.limit ?? null} offset ${range?.offset ?? 0}
    ) page
    left join drivers d on d.id = page.driver_id
    order by day desc, id desc`.execute(from)
  return rows
}

async function totalOn(from: Kysely<DB>, { code, driverId }: Account, on: Temporal.PlainDate) {
  const { rows } = await sql<{ balance: number; count: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as balance, count(*) as count from entries e
    join ledger_accounts a on a.id = e.account_id join journals j on j.id = e.journal_id
    where a.code = ${code} and a.driver_id is not distinct from ${driverId}::uuid
      and j.effective_on <= ${on.toString()}::date`.execute(from)
  return firstOf(rows)
}

/** The office's decisions in the statements behind these entries, by the key of the journal. */
async function listParts(rows: readonly Row[], from: Kysely<DB>): Promise<Map<string, AccountEntry['parts']>> {
  const ids = rows.flatMap(({ kind, key }) => (kind === 'settlement' ? [key.replace('settlement:', '')] : []))
  const lines = await from
    .selectFrom('settlement_lines')
    .leftJoin('adjustments', 'adjustments.id', 'adjustment_id')
    .leftJoin('plans', 'plans.id', 'plan_id')
    .select(['settlement_id', 'code', 'settlement_lines.amount_cents as amount', 'about'])
    .select(sql<string | null>`coalesce(plans.reason, adjustments.reason)`.as('reason'))
    .select(sql<GoalResult | null>`jsonb_path_query_first(steps, '$[*] ? (@.kind == "goal")')`.as('goal'))
    .where('settlement_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('code', 'like', 'adjustment.%')
    .orderBy('settlement_lines.ordinal')
    .execute()
  return new Map(
    [...Map.groupBy(lines, ({ settlement_id }) => `settlement:${settlement_id}`)].map(([key, linesOfStatement]) => [
      key,
      linesOfStatement.map(({ code, about, reason, goal, amount }) => ({
        code: code as LineCode,
        about: about as Week | null,
        reason: reason ?? '',
        goal,
        amount: cents(amount),
      })),
    ]),
  )
}

/** The sum that was approved and neither paid nor voided at the end of a day in Lisbon, in cents. */
async function awaitedOn(driverId: string, on: Temporal.PlainDate, from: Kysely<DB>): Promise<Cents> {
  const end = on.add({ days: 1 }).toZonedDateTime(ZONE).toInstant().toString()
  const { total } = await from
    .selectFrom('settlements')
    .select(sql<number>`coalesce(sum(payable_cents), 0)::bigint`.as('total'))
    .where('driver_id', '=', driverId)
    .where('approved_at', '<', sql<Temporal.Instant>`${end}::timestamptz`)
    .where(sql<boolean>`(paid_on is null or paid_on > ${on.toString()}::date)`)
    .where(sql<boolean>`(voided_at is null or voided_at >= ${end}::timestamptz)`)
    .executeTakeFirstOrThrow()
  return cents(total)
}
