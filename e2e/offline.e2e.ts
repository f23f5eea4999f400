import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { SIGNED_IN } from '../src/web/shell/signed-in.ts'
import { known, startDemonstration } from './demonstration.ts'
import { type Site, PHONE, closeBrowser, phoneWith } from './site.ts'
import { expectAccessible } from './accessible.ts'

/** What a driver can do with the phone without a network, and what the next person who holds the phone finds on it. */
let site: Site
let folder: string
let picture: Buffer
beforeAll(async () => {
  site = await startDemonstration()
  folder = mkdtempSync(join(tmpdir(), 'volante-phone-'))
  const create = { width: 2_600, height: 1_950, channels: 3, background: '#557755' } as const
  picture = await sharp({ create }).jpeg().toBuffer()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

const LIST = '/dashboard/offline'
const ROADSIDE = '/dashboard/documents/roadside'

async function asked<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
  const cluster = await joinCluster(site.data)
  const owner = new pg.Client({ connectionString: cluster.ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<Row>(query)).rows
  } finally {
    await owner.end()
    await cluster.leave()
  }
}

async function enter(page: Page, who: 'admin' | 'driver'): Promise<void> {
  const { email, password } = known(site, who)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Palavra-passe').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(who === 'admin' ? '**/admin**' : '**/dashboard**')
}

const keptCount = (page: Page) =>
  page.evaluate(async () => ((await caches.has('area')) ? (await (await caches.open('area')).keys()).length : 0))

const waitingCount = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    if (!(await indexedDB.databases()).some(({ name }) => name === 'volante')) return 0
    return settled((await settled(indexedDB.open('volante'))).transaction('outbox').objectStore('outbox').count())
  })

/**
 * Waits until everything is kept, without the ten seconds of reading before: turning away from the page ends that wait.
 */
async function isKept(page: Page): Promise<void> {
  const isListed = async (list: string) => {
    document.dispatchEvent(new Event('visibilitychange'))
    return (await caches.match(list)) !== undefined
  }
  await expect.poll(() => page.evaluate(isListed, LIST), { timeout: 60_000, interval: 200 }).toBe(true)
}

/** Opens each address in a page of its own: one that failed offline hangs on in this browser. */
async function look<Seen>(phone: BrowserContext, path: string, see: (page: Page) => Promise<Seen>): Promise<Seen> {
  const page = await phone.newPage()
  await page.goto(path)
  const seen = await see(page)
  await page.close()
  return seen
}

const send = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Guardado neste telemóvel. É enviado').waitFor()
}

/**
 * Waits until the browser has saved who is signed in, as it does twice a minute: a browser killed before that has
 * forgotten them.
 */
async function isWrittenDown(): Promise<void> {
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)Cookies$/.test(name))
  const holds = () => files().some((name) => readFileSync(join(folder, name)).includes(SIGNED_IN))
  await expect.poll(holds, { timeout: 60_000, interval: 500 }).toBe(true)
}

/** Kills the browser as a phone does that runs out of memory: the browser is not told, and saves nothing more. */
async function kill(phone: BrowserContext): Promise<void> {
  const closed = phone.waitForEvent('close')
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(folder))
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
  await closed
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const PHOTO = () => ({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: picture })

