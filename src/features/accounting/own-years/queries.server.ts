import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { DEPENDENCE_SINCE } from '#domain/dependence.ts'
import { agreedRates } from '#domain/green-receipt.ts'
import type { LawId } from '#domain/law.ts'
import { type Cents, ZERO, cents, minus, share, sum } from '#domain/money.ts'
import {
  QUARTERS,
  type Quarter,
  contributionOf,
  declarationOf,
  lawFigureIn,
  nearnessToLimit,
  quarterOf,
} from '#domain/own-year.ts'
import type { Terms } from '#domain/terms.ts'
import { exemptionOf } from '#domain/vat-exemption.ts'
import { type Week, ZONE, weekAt } from '#domain/week.ts'
import { listOwnExpenses } from '#features/accounting/own-expenses/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { drawList } from '#features/company/list-papers/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import type { ReadReceipt } from '#features/payments/green-receipts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatWeekNumber, mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { lawPlace } from '#messages/law-words.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import { isTableFormat, tableFile } from '#platform/table-file.ts'
import { downloadName } from '#platform/download-name.ts'
import { Refusal } from '#domain/refusal.ts'
import type { OwnYear, YearEntry, YearLimit, YearQuarter } from './schema.ts'

/** The first year that an address may ask for; the last is the current one. */
const FIRST_YEAR = 2000

/** The year that an address asks for; the current one when the address names no possible year. */
export function readYear(text: string | null, now: Temporal.Instant): number {
  const current = now.toZonedDateTimeISO(ZONE).year
  const year = /^\d{4}$/.test(text ?? '') ? Number(text) : current
  return year >= FIRST_YEAR && year <= current ? year : current
}

/**
 * A year of the signed-in driver: receipts and statements, the quarters of social security, the limits, and the
 * expenses.
 */
export async function getOwnYear(own: OwnDriverId, year: number, now: Temporal.Instant): Promise<OwnYear> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const [found, expenses, years, index] = await Promise.all([
    listEntries(own, year),
    listOwnExpenses(own, year),
    listYears(own, now),
    indexOf(year),
  ])
  const entries = found.filter(({ day }) => day.startsWith(`${year}-`))
  const quarters = QUARTERS.map((quarter) => quarterIn(year, quarter, entries, index, today))
  const base = sum(entries.map((entry) => entry.base))
  const counted = expenses.filter(({ isWithdrawn }) => !isWithdrawn)
  return {
    year,
    years: years.includes(year) ? years : [year, ...years].toSorted((a, b) => b - a),
    entries,
    quarters,
    total: {
      base,
      vat: sum(quarters.map(({ vat }) => vat)),
      withheld: sum(quarters.map(({ withheld }) => withheld)),
      byStatement: addUp(quarters.map(({ byStatement }) => byStatement)),
    },
    limits: limitsOf(year, base),
    simplified: (['otherCoefficient', 'listedCoefficient'] as const).flatMap((name) => {
      const law = lawFigureIn(name, year)
      return law ? [{ law: law.law, coefficient: law.value, income: share(base, law.value) }] : []
    }),
    expenses,
    spent: {
      amount: sum(counted.map(({ amount }) => amount)),
      vat: sum(counted.map(({ vat }) => vat ?? ZERO)),
      withoutVat: counted.filter(({ vat }) => vat === null).length,
    },
  }
}

const addUp = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** The IAS at the end of a year, from the settings; `null` for a year before these figures were kept. */
async function indexOf(year: number): Promise<Cents | null> {
  if (year < DEPENDENCE_SINCE) return null
  const end = Temporal.PlainDate.from({ year, month: 12, day: 31 })
  return cents((await settingsIn(weekAt(end.toZonedDateTime(ZONE).toInstant()))).socialIndex)
}

/**
 * The day on which a statement without a receipt counts: when it is paid, as the tax withheld from it does
 * (`month-withholdings`); where nothing is paid out, when it was approved; until that is known, its Sunday.
 */
const COUNTS_ON = sql`coalesce(s.paid_on,
  (select max(execution_on) from batch_payments join payment_batches on payment_batches.id = batch_id
    where settlement_id = s.id and batch_payments.state = 'sent'),
  case when s.payable_cents <= 0 then (s.approved_at at time zone ${sql.lit(ZONE)})::date end,
  s.week + 6)`

