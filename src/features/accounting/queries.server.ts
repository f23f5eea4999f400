import { type Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether, questionForEach } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf, requireValue, lastOf } from '#domain/certain.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import { ZERO, cents, sum } from '#domain/money.ts'
import { type Month, daysOfMonth, monthAt, monthOfWeek, weeksOfMonth } from '#domain/month.ts'
import { separateInvoice, rentInside } from '#domain/settlement-receipt.ts'
import { type DaySums, daysBefore, isOtherQuarter, isWholeWeek, partOfMonth } from '#domain/vat-days.ts'
import { type VatEarning, platformVat, vatEarningsOf } from '#domain/vat-month.ts'
import { type Week, nextWeek, previousWeek, sunday } from '#domain/week.ts'
import { listWithheld, withheldIn } from '#features/accounting/month-withholdings/queries.server.ts'
import { allSettings } from '#features/company/financial-settings/queries.server.ts'
import { type SummedEarning, earningSums, uberDays, weeksThatCount } from '#features/imports/vat-sums/queries.server.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { listPapersOfWeeks } from '#features/payments/green-receipts/queries.server.ts'
import { listAnswersOf } from '#features/payments/receipts/queries.server.ts'
import { bookSums } from '#features/settlements/book-sums/queries.server.ts'
import {
  type BookedStatement,
  listForBooks,
  listWeeks,
} from '#features/settlements/frozen-settlements/queries.server.ts'
import { countUnissuedIn } from '#features/settlements/present-drivers/queries.server.ts'
import {
  PLATFORMS,
  type DaysAway,
  type MonthBooks,
  type PlatformPart,
  type MonthReceipt,
  type MonthRow,
  type MonthSums,
  type MonthView,
} from './schema.ts'

/** The months with files or statements, newest first, always including the current one. */
export async function listMonths(now: Temporal.Instant, on: Kysely<DB> = db): Promise<MonthRow[]> {
  const [imported, issued] = await Promise.all([listWeeksWithRows(on), listWeeks(on)])
  const sums = new Map(issued.map((sumsOfWeek) => [sumsOfWeek.week, sumsOfWeek]))
  const weeks = [...new Set([...imported, ...sums.keys()])]
  const months = Map.groupBy(weeks, monthOfWeek)
  const current = monthAt(now)
  if (!months.has(current)) months.set(current, [])
  return [...months]
    .map(([month, own]): MonthRow => {
      const settled = own.flatMap((week) => sums.get(week) ?? [])
      return {
        month,
        weeks: own.length,
        statements: settled.reduce((all, { drivers }) => all + Number(drivers), 0),
        net: sum(settled.map(({ net }) => cents(net))),
        isOpen: month >= current || own.some((week) => !sums.has(week)),
      }
    })
    .toSorted((a, b) => (a.month < b.month ? 1 : -1))
}

/**
 * All rows that an accountant files for a month: the weeks that end in it, from their issued statements and the
 * platforms' reports, and the tax that its payments withhold. Statements that are not issued yet are counted, but are in no sum.
 */
export async function getMonth(month: Month, on: Kysely<DB> = db): Promise<MonthView> {
  const weeks = weeksOfMonth(month)
  const [books, withheld, statements, answers, papers] = await Promise.all([
    readBooks([month], on),
    listWithheld(month, on),
    listForBooks(weeks, on),
    listAnswersOf(weeks, on),
    listPapersOfWeeks(weeks, on),
  ])
  const issuedIn = Map.groupBy(statements, ({ week }) => week)
  const bookedWeeks = weeks.map((week) => bookWeek(week, issuedIn.get(week) ?? [], { answers, papers }))
  return {
    ...(await withMissing(books(month), books.counting, on)),
    withheld,
    rents: bookedWeeks.flatMap(({ rents }) => rents),
    rentsInside: bookedWeeks.flatMap(({ rentsInside }) => rentsInside),
    receipts: bookedWeeks.flatMap(({ receipts }) => receipts),
  }
}

/** The sums of a month, added up by the database. They equal what `sumUp` makes of the rows. */
export async function sumMonth(month: Month, on: Kysely<DB> = db): Promise<MonthSums> {
  const books = await readBooks([month], on)
  return withMissing(books(month), books.counting, on)
}

/** The books of several months, read together; drivers without a statement are not looked up. */
export async function listBooks(months: readonly Month[], on: Kysely<DB> = db): Promise<Map<Month, MonthBooks>> {
  if (months.length === 0) return new Map()
  const books = await readBooks(months, on)
  return new Map(months.map((month) => [month, books(month)]))
}

async function withMissing(books: MonthBooks, counting: ReadonlySet<Week>, on: Kysely<DB>): Promise<MonthSums> {
  // A future week has drivers too, but nothing to file.
  const missing = await countUnissuedIn(
    books.weeks.map(({ week }) => week).filter((week) => counting.has(week)),
    on,
  )
  return { ...books, weeks: books.weeks.map((week) => ({ ...week, missing: missing.get(week.week) ?? 0 })) }
}

