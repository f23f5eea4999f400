import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY } from '#test/factories.ts'
import { requestContext, userContext } from '#web/context.ts'
import { loader } from './roadside.tsx'

test('at the roadside a driver shows the contract under which they drive, not a later one about something else', async () => {
  const { own, aSealed } = await contractWorld()
  const context = new RouterContextProvider()
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  context.set(userContext, {
    uid: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e',
    email: 'a@frota.example',
    displayName: 'Anselmo',
    role: 'driver',
    scopes: [],
    driverId: own,
  })
  const read = async () => loader({ context } as never)
  await aSealed(own, { kind: 'rental' })
  expect(await read()).toMatchObject({ contract: null })
  const id = await aSealed(own)
  await aSealed(own, { kind: 'rental' })
  expect(await read()).toMatchObject({ contract: { id } })
})
