import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { FineState } from '#domain/fine.ts'
import { pt } from '#messages/pt.ts'
import type { FineView } from '#features/fleet/fines/schema.ts'
import { registerMessages } from '#web/i18n.tsx'
import { FineActs } from './fine-acts.tsx'

registerMessages('pt', pt)

const FINE: FineView = {
  id: 'f1',
  number: '900000001',
  body: 'ansr',
  authority: '',
  committedAt: '2026-06-09T17:20:00Z',
  place: 'Lisboa',
  offence: '',
  vehicle: { id: 'v1', plate: 'ZX11TA' },
  notifiedOn: '2026-06-10',
  amount: null,
  driver: { id: 'd1', name: 'Ana Prata', ref: 'D1' },
  holder: null,
  informedAt: null,
  state: 'unidentified',
  signedBy: null,
  sentOn: null,
  sentWay: null,
  closedReason: null,
  notice: null,
  document: null,
  proof: null,
  until: '2026-07-01',
  left: 10,
  urgency: 'calm',
  isRunning: true,
}

/** What the page asks for, and what waits folded under it. */
function asked(state: FineState): [string, string] {
  const fine = { ...FINE, state, isRunning: state !== 'not-applicable' && state !== 'sent' }
  const facts = { fine, charge: null, drivers: [], today: '2026-06-10', isReached: true, reach: null, reply: undefined }
  const Page = createRoutesStub([{ path: '/', Component: () => <FineActs {...facts} /> }])
  const [open = '', folded = ''] = renderToStaticMarkup(<Page />).split('<details')
  return [open, folded]
}

test('a fine that does not apply asks for nothing any more', () => {
  const [open, folded] = asked('not-applicable')
  expect(open).toContain('Não falta nada.')
  expect(open).not.toContain('Avisar o motorista')
  // The company may have paid it, and charge its driver.
  expect(folded).toMatch(/Se a empresa a pagou.*Avisar o motorista/s)
})

test.each(['unidentified', 'made', 'signed', 'sent'] as const)('one that is %s asks for the notice', (state) => {
  const [open, folded] = asked(state)
  expect(open).toContain('Avisar o motorista')
  expect(open).not.toContain('Não falta nada.')
  expect(folded).not.toContain('Avisar o motorista')
})
