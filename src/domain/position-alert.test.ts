import { expect, test } from 'vitest'
import { type Watched, alarmsOf, isNight } from './position-alert.ts'
import type { Fix } from './position.ts'

const NOON = Temporal.Instant.from('2026-06-09T11:00:00Z').epochMilliseconds
const UNHELD: Watched = { held: [], shifts: [], isInWorkshop: false, tellsUnheld: true, night: null, zones: [] }
const METRE = 1 / 111_195
const LISBOA = { id: 'z', since: 0, shape: 'circle', lat: 38.72, lon: -9.14, radius: 2_000 } as const

const fixAt = (seconds: number, north: number): Fix => ({
  at: NOON + seconds * 1_000,
  lat: 38.72 + north * METRE,
  lon: -9.14,
  speed: null,
  course: null,
  accuracy: null,
})
/** Makes a fix every half minute; `metres` says how far north the car is at each. */
const norths = (...metres: number[]) => metres.map((north, at) => fixAt(at * 30, north))
const standstill = (count: number, north = 0) => Array.from({ length: count }, () => north)
const kinds = (fixes: readonly Fix[], watched: Partial<Watched> = {}) =>
  alarmsOf(fixes, { ...UNHELD, ...watched }).map(({ kind }) => kind)

test('a car that drives away while nobody has it is told once it is certain, and not before', () => {
  const drive = norths(...standstill(10), 300, 700, 1_200, 1_700)
  // One fix elsewhere proves nothing; two do, at a distance that no drift explains.
  expect(kinds(drive.slice(0, 11))).toEqual([])
  expect(kinds(drive.slice(0, 12))).toEqual([])
  expect(kinds(drive.slice(0, 13))).toEqual(['unheld'])
  expect(alarmsOf(drive, UNHELD)).toMatchObject([{ zoneId: null, to: NOON + 13 * 30_000 }])
  expect(kinds(drive.toReversed())).toEqual(['unheld'])
})

test('a short drive that ended elsewhere is told; a receiver that drifts or leaps is not', () => {
  expect(kinds(norths(...standstill(10), 150, 260, ...standstill(10, 260)))).toEqual(['unheld'])
  expect(kinds(norths(...standstill(10), 250, 240, ...standstill(10)))).toEqual([])
  expect(kinds(norths(...standstill(10), 250))).toEqual([])
  expect(kinds(norths(...standstill(10), 90_000, ...standstill(10)))).toEqual([])
  expect(kinds(norths(...standstill(10), 90_000))).toEqual([])
  expect(kinds(norths(...standstill(10), 90_000, 90_010))).toEqual([])
})

test('after a long silence two fixes elsewhere say that somebody moved it, and one does not', () => {
  const gone = [...norths(...standstill(10)), fixAt(30_000, 8_000), fixAt(30_030, 8_010)]
  expect(kinds(gone)).toEqual(['unheld'])
  expect(kinds(gone.slice(0, -1))).toEqual([])
})

test('nobody is told of whoever has the car, of its hand-over, of a workshop, and of what the office does not ask for', () => {
  const drive = norths(...standstill(10), 300, 700, 1_200, 1_700)
  const held = (from: number, to: number) => ({ held: [{ from: NOON + from * 60_000, to: NOON + to * 60_000 }] })
  expect(kinds(drive, held(-60, 60))).toEqual([])
  expect(kinds(drive, held(-60, -5))).toEqual([])
  expect(kinds(drive, held(20, 60))).toEqual([])
  expect(kinds(drive, held(-600, -60))).toEqual(['unheld'])
  expect(kinds(drive, { isInWorkshop: true })).toEqual([])
  expect(kinds(drive, { tellsUnheld: false })).toEqual([])
})

test('a car that moves at night is told, of whoever has it, but in a planned shift', () => {
  const drive = norths(...standstill(10), 300, 700, 1_200, 1_700)
  const all = [{ from: -Infinity, to: Infinity }]
  const night = { from: 11, until: 14 }
  expect(kinds(drive, { held: all, night })).toEqual(['night'])
  expect(kinds(drive, { held: all, shifts: all, night })).toEqual([])
  expect(kinds(drive, { held: all, night: { from: 1, until: 5 } })).toEqual([])
  expect(kinds(drive, { night })).toEqual(['unheld'])
  expect(kinds(drive, { night, tellsUnheld: false })).toEqual(['night'])
  const at = (time: string) => Temporal.Instant.from(`2026-06-09T${time}+01:00`).epochMilliseconds
  const late = { from: 22, until: 5 }
  expect(['21:59', '22:00', '04:59', '05:00'].map((time) => isNight(at(`${time}:00`), late))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a car that leaves its zone is told, whoever has it; one that was never in it, or came in, is not', () => {
  const held = [{ from: -Infinity, to: Infinity }]
  const leaves = norths(0, 1_000, 1_900, 2_040, 2_100, 2_600)
  expect(alarmsOf(leaves, { ...UNHELD, held, zones: [LISBOA] })).toEqual([
    { kind: 'zone', zoneId: 'z', from: NOON + 4 * 30_000, to: NOON + 4 * 30_000 },
  ])
  expect(kinds(leaves, { held })).toEqual([])
  expect(kinds(leaves, { held, zones: [{ ...LISBOA, since: NOON + 100_000 }] })).toEqual([])
  expect(kinds(norths(2_600, 2_300, 1_900, 1_000), { held, zones: [LISBOA] })).toEqual([])
  expect(kinds(norths(1_900, 1_990, 2_060, 1_990, 2_060, 1_990), { held, zones: [LISBOA] })).toEqual([])
})

test('a thousand nights of a car that stands are no alarm, however its receiver drifts', () => {
  let state = 7
  const chance = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32
  const alarms = Array.from({ length: 1_000 }, () => {
    let [drift, away] = [0, 0]
    const fixes = Array.from({ length: 120 }, (_, at) => {
      drift = drift * 0.9 + (chance() + chance() + chance() - 1.5) * 12
      // Now and then the fix is wrong for a minute, as between high walls, or leaps once.
      if (away === 0 && chance() < 0.01) away = 2
      else if (away > 0) away -= 1
      return fixAt(at * 30, chance() < 0.005 ? 40_000 : drift + (away > 0 ? 230 : 0))
    })
    return kinds(fixes, { night: { from: 0, until: 23 } }).length
  })
  expect(alarms.filter((count) => count > 0)).toEqual([])
})
