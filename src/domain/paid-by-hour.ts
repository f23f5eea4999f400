import { type Cents, fraction, sum } from './money.ts'

/**
 * One hour of the week, summed over some weeks: `day` is 1 on Monday, `hour` what the clock of Lisbon shows, `seconds`
 * online, `paid` in cents.
 */
export type HourOfWeek = { day: number; hour: number; seconds: number; paid: Cents }

/** Least time online, two hours, in an hour of the week over all weeks: a driver with less was there by chance. */
export const ENOUGH_SECONDS = 7_200

/** Number of hours in a row, within a day, that are compared. */
export const HOURS_IN_ROW = 4

/** Works out the cents for an hour online, rounded once; `null` where too little was measured. */
export function paidPerHour(hours: readonly HourOfWeek[], enough = ENOUGH_SECONDS): Cents | null {
  const seconds = hours.reduce((all, hour) => all + hour.seconds, 0)
  return seconds < enough ? null : fraction(sum(hours.map(({ paid }) => paid)), 3_600, seconds)
}

/** Hours in a row on one day of the week; `to` is not included: 18 to 22. */
export type ConsecutiveHours = { day: number; from: number; to: number; perHour: Cents }

/**
 * Finds the four hours in a row that bring most and least for an hour online, each measured long enough; `null` where
 * there are not two to compare. Of two equal ones the earlier counts.
 */
export function bestAndWorst(hours: readonly HourOfWeek[]): { best: ConsecutiveHours; worst: ConsecutiveHours } | null {
  const found = new Map(hours.map((hour) => [`${hour.day} ${hour.hour}`, hour]))
  const rows: ConsecutiveHours[] = []
  for (let day = 1; day <= 7; day++) {
    for (let from = 0; from + HOURS_IN_ROW <= 24; from++) {
      const hoursInRow = Array.from({ length: HOURS_IN_ROW }, (_, after) => found.get(`${day} ${from + after}`))
      if (!hoursInRow.every((hour) => hour !== undefined && hour.seconds >= ENOUGH_SECONDS)) continue
      const perHour = paidPerHour(hoursInRow.filter((hour) => hour !== undefined))
      if (perHour !== null) rows.push({ day, from, to: from + HOURS_IN_ROW, perHour })
    }
  }
  const inOrder = rows.toSorted((a, b) => b.perHour - a.perHour)
  const [best, worst] = [inOrder[0], inOrder.at(-1)]
  return best && worst && best.perHour > worst.perHour ? { best, worst } : null
}
