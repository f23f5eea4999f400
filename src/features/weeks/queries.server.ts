import { firstOf, requireValue, lastOf } from '#domain/certain.ts'
import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { askByOnePlan } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { stateOfSource, uncoveredDays } from '#domain/completeness.ts'
import { type DriverName, driversApart, ibanState } from '#domain/driver.ts'
import { type Source, sourcesToShow } from '#domain/import.ts'
import { flowOf } from '#domain/money-flow.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { WEEKS_BEFORE } from '#domain/imported-file.ts'
import { type Counted, type StatusFacts, weekStatus } from '#domain/week-status.ts'
import { expectedExecutionDay } from '#domain/target-day.ts'
import { type Week, ZONE, monday, nextWeek, previousWeek, sunday, weekAt, weekName } from '#domain/week.ts'
import { batchesOf, listPayees } from '#features/payments/queries.server.ts'
import type { BatchView } from '#features/payments/schema.ts'
import { type LiveRow, printedTwice } from '#features/imports/rows/queries.server.ts'
import { type ImportOfWeek, importsOfWeeks, ownNames } from '#features/imports/queries.server.ts'
import { drivenWeeks } from '#features/connections/collected/queries.server.ts'
import { collectedSpans } from '#features/connections/queries.server.ts'
import {
  accountReports,
  completenessOf,
  filePeriods,
  knownSources,
  accountsWithoutReportBySource,
  weekSources,
} from '#features/weeks/week-sources/queries.server.ts'
import {
  type DriverStatement,
  type KnownOfWeeks,
  type WeekView,
  getWeek,
  getWeeks,
  isFrozenWeek,
} from '#features/settlements/queries.server.ts'
import { getWeekWithProposals } from '#features/settlements/proposals/queries.server.ts'
import { deviationFromMedian } from '#domain/anomaly.ts'
import { listAnswers } from '#features/weeks/answers/queries.server.ts'
import type { GivenAnswer } from '#features/weeks/answers/schema.ts'
import { workshopStays } from '#features/fleet/workshop-stays/queries.server.ts'
import { weeksWithoutStatements } from '#features/fleet/open-weeks/queries.server.ts'
import { takesTwoPeople } from '#features/oversight/second-person/queries.server.ts'
import { settingsOf } from '#features/company/financial-settings/queries.server.ts'
import { acceptedDisputes } from '#features/statements/overlaps/queries.server.ts'
import { anomalyAnswers, listPastWeeks } from '#features/weeks/radar/queries.server.ts'
import { refusedOfWeeks } from '#features/imports/refused-files/queries.server.ts'
import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import { listAwaited } from '#features/payments/receipts/queries.server.ts'
import { findQuestions } from '#features/weeks/questions/queries.server.ts'
import { DECIDING, type Question, type Tick } from '#features/weeks/questions/schema.ts'
import type { WeekStatusView } from './status/schema.ts'
import type { Blocked, SourceCard, WeekDriverRow, WeekOutline, WeekPage, WeekPayment } from './schema.ts'

/** Everything the page of a week shows. */
export async function getWeekPage(week: Week, now: Temporal.Instant, on: Kysely<DB> = db): Promise<WeekPage> {
  return pageOf(await getWeek(week, on), now, on)
}

/** The page of a week without its answers. */
export async function getWeekOutline(week: Week, now: Temporal.Instant, on: Kysely<DB> = db): Promise<WeekOutline> {
  return firstOf(await getWeekOutlines([week], now, on))
}

/** The pages of several weeks without their answers, read together, in their order. */
export async function getWeekOutlines(
  weeks: readonly Week[],
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  known?: KnownOfWeeks,
): Promise<WeekOutline[]> {
  if (weeks.length === 0) return []
  const whole = await getWeeks(weeks, on, known)
  const facts = await readOutlineFacts(whole, now, on)
  return Promise.all(whole.map(async (week) => (await outlineOf(week, now, on, facts(week.week))).outline))
}

