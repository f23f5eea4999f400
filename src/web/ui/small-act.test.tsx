import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { SmallAct } from './small-act.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

test('an act that was refused because another was faster says so, though it can not be done any more', () => {
  const barred = <p>Já foi confirmado.</p>
  const element = (
    <SmallAct facts={{}} question="Anular?" effect="" buttonWords="Anular" back="/admin" barred={barred} />
  )
  const refusal = { code: 'record.not-found', params: {} }
  const router = createMemoryRouter([{ id: 'act', path: '*', element }], {
    initialEntries: ['/admin'],
    hydrationData: { actionData: { act: { values: {}, fieldErrors: {}, refusal } } },
  })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(html).toMatch(/role="alert".*<p>[^<]{10,}<\/p>.*Já foi confirmado/s)
  expect(html).not.toContain('<form')
})
