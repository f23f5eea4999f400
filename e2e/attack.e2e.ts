import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { hasPower, type Power, type Scope } from '../src/domain/access.ts'
import { powerAt } from '../src/web/places.ts'
import { translator } from '../src/messages/translate.ts'
import { hashOfSecret } from '../src/platform/secret.ts'
import table from '../src/web/routes.ts'
import { settledWeek, startDemonstration } from './demonstration.ts'
import { type Site } from './site.ts'
import { inTurn, WHOLE } from './whole.ts'
import { EMPTY_DRIVER } from '#features/fleet/drivers/schema.ts'

/** What an attacker tries from outside: other people's records, other sites' forms, broken requests. */
let site: Site
let admin = ''
let driver = ''
let otherDriver = ''
/** One real address for each pattern, as the office finds it by following links. */
const places = new Map<string, string>()

type Options = { cookie?: string; method?: string; headers?: Record<string, string>; body?: BodyInit }

function ask(path: string, { cookie, method = 'GET', headers = {}, body }: Options = {}): Promise<Response> {
  // Ask for it uncompressed: compression was half the work of a request, and `headers.e2e.ts` tests that.
  const own = {
    'accept-encoding': 'identity',
    ...(cookie ? { cookie } : {}),
    ...(method === 'GET' ? {} : { 'sec-fetch-site': 'same-origin' }),
  }
  const init: RequestInit = { method, redirect: 'manual', headers: { ...own, ...headers } }
  return fetch(site.url + path, body === undefined ? init : { ...init, body })
}

function send(path: string, fields: Record<string, string>, options: Options = {}): Promise<Response> {
  return ask(path, { ...options, method: 'POST', body: new URLSearchParams(fields) })
}

const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0]!

function demoSignIns(): Record<'adminEmail' | 'adminPassword' | 'driverEmail' | 'driverPassword', string> {
  return JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8'))
}

async function signIn(who: 'admin' | 'driver', cookie?: string): Promise<Response> {
  const known = demoSignIns()
  const fields = { email: known[`${who}Email`], password: known[`${who}Password`] }
  return send('/login', fields, cookie ? { cookie } : {})
}

/** A second driver: the office makes the link, the driver sets a password with it. */
async function inviteAnother(): Promise<string> {
  const { driverEmail } = demoSignIns()
  const list = await (await ask('/admin/drivers', { cookie: admin })).text()
  const ids = new Set([...list.matchAll(/\/admin\/drivers\/([0-9a-f-]{36})/g)].map(([, id]) => id!))
  for (const id of ids) {
    const page = await (await send(`/admin/drivers/${id}/access`, {}, { cookie: admin })).text()
    const link = /\/invite\?code=[\w-]+/.exec(page)?.[0]
    if (!link || page.includes(driverEmail)) continue
    const fields = { password: 'quatro estradas ao sul', role: 'admin', email: 'x@example.org', uid: '1' }
    const cookie = cookieOf(await send(link, fields))
    if ((await (await ask('/dashboard/payslips', { cookie })).text()).includes('/dashboard/payslips/2')) return cookie
  }
  throw new Error('Nobody else could be invited.')
}

