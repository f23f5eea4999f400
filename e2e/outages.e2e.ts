import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { membersOf } from '../src/platform/zip.ts'
import { aBucket } from '../test/bucket-server.ts'
import { aMailServer } from '../test/mail-server.ts'
import { known, settledWeek } from './demonstration.ts'
import { type FoundPlaces, kindOf, lookAround, ofEach } from './look-around.ts'
import { type Office, office, signIn } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite, volanteWith } from './site.ts'

/**
 * The services outside that the site relies on go away, one after the other, and come back without anybody's doing: the
 * store of files, and the mail server. Pages, files and forms are found by following links, so a new one is included by
 * itself. `trouble.e2e.ts` has the database.
 */
const bucket = await aBucket()
const store = { ...bucket.settings, FILES_STORE: 's3://frota/operador', AWS_MAX_ATTEMPTS: '1' }
const post = await aMailServer()
let gate: Gate
let site: Site
let asOwner: pg.Client
const people = new Map<'admin' | 'driver', Office & { cookie: string }>()
const found = new Map<'admin' | 'driver', FoundPlaces>()

/** A door in front of the mail server: open, or letting everybody in without an answer. */
type Gate = { url: string; state: 'open' | 'mute'; end: () => void }

async function gateTo(port: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (made.state === 'mute') return
    const far = connect(port, '127.0.0.1')
    sockets.add(far)
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const made: Gate = {
    url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
    state: 'open',
    end: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return made
}

beforeAll(async () => {
  gate = await gateTo(Number(new URL(post.url).port))
  const data = copyOf('demonstration')
  await volanteWith(store, data, 'files', 'move')
  site = await startSite(data, { ...store, SMTP_URL: gate.url, LOG_LEVEL: 'fatal' })
  const cluster = await joinCluster(data)
  asOwner = new pg.Client({ connectionString: cluster.ownerUrl })
  await asOwner.connect()
  for (const who of ['admin', 'driver'] as const) {
    const cookie = await signIn(site.url, { displayName: who, ...known(site, who) })
    people.set(who, { ...office(site.url, cookie), cookie })
  }
  found.set('admin', await lookAround(person('admin'), [settledWeek(), '/admin', '/admin/weekly'], 1))
  found.set('driver', await lookAround(person('driver'), ['/dashboard'], 1))
})

afterAll(async () => {
  await asOwner?.end()
  await site?.stop()
  gate?.end()
  await Promise.all([bucket.stop(), post.close()])
})

const person = (who: 'admin' | 'driver') => people.get(who)!
const WHO = ['admin', 'driver'] as const

/** Reads as a browser does, which is shown a page where there is no file. */
const read = (who: 'admin' | 'driver', path: string) =>
  fetch(site.url + path, { headers: { cookie: person(who).cookie, accept: 'text/html' }, redirect: 'manual' })

const arrived = (to: string) => post.received.filter((one) => one.to === to).length
const WAITING = ['rita@exemplo.pt', 'rui@exemplo.pt']

test('while the mail server says nothing people go on at once, nobody learns who exists, and the messages wait', async () => {
  gate.state = 'mute'
  const began = performance.now()
  const ask = async (email: string) => {
    const answer = await office(site.url, '').post('/forgot', { email })
    return [answer.status, (await answer.text()).replaceAll(/nonce="[^"]*"|value="[^"]*"/g, '')]
  }
  const { email } = known(site, 'driver')
  expect(await ask(email)).toEqual(await ask('ninguem@exemplo.pt'))
  for (const address of WAITING) {
    const fields = { displayName: 'Nova', email: address, language: 'pt', 'scopes[]': 'operations' }
    expect((await person('admin').post('/admin/users/invite', fields)).status).toBeLessThan(400)
  }
  // The invitations took less time than waiting for a mail server: no form waits for it.
  expect(performance.now() - began).toBeLessThan(9_000)
  const list = await (await person('admin').get('/admin/mail')).text()
  for (const address of [...WAITING, email]) expect(list).toContain(address)
  expect(post.received).toEqual([])
  // Wait until the site gave up one try.
  await vi.waitFor(
    async () => {
      const { rows } = await asOwner.query(`select from mail_outbox where state = 'waiting' and last_error is not null`)
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 30_000, interval: 250 },
  )
  gate.state = 'open'
})

const AWAY = 'O armazém de ficheiros não responde'

/** Pages whose content is in a file, and which say that it cannot be read. */
const OF_A_FILE: readonly string[] = ['/admin/data/drops/*', '/admin/documents/times/waiting/*']

/** Kinds of files that are kept; all others are made on request. */
const KEPT: readonly string[] = [
  '/admin/accounting/*-*/folder.zip',
  '/admin/accounting/duties/*/vat-payment/*-*/paper',
  '/admin/data/imports/*/original',
  '/admin/recruitment/*/documents/*',
  '/admin/vehicles/*/damages/*/photo',
  '/admin/vehicles/*/inspections/*/pdf',
  '/admin/vehicles/*/inspections/*/photos/front',
  '/admin/vehicles/*/inspections/*/photos/front-right',
  '/admin/vehicles/*/inspections/*/photos/left',
  '/admin/vehicles/*/inspections/*/photos/rear',
  '/admin/vehicles/*/inspections/*/photos/right',
  '/admin/vehicles/*/reports/*/photos/*',
  '/admin/weekly/*/*/pdf',
  '/admin/weekly/*/statements.zip',
  '/admin/weekly/batches/*/file',
  '/admin/weekly/disputes/*/file',
  '/admin/weekly/receipts/*/file',
  '/dashboard/contracts/*/pdf',
  '/dashboard/damage-reports/*/photos/*',
  '/dashboard/documents/contracts/*',
  '/dashboard/documents/files/*',
  '/dashboard/help/tickets/*/files/*',
  '/dashboard/inspections/*/pdf',
  '/dashboard/inspections/*/photos/front',
  '/dashboard/inspections/*/photos/front-right',
  '/dashboard/inspections/*/photos/left',
  '/dashboard/inspections/*/photos/rear',
  '/dashboard/inspections/*/photos/right',
  '/dashboard/payslips/*/pdf',
]

/** The answer for each kind of file: `200`, or why it isn't there. Archives are opened. */
async function filesNow(which: (kind: string) => boolean = () => true): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const who of WHO) {
    const asked = [...found.get(who)!.files].filter(([kind]) => which(kind))
    await ofEach(asked, async ([kind, path]) => {
      const answer = await read(who, path)
      const bytes = await answer.bytes().catch(() => null)
      const words = bytes && answer.status === 503 ? new TextDecoder().decode(bytes) : ''
      const isWhole = bytes !== null && (!path.endsWith('.zip') || answer.status !== 200 || (await opens(bytes)))
      const said = words.includes(AWAY) && answer.headers.has('retry-after') ? 'away' : String(answer.status)
      answers.set(kind, isWhole ? said : 'cut')
    })
  }
  return answers
}

