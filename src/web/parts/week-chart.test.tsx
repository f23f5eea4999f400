import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { WeekChart } from './week-chart.tsx'

registerMessages('pt', pt)

const WEEKS = ['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02']

/** The text of the picture of these amounts, as a driver reads it. */
function said(...amounts: number[]): string {
  const values = amounts.map((amount) => cents(amount))
  const chart = <WeekChart title="Líquido" weeks={WEEKS} series={[{ name: 'Líquido', values }]} drawn="line" />
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: chart }])} />)
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll('\u00A0', ' ')
}

test('a week in debt is never called usual: its amount stands beside the usual one', () => {
  const text = said(-195_00, -290_00, -435_00, -730_00, 493_50, -583_51)
  expect(text).toContain('Semana 45: −583,51 €. O habitual é −290,00 €')
  expect(text).not.toContain('como é costume')
})

test('the line of the usual amount and the sentence tell the same one', () => {
  const text = said(400_00, 500_00, 420_00, 480_00, 440_00, 450_00)
  expect(text).toContain('A semana 45 foi como é costume: 450,00 €, e o habitual é 440,00 €')
  expect(text).toContain('habitual: 440,00 €')
})
