import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRIVER_ACCOUNTS, account as accountOf, cells, cents, text as textOf, total, trialBalance } from './books.ts'
import { OWNER, type Office, hiddenFields, office, publicDrop, registerFirst } from './office.ts'
import { copyOf } from './prepared.ts'
import { PUBLIC_SET, type Site, startSite } from './site.ts'

/**
 * The money as somebody outside sees it: only forms are sent, and pages and downloads read. A week is imported,
 * approved, paid and corrected; the numbers in the titles are those of the invariants, and the others are in
 * `money-rules.e2e.ts`. The kit does its own sums, on cells as they stand in the files.
 */
let site: Site
let marta: Office
const W23 = '/admin/weekly/2026-W23'
const W24 = '/admin/weekly/2026-W24'

beforeAll(async () => {
  const data = copyOf('publicFleet')
  site = await startSite(data)
  marta = office(site.url, await registerFirst(site, OWNER))
})
afterAll(() => site.stop())

// ------------------------------------------------------------------------------------------------------ hands and eyes

let keys = 0
const newKey = () => `money-kit-${String(++keys).padStart(4, '0')}`
const text = (path: string) => textOf(marta, path)
const account = (path: string) => accountOf(marta, path)

async function bytes(path: string): Promise<Buffer> {
  const answer = await marta.get(path)
  expect(answer.status, path).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function send(path: string, fields: Record<string, string>): Promise<{ status: number; to: string }> {
  const { status, headers } = await marta.post(path, { idempotencyKey: newKey(), ...fields })
  return { status, to: headers.get('location') ?? '' }
}

/** Sends a form with the fields of its page and those that a person fills in; the site has to accept it. */
async function fill(path: string, fields: Record<string, string> = {}): Promise<string> {
  const { status, to } = await send(path, { ...hiddenFields(await text(path)), ...fields })
  expect(status, path).toBe(303)
  return to
}

async function takeIn(files: FormData): Promise<void> {
  const dropped = await marta.post('/admin/data/drop?week=2026-W23', files)
  const { status } = await send(new URL(dropped.headers.get('location')!, site.url).pathname, {})
  expect(status).toBe(303)
}

function dropOf(name: string, content: string): FormData {
  const form = new FormData()
  form.set('idempotencyKey', newKey())
  form.set('files', new File([content], name))
  return form
}

function report(folder: string, part: string): { name: string; content: string } {
  const name = readdirSync(join(PUBLIC_SET, folder)).find((file) => file.includes(part))!
  return { name, content: readFileSync(join(PUBLIC_SET, folder, name), 'utf8') }
}
const UBER = report('uber', 'payments_driver')
const BOLT = report('bolt', '2026W23')
const ORDERS = report('uber', 'payments_order')
const TOLLS = report('viaverde', 'extrato')

type Row = {
  ref: string
  name: string
  lines: number[]
  tolls: number
  carried: number
  net: number
  pay: number
  over: number
  state: string
}

/** The rows of the week's file: the lines are the columns between the car and the net. */
async function week(path: string): Promise<{ drivers: Row[]; sum: Row }> {
  const [head, ...rows] = cells(await text(`${path}/export.csv`))
  const of = (heading: string) => head!.indexOf(heading)
  const read = (row: string[]): Row => ({
    ref: row[of('ref')]!,
    name: row[of('motorista')]!,
    lines: row.slice(of('viatura') + 1, of('líquido')).map(cents),
    tolls: cents(row[of('portagens')]!),
    carried: cents(row[of('saldo transitado e descontos adiados')]!),
    net: cents(row[of('líquido')]!),
    pay: cents(row[of('a pagar')]!),
    over: cents(row[of('a transitar')]!),
    state: row[of('estado')]!,
  })
  return { drivers: rows.slice(0, -1).map(read), sum: read(rows.at(-1)!) }
}

/** The company's accounts, as the trial balance lists them. */
async function companyAccounts(): Promise<string[]> {
  const own = new Set<string>(DRIVER_ACCOUNTS)
  return [...(await trialBalance(marta)).keys()].filter((code) => !own.has(code))
}
const companyAccount = (code: string) => account(`/admin/account/files/csv?account=${code}`)
const driverAccount = async (name: string) => account(`/admin/drivers/${(await ids()).get(name)}/account/files/csv`)

/** The id of each person, as the page of the week links them. */
async function ids(): Promise<Map<string, string>> {
  const links = (await text(W23)).matchAll(/href="\/admin\/weekly\/2026-W23\/([0-9a-f-]{36})"[^>]*>([^<]+)</g)
  return new Map([...links].map(([, id, name]) => [name!.replaceAll('&#x27;', "'"), id!]))
}

async function paper(name: string, path = W23): Promise<Buffer> {
  return bytes(`${path}/${(await ids()).get(name)}/pdf`)
}

/** Everything about a week's money that is visible from outside. */
async function seen(path = W23): Promise<string> {
  return text(`${path}/export.csv`)
}

async function bankFile(): Promise<{ path: string; xml: string }> {
  const { status, to } = await send(`${W23}/batch`, {})
  expect(status).toBe(303)
  return { path: to, xml: await text(new URL(to, site.url).pathname) }
}

const tag = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]+)</${name}>`, 'g'))].map(([, value]) => value!)

/** The sum of all accounts, which has to be nothing: no money came from nowhere. */
async function booksSum(): Promise<number> {
  const codes = await companyAccounts()
  expect(codes).toContain('bank')
  const company = await Promise.all(codes.map((code) => companyAccount(code)))
  const drivers = await Promise.all([...(await ids()).keys()].map(driverAccount))
  for (const { entries, balance } of [...company, ...drivers]) {
    let running = 0
    for (const entry of entries) expect(entry.balance).toBe((running += entry.amount))
    expect(balance).toBe(running)
  }
  return total([...company, ...drivers].map(({ balance }) => balance))
}

// ----------------------------------------------------------------------------------------------------------- the kit

const BY_MB_WAY = {
  means: 'mb-way',
  paidOn: Temporal.Now.plainDateISO('Europe/Lisbon').toString(),
  note: 'MB WAY',
}

test('9: the same files, sent one after the other and five times at once, count once', async () => {
  await takeIn(publicDrop(newKey()))
  const once = await seen()
  await takeIn(publicDrop(newKey()))
  await Promise.all(Array.from({ length: 5 }, () => takeIn(publicDrop(newKey()))))
  expect(await seen()).toBe(once)
})

test('10: a report with its rows in another order says the same', async () => {
  const before = await seen()
  for (const { name, content } of [UBER, BOLT]) {
    const [head, ...rows] = content.trimEnd().split('\n')
    await takeIn(dropOf(name, `${[head, ...rows.toReversed()].join('\n')}\n`))
  }
  expect(await seen()).toBe(before)
})

test('20: the last second of Sunday and the first of Monday are of two weeks, each passage once', async () => {
  const before = (await week(W23)).sum.tolls
  const passage = TOLLS.content.split('\n').find((line) => line.includes('ZX-33-TC'))
  const at = (moment: string, amount: string) =>
    passage!.replaceAll(/\d\d\/06\/2026 [\d:]{8}/g, moment).replace(/[\d,]+(\r?)$/, `${amount}$1`)
  const head = TOLLS.content.slice(0, TOLLS.content.indexOf(passage!)).replace('a 07/06/2026', 'a 14/06/2026')
  const edge = [at('07/06/2026 23:59:59', '1,01'), at('08/06/2026 00:00:00', '2,02')]
  await takeIn(dropOf(TOLLS.name, `${head}${edge.join('\n')}\n`))
  expect((await week(W23)).sum.tolls).toBe(before - 1_01)
  expect((await week(W24)).sum.tolls).toBe(-2_02)
})

test('20: Uber’s week ends at four on Monday', async () => {
  const [head, order] = ORDERS.content.split('\n')
  const weekOf = async (moment: string) => {
    const row = order!.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, moment)
    const dropped = await marta.post('/admin/data/drop', dropOf(ORDERS.name, `${head}\n${row}\n`))
    const page = await text(new URL(dropped.headers.get('location')!, site.url).pathname)
    return /<dt>Semana<\/dt><dd>(?:<[^>]*>)*(Semana \d+)/.exec(page)?.[1]
  }
  expect(await weekOf('2026-06-08 03:59:59')).toBe('Semana 23')
  expect(await weekOf('2026-06-08 04:00:00')).toBe('Semana 24')
})

test('13: on every statement the lines add up to the net, and what is not paid is carried over', async () => {
  const { drivers, sum } = await week(W23)
  expect(drivers).toHaveLength(8)
  for (const { ref, lines, net, pay, over } of drivers) {
    expect([ref, total(lines)]).toEqual([ref, net])
    expect([ref, pay, over]).toEqual([ref, Math.max(net, 0), Math.min(net, 0)])
  }
  expect([sum.net, sum.pay, sum.over]).toEqual([
    total(drivers.map(({ net }) => net)),
    total(drivers.map(({ pay }) => pay)),
    total(drivers.map(({ over }) => over)),
  ])
})

test('21: a row of nobody is on no statement: the week shows it, and is not approved unless it is left out', async () => {
  const page = (await text(W23)).replaceAll('\u2060', '')
  expect(page.includes('ZX-99-ZZ')).toBe(true)
  expect((await seen()).includes('ZX-99-ZZ')).toBe(false)
  const form = hiddenFields(await text(`${W23}/approval`))
  expect((await send(`${W23}/approval`, form)).status).not.toBe(303)
})

test('18: what is not approved is not paid', async () => {
  const [first] = (await ids()).values()
  expect((await send(`${W23}/${first}/payment`, BY_MB_WAY)).status).not.toBe(303)
  expect((await send(`${W23}/batch`, {})).status).not.toBe(303)
  expect(await companyAccount('bank')).toEqual({ entries: [], balance: 0 })
})

test('8: an approval sent ten times at once is one; the same key with other words is refused', async () => {
  const form = { ...hiddenFields(await text(`${W23}/approval`)), leaveUnmatched: 'on', idempotencyKey: newKey() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(`${W23}/approval`, form)))
  expect(new Set(answers.map(({ status, to }) => `${status} ${to}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(303)
  const before = await seen()
  expect((await send(`${W23}/approval`, { ...form, net: '1' })).status).toBe(422)
  expect(await seen()).toBe(before)
  for (const { name, net } of (await week(W23)).drivers) {
    const { entries, balance } = await driverAccount(name)
    expect([name, entries.length, balance]).toEqual([name, 1, net])
  }
})

