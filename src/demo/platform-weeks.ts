import type { Week } from '#domain/week.ts'
import type { DemoDriver } from './fleet.ts'
import { seededRandom } from './random.ts'
import { compactWeek } from './written.ts'

export function weekRandom(week: Week): () => number {
  return seededRandom(Number(compactWeek(week)))
}

/** Each driver's income on the platforms, as in the files with amounts. */
export function platformWeeks(week: Week, drivers: Drivers): PlatformWeek[] {
  const random = weekRandom(week)
  return drivers.map((driver) => platformWeek(driver, random))
}

export type Drivers = readonly DemoDriver[]
export type PlatformWeek = { driver: DemoDriver; uber: UberWeek | null; bolt: BoltWeek | null; trips: number }
export type UberWeek = {
  fare: number
  vat: number
  fee: number
  tip: number
  toll: number
  tollTax: number
  cash: number
}
export type BoltWeek = { app: number; cash: number; tip: number; campaign: number; tolls: number; commission: number }

export function platformWeek(driver: DemoDriver, random: () => number): PlatformWeek {
  const swing = 0.86 + random() * 0.28
  const cashShare = driver.cash ? 0.04 + random() * 0.05 : 0
  let uber: UberWeek | null = null
  if (driver.uber) {
    const fare = Math.round(driver.fares.uber * swing)
    const toll = Math.round(200 + random() * 2_400)
    uber = {
      fare,
      vat: Math.round((fare * 6) / 106),
      fee: Math.round(fare * 0.25),
      tip: Math.round(random() * 1_800),
      toll,
      tollTax: Math.round(toll * 0.06),
      cash: Math.round(fare * cashShare),
    }
  }
  let bolt: BoltWeek | null = null
  if (driver.bolt) {
    const gross = Math.round(driver.fares.bolt * swing * (0.9 + random() * 0.2))
    const cash = Math.round(gross * cashShare)
    bolt = {
      app: gross - cash,
      cash,
      tip: Math.round(random() * 700),
      campaign: random() < 0.3 ? 1_000 : 0,
      tolls: Math.round(random() * 900),
      commission: Math.round(gross * 0.2),
    }
  }
  return { driver, uber, bolt, trips: Math.round(((uber?.fare ?? 0) + (bolt?.app ?? 0)) / 900) }
}

/** The number of the driver whom no passenger has rated yet. */
export const UNRATED_DRIVER_NUMBER = 9

export function ratingOf(place: number, random: () => number): string {
  return (4.7 + ((place * 7) % 23) / 100 + random() * 0.06).toFixed(2)
}

export function ownRandom(week: Week, { ref }: DemoDriver, salt: number) {
  const place = Number(ref.slice(1))
  return { place, random: seededRandom(Number(compactWeek(week)) + place * salt) }
}

/** Hours at which each driver begins. Late ones do not work on Sunday, so that no trip ends in the next week. */
export const START_HOURS = [6, 7, 14, 8, 17, 6, 9, 15] as const
