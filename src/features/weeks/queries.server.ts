import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { whileUnchanged } from '#db/unchanged.server.ts'
import { ibanState } from '#domain/driver.ts'
import { type Source, perSource, sourcesToShow } from '#domain/import.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { type WeekState, weekState } from '#domain/settlement-state.ts'
import { executionDay } from '#domain/target-day.ts'
import {
  type Week,
  ZONE,
  isoWeek,
  minuteOf,
  monday,
  nextWeek,
  previousWeek,
  sunday,
  weekAt,
  weekName,
} from '#domain/week.ts'
import { listPayees, listBatches } from '#features/payments/queries.server.ts'
import { listImportsOfWeek, listWeekSources, listWeeksWithRows } from '#features/imports/queries.server.ts'
import { listFrozenWeeks, listUnfinishedWeeks, listWeeks } from '#features/frozen-settlements/queries.server.ts'
import { type DriverStatement, type WeekView, getWeek } from '#features/settlements/queries.server.ts'
import { deviationFromMedian } from '#domain/anomaly.ts'
import { listAnswers } from '#features/answers/queries.server.ts'
import { listProposalViews } from '#features/proposals/queries.server.ts'
import { listPastWeeks } from '#features/radar/queries.server.ts'
import { listAwaited } from '#features/receipts/queries.server.ts'
import { findQuestions } from '#features/questions/queries.server.ts'
import type { Question, Tick } from '#features/questions/schema.ts'
import type { SourceCard, WeekDriverRow, BatchView, Blocked, WeekList, WeekPage, WeekRow } from './schema.ts'

/** Everything the page of a week shows. `view` is what `getWeek` answered, so that a caller can use it twice. */
export async function getWeekPage(
  week: Week,
  now: Temporal.Instant,
  view?: WeekView,
  on: Kysely<DB> = db,
): Promise<WeekPage> {
  const seen = view ?? (await getWeek(week, on))
  const [imports, batches, payees, past, usual, payDay, approvedOn, awaited] = await Promise.all([
    listImportsOfWeek(week, on),
    listBatches(week, on),
    listPayees(week, now, on),
    listPastWeeks(week, on),
    usualSources(week, on),
    companyPayDay(on),
    lastApproval(week, on),
    listAwaited(week, on),
  ])
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const isOver = Temporal.PlainDate.compare(sunday(week), today) < 0
  const sources = sourceCards(seen, imports, usual)
  const found = await findQuestions(seen, { sources, past, awaited: [...awaited.values()], now }, on)
  const [first] = imports.map(({ at }) => at).toSorted(Temporal.Instant.compare)
  const answers = first ? await listAnswers(seen, { since: first, watched: found.watched }, on) : []
  const open = batches.find(({ state }) => state === 'exported')
  const paid = batches.find(({ state }) => state === 'confirmed' || state === 'partly-rejected')
  const executed = open ?? paid

  return {
    week,
    name: weekName(week),
    previous: named(previousWeek(week)),
    next: nextWeek(week) <= weekAt(now) ? named(nextWeek(week)) : null,
    days: daysOf(seen, today),
    isOver,
    state: stateOf(seen, sources.filter(({ missing }) => missing).length),
    moments: {
      calculated: imports.length > 0 && seen.statements.some(({ settlement }) => settlement !== null),
      approvedOn,
      payOn: executed?.execution_on ?? executionDay(today, payDay).toString(),
      payIsPlanned: !executed,
    },
    sources,
    questions: found.questions,
    answers,
    drivers: seen.statements.map((one) => driverRow(one, found.ticks.get(one.driver.id)!, found.questions, past, now)),
    checks: checksOf(seen, batches, awaited, now),
    approval: approvalOf(seen),
    payable: { count: payees.payees.length, total: sum(payees.payees.map(({ amount }) => amount)) },
    batches: batches.map(batchView),
  }
}

/** Weeks people have open at the same time. */
const WEEKS_SHOWN = 8

/**
 * The page of a week and what is proposed for it, as of the beginning of the minute: worked out once while nothing in
 * the database changes.
 */
export const showWeek = whileUnchanged(
  ({ week, now }: { week: Week; now: Temporal.Instant }) => `${week} ${minuteOf(now).toString()}`,
  async ({ week, now }) => {
    const [page, proposals] = await Promise.all([getWeekPage(week, minuteOf(now)), listProposalViews(week)])
    return { page, proposals }
  },
  WEEKS_SHOWN,
)