/** Further facts about weeks besides their statements, read together. */
async function readOutlineFacts(whole: readonly WeekView[], now: Temporal.Instant, on: Kysely<DB>) {
  const inOrder = whole.map(({ week }) => week).toSorted()
  const [first, last] = [firstOf(inOrder), lastOf(inOrder)]
  // Once a whole week is approved, rows that count are not asked about: what comes later makes a difference.
  const open = whole.filter((week) => !isFrozenWeek(week)).map(({ week }) => week)
  const [past, all] = await Promise.all([
    listPastWeeks(inOrder, on),
    askByOnePlan(
      {
        imports: importsOfWeeks(inOrder),
        batches: batchesOf(inOrder),
        refused: refusedOfWeeks(inOrder),
        answers: anomalyAnswers(inOrder),
        accepted: acceptedDisputes(inOrder),
        stays: workshopStays(inOrder),
        twice: printedTwice(open),
        driven: drivenWeeks(inOrder),
        spans: collectedSpans,
        periods: filePeriods(monday(first), sunday(last)),
        brought: weekSources({ from: previousWeek(first, WEEKS_BEFORE), before: last }),
        known: knownSources,
        reports: accountReports,
        ours: ownNames,
        settings: settingsOf(weekAt(now)),
        takesTwo: takesTwoPeople,
        withoutStatements: weeksWithoutStatements,
      },
      on,
    ),
  ])
  return (week: Week) => ({
    past: past(week),
    imports: all.imports.filter((imported) => imported.week === week),
    batches: all.batches(week),
    refused: all.refused.filter((file) => file.week === week),
    answers: all.answers(week),
    accepted: all.accepted(week),
    stays: all.stays,
    twice: all.twice.filter((pair) => pair.week === week),
    lacking: accountsWithoutReportBySource(week, all),
    completeness: completenessOf(week, { periods: all.periods, spans: all.spans, driven: all.driven(week) }),
    usual: usualSources(week, all.brought, all.known),
    payDay: all.settings.payDay,
    takesTwo: all.takesTwo,
    earlier: all.withoutStatements.filter((other) => other < week),
  })
}

/** The outline facts of one week. */
type OutlineFacts = ReturnType<Awaited<ReturnType<typeof readOutlineFacts>>>

/** The page of a week, with the late differences that would go on it, and its statements. */
export async function getWeekPageWithProposals(week: Week, now: Temporal.Instant, on: Kysely<DB> = db) {
  const { whole, proposals } = await getWeekWithProposals(week, on)
  return { page: await pageOf(whole, now, on), proposals, statements: whole.statements }
}

async function pageOf(whole: WeekView, now: Temporal.Instant, on: Kysely<DB>): Promise<WeekPage> {
  const facts = await readOutlineFacts([whole], now, on)
  const { outline, known } = await outlineOf(whole, now, on, facts(whole.week))
  const answers = await listAnswers(whole, known, on)
  return { ...outline, answers: [...waivedFiles(known.refused), ...answers] }
}

