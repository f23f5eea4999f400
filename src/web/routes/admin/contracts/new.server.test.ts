import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pt } from '#messages/pt.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY } from '#test/factories.ts'
import { requestContext, userContext } from '#web/context.ts'
import { registerMessages } from '#web/i18n.tsx'
import { loader } from './new.tsx'

registerMessages('pt', pt)

const OFFICE = {
  uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  email: 'rui@frota.example',
  displayName: 'Rui',
  role: 'admin' as const,
  scopes: ['owner' as const],
  driverId: null,
}

/** The running contracts that the page of a new one warns of. */
async function warnedOf(choice: Record<string, string>): Promise<unknown> {
  const url = new URL(`http://localhost/admin/contracts/new?${new URLSearchParams(choice).toString()}`)
  const context = new RouterContextProvider()
  context.set(userContext, OFFICE)
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  const args = { request: new Request(url), url, params: {}, context, pattern: '' }
  const seen = await (loader as (asked: LoaderFunctionArgs) => Promise<{ preview: { running: unknown } | null }>)(args)
  return seen.preview?.running
}

test('the page of a new contract says which of its kind the driver has, and a renewal or an amendment not which it follows', async () => {
  const { own, aSealed, aSent } = await contractWorld()
  const choice = { driver: own, kind: 'fleet-car', language: 'pt' }
  expect(await warnedOf(choice)).toEqual([])
  const id = await aSealed(own)
  expect(await warnedOf(choice)).toMatchObject([{ id, state: 'sealed' }])
  expect(await warnedOf({ ...choice, kind: 'rental' })).toEqual([])
  expect(await warnedOf({ ...choice, follows: id })).toEqual([])
  expect(await warnedOf({ ...choice, kind: 'amendment', follows: id })).toEqual([])
  const renewal = await aSent(own, { follows: id })
  expect(await warnedOf({ ...choice, follows: id })).toMatchObject([{ id: renewal, state: 'sent' }])
})
