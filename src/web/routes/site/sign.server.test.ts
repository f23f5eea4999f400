import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { linkContract } from '#features/contracts/signing/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { requestContext } from '#web/context.ts'
import { headers, loader } from './sign.tsx'

test('the page of a personal link is kept and listed by nobody, is named to no other site, and its form says whence it comes', () => {
  const none = new Headers()
  const sent = headers({ loaderHeaders: none, parentHeaders: none, actionHeaders: none, errorHeaders: undefined })
  // With `no-referrer` a browser would send a form with `Origin: null`, which is refused if there is no
  // `Sec-Fetch-Site`.
  expect(Object.fromEntries(new Headers(sent))).toEqual({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
})

test('the page of a personal link shows no number of a document, which would answer what it asks', async () => {
  const { own, aSent } = await contractWorld()
  const licence = { number: 'ZX-BE6D33', issuedOn: null, expiresOn: '2030-01-01', files: [] }
  await makeChange((change) => addPaper(change, { holder: 'driver', id: own }, 'driving-licence', licence))
  const id = await aSent(own, { driverLicence: 'ZX-BE6D33, com validade até 01/01/2030' })
  const path = await makeChange((change) => linkContract(change, id, { days: 14, byMail: false }))
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'request-1', address: '192.0.2.9', userAgent: 'Mozilla/5.0', now: MONDAY })
  const request = new Request(`http://localhost${path}`)
  const seen = await loader({ request, context, params: { token: path.split('/').at(-1) } } as never)
  expect(seen).toMatchObject({ asked: ['nif', 'licence'] })
  expect(JSON.stringify(seen)).toContain('••-••••••, com validade')
  expect(JSON.stringify(seen)).not.toMatch(/6D33/)
})

test('what the page of a personal link asks for is not on it where the contract writes the number otherwise', async () => {
  const { own, aSent } = await contractWorld()
  const licence = { number: '12345678 9ZZ1', issuedOn: null, expiresOn: '2030-01-01', files: [] }
  await makeChange((change) => addPaper(change, { holder: 'driver', id: own }, 'driving-licence', licence))
  const nif = (await getDriver(own)).nif ?? ''
  const id = await aSent(own, {
    driverLicence: 'n.º CC12345678 9 ZZ1',
    driverDocument: `12345678 9ZZ1, NIF ${nif.slice(0, 3)}/${nif.slice(3, 6)}/${nif.slice(6)}, antes AB-9ZZ1`,
  })
  const path = await makeChange((change) => linkContract(change, id, { days: 14, byMail: false }))
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'request-1', address: '192.0.2.9', userAgent: 'Mozilla/5.0', now: MONDAY })
  const request = new Request(`http://localhost${path}`)
  const seen = await loader({ request, context, params: { token: path.split('/').at(-1) } } as never)
  expect(seen).toMatchObject({ asked: ['nif', 'licence'] })
  expect(JSON.stringify(seen)).not.toContain('ZZ1')
  expect(JSON.stringify(seen)).not.toContain(nif.slice(6))
})

test('that a link was opened stands in the evidence once a person sees its page, not where a program asks for it', async () => {
  const { own, aSent } = await contractWorld()
  const id = await aSent(own)
  const path = await makeChange((change) => linkContract(change, id, { days: 14, byMail: false }))
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'request-1', address: '192.0.2.9', userAgent: 'Mozilla/5.0', now: MONDAY })
  const ask = async (asked: RequestInit) => {
    const request = new Request(`http://localhost${path}`, asked)
    await loader({ request, context, params: { token: path.split('/').at(-1) } } as never)
    return (await getContract(id)).events.filter(({ event }) => event === 'opened').length
  }
  expect(await ask({ method: 'HEAD' })).toBe(0)
  expect(await ask({ headers: { 'sec-purpose': 'prefetch;prerender' } })).toBe(0)
  expect(await ask({ headers: { purpose: 'prefetch' } })).toBe(0)
  expect(await ask({})).toBe(1)
})