/** A week without its answers, and the facts that its answers are read with. */
async function outlineOf(view: WeekView, now: Temporal.Instant, on: Kysely<DB>, facts: OutlineFacts) {
  const { week } = view
  const whole = { ...view, statements: driversApart(view.statements) }
  // Nobody is paid for such a week: its late rows are proposed for the open week, and its statements count in no sum.
  const countedWeek = whole.isBeforeFirstPaid ? { ...whole, statements: [] } : whole
  const { past, imports, batches, refused, accepted, lacking, completeness, usual, payDay, takesTwo, earlier } = facts
  const isApproved = whole.statements.some(({ state }) => state === 'approved')
  const [payees, awaited] = isApproved
    ? await Promise.all([listPayees(week, now, on), listAwaited(week, on)])
    : [NOBODY_WAITS, new Map<string, never>()]
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const isOver = Temporal.PlainDate.compare(sunday(week), today) < 0
  const sources = sourceCards(whole, { imports, refused, lacking, ...completeness, today }, usual)
  const found = await findQuestions(whole, { ...facts, sources, awaited: [...awaited.values()], now }, on)
  const [first] = imports.map(({ at }) => Temporal.Instant.from(at)).toSorted(Temporal.Instant.compare)
  const [open, asked] = waitingTransfers(batches)
  const transferOn = expectedExecutionDay(week, today, payDay).toString()
  const checks = checksOf(countedWeek, batches, awaited, now)
  const last = lastApproval(whole)
  const approval = approvalOf(countedWeek)
  const payable = {
    count: payees.payees.length,
    total: sum(payees.payees.map(({ amount }) => amount)),
    cameBack: payees.payees.flatMap(({ cameBack, name }) => (cameBack ? [name] : [])),
  }
  const status = statusOf(countedWeek, {
    isOver,
    sources,
    open,
    asked,
    toDecide: found.questions.filter(({ kind }) => DECIDING.has(kind)).length,
    toApprove: { count: approval.drivers, total: approval.net },
    payable,
    blocked: { count: checks.blocked.length, total: sum(checks.blocked.map(({ amount }) => amount)) },
  })

  const byDriver = Map.groupBy(found.questions, (question) =>
    'driver' in question ? (question.driver?.id ?? null) : null,
  )
  const outline: WeekOutline = {
    week,
    name: weekName(week),
    previous: weekWithName(previousWeek(week)),
    next: nextWeek(week) <= weekAt(now) ? weekWithName(nextWeek(week)) : null,
    days: daysOf(whole, today),
    isOver,
    isBeforeFirstPaid: whole.isBeforeFirstPaid,
    isFrozen: isFrozenWeek(countedWeek),
    state: status.state,
    status,
    moments: {
      calculated: imports.length > 0 && countedWeek.statements.some(({ settlement }) => settlement !== null),
      approvedOn: last.at?.toZonedDateTimeISO(ZONE).toPlainDate().toString() ?? null,
      payment: open ? { is: 'asked', on: open.executionOn } : paymentOf(countedWeek, transferOn),
      transferOn,
    },
    sources,
    progress: completeness.progress,
    questions: found.questions,
    drivers: countedWeek.statements.map((statement) =>
      driverRow(
        statement,
        requireValue(found.ticks, statement.driver.id),
        byDriver.get(statement.driver.id) ?? [],
        past,
        now,
      ),
    ),
    flow: flowOf(countedWeek.statements.flatMap(({ settlement }) => settlement ?? [])),
    checks,
    approval: {
      ...approval,
      unread: unreadFiles(refused).map(({ name }) => name),
      takesTwo,
      earlier,
      canUndo: last.at !== null && !last.isBarred,
    },
    payable,
    batches,
  }
  // There can be answers before the first file, as rent is asked about without one.
  const { watched, infoAnswers } = found
  return { outline, known: { since: first ?? now, watched, infoAnswers, refused, accepted } }
}

const NOBODY_WAITS: Awaited<ReturnType<typeof listPayees>> = { payees: [], blocked: [] }

/** The newest approval in force, and whether any of it is in a bank file or paid (`findApproval`). */
function lastApproval({ statements }: WeekView): { at: Temporal.Instant | null; isBarred: boolean } {
  const approved = statements.flatMap(({ stored }) =>
    stored?.approvedAt ? [{ at: stored.approvedAt, state: stored.state }] : [],
  )
  const at =
    approved
      .map((approval) => approval.at)
      .toSorted(Temporal.Instant.compare)
      .at(-1) ?? null
  const isOf = (approval: { at: Temporal.Instant }) => at !== null && Temporal.Instant.compare(approval.at, at) === 0
  return {
    at,
    isBarred: approved.some(
      (approval) => isOf(approval) && (approval.state === 'paid' || approval.state === 'in-batch'),
    ),
  }
}

function weekWithName(week: Week) {
  return { week, name: weekName(week) }
}

/** Movements with a time, by day: a day without any is worth a look. */
function daysOf(view: WeekView, today: Temporal.PlainDate): WeekPage['days'] {
  // There are thousands of rows: compute each midnight once, not once for each row.
  const midnights = Array.from(
    { length: 8 },
    (_, index) => monday(view.week).add({ days: index }).toZonedDateTime(ZONE).epochMilliseconds,
  )
  const counts = Array.from(midnights, () => 0)
  for (const { at } of allRows(view)) {
    const index = at ? midnights.findLastIndex((midnight) => midnight <= at.epochMilliseconds) : -1
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    if (index !== -1) counts[index]! += 1
  }
  return Array.from({ length: 7 }, (_, index) => {
    const day = monday(view.week).add({ days: index })
    const order = Temporal.PlainDate.compare(day, today)
    return {
      day: day.toString(),
      state: order < 0 ? ('done' as const) : order === 0 ? ('now' as const) : ('todo' as const),
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      movements: counts[index]!,
    }
  })
}

function allRows({ statements, unmatched, companyRows }: WeekView) {
  return [...statements.flatMap(({ rows }) => rows), ...unmatched.map(({ row }) => row), ...companyRows]
}

