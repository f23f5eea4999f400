import { mkdirSync, writeFileSync } from 'node:fs'
import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { disableAccount } from '#features/accounts/commands.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { dataPath } from '#platform/env.server.ts'
import { requestContext } from '#web/context.ts'
import { anAccount, password, start } from '#test/people.ts'
import { action } from './demonstration.ts'

afterEach(() => vi.unstubAllEnvs())

test('a guest whose account somebody changed or closed is told so on the sign-in page', async () => {
  const driverEmail = 'visita@exemplo.pt'
  const uid = await anAccount(driverEmail)
  mkdirSync(dataPath('demo'), { recursive: true })
  // A demonstration has its own database; the connection is there already.
  vi.stubEnv('DATABASE_URL', '')
  const ledTo = async (path: string, typed: string) => {
    const known = { adminEmail: '', adminPassword: '', driverEmail, driverPassword: typed }
    writeFileSync(dataPath('demo', 'sign-ins.json'), JSON.stringify(known))
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
