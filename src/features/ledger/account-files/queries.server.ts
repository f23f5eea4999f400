import { lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { ReadStep } from '#db/read-step.ts'
import type { DB } from '#db/types.ts'
import { type CompanyAccount, type DriverAccount, isDriverAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import {
  getCompanyAccount,
  getDriverAccount,
  listBalances,
  listDriverBalances,
} from '#features/ledger/current-accounts/queries.server.ts'
import type { AccountEntry, AccountView } from '#features/ledger/current-accounts/schema.ts'
import { type AccountCodes, readAccountCodes } from '#features/ledger/account-codes/queries.server.ts'
import { type AccountSums, sumPeriod } from '#features/ledger/period-sums/queries.server.ts'
import { journalReason } from '#features/ledger/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { mannerOfCsv } from '#messages/dates.ts'
import { keptGoalReason } from '#messages/kept-goal-reason.ts'
import { lineLabel } from '#messages/line-label.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import { downloadName } from '#platform/download-name.ts'
import { isTableFormat, type TableFormat, tableFile } from '#platform/table-file.ts'

/** Reads the kind of file from an address. Refuses `record.not-found`. */
export function readFormat(text: string): TableFormat {
  if (!isTableFormat(text)) throw new Refusal('record.not-found')
  return text
}

/** An account of a driver up to a day as a file: every entry with the balance after it. */
export async function exportDriverAccount(
  driver: { id: string; ref: string },
  code: DriverAccount,
  on: Temporal.PlainDate,
  format: TableFormat,
  language: Language,
) {
  const t = translator(language)
  const view = await getDriverAccount(code, driver.id, on, null)
  const stem = `${t(`page.accounts.files.names.${code}`)}-${driver.ref}-${on}`
  return fileOf(stem, t(`page.accounts.views.${code}`), entryTable('driver', view, t), format, language)
}

/** One account of the company up to a day as a file; for an account that every driver has, each driver's balance on that day. */
export async function exportAccount(
  code: CompanyAccount | DriverAccount,
  on: Temporal.PlainDate,
  format: TableFormat,
  language: Language,
  from: Kysely<DB> = db,
) {
  const t = translator(language)
  const name = t(`page.accounts.accounts.${code}`)
  const stem = `${t('page.accounts.files.names.account')}-${name.toLowerCase()}-${on}`
  if (!isDriverAccount(code))
    return fileOf(
      stem,
      t('page.accounts.companySheet'),
      entryTable('company', await getCompanyAccount(code, on, null, from), t),
      format,
      language,
    )
  const { drivers } = await listDriverBalances(code, on, null, from)
  const rows = drivers.map(({ ref, name: person, balance }): WrittenCell[] => [ref, person, ...debitAndCredit(balance)])
  const head = (['ref', 'driver', 'debit', 'credit'] as const).map((column) => t(`page.accounts.columns.${column}`))
  const total = [t('page.accounts.total'), null, ...totals(drivers)]
  return fileOf(stem, t('page.accounts.companySheet'), [head, ...rows, total], format, language)
}

/**
 * Every account with its balance at the end of a day, the drivers' by kind, and the sum of both sides. With `since`,
 * also the balances before that day, and what each side moved since.
 */
export async function exportTrialBalance(
  on: Temporal.PlainDate,
  format: TableFormat,
  language: Language,
  { since = null, from = db }: { since?: Temporal.PlainDate | null; from?: Kysely<DB> } = {},
) {
  const t = translator(language)
  const [{ company, drivers }, codes, moved] = await Promise.all([
    listBalances(on, from),
    readAccountCodes(from),
    since && sumPeriod(since, on, from),
  ])
  const accounts = [...company, ...drivers]
  const columns = [
    ...(['code', 'account', 'debit', 'credit', 'snc'] as const),
    ...(moved ? (['before', 'debitMoved', 'creditMoved'] as const) : []),
  ]
  const head = columns.map((column) => t(`page.accounts.columns.${column}`))
  const cells = ({ before, debit, credit }: Omit<AccountSums, 'kinds'>): WrittenCell[] => [
    { cents: before },
    { cents: debit },
    { cents: credit },
  ]
  const rows = accounts.map(({ account, balance }): WrittenCell[] => [
    account,
    t(`page.accounts.accounts.${account}`),
    ...debitAndCredit(balance),
    codes[account],
    ...(moved ? cells(moved(account)) : []),
  ])
  const table = [
    head,
    ...rows,
    [
      t('page.accounts.total'),
      null,
      ...totals(accounts),
      null,
      ...(moved ? cells(addUpSums(accounts.map(({ account }) => moved(account)))) : []),
    ],
  ]
  return fileOf(
    `${t('page.accounts.files.names.trialBalance')}-${on}`,
    t('page.accounts.files.trialBalance'),
    table,
    format,
    language,
  )
}

/** A driver's entries have one signed column; the company's have debit and credit, as books do. */
const COLUMNS = {
  driver: ['day', 'entry', 'journal', 'origin', 'week', 'ref', 'driver', 'counters', 'amount', 'balance'],
  company: [
    'day',
    'entry',
    'journal',
    'origin',
    'week',
    'ref',
    'driver',
    'counters',
    'debit',
    'credit',
    'companyBalance',
  ],
} as const

function entryTable(side: keyof typeof COLUMNS, { entries, balance, on }: AccountView, t: Translator): WrittenCell[][] {
  const head = COLUMNS[side].map((column) => t(`page.accounts.columns.${column}`))
  const rows = entries
    .toReversed()
    .map((entry): WrittenCell[] => [
      { day: entry.day },
      String(entry.id),
      String(entry.journal),
      origin(entry, t),
      entry.week && weekName(entry.week),
      entry.driver?.ref ?? null,
      entry.driver?.name ?? null,
      entry.counters.map((account) => t(`page.accounts.accounts.${account}`)).join(', '),
      ...(side === 'driver' ? [{ cents: entry.amount }] : debitAndCredit(entry.amount)),
      { cents: entry.balance },
    ])
  const last = head.map((_, place): WrittenCell => (place === head.length - 1 ? { cents: balance } : null))
  return [head, ...rows, last.with(0, { day: on }).with(3, t('page.accounts.balance'))]
}

function origin({ kind, reason, parts }: AccountEntry, t: Translator): string {
  const decided = parts.map(({ code, about, reason: why, goal }) =>
    [lineLabel({ code, adjustment: { about } }, t), keptGoalReason(why, goal, t)].filter(Boolean).join(': '),
  )
  return [t(`page.accounts.kinds.${kind}`), reason, ...decided].filter(Boolean).join(' · ')
}

/** Debit and credit, of which only one is filled. */
function debitAndCredit(amount: Cents): WrittenCell[] {
  return [amount < 0 ? { cents: minus(amount) } : null, amount > 0 ? { cents: amount } : null]
}

function totals(rows: readonly { balance: Cents }[]): WrittenCell[] {
  const sumOfSide = (side: 1 | -1) => sum(rows.map(({ balance }) => (Math.sign(balance) === side ? balance : ZERO)))
  return [{ cents: minus(sumOfSide(-1)) }, { cents: sumOfSide(1) }]
}

function addUpSums(sums: readonly AccountSums[]): Omit<AccountSums, 'kinds'> {
  return {
    before: sum(sums.map(({ before }) => before)),
    debit: sum(sums.map(({ debit }) => debit)),
    credit: sum(sums.map(({ credit }) => credit)),
  }
}

function fileOf(stem: string, sheet: string, table: WrittenCell[][], format: TableFormat, language: Language) {
  return tableFile({ stem, sheet, table }, format, mannerOfCsv(language))
}

/**
 * Every entry from `from` to `to`, both included, by day and journal, as CSV piece by piece; `ask` gives each read its
 * connection.
 */
export async function* walkJournal(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  language: Language,
  ask: ReadStep = (read) => read(db),
): AsyncGenerator<Uint8Array> {
  const t = translator(language)
  const manner = mannerOfCsv(language)
  const codes = await ask(readAccountCodes)
  yield writeCsv([JOURNAL_COLUMNS.map((column) => t(`page.accounts.columns.${column}`))], manner)
  for await (const step of journalSteps(from, to, ask))
    yield withoutMark(
      writeCsv(
        step.map((row) => journalRow(row, t, codes)),
        manner,
      ),
    )
}

/** The entries of some days as a table, with the sums of both sides in its last row, for days that fit into a sheet: a month. */
export async function exportJournal(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  format: TableFormat,
  language: Language,
  on: Kysely<DB> = db,
) {
  const t = translator(language)
  const codes = await readAccountCodes(on)
  const rows = (await Array.fromAsync(journalSteps(from, to, (read) => read(on)))).flat()
  const sumOfSide = (side: 1 | -1) => sum(rows.map(({ amount }) => (Math.sign(amount) === side ? amount : ZERO)))
  const table = [
    JOURNAL_COLUMNS.map((column) => t(`page.accounts.columns.${column}`)),
    ...rows.map((row) => journalRow(row, t, codes)),
    JOURNAL_COLUMNS.map((column): WrittenCell => {
      if (column === 'day') return t('page.accounts.total')
      return column === 'debit' ? { cents: minus(sumOfSide(-1)) } : column === 'credit' ? { cents: sumOfSide(1) } : null
    }),
  ]
  return fileOf(journalStem(from, to, t), t('page.accounts.files.journal'), table, format, language)
}

async function* journalSteps(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  ask: ReadStep,
): AsyncGenerator<JournalRow[]> {
  for (let after: Place = { day: from.toString(), journal: 0, line: -1 }; ;) {
    const place = after
    const step = await ask((on) => readJournal(place, to, on))
    if (step.length > 0) yield step
    if (step.length < JOURNAL_STEP) return
    after = lastOf(step)
  }
}

/** The file name of some days' journal. */
export function journalName(from: Temporal.PlainDate, to: Temporal.PlainDate, language: Language): string {
  return downloadName(journalStem(from, to, translator(language)), 'csv')
}

function journalStem(from: Temporal.PlainDate, to: Temporal.PlainDate, t: Translator): string {
  return `${t('page.accounts.files.names.journal')}-${from}-${to}`
}

const JOURNAL_STEP = 2_000
const JOURNAL_COLUMNS = [
  ...(['day', 'journal', 'kind', 'week', 'ref', 'driver', 'code', 'account'] as const),
  ...(['debit', 'credit', 'companyBalance', 'reason', 'key', 'who', 'postedAt', 'snc'] as const),
] as const

type Place = { day: string; journal: number; line: number }
type JournalRow = Place & {
  kind: AccountEntry['kind']
  week: AccountEntry['week']
  ref: string | null
  driver: string | null
  code: CompanyAccount | DriverAccount
  amount: Cents
  balance: Cents
  reason: string | null
  key: string
  who: string | null
  posted_at: string
}

async function readJournal(
  { day, journal, line }: Place,
  to: Temporal.PlainDate,
  on: Kysely<DB>,
): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select step.*, d.ref, d.name as driver, coalesce(u.email, step.created_by) as who,
      ${journalReason('step')} as reason
    from (
      select j.effective_on as day, j.id as journal, e.line, j.kind, j.week, j.driver_id, a.code, e.amount_cents as amount,
        e.balance_after_cents as balance, j.key, j.created_by,
        to_char(j.created_at at time zone 'Europe/Lisbon', 'YYYY-MM-DD HH24:MI') as posted_at
      from journals j join entries e on e.journal_id = j.id join ledger_accounts a on a.id = e.account_id
      where (j.effective_on, j.id, e.line) > (${day}::date, ${journal}::bigint, ${line}::integer) and j.effective_on <= ${to.toString()}::date
      order by j.effective_on, j.id, e.line limit ${JOURNAL_STEP}
    ) step
    left join drivers d on d.id = step.driver_id
    left join users u on u.uid = step.created_by
    order by step.day, step.journal, step.line`.execute(on)
  return rows
}

function journalRow(row: JournalRow, t: Translator, codes: AccountCodes): WrittenCell[] {
  return [
    { day: row.day },
    String(row.journal),
    t(`page.accounts.kinds.${row.kind}`),
    row.week && weekName(row.week),
    row.ref,
    row.driver,
    row.code,
    t(`page.accounts.accounts.${row.code}`),
    ...debitAndCredit(row.amount),
    { cents: row.balance },
    row.reason,
    row.key,
    row.who,
    t.language === 'pt' ? row.posted_at.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1') : row.posted_at,
    codes[row.code],
  ]
}

/** Removes the mark by which Excel knows the encoding: only the beginning of a file carries it. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(3)
}
