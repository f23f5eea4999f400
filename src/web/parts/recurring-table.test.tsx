import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import type { RecurringView } from '#features/adjustments/schema.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { RecurringTable } from './recurring-table.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

const RULE: RecurringView = {
  id: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  driver: { id: 'd', name: 'Ana' },
  kind: 'other',
  reason: 'Seguro',
  amount: cents(-15_00),
  first: readWeek('2026-W23'),
  last: null,
  total: null,
  sum: cents(-30_00),
  paused: [],
  openPauses: [],
  stopped: null,
  isOver: false,
}

function shown(rule: Partial<RecurringView>, at = '/admin/adjustments/recurring') {
  return renderToStaticMarkup(
    <RouterProvider
      router={createMemoryRouter(
        [{ path: '*', element: <RecurringTable rules={[{ ...RULE, ...rule }]} caption="x" /> }],
        { initialEntries: [at] },
      )}
    />,
  )
}

test('a rule with neither last week nor total is shown as open until it is stopped', () => {
  expect(shown({})).toContain('até ser parado')
  expect(shown({}, '/en/admin/adjustments/recurring')).toContain('until stopped')
  for (const ending of [{ last: readWeek('2026-W30') }, { total: cents(60_00) }, { stopped: 'Apólice própria' }]) {
    expect(shown(ending)).not.toContain('sem fim marcado')
  }
})

test('where a phone names a column of euros, the amount has the sign and the name has none', () => {
  const [portuguese, english] = [shown({}), shown({}, '/en/admin/adjustments/recurring')]
  expect(portuguese).toContain('data-head="Por semana"')
  expect(portuguese).toContain('>−15,00<')
  expect(english).toContain('data-head="Per week"')
  // The style sheet draws the sign into the `i`, after the minus.
  expect(english).toMatch(/>−<i[^>]*><\/i>15\.00</)
})
