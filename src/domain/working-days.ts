import { easterSunday } from './target-day.ts'

/**
 * Whether a day is a working day in mainland Portugal: neither Saturday, Sunday nor national holiday. A municipal
 * holiday is a working day everywhere else, so it counts as one here too.
 */
export function isWorkingDay(day: Temporal.PlainDate): boolean {
  return day.dayOfWeek <= 5 && !isNationalHoliday(day)
}

/** National holidays on fixed days, of the thirteen in article 234.º of the Código do Trabalho; Easter itself is a Sunday. */
const EVERY_YEAR = new Set(['01-01', '04-25', '05-01', '06-10', '08-15', '10-05', '11-01', '12-01', '12-08', '12-25'])
const GOOD_FRIDAY = -2
const CORPUS_CHRISTI = 60

function isNationalHoliday(day: Temporal.PlainDate): boolean {
  if (EVERY_YEAR.has(day.toString().slice(5))) return true
  // Good Friday is in March or April, Corpus Christi in May or June: for other months Easter need not be computed.
  if (day.month < 3 || day.month > 6) return false
  const fromEaster = easterSunday(day.year).until(day, { largestUnit: 'days' }).days
  return fromEaster === GOOD_FRIDAY || fromEaster === CORPUS_CHRISTI
}

/** Answers the last of a number of working days after a day, which itself does not count. */
export function workingDaysAfter(day: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let last = day
  for (let left = count; left > 0;) {
    last = last.add({ days: 1 })
    if (isWorkingDay(last)) left -= 1
  }
  return last
}

/** Counts the working days from the one after `today` to `last`; 0 on that very day, and negative when it is over. */
export function workingDaysLeft(today: Temporal.PlainDate, last: Temporal.PlainDate): number {
  const isOver = Temporal.PlainDate.compare(today, last) > 0
  const [from, to] = isOver ? [last, today] : [today, last]
  let count = 0
  for (let day = from.add({ days: 1 }); Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 }))
    if (isWorkingDay(day)) count += 1
  // The Saturday right after the last day is late too, although no working day has passed.
  return isOver ? -Math.max(count, 1) : count
}
