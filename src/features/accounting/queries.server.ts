import { type Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf, lastOf } from '#domain/certain.ts'
import { cents, minus, sum } from '#domain/money.ts'
import { type Month, daysOfMonth, monthAt, monthOfWeek, weeksOfMonth } from '#domain/month.ts'
import { invoicedApart, rentInside } from '#domain/settlement-receipt.ts'
import { daysBefore, isOtherQuarter, isWholeWeek, partOfMonth } from '#domain/vat-days.ts'
import { platformVat, vatEarningsOf } from '#domain/vat-month.ts'
import { type Week, nextWeek, previousWeek, sunday } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { listLiveRows, listUberDays } from '#features/imports/rows/queries.server.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { listPapersOfWeek } from '#features/payments/green-receipts/queries.server.ts'
import { listReceipts } from '#features/payments/receipts/queries.server.ts'
import {
  type FrozenSettlement,
  listFrozen,
  listWeeks,
} from '#features/settlements/frozen-settlements/queries.server.ts'
import { listPresent } from '#features/settlements/queries.server.ts'
import {
  PLATFORMS,
  type DaysAway,
  type PlatformPart,
  type MonthDriver,
  type MonthReceipt,
  type MonthRow,
  type MonthView,
} from './schema.ts'

/** The months with files or statements, newest first, and the running one. */
export async function listMonths(now: Temporal.Instant, on: Kysely<DB> = db): Promise<MonthRow[]> {
  const [brought, issued] = await Promise.all([listWeeksWithRows(on), listWeeks(on)])
  const sums = new Map(issued.map((one) => [one.week as Week, one]))
  const weeks = [...new Set([...brought, ...sums.keys()])]
  const months = Map.groupBy(weeks, monthOfWeek)
  const running = monthAt(now)
  if (!months.has(running)) months.set(running, [])
  return [...months]
    .map(([month, own]): MonthRow => {
      const settled = own.flatMap((week) => sums.get(week) ?? [])
      return {
        month,
        weeks: own.length,
        statements: settled.reduce((all, { drivers }) => all + Number(drivers), 0),
        net: sum(settled.map(({ net }) => cents(net))),
        isOpen: month >= running || own.some((week) => !sums.has(week)),
      }
    })
    .toSorted((a, b) => (a.month < b.month ? 1 : -1))
}

/**
 * What an accountant files of a month: the weeks that end in it, as their statements were issued and as the reports of the
 * platforms say. What is not issued yet is counted and in no sum.
 */
export async function getMonth(month: Month, on: Kysely<DB> = db): Promise<MonthView> {
  const { first, last } = daysOfMonth(month)
  const own = weeksOfMonth(month)
  const [weeks, told] = await Promise.all([
    Promise.all(own.map((week) => readWeekOf(week, on))),
    // The first days of a month may be of a week that ended before it, and its last ones of a week that ends after it.
    Promise.all(
      [previousWeek(firstOf(own)), ...own, nextWeek(lastOf(own))].map((week) => platformsOf({ week, month }, on)),
    ),
  ])
  return {
    month,
    first: first.toString(),
    last: last.toString(),
    weeks: weeks.map(({ head }) => head),
    platforms: told.flatMap(({ parts }) => parts),
    daysAway: told.flatMap(({ away }) => away),
    withheld: weeks.flatMap(({ withheld }) => withheld),
    rents: weeks.flatMap(({ rents }) => rents),
    rentsInside: weeks.flatMap(({ rentsInside }) => rentsInside),
    receipts: weeks.flatMap(({ receipts }) => receipts),
  }
}

