import { isSameCompany } from './company.ts'
import type { FileSummary, ReportKind, Source } from './import.ts'
import { type Week, monday, weekOf } from './week.ts'

/** Reports of a whole week: a newer one of the same account and week replaces the earlier one whole (`rulings.md` D). */
const WEEKLY_REPORTS: ReadonlySet<ReportKind> = new Set(['payments_driver', 'driver_activity', 'earnings'])

export function isWeeklyReport(kind: ReportKind): boolean {
  return WEEKLY_REPORTS.has(kind)
}

/** The weeks a file has rows in, in order; for a file without rows, the one its period begins in. */
export function weeksOf({ weeks, period }: Pick<FileSummary, 'weeks' | 'period'>): Week[] {
  if (weeks.size === 0 && period) return [weekOf(Temporal.PlainDate.from(period.from))]
  return [...weeks.keys()].toSorted()
}

/** The week a file is about: the one its period begins in, else the one most of its rows fall in. */
export function mainWeek({ weeks, period }: Pick<FileSummary, 'weeks' | 'period'>): Week | null {
  if (period) return weekOf(Temporal.PlainDate.from(period.from))
  return [...weeks].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

/** How the sources know this company; what is not known yet is empty. */
export type OwnNames = { name: string; uberOrganisation: string | null; viaVerdeContracts: readonly string[] }

/** Another company's file, or another week's: asked about, never taken in silently. */
export type Strangeness =
  | { code: 'other-week'; params: { week: Week; found: Week } }
  | { code: 'other-company'; params: { found: string; expected: string } }

/** What makes a file look as if it were dropped by mistake. `week` is the one the office works on, `null` when it is none. */
export function strangenessOf(file: FileSummary, week: Week | null, ours: OwnNames | null): Strangeness[] {
  const weeks = weeksOf(file)
  const found = week !== null && weeks.length > 0 && !weeks.includes(week) ? weeks[0]! : null
  const company = ours && otherCompany(file.company, ours)
  return [
    ...(week !== null && found !== null ? [{ code: 'other-week' as const, params: { week, found } }] : []),
    ...(company ? [{ code: 'other-company' as const, params: company }] : []),
  ]
}

function otherCompany(
  { name, organisation, contracts }: FileSummary['company'],
  ours: OwnNames,
): { found: string; expected: string } | null {
  if (name && !isSameCompany(ours.name, name)) return { found: name, expected: ours.name }
  if (organisation && ours.uberOrganisation && organisation !== ours.uberOrganisation) {
    return { found: organisation, expected: ours.uberOrganisation }
  }
  const known = ours.viaVerdeContracts
  if (contracts.length > 0 && known.length > 0 && !contracts.some((contract) => known.includes(contract))) {
    return { found: contracts.join(', '), expected: known.join(', ') }
  }
  return null
}

/** What a week has of one source. `partial`: movements of some days only, or a report without money. */
export type Coverage = { state: 'missing' | 'partial' | 'complete'; days: number }

type Brought = {
  /** Rows of the week that carry money. */
  rows: number
  /** Rows of the week of whatever kind: hours and trips too. */
  all: number
  /** First and last day of each file of the source, both inclusive. */
  periods: readonly { from: string; to: string }[]
}

/**
 * Weekly reports are there or not, and so are lists the operator taught, of which nobody knows what days they should have;
 * lists of movements cover a week when their files together cover its seven days.
 */
export function coverageOf(source: Source, week: Week, { rows, all, periods }: Brought): Coverage {
  if (source === 'uber' || source === 'bolt' || source === 'other') {
    return { state: rows > 0 ? 'complete' : all > 0 ? 'partial' : 'missing', days: rows > 0 ? 7 : 0 }
  }
  const days = Array.from({ length: 7 }, (_, index) => monday(week).add({ days: index }).toString())
  const covered = days.filter((day) => periods.some(({ from, to }) => from <= day && day <= to)).length
  if (covered === 7) return { state: 'complete', days: 7 }
  return { state: covered > 0 || all > 0 ? 'partial' : 'missing', days: covered }
}
