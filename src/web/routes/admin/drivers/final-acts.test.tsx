import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FinalAccount } from '#features/departures/final-accounts/schema.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import type { Week } from '#domain/week.ts'
import { FinalActs } from './final-acts.tsx'

registerMessages('pt', pt)

test('each act on a final account asks for a reason of its own, not for that of leaving', () => {
  const departure = { reason: 'Mudou de cidade', waitsUntil: '2026-07-31', signsInUntil: null, checklist: [] }
  const figures = { carried: -80_00, figure: -80_00 }
  const account = { state: 'owing', figures, departure, plans: [], deposits: [] } as unknown as FinalAccount
  const acts = <FinalActs account={account} week={'2026-06-01' as Week} reply={undefined} />
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: acts }])} />)
  const fields = (name: string) => [...html.matchAll(/<input[^>]*>/g)].filter(([tag]) => tag.includes(`name="${name}"`))
  expect(fields('reason').map(([tag]) => tag.includes('Mudou'))).toEqual([false, false, false])
  expect(fields('waitsUntil').map(([tag]) => tag.includes('2026-07-31'))).toEqual([true])
})
