import { expect, test } from 'vitest'
import {
  type Label,
  type Obstacle,
  type PlacedLabel,
  NARROW,
  WIDE,
  boxOf,
  boxesOverlap,
  placeLabels,
} from './labels.ts'

const HEIGHT = 160
/** The same pseudo-random numbers every time, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

function pictureOf(seed: number): { labels: Label[]; obstacles: Obstacle[] } {
  const chance = numbers(seed)
  const next = () => chance.next().value
  const points = Array.from({ length: 2 + Math.floor(next() * 24) }, (_, index, of = 25) => ({
    at: (index * 96) / of + 2,
    y: 20 + next() * 120,
  }))
  return {
    labels: points.map(({ at, y }, index) => ({
      key: String(index),
      at,
      y,
      lines: ['1.234,56 €', 'Oksana Melnyk'].slice(0, 1 + Math.floor(next() * 2)),
      ...(next() < 0.5 ? { short: ['1.234'] } : {}),
    })),
    obstacles: points.slice(1).map((to, index) => ({ kind: 'line', from: points[index] ?? to, to })),
  }
}

test('words never lie over other words nor leave the picture, at the width of a phone and at every greater one', () => {
  let count = 0
  for (let seed = 1; seed <= 400; seed++) {
    const { labels, obstacles } = pictureOf(seed)
    const placed = placeLabels(labels, obstacles, { height: HEIGHT })
    count += placed.length
    for (const width of [NARROW, 300, 480, WIDE, 1_100]) {
      const seen = placed.filter(({ shown }) => shown === 'always' || (shown === 'wide') === width >= WIDE)
      const boxes = seen.map((one: PlacedLabel) => boxOf(one, one.top, one.anchor, width))
      const over = boxes.flatMap((box, index) => boxes.slice(index + 1).filter((other) => boxesOverlap(box, other)))
      expect(over, `seed ${seed} at ${width}`).toEqual([])
      expect(
        boxes.filter(
          ({ left, right, top, bottom }) => left < -0.01 || right > width + 0.01 || top < 0 || bottom > HEIGHT,
        ),
      ).toEqual([])
    }
  }
  expect(count).toBeGreaterThan(800)
})

test('the words of most weight come first, and what has room beside them on a wide picture alone is shown there', () => {
  const label = (key: string, at: number): Label => ({ key, at, y: 80, lines: ['1.234,56 €'] })
  const placed = placeLabels([label('last', 98), label('close', 80)], [], { height: 110 })
  expect(placed.map(({ key, shown }) => [key, shown])).toEqual([
    ['last', 'always'],
    ['close', 'always'],
  ])
  const tight = placeLabels([label('last', 98), label('close', 80)], [], { height: 90 })
  expect(tight.map(({ key, shown }) => [key, shown])).toEqual([
    ['last', 'always'],
    ['close', 'wide'],
  ])
})

test('words stand clear of the bars beside their own', () => {
  const bar: Obstacle = { kind: 'box', from: 40, to: 60, top: 30, bottom: 100 }
  const [placed] = placeLabels([{ key: 'low', at: 50, y: 80, lines: ['12 €'], offsets: [-6, -30, -56] }], [bar], {
    height: 100,
  })
  expect(placed?.top).toBe(24)
})
