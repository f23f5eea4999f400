import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf } from '#domain/certain.ts'
import { type Difference, differenceOf } from '#domain/adjustment.ts'
import type { Cents } from '#domain/money.ts'
import { settle } from '#domain/settlement.ts'
import { type Week, weekName } from '#domain/week.ts'
import { weeksBeforeFirstPaid, openWeeksAfter } from '#features/fleet/open-weeks/queries.server.ts'
import { listAdjustments } from '#features/adjustments/queries.server.ts'
import { listRows } from '#features/imports/rows/queries.server.ts'
import { evidence } from '#features/imports/evidence/queries.server.ts'
import { type DriverStatement, type WeekView, getWeeks } from '#features/settlements/queries.server.ts'
import type { ProposalView } from './schema.ts'

/** A difference that came too late for a frozen driver-week, and the week it would go on. */
export type Proposal = {
  driver: Pick<DriverStatement['driver'], 'id' | 'ref' | 'name'>
  about: Week
  on: Week
  /** The net of the frozen statement; `null` for a week before the first paid one, which had none. */
  net: Cents | null
  difference: Difference
}

/** All differences that wait to be accepted or declined, the oldest week first. */
export async function listProposals(on: Kysely<DB> = db): Promise<Proposal[]> {
  const { asked, left } = await listAskedWeeks(on)
  return proposalsOf(await getWeeks(asked, on, { left }), on)
}

/** Weeks that may have such differences, and those of them that are before the first paid week. */
async function listAskedWeeks(on: Kysely<DB>): Promise<{ asked: Week[]; left: Week[] }> {
  const { left, marked } = await askTogether({ left: weeksBeforeFirstPaid, marked: markedWeeks }, on)
  return { asked: [...new Set([...left, ...marked])], left }
}

/** The proposals about one frozen week, marked or not. */
export async function listProposalsAbout(about: Week, on: Kysely<DB> = db): Promise<Proposal[]> {
  return proposalsOf(await getWeeks([about], on), on)
}

async function proposalsOf(weeks: readonly WeekView[], on: Kysely<DB>): Promise<Proposal[]> {
  const proposals: Proposal[] = []
  for (const week of weeks) proposals.push(...(await proposalsIn(week, on)))
  return proposals
}

async function proposalsIn(
  { week: about, statements, isBeforeFirstPaid }: WeekView,
  on: Kysely<DB>,
): Promise<Proposal[]> {
  const late = isBeforeFirstPaid
    ? await listUnsettledBefore(about, statements, on)
    : statements.flatMap(({ driver, settlement, late: difference }) =>
        // oxlint-disable-next-line typescript/no-non-null-assertion -- a difference is one of a settlement
        difference && !difference.declined ? [{ driver, net: settlement!.net, difference }] : [],
      )
  if (late.length === 0) return []
  const openFor = await openWeeksAfter(
    about,
    late.map(({ driver }) => driver.id),
    on,
  )
  return late.map(({ driver: { id, ref, name }, net, difference }) => ({
    driver: { id, ref, name },
    about,
    on: openFor(id),
    net,
    difference,
  }))
}

/** For a week before the first paid one: the sum of each driver's rows, less what was accepted of it. */
async function listUnsettledBefore(about: Week, statements: readonly DriverStatement[], on: Kysely<DB>) {
  const decided = (await listAdjustments(about, on)).filter((adjustment) => adjustment.about === about)
  return statements.flatMap(({ driver, rows, whatIf }) => {
    const ofDriver = decided.filter(({ driverId, state }) => driverId === driver.id && state !== 'withdrawn')
    const accepted = ofDriver.filter(({ state }) => state === 'accepted')
    const lines = rows.length === 0 ? [] : settle(whatIf.driverWeek).lines.filter((line) => line.rows.length > 0)
    const difference = differenceOf([], accepted, lines)
    const last = ofDriver.at(-1)
    const isDeclined = last?.state === 'declined' && last.amount === difference?.amount
    return difference && !isDeclined ? [{ driver, net: null, difference: { ...difference, declined: false } }] : []
  })
}

/** The proposals that would go on this week, as its page shows them. */
export async function listProposalViews(week: Week, on: Kysely<DB> = db): Promise<ProposalView[]> {
  return viewsOf(week, await listProposals(on), on)
}

/** A week with the proposals that would go on it; the weeks that these are about are read together with it. */
export async function getWeekWithProposals(
  week: Week,
  on: Kysely<DB> = db,
): Promise<{ whole: WeekView; proposals: ProposalView[] }> {
  const { asked: about, left } = await listAskedWeeks(on)
  const weeks = await getWeeks([...new Set([week, ...about])], on, { left })
  const late = weeks.filter((weekView) => about.includes(weekView.week))
  return { whole: firstOf(weeks), proposals: await viewsOf(week, await proposalsOf(late, on), on) }
}

async function viewsOf(week: Week, all: readonly Proposal[], on: Kysely<DB>): Promise<ProposalView[]> {
  const proposals = all.filter((proposal) => proposal.on === week)
  const rows = await listRows(
    proposals.flatMap(({ difference: { came, gone } }) => [...came, ...gone]),
    on,
  )
  const known = new Map(rows.map((row) => [row.id, evidence(row)]))
  const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? [])
  return proposals.map(({ driver, about, net, difference }) => ({
    driver,
    about,
    aboutName: weekName(about),
    net,
    amount: difference.amount,
    changes: difference.changes,
    came: rowsOf(difference.came),
    gone: rowsOf(difference.gone),
  }))
}

/** Weeks with issued statements whose rows, names or assignments changed since they were last looked at. */
const markedWeeks = listQuestion(
  () => sql`(select distinct week from week_marks
    where exists (select from settlements s where s.week = week_marks.week and s.state <> 'void') order by week)`,
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)
