import { createRequestListener } from '@remix-run/node-fetch-server'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { PROJECT, hostedService } from '../test/hosted-identity.ts'
import { type Mood, aServiceOutside } from '../test/service-outside.ts'
import { known } from './demonstration.ts'
import { type Office, cookieOf, office } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite } from './site.ts'

/**
 * The hosted identity service, on another machine: not there, failing, too busy, replaced by the page of a gateway, or
 * silent. People who are signed in go on; people who sign in are told so and keep what they typed; and no page waits
 * longer for it than for a store of files.
 */
const fake = await hostedService()
const answers = createRequestListener((request) => {
  const { pathname, search } = new URL(request.url)
  return fake.handle(new Request(`https:/${pathname}${search}`, request))
})
const service = await aServiceOutside(async (request, response) => answers(request, response))

let site: Site
let asOwner: pg.Client
let admin: Office
let email = ''
const nobody = () => office(site.url, '')
const PASSWORD = 'rua azul 12345'

beforeAll(async () => {
  const data = copyOf('demonstration')
  site = await startSite(data, {
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${service.port}`,
    FIREBASE_PROJECT_ID: PROJECT,
    LOG_LEVEL: 'fatal',
  })
  asOwner = new pg.Client({ connectionString: (await joinCluster(data)).ownerUrl })
  await asOwner.connect()
  ;({ email } = known(site, 'admin'))
  const { rows } = await asOwner.query<{ uid: string; email: string; role: string }>(
    'select uid, email::text as email, role from users',
  )
  for (const { uid, role, email: address } of rows)
    fake.add({ localId: uid, email: address, password: PASSWORD, customAttributes: JSON.stringify({ role }) })
  const entered = await nobody().post('/login', { email, password: PASSWORD })
  admin = office(site.url, cookieOf(entered))
})

afterAll(async () => {
  await asOwner?.end()
  await site?.stop()
  await service.close()
})

const MOODS = ['closed', 'failing', 'busy', 'wrong', 'silent'] as const satisfies readonly Mood[]
const AWAY = 'Não foi possível contactar o serviço de autenticação.'

/** Seconds within which a page opens although the service does not answer: fewer than a sign-in waits. */
const LESS = 25

/** The answer, and the seconds that it took. */
async function timed<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; seconds: number }> {
  const began = performance.now()
  const answer = await ask()
  return { answer, seconds: (performance.now() - began) / 1_000 }
}

test.each(MOODS)(
  'while the identity service is %s, its pages open, and who signs in or asks for a new password is told so and keeps what was typed',
  async (mood) => {
    await service.set(mood)
    for (const path of ['/login', '/forgot', '/signup', '/auth/action?mode=resetPassword&oobCode=x', '/']) {
      const { answer, seconds } = await timed(() => nobody().get(path))
      expect([path, answer.status < 500 || answer.status === 503, seconds < LESS]).toEqual([path, true, true])
    }
    // The answers reveal to nobody who has an account.
    const ask = async (address: string) => {
      const answer = await nobody().post('/forgot', { email: address })
      const page = await answer.text()
      return [answer.status, page.includes(AWAY), page.includes(address)]
    }
    const expected = [503, true, true]
    expect([await ask(email), await ask('ninguem@exemplo.pt')]).toEqual([expected, expected])
    const refused = await nobody().post('/login', { email, password: PASSWORD })
    const page = await refused.text()
    expect([refused.status, page.includes(AWAY), page.includes(email), page.includes(PASSWORD)]).toEqual([
      503,
      true,
      true,
      false,
    ])
    await service.set('well')
    expect((await nobody().post('/login', { email, password: PASSWORD })).status).toBe(303)
    expect((await nobody().post('/forgot', { email })).status).toBe(200)
  },
)

test('a signed-in person goes on while the identity service is silent: every page opens, closing an account says that the service is away, and a fresh token comes once it answers', async () => {
  await service.set('silent')
  // Let an hour pass: the tokens end.
  await asOwner.query(`update sessions set token_expires_at = now() + interval '4 minutes', retry_at = null`)
  const { answer, seconds } = await timed(() => admin.get('/admin'))
  expect([answer.status, seconds < LESS]).toEqual([200, true])
  const { rows } = await asOwner.query<{ uid: string }>(
    `select uid from users where email::text <> $1 and not disabled limit 1`,
    [email],
  )
  const path = `/admin/users/${rows[0]!.uid}`
  for (const page of [path, '/admin/users', '/admin/profile']) {
    const looked = await timed(() => admin.get(page))
    expect([page, looked.answer.status, looked.seconds < LESS]).toEqual([page, 200, true])
  }
  // A form that holds a connection of the database does not wait longer either.
  const closing = await timed(() => admin.post(`${path}/closing`, { intent: 'close' }))
  expect([closing.answer.status, (await closing.answer.text()).includes(AWAY), closing.seconds < LESS]).toEqual([
    503,
    true,
    true,
  ])
  const { rowCount } = await asOwner.query('select from users where uid = $1 and disabled', [rows[0]!.uid])
  expect(rowCount).toBe(0)

  await service.set('well')
  const isFresh = async () => {
    await asOwner.query('update sessions set retry_at = null')
    expect((await admin.get('/admin')).status).toBe(200)
    const fresh = await asOwner.query(
      `select from sessions where uid = (select uid from users where email::text = $1) and token_expires_at > now() + interval '30 minutes' and renewing_until is null`,
      [email],
    )
    expect(fresh.rowCount).toBe(1)
  }
  await vi.waitFor(isFresh, { timeout: 120_000, interval: 1_000 })
})
