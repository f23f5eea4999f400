import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPower, SCOPES, type Scope } from '../src/domain/access.ts'
import { MONTH_FILES } from '../src/features/accounting/month-files/schema.ts'
import { translator } from '../src/messages/translate.ts'
import { membersOf } from '../src/platform/zip.ts'
import { textIn } from '../test/pdf-text.ts'
import { placeAt, powerAt } from '../src/web/places.ts'
import { type Office, office, signIn } from './office.ts'
import { settledWeek, startDemonstration } from './demonstration.ts'
import { type FoundPlaces, kindOf, lookAround, ofEach } from './look-around.ts'
import { brokenReferences, untitled } from './references.ts'
import { type Site } from './site.ts'
import { inTurn, WHOLE } from './whole.ts'

/** What the screens offer to people of the office whose scopes are limited: nothing that they would be refused. */
let site: Site
let owner: Office
/** Pages of the office as an owner finds them by following links, and those that are a form alone. */
let pages: FoundPlaces['pages']
/** One file of each kind that a link leads to, by its kind. */
let files: FoundPlaces['files']
/** Links that led nowhere. */
let broken: FoundPlaces['broken']

beforeAll(async () => {
  site = await startDemonstration()
  const known: Record<string, string> = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8'))
  const person = { displayName: '', email: known['adminEmail']!, password: known['adminPassword']! }
  owner = office(site.url, await signIn(site.url, person))
  // Write a message first: otherwise the list of messages hands out files only where a job wrote one during the walk.
  await owner.post('/admin/users/invite', {
    displayName: 'Convidada',
    email: 'convidada@exemplo.pt',
    language: 'pt',
    'scopes[]': 'owner',
  })
  ;({ pages, files, broken } = await lookAround(owner, [settledWeek(), '/admin', '/admin/weekly'], 3))
})
afterAll(() => site.stop())

/** Numbers that open an account or name a bank account, as any page shows them. */
const SECRETS = {
  iban: /[A-Z]{2}\d{2}(?: ?\d){21}(?!\d)/,
  link: /[?&;](?:code|oobCode)=[\w-]{20,}/,
  seed: /otpauth:\/\//,
  // NIFs as the people of the demonstration have them.
  nif: /\b2999\d{5}\b/,
} as const

/** Each kind of page that shows a secret, and the scopes that read it: a page without a row fails. */
const SHOWN: Record<string, readonly Scope[]> = {}

const SHEETS = ['csv', 'xlsx'] as const
const FORMATS = [...SHEETS, 'pdf'] as const

/** The lists that every administrator may export, as CSV, XLSX and on paper. */
const LISTS = [
  ...[
    'kpis',
    'kpis/cars',
    'financing',
    'bank',
    'users',
    'goals',
    'contracts',
    'mail',
    'drivers',
    'drivers/corrections',
    'drivers/leavers',
    'vehicles',
  ],
  ...['vehicles/fines', 'vehicles/accidents', 'documents/deadlines', 'weekly/disputes'],
  ...['recruitment/tasks', 'recruitment/list', 'support'],
  ...['monitor/alerts', 'monitor/zones'],
]

