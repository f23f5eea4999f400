import { firstOf, requireValue, lastOf } from '#domain/certain.ts'
import type { Kysely } from 'kysely'
import type { StandbyAnswer } from '#db/standby.server.ts'
import { db } from '#db/client.server.ts'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Source, sourcesToShow } from '#domain/import.ts'
import { ZERO, cents } from '#domain/money.ts'
import type { WeekState } from '#domain/settlement-state.ts'
import { type StatusFacts, weekStatus } from '#domain/week-status.ts'
import { type Week, isoWeek, nextWeek, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { frozenWeeks, sumsOfFrozen, unfinishedWeeks } from '#features/settlements/frozen-settlements/queries.server.ts'
import { listUnmatchedRows } from '#features/imports/owners/queries.server.ts'
import { weeksBeforeFirstPaid } from '#features/fleet/open-weeks/queries.server.ts'
import { weeksWithRows } from '#features/imports/queries.server.ts'
import { listPresentIn } from '#features/settlements/present-drivers/queries.server.ts'
import { WEEKS_BEFORE } from '#domain/imported-file.ts'
import { knownSources, weekSources } from '#features/weeks/week-sources/queries.server.ts'
import { getWeekOutlines, usualSources } from '#features/weeks/queries.server.ts'
import type { WeekList, WeekRow } from './schema.ts'

/** The number of newest weeks that are worked out in full, besides unfinished ones. */
const WORKED_OUT = 6

/** More than all rows without an owner: with a lower limit a week would be shown with too few. */
const MAX_ROWS = 1_000_000

/** States in which somebody still has to act. */
const OPEN: ReadonlySet<WeekState> = new Set(['data', 'calculation', 'review', 'approved'])

/**
 * The weeks of one year with data or statements, newest first, and the oldest unfinished week of any year. The newest year,
 * which is shown by default, includes the week that has just ended even when nothing came yet. Weeks that are long paid are
 * read through `closedAside`; unfinished ones from the primary.
 */
export async function listWeekRows(
  now: Temporal.Instant,
  asked?: number,
  closedAside: ReadClosed = async (read) => ({ value: await read(db), behind: 0 }),
): Promise<WeekList> {
  const on = db
  const {
    brought,
    frozen,
    unfinished,
    left: beforeFirstPaid,
  } = await askTogether(
    { brought: weeksWithRows, frozen: frozenWeeks, unfinished: unfinishedWeeks, left: weeksBeforeFirstPaid },
    on,
  )
  const known = [...brought, ...frozen]
  // On a Monday morning the week that has just ended has no files yet, and is the thing to do.
  const ended = known.length > 0 ? [previousWeek(weekAt(now))] : []
  const weeks = [...new Set([...known, ...ended])].toSorted().toReversed()
  const yearOf = new Map(weeks.map((week) => [week, isoWeek(week).year]))
  const years = [...new Set(yearOf.values())]
  const year = years.find((candidate) => candidate === asked) ?? years[0] ?? weekYear(now)
  const shown = weeks.filter((week) => yearOf.get(week) === year)

  const settled = new Set(frozen)
  const open = new Set([...unfinished, ...weeks.filter((week) => !settled.has(week))])
  const recent = new Set(weeks.slice(0, WORKED_OUT))
  const newest = weeks.slice(0, WORKED_OUT).at(-1)
  const inFull = open.union(recent)
  const [closed, current] = [shown.filter((week) => !inFull.has(week)), shown.filter((week) => inFull.has(week))]
  const [describe, past] = await Promise.all([
    describer([...current, ...open], { newest, inFull, left: beforeFirstPaid, now }, on),
    closed.length === 0 ? { value: [], behind: 0 } : closedAside((from) => describeClosed(closed, now, from)),
  ])
  const rowOf = new Map([...past.value, ...(await describe(current))].map((row) => [row.week, row]))
  const rows = shown.map((week) => requireValue(rowOf, week))
  return {
    years,
    year,
    weeks: rows,
    behind: past.behind,
    next: await oldestOpen(rows, open, describe, new Set(beforeFirstPaid)),
  }
}

/** Reads weeks that are long paid, where possible from a standby. */
type ReadClosed = (read: (on: Kysely<DB>) => Promise<WeekRow[]>) => Promise<StandbyAnswer<WeekRow[]>>

async function describeClosed(weeks: readonly Week[], now: Temporal.Instant, on: Kysely<DB>): Promise<WeekRow[]> {
  const describe = await describer(weeks, { newest: undefined, inFull: new Set(), left: undefined, now }, on)
  return describe(weeks)
}

function weekYear(now: Temporal.Instant): number {
  return isoWeek(weekAt(now)).year
}

async function oldestOpen(
  shown: readonly WeekRow[],
  open: ReadonlySet<Week>,
  describe: (weeks: readonly Week[]) => Promise<WeekRow[]>,
  before: ReadonlySet<Week>,
): Promise<WeekRow | null> {
  const rows = new Map(shown.map((row) => [row.week, row]))
  for (const week of new Set([...open, ...rows.keys()].toSorted())) {
    // Weeks before the first that drivers are paid for are no work.
    if (before.has(week)) continue
    const row = rows.get(week) ?? firstOf(await describe([week]))
    if (OPEN.has(row.status.state)) return row
  }
  return null
}

/** Number of rows without an owner, by week, from one week on. */
async function countUnmatched(from: Week | undefined, on: Kysely<DB>): Promise<Map<Week, number>> {
  const rows = from ? await listUnmatchedRows(from, MAX_ROWS, on) : []
  return new Map([...Map.groupBy(rows, ({ row }) => row.week)].map(([week, own]) => [week, own.length]))
}

/**
 * Describes some weeks for the list: those of `inFull` are worked out, the rest read from what was frozen. From `newest` on rows
 * without an owner are counted, once for all weeks and only if one needs them.
 */
async function describer(
  weeks: readonly Week[],
  {
    newest,
    inFull,
    left,
    now,
  }: { newest: Week | undefined; inFull: ReadonlySet<Week>; left: readonly Week[] | undefined; now: Temporal.Instant },
  on: Kysely<DB>,
) {
  let unmatched: Promise<Map<Week, number>> | null = null
  const { brought, frozen, known, moved } = await readStored(weeks.toSorted(), on)
  const sourcesOf = Map.groupBy(brought, ({ week }) => week)
  const figures = new Map(frozen.map((week) => [week.week, week]))
  const settledNow = frozen.filter(({ week, open }) => open === 0 && !moved.has(week)).map(({ week }) => week)
  const present = await listPresentIn(
    settledNow.filter((week) => inFull.has(week)),
    on,
  )

  const isSettled = (week: Week) => {
    const sums = figures.get(week)
    return sums !== undefined && (!inFull.has(week) || present.get(week)?.length === sums.drivers)
  }
  return async (described: readonly Week[]): Promise<WeekRow[]> => {
    const outlines = new Map<Week, WeekRow>()
    const open = described.filter((week) => !isSettled(week))
    for (let at = 0; at < open.length; at += AT_ONCE)
      for (const { week, name, status } of await getWeekOutlines(open.slice(at, at + AT_ONCE), now, on, { left }))
        outlines.set(week, { week, name, status })
    return Promise.all(described.map(async (week) => outlines.get(week) ?? settledRow(week)))
  }

  async function settledRow(week: Week): Promise<WeekRow> {
    const withRows = new Set<Source>((sourcesOf.get(week) ?? []).map(({ source }) => source))
    const usual = usualSources(week, brought, known)
    const missing = sourcesToShow((source) => usual.has(source)).filter(
      (source) => !withRows.has(source) && usual.has(source),
    )
    const sums = requireValue(figures, week)
    const name = weekName(week)
    const settled = (toDecide: number, { drivers, net }: { drivers: number; net: number }): WeekRow => ({
      week,
      name,
      status: {
        ...weekStatus({ ...SETTLED, sources: { present: withRows.size, missing: missing.length }, toDecide }),
        week,
        name,
        sources: missing,
        batch: null,
        batchDay: null,
        isBeforeFirstPaid: left?.includes(week) ?? false,
        drivers,
        net: cents(net),
        toPay: ZERO,
      },
    })
    if (!inFull.has(week)) return settled(0, sums)
    // Here everybody in the week has a statement, all money has been paid, and nothing was written since that could
    // change the sums. Only rows without an owner are missing from them.
    return settled((await (unmatched ??= countUnmatched(newest, on))).get(week) ?? 0, sums)
  }
}

/** The stored figures of some weeks, in their order, without working any of them out. */
async function readStored(weeks: readonly Week[], on: Kysely<DB>) {
  if (weeks.length === 0) return { brought: [], frozen: [], known: new Set<Source>(), moved: new Set<Week>() }
  const [from, to] = [firstOf(weeks), lastOf(weeks)]
  return askTogether(
    {
      brought: weekSources({ from: previousWeek(from, WEEKS_BEFORE), before: nextWeek(to) }),
      frozen: sumsOfFrozen({ from, to }),
      known: knownSources,
      moved: movedWeeks,
    },
    on,
  )
}

/** Number of weeks worked out at once: all of them together would take too much memory. */
const AT_ONCE = 3

const NONE = { count: 0, total: ZERO }

/** The facts of a week that is paid and asks nothing. */
const SETTLED: Omit<StatusFacts, 'sources' | 'toDecide'> = {
  isOver: true,
  settlements: { draft: 0, calculated: 0, issued: 0, approved: 0, nothingToPay: 0, inBatch: 0, paid: 1 },
  toApprove: NONE,
  asked: null,
  payable: NONE,
  blocked: NONE,
}

/** Weeks with statements for which something changed afterwards: their sums are worked out again. */
const movedWeeks = listQuestion(
  (on) => on.selectFrom('week_marks').select('week').distinct(),
  (rows: { week: Week }[]): ReadonlySet<Week> => new Set(rows.map(({ week }) => week)),
)