test('1, 3, 4: every account adds up by itself, and all of them to nothing', async () => {
  expect(await booksSum()).toBe(0)
})

test('24: what the platforms are booked with is what the statements say of them', async () => {
  const { sum } = await week(W23)
  const [uber, bolt] = await Promise.all(['platform:uber', 'platform:bolt'].map((code) => companyAccount(code)))
  expect([uber!.balance, bolt!.balance]).toEqual([-sum.lines[0]!, -sum.lines[1]!])
})

test('12: a statement taken back leaves its account as it was, and comes back as it was', async () => {
  const before = await week(W23)
  const { name, net } = before.drivers[2]!
  await fill(`${W23}/${(await ids()).get(name)}/void`, { reason: 'Para conferir' })
  const { entries, balance } = await driverAccount(name)
  expect([entries.map(({ amount }) => amount), balance]).toEqual([[net, -net], 0])
  expect(await booksSum()).toBe(0)
  await fill(`${W23}/approval`, { leaveUnmatched: 'on' })
  expect(await week(W23)).toEqual(before)
  expect((await driverAccount(name)).balance).toBe(net)
})

test('17: the bank file sums to its payments and to what is to be paid; asked again it is the same', async () => {
  const [{ path, xml }, again] = [await bankFile(), await bankFile()]
  expect(again).toEqual({ path, xml })
  const amounts = tag(xml, 'InstdAmt').map(cents)
  const { drivers } = await week(W23)
  const due = drivers.flatMap(({ pay }) => (pay > 0 ? [pay] : []))
  expect(amounts.toSorted((a, b) => a - b)).toEqual(due.toSorted((a, b) => a - b))
  expect(new Set(tag(xml, 'CtrlSum').map(cents))).toEqual(new Set([total(amounts)]))
  expect(new Set(tag(xml, 'NbOfTxs').map(Number))).toEqual(new Set([amounts.length]))
  expect(new Set(tag(xml, 'EndToEndId')).size).toBe(amounts.length)
})

