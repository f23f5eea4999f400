import { firstOf } from './certain.ts'
import { median } from './median.ts'
import { type Cents, sum } from './money.ts'
import type { Week } from './week.ts'

/**
 * What is out of the ordinary in a driver's week, against the driver's own weeks before. It informs: nothing of it changes
 * an amount or holds anything up. Thresholds are ours, but for −40 %, which was asked for; each says why.
 */
export const ANOMALY_KINDS = [
  'two-drivers',
  'double-toll',
  'silent-platform',
  'first-negative',
  'income-drop',
  'income-rise',
  'no-energy',
  'high-consumption',
] as const
export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

/** Questions that only inform: they are no anomaly and may be right as they are. Their answers are kept like those of anomalies. */
export const INFO_KINDS = ['negative', 'no-reading', 'no-car', 'no-trips'] as const
export type InfoKind = (typeof INFO_KINDS)[number]

/** The key under which the answer of such a question is kept: with another figure, or another car, it is asked again. */
export function answerKeyOf(kind: InfoKind, driverId: string, week: Week, bucket: string): string {
  return [kind, driverId, week, bucket].join(':')
}

/** How far back a week is compared. */
export const WEEKS_COMPARED = 8

/** With fewer worked weeks than these nothing is usual yet. */
const ENOUGH_WEEKS = 3

/** Income this far from the median of the worked weeks, in basis points: 40 % less, or half as much again. */
const DROP = -4_000
const RISE = 5_000

/** A platform or a fuel pump is usual when it is in three of four worked weeks: one week of holiday or repair is no habit. */
const USUAL_SHARE = 0.75

/** The same point again so soon, for the same amount: nobody turns round on a motorway and is back in ten minutes. */
const DOUBLE_TOLL_MINUTES = 10

/** Litres per 100 km: twice what the cars of such fleets use by WLTP (4.5 to 7), so somebody else's tank or a wrong reading. */
const HIGH_LITRES = 15

/** Below it the litres of one tank say nothing about the road. */
const ENOUGH_KM = 200

export type Platform = 'uber' | 'bolt'

/** A week that is behind, as its statement has it. Cents; `energy` is what was spent on fuel and charging, ≥ 0. */
export type PastWeek = {
  week: Week
  earnings: Cents
  net: Cents
  platforms: ReadonlySet<Platform>
  energy: Cents
}

/** A passage: the car, the point in the road's own words, the moment, and what it cost (≥ 0). */
export type TollPassage = { row: string; plate: string; place: string; at: Temporal.Instant; amount: Cents }

/** A filling whose receipt carries the odometer. */
export type Filling = { at: Temporal.Instant; plate: string; km: number; centilitres: number }

/** A movement whose card or device names one driver and whose plate was with another at that minute. */
export type SharedCar = { row: string; plate: string; other: string; amount: Cents }

/** One driver's week as it stands. */
export type DriverWeekSeen = {
  driverId: string
  week: Week
  earnings: Cents
  net: Cents
  /** Platforms with rows of the driver. */
  platforms: ReadonlySet<Platform>
  /** Platforms that know the driver and whose file is here: only of these is silence a fact. */
  expected: ReadonlySet<Platform>
  /** Whether all files of income are here: half a week says nothing about income. */
  isIncomeWhole: boolean
  /** Spent on fuel and charging, ≥ 0; `null` while no file of them is here. */
  energy: Cents | null
  tolls: readonly TollPassage[]
  fillings: readonly Filling[]
  shared: readonly SharedCar[]
  /** The weeks before, in any order; those beyond `WEEKS_COMPARED` are the caller's to leave out. */
  past: readonly PastWeek[]
}

