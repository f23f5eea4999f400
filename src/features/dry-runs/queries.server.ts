import { type FinancialSettings, underSettings } from '#domain/financial-settings.ts'
import { type Cents, minus, sum } from '#domain/money.ts'
import { settle } from '#domain/settlement.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, nextWeek, previousWeek, weekAt } from '#domain/week.ts'
import { lastApprovedWeek, settingsIn } from '#features/financial-settings/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import type { SettingsInput } from '#features/financial-settings/schema.ts'
import type { Comparison, DriverDryRun, FleetDryRun } from './schema.ts'

const PAST_WEEKS = 8

/** What changed constants would do to every driver: in the open week, and would have done in the eight before it. */
export async function dryRunSettings(now: Temporal.Instant, changed: SettingsInput['settings']): Promise<FleetDryRun> {
  const { open, found } = await compare(now, ({ agreed, settings, since }) =>
    underSettings(agreed, { ...settings, ...changed } as FinancialSettings, since),
  )
  const drivers = [...Map.groupBy(found, ({ driverId }) => driverId).values()].map(
    (own): FleetDryRun['drivers'][number] => {
      const current = own.find(({ week }) => week === open)
      const past = own.filter(({ week }) => week !== open)
      return {
        id: own[0]!.driverId,
        name: own[0]!.name,
        open: current ? { before: current.before, after: current.after } : null,
        past: differenceOf(past),
        weeks: past.filter(({ before, after }) => before !== after).length,
      }
    },
  )
  const touched = drivers.filter(({ open: figures, weeks }) => weeks > 0 || figures?.before !== figures?.after)
  const inOpen = found.filter(({ week }) => week === open)
  return {
    open,
    drivers: touched,
    untouched: drivers.length - touched.length,
    totals: {
      before: sum(inOpen.map(({ before }) => before)),
      after: sum(inOpen.map(({ after }) => after)),
      past: differenceOf(found.filter(({ week }) => week !== open)),
    },
  }
}

/** What other terms would do to one driver, week by week, the newest first: what is in force against what is proposed. */
export async function dryRunTerms(now: Temporal.Instant, driverId: string, proposed: Terms): Promise<DriverDryRun> {
  const { open, found } = await compare(
    now,
    ({ settings, since }) => underSettings(proposed, settings, since),
    driverId,
  )
  return { open, weeks: found.map(({ week, before, after }) => ({ week, before, after })) }
}

type Ruled = { agreed: Terms; settings: FinancialSettings; since: Week | null }

async function compare(
  now: Temporal.Instant,
  other: (ruled: Ruled) => Terms,
  onlyDriver?: string,
): Promise<{ open: Week; found: Comparison[] }> {
  const approved = await lastApprovedWeek()
  const open = approved ? nextWeek(approved) : previousWeek(weekAt(now))
  const found: Comparison[] = []
  for (let back = 0; back <= PAST_WEEKS; back++) {
    const week = previousWeek(open, back)
    const [{ statements }, settings] = await Promise.all([getWeek(week), settingsIn(week)])
    for (const { driver, whatIf } of statements) {
      if (!whatIf || (onlyDriver !== undefined && driver.id !== onlyDriver)) continue
      const { ground, agreed, since } = whatIf
      const netUnder = (terms: Terms) => settle({ ...ground, terms }).net
      const before = netUnder(underSettings(agreed, settings, since))
      found.push({
        driverId: driver.id,
        name: driver.name,
        week,
        before,
        after: netUnder(other({ agreed, settings, since })),
      })
    }
  }
  return { open, found }
}

function differenceOf(found: readonly Pick<Comparison, 'before' | 'after'>[]): Cents {
  return sum(found.flatMap(({ before, after }) => [after, minus(before)]))
}
