import { type Week, monday, nextWeek } from './week.ts'

/**
 * Whether a SEPA transfer can settle on a day, by the calendar of TARGET, the euro's settlement system (European
 * Central Bank): never on Saturdays, Sundays, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December.
 * Portuguese holidays do not close it.
 */
export function isTargetDay(day: Temporal.PlainDate): boolean {
  if (day.dayOfWeek > 5) return false
  if (CLOSED_EVERY_YEAR.has(day.toString().slice(5))) return false
  const easter = easterSunday(day.year)
  return !day.equals(easter.subtract({ days: 2 })) && !day.equals(easter.add({ days: 1 }))
}

const CLOSED_EVERY_YEAR = new Set(['01-01', '05-01', '12-25', '12-26'])

/** Answers the first TARGET day from this day on. */
export function targetDayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  let found = day
  while (!isTargetDay(found)) found = found.add({ days: 1 })
  return found
}

/**
 * Answers the execution day of a bank file where nobody chose one: the first TARGET day on or after the company's next
 * pay day, which may be today. `payDay` is the ISO day of the week, 1 Monday to 7 Sunday; anything else throws
 * `RangeError`.
 */
export function executionDay(today: Temporal.PlainDate, payDay: number): Temporal.PlainDate {
  if (!Number.isInteger(payDay) || payDay < 1 || payDay > 7) throw new RangeError(`${payDay} is not a day of the week`)
  return targetDayFrom(today.add({ days: (payDay - today.dayOfWeek + 7) % 7 }))
}

/**
 * Answers the execution day that a week can expect, if it is approved as soon as it may be: its bank file is made today or, for
 * a week that is not over, on the Monday after it.
 */
export function expectedExecutionDay(week: Week, today: Temporal.PlainDate, payDay: number): Temporal.PlainDate {
  const first = monday(nextWeek(week))
  return executionDay(Temporal.PlainDate.compare(first, today) > 0 ? first : today, payDay)
}

/** Computes Easter Sunday of a Gregorian year (the anonymous computus of 1876, as in Meeus). */
export function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leapCorrection = century - Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + leapCorrection - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const fromMarch = epact + weekday - 7 * late + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(fromMarch / 31), day: (fromMarch % 31) + 1 })
}
