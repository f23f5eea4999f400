/**
 * Two versions of the program at once on one database, as in an update of several sites one after the other: people
 * work at a site of an earlier version, today's program starts beside it and migrates the database under them, then
 * both are asked in turns, then the earlier one is stopped.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { joinCluster } from '#db/cluster.server.ts'
import { type Office, hiddenFields, office, signIn } from '../e2e/office.ts'
import { nullWhenAway } from './machines.ts'
import { type Served, expectThat, serve } from './programs.ts'

const OF_TWO = { SITES: '2', PUBLIC_URL: 'http://localhost:4000' }
/** Milliseconds in which people work at both, and milliseconds after the earlier one has stopped. */
const [TOGETHER, AFTERWARDS] = [8_000, 3_000]
const WRONG_TRIES = 10

type Known = Record<'admin' | 'secondAdmin' | 'driver', { displayName: string; email: string; password: string }>

function knownIn(data: string): Known & { week: string } {
  const all = JSON.parse(readFileSync(join(data, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const known = (who: string) => ({ displayName: '', email: all[`${who}Email`]!, password: all[`${who}Password`]! })
  return {
    admin: known('admin'),
    secondAdmin: known('secondAdmin'),
    driver: known('driver'),
    week: all['files']!,
  }
}

/** The files of the week that has ended, which the demonstration has ready. */
function filesOf(data: string, week: string): FormData {
  const form = new FormData()
  form.set('idempotencyKey', 'two-versions-drop')
  const folder = join(data, 'demo', week)
  for (const name of readdirSync(folder)) form.append('files', new File([readFileSync(join(folder, name))], name))
  return form
}

const PAGES = {
  admin: ['/admin', '/admin/weekly', '/admin/drivers', '/admin/mail', '/admin/support', '/en/admin/financing'],
  driver: ['/dashboard', '/dashboard/payslips', '/dashboard/documents', '/dashboard/help'],
  visitor: ['/', '/drivers', '/en/about'],
} as const

/** A prize for a driver; it is found again by its note. */
const prize = (turn: number) => ({
  direction: 'credit',
  kind: 'prize',
  amount: '1,00',
  reason: `Prémio ${turn} das duas versões.`,
  idempotencyKey: `two-versions-${turn}`,
})

async function firstRecord(at: Office): Promise<string> {
  const [record] = /\/admin\/drivers\/[\da-f-]{36}/.exec(await (await at.get('/admin/drivers')).text()) ?? []
  if (record === undefined) throw new Error('There is no driver.')
  return record
}

/** A step of the week: each step is sent to the other site. */
async function takeIn(at: Office, place: string): Promise<number> {
  const fields = hiddenFields(await (await at.get(place)).text())
  return (await at.post(place, { ...fields, idempotencyKey: 'two-versions-in' })).status
}
async function approve(at: Office, week: string): Promise<number> {
  const place = `/admin/weekly/${week}/approval`
  const fields = hiddenFields(await (await at.get(place)).text())
  return (await at.post(place, { ...fields, leaveUnmatched: 'on', idempotencyKey: 'two-versions-approval' })).status
}
const pay = async (at: Office, week: string) =>
  (await at.post(`/admin/weekly/${week}/batch`, { idempotencyKey: 'two-versions-batch' })).status

const placeOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', 'http://x').pathname

export type Done = { prizes: { approved: number; all: number } }

/** `old` is a built tree of an earlier version, whose site works with `data`; `today` is the tree of today's program. */
export async function serveTogether(old: string, today: string, data: string): Promise<Done> {
  const known = knownIn(data)
  const before = await asOwner(data, countsOf)
  const earlier = await serve(old, data, OF_TWO)
  const sites: Served[] = [earlier]
  let turn = 0
  let isEnding = false
  let refusedAtEnd = 0
  /** Asks the sites in turns, and the other one where one is away. */
  async function ask(cookie: string, question: (at: Office) => Promise<Response>): Promise<Response> {
    for (let tries = 0; tries < 10; tries++) {
      const site = sites[turn++ % sites.length]!
      const answer = await nullWhenAway(() => question(office(site.url, cookie)))
      // Programs from before 30 November closed their database before their last answers.
      const isLetGo = isEnding && site === earlier && answer?.status === 500
      if (answer !== null && !isLetGo) return answer
      if (isLetGo) refusedAtEnd += 1
      await pause(100)
    }
    throw new Error('No site is there.')
  }

  const [admin, driver] = [await signIn(earlier.url, known.admin), await signIn(earlier.url, known.driver)]
  const record = await firstRecord(office(earlier.url, admin))
  const wrong: string[] = []
  const written: Written = { prizes: [], questions: 0, answers: 0, messages: 0 }
  let [asked, slowest, slowestWhat] = [0, 0, '']
  const over = new AbortController()

  async function timed(what: string, wanted: number, work: () => Promise<Response>): Promise<Response> {
    const began = performance.now()
    const answer = await work()
    const took = performance.now() - began
    asked += 1
    if (took > slowest) [slowest, slowestWhat] = [took, what]
    if (answer.status !== wanted) wrong.push(`${what}: ${answer.status}`)
    return answer
  }
  const read = (cookie: string, path: string) =>
    timed(path, 200, () =>
      ask(cookie, async ({ get }) => {
        const answer = await get(path)
        await answer.arrayBuffer()
        return answer
      }),
    )
  const send = (cookie: string, path: string, form: Record<string, string>) =>
    timed(`a form of ${path.replaceAll(/[\da-f-]{36}/g, '*')}`, 303, () => ask(cookie, ({ post }) => post(path, form)))

  async function readOn(): Promise<void> {
    for (let at = 0; !over.signal.aborted; at++) {
      for (const [cookie, pages] of [
        [admin, PAGES.admin],
        [driver, PAGES.driver],
        ['', PAGES.visitor],
      ] as const)
        await read(cookie, pages[at % pages.length]!)
      await pause(20)
    }
  }
  let paying: Promise<void> = Promise.resolve()
  let writing: Promise<unknown> = Promise.resolve()
  async function writeOn(): Promise<void> {
    for (let at = 0; !over.signal.aborted; at++) {
      const form = prize(written.prizes.length)
      // Approve the week between two prizes, so that it is known which prizes it includes.
      await paying
      const sent = send(admin, `${record}/adjustments`, form)
      writing = sent
      if ((await sent).status === 303) written.prizes.push(form.reason)
      await pause(100)
      if (at % 4 > 0) continue
      const answer = await send(admin, '/admin/mail', { intent: 'test', idempotencyKey: `two-versions-mail-${at}` })
      if (answer.status === 303) written.messages += 1
    }
  }
  async function askOn(): Promise<void> {
    for (let at = 0; !over.signal.aborted; at++) {
      const words = `Pergunta ${at} das duas versões.`
      const opened = await send(driver, '/dashboard/help/new', { topic: 'other', words, idempotencyKey: `ask-${at}` })
      if (opened.status === 303) written.questions += 1
      const ticket = /[\da-f-]{36}/.exec(placeOf(opened))?.[0]
      if (ticket === undefined) wrong.push(`no ticket in ${opened.headers.get('location')}`)
      const said = `Resposta ${at} das duas versões.`
      const form = { intent: 'answer', words: said, idempotencyKey: `answer-${at}` }
      const answered = await send(admin, `/admin/support/${ticket}`, form)
      if (answered.status === 303) written.answers += 1
      await pause(300)
    }
  }
  /** Signs in, reads and signs out, asking the other site each time. */
  async function comeAndGo(): Promise<void> {
    while (!over.signal.aborted) {
      const entered = await timed('/login', 303, () =>
        ask('', ({ post }) => post('/login', { email: known.driver.email, password: known.driver.password })),
      )
      const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
      for (const path of PAGES.driver) await read(cookie, path)
      await send(cookie, '/api/auth/logout', {})
      for (let each = 0; each < sites.length; each++)
        await timed('a page of who signed out', 303, () => ask(cookie, ({ get }) => get('/dashboard')))
      await pause(500)
    }
  }
  const phase = () => {
    const said = `${asked} asked, the slowest ${slowestWhat} after ${Math.round(slowest)} ms, ${wrong.length} wrong`
    ;[asked, slowest] = [0, 0]
    return said
  }

  const people = [readOn(), writeOn(), askOn(), comeAndGo()]
  await pause(2_000)
  console.log(`  – the earlier one alone: ${phase()}`)
  const dropped = ask(admin, ({ post }) => post(`/admin/data/drop?week=${known.week}`, filesOf(data, known.week)))
  const began = performance.now()
  const later = await serve(today, data, OF_TWO)
  console.log(`  – today's begins in ${Math.round(performance.now() - began)} ms beside it: ${phase()}`)
  const preview = placeOf(await dropped)
  sites.push(later)
  await pause(TOGETHER)
  console.log(`  – both: ${phase()}`)

  const [atOld, atNew] = [office(earlier.url, admin), office(later.url, admin)]
  const { promise, resolve: isPaid } = Promise.withResolvers<void>()
  paying = promise
  await writing
  await pause(0)
  const approved = written.prizes.length
  const steps = [await takeIn(atNew, preview), await approve(atOld, known.week), await pay(atNew, known.week)]
  isPaid()
  expectThat(
    steps.every((status) => status === 303),
    `files dropped at the earlier one are taken in by today's, approved at the earlier, paid at today's (${steps.join(', ')})`,
  )

  await expectRemembered(atNew, [earlier, later])
  await expectRemembered(atOld, [later, earlier])
  await expectEndTold(earlier, later, known)
  await expectEndTold(later, earlier, known)
  await expectTriesShared(earlier, later, known)
  console.log(`  – ${await foreignScripts(atNew, atOld)}`)

  console.log(`  – both, the week paid: ${phase()}`)
  isEnding = true
  const ending = earlier.end()
  await pause(300)
  sites.shift()
  await ending
  await pause(AFTERWARDS)
  over.abort()
  await Promise.all(people)
  console.log(`  – the earlier one stopped, ${refusedAtEnd} answered 500 by it meanwhile: ${phase()}`)
  if (wrong.length > 0) console.error(`${earlier.said()}\n${later.said()}`)
  expectThat(wrong.length === 0, `nobody was answered wrongly${wrong.map((answer) => `\n    ${answer}`).join('')}`)
  await asOwner(data, (client) => expectKept(client, before, written))
  await later.end()
  return { prizes: { approved, all: written.prizes.length } }
}

/** Does the same acts with today's program alone. */
export async function serveAlone(today: string, data: string, { prizes }: Done): Promise<void> {
  const { admin, week } = knownIn(data)
  const site = await serve(today, data, OF_TWO)
  const at = office(site.url, await signIn(site.url, admin))
  const record = await firstRecord(at)
  const give = async (from: number, to: number) => {
    for (let turn = from; turn < to; turn++) await at.post(`${record}/adjustments`, prize(turn))
  }
  await give(0, prizes.approved)
  const preview = placeOf(await at.post(`/admin/data/drop?week=${week}`, filesOf(data, week)))
  for (const status of [await takeIn(at, preview), await approve(at, week), await pay(at, week)])
    if (status !== 303) throw new Error(`The week was answered ${status}.`)
  await give(prizes.approved, prizes.all)
  await site.end()
}

/** Expects a brand name saved at one site on the home page of each, which the sites keep in memory. */
async function expectRemembered(at: Office, sites: readonly Served[]): Promise<void> {
  const page = await (await at.get('/admin/brand')).text()
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? ''
  const name = `Frota ${sites[0]!.url.slice(-4)}`
  const fields = ['facebook', 'instagram', 'linkedin', 'taglinePt', 'taglineEn', 'descriptionPt', 'descriptionEn']
  const form = Object.fromEntries(fields.map((field) => [field, value(field)]))
  const saved = await at.post('/admin/brand', {
    ...form,
    name,
    colour: '#1f3fae',
    version: value('version'),
    idempotencyKey: value('idempotencyKey'),
  })
  const shown = await Promise.all(
    sites.map(async ({ url }) => {
      for (let tries = 0; tries < 50; tries++) {
        if ((await (await fetch(url)).text()).includes(`${name}</title>`)) return true
        await pause(100)
      }
      return false
    }),
  )
  expectThat(
    saved.status === 303 && shown.every(Boolean),
    `a name saved at one is on the home page of both (${saved.status}, ${shown.join(', ')})`,
  )
}

/** Expects a sign-out at one site to be reported by the stream of the other. */
async function expectEndTold(one: Served, other: Served, { driver }: Known): Promise<void> {
  const cookie = await signIn(one.url, driver)
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const stream = await fetch(`${one.url}/api/auth/events`, { headers, signal: AbortSignal.timeout(20_000) })
  const told = stream.text()
  const left = await office(other.url, cookie).post('/api/auth/logout', {})
  expectThat(
    left.status === 303 && (await told).includes('session-ended'),
    'a session ended at one is told at the other',
  )
}

/**
 * How many scripts on one version's pages the other version has: behind a proxy that sends a browser to both, the rest
 * is missing.
 */
async function foreignScripts(one: Office, other: Office): Promise<string> {
  const pages = await Promise.all(PAGES.admin.map(async (path) => (await one.get(path)).text()))
  const scripts = new Set(pages.join('').match(/\/assets\/[\w.-]+\.js/g))
  const known = await Promise.all([...scripts].map(async (path) => (await other.get(path)).status === 200))
  return `${known.filter(Boolean).length} of ${scripts.size} scripts of today's pages are known by the earlier one`
}

/** Expects wrong passwords to count for both: after half of them at each site, either refuses the right one. */
async function expectTriesShared(
  one: Served,
  other: Served,
  { secondAdmin: { email, password } }: Known,
): Promise<void> {
  const enter = (url: string, typed: string) => office(url, '').post('/login', { email, password: typed })
  for (let tries = 0; tries < WRONG_TRIES; tries++) await enter([one, other][tries % 2]!.url, 'nenhuma destas palavras')
  const entered = await Promise.all([one, other].map(({ url }) => enter(url, password)))
  expectThat(
    entered.every(({ status }) => status !== 303),
    `wrong passwords are counted by both together (${entered.map(({ status }) => status).join(', ')})`,
  )
}

type Written = { prizes: string[]; questions: number; answers: number; messages: number }

async function asOwner<Answer>(data: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const cluster = await joinCluster(data)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await cluster.leave()
  }
}

/** The numbers of messages in tickets and of jobs that were given up; the words themselves are sealed. */
async function countsOf(client: pg.Client): Promise<{ questions: number; answers: number; givenUp: number }> {
  const { rows } = await client.query(`select
    (select count(*)::int from ticket_messages where side = 'driver') as questions,
    (select count(*)::int from ticket_messages where side = 'office') as answers,
    (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as "givenUp"`)
  return rows[0] as { questions: number; answers: number; givenUp: number }
}

/** Expects everything acknowledged to be there once, and everything ordered to be done once. */
async function expectKept(client: pg.Client, before: Awaited<ReturnType<typeof countsOf>>, written: Written) {
  const waiting = async () =>
    (await client.query(`select from mail_outbox where template = 'test' and state <> 'sent'`)).rowCount
  for (let tries = 0; tries < 120 && (await waiting())! > 0; tries++) await pause(500)
  const { rows: prizes } = await client.query<{ reason: string; count: number }>(
    `select reason, count(*)::int as count from adjustments where reason like 'Prémio % das duas versões.' group by reason`,
  )
  const found = new Map(prizes.map(({ reason, count }) => [reason, count]))
  expectThat(
    found.size === written.prizes.length && written.prizes.every((reason) => found.get(reason) === 1),
    `${written.prizes.length} prizes are there once`,
  )
  const after = await countsOf(client)
  expectThat(
    after.questions - before.questions === written.questions && after.answers - before.answers === written.answers,
    `so are ${written.questions} questions of a driver and ${written.answers} answers of the office`,
  )
  const { rows } = await client.query<{ sent: number; all: number; tries: number }>(
    `select count(*) filter (where state = 'sent')::int as sent, count(*)::int as all, max(tries) as tries
      from mail_outbox where template = 'test'`,
  )
  const { sent, all, tries } = rows[0]!
  expectThat(
    sent === written.messages && all === written.messages && tries <= 1,
    `${written.messages} messages were ordered, and sent by one try each (${sent} of ${all}, ${tries})`,
  )
  expectThat(after.givenUp === before.givenUp, 'no work was given up')
}
