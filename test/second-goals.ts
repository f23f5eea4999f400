/**
 * The second bookkeeper's calculation of what a goal has paid: without the product's code, and in another way. It
 * climbs the levels one unit at a time where the product compares, and recognises a month by its Sundays.
 */
export type RawGoal = {
  of: 'trips' | 'income' | 'minutes'
  monthly: boolean
  /** Each level pays besides those below it. */
  adds: boolean
  /** Pairs of a threshold and what it pays, in no order. */
  levels: readonly (readonly [asked: number, pays: number])[]
  /** Its first week, counted from 0, and its last; `null` for no end. */
  first: number
  last: number | null
}

/** The figures that the files have of one week, counted from 0; `null` where they have none. */
export type RawDone = { at: number; trips: number | null; income: number | null; minutes: number | null }

/**
 * The amounts that should have been paid for one goal, by the last week of each period that was over by the week `by`.
 */
export function earnedGoals(goal: RawGoal, weeks: readonly RawDone[], by: number, monday: string): Map<number, number> {
  const periods = new Map<string, number[]>()
  for (let at = 0; at < by + 6; at++) {
    const name = goal.monthly ? monthOfSunday(monday, at) : String(at)
    periods.set(name, [...(periods.get(name) ?? []), at])
  }
  const first = goal.monthly ? monthOfSunday(monday, 0) : null
  const earned = new Map<number, number>()
  for (const [name, inside] of periods) {
    const end = inside.at(-1)!
    // A month that had begun before the first week of all is not whole.
    const isWhole = name !== first || monthOfSunday(monday, -1) !== first
    if (end > by || !isWhole || inside[0]! < goal.first || (goal.last !== null && end > goal.last)) continue
    let done = 0
    for (const week of weeks) if (inside.includes(week.at)) done += week[goal.of] ?? 0
    let pays = 0
    for (const [asked, worth] of goal.levels.toSorted(([a], [b]) => a - b)) {
      if (done < asked) break
      pays = goal.adds ? pays + worth : worth
    }
    earned.set(end, pays)
  }
  return earned
}

function monthOfSunday(monday: string, after: number): string {
  return new Date(Date.parse(monday) + (after * 7 + 6) * 86_400_000).toISOString().slice(0, 7)
}