type Row = {
  week: Week
  counts_on: string
  terms: Terms
  receipt_value_cents: number
  reading: ReadReceipt | null
}

/**
 * The receipts that count in a year or may count in it, including those of records merged into the driver's. A
 * receipt may be issued in another year than its week.
 */
async function listEntries(own: OwnDriverId, year: number): Promise<YearEntry[]> {
  const { rows } = await sql<Row>`
    select s.week, ${COUNTS_ON} as counts_on, s.terms, s.receipt_value_cents, sent.reading from settlements s
    left join lateral (select reading from green_receipts g
      where g.settlement_id = s.id and g.state in ('matched', 'accepted') and g.reading is not null
      order by g.ordinal desc limit 1) sent on true
    where s.driver_id = any(array(select own_records(standing_record(${own})))) and s.state <> 'void'
      and s.receipt_value_cents > 0 and s.terms ->> 'regime' <> 'employee'
      and (extract(year from ${COUNTS_ON}) = ${year} or left(sent.reading ->> 'issuedOn', 4) = ${String(year)})
    order by s.week, s.id`.execute(db)
  return rows.map(entryOf).toSorted((entry, other) => (entry.day < other.day ? -1 : entry.day > other.day ? 1 : 0))
}

function entryOf({ week, counts_on, terms, receipt_value_cents, reading }: Row): YearEntry {
  if (reading) {
    const signed = (amount: Cents) => (reading.kind === 'credit-note' ? minus(amount) : amount)
    return {
      week,
      day: reading.issuedOn,
      by: 'receipt',
      number: reading.number,
      base: signed(cents(reading.base)),
      vat: signed(cents(reading.vat)),
      withheld: signed(cents(reading.withheld)),
    }
  }
  const value = cents(receipt_value_cents)
  const rates = agreedRates(terms)
  return {
    week,
    day: counts_on,
    by: 'statement',
    number: null,
    base: value,
    vat: rates && share(value, rates.vat),
    withheld: rates && share(value, rates.withholding),
  }
}

async function listYears(own: OwnDriverId, now: Temporal.Instant): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select extract(year from ${COUNTS_ON})::int as year from settlements s
      where driver_id = any(array(select own_records(standing_record(${own})))) and state <> 'void' and receipt_value_cents > 0
    union select extract(year from spent_on)::int from own_expenses
      where driver_id = any(array(select own_records(standing_record(${own}))))
    union select ${now.toZonedDateTimeISO(ZONE).year}::int order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

function quarterIn(
  year: number,
  quarter: Quarter,
  entries: readonly YearEntry[],
  index: Cents | null,
  today: string,
): YearQuarter {
  const ofQuarter = entries.filter(({ day }) => quarterOf(day) === quarter)
  const declaration = declarationOf(year, quarter)
  const base = sum(ofQuarter.map((entry) => entry.base))
  const isOver = declaration.from <= today
  const receipts = ofQuarter.filter(({ by }) => by === 'receipt').length
  return {
    quarter,
    base,
    vat: sum(ofQuarter.map(({ vat }) => vat ?? ZERO)),
    withheld: sum(ofQuarter.map(({ withheld }) => withheld ?? ZERO)),
    receipts,
    byStatement: ofQuarter.length - receipts,
    declaration,
    isOpen: isOver && today <= declaration.to,
    isOver,
    // Without receipts or statements the contribution of the quarter is unknown.
    social: isOver && ofQuarter.length > 0 ? contributionOf(base, year, index) : null,
  }
}

function limitsOf(year: number, base: Cents): YearLimit[] {
  const exemption = exemptionOf(year, base)?.limit
  const simplified = lawFigureIn('simplifiedLimit', year)
  const yearLimit = (name: YearLimit['name'], limit: Cents, law: LawId): YearLimit => ({
    name,
    limit,
    law,
    state: nearnessToLimit(base, limit),
  })
  return [
    ...(exemption ? [yearLimit('exemption', exemption, 'vat-exemption')] : []),
    ...(exemption ? [yearLimit('withholding', exemption, 'withholding-waived')] : []),
    ...(simplified ? [yearLimit('simplified', simplified.value, simplified.law)] : []),
  ]
}

/**
 * The year as CSV, XLSX or PDF for the driver's own accountant: every receipt and expense, the sums, and the
 * quarters. Refuses `record.not-found` for another format.
 */
