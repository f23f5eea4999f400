import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRIVER_ACCOUNTS, account, cells, cents, journal, moved, table, text, total, trialBalance } from './books.ts'
import { type Office, hiddenFields, office, signIn } from './office.ts'
import { startDemonstration } from './demonstration.ts'
import { type Site } from './site.ts'

/**
 * The money as somebody outside sees it, where rules apply: the invented fleet, with fees, rents, shares, VAT, plans
 * and deposits, and twelve weeks behind it, each posted on its own days. The numbers in the titles are those of the
 * invariants; the others are in `money-kit.e2e.ts`.
 */
let site: Site
let helena: Office
let files: string

beforeAll(async () => {
  site = await startDemonstration()
  const known = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const cookie = await signIn(site.url, {
    displayName: '',
    email: known['adminEmail']!,
    password: known['adminPassword']!,
  })
  helena = office(site.url, cookie)
  files = join(site.data, 'demo', known['files']!)
})
afterAll(() => site.stop())

// ------------------------------------------------------------------------------------------------------ hands and eyes

let keys = 0
const page = (path: string) => text(helena, path)

async function send(path: string, fields: Record<string, string>): Promise<number> {
  const key = `money-rules-${String(++keys).padStart(4, '0')}`
  const { status } = await helena.post(path, { idempotencyKey: key, ...fields })
  return status
}

/** The weeks that have statements, the newest last: the list also has the week whose files have not come. */
async function weeks(): Promise<string[]> {
  const links = (await page('/admin/weekly')).matchAll(/href="(\/admin\/weekly\/\d{4}-W\d\d)"/g)
  const listed = [...new Set([...links].map(([, path]) => path!))].toSorted()
  const hasStatements = (await statements(listed.at(-1)!)).some(({ path }) => path !== undefined)
  return hasStatements ? listed : listed.slice(0, -1)
}

/** The statements of a week: the address of each, and its columns in the week's file. */
async function statements(week: string): Promise<{ path: string; columns: Record<string, string> }[]> {
  const links = (await page(week)).matchAll(new RegExp(`href="(${week}/[0-9a-f-]{36})"[^>]*>([^<]+)<`, 'g'))
  const paths = new Map([...links].map(([, path, name]) => [name!, path!]))
  const rows = table(await page(`${week}/export.csv`)).slice(0, -1)
  return rows.map((columns) => ({ path: paths.get(columns['motorista']!)!, columns }))
}

/** "−1.234,56" as cents. */
const typed = (words: string) =>
  cents(
    words
      .replace('−', '-')
      .replaceAll('.', '')
      .replace(',', '.')
      .replace(/[^\d.-]/g, ''),
  )
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')

/** Rounds half a cent away from zero; takes sizes only. */
const rounded = (size: number, numerator: number, denominator: number) =>
  Math.floor((2 * Math.abs(size) * numerator + denominator) / (2 * denominator))

type Way = { label: string; amount: number; roundings: number; amiss: string[] }

/** Recalculates the steps of every line of a statement: the amount they come to, and the steps that are wrong. */
function ways(html: string): Way[] {
  const tables = html.matchAll(/<table[^>]*><caption[^>]*>Como se calcula: ([^<]+)<\/caption>(.*?)<\/table>/gs)
  return [...tables].map(([, label, body]) => {
    const way: Way = { label: label!, amount: 0, roundings: 0, amiss: [] }
    for (const [, mark, row] of body!.matchAll(/<tr([^>]*)>(.*?)<\/tr>/gs)) {
      const shown = /<td>(.*?)<\/td>/s.exec(row!)?.[1]
      if (shown === undefined) continue
      const amount = typed(plain(shown))
      const operation = plain(/<small>(.*?)<\/small>/s.exec(row!)?.[1] ?? '')
      const rate = /^× ([\d,]+)\s%/.exec(operation)?.[1]
      const fraction = /^× (\d+) ÷ (\d+)/.exec(operation)
      if (rate !== undefined || fraction) {
        const size =
          rate === undefined
            ? rounded(way.amount, Number(fraction![1]), Number(fraction![2]))
            : rounded(way.amount, typed(rate), 100_00)
        if (size !== Math.abs(amount)) way.amiss.push(`${label}: ${way.amount} ${operation} is ${size}, not ${amount}`)
        way.roundings++
        way.amount = amount
      } else if (mark!.includes('class')) {
        if (way.amount !== amount) way.amiss.push(`${label}: ${way.amount}, not ${amount}`)
      } else {
        way.amount += amount
      }
    }
    return way
  })
}

/** The columns of the week's file by the names of lines on a statement. */
const COLUMN_OF: Record<string, string> = {
  Uber: 'Uber',
  Bolt: 'Bolt',
  'IVA das viagens': 'IVA das viagens',
  'Taxa de gestão': 'taxa de gestão ou parte do operador',
  'Parte do operador': 'taxa de gestão ou parte do operador',
  'Aluguer da viatura': 'aluguer',
  'IVA do recibo': 'IVA do recibo',
  'Retenção na fonte': 'retenção na fonte',
}