/** Each kind of file that the office hands out, and to which scopes: one without a row fails. */
const FILES: Record<string, readonly Scope[]> = {
  '/admin/weekly/batches/*/file': ['owner', 'finance'],
  '/admin/weekly/receipts/*/file': SCOPES,
  '/admin/weekly/*/export.xlsx': SCOPES,
  '/admin/weekly/*/export.csv': SCOPES,
  '/admin/weekly/*/statements.zip': SCOPES,
  '/admin/weekly/*/*/pdf': SCOPES,
  '/admin/reports/pdf': SCOPES,
  ...Object.fromEntries(LISTS.flatMap((place) => FORMATS.map((format) => [`/admin/${place}/files/${format}`, SCOPES]))),
  '/admin/data/positions/assessment/*/pdf': ['owner'],
  '/admin/privacy/record/pdf': SCOPES,
  '/admin/privacy/breaches/*/pdf': SCOPES,
  '/admin/monitor/*/files/csv': ['owner', 'operations'],
  '/admin/monitor/*/files/gpx': ['owner', 'operations'],
  ...Object.fromEntries(FORMATS.map((format) => [`/admin/vehicles/week/*/files/${format}`, SCOPES])),
  '/admin/weekly/disputes/*/file': SCOPES,
  '/admin/support/*/files/*': ['owner', 'operations'],
  '/admin/data/imports/*/original': SCOPES,
  ...Object.fromEntries(
    ['front', 'front-right', 'right', 'rear', 'left'].map((side) => [
      `/admin/vehicles/*/inspections/*/photos/${side}`,
      SCOPES,
    ]),
  ),
  '/admin/vehicles/*/inspections/*/pdf': SCOPES,
  '/admin/vehicles/*/times/files/csv': SCOPES,
  '/admin/drivers/*/times/files/csv': SCOPES,
  '/admin/vehicles/*/inspections/*/signatures/driver': SCOPES,
  '/admin/vehicles/*/inspections/*/signatures/office': SCOPES,
  '/admin/vehicles/*/damages/*/photo': SCOPES,
  '/admin/vehicles/*/reports/*/photos/*': SCOPES,
  '/admin/account/files/csv': SCOPES,
  '/admin/account/files/xlsx': SCOPES,
  '/admin/accounting/*-*/cover.pdf': SCOPES,
  '/admin/accounting/duties/*/vat-payment/*-*/paper': SCOPES,
  '/admin/accounting/*-*/folder.zip': SCOPES,
  ...Object.fromEntries(
    MONTH_FILES.flatMap((file) => SHEETS.map((format) => [`/admin/accounting/*-*/files/${file}/${format}`, SCOPES])),
  ),
  '/admin/account/trial-balance/csv': SCOPES,
  '/admin/account/trial-balance/xlsx': SCOPES,
  '/admin/drivers/list/template/xlsx': SCOPES,
  '/admin/drivers/list/template/csv': SCOPES,
  '/admin/vehicles/list/template/xlsx': SCOPES,
  '/admin/vehicles/list/template/csv': SCOPES,
  '/admin/drivers/*/account/files/csv': SCOPES,
  '/admin/drivers/*/account/files/xlsx': SCOPES,
  '/admin/documents/*/file': ['owner', 'operations'],
  '/admin/contracts/*/pdf': ['owner', 'operations'],
  '/admin/contracts/*/paper/*': ['owner', 'operations'],
  '/admin/drivers/*/account/deposit': SCOPES,
  '/admin/drivers/*/account/years/*': SCOPES,
  '/admin/drivers/*/departure/pdf': SCOPES,
  '/admin/recruitment/*/documents/*': ['owner', 'operations'],
  '/admin/users/audit/export.csv': SCOPES,
  '/admin/users/audit/export.xlsx': SCOPES,
}
/** A contract names its parties, and its bytes are those that were signed. */
const AS_SIGNED: ReadonlySet<string> = new Set(['/admin/contracts/*/pdf'])
/** Scopes that may open the links of a message when there is no mail server to send it. */
const CODES: ReadonlySet<Scope> = new Set(['owner'])

/** Pages that need a power, and are closed to people without it; the whole office reads every other page. */
const OPENED =
  /^\/admin\/(users\/invite|mail\/\d+\/codes|sealed\/|weekly\/[^/]+\/full-numbers|accounting\/[^/]+\/invoices\/full-numbers)/

/** The secrets that a page shows: `/admin/drivers/*: iban`. */
function secretsOf(path: string, page: string): string[] {
  return Object.entries(SECRETS).flatMap(([secret, shape]) => (shape.test(page) ? [`${kindOf(path)}: ${secret}`] : []))
}

