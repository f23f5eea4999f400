/**
 * Four sites of one installation as on four machines, one of which is killed at any moment, again and again, while
 * people write on each of them. Everything acknowledged is there once, the other three go on, another site makes the
 * messages and copies that were ordered from the killed one, and a week goes from its files to the bank between two
 * kills. `VOLANTE_KILLS` says how often, twenty times otherwise.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { OWNER, cookieOf, hiddenFields, office, publicDrop } from '../e2e/office.ts'
import { PUBLIC_SET } from '../e2e/site.ts'
import { machines, nullWhenAway } from './machines.ts'

/** Enough kills for each step of the week. */
const KILLS = Math.max(12, Number(process.env['VOLANTE_KILLS'] ?? 20))
const WEEK = '/admin/weekly/2026-W23'
const ALL = [0, 1, 2, 3] as const
const four = await machines(ALL.length)
const { at, balanced, sites, start, volante } = four

await volante(0, 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
for (const index of ALL) await start(index)
const { link } = JSON.parse(await volante(0, 'users', 'create-admin', '--json')) as { link: string }
const { pathname, search } = new URL(link)
const registered = cookieOf(await office(sites[0]!.url, '').post(pathname + search, OWNER))
four.signedInAs(registered)
const database = new pg.Client({ connectionString: four.ownerUrl })
await database.connect()
const records = [
  ...new Set((await (await at(0).get('/admin/drivers')).text()).match(/\/admin\/drivers\/[\da-f-]{36}/g)),
]

/** The site that is away; people at the others are to notice nothing. */
let away: number | null = null
const over = new AbortController()
const wrong: string[] = []
const acknowledged: string[] = []
const tests: string[] = []
let [asked, foundAway, slowest] = [0, 0, 0]

/** Sends a form to a site, and to the others only if that one is killed meanwhile. */
async function sent(index: number, path: string, form: Record<string, string> | (() => FormData)): Promise<number> {
  const body = () => (typeof form === 'function' ? form() : form)
  const site = sites[index]
  const began = performance.now()
  const send = () =>
    nullWhenAway(async () => {
      const answer = await at(index).post(path, body())
      await answer.arrayBuffer()
      return answer.status
    })
  // A kept connection may be closed just as it is used again: ask once more, as a browser does.
  const status = (await send()) ?? (sites[index] === site ? await send() : null)
  if (status !== null) {
    slowest = Math.max(slowest, performance.now() - began)
    return status
  }
  if (away !== index && sites[index] === site)
    wrong.push(`site ${index} was away at ${path}, and site ${away} was killed`)
  foundAway += 1
  return balanced(({ post }) => post(path, body()), index + 1)
}

/** Writes at one site for as long as it is there. */
async function writeAt(index: number): Promise<void> {
  for (let turn = 0; !over.signal.aborted; turn++) {
    const note = `Prémio ${turn} do posto ${index}.`
    const key = `four-${index}-${turn}`
    const form = { direction: 'credit', kind: 'prize', amount: '1,00', reason: note, idempotencyKey: key }
    const status = await sent(index, `${records[(turn + index) % records.length]}/adjustments`, form)
    if (status === 303) acknowledged.push(note)
    else wrong.push(`write ${status}`)
    if (turn % 5 === 0) {
      const told = await sent(index, '/admin/mail', { intent: 'test', idempotencyKey: `${key}-mail` })
      if (told === 303) tests.push(key)
      else wrong.push(`message ${told}`)
    }
    await pause(100)
  }
}

async function readOn(): Promise<void> {
  while (!over.signal.aborted) {
    const status = await balanced(({ get }) => get(WEEK), asked++ % ALL.length)
    if (status !== 200) wrong.push(`read ${status}`)
    await pause(50)
  }
}

type Step = { index: number; path: string; form: Record<string, string> | (() => FormData) }
const drop = '/admin/data/drop?week=2026-W23'
/** The first half of the week, and a copy: the site that gets the form is killed while it carries it out. */
const steps: (() => Promise<Step>)[] = [
  async () => ({ index: 0, path: drop, form: () => publicDrop('four') }),
  async () => {
    // The same form sent once more leads to the same drop, whichever site is asked.
    const again = await at(1).post(drop, publicDrop('four'))
    const path = new URL(again.headers.get('location') ?? '', sites[1]!.url).pathname
    const fields = hiddenFields(await (await at(2).get(path)).text())
    return { index: 2, path, form: { ...fields, idempotencyKey: 'four-in' } }
  },
  async () => ({ index: 3, path: '/admin/system', form: { idempotencyKey: 'four-copy' } }),
]

const people = [...ALL.map(writeAt), readOn(), readOn()]
for (let kill = 0; kill < KILLS; kill++) {
  await pause(Math.random() * 1_500)
  const step = kill % 5 === 1 ? await steps[Math.floor(kill / 5)]?.() : undefined
  const index = step?.index ?? Math.floor(Math.random() * ALL.length)
  const answer = step && sent(index, step.path, step.form)
  if (step) await pause(Math.random() * 400)
  away = index
  await four.kill(index)
  await pause(Math.random() * 500)
  await start(index)
  const status = (await answer) ?? 303
  if (status !== 303) wrong.push(`${step?.path} ${status}`)
  away = null
}
over.abort()
await Promise.all(people)

/** Waits until the query finds something; half a minute after a kill, any site takes over the work of the killed one. */
async function until(question: string): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const { rows } = await database.query<{ holds: boolean }>(`select (${question}) as holds`)
    if (rows[0]!.holds) return
    await pause(500)
  }
  throw new Error(`It never came to be: ${question}`)
}
await until(`select not exists (select from mail_outbox where state <> 'sent')`)
await until('select exists (select from backups where failure is null)')

