import { db } from '#db/client.server.ts'
import { firstOf } from '#domain/certain.ts'
import { namesApart } from '#domain/driver.ts'
import { type FinancialSettings, applySettings } from '#domain/financial-settings.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import type { DriverWeek } from '#domain/settlement-types.ts'
import { settle } from '#domain/settlement.ts'
import { type SimulatedWeek, simulatedDriverWeek } from '#domain/simulation.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, previousWeek } from '#domain/week.ts'
import { openWeek, readSettings } from '#features/company/financial-settings/queries.server.ts'
import { type DriverStatement, findStatements, getWeeks } from '#features/settlements/queries.server.ts'
import type { SettingsDraft } from '#features/company/financial-settings/schema.ts'
import {
  type Comparison,
  type DriverDryRun,
  type FleetDryRun,
  type ProposedWeek,
  type Proposals,
  WEEK_PARTS,
  type WeekFigures,
} from './schema.ts'

const PAST_WEEKS = 8

/**
 * The effect that changed constants would have on every driver: in the open week, if they begin in time for it, and in the eight
 * weeks before it, had they held.
 */
export async function dryRunSettings(
  now: Temporal.Instant,
  { from, settings: changed }: SettingsDraft,
): Promise<FleetDryRun> {
  const { open, found } = await compare(now, ({ agreed, settings, since }) =>
    applySettings(agreed, { ...settings, ...changed } as FinancialSettings, since),
  )
  const reachesOpen = from <= open
  const drivers = [...Map.groupBy(found, ({ driverId }) => driverId).values()]
  const touched = drivers.filter((own) =>
    own.some(({ week, before, after }) => before !== after && (week !== open || reachesOpen)),
  )
  const inOpen = found.filter(({ week }) => week === open)
  const named = new Map(namesApart(drivers.map(firstOf)).map(({ ref, name }) => [ref, name]))
  return {
    open,
    reachesOpen,
    drivers: touched.map((own) => {
      const current = reachesOpen ? own.find(({ week }) => week === open) : undefined
      return {
        id: firstOf(own).driverId,
        name: named.get(firstOf(own).ref) ?? firstOf(own).name,
        open: current ? { before: current.before, after: current.after } : null,
        past: differenceOf(own.filter(({ week }) => week !== open)),
      }
    }),
    untouched: drivers.length - touched.length,
    totals: {
      before: sum(inOpen.map(({ before }) => before)),
      after: sum(inOpen.map(({ after }) => after)),
      past: differenceOf(found.filter(({ week }) => week !== open)),
    },
  }
}

/**
 * The effect that other terms would have on one driver, week by week, the newest first: the terms in force against the proposed ones.
 */
export async function dryRunTerms(now: Temporal.Instant, driverId: string, proposed: Terms): Promise<DriverDryRun> {
  const { open, found } = await compare(now, ({ settings, since }) => applySettings(proposed, settings, since), {
    driverId,
    asksTimes: asksTimes(proposed),
  })
  return { open, weeks: found.map(({ week, before, after }) => ({ week, before, after })) }
}

/**
 * Compares two proposals on those of the last weeks in which files brought the driver something, the newest first,
 * whether or not terms were agreed for them.
 */
export async function compareProposals(
  now: Temporal.Instant,
  driverId: string,
  { a, b }: Proposals<Terms>,
): Promise<ProposedWeek[]> {
  const { dryRunWeeks } = await listDryRunWeeks(now, { driverId, asksTimes: asksTimes(a) || asksTimes(b) })
  return dryRunWeeks
    .filter(({ rows }) => rows.length > 0)
    .map(({ week, driverWeek, settings, since }) => {
      const figures = (terms: Terms) => figuresOf(driverWeek, applySettings(terms, settings, since))
      return { week, a: figures(a), b: figures(b) }
    })
}

/** Compares two proposals on a week that was typed in, for somebody who has no week yet. */
export function compareTypedWeek(
  typed: SimulatedWeek,
  settings: FinancialSettings,
  { a, b }: Proposals<Terms>,
): ProposedWeek {
  const driverWeek = simulatedDriverWeek(typed, 'slot', settings)
  const figures = (terms: Terms) => figuresOf(driverWeek, applySettings(terms, settings, null))
  return { week: null, a: figures(a), b: figures(b) }
}

