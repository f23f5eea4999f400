import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER, type Office, hiddenFields, office, publicDrop, registerAdmin } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite } from './site.ts'

/**
 * Two sites that serve one installation, with one database and one data folder: a person who is sent to either notices
 * nothing.
 */
const SETTINGS = { SITES: '2', PUBLIC_URL: 'http://localhost:4000' }
const WEEK = '/admin/weekly/2026-W23'

let [one, two]: Site[] = []
let cookie = ''
const at = (site: Site | undefined): Office => office(site!.url, cookie)

beforeAll(async () => {
  const data = copyOf('publicFleet')
  one = await startSite(data, SETTINGS)
  two = await startSite(data, SETTINGS)
  cookie = await registerAdmin(one.url, data, OWNER)
})

afterAll(async () => {
  await one?.end()
  await two?.stop()
})

test('who registers at the one is signed in at the other', async () => {
  expect((await at(two).get('/admin/weekly')).status).toBe(200)
})

test('files dropped at the one are seen, taken in and handed out at the other', async () => {
  const dropped = await at(one).post('/admin/data/drop?week=2026-W23', publicDrop('two-sites'))
  const preview = new URL(dropped.headers.get('location')!, 'http://x').pathname
  const page = await (await at(two).get(preview)).text()
  expect(page).toContain('PRIO')
  const taken = await at(two).post(preview, { ...hiddenFields(page), idempotencyKey: 'two-sites-in' })
  expect(taken.status).toBe(303)
  const [file] = /\/admin\/data\/imports\/\d+/.exec(await (await at(one).get('/admin/data')).text()) ?? []
  const originals = [one, two].map(async (site) => (await at(site).get(`${file}/original`)).text())
  const [here, there] = await Promise.all(originals)
  expect(here!.length).toBeGreaterThan(100)
  expect(there).toBe(here)
})

test('the same form sent to both at the same moment is carried out once', async () => {
  const read = async (site: Site | undefined) => (await at(site).get(`${WEEK}/approval`)).text()
  const fields = { ...hiddenFields(await read(one)), leaveUnmatched: 'on', idempotencyKey: 'two-sites-approval' }
  const answers = await Promise.all([one, two].map((site) => at(site).post(`${WEEK}/approval`, fields)))
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const [here, there] = await Promise.all([one, two].map(async (site) => (await at(site).get(WEEK)).text()))
  const bare = (page: string | undefined) => page!.replaceAll(/\s(?:name|value|id|href|content)="[^"]*"/g, '')
  expect(bare(here)).toBe(bare(there))
})

test('a session that ends at the one is told of at the other', async () => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const events = await fetch(`${two!.url}/api/auth/events`, { headers })
  const stream = events.text()
  expect((await at(one).post('/api/auth/logout', {})).status).toBe(303)
  expect(await stream).toContain('session-ended')
  expect((await at(two).get('/admin/weekly')).status).toBe(303)
})
