import { earningsOf } from './earning.ts'
import { type Cents, cents, fraction, minus, sum } from './money.ts'
import type { Earning } from './settlement-types.ts'
import { type Month, daysOfMonth, monthOf, monthOfWeek, readMonth, weeksOfMonth } from './month.ts'
import { type Week, nextWeek, previousWeek, readWeek, weekName } from './week.ts'

export const PLATFORMS = ['uber', 'bolt'] as const
export type Platform = (typeof PLATFORMS)[number]

/** A share or a rating over some weeks: the sum of each week's value times its weight, and the sum of the weights. */
export type Share = { total: number; weight: number }

/** Figures of one platform for a driver's week; `null` where no file has the figure, which is never zero. */
export type PlatformWeek = {
  /** Amount that the platform paid, with the cash in hand, without tolls and expenses given back; in cents. */
  received: Cents | null
  trips: number | null
  /** Minutes ready for trips, including those on a trip. */
  onlineMinutes: number | null
  onTripMinutes: number | null
  /** Metres driven with passengers. */
  metres: number | null
  /** Part of the online time that was on a trip, where the platform gives the part and not the time; basis points. */
  utilisation: Share | null
  /** Part of the offers that was accepted, and of these the parts cancelled and completed; basis points. */
  acceptance: Share | null
  cancellation: Share | null
  completion: Share | null
  /** Rating by passengers, in hundredths of a star. */
  rating: Share | null
}

/** A driver's week as the platforms report it, and the net of its statements in cents; `null` without one. */
export type ReportedWeek = Record<Platform, PlatformWeek> & { net: Cents | null }

/** Figures shown for a driver; the first is the one a list is sorted by. */
export const FIGURES = [
  'perHour',
  'perTrip',
  'perKilometre',
  'tripsPerHour',
  'minutes',
  'utilisation',
  'acceptance',
  'completion',
  'cancellation',
  'rating',
  'net',
  'trips',
  'received',
] as const
export type FigureName = (typeof FIGURES)[number]

/** Figures of a driver over some weeks; `null` means not measured. */
export type Figures = {
  /** Cents for an hour online: a platform's money over its own hours. */
  perHour: number | null
  /** Cents for a trip: the money of each platform that reports its trips, over those trips. */
  perTrip: number | null
  /** Cents for a kilometre with passengers: the money of each platform that reports its kilometres, over those. */
  perKilometre: number | null
  /** Hundredths of a trip for an hour online. */
  tripsPerHour: number | null
  /** Minutes online. */
  minutes: number | null
  /** Part of the online time that was on a trip: whole percents, in basis points. */
  utilisation: number | null
  /** Basis points, as the platform gives them; over several weeks each week is weighted by its trips. */
  acceptance: number | null
  completion: number | null
  cancellation: number | null
  /** Hundredths of a star, weighted likewise. */
  rating: number | null
  /** Trips that platforms report. */
  trips: number | null
  /** Cents received. */
  received: number | null
  /** Net of the statements in cents; none for one platform alone. */
  net: number | null
}

/** Whether a high value of a figure is the bad one, to be looked at first. */
export function isWorseHigh(name: FigureName): boolean {
  return name === 'cancellation'
}

export const NOTHING_REPORTED: PlatformWeek = {
  received: null,
  trips: null,
  onlineMinutes: null,
  onTripMinutes: null,
  metres: null,
  utilisation: null,
  acceptance: null,
  cancellation: null,
  completion: null,
  rating: null,
}

/** Splits what platforms pay, in cents: payment, cash in hand, and tolls and expenses given back, which are taken off. */
export function receivedParts(earnings: readonly Earning[]): { paid: Cents; cash: Cents; refunds: Cents } {
  return {
    paid: sum(earnings.map(({ payment }) => payment)),
    cash: sum(earnings.map(({ cashKept }) => cashKept)),
    refunds: minus(sum(earnings.flatMap(({ tollRefunds, expenseRefunds }) => [tollRefunds, expenseRefunds]))),
  }
}

/** Reads the figures of a driver's week from a row of a platform's file. */
export function reportedBy(row: Parameters<typeof earningsOf>[0]): PlatformWeek {
  const { measures } = row
  const trips = measures['trips'] ?? null
  const onlineMinutes = measures['online_minutes'] ?? null
  const share = (figure: number | undefined, weight: number | null): Share | null => {
    const knownWeight = Math.max(1, weight ?? 1)
    return figure === undefined ? null : { total: figure * knownWeight, weight: knownWeight }
  }
  return {
    received: row.kind === 'earning' ? sum(Object.values(receivedParts(earningsOf(row)))) : null,
    trips,
    onlineMinutes,
    onTripMinutes: measures['on_trip_minutes'] ?? null,
    metres: measures['trip_metres'] ?? null,
    utilisation: share(measures['utilisation_rate'], onlineMinutes),
    acceptance: share(measures['acceptance_rate'], trips),
    cancellation: share(measures['cancellation_rate'], trips),
    completion: share(measures['completion_rate'], trips),
    rating: share(measures['four_week_rating'] ?? measures['average_rating'], trips),
  }
}