/** Follows the office's links and keeps one address of each pattern. */
async function lookAround(): Promise<void> {
  const waiting = [settledWeek(), '/admin']
  const met = new Set<string>()
  const seen = new Set<string>()
  while (waiting.length > 0 && seen.size < 150) {
    const path = waiting.shift()!
    if (met.has(path)) continue
    met.add(path)
    const pattern = ROUTES.find((one) => matches(one, path))
    if (!pattern || (places.has(pattern) && pattern.includes(':'))) continue
    seen.add(path)
    const page = await ask(path, { cookie: admin })
    if (page.status !== 200) continue
    places.set(pattern, path)
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue
    for (const [, href] of (await page.text()).matchAll(/(?:href|action)="(\/admin[^"#?]*)/g)) waiting.push(href!)
  }
}

beforeAll(async () => {
  site = await startDemonstration()
  admin = cookieOf(await signIn('admin'))
  driver = cookieOf(await signIn('driver'))
  otherDriver = await inviteAnother()
  await lookAround()
})
afterAll(() => site.stop())

type Rule = 'open' | 'office' | 'own' | 'link' | 'missing' | 'post' | 'moved'

/*
 * Who may use each place. `open`: anybody reads. `link`: a page that needs a one-time code. Everything under `/admin`
 * is for administrators (`office`), and everything under `/dashboard` for people with a driver record, who see their
 * own alone (`own`): without exception. Any other place that is missing here has no rule, and fails below.
 */
const RULES: Record<string, Rule> = {
  '/': 'open',
  '/drivers': 'open',
  '/about': 'open',
  '/guide': 'open',
  '/guide/:chapter': 'missing',
  '/contact': 'open',
  '/signup': 'open',
  '/contact/message': 'open',
  '/signup/person': 'open',
  '/signup/papers': 'link',
  '/signup/vehicle': 'link',
  '/signup/documents': 'link',
  '/signup/review': 'link',
  '/signup/state': 'link',
  '/para/motoristas': 'open',
  '/para/empresas': 'open',
  '/legal/:document': 'open',
  '/verify/:hash?': 'open',
  '/sign/:token': 'missing',
  '/statement/:token': 'missing',
  '/statement/:token/pdf': 'missing',
  '/where/:token': 'missing',
  '/r/:slug': 'moved',
  '/login': 'open',
  '/login/mfa': 'link',
  '/login/passkey': 'open',
  '/login/passkey/question': 'open',
  '/login/confirm': 'open',
  '/login/second-factor': 'open',
  '/login/close': 'open',
  '/login/goodbye': 'open',
  '/login/demonstration': 'missing',
  '/forgot': 'open',
  '/setup': 'link',
  '/invite': 'link',
  '/auth/action': 'link',
  '/*': 'missing',
  '/api/auth/logout': 'post',
  '/api/auth/session': 'open',
  '/api/auth/events': 'open',
  '/auth/google': 'link',
  '/auth/google/callback': 'link',
  '/api/colour-mode': 'post',
  '/api/consent': 'post',
  '/api/vitals': 'post',
  '/api/push': 'post',
  '/api/drop': 'post',
  '/api/messages/uber': 'post',
  '/api/messages/whatsapp': 'link',
  // Whoever shows no token is told nothing.
  '/api/positions': 'missing',
  '/api/health': 'open',
  '/robots.txt': 'open',
  '/.well-known/security.txt': 'open',
  '/sitemap.xml': 'open',
  '/logo-500.png': 'open',
  '/social/:card': 'missing',
  '/manifest.webmanifest': 'open',
  '/icons/:file': 'missing',
  '/brand/logo/:file': 'missing',
  '/brand/colours/:file': 'missing',
}

function ruleOf(pattern: string): Rule | undefined {
  if (/^\/admin(\/|$)/.test(pattern)) return 'office'
  return /^\/dashboard(\/|$)/.test(pattern) ? 'own' : RULES[pattern]
}

const ROUTES = patternsOf(table).filter((pattern) => !/^\/en(\/|$)/.test(pattern))

function patternsOf(entries: readonly RouteConfigEntry[], under = ''): string[] {
  return [...new Set(entries.flatMap((entry) => patternsOfEntry(entry, under)))]
}

function patternsOfEntry({ path, index, children = [] }: RouteConfigEntry, under: string): string[] {
  const here = path ? `${under}/${path}` : under
  const inside = patternsOf(children, here)
  return index || (path && children.length === 0) ? [here || '/', ...inside] : inside
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(path)
}

/** Values of a parameter that name nothing. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const UNKNOWN_VALUES: Record<string, string> = {
  week: '2031-W10',
  document: 'privacy',
  slug: 'ana',
  'hash?': 'unknown',
  row: '999999999',
  key: '999999999',
  terms: '999999999',
  assignment: UNKNOWN_ID,
  driver: UNKNOWN_ID,
  format: 'pdf',
}

function addressOf(pattern: string, fill = UNKNOWN_VALUES): string {
  const id = /batches|imports|keys|mail/.test(pattern) ? '999999999' : UNKNOWN_ID
  return pattern
    .replace('*', 'nothing/here')
    .replaceAll(/:(\w+)/g, (_, name: string) => fill[name] ?? (fill === UNKNOWN_VALUES ? id : fill['']!))
}

const english = (path: string) => (path === '/' ? '/en' : `/en${path}`)

async function together<Item>(items: readonly Item[], work: (item: Item) => Promise<string | null>): Promise<string[]> {
  const waiting = [...items]
  const wrong: string[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const said = await work(item)
      if (said) wrong.push(said)
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return wrong
}

test('every place has a rule, and most of the office was found by following its links', () => {
  expect(ROUTES.length).toBeGreaterThan(70)
  expect(ROUTES.filter((pattern) => !ruleOf(pattern))).toEqual([])
  expect(places.size).toBeGreaterThan(40)
})

type Ask = {
  path: string
  method: string
  who: 'stranger' | 'driver' | 'admin'
  allowed: readonly number[]
}

/** The statuses with which a place may answer somebody whom it is not for. */
function refusals(rule: string, who: Ask['who']): readonly number[] | null {
  if (rule === 'office') return who === 'stranger' ? [303] : who === 'driver' ? [403] : null
  if (rule === 'own') return who === 'stranger' ? [303] : who === 'admin' ? [403] : null
  return null
}

/**
 * Each place is asked by whoever is signed in without a right to it, to read and to write, and by a stranger in one of the
 * two. The other ways of asking take turns over the places and these two; the whole lane asks each at every place.
 */
test('nobody gets a place that is not theirs: every place, reader, way of asking and language', async () => {
  const asks: Ask[] = []
  for (const [turn, pattern] of ROUTES.entries()) {
    const real = places.get(pattern) ?? addressOf(pattern)
    for (const who of ['stranger', 'driver', 'admin'] as const) {
      const allowed = refusals(ruleOf(pattern)!, who)
      if (!allowed) continue
      const plain = ['GET', 'POST'].map((method): Ask => ({ path: real, method, who, allowed }))
      const others: Ask[] = [
        { path: real, method: 'HEAD', who, allowed },
        // Ask for the same place as the framework's own scripts would: it is closed to everybody.
        ...['GET', 'POST'].map((method): Ask => ({ path: `${real}.data`, method, who, allowed: [404] })),
        { path: english(real), method: 'GET', who, allowed },
        {
          path: real.replace(/^\/(.)/, (_, first: string) => `/${first.toUpperCase()}`),
          method: 'GET',
          who,
          allowed,
        },
        // A record that does not exist is refused like one that does.
        ...(addressOf(pattern) === real ? [] : [{ path: addressOf(pattern), method: 'GET', who, allowed }]),
      ]
      asks.push(...(who === 'stranger' ? inTurn(plain, turn) : plain))
      if (WHOLE || (turn % 2 === 0) === (who === 'stranger')) asks.push(...inTurn(others, Math.floor(turn / 2)))
    }
  }
  expect(asks.length).toBeGreaterThan(900)
  const wrong = await together(asks, async ({ path, method, who, allowed }) => {
    const cookie = who === 'driver' ? driver : who === 'admin' ? admin : ''
    const body = method === 'POST' ? { body: new URLSearchParams({ reason: 'x' }) } : {}
    const answer = await ask(path, { method, ...(cookie ? { cookie } : {}), ...body })
    await answer.text()
    const goes = answer.headers.get('location') ?? ''
    const isSent = who !== 'stranger' || answer.status === 404 || /\/login\b/.test(goes)
    const isKept = answer.headers.get('cache-control') !== 'private, no-store'
    return allowed.includes(answer.status) && isSent && !isKept
      ? null
      : `${method} ${path} as ${who}: ${answer.status} ${goes.slice(0, 80)}`
  })
  expect(wrong).toEqual([])
})

/**
 * The power that changing something at a place of the office needs (`domain/access.ts`). Everybody has their own
 * account and their own views, and may look at a file.
 */
function powerOf(pattern: string): Power | 'own' {
  if (/^\/admin\/(profile$|views\/|reports\/schedules|accounting\/signature$)/.test(pattern)) return 'own'
  if (pattern === '/admin/users/viewing') return 'operations'
  if (pattern === '/admin/drivers/platform-acts/rule') return 'house'
  if (pattern === '/admin/data/connections/:provider/weeks/:week') return 'operations'
  if (
    /^\/admin\/(users|company|brand|offer|system|monitor\/streets|mail\/server|mail\/whatsapp|mail\/:id\/codes|data\/(deliveries|connections|monday\/time|positions\/(rules|assessment))|privacy\/(breaches|erasures))/.test(
      pattern,
    )
  )
    return 'house'
  if (
    /^\/admin\/weekly\/:week\/(keys|passages|holder|anomalies|answers|rows|rows\/:row|full-numbers|full-numbers\/file)$/.test(
      pattern,
    )
  )
    return 'operations'
  if (
    /^\/admin\/(weekly|account|accounting|bank|financing|financial-settings|commissions|goals|second-person|sealed\/account)/.test(
      pattern,
    )
  )
    return 'money'
  if (/^\/admin\/vehicles\/.*\/charge$/.test(pattern)) return 'money'
  if (pattern === '/admin/contracts/:id/terms' || pattern === '/admin/drivers/together/terms') return 'money'
  if (/^\/admin\/drivers\/:id\/(iban|terms|adjustments|account|merges?|departure(?!\/return))/.test(pattern))
    return 'money'
  return 'operations'
}

test('the table of places asks for each form of the office what it needs, and each asks the table', () => {
  const wrong = filesOf(table).flatMap(([pattern, file]) => {
    // The kind of a run says which power stopping it needs.
    if (ruleOf(pattern) !== 'office' || powerOf(pattern) === 'own' || pattern === '/admin/data/runs/:id') return []
    const source = readFileSync(join('src', 'web', file), 'utf8')
    const takesForms = /export (const|async function|function) action\b/.test(source)
    const asks =
      powerAt(pattern) === powerOf(pattern) && /\b(submit|saves|confirms|sees|requireSender|openSealed)\(/.test(source)
    return takesForms && !asks ? [pattern] : []
  })
  expect(wrong).toEqual([])
})

/** Each place with the file that draws it. */
function filesOf(entries: readonly RouteConfigEntry[], under = ''): [pattern: string, file: string][] {
  return entries.flatMap(({ path, file, children = [] }): [string, string][] => {
    const here = path ? `${under}/${path}` : under
    return [[here, file], ...filesOf(children, here)]
  })
}

/** Somebody in the office with these scopes alone. */
async function inviteToOffice(scope: Scope, name: string = scope): Promise<string> {
  const fields = { displayName: name, email: `${name}@exemplo.pt`, language: 'pt', 'scopes[]': scope }
  const page = await (await send('/admin/users/invite', fields, { cookie: admin })).text()
  const link = /\/invite\?code=[\w-]+/.exec(page)?.[0] ?? ''
  return cookieOf(await send(link, { password: 'quatro estradas ao sul' }))
}

/** Pages that are read by people with their power, and by nobody else in the office. */
const READ_BY_POWER = new Set([
  ...['/admin/users/invite', '/admin/mail/:id/codes', '/admin/weekly/batches/:id/file'],
  ...['/admin/sealed/account/:what/:id', '/admin/sealed/number/:what/:id'],
  ...['/admin/weekly/:week/full-numbers', '/admin/weekly/:week/full-numbers/file'],
  ...['', '/file'].map((path) => `/admin/accounting/:month/invoices/full-numbers${path}`),
  '/admin/drivers/:id/personal-data/file',
  '/admin/recruitment/:id/documents/:document',
  '/admin/vehicles/fines/:id/papers/:paper',
  '/admin/vehicles/:id/reports/:report/declaration',
  '/admin/data/positions/assessment/:version/pdf',
  '/admin/monitor/:id/files/:format',
  ...['/admin/vehicles/:id/sale/paper', '/admin/vehicles/:id/accidents/:accident/paper'],
  '/admin/documents/:id/file',
  '/admin/support/:id/files/:file',
  '/admin/contracts/:id/pdf',
  '/admin/contracts/:id/stamp',
  '/admin/contracts/:id/paper/:paper',
])

/**
 * A form of money is tried with the records alone, and one of the records with money alone: the nearest that lacks what it
 * asks for. With the reading scope, which has neither, every fourth is. The whole lane tries each with each, also at a
 * record that does not exist.
 */
test('each scope reads what is opened by its power, and changes what is its own alone', async () => {
  const asks: { pattern: string; path: string; scope: Scope; cookie: string }[] = []
  for (const scope of ['operations', 'finance', 'accountant'] as const) {
    const cookie = await inviteToOffice(scope)
    expect((await (await ask('/api/auth/session', { cookie })).json()).user.role).toBe('admin')
    for (const [turn, pattern] of ROUTES.entries()) {
      if (ruleOf(pattern) !== 'office') continue
      if (scope === 'accountant' && !WHOLE && !READ_BY_POWER.has(pattern) && turn % 4 > 0) continue
      const paths = [places.get(pattern) ?? addressOf(pattern), addressOf(pattern)]
      for (const path of new Set(WHOLE ? paths : paths.slice(0, 1))) asks.push({ pattern, path, scope, cookie })
    }
  }
  expect(asks.length).toBeGreaterThan(200)
  const wrong = await together(asks, async ({ pattern, path, scope, cookie }) => {
    const power = powerOf(pattern)
    const may = power === 'own' || hasPower({ role: 'admin', scopes: [scope] }, power)
    // `powers.e2e.ts` shows that each scope reads everything else.
    if (READ_BY_POWER.has(pattern)) {
      const seen = await ask(path, { cookie })
      await seen.bytes()
      if (may === (seen.status === 403)) return `GET ${path} as ${scope}: ${seen.status}`
    }
    // Send a form without an answer: whoever has the power is told that something is missing.
    const changed = may ? null : await send(path, { change: 'none' }, { cookie })
    // A record that does not exist asks for no power: which one may depend on its kind.
    const isMissing = changed?.status === 404 && path === addressOf(pattern)
    return changed === null || changed.status === 403 || changed.status === 405 || isMissing
      ? null
      : `POST ${path} as ${scope}: ${changed.status}`
  })
  expect(wrong).toEqual([])
})

test('a closed account gets nothing any more, at once', async () => {
  const cookie = await inviteToOffice('owner')
  expect((await ask('/admin', { cookie })).status).toBe(200)
  const list = await (await ask('/admin/users?q=owner@exemplo.pt', { cookie: admin })).text()
  const path = /\/admin\/users\/[A-Za-z0-9]{28}/.exec(list)?.[0] ?? ''

  expect((await send(`${path}/closing`, {}, { cookie: admin })).status).toBe(303)

  for (const answer of [await ask('/admin', { cookie }), await send('/admin/company', {}, { cookie })])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/login\b/)])
})

