import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { endContract } from '#features/contracts/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { pt } from '#messages/pt.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { requestContext, userContext } from '#web/context.ts'
import { registerMessages } from '#web/i18n.tsx'
import { loader } from './departure.tsx'

registerMessages('pt', pt)

const OFFICE = {
  uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
  email: 'rui@frota.example',
  displayName: 'Rui',
  role: 'admin' as const,
  scopes: ['owner' as const],
  driverId: null,
}

/** The contracts that the page of a departure says are still in force. */
async function inForce(driver: string): Promise<unknown> {
  const url = new URL(`http://localhost/admin/drivers/${driver}/departure`)
  const context = new RouterContextProvider()
  context.set(userContext, OFFICE)
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  const args = { request: new Request(url), url, params: { id: driver }, context, pattern: '' }
  const seen = await (loader as unknown as (asked: LoaderFunctionArgs) => Promise<{ inForce?: unknown }>)(args)
  return seen.inForce
}

test('the page of who left names the contracts that the departure did not end', async () => {
  const { own, aSealed, aSent } = await contractWorld()
  const id = await aSealed(own)
  await aSent(own, { kind: 'rental' })
  await makeChange((change) =>
    recordDeparture(change, own, {
      at: MONDAY.add({ hours: 9 }),
      reason: 'Mudou de cidade',
      waitsUntil: '2026-07-22',
      signsInUntil: null,
      done: [],
    }),
  )
  expect(await inForce(own)).toMatchObject([{ id }])
  await makeChange((change) => endContract(change, id, { lastDay: '2026-07-01', reason: 'Saiu' }))
  expect(await inForce(own)).toEqual([])
})