function named(week: Week) {
  return { week, name: weekName(week) }
}

/** Movements that carry a time, by day: a day without any is worth a look. */
function daysOf(view: WeekView, today: Temporal.PlainDate): WeekPage['days'] {
  // Thousands of rows: one calendar question for each midnight, not for each row.
  const midnights = Array.from(
    { length: 8 },
    (_, index) => monday(view.week).add({ days: index }).toZonedDateTime(ZONE).epochMilliseconds,
  )
  const counts = Array.from(midnights, () => 0)
  for (const { at } of allRows(view)) {
    const index = at ? midnights.findLastIndex((midnight) => midnight <= at.epochMilliseconds) : -1
    if (index !== -1) counts[index]! += 1
  }
  return Array.from({ length: 7 }, (_, index) => {
    const day = monday(view.week).add({ days: index })
    const order = Temporal.PlainDate.compare(day, today)
    return {
      day: day.toString(),
      state: order < 0 ? ('done' as const) : order === 0 ? ('now' as const) : ('todo' as const),
      movements: counts[index]!,
    }
  })
}

function allRows({ statements, unmatched, companyRows }: WeekView) {
  return [...statements.flatMap(({ rows }) => rows), ...unmatched.map(({ row }) => row), ...companyRows]
}

function sourceCards(
  view: WeekView,
  imports: Awaited<ReturnType<typeof listImportsOfWeek>>,
  usual: ReadonlySet<string>,
): SourceCard[] {
  const rows = Map.groupBy(allRows(view), ({ source }) => source)
  const withDriver = view.statements.flatMap((one) => one.rows.map(({ source }) => ({ source, driver: one.driver.id })))
  const exists = (source: Source) => usual.has(source) || imports.some((file) => file.source === source)
  return sourcesToShow(exists).map((source) => {
    const own = rows.get(source) ?? []
    const files = imports.filter((file) => file.source === source)
    return {
      source,
      total: sum(own.map(({ amount }) => amount)),
      drivers: new Set(withDriver.filter((row) => row.source === source).map(({ driver }) => driver)).size,
      movements: own.filter(({ kind }) => kind !== 'activity').length,
      unmatched: view.unmatched.filter(({ row }) => row.source === source).length,
      files: files.map(({ id, name, at }) => ({ id, name, at: at.toString() })),
      missing: files.length === 0 && usual.has(source),
    }
  })
}

/** What a fleet usually has is what it had in as many weeks before. */
const WEEKS_BEFORE = 4

/** Sources that brought something in the weeks before; in a first week, those whose names of our drivers we know. */
async function usualSources(week: Week, on: Kysely<DB>): Promise<Set<string>> {
  const before = await listWeekSources(on, { from: previousWeek(week, WEEKS_BEFORE), before: week })
  if (before.length > 0) return new Set(before.map(({ source }) => source))
  const keys = await on.selectFrom('source_keys').select('source').distinct().where('company', '=', false).execute()
  return new Set(keys.map(({ source }) => source))
}

async function companyPayDay(on: Kysely<DB>): Promise<number> {
  const company = await on.selectFrom('company').select('pay_day').executeTakeFirst()
  return company?.pay_day ?? THURSDAY
}

const THURSDAY = 4

async function lastApproval(week: Week, on: Kysely<DB>): Promise<string | null> {
  const { at } = await on
    .selectFrom('settlements')
    .select(sql<Temporal.Instant | null>`max(approved_at)`.as('at'))
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
  return at?.toZonedDateTimeISO(ZONE).toPlainDate().toString() ?? null
}

export function stateOf({ statements, unmatched }: WeekView, missing: number): WeekState {
  const count = (state: DriverStatement['state'], pays?: boolean) =>
    statements.filter(
      (one) => one.state === state && (pays === undefined || (one.settlement?.payable ?? 0) > 0 === pays),
    ).length
  return weekState({
    sources: { missing },
    settlements: {
      draft: count('draft'),
      issued: count('issued'),
      approved: count('approved', true),
      nothingToPay: count('approved', false),
      inBatch: count('in-batch'),
      paid: count('paid'),
      void: 0,
    },
    exceptions: unmatched.length,
  })
}