/** Ways in which a session ends without its cookie knowing; `$1` is its row. */
const ENDS: Record<string, string> = {
  'unused for an hour': `update sessions set seen_at = seen_at - interval '1 hour' where id_hash = $1`,
  'half a day old': `update sessions set signed_in_at = signed_in_at - interval '12 hours',
    expires_at = expires_at - interval '12 hours' where id_hash = $1`,
  'signed out everywhere': `update users set valid_since = now() + interval '1 minute'
    where uid = (select uid from sessions where id_hash = $1)`,
  'of a closed account': `update users set disabled = true where uid = (select uid from sessions where id_hash = $1)`,
  'whose token ended an hour ago': `update sessions set retry_at = now() + interval '1 hour',
    token_expires_at = now() - interval '1 hour' where id_hash = $1`,
  'of another role since': `update users set role = 'driver' where uid = (select uid from sessions where id_hash = $1)`,
}

/** The database of the site, as its owner. */
async function asOwner(work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const cluster = await joinCluster(site.data)
  const owner = new pg.Client({ connectionString: cluster.ownerUrl })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
    await cluster.leave()
  }
}

/** Works as the owner of the database, while rows of ended sessions are kept. */
function withEndedSessionsKept(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(`create function kept() returns trigger language plpgsql as 'begin return null; end';
      create trigger sessions_stay before delete on sessions for each row execute function kept()`)
    try {
      await work(owner)
    } finally {
      await owner.query('drop function kept cascade')
    }
  })
}