/** The sums of all weeks under each proposal. */
export function sumOf(weeks: readonly ProposedWeek[]): Proposals<WeekFigures> {
  const summed = (side: keyof Proposals<unknown>) => figuresBy((part) => sum(weeks.map((week) => week[side][part])))
  return { a: summed('a'), b: summed('b') }
}

/** The part of a line, by the first word of its code; any other is `other`. */
const PART_OF: Partial<Record<string, (typeof WEEK_PARTS)[number]>> = {
  income: 'earnings',
  vat: 'vat',
  fee: 'fee',
  vehicle: 'rent',
  tolls: 'tolls',
  energy: 'energy',
}

function figuresOf(driverWeek: DriverWeek, terms: Terms): WeekFigures {
  const { lines, net } = settle({ ...driverWeek, terms })
  const parts = Map.groupBy(lines, ({ code }) => PART_OF[firstOf(code.split('.'))] ?? 'other')
  return figuresBy((part) => (part === 'net' ? net : sum((parts.get(part) ?? []).map(({ amount }) => amount))))
}

function figuresBy(figure: (part: keyof WeekFigures) => Cents): WeekFigures {
  return Object.fromEntries([...WEEK_PARTS, 'net' as const].map((part) => [part, figure(part)])) as WeekFigures
}

/** A driver-week by today's data, with the terms and settings it is settled under. */
type DryRunWeek = {
  week: Week
  driver: DriverStatement['driver']
  rows: DriverStatement['rows']
  driverWeek: DriverWeek
  agreed: Terms | null
  since: Week | null
  settings: FinancialSettings
}

/** The open week with everything on it, and the eight before it with their own rows alone. */
async function listDryRunWeeks(
  now: Temporal.Instant,
  only?: OneDriver,
): Promise<{ open: Week; dryRunWeeks: readonly DryRunWeek[] }> {
  const open = await openWeek(now)
  const dryRunWeeks: DryRunWeek[] = []
  const weeks = Array.from({ length: PAST_WEEKS + 1 }, (_, back) => previousWeek(open, back))
  const [statementsIn, settingsOf] = await Promise.all([listStatements(weeks, only), readSettings()])
  for (const week of weeks) {
    const [statements, settings] = [statementsIn(week), settingsOf(week)]
    for (const { driver, rows, whatIf } of statements) {
      const driverWeek =
        week === open
          ? whatIf.driverWeek
          : { ...whatIf.driverWeek, carriedBalance: ZERO, receiptCarried: [], adjustments: [] }
      dryRunWeeks.push({ ...whatIf, week, driver, rows, driverWeek, settings })
    }
  }
  return { open, dryRunWeeks }
}

async function listStatements(
  weeks: readonly Week[],
  only?: OneDriver,
): Promise<(week: Week) => readonly DriverStatement[]> {
  if (only === undefined) {
    const whole = await getWeeks(weeks)
    return (ofWeek) => whole.find(({ week }) => week === ofWeek)?.statements ?? []
  }
  const { driverId, asksTimes: needsTimes } = only
  const find = await findStatements(
    weeks.map((week) => ({ week, driverId })),
    db,
    { asksTimes: needsTimes },
  )
  return (week) => {
    const statement = find(week, driverId)
    return statement ? [statement] : []
  }
}

/** The one driver to read, and whether the moments of their tolls are needed. */
type OneDriver = { driverId: string; asksTimes: boolean }

function asksTimes({ tollPolicy }: Terms): boolean {
  return tollPolicy === 'off-trip'
}

async function compare(
  now: Temporal.Instant,
  changedTerms: (ruled: { agreed: Terms; settings: FinancialSettings; since: Week | null }) => Terms,
  only?: OneDriver,
): Promise<{ open: Week; found: Comparison[] }> {
  const { open, dryRunWeeks } = await listDryRunWeeks(now, only)
  const found = dryRunWeeks.flatMap(({ week, driver, driverWeek, agreed, since, settings }): Comparison[] => {
    if (agreed === null) return []
    const netUnder = (terms: Terms) => settle({ ...driverWeek, terms }).net
    const before = netUnder(applySettings(agreed, settings, since))
    const after = netUnder(changedTerms({ agreed, settings, since }))
    return [{ driverId: driver.id, ref: driver.ref, name: driver.name, week, before, after }]
  })
  return { open, found }
}

function differenceOf(found: readonly Pick<Comparison, 'before' | 'after'>[]): Cents {
  return sum(found.flatMap(({ before, after }) => [after, minus(before)]))
}
