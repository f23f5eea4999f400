import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { setSecondFactorRule } from '#features/accounts/commands.server.ts'
import { viewDriver } from '#features/sessions/commands.server.ts'
import { currentSender, runAs } from '#platform/work.ts'
import { makeChange } from '#test/factories.ts'
import { anAccount, connectAuthenticator, signInAs, password, start, visit } from '#test/people.ts'
import { requestContext, userContext } from './context.ts'
import { formHeldFor } from './held-form.server.ts'
import { loader as confirmPage } from './routes/account/confirm.tsx'
import { action as login, loader as loginPage } from './routes/account/login.tsx'
import { action as saveCompany } from './routes/admin/company.tsx'
import { action as stopRun } from './routes/admin/data/run.tsx'
import { action as logout } from './routes/api/logout.ts'
import { loader as session } from './routes/api/session.ts'
import {
  ownDriver,
  readToken,
  requireAdmin,
  requireUser,
  sessionMiddleware,
  startSession,
  wantsSecondFactor,
} from './session.server.ts'
import { guardAdmin, guardDriver } from './shell/guards.ts'

const SITE = 'http://localhost:3000'

afterEach(() => {
  delete process.env['PUBLIC_URL']
})

test('the cookie is a secure host cookie over HTTPS and on loopback, else a plain one', async () => {
  await anAccount('cookie@exemplo.pt')
  const started = await signInAs('cookie@exemplo.pt')
  const secure = /^__Host-sid=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/
  const plain = /^sid=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/
  const cases: [publicUrl: string | null, address: string, cookie: RegExp][] = [
    [null, 'http://localhost:3000/', secure],
    [null, 'http://127.0.0.1:3000/', secure],
    [null, 'http://[::1]:3000/', secure],
    [null, 'http://192.168.1.20:3000/', plain],
    ['https://frota.exemplo.pt', 'http://10.0.0.2:3000/', secure],
    ['http://frota.local', 'http://localhost:3000/', plain],
    ['http://127.0.0.1.mau.exemplo', 'http://localhost:3000/', plain],
  ]
  for (const [publicUrl, address, cookie] of cases) {
    if (publicUrl) process.env['PUBLIC_URL'] = publicUrl
    else delete process.env['PUBLIC_URL']
    expect(startSession(new Request(address), started)[0], `${publicUrl} ${address}`).toMatch(cookie)
  }
})

test('only the cookie of the place is read, and only when it can be a session id', () => {
  const id = 'a'.repeat(43)
  const read = (cookie: string) => readToken(new Request(SITE, { headers: { cookie } }))

  expect(read(`theme=dark; __Host-sid=${id}`)).toBe(id)
  expect(read(`sid=${id}`)).toBeNull()
  expect(read(`x__Host-sid=${id}`)).toBeNull()
  expect(read('__Host-sid=short')).toBeNull()
  expect(read(`__Host-sid=${id}'; drop`)).toBeNull()
  expect(readToken(new Request(SITE))).toBeNull()
})

test('signing in sets the cookie and goes home, in the language of the page, or to the page that was asked for', async () => {
  await anAccount('ana@exemplo.pt')
  await anAccount('chefe@exemplo.pt', 'admin')
  const cases: [email: string, path: string, target: string][] = [
    ['ana@exemplo.pt', '/login', '/dashboard'],
    ['ana@exemplo.pt', '/en/login', '/en/dashboard'],
    ['chefe@exemplo.pt', '/en/login', '/en/admin'],
    ['ana@exemplo.pt', '/login?next=%2Fdashboard%2Fpayslips%2F2026-W23%3Fa%3D1', '/dashboard/payslips/2026-W23?a=1'],
    ['ana@exemplo.pt', '/en/login?next=%2Fen%2Fadmin%2Fweekly', '/en/dashboard'],
    ['chefe@exemplo.pt', '/login?next=%2Fdashboard%2Fpayslips', '/admin'],
    ['chefe@exemplo.pt', '/login?next=%2Fadmin%2Fweekly%3Fa%3D1', '/admin/weekly?a=1'],
    ['ana@exemplo.pt', '/login?next=%2F%2Fmau.exemplo', '/dashboard'],
    ['ana@exemplo.pt', '/login?next=https%3A%2F%2Fmau.exemplo', '/dashboard'],
  ]
  for (const [email, path, target] of cases) {
    const response = await post(login, path, { email, password })
    expect(response, path).toBeInstanceOf(Response)
    expect([response.status, response.headers.get('location')], path).toEqual([303, target])
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-sid=/)
  }
})