test('a session that is over opens no place: whatever ended it, every place and way of asking leads to the sign-in', async () => {
  await withEndedSessionsKept(async (owner) => {
    for (const [index, [what, end]] of Object.entries(ENDS).entries()) {
      const cookie = await inviteToOffice('owner', `stale${index}`)
      expect((await ask('/admin/users', { cookie })).status).toBe(200)
      const row = [hashOfSecret(cookie.split('=')[1]!)]
      await owner.query(end, row)

      const hasOtherRole = what === 'of another role since'
      const guarded = ROUTES.filter((pattern) => ['office', 'own'].includes(ruleOf(pattern)!))
      // The kinds of end, and reading and writing, take turns over the places: the same guard asks about all of them.
      const kinds = Object.keys(ENDS).length
      const asks = guarded.flatMap((pattern, place) => {
        const path = places.get(pattern) ?? addressOf(pattern)
        if (!WHOLE && place % kinds !== index) return []
        return inTurn(['GET', 'POST'], Math.floor(place / kinds)).map((method) => ({ method, path }))
      })
      expect(asks.length).toBeGreaterThan(50)
      const wrong = await together(asks, async ({ method, path }) => {
        const answer = await ask(path, { method, cookie, ...(method === 'POST' && { body: new URLSearchParams() }) })
        await answer.text()
        const goes = answer.headers.get('location') ?? ''
        const isSent = answer.status === 303 && /\/login\b/.test(goes)
        // Somebody who is now a driver is let in as one, under another id: not to the office, and there is no record of theirs.
        return isSent || (hasOtherRole && [403, 405].includes(answer.status))
          ? null
          : `${method} ${path}: ${answer.status} ${goes}`
      })
      expect(wrong, what).toEqual([])
      if (hasOtherRole) continue
      expect(await (await ask('/api/auth/session', { cookie })).json(), what).toEqual({ user: null })
      expect((await owner.query('select 1 from sessions where id_hash = $1', row)).rowCount).toBe(1)
    }
  })
}, 240_000)

/** Forms that send money to the bank, take it back or move it elsewhere. */
const MOVES_MONEY = [
  ...['/admin/weekly/:week/batch', '/admin/weekly/batches/:id/payment', '/admin/weekly/batches/:id/void'],
  '/admin/weekly/batches/:id/reopening',
  ...['/admin/weekly/:week/:driver/payment', '/admin/weekly/:week/:driver/iban'],
]

test('who signed in more than ten minutes ago says again who they are before money moves', async () => {
  const cookie = await inviteToOffice('owner', 'earlier')
  await ageSignIn(cookie)
  const paid = { means: 'mb-way', paidOn: Temporal.Now.plainDateISO('Europe/Lisbon').toString(), note: 'MB WAY' }
  const fields = { reason: 'Conta errada', ...paid, iban: 'PT50000201231234567890154', holder: '' }
  const wrong = await together(MOVES_MONEY, async (pattern) => {
    const { status, headers } = await send(places.get(pattern) ?? addressOf(pattern), fields, { cookie })
    const goes = headers.get('location') ?? ''
    return status === 303 && goes.startsWith('/login/confirm?next=') ? null : `${pattern}: ${status} ${goes}`
  })
  expect(wrong).toEqual([])
})

/** Makes the sign-in of a session eleven minutes older. */
async function ageSignIn(cookie: string): Promise<void> {
  await asOwner(async (owner) => {
    const older = `update sessions set signed_in_at = signed_in_at - interval '11 minutes' where id_hash = $1`
    await owner.query(older, [hashOfSecret(cookie.split('=')[1]!)])
  })
}

