import { grossOf } from './earning.ts'
import { type Cents, ZERO, fraction, minus, sum } from './money.ts'
import type { Adjustment, Cost, DriverWeek, Earning, LineGroup, Settlement } from './settlement-types.ts'
import { total } from './settlement-lines.ts'
import { settle } from './settlement.ts'
import { type Week, ZONE, monday } from './week.ts'

/** Parts of a week that come in files, each from a source of its own. */
export const FORECAST_PARTS = ['uber', 'bolt', 'fuel', 'charging', 'tolls'] as const
export type ForecastPart = (typeof FORECAST_PARTS)[number]

/** Number of days (0–7) of the week for which files have each part. */
export type ReportedDays = Readonly<Record<ForecastPart, number>>

/** An earlier week, as files had it: what platforms paid, and what was spent, one cost of each kind. In cents. */
export type PastOwnWeek = { week: Week; earnings: readonly Earning[]; costs: readonly Cost[] }

/**
 * Result of one possible course of a week, in cents: its net, the part of it that is paid, what platforms pay in, and
 * what was spent, as a positive size.
 */
type WeekOutcome = Record<'net' | 'payable' | 'income' | 'spent', Cents>

export type WeekForecast = {
  /** Result with only what files say and what is charged anyway, without any guess. */
  known: WeekOutcome
  /** Results if the rest of the week went as in each of the driver's own past weeks; empty where nothing is to be guessed. */
  ways: readonly (WeekOutcome & { week: Week })[]
  /** Net in cents: the median of these results (of an even number the lower one), the lowest and the highest. */
  likely: Cents
  low: Cents
  high: Cents
  /** Parts that the driver usually has and that are still to come, with the days already known. */
  missing: readonly { part: ForecastPart; days: number }[]
  /** Whether something is to come and no own week says how much: then only what is known is shown. */
  isBlind: boolean
}

const PART_OF: Partial<Record<Cost['kind'], ForecastPart>> = {
  fuel: 'fuel',
  adblue: 'fuel',
  wash: 'fuel',
  charging: 'charging',
  toll: 'tolls',
  parking: 'tolls',
}

/**
 * Forecasts a week that is not complete yet. The days that files cover count as they are. For the rest of each part it
 * takes as many days from each of the driver's own past weeks, which gives one possible course for each of them, and
 * settles every one with `settle`, with the fee, the rent and the instalments of the open week. With all parts reported
 * for seven days the result is the settlement, to the cent. `idle` are instalments that are due only in a week with
 * income: they count in a course that has some.
 */
export function forecastWeek(
  driverWeek: DriverWeek,
  reported: ReportedDays,
  past: readonly PastOwnWeek[],
  idle: readonly Adjustment[] = [],
): WeekForecast {
  const known = courseOf(settle(driverWeek))
  const missing = FORECAST_PARTS.filter((part) => reported[part] < 7 && past.some((week) => hasPart(week, part))).map(
    (part) => ({ part, days: reported[part] }),
  )
  const ways =
    missing.length === 0
      ? []
      : past.map((week) => ({ week: week.week, ...courseOf(settle(withRest(driverWeek, reported, week, idle))) }))
  const nets = (ways.length === 0 ? [known] : ways).map(({ net }) => net).toSorted((a, b) => a - b)
  return {
    known,
    ways,
    likely: nets[(nets.length - 1) >> 1] ?? known.net,
    low: nets[0] ?? known.net,
    high: nets.at(-1) ?? known.net,
    missing,
    isBlind: past.length === 0 && FORECAST_PARTS.some((part) => reported[part] < 7),
  }
}

function courseOf({ net, payable, lines }: Settlement): WeekOutcome {
  const of = (...groups: readonly LineGroup[]) => total(lines, groups)
  return { net, payable, income: of('A'), spent: minus(of('E', 'F')) }
}

function hasPart({ earnings, costs }: PastOwnWeek, part: ForecastPart): boolean {
  return earnings.some(({ platform }) => platform === part) || costs.some(({ kind }) => PART_OF[kind] === part)
}

