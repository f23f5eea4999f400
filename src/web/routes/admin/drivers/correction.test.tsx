import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Scope } from '#domain/access.ts'
import type { Correctable } from '#domain/correction.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import CorrectionScreen from './correction.tsx'

registerMessages('pt', pt)

function shownTo(scope: Scope, field: Correctable): string {
  const loaderData = {
    driver: { id: 'd', name: 'Ana Sá' },
    field,
    words: 'Está errado.',
    state: 'open',
    askedAt: '2026-11-30T11:13:00Z',
    answer: null,
    answeredAt: null,
    reach: null,
  }
  const props = { loaderData, actionData: undefined }
  const user = { uid: 'u', email: 'a@example.org', role: 'admin', scopes: [scope], driverId: null }
  const Screen = CorrectionScreen as unknown as (shown: typeof props) => React.ReactNode
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: () => <Screen {...props} /> }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} hydrationData={{ loaderData: { root: { user } } }} />)
}

test('a correction leads to the record for those who may change it there, and says who may to the others', () => {
  expect(shownTo('operations', 'phone')).toContain('/admin/drivers/d/edit')
  for (const field of ['iban', 'terms'] as const) {
    expect(shownTo('operations', field)).not.toContain('Corrigir na ficha')
    expect(shownTo('operations', field)).toContain('quem tem permissão sobre dinheiro')
    expect(shownTo('finance', field)).toContain('Corrigir na ficha')
  }
})