function driverRow(
  { driver, terms, settlement, state, pay }: DriverStatement,
  ticks: Record<Source, Tick>,
  questions: readonly Question[],
  past: ReadonlyMap<string, readonly { week: string; earnings: Cents; net: Cents }[]>,
  now: Temporal.Instant,
): WeekDriverRow {
  const own = questions.filter((question) => 'driver' in question && question.driver?.id === driver.id)
  return {
    id: driver.id,
    ref: driver.ref,
    name: driver.name,
    regime: terms?.terms.regime ?? null,
    state,
    net: settlement?.net ?? null,
    earnings: settlement?.groups.earnings ?? null,
    costs: settlement?.groups.costs ?? null,
    adjustments: settlement?.groups.adjustments ?? null,
    deviation: settlement ? deviationFromMedian(settlement.groups.earnings, past.get(driver.id) ?? []) : null,
    ticks,
    questions: own.length,
    isUnusual: own.some(({ kind }) => kind === 'anomaly'),
    iban: ibanState(pay?.iban ? pay : null, now),
  }
}

/** The third checksum: what the bank is or will be told, from the statements, less what is held back and what was paid by other means. */
function checksOf(
  view: WeekView,
  batches: Awaited<ReturnType<typeof listBatches>>,
  awaited: ReadonlyMap<string, unknown>,
  now: Temporal.Instant,
): WeekPage['checks'] {
  const settled = view.statements.flatMap((one) => (one.settlement ? [{ ...one, settlement: one.settlement }] : []))
  const inBank = new Set(
    batches.flatMap(({ rows }) =>
      rows.filter(({ state }) => state === 'sent' || state === 'confirmed').map(({ settlement_id }) => settlement_id),
    ),
  )
  const groups = (name: 'earnings' | 'costs' | 'adjustments') =>
    sum(settled.map(({ settlement }) => settlement.groups[name]))
  const blocked = settled.flatMap(({ driver, settlement, state, stored, pay }): Blocked[] => {
    if (settlement.payable === 0 || state === 'paid' || state === 'in-batch') return []
    const account = ibanState(pay?.iban ? pay : null, now)
    const reason = account === 'ready' && stored && awaited.has(stored.id) ? 'receipt' : account
    return reason === 'ready' ? [] : [{ driverId: driver.id, name: driver.name, amount: settlement.payable, reason }]
  })
  const outside = sum(
    settled
      .filter(({ state, stored }) => state === 'paid' && !inBank.has(stored!.id))
      .map(({ settlement }) => settlement.payable),
  )
  const held = sum(blocked.map(({ amount }) => amount))
  return {
    ...view.checks,
    earnings: groups('earnings'),
    costs: groups('costs'),
    adjustments: groups('adjustments'),
    toBank: sum([view.checks.payable, minus(held), minus(outside)]),
    outside,
    blocked,
  }
}

function approvalOf({ statements, unmatched }: WeekView): WeekPage['approval'] {
  const open = statements.filter(({ state }) => state === 'draft' || state === 'issued')
  const ready = open.flatMap(({ settlement }) => (settlement ? [settlement] : []))
  return {
    drivers: ready.length,
    net: sum(ready.map(({ net }) => net)),
    withoutTerms: open.length - ready.length,
    unmatched: unmatched.length,
    unmatchedTotal: sum(unmatched.map(({ row }) => row.amount)),
  }
}

function batchView(batch: Awaited<ReturnType<typeof listBatches>>[number]): BatchView {
  return {
    id: batch.id,
    state: batch.state,
    messageId: batch.message_id,
    executionOn: batch.execution_on,
    payments: batch.payments,
    total: cents(batch.control_sum_cents),
    createdAt: batch.created_at.toString(),
    closedAt: batch.closed_at?.toString() ?? null,
    note: batch.note,
    rows: batch.rows.map((row) => ({
      settlementId: row.settlement_id,
      ref: row.ref,
      name: row.name,
      amount: cents(row.amount_cents),
      state: row.state,
      reason: row.rejected_reason,
    })),
  }
}

/** A batch with its week, for the pages that act on it; `null` when there is none. */
export async function findBatch(
  id: number,
  on: Kysely<DB> = db,
): Promise<{ week: Week; name: string; batch: BatchView } | null> {
  if (!Number.isSafeInteger(id)) return null
  const head = await on.selectFrom('payment_batches').select('week').where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const week = head.week as Week
  const batch = (await listBatches(week, on)).find((one) => one.id === id)
  return batch ? { week, name: weekName(week), batch: batchView(batch) } : null
}