test('a refused sign-in gives back the e-mail but never the password, and says how long to wait', async () => {
  const wrong = await post(login, '/login', { email: 'nobody@exemplo.pt', password: 'rua verde 1' })
  expect(wrong).toMatchObject({
    data: { values: { email: 'nobody@exemplo.pt' }, refusal: { code: 'identity.invalid-credential' } },
    init: { status: 400 },
  })
  expect(JSON.stringify(wrong)).not.toContain('rua verde')

  const empty = await post(login, '/login', { email: 'nobody', password: '' })
  expect(empty).toMatchObject({
    data: { fieldErrors: { email: ['identity.invalid-email'], password: ['identity.missing-password'] } },
    init: { status: 422 },
  })

  const failure = await db.selectFrom('sign_in_failures').selectAll().executeTakeFirstOrThrow()
  const { email_hash, address } = failure
  await db
    .insertInto('sign_in_failures')
    .values(Array.from({ length: 9 }, () => ({ email_hash, address, at: start.toString() })))
    .execute()
  const locked = await post(login, '/login', { email: 'nobody@exemplo.pt', password: 'rua verde 1' })
  expect(locked).toMatchObject({
    data: { refusal: { code: 'identity.too-many-requests' } },
    init: { status: 429, headers: { 'retry-after': '900' } },
  })
})

test('whoever is signed in goes on from the sign-in page: to the page that was asked for, or home', async () => {
  await anAccount('dentro@exemplo.pt')
  const cookie = await cookieOf('dentro@exemplo.pt')
  const ledTo = async (next: string) => {
    const { request, url, context } = await arrive(`/login?next=${encodeURIComponent(next)}`, cookie)
    const led = caught(() => loginPage(args(request, url, context)))
    return led instanceof Response ? led.headers.get('location') : led
  }
  expect(await ledTo('/dashboard/payslips?a=1')).toBe('/dashboard/payslips?a=1')
  for (const trap of ['//mau.exemplo', 'https://mau.exemplo', `/dashboard/profile?held=${'a'.repeat(43)}`])
    expect(await ledTo(trap), trap).toBe('/dashboard')
  const { request, url, context } = await arrive('/en/login', await cookieOf('dentro@exemplo.pt'))

  const answer = caught(() => loginPage(args(request, url, context)))

  expect(answer).toMatchObject({ status: 303 })
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/en/dashboard')
})

test('a request with the cookie knows the person; without, with a made-up one or after the end it knows nobody', async () => {
  const uid = await anAccount('quem@exemplo.pt')
  const cookie = await cookieOf('quem@exemplo.pt')

  expect((await arrive('/', cookie)).context.get(userContext)?.uid).toBe(uid)
  expect((await arrive('/', null)).context.get(userContext)).toBeNull()
  expect((await arrive('/', `__Host-sid=${'A'.repeat(43)}`)).context.get(userContext)).toBeNull()
  expect((await arrive('/', cookie, { now: start.add({ hours: 9 }) })).context.get(userContext)).toBeNull()
})

test('who is signed out is sent to sign in and comes back to the page', async () => {
  const target = async (path: string, init: RequestInit = {}) => {
    const { context } = await arrive(path, null, {}, init)
    const answer = caught(() => requireUser(context))
    return answer instanceof Response ? [answer.status, answer.headers.get('location')] : answer
  }

  expect(await target('/admin/weekly?estado=aberta')).toEqual([303, '/login?next=%2Fadmin%2Fweekly%3Festado%3Daberta'])
  expect(await target('/en/admin')).toEqual([303, '/en/login?next=%2Fen%2Fadmin'])
  expect(await target('//mau.exemplo')).toEqual([303, '/login'])
  const form = { method: 'POST', headers: { referer: `${SITE}/en/admin/data` } }
  expect(await target('/en/admin/data/imports', form)).toEqual([
    303,
    '/en/login?next=%2Fen%2Fadmin%2Fdata%3Flate%3Dlost',
  ])
  expect(await target('/admin/data', { method: 'POST', headers: { referer: 'https://mau.exemplo/admin' } })).toEqual([
    303,
    '/login',
  ])
})