async function opens(bytes: Uint8Array): Promise<boolean> {
  try {
    return (await Array.fromAsync(membersOf(bytes))).length > 0
  } catch {
    return false
  }
}

const kindsOf = (answers: Map<string, string>, said: string) =>
  [...answers]
    .filter(([, one]) => one === said)
    .map(([kind]) => kind)
    .toSorted()

/** Two ways for a store to be away: nobody is let in, or everybody is, without an answer. */
const AWAY_AS = ['away', 'silent'] as const

test.each(AWAY_AS)(
  'while the store of files is %s every page opens, and each file that is kept says why it does not',
  async (trouble) => {
    const all = [...(await filesNow()).keys()].toSorted()
    bucket.state.trouble = trouble
    const shut = await Promise.all(
      WHO.map((who) =>
        ofEach(found.get(who)!.pages.keys(), async (path) => {
          const answer = await read(who, path)
          const page = await answer.text()
          return answer.status === 200 ? [] : [`${kindOf(path)} ${page.includes(AWAY) ? 'away' : answer.status}`]
        }),
      ),
    )
    expect(shut.flat(2).toSorted()).toEqual(OF_A_FILE.map((kind) => `${kind} away`))
    const answers = await filesNow()
    expect(kindsOf(answers, 'away')).toEqual(KEPT)
    expect(kindsOf(answers, '200')).toEqual(all.filter((kind) => !KEPT.includes(kind)))
    bucket.state.trouble = 'none'
    expect(await filesNow((kind) => KEPT.includes(kind))).toEqual(new Map(KEPT.map((kind) => [kind, '200'])))
  },
)

/**
 * A form with a file, filled in as a person in a hurry does: fields keep their value, choices take the first, texts get
 * a word.
 */
type Filled = { who: 'admin' | 'driver'; page: string; action: string; form: () => FormData }

const WORDS = 'escrito à mão'
const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const has = (tag: string, name: string) => new RegExp(`\\s${name}(?=[\\s=/>])`).test(tag)