test('16: what left the bank is what the payslips of the week come to, also when the payment is confirmed twice', async () => {
  const { path } = await bankFile()
  const batch = new URL(path, site.url).pathname.replace(/\/file$/, '')
  const twins = await Promise.all([send(`${batch}/payment`, {}), send(`${batch}/payment`, {})])
  expect(twins.map(({ status }) => status === 303).toSorted()).toEqual([false, true])
  const { drivers, sum } = await week(W23)
  expect(total((await companyAccount('bank')).entries.map(({ amount }) => amount))).toBe(sum.pay)
  expect(drivers.filter(({ pay }) => pay > 0).map(({ state }) => state)).toEqual(Array(7).fill('Pago'))
  for (const { name, over } of drivers) expect([name, (await driverAccount(name)).balance]).toEqual([name, over])
  expect(await booksSum()).toBe(0)
})

test('18, 19: paid is paid: neither taken back nor paid again, and the paper stays byte for byte', async () => {
  const before = await seen()
  const [first] = (await week(W23)).drivers
  const kept = await paper(first!.name)
  const id = (await ids()).get(first!.name)
  expect((await send(`${W23}/${id}/void`, { reason: 'Engano' })).status).not.toBe(303)
  expect((await send(`${W23}/${id}/payment`, BY_MB_WAY)).status).not.toBe(303)
  expect(await seen()).toBe(before)
  expect((await paper(first!.name)).equals(kept)).toBe(true)
})

