/** A trip that a platform lists: the driver by the platform's identifier, and the time in which the car was driven. */
export type Trip = { driver: string; from: Temporal.Instant; to: Temporal.Instant }

/** A time in which all trips of a car are one driver's: from the first one's request to the last one's end. */
export type Drive = { driver: string; from: Temporal.Instant; to: Temporal.Instant }

/** What the trips of a car tell: who drove it when, or that two drove it at one time (`at` is a moment of both). */
export type Driven =
  | { is: 'clear'; drives: readonly Drive[] }
  | { is: 'contradicted'; drivers: readonly [string, string]; at: Temporal.Instant }

/**
 * Who drove a car when, as its trips tell, in the order of time; `null` where there is no trip. Whoever drives again after
 * another is a time of its own. Trips that were cancelled were driven by nobody.
 */
export function drivenBy(trips: readonly Trip[]): Driven | null {
  const driven = trips
    .filter(({ from, to }) => Temporal.Instant.compare(from, to) < 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.from, b.from) || Temporal.Instant.compare(a.to, b.to))
  if (driven.length === 0) return null
  const drives: Drive[] = []
  for (const { driver, from, to } of driven) {
    const last = drives.at(-1)
    if (!last || last.driver !== driver) {
      if (last && Temporal.Instant.compare(from, last.to) < 0)
        return { is: 'contradicted', drivers: [last.driver, driver], at: from }
      drives.push({ driver, from, to })
    } else if (Temporal.Instant.compare(to, last.to) > 0) drives[drives.length - 1] = { ...last, to }
  }
  return { is: 'clear', drives }
}

/** A car's time with a driver, `[from, to)`; `null` has no end yet. */
export type Held = { driver: string; from: Temporal.Instant; to: Temporal.Instant | null }

/**
 * The times a car is proposed to have been held: the first driver has it from `since` on (before the first trip there was
 * nobody else), the last one keeps it, and between two drivers nobody has it from the last trip of one to the first of the
 * other: what falls there is asked.
 */
export function heldTimes(drives: readonly Drive[], since: Temporal.Instant): Held[] {
  return drives.map(({ driver, from, to }, at) => ({
    driver,
    from: at === 0 && Temporal.Instant.compare(since, from) < 0 ? since : from,
    to: at === drives.length - 1 ? null : to,
  }))
}