test('what is sent after too long a pause is carried out once the same person has signed in with that browser', async () => {
  await anAccount('almoco@exemplo.pt', 'admin')
  await anAccount('colega@exemplo.pt', 'admin')
  const now = start.add({ minutes: 61 })
  const signsIn = async (email: string, cookie: string | null, next: string) => {
    const answer = await post(login, next, { email, password }, cookie ? { cookie } : {}, { now })
    return { to: answer.headers.get('location') ?? '', cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const carriedOut = async ({ to, cookie }: { to: string; cookie: string }) => {
    const request = new Request(SITE + to, { headers: { cookie } })
    const form = await formHeldFor(request, new URL(request.url), now)
    return form instanceof Request ? [form.method, form.url.replace(SITE, ''), await form.text()] : null
  }
  const afterLunch = async () => {
    const cookie = await cookieOf('almoco@exemplo.pt')
    // A page fetched ahead reaches the site before the form does.
    expect((await arrive('/admin', cookie, { now })).context.get(userContext)).toBeNull()
    return { cookie, next: await sendLate(cookie, now) }
  }

  const { cookie, next } = await afterLunch()
  expect(next).toMatch(/^\/login\?next=%2Fadmin%2Fdrivers%2Fnew%3Fheld%3D[\w-]{43}$/)
  const page = await arrive(next, cookie, { now })
  expect(await loginPage(args(page.request, page.url, page.context))).toMatchObject({
    held: { back: '/admin/drivers/new', hasFiles: false },
  })
  const back = await signsIn('almoco@exemplo.pt', cookie, next)
  expect(await carriedOut(back)).toEqual(['POST', '/admin/drivers/new', 'name=Ana'])
  const again = await arrive(`/login/confirm?next=${encodeURIComponent(back.to)}`, back.cookie, { now })
  const answer = await confirmPage(args(again.request, again.url, again.context)).catch((thrown: unknown) => thrown)
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/admin/drivers/new')

  const forAnother = await afterLunch()
  expect((await signsIn('colega@exemplo.pt', forAnother.cookie, forAnother.next)).to).toBe('/admin')
  const elsewhere = await afterLunch()
  expect((await signsIn('almoco@exemplo.pt', null, elsewhere.next)).to).toBe('/admin')

  const late = await afterLunch()
  const tooLate = now.add({ minutes: 11 })
  const promise = await arrive(late.next, late.cookie, { now: tooLate })
  expect(await loginPage(args(promise.request, promise.url, promise.context))).toMatchObject({ held: null })
  const { to, cookie: after } = await signsIn('almoco@exemplo.pt', late.cookie, late.next)
  const request = new Request(SITE + to, { headers: { cookie: after } })
  const led = await formHeldFor(request, new URL(request.url), tooLate)
  expect(led instanceof Response && led.headers.get('location')).toBe('/admin/drivers/new?late=form')

  // A browser that has forgotten its cookies: the page says that nothing was kept.
  const lost = await sendLate(`__Host-sid=${'A'.repeat(43)}`, now)
  expect(lost).toBe('/login?next=%2Fadmin%2Fdrivers%2Fnew%3Flate%3Dlost')
  expect((await signsIn('almoco@exemplo.pt', null, lost)).to).toBe('/admin/drivers/new?late=lost')

  const voided = await cookieOf('almoco@exemplo.pt')
  await db
    .updateTable('users')
    .set({ valid_since: Temporal.Now.instant().add({ hours: 1 }).toString() })
    .execute()
  expect(await sendLate(voided, now)).toBe('/login?next=%2Fadmin%2Fdrivers%2Fnew%3Flate%3Dlost')
})

test('of a form with files that came after too long a pause the words are kept, and the page asks for the files by name', async () => {
  await anAccount('fotos@exemplo.pt', 'admin')
  const now = start.add({ minutes: 61 })
  const cookie = await cookieOf('fotos@exemplo.pt')
  const form = (secret: string) => {
    const sent = new FormData()
    sent.set('name', 'Ana "Sá"')
    if (secret) sent.set('password', secret)
    sent.append('photos', new File(['a'], 'frente.jpg'))
    return sent
  }
  // What no page may give back is lost, and the person is told.
  expect(await sendLate(cookie, now, form('rua azul 12345'))).toBe('/login?next=%2Fadmin%2Fdrivers%2Fnew%3Flate%3Dlost')

  const next = await sendLate(cookie, now, form(''))
  expect(next).toMatch(/^\/login\?next=%2Fadmin%2Fdrivers%2Fnew%3Fheld%3D[\w-]{43}$/)
  const page = await arrive(next, cookie, { now })
  expect(await loginPage(args(page.request, page.url, page.context))).toMatchObject({ held: { hasFiles: true } })
  const answer = await post(login, next, { email: 'fotos@exemplo.pt', password }, { cookie }, { now })
  const after = answer.headers.get('set-cookie')!.split(';')[0]!
  const request = new Request(SITE + answer.headers.get('location'), { headers: { cookie: after } })
  // Opened twice, as by a reload: nothing is carried out before the form is sent from there.
  for (let times = 0; times < 2; times++) {
    const shown = await formHeldFor(request, new URL(request.url), now)
    const html = shown instanceof Response ? await shown.text() : ''
    expect(html).toContain('Escolha outra vez os ficheiros')
    expect(html).toContain('<form method="post" action="/admin/drivers/new" enctype="multipart/form-data">')
    expect(html).toContain('name="name" value="Ana &quot;Sá&quot;"')
    expect(html).toContain('frente.jpg<input type="file" name="photos" required>')
  }
})

test('a long form without files waits for the sign-in like a short one', async () => {
  await anAccount('longo@exemplo.pt', 'admin')
  const long = new URLSearchParams({ name: 'a'.repeat(300_000) })
  const next = await sendLate(await cookieOf('longo@exemplo.pt'), start.add({ minutes: 61 }), long)
  expect(next).toMatch(/held%3D[\w-]{43}$/)
})

test('the office is for administrators, the driver’s area for who has a driver record', async () => {
  const { id } = await db.insertInto('drivers').values({ name: 'Rui Melo' }).returning('id').executeTakeFirstOrThrow()
  await anAccount('rui@exemplo.pt', 'driver', id)
  await anAccount('dona@exemplo.pt', 'admin')
  const driver = (await arrive('/', await cookieOf('rui@exemplo.pt'))).context
  const admin = (await arrive('/', await cookieOf('dona@exemplo.pt'))).context

  expect(requireAdmin(admin).email).toBe('dona@exemplo.pt')
  expect(caught(() => requireAdmin(driver))).toMatchObject({ code: 'access.denied', status: 403 })
  expect(ownDriver(driver)).toBe(id)
  expect(caught(() => ownDriver(admin))).toBeInstanceOf(Refusal)
})

test('who has no driver record is let into the driver’s area by no form, before it is read', async () => {
  await anAccount('sem.ficha@exemplo.pt', 'driver')
  await anAccount('escritorio@exemplo.pt', 'admin')
  for (const email of ['sem.ficha@exemplo.pt', 'escritorio@exemplo.pt'])
    for (const method of ['GET', 'POST']) {
      const { request, url, context } = await arrive('/dashboard/data', await cookieOf(email), {}, { method })
      await expect(guardDriver({ request, url, context }), `${method} ${email}`).rejects.toMatchObject({
        data: { code: 'access.denied' },
        init: { status: 403 },
      })
    }
})

test('without the second factor the house asks for, nothing of the office opens but the page that sets it up', async () => {
  await anAccount('semcodigo@exemplo.pt', 'admin')
  await anAccount('conduz@exemplo.pt')
  const guarded = async (email: string, path: string) => {
    const { request, url, context } = await arrive(path, await cookieOf(email))
    await guardAdmin({ request, url, context })
    return requireAdmin(context).email
  }

  expect(await guarded('semcodigo@exemplo.pt', '/admin/weekly')).toBe('semcodigo@exemplo.pt')
  await makeChange((change) => setSecondFactorRule(change, true))
  for (const path of ['/admin', '/admin/profile', '/en/admin/users', '/admin/weekly/2026-W23/export.csv']) {
    const answer = await guarded('semcodigo@exemplo.pt', path).catch((thrown: unknown) => thrown)
    const page = path.startsWith('/en') ? '/en/login/second-factor' : '/login/second-factor'
    expect(answer, path).toMatchObject({ status: 303 })
    expect(answer instanceof Response && answer.headers.get('location')).toBe(
      `${page}?next=${encodeURIComponent(path)}`,
    )
  }
  const driver = (await arrive('/dashboard', await cookieOf('conduz@exemplo.pt'))).context
  expect(wantsSecondFactor(driver)).toBe(false)

  const whole = await signInAs('semcodigo@exemplo.pt')
  await connectAuthenticator(whole.session)
  expect(requireAdmin((await arrive('/admin', `__Host-sid=${whole.token}`)).context).email).toBe('semcodigo@exemplo.pt')

  await makeChange((change) => setSecondFactorRule(change, false))
})

test('the office takes a form only where the table of places says so, by whoever has the power it names', async () => {
  await anAccount('tudo@exemplo.pt', 'admin')
  const cookie = await cookieOf('tudo@exemplo.pt')
  const sent = async (path: string, method = 'POST') => {
    const { request, url, context } = await arrive(path, cookie, {}, { method })
    const refused = await guardAdmin({ request, url, context }).catch((thrown: unknown) => thrown)
    return refused === undefined ? 'open' : (refused as { data: { code: string } }).data.code
  }
  expect(await sent('/admin/drivers/new')).toBe('open')
  for (const path of [
    '/admin/drivers',
    '/admin/not-in-the-table',
    '/EN/admin/not-in-the-table',
    '/admin/drivers//new/more',
  ])
    expect(await sent(path), path).toBe('access.scope')
  expect(await sent('/admin/drivers', 'DELETE')).toBe('access.scope')

  await db
    .updateTable('users')
    .set({ scopes: ['accountant'] })
    .where('email', '=', 'tudo@exemplo.pt')
    .execute()
  for (const path of ['/admin/drivers/new', '/en/Admin/drivers/NEW/', '/admin/drivers/new?index'])
    expect(await sent(path), path).toBe('access.scope')
  expect(await sent('/admin/profile')).toBe('open')
  expect(await sent('/admin/drivers/new', 'GET')).toBe('open')
})

test('who may order long work may stop it, and nobody else of the office', async () => {
  await anAccount('contas@exemplo.pt', 'admin')
  await db
    .updateTable('users')
    .set({ scopes: ['operations'] })
    .where('email', '=', 'contas@exemplo.pt')
    .execute()
  const { id } = await db
    .insertInto('runs')
    .values({ kind: 'week-approval', subject: '2026-06-01', input: '{}', ordered_at: '2026-06-08T09:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stop = async (): Promise<unknown> => {
    const headers = { cookie: await cookieOf('contas@exemplo.pt') }
    const { request, url, context } = await arrive(
      `/admin/data/runs/${id}`,
      headers.cookie,
      {},
      { method: 'POST', headers },
    )
    const sent = new Request(request, { body: new URLSearchParams(), method: 'POST' })
    return stopRun(Object.assign(args(sent, url, context), { params: { id } }))
  }
  expect(await stop()).toMatchObject({ data: { refusal: { code: 'access.scope' } }, init: { status: 403 } })
  await db
    .updateTable('users')
    .set({ scopes: ['finance'] })
    .where('email', '=', 'contas@exemplo.pt')
    .execute()
  expect(await stop()).toMatchObject({ status: 303 })
})

test('without the second factor the area of a driver whom the office looks at does not open either; an administrator who drives sees their own', async () => {
  const { id } = await db.insertInto('drivers').values({ name: 'Ivo Sá' }).returning('id').executeTakeFirstOrThrow()
  await anAccount('olha@exemplo.pt', 'admin')
  await anAccount('chefia@exemplo.pt', 'admin', id)
  const { token, session: looking } = await signInAs('olha@exemplo.pt')
  await makeChange((change) => viewDriver(change, looking, id))
  const guarded = async (cookie: string) => {
    const { request, url, context } = await arrive('/dashboard', cookie)
    await guardDriver({ request, url, context })
    return ownDriver(context)
  }

  expect(await guarded(`__Host-sid=${token}`)).toBe(id)
  await makeChange((change) => setSecondFactorRule(change, true))
  await expect(guarded(`__Host-sid=${token}`)).rejects.toMatchObject({ status: 303 })
  expect(await guarded(await cookieOf('chefia@exemplo.pt'))).toBe(id)

  await makeChange((change) => setSecondFactorRule(change, false))
})

test('the office changes nothing in the area of a driver it looks at, however the address is spelt', async () => {
  const { id } = await db.insertInto('drivers').values({ name: 'Ema Reis' }).returning('id').executeTakeFirstOrThrow()
  await anAccount('espreita@exemplo.pt', 'admin')
  const { token, session: looking } = await signInAs('espreita@exemplo.pt')
  await makeChange((change) => viewDriver(change, looking, id))
  const cookie = `__Host-sid=${token}`
  const form = { method: 'POST', headers: { cookie }, body: new URLSearchParams({ notice: '1' }) }

  for (const path of ['/dashboard/inbox', '/DASHBOARD/inbox', '/%64ashboard/inbox', '/EN/dashboard/inbox', '/x']) {
    const { request, url, context } = await arrive(path, cookie, {}, form)
    await expect(guardDriver({ request, url, context }), path).rejects.toMatchObject({
      data: { code: 'access.viewing' },
      init: { status: 403 },
    })
    expect(
      caught(() => ownDriver(context)),
      path,
    ).toMatchObject({ code: 'access.viewing' })
  }
  expect(ownDriver((await arrive('/dashboard/inbox', cookie)).context)).toBe(id)
})

test('another account of the company asks again who is there; the first one and everything else do not', async () => {
  await anAccount('conta@exemplo.pt', 'admin')
  const cookie = await cookieOf('conta@exemplo.pt')
  const names = { uberOrganisations: '', boltCompanies: '', viaVerdeContracts: '' }
  const company = { name: 'Frota', nipc: '', licenceNumber: '', ...names }
  const reached = { address: '', phone: '', email: '', callKind: '', hoursPt: '', hoursEn: '' }
  const rules = { licenceExpiresOn: '', sepaFormat: 'pain.001.001.09', ...reached }
  const save = async (version: number, debtorIban: string) => {
    const at = { now: start.add({ minutes: 11 }) }
    const fields = { ...company, ...rules, version: String(version), debtorIban }
    const asked = post(saveCompany, '/admin/company', fields, { cookie }, at)
    return (await asked.catch((thrown: Response) => thrown)).headers.get('location')
  }

  expect(await save(0, 'PT50 9999 0000 0000 0090 0013 3')).toMatch(/^\/admin\/company\?/)
  expect(await save(1, 'PT50999900000000009000133')).toMatch(/^\/admin\/company\?/)
  expect(await save(2, 'GB82 WEST 1234 5698 7654 32')).toMatch(/^\/login\/confirm\?/)
  // The page does not show the saved bank account in full: an empty field keeps it.
  expect(await save(2, '')).toMatch(/^\/admin\/company\?/)
})

test('signing out ends the session and the cookie, for scripts and for forms, as often as it is asked', async () => {
  await anAccount('sai@exemplo.pt')
  const cookie = await cookieOf('sai@exemplo.pt')
  const ask = (headers: Record<string, string>) => post(logout, '/api/auth/logout', {}, { cookie, ...headers })

  for (let time = 0; time < 2; time++) {
    const json = await ask({ accept: 'application/json' })
    expect([json.status, await json.json()]).toEqual([200, { ok: true }])
    expect(json.headers.getSetCookie()).toEqual([
      '__Host-sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      'volante-in=; Path=/; Max-Age=0; SameSite=Lax; Secure',
    ])
    // The first sign-out also clears what the driver's phone kept; the second time nobody is signed in.
    expect(json.headers.get('clear-site-data')).toBe(time === 0 ? '"cache", "storage"' : '"cache"')
  }
  expect((await arrive('/', cookie)).context.get(userContext)).toBeNull()
  const portuguese = await ask({ referer: `${SITE}/dashboard` })
  const english = await ask({ referer: `${SITE}/en/admin/weekly` })
  expect([portuguese.status, portuguese.headers.get('location'), english.headers.get('location')]).toEqual([
    303,
    '/',
    '/en',
  ])
})

test('a page can ask who is signed in', async () => {
  const uid = await anAccount('eu@exemplo.pt', 'admin')
  const signedIn = await arrive('/api/auth/session', await cookieOf('eu@exemplo.pt'))
  const signedOut = await arrive('/api/auth/session', null)

  const response = session(args(signedIn.request, signedIn.url, signedIn.context))
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    user: {
      uid,
      email: 'eu@exemplo.pt',
      displayName: 'eu',
      role: 'admin',
      isAdmin: true,
      isDriver: false,
      emailVerified: true,
    },
    expiresAt: '2026-06-01T20:00:00Z',
  })
  expect(await session(args(signedOut.request, signedOut.url, signedOut.context)).json()).toEqual({ user: null })
})

test('what is done for a request is the account’s once its session is read, and until then its network’s', async () => {
  await anAccount('remetente@exemplo.pt')
  const arrived = async (cookie: string | null) => {
    const { context } = await arrive('/', cookie)
    return [currentSender(), context.get(userContext)?.uid]
  }
  const senderOf = (cookie: string | null) => runAs('page', () => arrived(cookie), '192.0.2.7')
  const [sender, uid] = await senderOf(await cookieOf('remetente@exemplo.pt'))
  expect(uid).toBeTypeOf('string')
  expect(sender).toBe(uid)
  expect(await senderOf(null)).toEqual(['192.0.2.7', undefined])
})

async function cookieOf(email: string): Promise<string> {
  const { token } = await signInAs(email)
  return `__Host-sid=${token}`
}

/** Sends the form of a new driver; answers where the browser is led. */
async function sendLate(
  cookie: string,
  now: Temporal.Instant,
  form: URLSearchParams | FormData = new URLSearchParams({ name: 'Ana' }),
): Promise<string> {
  const written = new Request(SITE, { method: 'POST', body: form })
  const body = await written.bytes()
  const headers = {
    cookie,
    referer: `${SITE}/admin/drivers/new`,
    'content-type': written.headers.get('content-type')!,
    'content-length': String(body.byteLength),
  }
  const request = new Request(`${SITE}/admin/drivers/new`, { method: 'POST', headers, body })
  const context = new RouterContextProvider()
  context.set(requestContext, visit({ now }))
  const url = new URL(request.url)
  const guarded = () => guardAdmin({ request, url, context }).catch((answer: unknown) => answer as Response)
  const answer = await sessionMiddleware(args(request, url, context), guarded as never)
  return (answer instanceof Response && answer.headers.get('location')) || ''
}

/** A request that has passed the session's middleware. */
async function arrive(
  path: string,
  cookie: string | null,
  at: { now?: Temporal.Instant } = {},
  init: RequestInit = {},
) {
  const headers = new Headers(init.headers)
  if (cookie) headers.set('cookie', cookie)
  const request = new Request(SITE + path, { ...init, headers })
  const url = new URL(request.url)
  const context = new RouterContextProvider()
  context.set(requestContext, { ...visit(at) })
  await sessionMiddleware(args(request, url, context), async () => new Response())
  return { request, url, context }
}

async function post<Answer>(
  action: (args: never) => Answer,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  at: { now?: Temporal.Instant } = {},
) {
  const body = new URLSearchParams(fields)
  const { request, url, context } = await arrive(path, headers['cookie'] ?? null, at, { method: 'POST', headers, body })
  return (await action(args(request, url, context))) as Response
}

function args(request: Request, url: URL, context: RouterContextProvider): never {
  return { request, url, context, params: {}, pattern: url.pathname } as never
}

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