async function readBooks(months: readonly Month[], on: Kysely<DB>) {
  const ownWeeks = months.flatMap((month) => weeksOfMonth(month))
  // A month's first days may be in a week that ended before it, and its last days in a week that ends after it.
  const touched = [...new Set(months.flatMap(weeksAround))]
  const { statements, withheldOf, earnings, days, counting, rulesIn } = await askTogether(
    {
      statements: questionForEach(months, (month) => bookSums(weeksOfMonth(month))),
      withheldOf: questionForEach(months, withheldIn),
      earnings: earningSums(touched),
      days: uberDays(touched),
      counting: weeksThatCount(ownWeeks),
      rulesIn: allSettings,
    },
    on,
  )
  const earnedIn = Map.groupBy(earnings, ({ week }) => week)
  const booksOf = (month: Month): MonthBooks => {
    const { first, last } = daysOfMonth(month)
    const { weeks, apart, inside, receipts } = requireValue(statements, month)
    const platforms = weeksAround(month).map((week) =>
      platformsOf(
        { week, month },
        { rows: earnedIn.get(week) ?? [], days: days.get(week) ?? [], rules: rulesIn(week) },
      ),
    )
    return {
      month,
      first: first.toString(),
      last: last.toString(),
      weeks: weeksOfMonth(month).map(
        (week) => weeks.find((figures) => figures.week === week) ?? { week, issued: 0, net: ZERO, payable: ZERO },
      ),
      platforms: platforms.flatMap(({ parts }) => parts),
      daysAway: platforms.flatMap(({ away }) => away),
      withheld: requireValue(withheldOf, month),
      rents: apart,
      rentsInside: inside,
      receipts,
    }
  }
  return Object.assign(booksOf, { counting })
}

/** The weeks that have days in a month. */
function weeksAround(month: Month): Week[] {
  const weeks = weeksOfMonth(month)
  return [previousWeek(firstOf(weeks)), ...weeks, nextWeek(lastOf(weeks))]
}

type Papers = {
  answers: Awaited<ReturnType<typeof listAnswersOf>>
  papers: Awaited<ReturnType<typeof listPapersOfWeeks>>
}

function bookWeek(week: Week, issued: readonly BookedStatement[], { answers, papers }: Papers) {
  return {
    rents: issued.flatMap(({ driver, lines, terms }) => {
      const apart = separateInvoice(lines, terms)
      return apart ? [{ week, driver, ...apart }] : []
    }),
    rentsInside: issued.flatMap(({ driver, lines, terms }) => {
      const amount = rentInside(lines, terms)
      return amount === 0 ? [] : [{ week, driver, amount }]
    }),
    receipts: issued.flatMap(({ id, state, driver, terms, receiptValue }): MonthReceipt[] => {
      if (receiptValue <= 0 || terms.regime === 'employee') return []
      const [paper, answer] = [papers.get(id), answers.get(id)]
      // A receipt is missing even if the payment did not wait for it: the books need the paper.
      const open = state === 'issued' ? 'not-asked' : paper?.state === 'asked' ? 'asked' : 'awaited'
      return [
        {
          week,
          driver,
          value: receiptValue,
          note: answer?.note ?? '',
          paper: paper?.reading ?? null,
          signature: paper?.signature ?? null,
          state: answer?.state ?? open,
        },
      ]
    }),
  }
}

type ReportedWeek = {
  rows: readonly SummedEarning[]
  days: readonly DaySums[]
  rules: FinancialSettings
}

/**
 * The parts of a month's VAT that come from the platforms' reports of a week: by day when Uber's transactions cover
 * the whole week.
 */
function platformsOf({ week, month }: { week: Week; month: Month }, { rows, days, rules }: ReportedWeek) {
  const parts: PlatformPart[] = []
  const away: DaysAway[] = []
  const [before, isOfMonth] = [daysBefore(week), monthOfWeek(week) === month]
  for (const platform of PLATFORMS) {
    const rowsOfPlatform = rows.filter(({ source }) => source === platform)
    if (rowsOfPlatform.length === 0) continue
    const weekly = rowsOfPlatform.map(({ measures }) => measures)
    if (platform === 'uber' && isWholeWeek(weekly, days)) {
      const part = partOfMonth(week, month, days)
      if (!part) continue
      const { earnings, ...span } = part
      const isWhole = days.every(({ day }) => day.startsWith(month))
      const vat = platformVat(isWhole ? rowsOfPlatform.flatMap(vatEarningsIn) : earnings, rules)
      parts.push({ week, platform, vat, ...span, isByDay: !isWhole, before: null })
      continue
    }
    if (isOfMonth)
      parts.push({
        week,
        platform,
        vat: platformVat(rowsOfPlatform.flatMap(vatEarningsIn), rules),
        isByDay: false,
        from: week,
        to: sunday(week).toString(),
        before: before && { from: before.from, to: before.to, isOtherQuarter: isOtherQuarter(before.month) },
      })
    else if (before?.month === month) away.push({ week, platform, from: before.from, to: before.to })
  }
  return { parts, away }
}

function vatEarningsIn({ week, source, measures }: SummedEarning): VatEarning[] {
  return vatEarningsOf({ id: `${source} ${week}`, source, kind: 'earning', measures })
}
