import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import { maskIban } from '#domain/identifiers.ts'
import { DRIVER_ACCOUNTS } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { FEE_SUPPLIERS, type PlatformVat, RETURN_FIELDS, addUpVat } from '#domain/vat-month.ts'
import { weekName } from '#domain/week.ts'
import { dependenceIn, listDependence } from '#features/accounting/dependence/queries.server.ts'
import { chargedBesides, tableOfInvoices, totalToInvoice } from '#features/accounting/invoices/queries.server.ts'
import { isPaid, listMonthPayments } from '#features/accounting/month-payments/queries.server.ts'
import { getMonth, sumMonth } from '#features/accounting/queries.server.ts'
import type { Reconciliation } from '#features/accounting/reconciliations/schema.ts'
import type { MonthBooks, MonthView } from '#features/accounting/schema.ts'
import { exportJournal, exportTrialBalance } from '#features/ledger/account-files/queries.server.ts'
import { listDriverBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { issuedTable } from '#features/statements/exports/queries.server.ts'
import { bankReason } from '#messages/bank-reason.ts'
import type { Catalogue, Translator } from '#messages/catalogue.ts'
import { formatDays, mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import { type TableFormat, tableFile } from '#platform/table-file.ts'
import type { FileSum, MonthFile } from './schema.ts'

/** One table of a month as a file. */
export async function exportMonth(
  month: Month,
  file: MonthFile,
  format: TableFormat,
  language: Language,
  on: Kysely<DB> = db,
) {
  return fileOf(await getMonth(month, on), file, format, language, on)
}

/** The invoices of a month with whole NIFs, for a billing program; whoever asks gave a reason. */
export async function exportInvoicesInFull(month: Month, format: TableFormat, language: Language) {
  const t = translator(language)
  return asFile('invoices', month, await tableOfInvoices(await sumMonth(month), t, 'full'), format, t)
}

/** A file of a month whose books were read already. */
export async function fileOf(
  view: MonthView,
  file: MonthFile,
  format: TableFormat,
  language: Language,
  on: Kysely<DB> = db,
) {
  const t = translator(language)
  const { first, last } = daysOfMonth(view.month)
  if (file === 'trial-balance') return exportTrialBalance(last, format, language, { since: first, from: on })
  if (file === 'journal') return exportJournal(first, last, format, language, on)
  return asFile(file, view.month, await TABLES[file](view, t, on), format, t)
}

function asFile(file: MadeHere, month: Month, table: WrittenCell[][], format: TableFormat, t: Translator) {
  const stem = `${t(`page.accounting.files.names.${file}`)}-${month}`
  return tableFile({ stem, sheet: t(`page.accounting.files.titles.${file}`), table }, format, mannerOfCsv(t.language))
}

/** The sum of each table, the same as in its last row, for the page. */
export async function sumsOf(
  view: MonthBooks,
  { payments, accounts, journal, trialBalance }: Reconciliation,
  on: Kysely<DB> = db,
): Promise<Record<MonthFile, readonly FileSum[]>> {
  const { last } = daysOfMonth(view.month)
  const { dependence, ...besides } = await askTogether(
    { ...chargedBesides(view.month), dependence: dependenceIn({ year: last.year, until: last }) },
    on,
  )
  const fileSum = (of: FileSum['of'], amounts: readonly Cents[]): FileSum[] => [{ of, amount: sum([ZERO, ...amounts]) }]
  return {
    statements: fileSum('payable', [payments.payable]),
    vat: fileSum('gross', [addUpVat(view.platforms.map(({ vat }) => vat)).gross]),
    withheld: fileSum('tax', [view.withheld]),
    receipts: fileSum('receipts', [view.receipts.value]),
    dependence: fileSum(
      'due',
      dependence.map(({ due }) => due),
    ),
    rents: fileSum('rents', [view.rents]),
    invoices: fileSum('invoiced', [totalToInvoice(view, besides)]),
    payments: fileSum('paid', [payments.paid]),
    balances: DRIVER_ACCOUNTS.map((account) => ({ of: account, amount: accounts.after[account] })),
    'trial-balance': fileSum('sides', [trialBalance]),
    journal: fileSum('sides', [journal]),
  }
}

/** The files whose tables are made here; the ledger makes the other two. */
type MadeHere = Exclude<MonthFile, 'trial-balance' | 'journal'>

type Table = (view: MonthView, t: Translator, on: Kysely<DB>) => Promise<WrittenCell[][]> | WrittenCell[][]

const TABLES: Record<MadeHere, Table> = {
  statements: ({ weeks }, t, on) =>
    issuedTable(
      weeks.filter(({ issued }) => issued > 0).map(({ week }) => week),
      t.language,
      on,
    ),
  vat: vatTable,
  withheld: ({ withheld }, t) => [
    headingCells(t, 'day', 'week', 'ref', 'driver', 'base', 'rate', 'tax'),
    ...withheld.map(({ day, week, driver, base, rate, tax }): WrittenCell[] => [
      { day },
      weekName(week),
      driver.ref,
      driver.name,
      { cents: base },
      { cents: cents(rate) },
      { cents: tax },
    ]),
    [
      t('page.accounting.total'),
      null,
      null,
      null,
      total(withheld.map(({ base }) => base)),
      null,
      total(withheld.map(({ tax }) => tax)),
    ],
  ],
  rents: ({ rents, rentsInside }, t) => [
    headingCells(t, 'week', 'ref', 'driver', 'base', 'rate', 'vat', 'whole', 'insideReceipt'),
    ...rents.map(({ week, driver, base, rate, vat, total: whole }): WrittenCell[] => [
      weekName(week),
      driver.ref,
      driver.name,
      { cents: base },
      { cents: cents(rate) },
      { cents: vat },
      { cents: whole },
      null,
    ]),
    ...rentsInside.map(({ week, driver, amount }): WrittenCell[] => [
      weekName(week),
      driver.ref,
      driver.name,
      ...Array.from({ length: 4 }, () => null),
      { cents: amount },
    ]),
    [
      t('page.accounting.total'),
      null,
      null,
      total(rents.map(({ base }) => base)),
      null,
      total(rents.map(({ vat }) => vat)),
      total(rents.map((rent) => rent.total)),
      total(rentsInside.map(({ amount }) => amount)),
    ],
  ],
  receipts: ({ receipts }, t) => [
    [
      ...headingCells(t, 'week', 'ref', 'driver', 'receiptValue', 'receiptState', 'note'),
      ...headingCells(
        t,
        'receiptNumber',
        'atcud',
        'receiptDay',
        'paperValue',
        'paperVat',
        'paperWithheld',
        'signature',
      ),
    ],
    ...receipts.map(({ week, driver, value, state, note, paper, signature }): WrittenCell[] => [
      weekName(week),
      driver.ref,
      driver.name,
      { cents: value },
      t(`page.accounting.receiptStates.${state}`),
      note || null,
      paper?.number ?? null,
      paper?.atcud ?? null,
      paper && { day: paper.issuedOn },
      paper && { cents: paper.base },
      paper && { cents: paper.vat },
      paper && { cents: paper.withheld },
      signature && t(`page.signature.states.${signature}`),
    ]),
    [
      t('page.accounting.total'),
      null,
      null,
      total(receipts.map(({ value }) => value)),
      ...Array.from({ length: 5 }, () => null),
      ...(['base', 'vat', 'withheld'] as const).map((part) =>
        total(receipts.flatMap(({ paper }) => (paper ? [paper[part]] : []))),
      ),
      null,
    ],
  ],
  invoices: (view, t, on) => tableOfInvoices(view, t, 'masked', on),
  dependence: ({ month }, t, on) => dependenceTable(month, t, on),
  payments: ({ month }, t, on) => paymentTable(month, t, on),
  balances: ({ month }, t, on) => balanceTable(month, t, on),
}

/** The income in the year, up to the end of the month, of each driver who was asked for receipts. */
async function dependenceTable(month: Month, t: Translator, on: Kysely<DB>): Promise<WrittenCell[][]> {
  const { last } = daysOfMonth(month)
  const found = await listDependence({ year: last.year, until: last }, on)
  return [
    headingCells(t, 'ref', 'driver', 'ours', 'elsewhere', 'sharePercent', 'dependenceState', 'rate', 'due'),
    ...found.map(({ driver, ours, elsewhere, share, state, rate, due }): WrittenCell[] => [
      driver.ref,
      driver.name,
      { cents: ours },
      elsewhere === null ? null : { cents: elsewhere },
      { cents: cents(share) },
      t(`page.accounting.dependence.states.${state}`),
      { cents: cents(rate) },
      { cents: due },
    ]),
    [
      t('page.accounting.total'),
      null,
      total(found.map(({ ours }) => ours)),
      null,
      null,
      null,
      null,
      total(found.map(({ due }) => due)),
    ],
  ]
}

function headingCells(t: Translator, ...columns: (keyof Catalogue['page']['accounting']['columns'])[]): WrittenCell[] {
  return columns.map((column) => t(`page.accounting.columns.${column}`))
}

function total(amounts: readonly Cents[]): WrittenCell {
  return { cents: sum([ZERO, ...amounts]) }
}

/** A row for each week of a platform, or for its days in the month, and a last row with the sums. */
function vatTable({ platforms }: MonthView, t: Translator): WrittenCell[][] {
  const figures = (vat: PlatformVat) =>
    [
      ...[vat.gross, vat.vat.total, vat.vat.estimated, vat.refunds, vat.incentives, vat.tolls, vat.tollTax],
      ...[vat.invoiced, vat.kept, vat.tips, vat.expenseRefunds, vat.cash, vat.payment],
      ...RETURN_FIELDS.map((field) => vat.fields[field]),
    ].map((amount): WrittenCell => ({ cents: amount }))
  return [
    [
      ...headingCells(t, 'platform', 'week', 'firstDay', 'lastDay', 'daysBefore', 'supplier', 'country'),
      ...headingCells(t, 'gross', 'tripsVat', 'estimatedVat', 'refunds', 'incentives', 'tollRefunds', 'tollTax'),
      ...headingCells(t, 'fee', 'kept', 'tips', 'expenseRefunds', 'cash', 'payment'),
      ...RETURN_FIELDS.map((field) => t(`page.accounting.columns.field${field}`)),
    ],
    ...platforms.map(({ platform, week, vat, from, to, before }): WrittenCell[] => [
      ...[t(`page.week.sourceNames.${platform}`), weekName(week), { day: from }, { day: to }],
      before && formatDays(before, t.language),
      FEE_SUPPLIERS[platform].vatNumber,
      FEE_SUPPLIERS[platform].country,
      ...figures(vat),
    ]),
    [
      t('page.accounting.total'),
      ...Array.from({ length: 6 }, () => null),
      ...figures(addUpVat(platforms.map(({ vat }) => vat))),
    ],
  ]
}

/**
 * The payments that the bank was asked to make on the days of the month, and those made in another way. IBANs are
 * masked.
 */
async function paymentTable(month: Month, t: Translator, on: Kysely<DB>): Promise<WrittenCell[][]> {
  const monthPayments = await listMonthPayments(month, on)
  return [
    headingCells(t, 'batch', 'day', 'week', 'ref', 'driver', 'holder', 'iban', 'amount', 'paymentState', 'note'),
    ...monthPayments.map(({ batch, day, week, ref, name, holder, iban, amount, state, note }): WrittenCell[] => [
      batch,
      { day },
      weekName(week),
      ref,
      name,
      holder,
      iban && maskIban(iban),
      { cents: amount },
      t(`page.accounting.paymentStates.${state}`),
      note && bankReason(note, t),
    ]),
    [
      t('page.accounting.total'),
      ...Array.from({ length: 6 }, () => null),
      total(monthPayments.filter(isPaid).map(({ amount }) => amount)),
      null,
      null,
    ],
  ]
}

/** Each driver's balance on the three accounts at the end of the month; + is owed to the driver. */
async function balanceTable(month: Month, t: Translator, on: Kysely<DB>): Promise<WrittenCell[][]> {
  const { last } = daysOfMonth(month)
  const codes = DRIVER_ACCOUNTS
  const found = await Promise.all(codes.map((code) => listDriverBalances(code, last, null, on)))
  const drivers = new Map<string, { ref: string; name: string; balances: Map<string, Cents> }>()
  for (const [place, { drivers: own }] of found.entries())
    for (const { ref, name, balance } of own) {
      const known = drivers.get(ref) ?? { ref, name, balances: new Map<string, Cents>() }
      drivers.set(ref, known)
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      known.balances.set(codes[place]!, balance)
    }
  const rows = [...drivers.values()].toSorted((a, b) => inNumberedOrder(a.ref, b.ref))
  return [
    headingCells(t, 'ref', 'driver', 'current', 'plan', 'deposit'),
    ...rows.map(({ ref, name, balances }): WrittenCell[] => [
      ref,
      name,
      ...codes.map((code): WrittenCell => ({ cents: balances.get(code) ?? ZERO })),
    ]),
    [
      t('page.accounting.total'),
      null,
      ...codes.map((code) => total(rows.map(({ balances }) => balances.get(code) ?? ZERO))),
    ],
  ]
}
