import { earningsOf } from './earning.ts'
import { type Cents, cents, fraction, minus, sum } from './money.ts'
import type { Earning } from './settlement-types.ts'
import { type Month, daysOfMonth, monthOf, monthOfWeek, readMonth, weeksOfMonth } from './month.ts'
import { type Week, nextWeek, previousWeek, readWeek, weekName } from './week.ts'

/** What the files of one platform say of a driver's week; `null` where none of them says it, which is never zero. */
export type PlatformWeek = {
  /** What it paid, with the cash in hand, without tolls and expenses given back; in cents. */
  received: Cents | null
  trips: number | null
  /** Minutes ready for trips, those on a trip with them. */
  onlineMinutes: number | null
  onTripMinutes: number | null
}

/** A driver's week as the platforms tell it, and the net of its statements in cents; `null` without one. */
export type ToldWeek = { uber: PlatformWeek; bolt: PlatformWeek; net: Cents | null }

/** What is shown of a driver; the first is what a list is sorted by. */
export const FIGURES = [
  'perHour',
  'perTrip',
  'tripsPerHour',
  'utilisation',
  'trips',
  'minutes',
  'received',
  'net',
] as const
export type FigureName = (typeof FIGURES)[number]

/** Figures of a driver over some weeks; `null` is not measured. */
export type Figures = {
  /** Cents an hour online: Uber's money over Uber's hours. */
  perHour: number | null
  /** Cents a trip: the money of each platform that says its trips, over those trips. */
  perTrip: number | null
  /** Hundredths of a trip an hour online, on Uber. */
  tripsPerHour: number | null
  /** Time on a trip of the time online, on Uber: whole percents, in basis points. */
  utilisation: number | null
  /** Trips of both platforms, as far as they say them. */
  trips: number | null
  /** Minutes online on Uber. */
  minutes: number | null
  /** Cents received from both platforms. */
  received: number | null
  /** Cents that the statements leave. */
  net: number | null
}

export const NOTHING_TOLD: PlatformWeek = { received: null, trips: null, onlineMinutes: null, onTripMinutes: null }

/** What platforms pay in its parts, in cents: payment, cash in hand, and tolls and expenses given back, which are taken off. */
export function receivedParts(earnings: readonly Earning[]): { paid: Cents; cash: Cents; refunds: Cents } {
  return {
    paid: sum(earnings.map(({ payment }) => payment)),
    cash: sum(earnings.map(({ cashKept }) => cashKept)),
    refunds: minus(sum(earnings.flatMap(({ tollRefunds, expenseRefunds }) => [tollRefunds, expenseRefunds]))),
  }
}

/** What a row of a platform's file says of its driver's week. */
export function toldBy(row: Parameters<typeof earningsOf>[0]): PlatformWeek {
  return {
    received: row.kind === 'earning' ? sum(Object.values(receivedParts(earningsOf(row)))) : null,
    trips: row.measures['trips'] ?? null,
    onlineMinutes: row.measures['online_minutes'] ?? null,
    onTripMinutes: row.measures['on_trip_minutes'] ?? null,
  }
}

/** What two files of a platform say of one week, together: `null` adds nothing. */
export function bothTold(one: PlatformWeek, other: PlatformWeek): PlatformWeek {
  const received = [one.received, other.received].filter((amount) => amount !== null)
  return {
    received: received.length === 0 ? null : sum(received),
    trips: total([one.trips, other.trips]),
    onlineMinutes: total([one.onlineMinutes, other.onlineMinutes]),
    onTripMinutes: total([one.onTripMinutes, other.onTripMinutes]),
  }
}

/**
 * The figures of a driver over some weeks. A rate counts only the weeks of which a platform says both of its parts, so that
 * money without hours makes no hour dearer, and hours without money none cheaper. Hours are Uber's alone: those of two
 * platforms may be the same hour, and cannot be added. Each rate is rounded once, from the sums.
 */