export async function exportOwnYear(
  own: OwnDriverId,
  year: number,
  format: string,
  now: Temporal.Instant,
  language: Language,
): Promise<{ name: string; bytes: Uint8Array; type: string }> {
  const t = translator(language)
  const [driver, view] = await Promise.all([getDriver(own), getOwnYear(own, year, now)])
  const stem = `${t('page.ownYear.file')}-${year}-${driver.ref}`
  const table = tableOf(view, t)
  if (isTableFormat(format))
    return tableFile({ stem, sheet: t('page.ownYear.title', { year }), table }, format, mannerOfCsv(language))
  if (format !== 'pdf') throw new Refusal('record.not-found')
  const title = t('page.ownYear.title', { year })
  const [heads = [], ...rows] = table
  const asText = (cell: WrittenCell) => {
    if (cell === null || typeof cell === 'string') return cell ?? ''
    return 'cents' in cell ? formatMoney(cell.cents, language) : formatDayShort(cell.day, language)
  }
  const bytes = await drawList(
    {
      createdAt: now,
      title,
      about: [driver.legalName ?? driver.name, formatInstant(now.toString(), language), t('page.ownYear.never')].join(
        ' · ',
      ),
      columns: heads.map((head, at) => ({ head: asText(head), isNumber: at >= 3 })),
      rows: rows.map((cells) => cells.map(asText)),
      total: null,
      foot: (page, pages) => t('common.list.page', { page, pages, title }),
    },
    language,
  )
  return { name: downloadName(stem, 'pdf'), bytes, type: 'application/pdf' }
}

function tableOf(
  { entries, expenses, quarters, total, spent, limits, simplified, year }: OwnYear,
  t: Translator,
): WrittenCell[][] {
  const amount = (value: Cents | null): WrittenCell => (value === null ? null : { cents: value })
  const word = (name: 'receipt' | 'statement' | 'expense' | 'total' | 'social' | 'law') =>
    t(`page.ownYear.rows.${name}`)
  const heads = (['day', 'what', 'words', 'base', 'vat', 'withheld', 'total'] as const).map((name) =>
    t(`page.ownYear.heads.${name}`),
  )
  const counted = expenses.filter(({ isWithdrawn }) => !isWithdrawn).toReversed()
  return [
    heads,
    ...entries.map(({ day, by, number, week, base, vat, withheld }): WrittenCell[] => [
      { day },
      word(by),
      [formatWeekNumber(week as Week, t.language), number ?? ''].filter(Boolean).join(' · '),
      amount(base),
      amount(vat),
      amount(withheld),
      amount(vat === null ? null : sum([base, vat])),
    ]),
    [
      null,
      word('total'),
      t('page.ownYear.income'),
      amount(total.base),
      amount(total.vat),
      amount(total.withheld),
      amount(sum([total.base, total.vat])),
    ],
    ...counted.map(({ spentOn, kind, note, amount: paid, vat }): WrittenCell[] => [
      { day: spentOn },
      word('expense'),
      [t(`page.ownYear.expenses.kinds.${kind}`), note].filter(Boolean).join(': '),
      amount(vat === null ? null : sum([paid, minus(vat)])),
      amount(vat),
      null,
      amount(paid),
    ]),
    [null, word('total'), t('page.ownYear.expenses.title'), null, amount(spent.vat), null, amount(spent.amount)],
    ...quarters.flatMap(({ quarter, base, social, declaration }): WrittenCell[][] =>
      social
        ? [
            [
              { day: declaration.to },
              word('social'),
              t('page.ownYear.quarterLine', { quarter, year, monthly: formatMoney(social.monthly, t.language) }),
              amount(base),
              null,
              null,
              amount(social.relevant),
            ],
          ]
        : [],
    ),
    ...limits.map(({ name, limit, law }): WrittenCell[] => [
      null,
      word('law'),
      `${t(`page.ownYear.limits.${name}`)} (${lawPlace(law, t)})`,
      null,
      null,
      null,
      amount(limit),
    ]),
    ...simplified.map(({ coefficient, income, law }): WrittenCell[] => [
      null,
      word('law'),
      `${t('page.ownYear.coefficient', { coefficient: formatPercent(coefficient, t.language) })} (${lawPlace(law, t)})`,
      null,
      null,
      null,
      amount(income),
    ]),
  ]
}
