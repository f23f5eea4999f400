import { expect, test } from 'vitest'
import { metresBetween } from '#domain/position.ts'
import {
  type Drawing,
  type ZoneFields,
  drawingOf,
  edgeOf,
  handlesOf,
  moveHandle,
  afterPress,
  withoutLastPlace,
  typedOf,
} from './zone-drawing.ts'

const LISBON = { lat: 38.7223, lon: -9.1393 }
const typed = (more: Partial<ZoneFields>): ZoneFields => ({
  shape: 'circle',
  middle: '',
  radius: '',
  corners: '',
  ...more,
})

test('what is drawn stands in the fields, and what stands there is drawn', () => {
  const circle = afterPress(drawingOf(typed({}))!, LISBON)
  expect(typedOf(circle)).toEqual({ middle: '38.7223, -9.1393', radius: '500' })
  expect(drawingOf(typed({ ...typedOf(circle) }))).toEqual(circle)
  let polygon = drawingOf(typed({ shape: 'polygon' }))!
  for (const [lat, lon] of [
    [38.7, -9.1],
    [38.8, -9.2],
    [38.6, -9.3],
  ] as const)
    polygon = afterPress(polygon, { lat, lon })
  expect(drawingOf(typed({ shape: 'polygon', ...typedOf(polygon) }))).toEqual(polygon)
})

test('corners that are still too few are drawn as far as they go', () => {
  expect(drawingOf(typed({ shape: 'polygon', corners: '38.7, -9.1\n38.8, -9.1\n' }))).toEqual({
    shape: 'polygon',
    corners: [
      { lat: 38.7, lon: -9.1 },
      { lat: 38.8, lon: -9.1 },
    ],
  })
})

test('what is typed and not understood is not drawn, so that nothing overwrites it', () => {
  expect(drawingOf(typed({ shape: 'polygon', corners: '38.7, -9.1\nRossio' }))).toBeNull()
  expect(drawingOf(typed({ middle: 'Rossio' }))).toBeNull()
  expect(drawingOf(typed({ middle: '38.7, -9.1', radius: '10' }))).toBeNull()
  expect(drawingOf(typed({ middle: '38.7, -9.1', radius: 'muito' }))).toBeNull()
})

test('the edge of a circle is everywhere as far from its middle as its radius says', () => {
  const drawing: Drawing = { shape: 'circle', middle: LISBON, radius: 12_000 }
  for (const place of edgeOf(drawing)) expect(metresBetween(LISBON, place)).toBeCloseTo(12_000, 0)
})

test('pulled at its edge a circle grows to where it was pulled, and at its middle it moves', () => {
  const drawing: Drawing = { shape: 'circle', middle: LISBON, radius: 500 }
  const [, edge] = handlesOf({ ...drawing, radius: 2_340 })
  expect(moveHandle(drawing, 1, edge!)).toEqual({ ...drawing, radius: 2_340 })
  expect(moveHandle(drawing, 1, LISBON)).toEqual({ ...drawing, radius: 50 })
  expect(moveHandle(drawing, 0, edge!)).toEqual({ ...drawing, middle: edge })
})

test('a corner is put on a side that was pressed, moved, and taken back', () => {
  const at = (lon: number) => ({ lat: 38.7, lon })
  const drawing: Drawing = { shape: 'polygon', corners: [at(-9.1), at(-9.2), at(-9.3)] }
  expect(afterPress(drawing, at(-9.15), 0)).toEqual({
    shape: 'polygon',
    corners: [at(-9.1), at(-9.15), at(-9.2), at(-9.3)],
  })
  expect(moveHandle(drawing, 2, at(-9.4))).toEqual({ shape: 'polygon', corners: [at(-9.1), at(-9.2), at(-9.4)] })
  expect(withoutLastPlace(drawing)).toEqual({ shape: 'polygon', corners: [at(-9.1), at(-9.2)] })
  expect(withoutLastPlace({ shape: 'circle', middle: LISBON, radius: 700 })).toEqual({
    shape: 'circle',
    middle: null,
    radius: 700,
  })
})
