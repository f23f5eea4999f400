import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CarDrawing } from './car-drawing.tsx'

test('damages at one point of a car are one mark with all their numbers, inside the drawing', () => {
  const marks = [
    { x: 990, y: 500, isNew: false, label: '1' },
    { x: 990, y: 500, isNew: true, label: '2' },
    { x: 100, y: 300, isNew: true, label: '3' },
  ]
  const html = renderToStaticMarkup(<CarDrawing label="" marks={marks} />)
  expect([...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['1, 2', '3'])
  const [, left, width] = /<rect x="([\d.]+)" y="230" width="(\d+)"/.exec(html) ?? []
  expect(Number(left) + Number(width)).toBe(1_000)
})