async function formsWithFiles(): Promise<Filled[]> {
  const forms: Filled[] = []
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  for (const who of WHO)
    for (const [page, html] of found.get(who)!.pages)
      for (const [whole, tag = '', inside = ''] of html.matchAll(/(<form\b[^>]*>)([^]*?)<\/form>/g)) {
        if (!/type="file"/.test(whole) || !/method="post"/i.test(tag)) continue
        const action = attribute(tag, 'action') ?? page
        forms.push({ who, page, action, form: () => filled(inside, photo) })
      }
  return forms
}

function filled(inside: string, photo: Buffer): FormData {
  const form = new FormData()
  const chosen = new Set<string>()
  for (const [tag] of inside.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
    const name = attribute(tag, 'name')
    if (name === undefined || has(tag, 'disabled')) continue
    const [type, value] = [attribute(tag, 'type') ?? 'text', attribute(tag, 'value') ?? '']
    if (tag.startsWith('<select')) {
      const rest = inside.slice(inside.indexOf(tag)).split('</select>')[0] ?? ''
      const options = [...rest.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
      const option =
        options.find((one) => has(one, 'selected') && attribute(one, 'value')) ??
        options.find((one) => attribute(one, 'value'))
      form.append(name, (option && attribute(option, 'value')) ?? '')
    } else if (type === 'file') form.append(name, fileFor(attribute(tag, 'accept') ?? '', photo))
    else if (type === 'radio' || type === 'checkbox') {
      const isChosen = has(tag, 'checked') || (has(tag, 'required') && !chosen.has(name))
      if (isChosen) form.append(name, value || 'on')
      if (isChosen) chosen.add(name)
    } else if (form.has(name) && name.endsWith('[]') && value === '') form.append(name, timeOfNow())
    else if (value !== '' || type === 'hidden') form.append(name, value)
    else form.append(name, has(tag, 'required') || /reason/i.test(name) ? typedInto(name, tag, type) : '')
  }
  return form
}

/** Something that happened today happened before now, also soon after midnight. */
const timeOfNow = () => Temporal.Now.plainTimeISO('Europe/Lisbon').toString({ smallestUnit: 'minute' })

/** The text that a person types where a field is required. */
function typedInto(name: string, tag: string, type: string): string {
  if (type === 'date') return Temporal.Now.plainDateISO('Europe/Lisbon').toString()
  if (/time/i.test(name) || attribute(tag, 'maxlength') === '5') return timeOfNow()
  if (name === 'kilometres') return '500000'
  if (name === 'number') return '123456789'
  return /numeric|decimal/.test(attribute(tag, 'inputmode') ?? '') || type === 'number' ? '12' : WORDS
}

function fileFor(accept: string, photo: Buffer): File {
  if (/image|jpe?g|pdf/i.test(accept) && !/csv/i.test(accept)) return new File([new Uint8Array(photo)], 'papel.jpg')
  return new File(['Dia;Descrição;Valor\n2026-11-02;Compra;-12,00\n'], 'lista.csv')
}

/** The number of rows of each table, except those that count readers. */
async function rowsOfAll(): Promise<Record<string, number>> {
  const { rows } = await asOwner.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const counted = rows.map(({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`)
  const all = await asOwner.query<{ name: string; count: number }>(counted.join(' union all '))
  return Object.fromEntries(all.rows.map(({ name, count }) => [name, count]))
}

/** Forms whose file is looked at and not kept. */
const LOOKED_AT: ReadonlySet<string> = new Set([
  '/admin/accounting/signature',
  '/admin/drivers/list',
  '/admin/vehicles/list',
])

async function countFiles(): Promise<number> {
  const { rows } = await asOwner.query<{ count: number }>('select count(*)::int as count from files')
  return rows[0]!.count
}

/** A bank list that nobody knows is kept so that it can be taught, and its page says so. */
const TAUGHT: readonly string[] = ['/admin/bank/import 422 422 once']

/** Forms that need more than a hurried hand fills in, whether the store is there or not. */
const NOT_FILLED: readonly string[] = ['/admin/monitor/streets/file', '/admin/weekly/receipts/checks/new']

/**
 * Other reasons than the store with which a form is refused: too many files at once, or a record that another form
 * holds while it waits for the store.
 */
const BUSY =
  /Estão a chegar muitos ficheiros ao mesmo tempo|Ainda estão a ser guardados outros ficheiros seus|não ficou feito, porque demorou demasiado/

test('while the store takes files and never says so, pages go on, and everybody who sends one is told in time and keeps their words', async () => {
  const forms = await formsWithFiles()
  const before = await rowsOfAll()
  bucket.state.trouble = 'deaf'
  let isOver = false
  const sending = Promise.all(
    forms.map(async ({ who, action, form }) => {
      const filledIn = form()
      const answer = await person(who).post(action, filledIn)
      const page = await answer.text()
      const typed = [...filledIn].flatMap(([, value]) => (value === WORDS ? [WORDS] : []))
      const isKept = typed.every((words) => page.includes(words))
      return {
        action,
        status: answer.status,
        why: page.includes(AWAY) ? 'away' : BUSY.test(page) ? 'busy' : '',
        isKept,
      }
    }),
  ).finally(() => (isOver = true))
  await vi.waitFor(() => expect(bucket.state.silent).toBeGreaterThan(3), { timeout: 60_000, interval: 20 })
  const shut: string[] = []
  let opened = 0
  for (const who of WHO)
    await ofEach(found.get(who)!.pages.keys(), async (path) => {
      if (isOver) return
      const { status } = await read(who, path)
      if (status === 200) opened += 1
      else shut.push(`${kindOf(path)} ${status}`)
    })
  const sent = await sending
  bucket.state.trouble = 'none'
  expect(shut).toEqual([])
  expect(opened).toBeGreaterThan(20)
  const defects = sent.filter(({ action, status, why, isKept }) => {
    if (status === 200) return !LOOKED_AT.has(kindOf(action))
    return status !== 422 && !(status === 503 && why !== '' && isKept)
  })
  expect(defects.map(({ action, status, why, isKept }) => `${kindOf(action)} ${status} ${why} ${isKept}`)).toEqual([])
  expect(sent.filter(({ why }) => why === 'away').length).toBeGreaterThan(3)
  const events = { audit_events: before['audit_events'] }
  expect({ ...(await rowsOfAll()), ...events }).toEqual({ ...before, ...events })
})

const OWN = 'Ainda estão a ser guardados outros ficheiros seus'

test('whoever sends many files to a store that hangs leaves room for everybody else, is told that it is their own, and keeps their words', async () => {
  const forms = await formsWithFiles()
  const one = forms.find(({ who, action }) => who === 'driver' && action === '/dashboard/help/new')!
  const other = forms.find(
    ({ who, action }) =>
      who === 'admin' &&
      !/^\/admin\/(data|weekly)\b/.test(action) &&
      ![...LOOKED_AT, ...NOT_FILLED].includes(kindOf(action)),
  )!
  bucket.state.trouble = 'deaf'
  const silent = bucket.state.silent
  const send = async ({ who, action, form }: Filled) => {
    const sent = form()
    // Give each its own key: the same form sent again would wait for the answer of the first.
    sent.set('idempotencyKey', crypto.randomUUID())
    if (who === 'driver') sent.set('words', WORDS)
    const answer = await person(who).post(action, sent)
    const page = await answer.text()
    const why = page.includes(AWAY) ? 'away' : page.includes(OWN) ? 'own' : BUSY.test(page) ? 'busy' : ''
    return `${answer.status} ${why} ${page.includes(WORDS)} ${page.includes('papel.jpg')}`
  }
  const many = Promise.all(Array.from({ length: 10 }, () => send(one)))
  await vi.waitFor(() => expect(bucket.state.silent).toBeGreaterThan(silent), { timeout: 60_000, interval: 20 })
  // A form of somebody else reaches the store, and fails for that reason.
  expect(await send(other)).toMatch(/^503 away/)
  const answers = await many
  bucket.state.trouble = 'none'
  // Two of the ten were let in: the first waits for the store, and the other for the number of its help request.
  expect(answers.map((answer) => answer.replace(/away|busy/, 'in')).toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => '503 in true true'),
    ...Array.from({ length: 8 }, () => '503 own true true'),
  ])
  expect(await send(one)).toMatch(/^303/)
})

test('what is sent with a file while the store is away changes nothing, comes back as it was typed, and goes through once it is there', async () => {
  const forms = await formsWithFiles()
  const kinds = (of: readonly Filled[]) => [...new Set(of.map(({ action }) => kindOf(action)))].toSorted()
  const objects = bucket.objects.size
  const before = await rowsOfAll()
  bucket.state.trouble = 'away'
  const sent = await ofEach(forms, async (one) => {
    const form = one.form()
    const answer = await person(one.who).post(one.action, form)
    const page = await answer.text()
    const typed = [...form].flatMap(([, value]) => (value === WORDS ? [WORDS] : []))
    const isKept = typed.every((words) => page.includes(words))
    return { ...one, sentForm: form, status: answer.status, saysAway: page.includes(AWAY), isKept }
  })
  const defects = sent.filter(({ action, status, saysAway, isKept }) => {
    if (status === 200) return !LOOKED_AT.has(kindOf(action))
    return status !== 422 && !(status === 503 && saysAway && isKept)
  })
  expect(
    defects.map(({ action, status, saysAway, isKept }) => `${kindOf(action)} ${status} ${saysAway} ${isKept}`),
  ).toEqual([])
  expect(kinds(sent.filter(({ status }) => status === 422))).toEqual(NOT_FILLED)
  // The unknown list was refused as a statement first, and then was to be kept.
  const { rows: events } = await asOwner.query('select action from audit_events order by id offset $1', [
    before['audit_events'],
  ])
  expect(events).toEqual([{ action: 'bank.import' }])
  const events0 = { audit_events: before['audit_events'] }
  expect([{ ...(await rowsOfAll()), ...events0 }, bucket.objects.size]).toEqual([before, objects])

  bucket.state.trouble = 'none'
  const again = sent.filter(({ status }) => status === 503)
  expect(again.length).toBeGreaterThan(5)
  const answers: string[] = []
  for (const { who, action, sentForm } of again) {
    const first = await person(who).post(action, sentForm)
    const files = await countFiles()
    // The same form never counts twice.
    const second = await person(who).post(action, sentForm)
    const isOnce = (await countFiles()) === files
    answers.push(`${kindOf(action)} ${first.status} ${second.status} ${isOnce ? 'once' : 'twice'}`)
  }
  expect(answers.filter((one) => !one.endsWith(' 303 303 once'))).toEqual(TAUGHT)
  // Every row of a file has its bytes.
  const { rows } = await asOwner.query<{ sha256: string }>('select sha256 from files')
  const lacking = rows.filter(({ sha256 }) => !bucket.objects.has(`operador/${sha256.slice(0, 2)}/${sha256}.sealed`))
  expect(lacking).toEqual([])
})

test('files that were to be deleted while the store was away are gone once it is back, and nobody did anything', async () => {
  const drop = [...found.get('admin')!.pages.keys()].find((path) => kindOf(path) === '/admin/data/drops/*')!
  const { rows: files } = await asOwner.query<{ sha256: string }>(
    'select distinct sha256 from drop_files where drop_id = $1',
    [drop.split('/').at(-1)],
  )
  const places = files.map(({ sha256 }) => `operador/${sha256.slice(0, 2)}/${sha256}.sealed`)
  expect(places.filter((place) => bucket.objects.has(place))).toHaveLength(files.length)
  bucket.state.trouble = 'away'
  expect((await person('admin').post(`${drop}/removal`, {})).status).toBe(303)
  const failed = async () =>
    (
      await asOwner.query(
        `select from graphile_worker.jobs where task_identifier = 'files.forget' and last_error is not null`,
      )
    ).rowCount
  await vi.waitFor(async () => expect(await failed()).toBeGreaterThan(0), { timeout: 60_000, interval: 250 })
  bucket.state.trouble = 'none'
  const unused = async () => {
    const { rows } = await asOwner.query<{ sha256: string }>('select sha256 from files where sha256 = any($1)', [
      files.map(({ sha256 }) => sha256),
    ])
    return places.filter((place) => bucket.objects.has(place) && !rows.some(({ sha256 }) => place.includes(sha256)))
  }
  await vi.waitFor(async () => expect(await unused()).toEqual([]), { timeout: 300_000, interval: 500 })
})

test('each message that waited for the mail server is out by now, once, and nobody did anything', async () => {
  await vi.waitFor(() => expect(WAITING.map(arrived)).toEqual([1, 1]), { timeout: 90_000, interval: 500 })
  expect(arrived(known(site, 'driver').email)).toBe(1)
  const due = () => asOwner.query(`select from mail_outbox where state = 'waiting' and next_try_at <= now()`)
  await vi.waitFor(async () => expect((await due()).rows).toEqual([]), { timeout: 60_000, interval: 250 })
})

test('a copy is not made of half the files: it says that the store does not answer, and is made once it is there, and the accounts hold', async () => {
  const command = async (...args: string[]) =>
    volanteWith(store, site.data, ...args).then(
      () => 'done',
      (error: unknown) => String((error as { stderr?: string }).stderr),
    )
  bucket.state.trouble = 'silent'
  expect(await command('backup', '--to', site.data)).toContain(AWAY)
  bucket.state.trouble = 'none'
  expect(await command('backup', '--to', site.data)).toBe('done')
  expect(await command('doctor')).toBe('done')
})
