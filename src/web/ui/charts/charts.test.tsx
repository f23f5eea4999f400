import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { BarChart } from './bar-chart.tsx'
import { DotPlot } from './dot-plot.tsx'
import { LineChart } from './line-chart.tsx'
import { SmallLine } from './small-line.tsx'

registerMessages('pt', pt)

const drawn = (element: React.ReactNode) =>
  renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: ['/'] })} />,
  )
const weeks = ['44', '45', '46', '47']

test('a line has a gap where nothing was measured, and neither ids nor styles that a policy would refuse', () => {
  const html = drawn(
    <LineChart
      says="Por semana"
      labels={weeks}
      values={[1_000, 1_200, null, 1_100]}
      words={String}
      axisWords={String}
    />,
  )
  expect(html).toMatch(/role="img" aria-label="Por semana"/)
  expect(html.match(/<path[^>]* d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2)
  expect(html).not.toMatch(/ style=| id="/)
})

test('the axis of a line begins where its values do, that of bars at zero', () => {
  const values = [900, 950, 940, 970]
  const line = drawn(
    <LineChart says="" labels={weeks} values={values} words={String} axisWords={(tick) => `axis ${tick}`} />,
  )
  expect(line).toContain('axis 900')
  expect(line).not.toContain('axis 0<')
  const bars = drawn(<BarChart says="" labels={weeks} series={[{ name: 'x', values }]} words={String} />)
  const heights = [...bars.matchAll(/<rect[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height))
  expect(heights[0]! / heights[3]!).toBeCloseTo(900 / 970, 2)
})

test('two series say at the last ones which is which', () => {
  const html = drawn(
    <BarChart
      says=""
      labels={weeks}
      series={[
        { name: 'Reembolsadas', values: [1, 2, 3, 4] },
        { name: 'Cobradas', values: [2, 3, 4, 5] },
      ]}
      words={(value) => `${value} €`}
    />,
  )
  expect(html).toContain('>Reembolsadas 4 €<')
  expect(html).toContain('>Cobradas 5 €<')
})

test('both ends of a dot plot are named on a phone too, and where each came from is drawn', () => {
  const dots = Array.from({ length: 13 }, (_, index) => ({
    id: String(index),
    name: `Nome Apelido${index}`,
    value: 1_200 + index * 80,
    before: index === 5 ? null : 1_250 + index * 70,
  }))
  const html = drawn(
    <DotPlot
      says=""
      dots={dots}
      middle={{ value: 1_680, words: 'mediana' }}
      words={String}
      rows={{ now: '47', before: '46' }}
    />,
  )
  const named = [...html.matchAll(/<g(?: class="([^"]*)")?><text[^>]*>(Nome Apelido\d+)/g)]
  expect(named.filter(([, wide]) => !wide).map(([, , name]) => name)).toEqual(['Nome Apelido0', 'Nome Apelido12'])
  expect(html.match(/<title>/g)).toHaveLength(13)
  expect(html.match(/r="3.5"/g)).toHaveLength(12)
})

test('a single value draws no line', () => {
  expect(drawn(<SmallLine values={[5, null]} label="" />)).toBe('')
})