async function readWeekOf(week: Week, on: Kysely<DB>) {
  const [frozen, present, rows, answered, papers] = await Promise.all([
    listFrozen(week, on),
    listPresent(week, on),
    listLiveRows(week, on),
    listReceipts(week, on),
    listPapersOfWeek(week, on),
  ])
  const issued = await inOrder([...frozen.values()], on)
  const answerOf = new Map(answered.map((one) => [one.settlementId, one]))
  return {
    head: {
      week,
      issued: issued.length,
      // A week to come has drivers too, and nothing to file.
      missing: rows.length === 0 ? 0 : present.filter(({ id }) => !frozen.has(id)).length,
      net: sum(issued.map(({ settlement }) => settlement.net)),
      payable: sum(issued.map(({ settlement }) => settlement.payable)),
    },
    withheld: issued.flatMap(({ driver, settlement }) =>
      settlement.lines.flatMap(({ code, amount, base, rate }) =>
        code === 'receipt.withholding' && base !== null && rate !== null
          ? [{ week, driver, base, rate, tax: minus(amount) }]
          : [],
      ),
    ),
    rents: issued.flatMap(({ driver, settlement, terms }) => {
      const apart = invoicedApart(settlement.lines, terms)
      return apart ? [{ week, driver, ...apart }] : []
    }),
    rentsInside: issued.flatMap(({ driver, settlement, terms }) => {
      const amount = rentInside(settlement.lines, terms)
      return amount === 0 ? [] : [{ week, driver, amount }]
    }),
    receipts: issued.flatMap(({ id, state, driver, terms, settlement: { receiptValue } }): MonthReceipt[] => {
      if (receiptValue <= 0 || terms.regime === 'employee') return []
      const [paper, answer] = [papers.get(id), answerOf.get(id)]
      // Also of a payment that waited for none: the books need the paper all the same.
      const open = state === 'issued' ? 'not-asked' : paper?.state === 'asked' ? 'asked' : 'awaited'
      return [
        {
          ...{ week, driver, value: receiptValue, note: answer?.note ?? '', paper: paper?.reading ?? null },
          state: answer && answer.state !== 'awaited' ? answer.state : open,
        },
      ]
    }),
  }
}

/** What the platforms' reports of a week bring to the VAT of a month: by day where Uber's transactions are all of the week. */
async function platformsOf({ week, month }: { week: Week; month: Month }, on: Kysely<DB>) {
  const parts: PlatformPart[] = []
  const away: DaysAway[] = []
  const [rows, days, rules] = await Promise.all([listLiveRows(week, on), listUberDays(week, on), settingsIn(week, on)])
  const [before, isOfMonth] = [daysBefore(week), monthOfWeek(week) === month]
  for (const platform of PLATFORMS) {
    const own = rows.filter(({ source, kind }) => source === platform && kind === 'earning')
    if (own.length === 0) continue
    const weekly = own.map(({ measures }) => measures)
    if (platform === 'uber' && isWholeWeek(weekly, days)) {
      const part = partOfMonth(week, month, days)
      if (!part) continue
      const { earnings, ...span } = part
      const isWhole = days.every(({ day }) => day.startsWith(month))
      const vat = platformVat(isWhole ? own.flatMap(vatEarningsOf) : earnings, rules)
      parts.push({ ...{ week, platform, vat }, ...span, isByDay: !isWhole, before: null })
      continue
    }
    if (isOfMonth)
      parts.push({
        ...{ week, platform, vat: platformVat(own.flatMap(vatEarningsOf), rules), isByDay: false },
        ...{ from: week, to: sunday(week).toString() },
        before: before && { from: before.from, to: before.to, isOtherQuarter: isOtherQuarter(before.month) },
      })
    else if (before?.month === month) away.push({ week, platform, from: before.from, to: before.to })
  }
  return { parts, away }
}

/** Statements with the names of their drivers, by short name. */
async function inOrder(frozen: readonly FrozenSettlement[], on: Kysely<DB>) {
  if (frozen.length === 0) return []
  const named = await on.selectFrom('drivers').select(['id', 'ref', 'name']).execute()
  const drivers = new Map<string, MonthDriver>(named.map((driver) => [driver.id, driver]))
  return frozen
    .flatMap((one) => {
      const driver = drivers.get(one.driverId)
      return driver ? [{ ...one, driver }] : []
    })
    .toSorted((a, b) => a.driver.ref.localeCompare(b.driver.ref, 'pt', { numeric: true }))
}
