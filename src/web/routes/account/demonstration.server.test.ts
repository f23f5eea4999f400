import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { disableAccount } from '#features/accounts/commands.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { requestContext } from '#web/context.ts'
import { anAccount, password, start } from '#test/people.ts'
import { action } from './demonstration.ts'

const guest = vi.hoisted(() => ({ email: 'visita@exemplo.pt', password: '' }))
vi.mock('#features/sessions/demonstration/queries.server.ts', async (original) => ({
  ...(await original<object>()),
  findGuest: () => guest,
}))

test('a guest whose account somebody changed or closed is told so on the sign-in page', async () => {
  const uid = await anAccount(guest.email)
  const ledTo = async (path: string, typed: string) => {
    guest.password = typed
    const url = new URL(`http://localhost:3000${path}`)
    const request = new Request(url, { method: 'POST', body: new URLSearchParams({ as: 'driver' }) })
    const context = new RouterContextProvider()
    context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: start })
    const args = { request, url, context, params: {}, pattern: url.pathname }
    const answer: unknown = await Promise.resolve(action(args as never)).catch((thrown: unknown) => thrown)
    return answer instanceof Response ? answer.headers.get('location') : answer
  }
  expect(await ledTo('/login/demonstration', password)).toBe('/dashboard')
  expect(await ledTo('/en/login/demonstration', 'the one before')).toBe('/en/login?guest=changed')
  await disableAccount(uid, SYSTEM, start)
  expect(await ledTo('/login/demonstration', password)).toBe('/login?guest=changed')
})
