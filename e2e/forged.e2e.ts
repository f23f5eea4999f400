import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER, type Office, office, registerFirst, signIn } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite } from './site.ts'

/** False claims about the site in a request: its name, where to go next, whom a message is from or for. */
let site: Site
let marta: Office
let cookie = ''
/** The owner's current password. */
let password = OWNER.password

beforeAll(async () => {
  const data = copyOf('publicFleet')
  site = await startSite(data)
  cookie = await registerFirst(site, OWNER)
  marta = office(site.url, cookie)
})
afterAll(() => site.stop())

const FORGED = {
  host: 'mau.exemplo',
  'x-forwarded-host': 'mau.exemplo',
  'x-forwarded-proto': 'https',
  forwarded: 'host=mau.exemplo;proto=https',
}

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

/** A request that claims to be for another host, which `fetch` cannot send. */
function forged(path: string, fields?: Record<string, string>, own: Record<string, string> = {}): Promise<Answer> {
  const body = fields ? new URLSearchParams(fields).toString() : ''
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
  const headers = { ...FORGED, ...own, ...(fields && { ...form, 'sec-fetch-site': 'same-origin' }) }
  return new Promise((resolve, reject) => {
    const sent = request(site.url + path, { method: fields ? 'POST' : 'GET', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    sent.on('error', reject).end(body)
  })
}

/** The messages to somebody in the outbox folder, as they went out, once there are `count`. */
async function mailsTo(email: string, count: number): Promise<string[]> {
  const folder = join(site.data, 'outbox')
  const found = () =>
    readdirSync(folder)
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .filter((text) => text.split('\r\n\r\n')[0]!.includes(`To: ${email}`))
  await expect.poll(() => found().length, { timeout: 20_000 }).toBe(count)
  return found()
}

const readable = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('&amp;', '&')
const linksIn = (mail: string) => [...readable(mail).matchAll(/https?:\/\/[^\s"<>]+/g)].map(([link]) => link)

test('the name a request gives the site is in no link of a message, no redirect and no page', async () => {
  expect((await forged('/forgot', { email: OWNER.email })).status).toBeLessThan(400)
  const answers = [
    await forged('/admin'),
    await forged('/admin/users', undefined, { cookie }),
    await forged('/'),
    await forged('/sitemap.xml'),
    await forged('/login'),
    await forged('/en/login'),
    await forged('/login', { email: OWNER.email, password: OWNER.password }),
    await forged('/api/colour-mode', { back: '/drivers' }),
    await forged('/auth/action?mode=resetPassword&oobCode=x&lang=pt'),
  ]
  for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain('mau.exemplo')
  const links = (await mailsTo(OWNER.email, 1)).flatMap(linksIn)
  expect(links.filter((link) => link.includes('/auth/action?'))).not.toEqual([])
  expect(links.filter((link) => !link.startsWith(`${site.url}/`))).toEqual([])
})

test('no page sends anybody on to another site, signed in or not', async () => {
  const traps = ['//mau.exemplo', '/\\mau.exemplo', '/..//mau.exemplo', '/%2f%2fmau.exemplo', 'https://mau.exemplo']
  const pages = ['/login', '/login/mfa', '/login/confirm', '/forgot', '/auth/action', '/en/login', '/setup', '/invite']
  for (const page of pages) {
    for (const trap of traps) {
      const query = new URLSearchParams({ next: trap, continueUrl: trap, back: trap })
      for (const own of [{}, { cookie }]) {
        const answer = await fetch(`${site.url}${page}?${query}`, { headers: own, redirect: 'manual' })
        const goes = new URL(answer.headers.get('location') ?? '/', site.url)
        expect(goes.origin, `${page} ${trap}`).toBe(site.url)
        expect(goes.pathname, `${page} ${trap}`).not.toMatch(/^\/\//)
        expect(await answer.text(), `${page} ${trap}`).not.toMatch(/(?:href|action)="(?:https?:)?[/\\]{2}mau\.exemplo/)
      }
    }
  }
})

test('another site’s form signs nobody in, even with the right password', async () => {
  const { email } = OWNER
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://mau.exemplo' }, {}] as Record<
    string,
    string
  >[]) {
    const body = new URLSearchParams({ email, password })
    const answer = await fetch(`${site.url}/login`, { method: 'POST', headers, body, redirect: 'manual' })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
  }
})

test('the link of a reset survives being looked at, and works once, however many send it at the same moment', async () => {
  await marta.post('/forgot', { email: OWNER.email })
  const link = new URL(linksIn((await mailsTo(OWNER.email, 2)).at(-1)!).find((one) => one.includes('/auth/action?'))!)
  const path = link.pathname + link.search
  for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200)

  const passwords = Array.from({ length: 6 }, (_, index) => `seis rios para o mar ${index}`)
  const answers = await Promise.all(passwords.map((word) => marta.post(path, { password: word })))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status < 400)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect((await marta.post(path, { password: 'sete rios para o mar' })).status).toBe(400)

  expect((await marta.get('/admin')).headers.get('location')).toMatch(/^\/login\b/)
  const old = await marta.post('/login', { email: OWNER.email, password })
  password = passwords[statuses.findIndex((status) => status < 400)]!
  expect([old.status, (await marta.post('/login', { email: OWNER.email, password })).status]).toEqual([400, 303])
})

test('a name with line ends in it adds no header and no recipient to the invitation', async () => {
  const owner = office(site.url, await signIn(site.url, { ...OWNER, password }))
  const name = 'Rita\r\nBcc: mau@mau.exemplo\r\nSubject: outro\r\n\r\nolá'
  const fields = { language: 'pt', 'scopes[]': 'operations' }
  await owner.post('/admin/users/invite', { ...fields, displayName: name, email: 'rita@exemplo.pt' })
  for (const email of [
    'eva@exemplo.pt\r\nBcc: mau@mau.exemplo',
    'eva@exemplo.pt,mau@mau.exemplo',
    'Eva <eva@exemplo.pt>',
  ]) {
    const refused = await owner.post('/admin/users/invite', { ...fields, displayName: 'Eva', email })
    expect(refused.status, email).toBeGreaterThanOrEqual(400)
  }
  const [headers] = (await mailsTo('rita@exemplo.pt', 1))[0]!.split('\r\n\r\n')
  expect(headers).not.toMatch(/^(bcc|cc):/im)
  expect(headers!.match(/^subject:/gim)).toHaveLength(1)
  const everybody = readdirSync(join(site.data, 'outbox')).map((file) =>
    readFileSync(join(site.data, 'outbox', file), 'utf8'),
  )
  expect(everybody.filter((text) => /^(to|cc|bcc):.*mau\.exemplo/im.test(text.split('\r\n\r\n')[0]!))).toEqual([])
})
