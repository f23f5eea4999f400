import { expect, test } from 'vitest'
import type { Fix } from './position.ts'
import { type Trip, tripsOf } from './trip.ts'

/** A random generator of our own, so that a failing day can be made again from its number. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const DEGREE = 111_195
/** The true drives, in metres east and north of Lisbon: the test judges by them, and they know nothing of fixes. */
type Truth = { drives: { from: number; to: number; metres: number }[]; fixes: Fix[] }

function aDay(seed: number): Truth {
  const chance = random(seed)
  const between = (least: number, most: number) => least + (most - least) * chance()
  const normal = () => (chance() + chance() + chance() + chance() - 2) * Math.sqrt(3)
  const [fixes, drives]: [Fix[], Truth['drives']] = [[], []]
  let [x, y, now] = [0, 0, Date.UTC(2026, 5, 8, 5)]
  let [driftX, driftY] = [0, 0]
  const every = between(3, 15)
  let next = now
  const drift = (metres: number) => {
    const stays = 0.9
    const fresh = Math.sqrt(1 - stays * stays) * metres
    driftX = driftX * stays + normal() * fresh
    driftY = driftY * stays + normal() * fresh
  }
  const fixAt = (metres: number, aside = 0) => {
    drift(metres)
    const [east, north] = [x + driftX + aside, y + driftY]
    const lat = 38.72 + north / DEGREE
    fixes.push({
      at: Math.round(next),
      lat,
      lon: -9.14 + east / (DEGREE * Math.cos((38.72 * Math.PI) / 180)),
      speed: null,
      course: null,
      accuracy: null,
    })
    next += every * 1_000
    return next
  }
  const addStandstill = (seconds: number, isSilent: boolean) => {
    const until = now + seconds * 1_000
    let awayUntil = 0
    while (next < until) {
      // Now and then the receiver is wrong for half a minute, or leaps by kilometres for one fix.
      if (!isSilent && chance() < 0.004 && next - now > 240_000 && until - next > 240_000) awayUntil = next + 40_000
      if (!isSilent && chance() < 0.002 && every > 2) fixAt(8, 9_000)
      else if (isSilent) next += every * 1_000
      else fixAt(8, next < awayUntil ? 130 : 0)
    }
    now = until
  }
  addStandstill(between(300, 3_000), false)
  for (let drive = 0; drive < 3 + Math.floor(chance() * 9); drive++) {
    const from = now
    const wanted = between(900, 15_000)
    let [metres, heading, speed] = [0, between(0, 2 * Math.PI), between(6, 24)]
    let turnsAt = between(200, 2_000)
    let haltsAt = between(400, 4_000)
    while (metres < wanted) {
      if (metres > turnsAt)
        [heading, speed, turnsAt] = [heading + between(-0.9, 0.9), between(6, 24), metres + between(200, 2_000)]
      if (metres > haltsAt) {
        haltsAt = metres + between(400, 4_000)
        // A traffic light.
        now += between(10, 110) * 1_000
        while (next < now) next = fixAt(5)
      }
      x += Math.cos(heading) * speed
      y += Math.sin(heading) * speed
      metres += speed
      now += 1_000
      if (next <= now) fixAt(5)
    }
    drives.push({ from, to: now, metres })
    // A phone that sleeps during a stop wakes when it is moved.
    const sleeps = chance() < 0.3
    addStandstill(between(260, 5_000), sleeps)
    if (sleeps) next = now
  }
  addStandstill(400, false)
  return { drives, fixes }
}

function shuffled<One>(list: readonly One[], chance: () => number): One[] {
  return list
    .map((one) => ({ one, by: chance() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one)
}

/** Whether the trips found match what was driven. */
function isFound({ drives }: Truth, trips: readonly Trip[]): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) < 180_000
  return (
    trips.length === drives.length &&
    drives.every(({ from, to, metres }, at) => {
      const trip = trips[at]!
      const isLong = Math.abs(trip.metres - metres) < 300 + metres * 0.02
      return isNear(trip.from, from) && isNear(trip.to, to) && isLong
    })
  )
}

test('a thousand days with drift have the trips that were driven, and their metres, in whatever order the fixes came', () => {
  let [found, driven] = [0, 0]
  const wrong: number[] = []
  for (let seed = 1; seed <= 1_000; seed++) {
    const truth = aDay(seed)
    const chance = random(seed)
    const again = truth.fixes.filter(() => chance() < 0.05)
    const day = tripsOf(shuffled([...truth.fixes, ...again], chance))
    if (!isFound(truth, day.trips)) wrong.push(seed)
    found += day.metres
    driven += truth.drives.reduce((sum, { metres }) => sum + metres, 0)
  }
  expect(wrong).toEqual([])
  expect(Math.abs(found / driven - 1)).toBeLessThan(0.01)
})

test('the test’s own judge of trips refuses the trips of another day', () => {
  expect(isFound(aDay(1), tripsOf(aDay(2).fixes).trips)).toBe(false)
})

const fix = (minutes: number, north: number): Fix => ({
  at: minutes * 60_000,
  lat: 38.72 + north / DEGREE,
  lon: -9.14,
  speed: null,
  course: null,
  accuracy: null,
})

test('a light is no stop, three minutes are one, and a yard is no trip', () => {
  const drive = (from: number, minute: number) =>
    Array.from({ length: 9 }, (_, at) => fix(minute + at / 4, from + at * 200))
  const light = [...drive(0, 0), ...drive(1_600, 4.5)]
  expect(tripsOf(light)).toMatchObject({ trips: [{ metres: 3_200 }], stops: [] })
  const stop = [...drive(0, 0), ...drive(1_600, 5.5)]
  expect(tripsOf(stop)).toMatchObject({
    trips: [{ metres: 1_600 }, { metres: 1_600 }],
    stops: [{ from: 120_000, to: 330_000 }],
  })
  const yard = [fix(0, 0), fix(4, 0), fix(5, 150), fix(9, 150), fix(10, 0), fix(20, 0)]
  expect(tripsOf(yard)).toMatchObject({ trips: [], stops: [{ from: 0, to: 1_200_000 }] })
})

test('an hour without a fix is no trip, and what lies between is said', () => {
  const day = tripsOf([fix(0, 0), fix(1, 600), fix(2, 1_200), fix(90, 40_000), fix(91, 40_600)])
  expect(day).toMatchObject({
    trips: [{ metres: 1_200 }, { metres: 600 }],
    metres: 1_800,
    unseen: expect.closeTo(38_800, -2),
  })
})

test('without fixes, or with a single one, there are no trips', () => {
  expect(tripsOf([])).toEqual({ trips: [], stops: [], metres: 0, unseen: 0 })
  expect(tripsOf([fix(0, 0)])).toEqual({ trips: [], stops: [], metres: 0, unseen: 0 })
})
