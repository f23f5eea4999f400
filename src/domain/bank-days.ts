import type { BankStatement } from './bank-statement.ts'

/** Why the days of a statement are doubted: the line, its day, and what it goes against. */
export type DayDoubt = { why: 'outside-period' | 'days-turned'; line: number; day: string }

/** A list may name a few days beyond the period it was asked for; a day and month turned round are off by four weeks or more. */
const NEAR_DAYS = 7

/** Rows of a list are in the order in which they were booked, though some banks say the day of the purchase instead. */
const LATE_DAYS = 20

/** Days of this number, on each of which something was booked, and always on the same day of a month. */
const MONTHLY_DAYS = 3

/**
 * The first movement of a bank's list whose day a program probably wrote anew, with the month first: it is outside the
 * list's own period, or the days fit each other only with day and month the other way round. `null` for days that agree.
 * A message (camt) is not written anew by such programs.
 */
export function doubtDays({ bank, period, movements, proof }: BankStatement): DayDoubt | null {
  if (bank === 'camt') return null
  const days = movements.map(({ line, booked, value }) => ({ line, day: read(booked), value: read(value) }))
  const outside = days.find(({ day }) => period !== null && isOutside(day, read(period.from), read(period.to)))
  if (outside) return { why: 'outside-period', line: outside.line, day: outside.day.toString() }
  const turnedRound = (proof === 'balances' ? jumpsBack(days) : null) ?? farFromItsValue(days) ?? alwaysOnOneDay(days)
  return turnedRound && { why: 'days-turned', line: turnedRound.line, day: turnedRound.day.toString() }
}

type Row = { line: number; day: Temporal.PlainDate; value: Temporal.PlainDate }

function isOutside(day: Temporal.PlainDate, from: Temporal.PlainDate, to: Temporal.PlainDate): boolean {
  return daysFrom(day, from) > NEAR_DAYS || daysFrom(to, day) > NEAR_DAYS
}

/** The first row that goes back by weeks against a row before it, if the days are in order once some of them are turned. */
function jumpsBack(rows: readonly Row[]): Row | null {
  const at = rows.findIndex(({ day }, place) => isBefore(day, rows.slice(0, place)))
  if (at < 0) return null
  let last: Temporal.PlainDate | null = null
  for (const { day } of rows) {
    const fits = [day, turned(day) ?? day].filter(
      (candidate) => last === null || daysFrom(candidate, last) <= LATE_DAYS,
    )
    const next = fits.toSorted(Temporal.PlainDate.compare)[0]
    if (next === undefined) return null
    last = last !== null && Temporal.PlainDate.compare(last, next) > 0 ? last : next
  }
  return rows[at] ?? null
}

function isBefore(day: Temporal.PlainDate, rows: readonly Row[]): boolean {
  return rows.some((row) => daysFrom(day, row.day) > LATE_DAYS)
}

/** The first row whose value date is weeks away, and near once both are turned. */
function farFromItsValue(rows: readonly Row[]): Row | null {
  const found = rows.find(({ day, value }) => {
    const [otherDay, otherValue] = [turned(day), turned(value)]
    return (
      Math.abs(daysFrom(day, value)) > LATE_DAYS &&
      otherDay !== null &&
      otherValue !== null &&
      Math.abs(daysFrom(otherDay, otherValue)) <= NEAR_DAYS
    )
  })
  return found ?? null
}

/** The first row of a list whose days are all the same day of different months: with both turned, days of one month. */
function alwaysOnOneDay(rows: readonly Row[]): Row | null {
  const days = new Set(rows.map(({ day }) => day.toString()))
  const numbers = new Set(rows.map(({ day }) => day.day))
  const years = new Set(rows.map(({ day }) => day.year))
  const isOneDay = days.size >= MONTHLY_DAYS && numbers.size === 1 && years.size === 1
  const first = rows.find(({ day }) => turned(day) !== null)
  return isOneDay && first ? first : null
}

/** The day with day and month the other way round; `null` when that is no day, or the same one. */
function turned(day: Temporal.PlainDate): Temporal.PlainDate | null {
  if (day.day > 12 || day.day === day.month) return null
  return Temporal.PlainDate.from({ year: day.year, month: day.day, day: day.month })
}

/** Days from one day until another: negative when the other is earlier. */
function daysFrom(day: Temporal.PlainDate, until: Temporal.PlainDate): number {
  return day.until(until, { largestUnit: 'days' }).days
}

function read(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day)
}
