/** A trip in a platform's list: the driver by the platform's identifier, and the time in which the car was driven. */
export type Trip = { driver: string; from: Temporal.Instant; to: Temporal.Instant }

/** A time in which all trips of a car are one driver's: from the request of the first to the end of the last. */
export type Drive = { driver: string; from: Temporal.Instant; to: Temporal.Instant }

/** Result for a car's trips: who drove it when, or that two drove it at one time (`at` is a moment of both). */
export type Driven =
  | { is: 'clear'; drives: readonly Drive[] }
  | { is: 'contradicted'; drivers: readonly [string, string]; at: Temporal.Instant }

/**
 * Finds who drove a car when, from its trips, in order of time; `null` without trips. If a driver drives again after
 * another, that is a separate time. Cancelled trips are left out.
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

/** A time in which a driver has a car, `[from, to)`; `null` has no end yet. */
export type HeldTime = { driver: string; from: Temporal.Instant; to: Temporal.Instant | null }

/**
 * Proposes the times in which a car was held. The first driver has it from `since` on (before the first trip there was
 * nobody else), the last one keeps it, and between two drivers nobody has it from the last trip of one to the first of
 * the other: movements that fall there are asked.
 */
export function heldTimes(drives: readonly Drive[], since: Temporal.Instant): HeldTime[] {
  return drives.map(({ driver, from, to }, at) => ({
    driver,
    from: at === 0 && Temporal.Instant.compare(since, from) < 0 ? since : from,
    to: at === drives.length - 1 ? null : to,
  }))
}
