import { firstOf } from './certain.ts'
import { median } from './median.ts'
import { type Cents, sum } from './money.ts'
import type { Week } from './week.ts'

/**
 * Kinds of anomaly: figures out of the ordinary in a driver's week, compared with the driver's own earlier weeks. They
 * only inform: they change no amount and block nothing. The thresholds are ours, except for −40 %, which was asked for;
 * each says why.
 */
export const ANOMALY_KINDS = [
  'two-drivers',
  'in-workshop',
  'double-toll',
  'silent-platform',
  'first-negative',
  'income-drop',
  'income-rise',
  'no-energy',
  'high-consumption',
] as const
export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

/**
 * Questions that only inform: they are no anomalies, and the week may be right as it is. Their answers are kept like
 * those of anomalies.
 */
export const INFO_KINDS = ['negative', 'no-reading', 'no-car', 'no-trips'] as const
export type InfoKind = (typeof INFO_KINDS)[number]

/** Makes the key under which the answer to such a question is kept: with another figure, or another car, it is asked again. */
export function answerKeyOf(kind: InfoKind, driverId: string, week: Week, bucket: string): string {
  return [kind, driverId, week, bucket].join(':')
}

/** Number of earlier weeks that a week is compared with. */
export const WEEKS_COMPARED = 8

/** Worked weeks that are needed before anything counts as usual. */
const ENOUGH_WEEKS = 3

/** Unusual differences of income from the median of the worked weeks, in basis points: 40 % less, or 50 % more. */
const DROP = -4_000
const RISE = 5_000

/** Share of the worked weeks in which a platform or fuel must appear to be usual: one week of holiday or repair must not end a habit. */
const USUAL_SHARE = 0.75

/**
 * Minutes within which a second toll at the same point for the same amount is suspicious: nobody turns round on a
 * motorway and is back in ten minutes.
 */
const DOUBLE_TOLL_MINUTES = 10

/**
 * Suspicious consumption in litres per 100 km: twice the WLTP figure of such cars (4.5 to 7), so fuel for another car
 * or a wrong reading.
 */
const HIGH_LITRES = 15

/** Kilometres below which the litres of one tank say nothing about consumption. */
const ENOUGH_KM = 200

export type Platform = 'uber' | 'bolt'

/** An earlier week, as its statement has it. Cents; `energy` is the cost of fuel and charging, ≥ 0. */
export type PastWeek = {
  week: Week
  earnings: Cents
  net: Cents
  platforms: ReadonlySet<Platform>
  energy: Cents
}

/** A toll passage: the car, the toll point as the file names it, the moment, and the price (≥ 0). */
export type TollPassage = { row: string; plate: string; place: string; at: Temporal.Instant; amount: Cents }

/** A filling whose receipt has the odometer reading. */
export type Filling = { at: Temporal.Instant; plate: string; km: number; centilitres: number }

/** A movement whose card or device belongs to one driver while another had the car at that minute. */
export type SharedCar = { row: string; plate: string; other: string; amount: Cents }

/** A movement of a car on a day on which it stood in a workshop. */
export type WorkshopMovement = { row: string; plate: string; amount: Cents }

/** Current facts of one driver's week. */
export type DriverWeekSeen = {
  driverId: string
  week: Week
  earnings: Cents
  net: Cents
  /** Platforms that have rows of the driver. */
  platforms: ReadonlySet<Platform>
  /** Platforms that know the driver and whose file is here: only for these does it mean something that the driver is missing. */
  expected: ReadonlySet<Platform>
  /** Whether all files of income are here: without them the income is not compared. */
  isIncomeWhole: boolean
  /** Cost of fuel and charging, ≥ 0; `null` while no file of them is here. */
  energy: Cents | null
  tolls: readonly TollPassage[]
  fillings: readonly Filling[]
  shared: readonly SharedCar[]
  inWorkshop: readonly WorkshopMovement[]
  /** Earlier weeks, in any order; the caller leaves out those beyond `WEEKS_COMPARED`. */
  past: readonly PastWeek[]
}

type Figures =
  | { kind: 'two-drivers'; plate: string; other: string; count: number; total: Cents; rows: readonly string[] }
  | { kind: 'in-workshop'; plate: string; count: number; total: Cents; rows: readonly string[] }
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
 * One anomaly. `id` is the same whenever the week is worked out again: it is made of kind, driver, week and a bucket of
 * the figures. An answer therefore stays as long as its question does, and a much worse figure asks again.
 */