function sourceCards(
  view: WeekView,
  {
    imports,
    refused,
    lacking,
    periods,
    driven,
    today,
  }: {
    imports: readonly ImportOfWeek[]
    refused: readonly RefusedFile[]
    lacking: Record<Source, readonly string[]>
    today: Temporal.PlainDate
  } & Pick<ReturnType<typeof completenessOf>, 'periods' | 'driven'>,
  usual: ReadonlySet<Source>,
): SourceCard[] {
  const unread = unreadFiles(refused)
  const exists = (source: Source) => usual.has(source) || [...imports, ...unread].some((file) => file.source === source)
  const shown = sourcesToShow(exists)
  const figures = new Map(shown.map((source) => [source, { total: ZERO, movements: 0, drivers: 0 }]))
  const add = ({ source, amount, kind }: LiveRow) => {
    const sums = figures.get(source)
    if (!sums) return
    sums.total = sum([sums.total, amount])
    if (kind !== 'activity') sums.movements += 1
  }
  const documented = new Set<string>()
  for (const { driver, rows } of view.statements) {
    rows.forEach(add)
    for (const { source, kind } of rows) if (kind !== 'activity') documented.add(`${source} ${driver.id}`)
    for (const source of new Set(rows.map((row) => row.source))) {
      const sums = figures.get(source)
      if (sums) sums.drivers += 1
    }
  }
  for (const { row } of view.unmatched) add(row)
  view.companyRows.forEach(add)
  const periodsOf = (source: Source) => periods.filter((period) => period.source === source)
  return shown.map((source) => {
    const files = imports.filter((file) => file.source === source)
    const unreadCount = unread.filter((file) => file.source === source).length
    const days = files.length === 0 ? [] : uncoveredDays(source, view.week, periodsOf(source), today)
    const undocumented =
      files.length === 0
        ? []
        : driven.filter((driver) => driver.source === source && !documented.has(`${source} ${driver.id}`)).map(nameOf)
    const lacks = {
      unread: unreadCount,
      accounts: lacking[source].length,
      days: days.length,
      drivers: undocumented.length,
    }
    return {
      source,
      ...requireValue(figures, source),
      unmatched: view.unmatched.filter(({ row }) => row.source === source).length,
      files: files.map(({ id, name, at }) => ({ id, name, at })),
      unread: unreadCount,
      missing: files.length === 0 && usual.has(source),
      lacking: lacking[source],
      state: stateOfSource({ files: files.length, isUsual: usual.has(source), lacks }),
      days,
      undocumented,
    }
  })
}

const nameOf = ({ id, ref, name }: DriverName): DriverName => ({ id, ref, name })

/** Files that could not be read and wait for an answer. */
function unreadFiles(files: readonly RefusedFile[]): RefusedFile[] {
  return files.filter(({ state }) => state === 'open')
}

/**
 * Refused files that somebody said are not needed: listed with the answers of the week, where that can be taken back.
 */
function waivedFiles(files: readonly RefusedFile[]): GivenAnswer[] {
  return files.flatMap(({ id, name, waivedAt }) =>
    waivedAt ? [{ kind: 'refused-file' as const, id: `refused-file:${id}`, at: waivedAt, name }] : [],
  )
}

/**
 * Sources that a week usually has: those that `brought` something in the weeks before it or, when none did, the `known`
 * ones.
 */
export function usualSources(
  week: Week,
  brought: readonly { week: Week; source: Source }[],
  known: ReadonlySet<Source>,
): ReadonlySet<Source> {
  const from = previousWeek(week, WEEKS_BEFORE)
  const before = brought.filter((report) => from <= report.week && report.week < week)
  return before.length > 0 ? new Set(before.map(({ source }) => source)) : known
}

/** The bank file that is to be confirmed next, and the transfers of all files of its day. */
function waitingTransfers(batches: readonly BatchView[]): [BatchView | undefined, Counted | null] {
  const exported = batches.filter(({ state }) => state === 'exported')
  const [next] = exported.toSorted((a, b) => (a.executionOn < b.executionOn ? -1 : 1))
  if (!next) return [undefined, null]
  const ofDay = exported.filter(({ executionOn }) => executionOn === next.executionOn).map(({ waiting }) => waiting)
  const count = ofDay.reduce((all, waiting) => all + waiting.count, 0)
  return [next, { count, total: sum(ofDay.map(({ total }) => total)) }]
}

type StatusKnown = Omit<StatusFacts, 'sources' | 'settlements'> & {
  sources: readonly SourceCard[]
  open: BatchView | undefined
}