type Figures =
  | { kind: 'two-drivers'; plate: string; other: string; count: number; total: Cents; rows: readonly string[] }
  | {
      kind: 'double-toll'
      plate: string
      place: string
      at: Temporal.Instant
      minutes: number
      amount: Cents
      rows: readonly string[]
    }
  | { kind: 'silent-platform'; platform: Platform; weeks: number }
  | { kind: 'first-negative'; net: Cents; weeks: number }
  | { kind: 'income-drop' | 'income-rise'; earnings: Cents; median: Cents; deviation: number; weeks: number }
  | { kind: 'no-energy'; median: Cents; weeks: number }
  | { kind: 'high-consumption'; plate: string; litres: number; km: number; per100: number }

/**
 * One thing out of the ordinary. `id` is the same whenever the week is worked out again: kind, driver, week and a bucket of
 * its figures, so that an answer holds for as long as what was answered does, and a much worse figure asks again.
 */
export type Anomaly = Figures & { id: string; driverId: string }

/** Everything out of the ordinary in one driver's week, in the order of `ANOMALY_KINDS`; the order of what comes in is of no matter. */
export function findAnomalies(seen: DriverWeekSeen): Anomaly[] {
  const silent = silentPlatforms(seen)
  const found: [Figures, bucket: string][] = [
    ...twoDrivers(seen),
    ...doubleTolls(seen),
    ...silent,
    ...firstNegative(seen),
    // A platform that says nothing explains the income besides: told once.
    ...(silent.length > 0 ? [] : unusualIncome(seen)),
    ...noEnergy(seen),
    ...highConsumption(seen),
  ]
  return found.map(([figures, bucket]) => ({
    ...figures,
    id: [figures.kind, seen.driverId, seen.week, bucket].join(':'),
    driverId: seen.driverId,
  }))
}

/** What an `id` is about; `null` for a text that is none. */
export function readAnomalyId(id: string): { kind: AnomalyKind | InfoKind; driverId: string; week: string } | null {
  const [name, driverId, week, bucket] = id.split(':')
  const kind = [...ANOMALY_KINDS, ...INFO_KINDS].find((known) => known === name)
  return kind && driverId && week && bucket ? { kind, driverId, week } : null
}

/** How far earnings are from the median of the worked weeks, in basis points; `null` while too few were worked. */
export function deviationFromMedian(earnings: Cents, past: readonly Pick<PastWeek, 'earnings'>[]): number | null {
  const worked = past.filter((week) => week.earnings > 0)
  if (worked.length < ENOUGH_WEEKS) return null
  const usual = median(worked.map((week) => week.earnings))
  return Math.round(((earnings - usual) / usual) * 10_000)
}

/** Whether income so far from its median, in basis points, is out of the ordinary. */
export function isUnusualIncome(deviation: number | null): boolean {
  return deviation !== null && (deviation <= DROP || deviation >= RISE)
}

function twoDrivers({ shared }: DriverWeekSeen): [Figures, string][] {
  const pairs = Map.groupBy(shared, ({ plate, other }) => `${plate}-${other}`)
  return [...pairs]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, rows]): [Figures, string] => {
      const { plate, other } = firstOf(rows)
      const total = sum(rows.map(({ amount }) => amount))
      return [
        { kind: 'two-drivers', plate, other, count: rows.length, total, rows: rows.map(({ row }) => row).toSorted() },
        `${pair}-${rows.length}`,
      ]
    })
}

/** Tolls of one car at one point for one amount that come again within minutes, the earliest first. Amounts are cents, ≥ 0. */
export function findDoubleTolls(
  tolls: readonly TollPassage[],
): { first: TollPassage; second: TollPassage; minutes: number }[] {
  const same = Map.groupBy(tolls, ({ plate, place, amount }) => `${plate} ${place} ${amount}`)
  const pairs = [...same.values()].flatMap((passages) => {
    const inOrder = passages.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || (a.row < b.row ? -1 : 1))
    return inOrder.slice(1).flatMap((second, index) => {
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      const first = inOrder[index]!
      const minutes = Math.round((second.at.epochMilliseconds - first.at.epochMilliseconds) / 60_000)
      return minutes <= DOUBLE_TOLL_MINUTES ? [{ first, second, minutes }] : []
    })
  })
  return pairs.toSorted(
    (a, b) => Temporal.Instant.compare(a.first.at, b.first.at) || (a.first.row < b.first.row ? -1 : 1),
  )
}

