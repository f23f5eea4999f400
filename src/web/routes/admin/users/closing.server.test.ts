import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { anAccount } from '#test/people.ts'
import { MONDAY } from '#test/factories.ts'
import { requestContext, userContext } from '#web/context.ts'
import { loader } from './closing.tsx'

afterEach(() => vi.unstubAllEnvs())

test('before an account is closed the page knows whether its person will be told', async () => {
  const uid = await anAccount('fechada@exemplo.pt', 'driver')
  const url = new URL(`http://localhost/admin/users/${uid}/closing`)
  const context = new RouterContextProvider()
  const owner = { uid: 'dono', email: 'dono@exemplo.pt', displayName: null, driverId: null }
  context.set(userContext, { ...owner, role: 'admin', scopes: ['owner'] })
  context.set(requestContext, { id: '1', address: '::1', userAgent: '', now: MONDAY })
  const read = () => loader({ request: new Request(url), url, params: { uid }, context, pattern: '' })
  expect((await read()).reach).toMatchObject({ mail: null, lack: 'no-server' })
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  expect((await read()).reach).toMatchObject({ mail: 'fechada@exemplo.pt', lack: null })
})