test('a form interrupted to ask who is there is carried out once, after the answer, by that session and nowhere else', async () => {
  const password = 'quatro estradas ao sul'
  const cookie = await inviteToOffice('owner', 'interrupted')
  const twin = cookieOf(await send('/login', { email: 'interrupted@exemplo.pt', password }))
  await ageSignIn(cookie)
  const [place, form] = ['/admin/users/rules', { secondFactor: 'offered' }]
  const goes = async (answer: Promise<Response>) => (await answer).headers.get('location') ?? ''

  const elsewhere = { cookie, headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await send(place, form, elsewhere)).status).toBe(403)
  const toConfirm = await goes(send(place, form, { cookie, headers: { referer: `${site.url}/admin/users` } }))
  const address = new URL(toConfirm, site.url).searchParams.get('next')!
  expect(address).toMatch(/^\/admin\/users\/rules\?held=[\w-]{43}$/)
  expect(await (await ask(toConfirm, { cookie })).text()).toContain('<a href="/admin/users">')

  // Not before the password is confirmed; not for somebody else, not for another session of the same person, not with a
  // wrong answer.
  expect(await goes(ask(address, { cookie }))).toBe('/admin/users')
  for (const other of [admin, twin]) expect(await goes(ask(address, { cookie: other }))).toBe(place)
  expect((await send(toConfirm, { intent: 'password', password: 'outra' }, { cookie })).status).toBe(400)
  expect(await goes(ask(address, { cookie }))).toBe('/admin/users')

  const answered = await send(toConfirm, { intent: 'password', password }, { cookie })
  expect(answered.headers.get('location')).toBe(address)
  const fresh = cookieOf(answered)
  for (const other of [cookie, twin, admin]) expect(await goes(ask(address, { cookie: other }))).not.toContain('done')
  const moved = address.replace('/users/rules', '/users/invite')
  expect(await goes(ask(moved, { cookie: fresh }))).toBe('/admin/users')

  expect(await goes(ask(address, { cookie: fresh }))).toBe('/admin/users?done=rules')
  expect(await goes(ask(address, { cookie: fresh }))).toBe('/admin/users')
})

test('what was interrupted is refused when the power for it was taken meanwhile, and a later form takes its place', async () => {
  const cookie = await inviteToOffice('owner', 'reduced')
  await ageSignIn(cookie)
  const interrupted = async (secondFactor: string) => {
    const answer = await send('/admin/users/rules', { secondFactor }, { cookie })
    return new URL(answer.headers.get('location')!, site.url).searchParams.get('next')!
  }
  const [given, later] = [await interrupted('offered'), await interrupted('offered')]
  const form = { intent: 'password', password: 'quatro estradas ao sul' }
  const fresh = cookieOf(await send(`/login/confirm?next=${encodeURIComponent(later)}`, form, { cookie }))
  await asOwner((owner) => owner.query(`update users set scopes = '{accountant}' where email = 'reduced@exemplo.pt'`))

  expect((await ask(given, { cookie: fresh })).headers.get('location')).toBe('/admin/users/rules')
  expect((await ask(later, { cookie: fresh })).status).toBe(403)
})

test('nothing is changed by a way of asking no form uses', async () => {
  // The four take turns over the places.
  const asks = ROUTES.flatMap((pattern, turn) =>
    inTurn(['PUT', 'PATCH', 'DELETE', 'OPTIONS'], turn).map((method) => ({
      method,
      path: places.get(pattern) ?? addressOf(pattern),
    })),
  )
  const wrong = await together(asks, async ({ method, path }) => {
    const { status } = await ask(path, { method, cookie: admin })
    return status === 405 ? null : `${method} ${path}: ${status}`
  })
  expect(wrong).toEqual([])
})

/**
 * Papers that only some drivers have, and this one has not; a page that takes its weeks from its query, and one that
 * needs a ticket.
 */
const MAY_BE_MISSING = new Set([
  '/dashboard/departure/pdf',
  '/dashboard/financing/deposit',
  '/dashboard/payslips/weeks',
  '/dashboard/profile/personal-data/file',
])

/** Addresses whose parameter is a format: they always answer the reader's own file. */
const OF_THEIR_OWN = new Set(['/dashboard/payslips/own-year/files/:format', '/dashboard/documents/times/files/:format'])

test('whoever a place is for gets it, and what names nothing is not found', async () => {
  const wrong = await together(ROUTES, async (pattern) => {
    const rule = ruleOf(pattern)!
    // What the office gets was read, with a 200, while its links were followed.
    if (rule === 'office' && !WHOLE) return null
    const cookie = rule === 'office' ? admin : driver
    const path = rule === 'office' ? places.get(pattern) : addressOf(pattern)
    if (!path) return null
    const expected: Record<string, number[]> = {
      open: [200, 303],
      office: [200],
      own: (pattern.includes(':') && !OF_THEIR_OWN.has(pattern)) || MAY_BE_MISSING.has(pattern) ? [404] : [200],
      link: [400, 410],
      missing: [404],
      post: [405, 400],
      moved: [302],
    }
    const { status } = await ask(path, { cookie })
    return expected[rule]?.includes(status) ? null : `${path} (${rule}): ${status}`
  })
  expect(wrong).toEqual([])
})