function doubleTolls({ tolls }: DriverWeekSeen): [Figures, string][] {
  const alike = new Map<string, number>()
  return findDoubleTolls(tolls).map(({ first, second, minutes }): [Figures, string] => {
    const { plate, place, at, amount } = first
    const bucket = [plate, letters(place), at.epochMilliseconds / 60_000, minutes].join('-')
    const before = alike.get(bucket) ?? 0
    alike.set(bucket, before + 1)
    // A third passage of the same minute makes a second pair that reads the same: each is answered by itself.
    const own = before === 0 ? bucket : `${bucket}-${before}`
    return [{ kind: 'double-toll', plate, place, at, minutes, amount, rows: [first.row, second.row] }, own]
  })
}

function silentPlatforms({ platforms, expected, past }: DriverWeekSeen): [Figures, string][] {
  const worked = past.filter((week) => week.platforms.size > 0)
  return (['uber', 'bolt'] as const)
    .filter((platform) => expected.has(platform) && !platforms.has(platform))
    .flatMap((platform): [Figures, string][] => {
      const weeks = worked.filter((week) => week.platforms.has(platform)).length
      // Without a past, that the platform knows the driver by name is all there is to go by.
      const isUsual = worked.length === 0 || weeks >= worked.length * USUAL_SHARE
      return isUsual ? [[{ kind: 'silent-platform', platform, weeks }, platform]] : []
    })
}

function firstNegative({ net, past }: DriverWeekSeen): [Figures, string][] {
  if (net >= 0 || past.length < ENOUGH_WEEKS || past.some((week) => week.net < 0)) return []
  return [[{ kind: 'first-negative', net, weeks: past.length }, String(Math.floor(net / 50_00))]]
}

function unusualIncome({ earnings, past, isIncomeWhole }: DriverWeekSeen): [Figures, string][] {
  const deviation = isIncomeWhole ? deviationFromMedian(earnings, past) : null
  if (deviation === null || !isUnusualIncome(deviation)) return []
  const worked = past.filter((week) => week.earnings > 0).map((week) => week.earnings)
  const kind = deviation < 0 ? 'income-drop' : 'income-rise'
  const figures = { kind, earnings, median: median(worked), deviation, weeks: worked.length } as const
  return [[figures, String(Math.trunc(deviation / 1_000))]]
}

function noEnergy({ earnings, energy, past }: DriverWeekSeen): [Figures, string][] {
  if (energy === null || energy > 0 || earnings <= 0) return []
  const worked = past.filter((week) => week.earnings > 0)
  const filled = worked.filter((week) => week.energy > 0)
  if (worked.length < ENOUGH_WEEKS || filled.length < worked.length * USUAL_SHARE) return []
  return [[{ kind: 'no-energy', median: median(filled.map((week) => week.energy)), weeks: filled.length }, 'none']]
}

/** By car, from the odometer of the first filling to that of the last: the first tank was driven before. */
function highConsumption({ fillings }: DriverWeekSeen): [Figures, string][] {
  const cars = Map.groupBy(fillings, ({ plate }) => plate)
  return [...cars]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([plate, own]): [Figures, string][] => {
      const inOrder = own.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || a.km - b.km)
      const readings = inOrder.map(({ km }) => km)
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
      const rises = readings.every((km, index) => index === 0 || km > readings[index - 1]!)
      const km = rises ? (readings.at(-1) ?? 0) - (readings[0] ?? 0) : 0
      const litres = Math.round(inOrder.slice(1).reduce((all, { centilitres }) => all + centilitres, 0) / 100)
      const per100 = km === 0 ? 0 : Math.round((litres * 1_000) / km) / 10
      if (km < ENOUGH_KM || per100 < HIGH_LITRES) return []
      return [[{ kind: 'high-consumption', plate, litres, km, per100 }, `${plate}-${Math.floor(per100 / 5)}`]]
    })
}

function letters(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}