/**
 * Examines the shares on the statements of a week: `amiss` lists figures that recalculating does not give, or lines
 * with more than one rounding; `roundings` counts the rounded ones.
 */
async function examined(week: string): Promise<{ amiss: string[]; roundings: Record<string, number> }> {
  const amiss: string[] = []
  const roundings: Record<string, number> = {}
  for (const { path, columns } of await statements(week)) {
    for (const way of ways(await page(path))) {
      amiss.push(...way.amiss.map((what) => `${path} ${what}`))
      if (way.roundings > 1) amiss.push(`${path} ${way.label}: rounded ${way.roundings} times`)
      roundings[way.label] = (roundings[way.label] ?? 0) + way.roundings
      const column = COLUMN_OF[way.label]
      if (column && cents(columns[column]!) !== way.amount) amiss.push(`${path} ${way.label}: ${columns[column]}`)
    }
  }
  return { amiss, roundings }
}

/** The journals that moved each account, from every driver's own files. */
async function driverEntries() {
  const list = await page('/admin/drivers')
  const records = [...new Set(list.match(/\/admin\/drivers\/[0-9a-f-]{36}/g))]
  const found: { record: string; code: string; journal: string; ref: string; amount: number }[] = []
  for (const record of records) {
    for (const code of DRIVER_ACCOUNTS) {
      const { entries } = await account(helena, `${record}/account/files/csv?account=${code}`)
      found.push(...entries.map(({ journal: number, ref, amount }) => ({ record, code, journal: number, ref, amount })))
    }
  }
  return found
}

type Plan = { path: string; name: string; remaining: number; taken: number; expected: number }

/** Every plan as its page shows it: the rest, and its total less what was taken, paid and waived. */
async function plans(): Promise<Plan[]> {
  const links = (await page('/admin/financing')).match(/\/admin\/financing\/[0-9a-f-]{36}/g)
  const read = async (path: string): Promise<Plan> => {
    const html = await page(path)
    const fact = (name: string) => plain(new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 's').exec(html)![1]!)
    const rows = [...html.matchAll(/<tr[^>]*><th scope="row">.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => plain(cell!)),
    )
    const taken = total(rows.flatMap(([, cut]) => (cut ? [typed(cut)] : [])))
    const besides = total(
      [...plain(html).matchAll(/(?:Pagamento direto|Perdoado): ([\d.,]+)/g)].map(([, sum]) => typed(sum!)),
    )
    return {
      path,
      name: fact('Motorista'),
      remaining: typed(fact('Por pagar')),
      taken,
      expected: typed(fact('Total')) - taken - besides,
    }
  }
  return Promise.all([...new Set(links)].map(read))
}

/** Compares what plans and books say of the debts of drivers on their plans, by name. */
async function examinePlans(): Promise<Plan[]> {
  const all = await plans()
  expect(all.filter(({ remaining, expected }) => remaining !== expected || remaining < 0)).toEqual([])
  const owed = table(await page('/admin/account/files/csv?account=plan')).slice(0, -1)
  const books = Object.fromEntries(owed.map((row) => [row['motorista'], -moved(row)]))
  const said: Record<string, number> = {}
  for (const { name, remaining } of all) if (remaining > 0) said[name] = (said[name] ?? 0) + remaining
  expect(books).toEqual(said)
  return all
}

/** Expects the entries of every journal to sum to nothing, to be at least two, and to be about one driver at most. */
async function examineJournals(): Promise<number> {
  const journals = Map.groupBy(await journal(helena), (row) => row['lançamento']!)
  const amiss = [...journals].filter(
    ([, entries]) =>
      entries.length < 2 || total(entries.map(moved)) !== 0 || new Set(entries.map((row) => row['ref'])).size !== 1,
  )
  expect(amiss).toEqual([])
  const own = await driverEntries()
  const refs = Map.groupBy(own, ({ journal: number }) => number)
  expect([...refs].filter(([, entries]) => new Set(entries.map(({ record }) => record)).size > 1)).toEqual([])
  expect(own.filter(({ journal: number, ref }) => journals.get(number)?.[0]?.['ref'] !== ref)).toEqual([])
  // No entry of a driver is missing from the journal, nor there twice.
  const ofDrivers = [...journals.values()]
    .flat()
    .filter((row) => DRIVER_ACCOUNTS.some((code) => code === row['código']))
  expect(ofDrivers.length).toBe(own.length)
  return journals.size
}

/** The balances at the end of each of the given days, those of drivers one by one. */
async function balancesOn(days: readonly string[]): Promise<unknown> {
  const read = async (day: string) => ({
    day,
    all: [...(await trialBalance(helena, day))],
    drivers: cells(await page(`/admin/account/files/csv?account=current&on=${day}`)),
    bank: await account(helena, `/admin/account/files/csv?account=bank&on=${day}`),
  })
  return Promise.all(days.map(read))
}

// ----------------------------------------------------------------------------------------------------------- the kit

test('2, 7: every journal has two entries or more that add up to zero, about one driver', async () => {
  expect(await examineJournals()).toBeGreaterThan(200)
})