test('no address and no form of the office breaks anything, whatever stands in for an id', async () => {
  const filled = (text: string) => ({ '': text.replaceAll(/[' ]/g, encodeURIComponent) })
  // The texts take turns over the places, and stand in forms alone: the test of parts of an address reads with them.
  const texts = ['abc', '9'.repeat(30), '1e30', '-'.repeat(36), "' or 1=1 --", '%zz'].map(filled)
  const office = ROUTES.filter((pattern) => ruleOf(pattern) === 'office' && pattern.includes(':'))
  const addresses = office.flatMap((pattern, place) => [
    { path: addressOf(pattern), isRead: true },
    ...inTurn(texts, place).map((fill) => ({ path: addressOf(pattern, fill), isRead: WHOLE })),
  ])
  const wrong = await together(addresses, async ({ path, isRead }) => {
    const shown = isRead ? await ask(path, { cookie: admin }) : null
    const done = await send(path, { accept: '1' }, { cookie: admin })
    const text = ((await shown?.text()) ?? '') + (await done.text())
    // Whoever comes too late to a small act is led to its record, where a message says so: nothing was done.
    const isLate = done.status === 303 && /[?&]already\b/.test(done.headers.get('location') ?? '')
    const isStill = (shown?.status ?? 404) < 500 && done.status < 500 && (done.status >= 400 || isLate)
    return isStill && !/\bat .{3,200}\.[jt]sx?:\d+:\d+|syntax for type|select "/.test(text)
      ? null
      : `${path}: ${shown?.status} ${done.status}`
  })
  expect(wrong).toEqual([])
})

/** Parameters that pages read from the query, as names, numbers and days; below, twice, values that nobody would mean. */
const ASKED = {
  name: 'sort view state kind channel whom who what order driver'.split(' '),
  number: 'page before after line more version asked table'.split(' '),
  day: 'week from to month year day'.split(' '),
}
const ODD = [
  { name: '__proto__', number: '9e99', day: '9999-12-31', q: '\0' },
  { name: 'constructor', number: '9'.repeat(20), day: '9999-W52', q: 'toString' },
]

/** Only a failure counts as broken: whoever asks for whole weeks again and again is told to wait (503). */
async function brokenAt(path: string): Promise<string | null> {
  const { status } = await ask(path, { cookie: path.startsWith('/dashboard') ? driver : admin })
  return status < 500 || status === 503 ? null : `${path}: ${status}`
}

test('no question in an address breaks anything, whatever it asks and of whatever page', async () => {
  const questions = ODD.map(({ name, number, day, q }) => {
    const all = [...ASKED.name.map((one) => [one, name]), ...ASKED.number.map((one) => [one, number])]
    return new URLSearchParams([...all, ...ASKED.day.map((one) => [one, day]), ['q', q]] as [string, string][])
  })
  const found = [...places.values(), ...ROUTES.filter((pattern) => !pattern.includes(':'))]
  // The two take turns over the pages.
  const asked = [...new Set(found)].flatMap((path, turn) => inTurn(questions, turn).map((one) => `${path}?${one}`))
  expect(await together(asked, brokenAt)).toEqual([])
})

test('no part of an address breaks anything, even a name that every object has or the end of the calendar', async () => {
  const names = ['__proto__', 'abc', '9'.repeat(30), '-'.repeat(36)].map((text) => ({ '': text }))
  const end = { '': '9999', month: '9999-12', week: '9999-W52', year: '9999' }
  const patterns = ROUTES.filter((pattern) => pattern.includes(':'))
  // The end of the calendar is for addresses with a week, a month or a year; the names take turns over the others.
  const asked = patterns.flatMap((pattern, turn) => {
    const isDated = /:(month|week|year)\b/.test(pattern)
    const odd = WHOLE ? [...names, end] : isDated ? [end] : inTurn(names, turn)
    return odd.map((fill) => addressOf(pattern, fill))
  })
  expect(await together(asked, brokenAt)).toEqual([])
})

test('a driver sees the own statement, and nothing of another', async () => {
  const list = await (await ask('/dashboard/payslips', { cookie: driver })).text()
  const weeks = [...new Set([...list.matchAll(/\/dashboard\/payslips\/(\d{4}-W\d\d)/g)].map(([, week]) => week!))]
  const pages = await Promise.all(
    weeks.map(async (week) => (await ask(`/dashboard/payslips/${week}`, { cookie: driver })).text()),
  )
  const rows = [
    ...new Set(
      pages.flatMap((page) =>
        [...page.matchAll(/\/dashboard\/payslips\/\d{4}-W\d\d\/rows\/\d+/g)].map(([path]) => path),
      ),
    ),
  ]
  expect(rows.length).toBeGreaterThan(10)
  for (const path of rows.slice(0, 12)) {
    expect((await ask(path, { cookie: driver })).status, path).toBe(200)
    expect((await ask(path, { cookie: otherDriver })).status, path).toBe(404)
    const row = path.split('/').at(-1)
    const elsewhere = weeks.find((week) => !path.includes(week))
    expect((await ask(`/dashboard/payslips/${elsewhere}/rows/${row}`, { cookie: driver })).status, path).toBe(404)
  }

  const week = weeks[0]!
  const me = (await (await ask('/api/auth/session', { cookie: driver })).json()).user
  for (const path of ['/dashboard', '/dashboard/payslips', `/dashboard/payslips/${week}`]) {
    const [mine, theirs] = await Promise.all(
      [driver, otherDriver].map(async (cookie) => (await ask(path, { cookie })).text()),
    )
    expect(mine, path).toContain(me.displayName)
    expect(theirs, path).not.toContain(me.displayName)
    expect(theirs, path).not.toContain(me.email)
  }
  const [mine, theirs] = await Promise.all(
    [driver, otherDriver].map(async (cookie) => (await ask(`/dashboard/payslips/${week}/pdf`, { cookie })).bytes()),
  )
  expect(Buffer.from(mine!).equals(theirs!)).toBe(false)
})

test('fields nobody asked for give nobody anything: the invited driver is a driver', async () => {
  const { user } = await (await ask('/api/auth/session', { cookie: otherDriver })).json()
  expect(user).toMatchObject({ role: 'driver', isAdmin: false })
  expect(user.email).not.toBe('x@example.org')
})

test('forms of other sites are refused at every place, signing in and out among them', async () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: site.url },
    { 'sec-fetch-site': '', origin: 'https://mau.exemplo' },
  ]
  // The three take turns over the places.
  const asks = ROUTES.flatMap((pattern, turn) => inTurn(foreign, turn).map((headers) => ({ pattern, headers })))
  const wrong = await together(asks, async ({ pattern, headers }) => {
    const { status } = await send(places.get(pattern) ?? addressOf(pattern), {}, { cookie: admin, headers })
    return status === 403 ? null : `${pattern}: ${status} for ${JSON.stringify(headers)}`
  })
  expect(wrong).toEqual([])
  expect((await ask('/api/auth/session', { cookie: admin })).status).toBe(200)
  expect((await (await ask('/api/auth/session', { cookie: admin })).json()).user).not.toBeNull()
})

test('each sign-in is a new session behind a host cookie that no script reads; the session before it, and one that signed out, are over', async () => {
  const made = `__Host-sid=${'a'.repeat(43)}`
  const first = await signIn('driver', made)
  expect(first.headers.getSetCookie()[0]).toMatch(
    /^__Host-sid=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(first.headers.get('cache-control')).toBe('private, no-store')
  expect(cookieOf(first)).not.toBe(made)
  const second = await signIn('driver', cookieOf(first))
  expect(cookieOf(second)).not.toBe(cookieOf(first))

  const isIn = async (cookie: string) => (await ask('/dashboard', { cookie })).status === 200
  expect([await isIn(made), await isIn(cookieOf(first)), await isIn(cookieOf(second))]).toEqual([false, false, true])
  const out = await ask('/api/auth/logout', {
    method: 'POST',
    cookie: cookieOf(second),
    headers: { accept: 'application/json' },
  })
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache", "storage"'])
  expect(await isIn(cookieOf(second))).toBe(false)
})

test('a sign-in that fails says the same about everybody, and the eleventh has to wait', async () => {
  const { driverEmail } = demoSignIns()
  const said = async (email: string) => {
    const answer = await send('/login', { email, password: 'nove vezes errada' })
    const text = (await answer.text()).replaceAll(email, '').replaceAll(/[0-9a-f-]{36}/g, '')
    return { status: answer.status, text }
  }
  expect(await said(driverEmail)).toEqual(await said('ninguem.desta.casa@example.org'))
  for (let tries = 2; tries <= 10; tries++) expect((await said('ninguem.desta.casa@example.org')).status).toBe(400)
  const eleventh = await send('/login', { email: 'ninguem.desta.casa@example.org', password: 'x' })
  expect(eleventh.status).toBe(429)
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await said(driverEmail)).status).toBe(400)
})