/** The addresses of a page's forms that change something. */
function formsOf(page: string): string[] {
  return [...page.matchAll(/<form\b[^>]*>/g)]
    .filter(([tag]) => /method="post"/i.test(tag))
    .map(([tag]) => /action="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '')
}

async function invited(scope: Scope, email = `${scope}@exemplo.pt`): Promise<Office> {
  const fields = { displayName: scope, email, language: 'pt', 'scopes[]': scope }
  const page = await (await owner.post('/admin/users/invite', fields)).text()
  const link = /\/invite\?code=[\w-]+/.exec(page)?.[0] ?? ''
  const entered = await office(site.url, '').post(link, { password: 'uma frase comprida' })
  return office(site.url, entered.headers.get('set-cookie')!.split(';')[0]!)
}

test('every page that shows a secret, and every kind of file, has a row', () => {
  const shown = [...new Set([...pages].flatMap(([path, page]) => secretsOf(path, page)))]
  expect(shown.toSorted()).toEqual(Object.keys(SHOWN).toSorted())
  expect([...files.keys()].toSorted()).toEqual(Object.keys(FILES).toSorted())
})

test('every link and every label inside the office leads somewhere, and every window has a title', () => {
  expect(broken).toEqual([])
  const wrong = [...pages].flatMap(([path, page]) => {
    const isHeaded = page.match(/<h1\b/g)?.length === 1 && page.includes('<html lang="pt-PT"')
    const amiss = [...brokenReferences(page), ...untitled(page), ...(isHeaded ? [] : ['not one heading in Portuguese'])]
    return amiss.map((one) => `${kindOf(path)}: ${one}`)
  })
  expect([...new Set(wrong)]).toEqual([])
})

test('an owner is offered every form', () => {
  const powers = new Map<string, ReturnType<typeof powerAt>>()
  const powerOf = (action: string) => {
    const kind = kindOf(action)
    if (!powers.has(kind)) powers.set(kind, powerAt(action))
    return powers.get(kind)
  }
  const forms = [...pages.values()].flatMap(formsOf).map(powerOf)
  expect(pages.size).toBeGreaterThan(60)
  for (const power of ['money', 'operations', 'house']) {
    expect(forms.filter((one) => one === power).length, power).toBeGreaterThan(3)
  }
  const closed = translator('pt')('common.form.closed')
  expect([...pages].filter(([, page]) => page.includes(closed)).map(([path]) => path)).toEqual([])
})

/**
 * The files that are opened: of the two sheets of a list, which have the same cells, one in turn, and every third of the
 * lists on paper, which has some of these cells. The whole lane opens all.
 */
function opened(): [kind: string, path: string][] {
  const formats = Map.groupBy(files, ([kind]) => kind.replace(/(csv|xlsx)$/, ''))
  return [...formats.values()].flatMap((group, turn) => {
    const isPaperOfList = group[0]![0].endsWith('/files/pdf')
    return WHOLE || !isPaperOfList || turn % 3 === 0 ? inTurn(group, turn) : []
  })
}

test('no file that the office opens without saying why has a NIF in full: lists, sheets and papers, alone and packed', async () => {
  const telling: string[] = []
  let papers = 0
  // Nothing was read since the links were followed: let this process notice connections that the site closed.
  await pause(100)
  await ofEach(opened(), async ([kind, path]) => {
    const answer = await owner.get(path)
    for (const words of await wordsOf(await answer.bytes())) {
      if (words.includes('•••••')) papers++
      if (SECRETS.nif.test(words) && !AS_SIGNED.has(kind)) telling.push(kind)
    }
  })
  expect(telling).toEqual([])
  expect(papers).toBeGreaterThan(3)
})

/** The words that somebody reads in a file: those of a paper, or of each member of an archive. */
async function wordsOf(bytes: Uint8Array): Promise<string[]> {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (head === '%PDF') return [textIn(bytes).join('|')]
  if (!head.startsWith('PK')) return [new TextDecoder().decode(bytes)]
  const members = await Array.fromAsync(membersOf(bytes))
  return (await Promise.all(members.map((member) => wordsOf(member.bytes)))).flat()
}

test('every NIF of a week is handed out in one file to who keeps the records and says why, and to nobody without', async () => {
  const form = `${settledWeek()}/full-numbers`
  const said = { idempotencyKey: 'the-page-stays-open', reason: 'conferir recibos' }
  expect((await owner.post(form, { ...said, format: 'xlsx' })).status).toBe(303)
  const asked = await owner.post(form, { ...said, format: 'csv' })
  expect(asked.status).toBe(303)
  const { pathname, search } = new URL(asked.headers.get('location')!, site.url)
  expect(await (await owner.get(pathname + search)).text()).toMatch(SECRETS.nif)
  expect((await owner.get(pathname)).status).toBe(404)
  // Change the first letter of the proof to another one.
  const forged = search.replace(/proof=(.)/, (_, first: string) => `proof=${first === 'A' ? 'B' : 'A'}`)
  expect((await owner.get(pathname + forged)).status).toBe(404)
  expect((await owner.post(form, { reason: ' ', format: 'csv' })).status).toBe(422)
  expect(await (await owner.get('/admin/users/audit')).text()).toContain('IBAN ou NIF visto por inteiro')
  const colleague = await invited('operations', 'colega@exemplo.pt')
  expect((await colleague.get(pathname + search)).status).toBe(404)
})

/** One address for each thing that a page offers: its forms, and the forms and files that it leads to. */
function offersOf(page: string): string[] {
  const offers = [...formsOf(page), ...formLinksOf(page)]
  return [...new Map(offers.map((place) => [kindOf(place), place])).values()]
}

/**
 * The pages that a reader looks at. Who may do nothing looks at one page of every kind, and at one for each thing that the
 * kind offers. The others look at one page for each third of the things that they may not do: which power a form needs
 * stands in one table (`places.test.ts`), not on its pages. The whole lane looks at all that offer the owner another set of
 * things.
 */
function toLookAt(may: (place: string) => boolean): string[] {
  const seen = new Set<string>()
  return [...pages].flatMap(([path, page]) => {
    const kind = kindOf(path)
    const offers = offersOf(page)
    const refused = offers.filter((place) => !may(place)).map(kindOf)
    const closed = OPENED.test(path) ? [kind] : []
    const what = WHOLE
      ? [[kind, ...offers.map(kindOf).toSorted(), ...secretsOf(path, page)].join(' ')]
      : mayNothing(may)
        ? [kind, ...refused.map((offer) => `${kind} ${offer}`)]
        : [...refused, ...closed]
    const fresh = what.filter((one) => !seen.has(one))
    for (const one of fresh) seen.add(one)
    if (WHOLE || mayNothing(may) || closed.length > 0) return fresh.length > 0 ? [path] : []
    return fresh.some((one) => [...seen].indexOf(one) % 3 === 0) ? [path] : []
  })
}

const mayNothing = (may: (place: string) => boolean) => !['/admin/drivers/new', '/admin/financing/new'].some(may)

/**
 * Addresses to which a page leads that are only a form or a file. The page in the other language does not count: it is a
 * link to itself.
 */
function formLinksOf(page: string): string[] {
  const kinds = new Set<string | undefined>(['form', 'file'])
  return [...page.matchAll(/href="(\/admin[^"#?]*)/g)]
    .map(([, href]) => href!)
    .filter((href) => kinds.has(kindOfPlace(href)))
}

/** Looked up once for each kind of address: the pages have a hundred thousand links. */
const kindsOfPlaces = new Map<string, string | undefined>()
function kindOfPlace(href: string): string | undefined {
  const kind = kindOf(href)
  if (!kindsOfPlaces.has(kind)) kindsOfPlaces.set(kind, placeAt(href)?.kind)
  return kindsOfPlaces.get(kind)
}

test.each(SCOPES.filter((scope) => scope !== 'owner'))(
  'whose permission is %s alone is offered no form and led to none that would be refused, and reads every page',
  async (scope) => {
    const reader = await invited(scope)
    const may = (place: string) => {
      const power = powerAt(place)
      return power === null || hasPower({ role: 'admin', scopes: [scope] }, power)
    }
    const wrong: string[] = []
    const looked = toLookAt(may)
    // Nothing was read meanwhile: let this process notice connections that the site closed.
    await pause(100)
    expect(looked.length).toBeGreaterThan(WHOLE || mayNothing(may) ? 200 : 25)
    await ofEach(looked, async (path) => {
      const answer = await reader.get(path)
      const page = await answer.text()
      const kept = secretsOf(path, pages.get(path)!).filter((secret) => SHOWN[secret]?.includes(scope))
      const seen = secretsOf(path, page)
      if (seen.join() !== kept.join()) wrong.push(`${path}: shows ${seen}, not ${kept}`)
      if (answer.status !== 200 && (may(path) || !OPENED.test(path))) wrong.push(`${path}: ${answer.status}`)
      for (const action of formsOf(page)) if (!may(action)) wrong.push(`${path}: a form to ${action}`)
      for (const href of formLinksOf(page))
        if (!may(href) && !path.startsWith(href)) wrong.push(`${path}: a link to ${href}`)
    })
    // Who may do nothing opens every file, and the others those that are not everybody's.
    const asked = opened().filter(([kind]) => WHOLE || mayNothing(may) || FILES[kind]?.length !== SCOPES.length)
    await ofEach(asked, async ([kind, path]) => {
      const answer = await reader.get(path)
      const text = await answer.text()
      const isBankFile = kind === '/admin/weekly/batches/*/file'
      if (!isBankFile && (SECRETS.nif.test(text) || SECRETS.iban.test(text))) wrong.push(`${path}: shows a number`)
      const allowed = FILES[kind]?.includes(scope) ? 200 : 403
      if (answer.status !== allowed) wrong.push(`${path}: ${answer.status}, not ${allowed}`)
    })
    // The newest message, the invitation of this reader with its link: without a mail server it stays in the outbox.
    const [, mail] = /href="(\/admin\/mail\/\d+)"/.exec(await (await reader.get('/admin/mail')).text())!
    for (const path of [mail!, `${mail}/html`])
      if (SECRETS.link.test(await (await reader.get(path)).text())) wrong.push(`${path}: shows a link`)
    for (const answer of [await reader.get(`${mail}/codes`), await reader.post(`${mail}/codes`, {})])
      if ((answer.status === 200) !== CODES.has(scope)) wrong.push(`${mail}/codes: ${answer.status}`)
    expect(wrong).toEqual([])
    const closed = ['/admin/drivers/new', '/admin/financing/new', '/admin/company'].filter((path) => !may(path))
    for (const path of closed) {
      const page = await (await reader.get(path)).text()
      expect(page, path).toContain(translator('pt')('common.form.closed'))
    }
  },
)