/** Completes the open week with the missing days of each part from a past one. */
function withRest(
  driverWeek: DriverWeek,
  reported: ReportedDays,
  past: PastOwnWeek,
  idle: readonly Adjustment[],
): DriverWeek {
  const rest = (part: ForecastPart | undefined) => (part ? 7 - reported[part] : 0)
  const earnings = past.earnings.flatMap((earning) =>
    rest(earning.platform) > 0 ? [daysOfEarning(earning, rest(earning.platform))] : [],
  )
  const costs = past.costs.flatMap((cost) => {
    const days = rest(PART_OF[cost.kind])
    if (days === 0) return []
    const amount = fraction(cost.amount, days, 7)
    // Under tolls by trips each toll must say whether a passenger was on board. Nobody knows that of a guessed one, so
    // none is off trip.
    return [{ ...cost, row: GUESSED, amount, ...(cost.kind === 'toll' ? { offTrip: cost.offTrip ?? false } : {}) }]
  })
  const allEarnings = [...driverWeek.earnings, ...earnings]
  const nowDue = grossOf(driverWeek.earnings) <= 0 && grossOf(allEarnings) > 0 ? idle : []
  return {
    ...driverWeek,
    earnings: allEarnings,
    costs: [...driverWeek.costs, ...costs],
    adjustments: [...driverWeek.adjustments, ...nowDue],
  }
}

/** Row id for amounts that no file has. */
const GUESSED = 'forecast'

function daysOfEarning(earning: Earning, days: number): Earning {
  if (days === 7) return { ...earning, row: GUESSED }
  const part = (amount: Cents) => fraction(amount, days, 7)
  return {
    platform: earning.platform,
    row: GUESSED,
    payment: part(earning.payment),
    cashKept: part(earning.cashKept),
    tips: part(earning.tips),
    tollRefunds: part(earning.tollRefunds),
    expenseRefunds: part(earning.expenseRefunds),
    platformFee: part(earning.platformFee),
    tripVat: earning.tripVat === null ? null : part(earning.tripVat),
    fare: part(earning.fare),
  }
}

/**
 * Counts the days of a week that a file covers: up to the end of its period (`until`, ISO) where it has one, else up to
 * the day before it came, in Lisbon.
 */
export function reportedDays(week: Week, file: { until: string | null; cameAt: Temporal.Instant }): number {
  const end = file.until
    ? Temporal.PlainDate.from(file.until).add({ days: 1 })
    : file.cameAt.toZonedDateTimeISO(ZONE).toPlainDate()
  return Math.min(7, Math.max(0, monday(week).until(end, { largestUnit: 'days' }).days))
}

/** Cash of the company in an open week, in cents, each with the median, the lowest and the highest of its possible courses. */
export type CashForecast = Record<'income' | 'payable' | 'spent' | 'left', { likely: Cents; low: Cents; high: Cents }>

/**
 * Forecasts the company's cash of an open week: what platforms pay in (`income`), what goes to drivers (`payable`),
 * what fuel, charging and tolls cost (`spent`, a positive size), and what is left of it for VAT, cars and the company.
 * There is one possible course for each past week of any driver; a driver without that week counts with the median of
 * the own courses.
 */
export function cashForecast(forecasts: readonly WeekForecast[]): CashForecast {
  const weeks = [...new Set(forecasts.flatMap(({ ways }) => ways.map(({ week }) => week)))]
  const samples = weeks.length === 0 ? [null] : weeks
  const totals = samples.map((week) => {
    const outcomes = forecasts.map((forecast) => forecast.ways.find((way) => way.week === week) ?? middleOf(forecast))
    const of = (name: keyof WeekOutcome) => sum(outcomes.map((way) => way[name]))
    const [income, payable, spent] = [of('income'), of('payable'), of('spent')]
    return { income, payable, spent, left: sum([income, minus(payable), minus(spent)]) }
  })
  const rangeOf = (name: keyof CashForecast) => {
    const inOrder = totals.map((forecast) => forecast[name]).toSorted((a, b) => a - b)
    return {
      likely: inOrder[(inOrder.length - 1) >> 1] ?? ZERO,
      low: inOrder[0] ?? ZERO,
      high: inOrder.at(-1) ?? ZERO,
    }
  }
  return { income: rangeOf('income'), payable: rangeOf('payable'), spent: rangeOf('spent'), left: rangeOf('left') }
}

function middleOf({ ways, likely, known }: WeekForecast): WeekOutcome {
  return ways.find(({ net }) => net === likely) ?? known
}