test('signing in and switching colours lead to places of this site alone', async () => {
  const traps = [
    '//mau.exemplo',
    '/\\mau.exemplo',
    '/..//mau.exemplo',
    '/\t/mau.exemplo',
    'https://mau.exemplo',
    'javascript:alert(1)',
    '/x\r\nset-cookie: a=b',
  ]
  for (const trap of traps) {
    const { headers } = await send('/api/colour-mode', { back: trap })
    expect(headers.get('location'), trap).toBe('/')
  }
  const { driverEmail, driverPassword } = demoSignIns()
  for (const trap of ['//mau.exemplo', '/..//mau.exemplo']) {
    const { headers } = await send(`/login?next=${encodeURIComponent(trap)}`, {
      email: driverEmail,
      password: driverPassword,
    })
    expect(headers.get('location'), trap).toBe('/dashboard')
  }
  const ticket = `held=${'a'.repeat(43)}`
  for (const path of [`/.//mau.exemplo/x?${ticket}`, `/%2e//mau.exemplo/x?${ticket}`, `//mau.exemplo/x?${ticket}`]) {
    for (const cookie of ['', `Cookie: ${driver}\r\n`]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${cookie}Connection: close\r\n\r\n`)
      expect(/^location: (.*)$/im.exec(answer)?.[1] ?? '/', path).toBe('/')
    }
  }
  expect((await send('/api/colour-mode', { back: '/drivers?q=€' })).headers.get('location')).toBe(
    '/drivers?q=%E2%82%AC',
  )
})

test('what can’t be read is refused as such, with the headers of every page', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const cases: [status: number, answer: Promise<Response>][] = [
    ...['PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method): [number, Promise<Response>] => [
      405,
      ask('/admin/weekly', { method, cookie: admin }),
    ]),
    [405, send('/contact', {})],
    [413, ask('/login', { method: 'POST', headers: form, body: 'a'.repeat(1024 * 1024 + 1) })],
    [415, ask('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })],
    [
      400,
      ask('/login', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '{}' }),
    ],
    [400, send('/login', { email: 'a\0@example.org', password: 'x' })],
    [400, ask('/drivers?q=%00')],
    [400, ask('/%zz')],
    [404, ask('/nothing/here')],
    [200, ask('/')],
    [200, ask('/login')],
    [200, ask('/favicon.svg')],
    [303, ask('/admin')],
    [403, ask('/admin', { cookie: driver })],
  ]
  for (const [status, asked] of cases) {
    const answer = await asked
    const { headers, url } = answer
    expect(answer.status, url).toBe(status)
    expect(await answer.text()).not.toMatch(/\bat .{3,200}\.[jt]sx?:\d+:\d+/)
    const csp = headers.get('content-security-policy') ?? ''
    expect(csp, url).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/)
    for (const part of [
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(csp, url).toContain(part)
    expect(csp, url).not.toMatch(/unsafe|\*/)
    expect(headers.get('x-content-type-options'), url).toBe('nosniff')
    // A page whose address may carry a code tells other sites nothing at all.
    expect(headers.get('referrer-policy'), url).toMatch(/^(strict-origin-when-cross-origin|same-origin)$/)
    expect(headers.get('cross-origin-resource-policy'), url).toBe('same-origin')
    expect(headers.get('cache-control'), url).toBeTruthy()
    expect(headers.get('server') ?? headers.get('x-powered-by'), url).toBeNull()
  }
})

/** The first line and the headers of the answer to bytes that no HTTP library would send. */
async function raw(text: string): Promise<string> {
  return (await answers(text)).split('\r\n\r\n')[0]!
}

/** All that comes back on one connection. */
function answers(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(Number(new URL(site.url).port), 'localhost', () => socket.write(text))
    socket.on('data', (piece) => (said += piece))
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
    socket.setTimeout(5_000, () => socket.destroy())
  })
}

test('a request that HTTP does not allow gets its sender a 400, and is no defect', async () => {
  const end = 'Host: localhost\r\nConnection: close\r\n\r\n'
  const asks = [
    `TRACE / HTTP/1.1\r\n${end}`,
    `OPTIONS * HTTP/1.1\r\n${end}`,
    `GET http://mau.exemplo/ HTTP/1.1\r\n${end}`,
    ...['a b', '"><script>', 'localhost:99999', 'a@b'].map(
      (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ),
    `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
  ]
  for (const text of asks) expect(await raw(text), text).toMatch(/^HTTP\/1\.1 400 /)
  const endless = `POST /login HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`
  expect(await raw(endless)).toMatch(/^HTTP\/1\.1 411 /)
  expect((await ask('/livez')).status).toBe(200)
})

test('only built files are files: no source, no secret, no way out of the folder', async () => {
  for (const path of [
    '/.env',
    '/.git/config',
    '/package.json',
    '/server.json',
    '/demo/sign-ins.json',
    '/assets/',
    '/src/server.ts',
  ]) {
    expect((await ask(path)).status, path).toBe(404)
  }
  for (const path of [
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/..\\..\\etc\\passwd',
    '//etc/passwd',
  ]) {
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`), path).toMatch(
      /^HTTP\/1\.1 404 /,
    )
  }
  const script = /\/assets\/[\w-]+\.js/.exec(await (await ask('/login')).text())![0]
  expect((await ask(script)).status).toBe(200)
  expect((await ask(`${script}.map`)).status).toBe(404)
})

