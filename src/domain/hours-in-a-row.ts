/** Seconds online on a day in Lisbon, by the hour that the clock shows: 24 of them, from midnight. */
export type HoursOfDay = { day: string; seconds: readonly number[] }

/** A day: the time online, and the most in any 24 consecutive hours that end on it. Seconds. */
export type DayOnline = { day: string; seconds: number; most: number }

/**
 * Most seconds that somebody may drive in any 24 hours, on all platforms together (Lei n.º 45/2018, art. 13.º; the law
 * does not say which time counts: `money-and-papers.md` 4).
 */
export const MAX_IN_24_HOURS = 10 * 3_600

/**
 * Works out each day from the first to the last, also the days between without a report. The 24 hours run from full
 * hour to full hour: between two of them the true figure may be higher, never lower. The hour that comes twice in
 * autumn counts as one.
 */
export function hoursInARow(hoursByDay: readonly HoursOfDay[]): DayOnline[] {
  const known = new Map(hoursByDay.map(({ day, seconds }) => [day, seconds]))
  const days = [...known.keys()].toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const found: DayOnline[] = []
  let before: readonly number[] = NOTHING
  for (let day = Temporal.PlainDate.from(first); day.toString() <= last; day = day.add({ days: 1 })) {
    const secondsOfDay = known.get(day.toString()) ?? NOTHING
    const both = [...before, ...secondsOfDay]
    const windows = Array.from({ length: 24 }, (_, hour) => sumOf(both.slice(hour + 1, hour + 25)))
    found.push({ day: day.toString(), seconds: sumOf(secondsOfDay), most: Math.max(...windows) })
    before = secondsOfDay
  }
  return found
}

const NOTHING: readonly number[] = Array.from({ length: 24 }, () => 0)

function sumOf(seconds: readonly number[]): number {
  return seconds.reduce((total, each) => total + each, 0)
}