export function figuresOf(weeks: readonly ToldWeek[]): Figures {
  const uber = weeks.map((week) => week.uber)
  const both = weeks.flatMap((week) => [week.uber, week.bolt])
  return {
    perHour: rate(pairs(uber, 'received', 'onlineMinutes'), 60),
    perTrip: rate(pairs(both, 'received', 'trips'), 1),
    tripsPerHour: rate(pairs(uber, 'trips', 'onlineMinutes'), 60 * 100),
    utilisation: percent(pairs(uber, 'onTripMinutes', 'onlineMinutes')),
    trips: total(both.map(({ trips }) => trips)),
    minutes: total(uber.map(({ onlineMinutes }) => onlineMinutes)),
    received: total(both.map(({ received }) => received)),
    net: total(weeks.map(({ net }) => net)),
  }
}

type Pair = { amount: number; over: number }

/** What is told of both, summed. */
function pairs(weeks: readonly PlatformWeek[], amount: keyof PlatformWeek, over: keyof PlatformWeek): Pair {
  return weeks.reduce<Pair>(
    (so, week) => {
      const [one, other] = [week[amount], week[over]]
      return one === null || other === null ? so : { amount: so.amount + one, over: so.over + other }
    },
    { amount: 0, over: 0 },
  )
}

/** `amount × times / over`, rounded to the unit where all money is; over nothing there is no rate. */
function rate({ amount, over }: Pair, times: number): number | null {
  return over > 0 ? fraction(cents(amount), times, over) : null
}

function percent(of: Pair): number | null {
  const whole = rate(of, 100)
  return whole === null ? null : whole * 100
}

/** `null` where nothing at all was told. */
function total(told: readonly (number | null)[]): number | null {
  return told.reduce<number | null>((so, one) => (one === null ? so : (so ?? 0) + one), null)
}

export const PERIOD_KINDS = ['week', 'month', 'quarter', 'year'] as const
export type PeriodOfFigures = (typeof PERIOD_KINDS)[number]

/** Weeks whose figures are shown together: one, or those that end in a month, a quarter or a year. */
export type FiguresPeriod = { kind: PeriodOfFigures; name: string; weeks: readonly Week[] }

export function periodOfWeek(week: Week): FiguresPeriod {
  return { kind: 'week', name: weekName(week), weeks: [week] }
}

export function periodOfMonth(month: Month): FiguresPeriod {
  return { kind: 'month', name: month, weeks: weeksOfMonth(month) }
}

/** The period of a kind in which a week counts: a month, quarter or year is that of the week's Sunday. */
export function periodAround(kind: PeriodOfFigures, week: Week): FiguresPeriod {
  if (kind === 'week') return periodOfWeek(week)
  return monthsOf(kind, monthOfWeek(week))
}

/** The month, quarter or year that a month is in. */
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

/** Reads `2026-W47`, `2026-11`, `2026-Q4` or `2026`. Refuses anything else as `readWeek` and `readMonth` do. */
export function readFiguresPeriod(text: string): FiguresPeriod {
  if (/^\d{4}-\d{2}$/.test(text)) return periodOfMonth(readMonth(text))
  if (/^\d{4}$/.test(text)) return monthsOf('year', readMonth(`${text}-01`))
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? []
  if (year && quarter) return monthsOf('quarter', readMonth(`${year}-${String(Number(quarter) * 3).padStart(2, '0')}`))
  return periodOfWeek(readWeek(text))
}

/** The period before, or the one after, of the same kind. */
export function besidePeriod({ kind, name, weeks }: FiguresPeriod, side: 'before' | 'after'): FiguresPeriod {
  const week = weeks[0] ?? readWeek(name)
  if (kind === 'week') return periodOfWeek(side === 'before' ? previousWeek(week) : nextWeek(week))
  const { first } = daysOfMonth(monthOfWeek(week))
  const months = MONTHS_OF[kind]
  return monthsOf(kind, monthOf(side === 'before' ? first.subtract({ months }) : first.add({ months })))
}