function statusOf(
  { week, statements, checks, isBeforeFirstPaid }: WeekView,
  { sources, open, ...known }: StatusKnown,
): WeekStatusView {
  const missing = sources.filter((source) => source.missing)
  const count = (state: DriverStatement['state'], pays?: boolean) =>
    statements.filter(
      (statement) =>
        statement.state === state && (pays === undefined || (statement.settlement?.payable ?? 0) > 0 === pays),
    ).length
  const unpaid = statements.filter(({ state }) => state !== 'paid')
  return {
    ...weekStatus({
      ...known,
      isBeforeFirstPaid,
      sources: { present: sources.filter(({ files }) => files.length > 0).length, missing: missing.length },
      settlements: {
        draft: count('draft'),
        calculated: statements.filter(({ state, settlement }) => state === 'draft' && settlement).length,
        issued: count('issued'),
        approved: count('approved', true),
        nothingToPay: count('approved', false),
        inBatch: count('in-batch'),
        paid: count('paid'),
      },
    }),
    week,
    name: weekName(week),
    sources: missing.map(({ source }) => source),
    batch: open?.id ?? null,
    batchDay: open?.executionOn ?? null,
    isBeforeFirstPaid,
    drivers: statements.length,
    net: isBeforeFirstPaid ? ZERO : checks.net,
    toPay: sum(unpaid.map(({ settlement }) => settlement?.payable ?? ZERO)),
  }
}

function driverRow(
  { driver, terms, settlement, state, pay }: DriverStatement,
  ticks: Record<Source, Tick>,
  own: readonly Question[],
  past: ReadonlyMap<string, readonly { week: string; earnings: Cents; net: Cents }[]>,
  now: Temporal.Instant,
): WeekDriverRow {
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
    iban: ibanState(pay?.hasIban ? pay : null, now),
  }
}

/** A week that nobody waits to be paid for was paid on the last day on which somebody was. */
function paymentOf({ statements }: WeekView, transferOn: string): WeekPayment {
  const waits = statements.some(({ settlement, state }) => (settlement?.payable ?? 0) > 0 && state !== 'paid')
  const last = statements
    .flatMap(({ stored }) => stored?.paidOn ?? [])
    .toSorted()
    .at(-1)
  return waits || !last ? { is: 'planned', on: transferOn } : { is: 'paid', on: last }
}

/**
 * The third checksum: the sum that the bank has been or will be told to pay, from the statements, without what is held
 * back or was paid by other means.
 */
function checksOf(
  view: WeekView,
  batches: readonly BatchView[],
  awaited: ReadonlyMap<string, unknown>,
  now: Temporal.Instant,
): WeekPage['checks'] {
  const settled = view.statements.flatMap((statement) =>
    statement.settlement ? [{ ...statement, settlement: statement.settlement }] : [],
  )
  const inBank = new Set(
    batches.flatMap(({ rows }) =>
      rows.filter(({ state }) => state === 'sent' || state === 'confirmed').map(({ settlementId }) => settlementId),
    ),
  )
  const groups = (name: 'earnings' | 'costs' | 'adjustments') =>
    sum(settled.map(({ settlement }) => settlement.groups[name]))
  const blocked = settled.flatMap(({ driver, settlement, state, stored, pay }): Blocked[] => {
    if (settlement.payable === 0 || state === 'paid' || state === 'in-batch') return []
    const account = ibanState(pay?.hasIban ? pay : null, now)
    const reason = account === 'ready' && stored && awaited.has(stored.id) ? 'receipt' : account
    return reason === 'ready' ? [] : [{ driverId: driver.id, name: driver.name, amount: settlement.payable, reason }]
  })
  const outside = sum(
    settled
      // oxlint-disable-next-line typescript/no-non-null-assertion -- what is paid is stored
      .filter(({ state, stored }) => state === 'paid' && !inBank.has(stored!.id))
      .map(({ settlement }) => settlement.payable),
  )
  const blockedSum = sum(blocked.map(({ amount }) => amount))
  return {
    ...view.checks,
    earnings: groups('earnings'),
    costs: groups('costs'),
    adjustments: groups('adjustments'),
    toBank: sum([view.checks.payable, minus(blockedSum), minus(outside)]),
    outside,
    blocked,
  }
}

function approvalOf({
  statements,
  unmatched,
}: WeekView): Omit<WeekPage['approval'], 'unread' | 'takesTwo' | 'earlier' | 'canUndo'> {
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
