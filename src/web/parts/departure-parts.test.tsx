import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FinalAccount } from '#features/departures/final-accounts/schema.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { FinalFigures } from './departure-parts.tsx'

registerMessages('pt', pt)

function drawn(changed: object, reader: 'own' | 'office'): string {
  const figures = { carried: 0, due: 0, held: 0, used: 0, returned: 0, figure: 0 }
  const departure = { waitsUntil: '2026-07-31', paysIn: null }
  const account = {
    state: 'waiting',
    figures,
    awaited: 0,
    departure,
    expected: ['2026-06-01'],
    contested: [],
    ...changed,
  }
  const element = <FinalFigures account={account as unknown as FinalAccount} reader={reader} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('a deposit is kept only where there is one, and only who can close the account is advised to approve weeks', () => {
  const held = { carried: 0, due: 0, held: 100_00, used: 0, returned: 100_00, figure: 100_00 }
  expect(drawn({ figures: held }, 'own')).toContain('a caução fica guardada')
  expect(drawn({}, 'own')).not.toContain('caução fica guardada')
  const advice = 'convém aprová-las'
  expect(drawn({}, 'office')).toContain(advice)
  expect(drawn({ state: 'settled' }, 'office')).not.toContain(advice)
  expect(drawn({}, 'own')).not.toContain(advice)
})

test('a contested line without an answer is named to both, with the way to it, and only the office is advised to answer', () => {
  const contested = [{ id: 'x', week: '2026-06-01' }]
  const [office, own] = [drawn({ contested }, 'office'), drawn({ contested }, 'own')]
  expect(office).toContain('href="/admin/weekly/disputes/x"')
  expect(own).toContain('href="/dashboard/payslips/2026-W23"')
  expect([office, own].map((html) => html.includes('convém responder'))).toEqual([true, false])
  expect(drawn({}, 'office')).not.toContain('contestadas')
})