test('14, 15: whoever follows the steps of a statement by hand comes to its lines, each rounded once', async () => {
  const roundings: Record<string, number> = {}
  for (const week of (await weeks()).slice(-4)) {
    const found = await examined(week)
    expect(found.amiss).toEqual([])
    for (const [label, count] of Object.entries(found.roundings)) roundings[label] = (roundings[label] ?? 0) + count
  }
  expect(roundings['Taxa de gestão']).toBeGreaterThan(10)
  expect(roundings['Parte do operador']).toBeGreaterThan(2)
})

test('22: what is left of a plan is its total less what was taken and paid, and the books say the same', async () => {
  const all = await examinePlans()
  expect(all.filter(({ taken }) => taken > 0).length).toBeGreaterThan(1)
})

test('5, 6, 23: later work adds entries to the books and changes none: a past day keeps its balances', async () => {
  const before = await journal(helena)
  const today = Temporal.Now.plainDateISO('Europe/Lisbon').toString()
  const iso = (day: string) => day.split('/').toReversed().join('-')
  const days = [...new Set(before.map((row) => iso(row['dia']!)))].filter((day) => day < today)
  expect(days.length).toBeGreaterThan(15)
  const past = [days[0]!, days[5]!, days.at(-6)!, days.at(-1)!]
  const then = await balancesOn(past)

  await work()
  const after = await journal(helena)
  expect(after.length).toBeGreaterThan(before.length + 50)
  expect(after.slice(0, before.length)).toEqual(before)
  const old = new Set(before.map((row) => row['lançamento']))
  expect(after.slice(before.length).filter((row) => old.has(row['lançamento']))).toEqual([])
  expect(await balancesOn(past)).toEqual(then)
  expect(await trialBalance(helena)).not.toEqual(await trialBalance(helena, past.at(-1)))
})

/**
 * Works on the open week with other rules than the weeks before it: agrees, imports, approves, takes back a part and
 * pays.
 */
async function work(): Promise<void> {
  const plan = (await plans()).find(({ remaining }) => remaining > 20_00)
  expect(await send(plan!.path, { intent: 'early', amount: '10.000,00', reason: 'Demasiado' })).not.toBe(303)
  expect(await send(plan!.path, { intent: 'early', amount: '20,00', reason: 'Em mão' })).toBe(303)

  const last = (await weeks()).at(-1)!
  const [someone] = await statements(last)
  const driver = someone!.path.split('/').at(-1)!
  const open = nextOf(last)
  const agreed = {
    from: open.monday,
    regime: 'slot',
    feeMode: 'percent',
    feeRate: '7',
    feeBase: 'gross',
    tripVat: 'gross6',
    tollPolicy: 'driver',
    receiptVat: 'reduced',
    withholding: '1150',
    receiptCarried: 'on',
    reason: 'Novo acordo',
  }
  expect(await send(`/admin/drivers/${driver}/terms/new`, agreed)).toBe(303)

  const drop = new FormData()
  drop.set('idempotencyKey', 'money-rules-drop')
  for (const name of readdirSync(files)) drop.append('files', new File([readFileSync(join(files, name))], name))
  const dropped = await helena.post(`/admin/data/drop?week=${open.name}`, drop)
  expect(await send(new URL(dropped.headers.get('location')!, site.url).pathname, {})).toBe(303)

  const week = `/admin/weekly/${open.name}`
  const approve = async () => ({ ...hiddenFields(await page(`${week}/approval`)), leaveUnmatched: 'on' })
  expect(await send(`${week}/approval`, await approve())).toBe(303)
  expect(
    await send(`${week}/${driver}/void`, {
      ...hiddenFields(await page(`${week}/${driver}/void`)),
      reason: 'Para conferir',
    }),
  ).toBe(303)
  expect(await send(`${week}/approval`, await approve())).toBe(303)
  expect(
    await send(`${week}/${driver}/payment`, {
      ...hiddenFields(await page(`${week}/${driver}/payment`)),
      means: 'mb-way',
      paidOn: Temporal.Now.plainDateISO('Europe/Lisbon').toString(),
      note: 'MB WAY',
    }),
  ).toBe(303)
}

/** The page of the next week, and its Monday. */
function nextOf(path: string): { name: string; monday: string } {
  const [year, number] = path.split('/').at(-1)!.split('-W').map(Number)
  // The fourth of January is in the first week.
  const first = Temporal.PlainDate.from({ year: year!, month: 1, day: 4 })
  const monday = first.subtract({ days: first.dayOfWeek - 1 }).add({ weeks: number! })
  return { name: `${monday.yearOfWeek}-W${String(monday.weekOfYear).padStart(2, '0')}`, monday: monday.toString() }
}

test('2, 7, 14, 15, 22: all these rules hold for a new week too, with a receipt, its VAT and VAT as a part of the gross', async () => {
  await examineJournals()
  await examinePlans()
  const { amiss, roundings } = await examined((await weeks()).at(-1)!)
  expect(amiss).toEqual([])
  expect(roundings).toMatchObject({ 'IVA das viagens': 1, 'IVA do recibo': 2, 'Retenção na fonte': 2 })
})