const { rows } = await database.query<{ reason: string; times: number }>(
  `select reason, count(*)::int as times from adjustments where reason like 'Prémio % do posto %' group by reason`,
)
const times = new Map(rows.map((row) => [row.reason, row.times]))
const mailed = await database.query<{ count: number }>(
  `select count(*)::int as count from mail_outbox where template = 'test'`,
)
const received = four.mails.map(({ data }) => /^Message-ID: (.*)$/im.exec(data)?.[1] ?? '')
const doubled = received.length - new Set(received).size
console.log(
  `${KILLS} kills: ${asked} reads, ${acknowledged.length} writes (${foundAway} of them at a site that was away, and then at another), ${tests.length} messages ` +
    `(${doubled} sent twice), the slowest form ${Math.round(slowest)} ms, ${wrong.length} wrong`,
)
assert.deepEqual(wrong, [])
assert.deepEqual(
  acknowledged.filter((note) => times.get(note) !== 1),
  [],
  'each acknowledged write is there once',
)
assert.equal(times.size, acknowledged.length, 'nothing is there that nobody acknowledged')
assert.equal(mailed.rows[0]!.count, tests.length, 'each message was ordered once')
assert.equal(new Set(received).size, tests.length, 'each message arrived')
// A site may be killed after the mail server took a message and before it wrote that down: the message is then sent
// again, under the same number.
assert.ok(doubled <= KILLS)

// The week goes on to the bank, and a person who signs out at one site is signed out at all.
const approval = hiddenFields(await (await at(3).get(`${WEEK}/approval`)).text())
const approved = { ...approval, leaveUnmatched: 'on', idempotencyKey: 'four-approval' }
const answers = await Promise.all(ALL.map((index) => at(index).post(`${WEEK}/approval`, approved)))
assert.deepEqual(
  answers.map(({ status }) => status),
  [303, 303, 303, 303],
)
assert.equal((await at(1).post(`${WEEK}/batch`, { idempotencyKey: 'four-batch' })).status, 303)
const streams = await Promise.all(
  ALL.map((index) =>
    fetch(`${sites[index]!.url}/api/auth/events`, {
      headers: { cookie: registered, 'sec-fetch-site': 'same-origin' },
    }),
  ),
)
const said = Promise.all(streams.map((stream) => stream.text()))
assert.equal((await at(2).post('/api/auth/logout', {})).status, 303)
for (const words of await said) assert.match(words, /session-ended/)

const examined = JSON.parse(await volante(1, 'doctor', '--json')) as { checks: { broken: number }[] }
assert.deepEqual(
  examined.checks.filter(({ broken }) => broken > 0),
  [],
)
await database.end()
await four.stop()