test('a driver reads and sends without a network, loses nothing when the phone is killed, and leaves nothing for whoever comes next', async () => {
  // Make the newest statement recent enough to dispute, whatever day it is today.
  await asked(`set session_replication_role = replica;
    with own as (select drivers.id from drivers join users using (uid) where users.email = '${known(site, 'driver').email}')
    update settlements set issued_at = now() from own where driver_id = own.id and state <> 'void'
      and week = (select max(week) from settlements other where other.driver_id = own.id and other.state <> 'void')`)
  // Plan the driver into a car that somebody else has, since an hour ago: the shift runs over midnight if it is night.
  const own = `(select drivers.id from drivers join users using (uid) where users.email = '${known(site, 'driver').email}')`
  const lisbon = (hours: number, format: string) =>
    `to_char((now() - interval '${hours} hours') at time zone 'Europe/Lisbon', '${format}')`
  await asked(`insert into shifts (vehicle_id, driver_id, day, starts, ends, created_at)
      select id, ${own}, ${lisbon(1, 'YYYY-MM-DD')}::date, ${lisbon(1, 'HH24:MI')}, ${lisbon(2, 'HH24:MI')}, now()
      from vehicles where plate = 'ZX12AD'`)
  const [{ car, kilometres }] =
    (await asked(`select vehicle_id as car, (select max(kilometres) + 10 from odometer_readings read
      where read.vehicle_id = shifts.vehicle_id) as kilometres
    from shifts where driver_id = ${own} and pattern_id is null order by created_at desc limit 1`)) as [
      { car: string; kilometres: number },
    ]
  let phone = await phoneWith(folder, site, { ...PHONE, reducedMotion: 'reduce' })
  const page = phone.pages()[0]!
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await enter(page, 'driver')
  let requests = 0
  page.on('request', () => (requests += 1))
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  expect(requests).toBeLessThanOrEqual(12)
  expect(await keptCount(page)).toBe(0)
  await isKept(page)
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope)),
  ).toEqual([`${site.url}/dashboard`])
  await page.goto(ROADSIDE)
  const hrefs = (of: string) =>
    page.locator(of).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const papers = await hrefs('a[href*="/documents/files/"], a[href*="/documents/contracts/"]')
  expect(papers).toHaveLength(2)
  await page.goto(LIST)
  const statements = await hrefs('main a[href*="/payslips/2"]:not([href$=pdf])')
  expect(statements).toHaveLength(12)
  expect(refused).toEqual([])

  // Opened from the icon, the home is shown as it was kept, and then becomes current; nothing on the page then says
  // that it is a copy.
  await look(phone, '/dashboard', async (copy) => {
    const opened = await copy.goto('/dashboard?app', { waitUntil: 'commit' })
    expect(opened!.fromServiceWorker()).toBe(true)
    await copy.waitForSelector('[data-from-icon][hidden]', { state: 'attached' })
    await copy.locator('main h1').waitFor()
    expect(await copy.getByText('Guardado no telemóvel').filter({ visible: true }).allTextContents()).toEqual([])
  })
  await phone.setOffline(true)
  await look(phone, '/dashboard?app', (copy) => copy.getByText('Sem rede. Guardado no telemóvel: ').waitFor())
  for (const path of ['/dashboard', ROADSIDE, '/dashboard/help', '/dashboard/goals', ...statements.slice(0, 3)])
    await look(phone, path, async (copy) => {
      expect(new URL(copy.url()).pathname).toBe(path)
      await copy.getByText('Sem rede. Guardado no telemóvel: ').waitFor()
      // The copy has its style sheet.
      expect(await copy.locator('main').evaluate((main) => getComputedStyle(main).paddingTop)).not.toBe('0px')
    })
  const typeOf = (at: string) => caches.match(at).then((answer) => answer?.headers.get('content-type') ?? null)
  for (const at of [...papers, `${statements[2]}/pdf`]) expect(await page.evaluate(typeOf, at)).toMatch(/pdf|jpeg/)
  await look(phone, '/dashboard/commissions', async (copy) => {
    await copy.getByText('A página que pediu não está neste telemóvel.').waitFor()
    await copy.getByRole('link', { name: 'Para mostrar na estrada' }).click()
    await copy.getByRole('heading', { name: 'Para mostrar na estrada' }).waitFor()
  })

  // Send a disputed line with a photo, a correction, and a paper of two photos.
  await look(phone, statements[0]!, async (copy) => {
    // Each line is a fold, and its form is inside.
    await copy
      .locator('main')
      .evaluate((main) => main.querySelectorAll('details').forEach((fold) => (fold.open = true)))
    await copy.getByRole('link', { name: 'Contestar' }).first().click()
    await copy.getByLabel('O que não está certo').selectOption('not-mine')
    await copy.getByLabel('Por palavras suas').fill('Nesse dia não conduzi')
    await copy.locator('input[type=file]').setInputFiles(PHOTO())
    await send(copy, 'Contestar linha')
  })
  await look(phone, '/dashboard/data', async (copy) => {
    await copy.locator('select[name=field]').selectOption({ index: 1 })
    await copy.locator('textarea[name=words]').fill('Mudei de casa, a rua é outra')
    await send(copy, 'Enviar pedido')
  })
  await look(phone, '/dashboard/documents/driving-licence', async (copy) => {
    await copy.locator('input[type=file]').setInputFiles([PHOTO(), PHOTO()])
    await send(copy, 'Enviar documento')
  })
  await look(phone, '/dashboard/damage-reports/new', async (copy) => {
    await copy.locator('input[name=atDay]').fill('2026-01-02')
    await copy.locator('input[name=atTime]').fill('18:20')
    await copy.locator('input[name=place]').fill('Garagem')
    await copy.locator('textarea[name=account]').fill('Riscaram a porta de trás')
    await copy.locator('input[type=file][name="photos[]"]').setInputFiles([PHOTO(), PHOTO()])
    await send(copy, 'Enviar comunicação')
  })
  // Say that the car has come: the moment of saying so counts.
  const beforePress = Date.now()
  await look(phone, '/dashboard/shifts', async (copy) => {
    await copy.locator('input[name=kilometres]:visible').first().fill(String(kilometres))
    await send(copy, 'Já tenho a viatura')
  })
  const afterPress = Date.now()
  // Kill the browser, and open it again without a network: everything still waits, and can be given up.
  await isWrittenDown()
  await kill(phone)
  phone = await phoneWith(folder, site, { ...PHONE, reducedMotion: 'reduce' })
  await phone.setOffline(true)
  await look(phone, '/dashboard', (copy) => copy.getByText('5 coisas por enviar neste telemóvel.').waitFor())
  const list = await phone.newPage()
  await list.goto(LIST)
  await list.getByText(/^Contestar: /).waitFor()
  expect(await list.getByRole('button', { name: 'Apagar deste telemóvel' }).count()).toBe(5)
  await expectAccessible(list, '', 'all')
  // Signing out would delete what waits: the page asks first.
  await list
    .locator('[data-logout]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await list.waitForURL(`**${LIST}?leave`)
  await list.getByRole('button', { name: 'Sair e apagar' }).waitFor()

  // Let two tabs find the network at once.
  const other = await phone.newPage()
  await other.goto('/dashboard/help')
  const sent = () =>
    asked<Record<string, number>>(`select
      (select count(*)::int from disputes where words = 'Nesse dia não conduzi' and file_name is not null) as opened,
      (select count(*)::int from corrections where asked_at > now() - interval '1 hour' and state = 'open') as corrected,
      (select count(*)::int from papers where kind = 'driving-licence' and sent_at > now() - interval '1 hour') as papers,
      (select count(*)::int from damage_reports where account = 'Riscaram a porta de trás') as reports,
      (select count(*)::int from damage_report_photos photo join damage_reports report on report.id = report_id
        where account = 'Riscaram a porta de trás') as photos,
      (select count(*)::int from assignments where vehicle_id = '${car}' and driver_id = ${own} and upper_inf(period)) as cars,
      (select count(*)::int from odometer_readings where vehicle_id = '${car}' and kilometres = ${kilometres}) as read`)
  expect(await sent()).toEqual([{ opened: 0, corrected: 0, papers: 0, reports: 0, photos: 0, cars: 0, read: 0 }])
  // Wait until the next minute: who has which car is known to the minute.
  await list.waitForTimeout(Math.max(0, (Math.floor(afterPress / 60_000) + 1) * 60_000 + 1_000 - Date.now()))
  await phone.setOffline(false)
  await expect.poll(() => waitingCount(list), { timeout: 60_000, interval: 300 }).toBe(0)
  expect(await sent()).toEqual([{ opened: 1, corrected: 1, papers: 1, reports: 1, photos: 2, cars: 1, read: 1 }])
  const [{ since }] = (await asked<{ since: Date }>(
    `select lower(period) as since from assignments where vehicle_id = '${car}' and driver_id = ${own} and upper_inf(period)`,
  )) as [{ since: Date }]
  expect([since.getTime() <= afterPress, beforePress - since.getTime() < 61_000]).toEqual([true, true])

  // The next person finds nothing, with a sign-out or without one.
  expect(await keptCount(list)).toBeGreaterThan(20)
  await phone.clearCookies()
  await other.close()
  await enter(list, 'admin')
  await expect.poll(() => keptCount(list), { timeout: 20_000 }).toBe(0)
  await phone.clearCookies()
  await phone.addInitScript(() => {
    const { connection } = navigator as Navigator & { connection: object }
    Object.defineProperty(connection, 'saveData', { get: () => true })
  })
  await enter(list, 'driver')
  await list.goto(LIST, { waitUntil: 'networkidle' })
  // A phone that saves data fetches nothing in advance; one press asks for it.
  const ahead: string[] = []
  phone.on('request', (request) => ahead.push(request.url()))
  await list.getByText('O seu telemóvel está a poupar dados.').waitFor()
  await list.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await list.waitForTimeout(1_000)
  expect(ahead).toEqual([])
  expect(await keptCount(list)).toBe(0)
  await list.getByRole('button', { name: 'Guardar agora' }).click()
  await list.getByText('Estas páginas estão guardadas no telemóvel.').waitFor({ timeout: 60_000 })
  expect(await keptCount(list)).toBeGreaterThan(20)
  await list
    .locator('[data-logout]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await list.waitForURL(/:\d+\/$/)
  const left = async () =>
    [await navigator.serviceWorker.getRegistrations(), await indexedDB.databases(), await caches.keys()].flat().length
  expect(await list.evaluate(left)).toBe(0)
  await phone.close()
}, 300_000)
