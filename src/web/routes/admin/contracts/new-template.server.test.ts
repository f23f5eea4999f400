import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LoaderFunctionArgs, RouterContextProvider, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { RefusalCode } from '#domain/refusal.ts'
import { writeTemplate } from '#features/contracts/templates/commands.server.ts'
import { templateOf } from '#features/contracts/filling/queries.server.ts'
import { pt } from '#messages/pt.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { requestContext, userContext } from '#web/context.ts'
import { registerMessages } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import NewTemplateScreen, { loader } from './new-template.tsx'

registerMessages('pt', pt)

const OFFICE = {
  uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  email: 'rui@frota.example',
  displayName: 'Rui',
  role: 'admin' as const,
  scopes: ['owner' as const],
  driverId: null,
}
type Props = { loaderData: object; actionData: Reply; params: object }

const NAME = { kind: 'rental', language: 'pt' } as const

/** The form of a new version as it comes back, to somebody who opened it when there was only version 1. */
async function draw(code: RefusalCode): Promise<string> {
  const url = new URL('http://localhost/admin/contracts/templates/rental/pt/new')
  const context = new RouterContextProvider()
  context.set(userContext, OFFICE)
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  const args = { request: new Request(url), url, params: NAME, context, pattern: '' }
  const loaderData = await (loader as (asked: LoaderFunctionArgs) => Promise<object>)(args)
  const actionData: Reply = { values: { newest: '1', body: '# A' }, fieldErrors: {}, refusal: { code, params: {} } }
  const Screen = NewTemplateScreen as unknown as (props: Props) => ReactNode
  const Component = () => createElement(Screen, { loaderData, actionData, params: NAME })
  const Site = createRoutesStub([{ id: 'root', path: '*', loader: () => null, Component }])
  const hydrationData = { loaderData: { root: { ...loaderData, user: OFFICE } }, actionData: { root: actionData } }
  return renderToStaticMarkup(createElement(Site, { initialEntries: [url.pathname], hydrationData }))
}

test('who is refused because another person wrote a version meanwhile reads which, and the next press comes after it', async () => {
  await contractWorld()
  const body = `${templateOf(NAME).trim()}\n\n## 99. Prova\n\nA.`
  await makeChange((change) => writeTemplate(change, NAME, { body, note: '', newest: 1 }))
  const refused = await draw('record.changed-meanwhile')
  expect(refused).toMatch(/name="newest" value="2"/)
  expect(refused).toContain('/admin/contracts/templates/rental/pt?version=2')
  expect(refused).toContain('Guardar como versão 3')
  const wrong = await draw('contract.template-same')
  expect(wrong).toMatch(/name="newest" value="1"/)
  expect(wrong).not.toContain('version=2')
})
