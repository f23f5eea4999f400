import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Cluster, joinCluster } from '../src/db/cluster.server.ts'
import { OWNER, type Office, office, registerFirst } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, newDataDirectory, startSite } from './site.ts'
import { EMPTY_DRIVER } from '#features/fleet/drivers/schema.ts'

/**
 * A database on another machine, as the site sees it: late, silent as with a disk that hangs, gone and back. A relay
 * between the two plays this.
 */
const place = copyOf('nothing')
let cluster: Cluster
let relay: Relay
let site: Site
let marta: Office

/**
 * Passes on what site and database send: at once, each answer late by some milliseconds, or nothing until it is told
 * to.
 */
type Relay = {
  port: number
  late: (milliseconds: number) => void
  silence: () => void
  speak: () => void
  end: () => void
}

async function relayTo(port: number): Promise<Relay> {
  let delay = 0
  let isSilent = false
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      let said: Promise<unknown> = Promise.resolve()
      from.on('data', (piece) => {
        said = said.then(() => (from === far && delay > 0 ? pause(delay) : null)).then(() => to.write(piece))
      })
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('error', () => to.destroy())
      if (isSilent) from.pause()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as { port: number }).port,
    late: (milliseconds) => {
      delay = milliseconds
    },
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    end: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

beforeAll(async () => {
  cluster = await joinCluster(place)
  relay = await relayTo(Number(new URL(cluster.ownerUrl).port))
  const through = (url: string) => {
    const address = new URL(url)
    address.port = String(relay.port)
    return address.href
  }
  const data = newDataDirectory()
  copyFileSync(join(place, 'field-keys'), join(data, 'field-keys'))
  site = await startSite(data, {
    DATABASE_URL: through(cluster.appUrl),
    DATABASE_OWNER_URL: through(cluster.ownerUrl),
    LOG_LEVEL: 'fatal',
  })
  marta = office(site.url, await registerFirst(site, OWNER))
})

afterAll(async () => {
  relay.speak()
  await site.stop()
  relay.end()
  await cluster.leave()
  rmSync(place, { recursive: true, force: true })
})

const aDriver = (name: string, key: string) => ({
  ...EMPTY_DRIVER,
  idempotencyKey: key,
  name,
  email: `${name.toLowerCase()}@example.org`,
  notes: 'Nota escrita\nem duas linhas',
})

/** The number of drivers with that name. */
async function count(name: string): Promise<number> {
  const page = await (await marta.get(`/admin/drivers?q=${name}`)).text()
  return page.split(`>${name}<`).length - 1
}

const again = async (form: Record<string, string>): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    const { status } = await marta.post('/admin/drivers/new', form)
    if (status !== 503) return status
    await pause(250)
  }
  return 503
}

test('a database that answers each question late is waited for: pages come, and a form counts once', async () => {
  relay.late(150)
  const form = aDriver('Tardia', 'trouble-late')
  const sent = await Promise.all([1, 2, 3].map(() => marta.post('/admin/drivers/new', form)))
  expect(sent.map(({ status }) => status)).toEqual([303, 303, 303])
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  relay.late(0)
  expect(await count('Tardia')).toBe(1)
})

test('a database that says nothing any more is given up: 503, what was typed comes back, and public pages go on', async () => {
  const form = aDriver('Calada', 'trouble-silent')
  expect((await fetch(site.url)).status).toBe(200)
  relay.silence()
  const asked = marta.post('/admin/drivers/new', form)
  // Ask for more pages than there are connections: those that wait for one are answered too.
  const crowd = Promise.all(Array.from({ length: 30 }, () => marta.get('/admin/drivers')))
  expect((await fetch(site.url)).status).toBe(200)
  expect((await fetch(`${site.url}/livez`)).status).toBe(200)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
  const answer = await asked
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  const page = await answer.text()
  expect(page).toContain('name="name" value="Calada"')
  expect(page).toContain('Nota escrita&#10;em duas linhas')
  expect((await crowd).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 503))
  relay.speak()
  expect(await again(form)).toBe(303)
  expect(await count('Calada')).toBe(1)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})

test('a database that is restarted while the site serves: forms come back meanwhile, and go through afterwards, once', async () => {
  const form = aDriver('Regressada', 'trouble-restart')
  // Kill it at once, without warning, as when its machine is switched off.
  process.kill(Number(readFileSync(join(place, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
  await vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(503), 20_000)
  const answer = await marta.post('/admin/drivers/new', form)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.text()).toContain('name="name" value="Regressada"')
  expect((await fetch(site.url)).status).toBe(200)
  await cluster.revive()
  expect(await again(form)).toBe(303)
  expect(await marta.post('/admin/drivers/new', form).then(({ status }) => status)).toBe(303)
  expect(await count('Regressada')).toBe(1)
})

test('a database that gives no connection more is told as busy, not as away: what was typed comes back, and goes through once', async () => {
  const owner = new pg.Client({ connectionString: cluster.ownerUrl })
  await owner.connect()
  const role = new URL(cluster.appUrl).username
  await owner.query(`alter role ${role} connection limit 0`)
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
  // The pool first meets each connection that was ended, and only then asks for new ones.
  await vi.waitFor(
    async () => expect((await marta.get('/admin/drivers')).headers.get('retry-after')).toBe('10'),
    10_000,
  )
  const form = aDriver('Apertada', 'trouble-busy')
  const inParts = new FormData()
  for (const [name, value] of Object.entries(form)) inParts.set(name, String(value))
  for (const sent of [form, inParts]) {
    const answer = await marta.post('/admin/drivers/new', sent)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    const page = await answer.text()
    expect(page).toContain('O site está muito ocupado neste momento')
    expect(page).toContain('name="name" value="Apertada"')
  }
  const read = await marta.get('/en/admin/drivers')
  expect([read.status, await read.text()]).toEqual([503, expect.stringContaining('The site is very busy right now')])
  expect((await fetch(site.url)).status).toBe(200)
  // Allow one connection: it serves the check of a session, and the other questions of a page find none.
  await owner.query(`alter role ${role} connection limit 1`)
  const crowd = await Promise.all(Array.from({ length: 12 }, () => marta.get('/admin/drivers')))
  const answers = await Promise.all(crowd.map(async (answer) => [answer.status, await answer.text()] as const))
  const pages = answers.filter(([status]) => status !== 200)
  expect(pages.length).toBeGreaterThan(0)
  for (const [status, page] of pages)
    expect([status, page]).toEqual([503, expect.stringContaining('O site está muito ocupado')])
  await owner.query(`alter role ${role} connection limit -1`)
  await owner.end()
  expect(await again(form)).toBe(303)
  expect(await count('Apertada')).toBe(1)
})