/** Adds the figures of two files of a platform for one week: `null` adds nothing. */
export function addPlatformWeeks(one: PlatformWeek, other: PlatformWeek): PlatformWeek {
  const received = [one.received, other.received].filter((amount) => amount !== null)
  return {
    received: received.length === 0 ? null : sum(received),
    trips: total([one.trips, other.trips]),
    onlineMinutes: total([one.onlineMinutes, other.onlineMinutes]),
    onTripMinutes: total([one.onTripMinutes, other.onTripMinutes]),
    metres: total([one.metres, other.metres]),
    utilisation: sumShares([one.utilisation, other.utilisation]),
    acceptance: sumShares([one.acceptance, other.acceptance]),
    cancellation: sumShares([one.cancellation, other.cancellation]),
    completion: sumShares([one.completion, other.completion]),
    rating: sumShares([one.rating, other.rating]),
  }
}

/**
 * Takes the figures of the reports of money and hours, and where these have none those of a report of work. Both may
 * count the same trips, so they are never added.
 */
export function filledFrom(reported: PlatformWeek, work: PlatformWeek): PlatformWeek {
  return {
    received: reported.received,
    trips: reported.trips ?? work.trips,
    onlineMinutes: reported.onlineMinutes ?? work.onlineMinutes,
    onTripMinutes: reported.onTripMinutes ?? work.onTripMinutes,
    metres: reported.metres ?? work.metres,
    utilisation: reported.utilisation ?? work.utilisation,
    acceptance: reported.acceptance ?? work.acceptance,
    cancellation: reported.cancellation ?? work.cancellation,
    completion: reported.completion ?? work.completion,
    rating: reported.rating ?? work.rating,
  }
}

/**
 * Works out the figures of a driver over some weeks, or those of one platform alone. A rate counts only weeks in which
 * a platform reports both of its parts, so that money without hours makes no hour look better paid, and hours without
 * money none worse. For both platforms together, hours are Uber's alone: hours of two platforms may overlap and cannot
 * be added. Shares and ratings mean something else on each platform and are never mixed: they are Uber's, or Bolt's for
 * a driver who has none there. Each figure is rounded once, from the sums.
 */
export function figuresOf(weeks: readonly ReportedWeek[], of: Platform | 'all' = 'all'): Figures {
  const { some, timed, own } = platformsOf(weeks, of)
  const share = (name: ShareName) =>
    mean(sumShares(timed.map((week) => week[name]))) ??
    (of === 'all' ? mean(sumShares(own('bolt').map((week) => week[name]))) : null)
  const ratio = (name: Ratio, times: number) => rate(ratioOf(name, weeks, of), times)
  const busyPercent = ratio('utilisation', 100)
  return {
    perHour: ratio('perHour', 60),
    perTrip: ratio('perTrip', 1),
    perKilometre: ratio('perKilometre', 1_000),
    tripsPerHour: ratio('tripsPerHour', 60 * 100),
    minutes: total(timed.map(({ onlineMinutes }) => onlineMinutes)),
    utilisation:
      busyPercent === null ? mean(sumShares(timed.map(({ utilisation }) => utilisation))) : busyPercent * 100,
    acceptance: share('acceptance'),
    completion: share('completion'),
    cancellation: share('cancellation'),
    rating: share('rating'),
    trips: total(some.map(({ trips }) => trips)),
    received: total(some.map(({ received }) => received)),
    net: of === 'all' ? total(weeks.map(({ net }) => net)) : null,
  }
}

export type ShareName = 'acceptance' | 'cancellation' | 'completion' | 'rating'

function platformsOf(weeks: readonly ReportedWeek[], of: Platform | 'all') {
  const own = (platform: Platform) => weeks.map((week) => week[platform])
  return { own, some: of === 'all' ? PLATFORMS.flatMap(own) : own(of), timed: own(of === 'all' ? 'uber' : of) }
}

/** Figures that are one sum over another: the dividend, the divisor, and whether all platforms count or only the one whose hours count. */
const RATIOS = {
  perHour: ['received', 'onlineMinutes', 'timed'],
  perTrip: ['received', 'trips', 'some'],
  perKilometre: ['received', 'metres', 'some'],
  tripsPerHour: ['trips', 'onlineMinutes', 'timed'],
  utilisation: ['onTripMinutes', 'onlineMinutes', 'timed'],
} as const satisfies Partial<Record<FigureName, readonly [Amount, Amount, 'some' | 'timed']>>
export type Ratio = keyof typeof RATIOS