export type Anomaly = Figures & { id: string; driverId: string }

/** Finds all anomalies of one driver's week, in the order of `ANOMALY_KINDS`; the order of the input does not matter. */
export function findAnomalies(facts: DriverWeekSeen): Anomaly[] {
  const silent = silentPlatforms(facts)
  const found: [Figures, bucket: string][] = [
    ...twoDrivers(facts),
    ...inWorkshop(facts),
    ...doubleTolls(facts),
    ...silent,
    ...firstNegative(facts),
    // A missing platform explains unusual income too: report only that.
    ...(silent.length > 0 ? [] : unusualIncome(facts)),
    ...noEnergy(facts),
    ...highConsumption(facts),
  ]
  return found.map(([figures, bucket]) => ({
    ...figures,
    id: [figures.kind, facts.driverId, facts.week, bucket].join(':'),
    driverId: facts.driverId,
  }))
}

/** Reads kind, driver and week from an `id`; `null` for a text that is none. */
export function readAnomalyId(id: string): { kind: AnomalyKind | InfoKind; driverId: string; week: string } | null {
  const [name, driverId, week, bucket] = id.split(':')
  const kind = [...ANOMALY_KINDS, ...INFO_KINDS].find((known) => known === name)
  return kind && driverId && week && bucket ? { kind, driverId, week } : null
}

/** Works out how far earnings are from the median of the worked weeks, in basis points; `null` while too few were worked. */
export function deviationFromMedian(earnings: Cents, past: readonly Pick<PastWeek, 'earnings'>[]): number | null {
  const worked = past.filter((week) => week.earnings > 0)
  if (worked.length < ENOUGH_WEEKS) return null
  const usual = median(worked.map((week) => week.earnings))
  return Math.round(((earnings - usual) / usual) * 10_000)
}

/** Whether income that differs this much from its median, in basis points, is out of the ordinary. */
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

function inWorkshop({ inWorkshop: moved }: DriverWeekSeen): [Figures, string][] {
  return [...Map.groupBy(moved, ({ plate }) => plate)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([plate, rows]): [Figures, string] => {
      const total = sum(rows.map(({ amount }) => amount))
      return [
        { kind: 'in-workshop', plate, count: rows.length, total, rows: rows.map(({ row }) => row).toSorted() },
        `${plate}-${rows.length}`,
      ]
    })
}

/** Finds tolls of one car at one point for one amount that repeat within minutes, the earliest first. Amounts are cents, ≥ 0. */
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
  const countsByBucket = new Map<string, number>()
  return findDoubleTolls(tolls).map(({ first, second, minutes }): [Figures, string] => {
    const { plate, place, at, amount } = first
    const bucket = [plate, lettersOf(place), at.epochMilliseconds / 60_000, minutes].join('-')
    const before = countsByBucket.get(bucket) ?? 0
    countsByBucket.set(bucket, before + 1)
    // A third passage in the same minute makes a second pair with the same key: number them, so that each is answered
    // by itself.
    const numberedBucket = before === 0 ? bucket : `${bucket}-${before}`
    return [{ kind: 'double-toll', plate, place, at, minutes, amount, rows: [first.row, second.row] }, numberedBucket]
  })
}

function silentPlatforms({ platforms, expected, past }: DriverWeekSeen): [Figures, string][] {
  const worked = past.filter((week) => week.platforms.size > 0)
  return (['uber', 'bolt'] as const)
    .filter((platform) => expected.has(platform) && !platforms.has(platform))
    .flatMap((platform): [Figures, string][] => {
      const weeks = worked.filter((week) => week.platforms.has(platform)).length
      // Without earlier weeks, the only sign is that the platform knows the driver by name.
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

/** Works out consumption by car, from the odometer of the first filling to that of the last: the first tank was used before that. */
function highConsumption({ fillings }: DriverWeekSeen): [Figures, string][] {
  const cars = Map.groupBy(fillings, ({ plate }) => plate)
  return [...cars]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([plate, fillingsOfCar]): [Figures, string][] => {
      const inOrder = fillingsOfCar.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || a.km - b.km)
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

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}