test('11, 19, 22: a later file moves the open week by the difference alone; what was paid stays as it was', async () => {
  const paid = await seen()
  const { drivers } = await week(W23)
  const [first, debtor] = [drivers[0]!, drivers.find(({ over }) => over < 0)!]
  const kept = await paper(first.name)

  await takeIn(dropOf(UBER.name, tenMore(UBER.content, 'ANSELMO')))
  const proposals = await text(`${W24}/adjustments`)
  const { amount, about, driver } = hiddenFields(proposals)
  expect([amount, about]).toEqual(['1000', '2026-06-01'])
  const taken = await send(`${W24}/adjustments`, { answer: 'accept', amount: amount!, about: about!, driver: driver! })
  expect(taken.status).toBe(303)
  await fill(`${W24}/approval`, { leaveUnmatched: 'on' })

  const next = await week(W24)
  expect(next.drivers.find(({ ref }) => ref === first.ref)).toMatchObject({ net: 10_00, pay: 10_00 })
  expect(next.drivers.find(({ ref }) => ref === debtor.ref)).toMatchObject({ carried: debtor.over, over: debtor.over })
  // The debt stands on the next statement and is not booked again.
  expect((await driverAccount(debtor.name)).balance).toBe(debtor.over)
  expect((await driverAccount(first.name)).entries.map((entry) => entry.amount)).toEqual([first.net, -first.net, 10_00])
  expect(await booksSum()).toBe(0)

  expect(await seen()).toBe(paid)
  expect((await paper(first.name)).equals(kept)).toBe(true)
})

/** The report once more, newer: the platform pays one driver ten euros more in boosts. */
function tenMore(content: string, person: string): string {
  const [head, ...rows] = content.split('\n')
  const columns = cells(head!)[0]!
  const longer = [
    'Pago a si',
    'Pago a si : Os seus rendimentos',
    'Pago a si:Os seus rendimentos:Outros rendimentos:Aumento de rendimentos',
  ]
  const raise = (row: string) => {
    const [values] = cells(row)
    for (const name of longer) {
      const at = columns.indexOf(name)
      if (at < 0) throw new Error(`no column ${name}: ${columns.join(' | ')}`)
      values![at] = (Number(values![at]) + 10).toFixed(2)
    }
    return values!.join(',')
  }
  return [head, ...rows.map((row) => (row.includes(person) ? raise(row) : row))].join('\n')
}