export function isRatio(name: FigureName): name is Ratio {
  return name in RATIOS
}

/** Works out the two sums of such a figure, over the weeks that report both: cents, trips, minutes or metres. */
export function ratioOf(name: Ratio, weeks: readonly ReportedWeek[], of: Platform | 'all' = 'all'): Pair {
  const [amount, over, platforms] = RATIOS[name]
  return pairs(platformsOf(weeks, of)[platforms], amount, over)
}

function sumShares(shares: readonly (Share | null)[]): Share | null {
  return shares.reduce<Share | null>((soFar, share) => {
    if (share === null) return soFar
    return soFar === null ? share : { total: soFar.total + share.total, weight: soFar.weight + share.weight }
  }, null)
}

function mean(of: Share | null): number | null {
  return of === null ? null : fraction(cents(of.total), 1, of.weight)
}

type Amount = 'received' | 'trips' | 'onlineMinutes' | 'onTripMinutes' | 'metres'

export type Pair = { amount: number; over: number }

/** Sums both amounts over the weeks that report both. */
function pairs(weeks: readonly PlatformWeek[], amount: Amount, over: Amount): Pair {
  return weeks.reduce<Pair>(
    (soFar, week) => {
      const [one, other] = [week[amount], week[over]]
      return one === null || other === null ? soFar : { amount: soFar.amount + one, over: soFar.over + other }
    },
    { amount: 0, over: 0 },
  )
}

/** Divides `amount × times` by `over`, rounded to the unit where all money is; `null` over 0. */
function rate({ amount, over }: Pair, times: number): number | null {
  return over > 0 ? fraction(cents(amount), times, over) : null
}

/** Sums the known values; `null` where none is known. */
function total(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((soFar, value) => (value === null ? soFar : (soFar ?? 0) + value), null)
}

type PeriodOfFigures = 'week' | 'month' | 'quarter' | 'year'

/** Weeks whose figures are shown together: one week, or those that end in a month, a quarter or a year. */
export type FiguresPeriod = { kind: PeriodOfFigures; name: string; weeks: readonly Week[] }

export function periodOfWeek(week: Week): FiguresPeriod {
  return { kind: 'week', name: weekName(week), weeks: [week] }
}

export function periodOfMonth(month: Month): FiguresPeriod {
  return { kind: 'month', name: month, weeks: weeksOfMonth(month) }
}

/** Answers the period of a kind in which a week counts: the month, quarter or year of its Sunday. */
export function periodAround(kind: PeriodOfFigures, week: Week): FiguresPeriod {
  if (kind === 'week') return periodOfWeek(week)
  return monthsOf(kind, monthOfWeek(week))
}

/** Answers the month, quarter or year that a month is in. */
function monthsOf(kind: Exclude<PeriodOfFigures, 'week'>, month: Month): FiguresPeriod {
  if (kind === 'month') return periodOfMonth(month)
  const { first } = daysOfMonth(month)
  const count = MONTHS_OF[kind]
  const begins = first.with({ month: first.month - ((first.month - 1) % count) })
  const months = Array.from({ length: count }, (_, at) => monthOf(begins.add({ months: at })))
  const name = kind === 'year' ? `${first.year}` : `${first.year}-Q${Math.ceil(first.month / count)}`
  return { kind, name, weeks: months.flatMap(weeksOfMonth) }
}

const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const

/** Reads `2026-W47`, `2026-11`, `2026-Q4` or `2026`. Refuses any other text as `readWeek` and `readMonth` do. */
export function readFiguresPeriod(text: string): FiguresPeriod {
  if (/^\d{4}-\d{2}$/.test(text)) return periodOfMonth(readMonth(text))
  if (/^\d{4}$/.test(text)) return monthsOf('year', readMonth(`${text}-01`))
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? []
  if (year && quarter) return monthsOf('quarter', readMonth(`${year}-${String(Number(quarter) * 3).padStart(2, '0')}`))
  return periodOfWeek(readWeek(text))
}

/** Answers the period before or after, of the same kind. */
export function adjacentPeriod({ kind, name, weeks }: FiguresPeriod, side: 'before' | 'after'): FiguresPeriod {
  const week = weeks[0] ?? readWeek(name)
  if (kind === 'week') return periodOfWeek(side === 'before' ? previousWeek(week) : nextWeek(week))
  const { first } = daysOfMonth(monthOfWeek(week))
  const months = MONTHS_OF[kind]
  return monthsOf(kind, monthOf(side === 'before' ? first.subtract({ months }) : first.add({ months })))
}
