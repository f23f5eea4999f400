import { expect, test } from 'vitest'
import { chooseNext, groupBySquare, pixelsOfKilometre, positionBetween, squareAt, worldPoint } from './placing.ts'

test('a place lies on the map of the world where Mercator puts it', () => {
  expect(worldPoint({ lat: 0, lon: 0 }, 0)).toEqual({ x: 256, y: 256 })
  const { x, y } = worldPoint({ lat: 85.051_128_78, lon: 180 }, 3)
  expect(x).toBe(4_096)
  expect(y).toBeCloseTo(0, 3)
  // Lisbon, zoom 10: tile 486/392 of 256 pixels, as every map of the world cuts it.
  const lisbon = worldPoint({ lat: 38.7167, lon: -9.1333 }, 9)
  expect([Math.floor(lisbon.x / 256), Math.floor(lisbon.y / 256)]).toEqual([486, 392])
})

test('a kilometre is as long on the map as two places that lie so far apart', () => {
  const [here, north] = [
    worldPoint({ lat: 38.7, lon: -9.1 }, 12),
    worldPoint({ lat: 38.7 + 1 / 111.32, lon: -9.1 }, 12),
  ]
  expect(here.y - north.y).toBeCloseTo(pixelsOfKilometre(38.7, 12), 0)
})

test('what lies in one square is one, in its middle, and stays so while the map is moved', () => {
  const all = [
    { x: 10, y: 10, mark: 'a' },
    { x: 20, y: 30, mark: 'b' },
    { x: 90, y: 10, mark: 'c' },
  ]
  const found = groupBySquare(all, 46, { x: 0, y: 0 })
  expect(found).toEqual([
    { x: 15, y: 20, members: ['a', 'b'] },
    { x: 90, y: 10, members: ['c'] },
  ])
  const moved = groupBySquare(
    all.map((placed) => ({ ...placed, x: placed.x - 7, y: placed.y - 3 })),
    46,
    { x: 7, y: 3 },
  )
  expect(moved.map(({ members }) => members)).toEqual(found.map(({ members }) => members))
})

test('cars whose dots would lie on each other are one dot at every zoom, and the near ones else are not', () => {
  const all = [0, 3, 60].map((x, mark) => ({ x, y: 0, mark }))
  const sizes = (zoom: number) =>
    groupBySquare(all, squareAt(zoom), { x: 0, y: 0 }).map(({ members }) => members.length)
  expect([9, 12, 17].map(sizes)).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ])
  const apart = [0, 20].map((x, mark) => ({ x, y: 0, mark }))
  expect(groupBySquare(apart, squareAt(9), { x: 0, y: 0 })).toHaveLength(1)
  expect(groupBySquare(apart, squareAt(12), { x: 0, y: 0 })).toHaveLength(2)
})

test('of cars at one point each press chooses the next, and after the last the first again', () => {
  const members = ['a', 'b', 'c'].map((id) => ({ id }))
  expect([null, 'a', 'b', 'c', 'd'].map((chosen) => chooseNext(members, chosen)?.id)).toEqual(['a', 'b', 'c', 'a', 'a'])
})

test('a car glides to its next place, and is there at once where it leapt', () => {
  const from = { lat: 38.7, lon: -9.1 }
  const to = { lat: 38.71, lon: -9.12 }
  expect(positionBetween(from, to, 0)).toEqual(from)
  expect(positionBetween(from, to, 0.5)).toEqual({ lat: expect.closeTo(38.705), lon: expect.closeTo(-9.11) })
  expect(positionBetween(from, to, 7)).toEqual({ lat: expect.closeTo(38.71), lon: expect.closeTo(-9.12) })
  expect(positionBetween(from, { lat: 41.1, lon: -8.6 }, 0)).toEqual({
    lat: expect.closeTo(41.1),
    lon: expect.closeTo(-8.6),
  })
})
