import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { EMPTY_DRIVER } from '../src/features/fleet/drivers/schema.ts'
import { settledWeek } from './demonstration.ts'
import { prepared, settled } from './prepared.ts'
import { type Office, office, publicDrop, signIn } from './office.ts'
import { type Site, startSite, volante } from './site.ts'

/**
 * A small disk of its own that is filled under a working site: pages that can be read are served; a write that cannot
 * be done says so and gives back what was typed; nothing is half written; and all goes on once there is room again.
 */
const disk = mkdtempSync(join(tmpdir(), 'volante-disk-'))
const refused = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', disk], {
  encoding: 'utf8',
}).stderr.trim()
if (refused) console.warn(`A disk of its own can't be mounted here, so it is not filled: ${refused}`)
const data = join(disk, 'data')
const filling = join(disk, 'filling')
const MB = 1024 ** 2

let site: Site
let admin: Office & { cookie: string }
let driver: Office & { cookie: string }

beforeAll(async () => {
  if (refused) return
  cpSync(prepared('demonstration'), data, { recursive: true })
  await startAndSignIn()
})

afterEach(() => rmSync(filling, { force: true }))

afterAll(async () => {
  await site?.end()
  if (!refused) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

async function startAndSignIn(): Promise<void> {
  site = await startSite(data, { LOG_LEVEL: 'fatal' })
  const known = JSON.parse(readFileSync(join(data, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const person = async (who: 'admin' | 'driver') => {
    const [email, password] = [known[`${who}Email`]!, known[`${who}Password`]!]
    const cookie = await signIn(site.url, { displayName: who, email, password })
    return { ...office(site.url, cookie), cookie }
  }
  admin = await person('admin')
  driver = await person('driver')
}

const free = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** Fills the disk until `left` bytes are free. */
function fillUpTo(left: number): void {
  const file = openSync(filling, 'a')
  for (const size of [MB, 4096]) {
    const block = Buffer.alloc(size, 1)
    while (free() >= left + size) writeSync(file, block)
  }
  closeSync(file)
}

const aDriver = (name: string) => ({
  ...EMPTY_DRIVER,
  idempotencyKey: `disk-${name}`,
  name,
  email: `${name.toLowerCase()}@example.org`,
  notes: 'Nota escrita\nem duas linhas',
})

async function drivers(name: string): Promise<number> {
  const page = await (await admin.get(`/admin/drivers?q=${name}`)).text()
  return page.split(`>${name}<`).length - 1
}

const statuses = (person: Office, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => `${path} ${(await person.get(path)).status}`))
const all200 = (paths: readonly string[]) => paths.map((path) => `${path} 200`)

const waiting = () => readdirSync(join(data, 'files', 'incoming'))

test.skipIf(refused)('on a full disk pages are served, and what is sent comes back to be sent again', async () => {
  const week = settled()
  fillUpTo(0)
  expect(free()).toBe(0)
  const ofOffice = ['/admin', '/admin/drivers', settledWeek(), `${settledWeek()}/export.xlsx`, '/admin/system']
  expect(await statuses(admin, ofOffice)).toEqual(all200(ofOffice))
  const ofDriver = ['/dashboard', `/dashboard/payslips/${week}`, `/dashboard/payslips/${week}/pdf`]
  expect(await statuses(driver, ofDriver)).toEqual(all200(ofDriver))
  const ofAll = ['/', '/en/login', '/livez', '/readyz']
  expect(await statuses(office(site.url, ''), ofAll)).toEqual(all200(ofAll))

  expect(await (await fetch(`${site.url}/readyz`)).text()).toBe('ready, low space')
  expect(await (await admin.get('/admin')).text()).toContain('O disco do servidor está quase cheio')
  // Do not block until it ends (`execFileSync`): the site closes connections meanwhile, and this process would use them again.
  const doctor = spawn(process.execPath, ['src/cli.ts', '--data', data, 'doctor'], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [words, [status]] = await Promise.all([text(doctor.stdout), once(doctor, 'close')])
  expect([status, words]).toEqual([1, expect.stringContaining('O disco da pasta de dados está quase cheio')])

  // A full disk does not pass by itself: the answer is the same again and again, and the database goes on.
  for (let tries = 0; tries < 50; tries++) {
    const answer = await admin.post('/admin/drivers/new', aDriver('Cheia'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    const page = await answer.text()
    expect(page).toContain('name="name" value="Cheia"')
    expect(page).toContain('Nota escrita&#10;em duas linhas')
  }
  const dropped = await admin.post('/admin/data/drop', publicDrop('disk-drop'))
  expect([dropped.status, dropped.headers.get('retry-after')]).toEqual([503, '60'])
  expect(waiting()).toEqual([])
  expect(await statuses(admin, ofOffice)).toEqual(all200(ofOffice))

  rmSync(filling)
  expect((await admin.post('/admin/drivers/new', aDriver('Cheia'))).status).toBe(303)
  expect((await admin.post('/admin/drivers/new', aDriver('Cheia'))).status).toBe(303)
  expect(await drivers('Cheia')).toBe(1)
  expect((await admin.post('/admin/data/drop', publicDrop('disk-drop'))).status).toBe(303)
})

test.skipIf(refused)('files for which there is no room are refused before they are read', async () => {
  fillUpTo(100 * MB)
  const form = new FormData()
  form.set('idempotencyKey', 'disk-large')
  form.append('files', new File([Buffer.alloc(30 * MB, 'a;b\n')], 'grande.csv'))
  const answer = await admin.post('/admin/data/drop', form)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(waiting()).toEqual([])
  expect((await admin.post('/admin/drivers/new', aDriver('Seguinte'))).status).toBe(303)
})

test.skipIf(refused)(
  'a file whose room goes while it comes in is refused as a whole, and nothing of it stays',
  async () => {
    const boundary = 'pieces'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n`
    const half = Buffer.alloc(5 * MB, 'a;b\n')
    const tail = `\r\n--${boundary}--\r\n`
    const sent = request(`${site.url}/admin/data/drop`, {
      method: 'POST',
      headers: {
        cookie: admin.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + 2 * half.length + tail.length,
      },
    })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.write(head)
    sent.write(half)
    await vi.waitFor(() => expect(waiting()).toHaveLength(1), 20_000)
    fillUpTo(0)
    sent.end(Buffer.concat([half, Buffer.from(tail)]))
    const [answer] = await answered
    expect([answer.statusCode, await text(answer)]).toEqual([
      503,
      expect.stringContaining('O disco do servidor está cheio'),
    ])
    expect(waiting()).toEqual([])
  },
)

test.skipIf(refused)(
  'a database that had no room for its own log comes back with all that was acknowledged',
  async () => {
    expect((await admin.post('/admin/drivers/new', aDriver('Antes'))).status).toBe(303)
    fillUpTo(0)
    const cluster = await joinAsOwner()
    // Start the next file of the log, again and again, until there is no room for one.
    await expect(
      (async () => {
        for (;;) {
          await cluster.query('select pg_switch_wal()')
          await cluster.query(`select pg_logical_emit_message(true, 'test', 'one more')`)
        }
      })(),
    ).rejects.toThrow()
    await vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(503), 20_000)
    const page = await admin.get('/admin/drivers')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(site.url)).status).toBe(200)

    rmSync(filling)
    await vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(200), 120_000)
    expect(await drivers('Antes')).toBe(1)
    expect((await admin.post('/admin/drivers/new', aDriver('Depois'))).status).toBe(303)
    const { checks } = JSON.parse(volante(data, 'doctor', '--json')) as { checks: { broken: number }[] }
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([])
  },
)

test.skipIf(refused)('a site that is started on a full disk says what is wrong', async () => {
  await site.end()
  fillUpTo(0)
  await expect(startSite(data)).rejects.toThrow('O disco do servidor está cheio')
  rmSync(filling)
  await startAndSignIn()
  expect(await drivers('Antes')).toBe(1)
})

/**
 * A connection as the owner of the serving database: makes room to join its cluster, and fills the disk again before it
 * connects.
 */
async function joinAsOwner(): Promise<pg.Client> {
  rmSync(filling)
  const cluster = await joinCluster(data)
  fillUpTo(0)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
