import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Scope } from '#domain/access.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import DutiesScreen from './duties.tsx'

registerMessages('pt', pt)

function shownTo(scope: Scope): string {
  const said = { on: '2026-09-19', note: '', file: null, by: null }
  const duties = [{ kind: 'vat-return', period: '2026-07', by: '2026-09-21', state: 'done', said }]
  const props = { loaderData: { since: '2026-01-01', year: 2026, years: [2026], duties } }
  const user = { uid: 'u', email: 'a@example.org', role: 'admin', scopes: [scope], driverId: null }
  const Screen = DutiesScreen as unknown as (shown: typeof props) => React.ReactNode
  const Stub = createRoutesStub([
    { id: 'root', path: '/admin/accounting/duties', Component: () => <Screen {...props} />, loader: () => ({ user }) },
  ])
  return renderToStaticMarkup(
    <Stub initialEntries={['/admin/accounting/duties']} hydrationData={{ loaderData: { root: { user } } }} />,
  )
}

test('a duty that is done leads to taking that back, for those who may', () => {
  const address = '/admin/accounting/duties/2026/vat-return/2026-07/withdrawal'
  expect(shownTo('finance')).toContain(address)
  expect(shownTo('accountant')).not.toContain(address)
  expect(shownTo('accountant')).toContain('Declaração do IVA')
})