const MARK = '<img src=x onerror=alert(1)>'
const BREAK = `</script><script>alert(1)</script>${MARK}"'`

function expectHarmless(text: string, where: string) {
  expect(text, where).not.toContain(MARK)
  expect(text, where).not.toContain('<script>alert(1)')
}

test('names, file names, searches and addresses come back as text', async () => {
  const made = await send(
    '/admin/drivers/new',
    { ...EMPTY_DRIVER, name: BREAK, phone: BREAK.slice(0, 40), notes: BREAK },
    { cookie: admin },
  )
  expect(made.status).toBe(303)
  const record = new URL(made.headers.get('location')!, site.url).pathname
  const form = new FormData()
  form.append('files', new File([`${BREAK};b\n1;2\n`], `${BREAK.replaceAll('/', '')}\0\r\nx.csv`))
  const dropped = await ask('/admin/data/drop', { method: 'POST', cookie: admin, body: form })
  expect(dropped.status).toBe(303)

  const marked = [
    record,
    `${record}/access`,
    `${record}/history`,
    '/admin/drivers',
    dropped.headers.get('location')!,
    '/admin/users/audit',
  ]
  for (const path of marked) {
    const answer = await ask(path, { cookie: admin })
    expect(answer.status, path).toBe(200)
    expectHarmless(await answer.text(), path)
  }
  expect(await (await ask('/admin/drivers', { cookie: admin })).text()).toContain('onerror=alert(1)')

  const said = encodeURIComponent(BREAK)
  for (const path of [`/login?next=/${said}`, `/signup?ref=${said}`, `/${said}`, `/en/${said}`, `/invite?code=${said}`])
    expectHarmless(await (await ask(path)).text(), path)
  for (const path of [
    `/admin/drivers?q=${said}`,
    `/admin/weekly/${said}`,
    `/admin?done=${said}&name=${said}`,
    `/admin/data/drop?week=${said}`,
  ])
    expectHarmless(await (await ask(path, { cookie: admin })).text(), path)
  expectHarmless(await (await send('/login', { email: BREAK, password: BREAK })).text(), 'sign-in')
})

test('files that would burst are looked at and refused; too many are not taken', async () => {
  const drop = (files: readonly File[]) => {
    const form = new FormData()
    for (const file of files) form.append('files', file)
    return ask('/admin/data/drop', { method: 'POST', cookie: admin, body: form })
  }
  const bomb = await drop([
    new File([gzipSync(Buffer.alloc(60_000_000, 'a;'))], 'bomba.csv.gz'),
    new File(['PK\u0003\u0004 nothing'], 'meio.xlsx'),
  ])
  expect(bomb.status).toBe(303)
  const page = await ask(bomb.headers.get('location')!, { cookie: admin })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(translator('pt')('page.data.preview.nothing'))
  expect((await drop(Array.from({ length: 201 }, (_, index) => new File([`${index}`], `${index}.csv`)))).status).toBe(
    422,
  )
  expect((await drop([])).status).toBe(422)
})

test('a form of very many fields is refused before it is read, in words', async () => {
  const plain = 'application/x-www-form-urlencoded'
  const names = Array.from({ length: 140_000 }, (_, index) => `${index.toString(36)}[]`).join('&')
  const parts = '--y\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(15_000) + '--y--\r\n'
  for (const [body, type] of [
    [names, plain],
    ['a&'.repeat(500_000), plain],
    [parts, 'multipart/form-data; boundary=y'],
  ] as const) {
    const answer = await ask('/login', { method: 'POST', headers: { 'content-type': type }, body })
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain(translator('pt')('errors.form.too-many-fields'))
  }
  // Files come in parts (multipart): a plain form has no reason to be long.
  const long = { method: 'POST', headers: { 'content-type': plain }, body: '+'.repeat(2_000_000) }
  expect((await ask('/verify', long)).status).toBe(413)
  expect((await send('/login', { '__proto__[]': 'x', constructor: 'y' })).status).toBe(422)
}, 20_000)

test('a form that nobody reads stands in nobody’s way: the next request on its connection is answered', async () => {
  const body = `a=${'b'.repeat(3_000_000)}`
  const kinds = 'Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded'
  for (const path of ['/contact', '/login', '/admin/drivers/new', '/api/health']) {
    const form = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${kinds}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const said = await answers(`${form}GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(said.match(/^HTTP\/1\.1 \d+/gm)?.slice(1), path).toEqual(['HTTP/1.1 200'])
  }
})

test('a download that is broken off half-way breaks nothing', async () => {
  for (const path of ['/admin/users/audit/export.csv', places.get('/admin/weekly/:week/statements.zip')!]) {
    for (let time = 0; time < (WHOLE ? 10 : 4); time++) {
      const answer = await ask(path, { cookie: admin })
      const reader = answer.body!.getReader()
      if (time % 2 === 0) await reader.read()
      await reader.cancel()
    }
  }
  await new Promise((done) => setTimeout(done, 200))
  expect((await ask('/livez')).status).toBe(200)
})

test('none of these attempts caused a defect', () => {
  expect(site.output()).not.toMatch(/"msg":"(defect|a request failed)"/)
})
