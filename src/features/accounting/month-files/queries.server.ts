import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { maskIban } from '#domain/identifiers.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { FEE_SUPPLIERS } from '#domain/vat-month.ts'
import { type Week, ZONE, readWeek, weekName } from '#domain/week.ts'
import { listDependence } from '#features/accounting/dependence/queries.server.ts'
import { getMonth } from '#features/accounting/queries.server.ts'
import { type MonthView, addUp } from '#features/accounting/schema.ts'
import { exportTrialBalance } from '#features/ledger/account-files/queries.server.ts'
import { listDriverBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { issuedTable } from '#features/statements/exports/queries.server.ts'
import type { Catalogue, Translator } from '#messages/catalogue.ts'
import { mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import { type TableFormat, tableFile } from '#platform/table-file.ts'
import type { MonthFile } from './schema.ts'

/** One table of a month as a file. */
export async function exportMonth(month: Month, file: MonthFile, format: TableFormat, language: Language) {
  return fileOf(await getMonth(month), file, format, language)
}

/** The same of a month that was read already. */
export async function fileOf(view: MonthView, file: MonthFile, format: TableFormat, language: Language) {
  const t = translator(language)
  if (file === 'trial-balance') return exportTrialBalance(daysOfMonth(view.month).last, format, language)
  const stem = `${t(`page.accounting.files.names.${file}`)}-${view.month}`
  const table = await TABLES[file](view, t)
  return tableFile({ stem, sheet: t(`page.accounting.files.titles.${file}`), table }, format, mannerOfCsv(language))
}

const TABLES: Record<
  Exclude<MonthFile, 'trial-balance'>,
  (view: MonthView, t: Translator) => Promise<WrittenCell[][]> | WrittenCell[][]
> = {
  statements: ({ weeks }, t) =>
    issuedTable(
      weeks.filter(({ issued }) => issued > 0).map(({ week }) => week),
      t.language,
    ),
  vat: vatTable,
  withheld: ({ withheld }, t) => [
    heads(t, 'week', 'ref', 'driver', 'base', 'rate', 'tax'),
    ...withheld.map(({ week, driver, base, rate, tax }): WrittenCell[] => [
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
      total(withheld.map(({ base }) => base)),
      null,
      total(withheld.map(({ tax }) => tax)),
    ],
  ],
  rents: ({ rents }, t) => [
    heads(t, 'week', 'ref', 'driver', 'base', 'rate', 'vat', 'whole'),
    ...rents.map(({ week, driver, base, rate, vat, total: whole }): WrittenCell[] => [
      weekName(week),
      driver.ref,
      driver.name,
      { cents: base },
      { cents: cents(rate) },
      { cents: vat },
      { cents: whole },
    ]),
    [
      t('page.accounting.total'),
      null,
      null,
      total(rents.map(({ base }) => base)),
      null,
      total(rents.map(({ vat }) => vat)),
      total(rents.map((one) => one.total)),
    ],
  ],
  receipts: ({ receipts }, t) => [
    heads(t, 'week', 'ref', 'driver', 'receiptValue', 'receiptState', 'note'),
    ...receipts.map(({ week, driver, value, state, note }): WrittenCell[] => [
      weekName(week),
      driver.ref,
      driver.name,
      { cents: value },
      t(`page.accounting.receiptStates.${state}`),
      note || null,
    ]),
    [t('page.accounting.total'), null, null, total(receipts.map(({ value }) => value)), null, null],
  ],
  dependence: ({ month }, t) => dependenceTable(month, t),
  payments: ({ month }, t) => paymentTable(month, t),
  balances: ({ month }, t) => balanceTable(month, t),
}

/** The year up to the end of the month, of everybody who was asked for receipts. */
async function dependenceTable(month: Month, t: Translator): Promise<WrittenCell[][]> {
  const { last } = daysOfMonth(month)
  const found = await listDependence({ year: last.year, until: last })
  return [
    heads(t, 'ref', 'driver', 'ours', 'elsewhere', 'sharePercent', 'dependenceState', 'rate', 'due'),
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

function heads(t: Translator, ...columns: (keyof Catalogue['page']['accounting']['columns'])[]): WrittenCell[] {
  return columns.map((column) => t(`page.accounting.columns.${column}`))
}

function total(amounts: readonly Cents[]): WrittenCell {
  return { cents: sum([ZERO, ...amounts]) }
}

/** A row for each week of a platform, and one for all together. */
function vatTable({ platforms }: MonthView, t: Translator): WrittenCell[][] {
  const figures = ({
    gross,
    vat,
    base,
    fee,
    feeVat,
    tips,
    tollRefunds,
    expenseRefunds,
    cash,
    payment,
  }: ReturnType<typeof addUp>) =>
    [gross, base, vat.total, vat.estimated, fee, feeVat, tips, tollRefunds, expenseRefunds, cash, payment].map(
      (amount): WrittenCell => ({ cents: amount }),
    )
  return [
    heads(
      t,
      'platform',
      'week',
      'supplier',
      'country',
      'gross',
      'tripsBase',
      'tripsVat',
      'estimatedVat',
      'fee',
      'feeVat',
      'tips',
      'tollRefunds',
      'expenseRefunds',
      'cash',
      'payment',
    ),
    ...platforms.map(({ platform, week, vat }): WrittenCell[] => [
      t(`page.week.sourceNames.${platform}`),
      weekName(week),
      FEE_SUPPLIERS[platform].vatNumber,
      FEE_SUPPLIERS[platform].country,
      ...figures(vat),
    ]),
    [t('page.accounting.total'), null, null, null, ...figures(addUp(platforms.map(({ vat }) => vat)))],
  ]
}

type Payment = {
  batch: string | null
  day: string
  week: Week
  ref: string
  name: string
  holder: string | null
  iban: string | null
  amount: Cents
  state: keyof Catalogue['page']['accounting']['paymentStates']
  note: string | null
}

/** What the bank was asked for on the days of the month, and what was paid otherwise; of an IBAN its ends. */
async function paymentTable(month: Month, t: Translator): Promise<WrittenCell[][]> {
  const all = [...(await listBankPayments(month)), ...(await listOtherPayments(month))]
  const left = all.filter(({ state }) => state === 'sent' || state === 'confirmed' || state === 'otherwise')
  return [
    heads(t, 'batch', 'day', 'week', 'ref', 'driver', 'holder', 'iban', 'amount', 'paymentState', 'note'),
    ...all.map(({ batch, day, week, ref, name, holder, iban, amount, state, note }): WrittenCell[] => [
      batch,
      { day },
      weekName(week),
      ref,
      name,
      holder,
      iban && maskIban(iban),
      { cents: amount },
      t(`page.accounting.paymentStates.${state}`),
      note,
    ]),
    [
      t('page.accounting.total'),
      ...Array.from({ length: 6 }, () => null),
      total(left.map(({ amount }) => amount)),
      null,
      null,
    ],
  ]
}

const BANK_STATES = ['sent', 'confirmed', 'rejected', 'returned', 'void'] as const

function bankState(text: string): (typeof BANK_STATES)[number] {
  const state = BANK_STATES.find((known) => known === text)
  if (!state) throw new RangeError(`${text} is no state of a payment`)
  return state
}

async function listBankPayments(month: Month): Promise<Payment[]> {
  const { first, last } = daysOfMonth(month)
  const rows = await db
    .selectFrom('batch_payments')
    .innerJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['batch_id', 'settlement_id', 'message_id', 'execution_on', 'settlements.week', 'ref', 'name', 'holder'])
    .select(['batch_payments.iban', 'batch_payments.amount_cents', 'batch_payments.state', 'rejected_reason'])
    .where('execution_on', '>=', first.toString())
    .where('execution_on', '<=', last.toString())
    .orderBy('execution_on')
    .orderBy('batch_id')
    .orderBy('ref')
    .execute()
  return rows.map((row) => ({
    batch: row.message_id,
    day: row.execution_on,
    week: readWeek(row.week),
    ref: row.ref,
    name: row.name,
    holder: row.holder,
    iban: openOf('batch_payments.iban', `${row.batch_id}/${row.settlement_id}`, row.iban),
    amount: cents(row.amount_cents),
    state: bankState(row.state),
    note: row.rejected_reason,
  }))
}

/** Paid by hand: such a statement has a note of how. */
async function listOtherPayments(month: Month): Promise<Payment[]> {
  const { first, last } = daysOfMonth(month)
  const rows = await db
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['week', 'ref', 'name', 'payable_cents', 'paid_at', 'payment_note'])
    .where('state', '=', 'paid')
    .where('payment_note', 'is not', null)
    .where('paid_at', '>=', dayStart(first))
    .where('paid_at', '<', dayStart(last.add({ days: 1 })))
    .orderBy('paid_at')
    .execute()
  return rows.flatMap((row) =>
    row.paid_at
      ? [
          {
            batch: null,
            day: row.paid_at.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
            week: readWeek(row.week),
            ref: row.ref,
            name: row.name,
            holder: null,
            iban: null,
            amount: cents(row.payable_cents),
            state: 'otherwise' as const,
            note: row.payment_note,
          },
        ]
      : [],
  )
}

function dayStart(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(ZONE).toInstant()
}

/** What each driver has on the three accounts at the end of the month; + is owed to the driver. */
async function balanceTable(month: Month, t: Translator): Promise<WrittenCell[][]> {
  const { last } = daysOfMonth(month)
  const codes = ['current', 'plan', 'deposit'] as const
  const found = await Promise.all(codes.map((code) => listDriverBalances(code, last, null)))
  const drivers = new Map<string, { ref: string; name: string; balances: Map<string, Cents> }>()
  for (const [place, { drivers: own }] of found.entries())
    for (const { ref, name, balance } of own) {
      const known = drivers.get(ref) ?? { ref, name, balances: new Map<string, Cents>() }
      drivers.set(ref, known)
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      known.balances.set(codes[place]!, balance)
    }
  const rows = [...drivers.values()].toSorted((a, b) => a.ref.localeCompare(b.ref, 'pt', { numeric: true }))
  return [
    heads(t, 'ref', 'driver', 'current', 'plan', 'deposit'),
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
