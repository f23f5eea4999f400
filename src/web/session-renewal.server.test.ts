import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { type Fake, hostedService, serveHosted } from '#test/hosted-identity.ts'
import { signInAs, password, visit } from '#test/people.ts'
import { requestContext, userContext } from './context.ts'
import { redirectAfterSignIn, readTicket, requireRecentSignIn, sessionMiddleware } from './session.server.ts'

/* How a browser's requests go when the identity service is another machine. */

const SITE = 'http://localhost:3000'
let fake: Fake
let stop: () => void
const start = Temporal.Now.instant().round({ smallestUnit: 'second', roundingMode: 'floor' })
const at = (minutes: number) => visit({ now: start.add({ minutes }) })

beforeAll(async () => {
  fake = await hostedService()
  stop = await serveHosted(fake)
})
afterAll(() => stop())

test('a second factor leads to its page with a ticket only the server reads; next and language come along', async () => {
  fake.add({ email: 'dupla@exemplo.pt', totp: '123456' })
  const entrance = await signIn({ email: 'dupla@exemplo.pt', password }, at(0), null)
  const request = new Request(`${SITE}/en/login?next=%2Fen%2Fadmin%2Fdata`)

  const response = await redirectAfterSignIn(request, new URL(request.url), entrance, new RouterContextProvider())

  expect(response.headers.get('location')).toBe('/en/login/mfa?next=%2Fen%2Fadmin%2Fdata')
  const [ticket = ''] = response.headers.getSetCookie()
  expect(ticket).toMatch(/^__Host-ticket=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
  expect(response.headers.getSetCookie().join()).not.toContain('__Host-sid')
  const next = new Request(`${SITE}/login/mfa`, { headers: { cookie: ticket.split(';')[0]! } })
  expect(entrance).toMatchObject({ ticket: readTicket(next) })
})

test('where the service tells that somebody became an administrator, the browser gets another session id', async () => {
  const person = fake.add({ email: 'subiu@exemplo.pt' })
  const { token } = await signInAs('subiu@exemplo.pt', at(0))
  expect((await arrive(token, 30)).cookies).toEqual([])
  person.customAttributes = '{"role":"admin"}'

  const { cookies, context } = await arrive(token, 57)

  expect(context.get(userContext)?.role).toBe('admin')
  expect(cookies[0]).toMatch(/^__Host-sid=[\w-]{43}; /)
  expect(cookies[0]).not.toContain(token)
  expect((await arrive(token, 57)).context.get(userContext)).toBeNull()
})

test('while the service is out of reach and the token has ended, the office reads and changes nothing', async () => {
  fake.add({ email: 'dona@exemplo.pt', customAttributes: '{"role":"admin"}' })
  fake.add({ email: 'rui@exemplo.pt' })
  const admin = await signInAs('dona@exemplo.pt', at(0))
  const driver = await signInAs('rui@exemplo.pt', at(0))
  await db
    .updateTable('sessions')
    .set({ seen_at: at(58).now.toString() })
    .where('id', '=', admin.session.id)
    .execute()
  fake.isDown = true

  await expect(arrive(admin.token, 70, 'POST', '/admin/company')).rejects.toMatchObject({
    data: { code: 'identity.network-request-failed' },
    init: { status: 503, headers: { 'retry-after': '30' } },
  })
  expect((await arrive(admin.token, 70, 'GET', '/admin/company')).context.get(userContext)?.role).toBe('admin')
  expect((await arrive(admin.token, 70, 'POST', '/api/auth/logout')).context.get(userContext)?.role).toBe('admin')
  expect((await arrive(driver.token, 70, 'POST', '/dashboard/data')).context.get(userContext)).not.toBeNull()
  fake.isDown = false
})

test('what is delicate asks for a sign-in of the last ten minutes', async () => {
  fake.add({ email: 'recente@exemplo.pt' })
  const { token } = await signInAs('recente@exemplo.pt', at(0))

  expect(() => requireRecentSignIn(new RouterContextProvider())).toThrow()
  const fresh = (await arrive(token, 9)).context
  const old = (await arrive(token, 10)).context
  expect(requireRecentSignIn(fresh)).toBeUndefined()
  const sentOn = caught(() => requireRecentSignIn(old))
  expect(sentOn.headers.get('location')).toBe('/login/confirm?next=%2Fdashboard')
})

/** The response that a guard threw. */
function caught(guard: () => void): Response {
  try {
    guard()
  } catch (error) {
    if (error instanceof Response) return error
  }
  throw new Error('Nothing was thrown.')
}

/** A request with a session's cookie that has passed the middleware. */
async function arrive(token: string, minutes: number, method = 'GET', path = '/dashboard') {
  const request = new Request(SITE + path, { method, headers: { cookie: `__Host-sid=${token}` } })
  const url = new URL(request.url)
  const context = new RouterContextProvider()
  context.set(requestContext, { ...at(minutes) })
  const args = { request, url, context, params: {}, pattern: path } as never
  const response = await sessionMiddleware(args, async () => new Response())
  return { context, cookies: response instanceof Response ? response.headers.getSetCookie() : [] }
}
