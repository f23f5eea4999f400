import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LoaderFunctionArgs, RouterContextProvider, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { User } from '#domain/access.ts'
import { withdrawContract } from '#features/contracts/commands.server.ts'
import { refuseContract, sealContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { pt } from '#messages/pt.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { requestContext, userContext } from '#web/context.ts'
import { registerMessages } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import ContractScreen, { loader } from './contract.tsx'

registerMessages('pt', pt)

type Props = { loaderData: object; actionData: Reply | undefined; params: object }

const OFFICE: User = {
  uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  email: 'rui@frota.example',
  displayName: 'Rui',
  role: 'admin',
  scopes: ['owner'],
  driverId: null,
}

/** Whoever may only read confirms no sign-in before the page of a signed contract opens. */
const ACCOUNTANT: User = { ...OFFICE, scopes: ['accountant'] }

/** The page of a contract as somebody of the office gets it, after a form that was not accepted. */
async function draw(
  id: string,
  { actionData, user = OFFICE }: { actionData?: Reply; user?: User } = {},
): Promise<string> {
  const url = new URL(`http://localhost/admin/contracts/${id}`)
  const context = new RouterContextProvider()
  context.set(userContext, user)
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  const args = { request: new Request(url), url, params: { id }, context, pattern: '' }
  const loaderData = await (loader as (asked: LoaderFunctionArgs) => Promise<object>)(args)
  const Screen = ContractScreen as unknown as (props: Props) => ReactNode
  const Site = createRoutesStub([
    {
      id: 'root',
      path: '*',
      loader: () => null,
      Component: () => createElement(Screen, { loaderData, actionData, params: { id } }),
    },
  ])
  const hydrationData = {
    loaderData: { root: { ...loaderData, user } },
    ...(actionData && { actionData: { root: actionData } }),
  }
  return renderToStaticMarkup(createElement(Site, { initialEntries: [url.pathname], hydrationData }))
}

const refusedAct = (intent: string): Reply => ({
  values: { intent },
  fieldErrors: {},
  refusal: { code: 'contract.moved-on', params: {} },
})
const times = (html: string, words: string) => html.split(words).length - 1

test('an act that comes too late is answered once, also where its form has gone from the page', async () => {
  const { own, aSent } = await contractWorld()
  const id = await aSent(own)
  const words = pt.errors.contract['moved-on']
  for (const intent of ['send', 'seal', 'end', 'withdraw'])
    expect(times(await draw(id, { actionData: refusedAct(intent) }), words), intent).toBe(1)
  expect(times(await draw(id), words)).toBe(0)
})

test('another name than that of the record is to be checked until the contract is sealed', async () => {
  const { own, aSent, BY } = await contractWorld()
  const id = await aSent(own, { endsOn: '' })
  await makeChange((change) => signContract(change, own, id, { ...BY, name: 'B' }))
  const { otherNameCheck } = pt.page.contracts.signatures
  const signed = await draw(id, { user: ACCOUNTANT })
  expect([signed.includes('«B»'), signed.includes(otherNameCheck)]).toEqual([true, true])
  expect(signed).toContain('desde 8 jun. 2026')
  await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }))
  const sealed = await draw(id)
  expect([sealed.includes('«B»'), sealed.includes(otherNameCheck)]).toEqual([true, false])
})

test('a contract that was refused or withdrawn leads to another of its kind, and what it followed says its state', async () => {
  const { own, aSealed, aSent } = await contractWorld()
  const first = await aSealed(own)
  const renewal = await aSent(own, { follows: first })
  const again = `driver=${own}&amp;kind=fleet-car&amp;language=pt`
  expect(await draw(renewal)).not.toContain(again)
  await makeChange((change) => refuseContract(change, own, renewal, 'A renda é outra'))
  expect(await draw(renewal)).toContain(`/admin/contracts/new?${again}&amp;follows=${first}"`)
  expect(await draw(first)).toMatch(/Renovação<.*Recusado/s)
  const other = await aSent(own)
  await makeChange((change) => withdrawContract(change, other, 'Engano'))
  expect(await draw(other)).toContain(`/admin/contracts/new?${again}"`)
})
