import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { strokesOf } from '#web/islands/signature.tsx'
import type { Reply } from '#web/reply.ts'
import { SignForm } from './contract-parts.tsx'

registerMessages('pt', pt)

const STROKES = JSON.stringify([{ points: [{ x: 12.5, y: 40, pressure: 0.5, time: 1 }] }])

function drawnFor(intent: string): string {
  const reply: Reply = {
    values: { intent, name: 'Anselmo Quintão', agreed: 'on', [strokesOf('picture')]: STROKES },
    fieldErrors: {},
    refusal: { code: 'contract.code-wrong', params: { left: 4 } },
  }
  const Page = () => <SignForm name="Anselmo" phrase="Concordo." code={null} isNew={false} reply={reply} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page }])
  return renderToStaticMarkup(
    <Stub initialEntries={['/']} hydrationData={{ actionData: { root: reply } }} />,
  ).replaceAll('&quot;', '"')
}

test('a refused signature brings back what was drawn, typed and ticked: nobody signs twice for a wrong code', () => {
  const page = drawnFor('sign')
  expect(page).toContain(JSON.stringify(STROKES))
  expect(page).toContain('value="Anselmo Quintão"')
  expect(page).toMatch(/name="agreed"[^>]*checked/)
})

test('what another form of the page answered draws nothing into the signature', () => {
  expect(drawnFor('code')).not.toContain(JSON.stringify(STROKES))
})