/** How many of the newest weeks are worked out in full, besides those that are not finished. */
const WORKED_OUT = 6

/** Where somebody has still to act. */
const OPEN: ReadonlySet<WeekState> = new Set(['data', 'calculation', 'review', 'approved'])

/**
 * The weeks of one year with data or statements, newest first, and the oldest of any year that is not finished. The
 * newest year, shown when none is asked for, has the week that has just ended though nothing came yet.
 */
export async function listWeekRows(now: Temporal.Instant, asked?: number, on: Kysely<DB> = db): Promise<WeekList> {
  const [brought, frozen, unfinished] = await Promise.all([
    listWeeksWithRows(on),
    listFrozenWeeks(on),
    listUnfinishedWeeks(on),
  ])
  const known = [...brought, ...frozen]
  // On a Monday morning the week that has just ended has nothing yet, and is the thing to do.
  const ended = known.length > 0 ? [previousWeek(weekAt(now))] : []
  const weeks = [...new Set([...known, ...ended])].toSorted().toReversed()
  const yearOf = new Map(weeks.map((week) => [week, isoWeek(week).year]))
  const years = [...new Set(yearOf.values())]
  const year = years.find((one) => one === asked) ?? years[0] ?? weekYear(now)
  const shown = weeks.filter((week) => yearOf.get(week) === year)

  const settled = new Set(frozen)
  const open = new Set([...unfinished, ...weeks.filter((week) => !settled.has(week))])
  const recent = new Set(weeks.slice(0, WORKED_OUT))
  const describe = await describer([...shown, ...open], on)
  const rows: WeekRow[] = []
  for (const week of shown) rows.push(await describe(week, open.has(week) || recent.has(week)))
  return { years, year, weeks: rows, next: await oldestOpen(rows, open, describe) }
}

function weekYear(now: Temporal.Instant): number {
  return isoWeek(weekAt(now)).year
}

async function oldestOpen(
  shown: readonly WeekRow[],
  open: ReadonlySet<Week>,
  describe: (week: Week, inFull: boolean) => Promise<WeekRow>,
): Promise<WeekRow | null> {
  const rows = new Map(shown.map((row) => [row.week, row]))
  for (const week of new Set([...open, ...rows.keys()].toSorted())) {
    const row = rows.get(week) ?? (await describe(week, true))
    if (OPEN.has(row.state)) return row
  }
  return null
}

/** Says of some weeks what the list shows of each: worked out in full, or from what was frozen. */
async function describer(weeks: readonly Week[], on: Kysely<DB>) {
  const [from, to] = [weeks.toSorted().at(0), weeks.toSorted().at(-1)]
  const [brought, frozen] =
    from && to
      ? await Promise.all([
          listWeekSources(on, { from: previousWeek(from, WEEKS_BEFORE), before: nextWeek(to) }),
          listWeeks(on, { from, to }),
        ])
      : [[], []]
  const sourcesOf = Map.groupBy(brought, ({ week }) => week)
  const figures = new Map(frozen.map((one) => [one.week, one]))

  return async (week: Week, inFull: boolean): Promise<WeekRow> => {
    const has = new Set<string>((sourcesOf.get(week) ?? []).map(({ source }) => source))
    const before = Array.from({ length: WEEKS_BEFORE }, (_, index) => previousWeek(week, index + 1))
    const usual = new Set<string>(before.flatMap((earlier) => sourcesOf.get(earlier) ?? []).map(({ source }) => source))
    const sources = perSource((source) => has.has(source))
    const missing = sourcesToShow((source) => usual.has(source)).filter(
      (source) => !has.has(source) && usual.has(source),
    )
    const sums = figures.get(week)
    const told = { week, name: weekName(week), sources, missing }
    if (sums && !inFull) {
      const state = missing.length > 0 ? 'paid' : 'closed'
      return { ...told, state, drivers: sums.drivers, net: cents(sums.net), toPay: ZERO, questions: null }
    }
    const view = await getWeek(week, on)
    const unpaid = view.statements.filter(({ state }) => state !== 'paid')
    return {
      ...told,
      state: stateOf(view, missing.length),
      drivers: view.statements.length,
      net: view.checks.net,
      toPay: sum(unpaid.map(({ settlement }) => settlement?.payable ?? ZERO)),
      questions: view.unmatched.length,
    }
  }
}
