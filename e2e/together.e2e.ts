import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { INVARIANTS } from '../src/features/system/invariants/schema.ts'
import { cents, table, text as pageOf, total, trialBalance } from './books.ts'
import { OWNER, type Office, hiddenFields, office, publicDrop, registerFirst, signIn } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite, volante } from './site.ts'

/** Many people of the office at the same work in the same moment, and the same form many times at once. */
let site: Site
let marta: Office
let jorge: Office
const WEEK = '/admin/weekly/2026-W23'
/** `npm run slow -- together`: as long and as often as the product promises. */
const IS_FULL = process.env['VOLANTE_TOGETHER'] === 'full'
const SECONDS = IS_FULL ? 30 : 5
const KEYS = IS_FULL ? 50 : 10
/** However slow the machine, each person writes at least this often. */
const LEAST_TURNS = 5

beforeAll(async () => {
  const data = copyOf('publicFleet')
  site = await startSite(data)
  marta = office(site.url, await registerFirst(site, OWNER))
  jorge = office(site.url, await signIn(site.url, OWNER))
})
afterAll(() => site.stop())

let keys = 0
const newKey = () => `together-${String(++keys).padStart(4, '0')}`

type Answer = { status: number; location: string | null; alert: string }

async function seen(answer: Response): Promise<Answer> {
  const text = await answer.text()
  const alert = /role="alert"[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? ''
  const words = alert.replaceAll(/<[^>]*>/g, '').trim()
  return { status: answer.status, location: answer.headers.get('location'), alert: words }
}

/** Both send their own form to the same place at the same moment. */
async function both(path: string, fields: Record<string, string>): Promise<Answer[]> {
  const send = async (one: Office) => seen(await one.post(path, { ...fields, idempotencyKey: newKey() }))
  return Promise.all([send(marta), send(jorge)])
}

/** The answers to twenty equal forms sent at once, without repetitions. */
async function sameTwenty(path: string, fields: Record<string, string> | FormData): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, location, alert } = await seen(await marta.post(path, fields))
      return `${status} ${location ?? alert}`
    }),
  )
  return [...new Set(answers)]
}

/** What breaks an invariant of the books, in the views that `volante doctor` reads: a command costs forty times as much. */
async function brokenInBooks(): Promise<string[]> {
  const cluster = await joinCluster(site.data)
  const owner = new pg.Client({ connectionString: cluster.ownerUrl })
  await owner.connect()
  try {
    const broken: string[] = []
    for (const [number, check] of Object.entries(INVARIANTS)) {
      const view = `invariant_${number.padStart(2, '0')}_${check.replaceAll('-', '_')}`
      const { rows } = await owner.query<{ offender: string }>(`select offender from ${view} limit 5`)
      broken.push(...rows.map(({ offender }) => `${view}: ${offender}`))
    }
    return broken
  } finally {
    await owner.end()
    await cluster.leave()
  }
}

/** The sum of what all drivers get in a week by its file, after the books were proved. */
async function provenSum(week = '2026-W23'): Promise<number> {
  expect(await brokenInBooks()).toEqual([])
  const rows = table(await pageOf(marta, `/admin/weekly/${week}/export.csv`))
  // The last line has the sum of the others.
  return total(rows.slice(0, -1).map((row) => cents(row['líquido']!)))
}

/** Proves all by the command line, the chain of the audit log too, in which every act of these journeys stands. */
async function proveByCommand(): Promise<void> {
  const { checks } = JSON.parse(volante(site.data, 'doctor', '--json')) as { checks: { broken: number }[] }
  expect(checks.length).toBe(Object.keys(INVARIANTS).length + 1)
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([])
  // Nothing was read while the command ran: let this process notice connections that the site closed meanwhile.
  await sleep(100)
}

/** The sum of the books, by the command line alone. */
async function sumByCommand(): Promise<number> {
  const { drivers } = JSON.parse(volante(site.data, 'statements', '2026-W23', '--json')) as {
    drivers: { net: number }[]
  }
  await sleep(100)
  return total(drivers.map(({ net }) => net))
}

test('the same drop and import sent twenty times at once is one, with one answer', async () => {
  const dropped = await sameTwenty('/admin/data/drop?week=2026-W23', publicDrop(newKey()))
  expect(dropped).toHaveLength(1)
  const drop = dropped[0]!.replace('303 ', '')
  const imported = await sameTwenty(drop, { idempotencyKey: newKey() })
  expect(imported).toHaveLength(1)
  expect(imported[0]).toMatch(/^303 /)
  const page = await (await marta.get('/admin/data')).text()
  expect(page.match(/payments_driver/g)?.length).toBeGreaterThan(0)
  expect([await sumByCommand(), await provenSum()]).toEqual([312_269, 312_269])
})

test('when two approve the same week at once, one does, and the other is told what became of it', async () => {
  const fields = { ...hiddenFields(await (await marta.get(`${WEEK}/approval`)).text()), leaveUnmatched: 'on' }
  const answers = await both(`${WEEK}/approval`, fields)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(answers.find(({ status }) => status !== 303)!.alert).toMatch(/\w+ .{20,}/)
  expect(await provenSum()).toBe(312_269)
})

test('two who make the bank file at once get the same one', async () => {
  const answers = await both(`${WEEK}/batch`, {})
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(answers[0]!.location).toBe(answers[1]!.location)
  const [first, second] = await Promise.all(
    [marta, jorge].map(async (one) => (await one.get(answers[0]!.location!)).text()),
  )
  expect(first).toBe(second)
  expect(first).toContain('<CtrlSum>3157.35</CtrlSum>')
})

test('while one confirms the payment another cannot take the file back, nor the other way round', async () => {
  const [id] = /\d+/.exec(
    (await seen(await marta.post(`${WEEK}/batch`, { idempotencyKey: newKey() }))).location!.split('batches/')[1]!,
  )!
  const batch = `/admin/weekly/batches/${id}`
  const answers = await Promise.all([
    marta.post(`${batch}/payment`, { idempotencyKey: newKey() }).then(seen),
    jorge.post(`${batch}/void`, { idempotencyKey: newKey(), reason: 'Conta errada' }).then(seen),
  ])
  expect(answers.map(({ status }) => status === 303).toSorted()).toEqual([false, true])
  expect(answers.find(({ status }) => status !== 303)!.alert).toMatch(/\w+ .{20,}/)
  expect(await provenSum()).toBe(312_269)
})

/** The twenty people in the office, once they are invited. */
let people: Office[]

/** One more person in the office, invited and with a password of their own. */
async function another(number: number): Promise<Office> {
  const fields = { displayName: `Pessoa ${number}`, email: `pessoa${number}@example.org`, language: 'pt' }
  const page = await (await marta.post('/admin/users/invite', { ...fields, 'scopes[]': 'finance' })).text()
  const link = /\/invite\?code=[\w-]+/.exec(page)![0]
  const entered = await office(site.url, '').post(link, { password: `vinte pontes sobre o rio ${number}` })
  return office(site.url, entered.headers.get('set-cookie')!.split(';')[0]!)
}

/** The addresses of the forms that put money on the weeks of each driver. */
async function adjustmentForms(): Promise<string[]> {
  const list = await (await marta.get('/admin/drivers')).text()
  return [...new Set(list.match(/\/admin\/drivers\/[0-9a-f-]{36}/g))].map((record) => `${record}/adjustments`)
}

const credit = (amount: number, key: string) => ({
  direction: 'credit',
  kind: 'prize',
  amount: `${Math.trunc(amount / 100)},${String(amount % 100).padStart(2, '0')}`,
  reason: `Prémio ${key}`,
  idempotencyKey: key,
})

/** The week that has just ended, which gets amounts added today. */
function lastWeek(): string {
  const { weekOfYear, yearOfWeek } = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ weeks: 1 })
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`
}

test(`twenty people who write for ${SECONDS} s, and twenty at the same form ${KEYS} times, lose nothing and double nothing`, async () => {
  people = await Promise.all(Array.from({ length: 20 }, (_, number) => another(number)))
  const forms = await adjustmentForms()
  const before = await provenSum(lastWeek())
  const refused: string[] = []
  let added = 0
  let sent = 0

  const until = performance.now() + SECONDS * 1000
  const writes = async (one: Office, number: number) => {
    for (let turn = 0; turn < LEAST_TURNS || performance.now() < until; turn++) {
      const amount = 1 + ((number * 37 + turn * 11) % 99)
      const form = credit(amount, newKey())
      // Every third form is sent twice, as by a trembling hand.
      const path = forms[(number + turn) % forms.length]!
      const answers = await Promise.all(
        Array.from({ length: turn % 3 === 0 ? 2 : 1 }, () => one.post(path, form).then(seen)),
      )
      const [first] = answers
      if (answers.some(({ status, location }) => status !== 303 || location !== first!.location))
        refused.push(JSON.stringify(answers))
      added += amount
      sent++
    }
  }
  await Promise.all(people.map(writes))
  expect(refused).toEqual([])
  expect(sent).toBeGreaterThan(20)
  expect((await provenSum(lastWeek())) - before).toBe(added)

  for (let key = 0; key < KEYS; key++) {
    const answers = await sameTwenty(forms[key % forms.length]!, credit(100 + key, newKey()))
    expect(answers).toEqual([expect.stringMatching(/^303 /)])
    added += 100 + key
  }
  expect((await provenSum(lastWeek())) - before).toBe(added)
}, 240_000)

/**
 * Counts Mondays long after every week of these files, but within the years that a form accepts; each is one week
 * before the last.
 */
let mondays = 0
const IN_YEARS = Temporal.Now.plainDateISO('Europe/Lisbon').add({ years: 14 })
const LATE_MONDAY = IN_YEARS.subtract({ days: IN_YEARS.dayOfWeek - 1 })
const aMonday = () => LATE_MONDAY.subtract({ weeks: mondays++ }).toString()

/** The first week of each plan here. A plan skips a week only between its first and its last. */
const FIRST_DUE = Temporal.PlainDate.from('2030-01-07')
let skipped = 0
const aDueMonday = () => FIRST_DUE.add({ weeks: skipped++ }).toString()

/**
 * A change that the twenty make in turns, besides prizes: `said` is found once on `page` afterwards. A change that
 * `mayLose` against another one, and was refused, is not found at all.
 */
type Change = {
  path: string
  fields: Record<string, string>
  page?: string
  said?: string
  owed?: number
  mayLose?: boolean
}

async function sharedPlan(record: string): Promise<string> {
  const long = { ...planOf(record, 10_000, newKey()), count: '150' }
  const { location } = await seen(await marta.post('/admin/financing/new', long))
  return location!.replace(/\?.*/, '')
}

const planOf = (record: string, euros: number, key: string) => ({
  driver: record.split('/').at(-1)!,
  kind: 'advance',
  amount: `${euros},00`,
  count: '10',
  first: FIRST_DUE.toString(),
  reason: `Plano ${key}`,
  idempotencyKey: key,
})

/** The change of a turn; `owed` is how many cents more drivers owe after it. */
function changeOf(turn: number, record: string, plan: string): Change {
  const key = newKey()
  const named = { reason: `Motivo ${key}`, idempotencyKey: key }
  const settings = '/admin/financial-settings'
  switch (turn % 5) {
    case 0: {
      const kilometreRate = `0,${String(16 + (keys % 80)).padStart(2, '0')}`
      // The value that the form showed: 0.15, unless somebody else was quicker with an earlier week.
      const shown = { names: 'kilometreRate', 'seen-kilometreRate': '15' }
      const fields = { ...shown, kilometreRate, from: aMonday(), ...named }
      const path = `${settings}/vehicle?${new URLSearchParams(fields)}`
      return { path, fields, page: settings, said: named.reason, mayLose: true }
    }
    case 1: {
      const terms = { regime: 'slot', feeMode: 'none', tripVat: 'none', tollPolicy: 'driver', from: aMonday() }
      return {
        path: `${record}/terms/new`,
        fields: { ...terms, ...named },
        page: `${record}/terms`,
        said: named.reason,
      }
    }
    case 2:
      return { path: '/admin/financing/new', fields: planOf(record, 100, key), owed: 100_00 }
    case 3:
      return { path: plan, fields: { intent: 'early', amount: '0,07', ...named }, owed: -7 }
    default:
      return { path: plan, fields: { intent: 'skip', week: aDueMonday(), ...named }, page: plan, said: named.reason }
  }
}

test(`twenty people who for ${SECONDS} s set constants, agree terms, open plans, pay them early and skip weeks lose nothing and double nothing`, async () => {
  const records = (await adjustmentForms()).map((form) => form.replace('/adjustments', ''))
  const plan = await sharedPlan(records[0]!)
  const before = await trialBalance(marta)
  const statements = await provenSum()
  const refused: string[] = []
  const done: Change[] = []
  const lost: Change[] = []

  const until = performance.now() + SECONDS * 1000
  const acts = async (one: Office, number: number) => {
    for (let turn = 0; turn < LEAST_TURNS || performance.now() < until; turn++) {
      const change = changeOf(number + turn, records[(number * 3 + turn) % records.length]!, plan)
      const answers = await Promise.all(
        Array.from({ length: turn % 3 === 0 ? 2 : 1 }, () => one.post(change.path, change.fields).then(seen)),
      )
      const [first] = answers
      const isRefused = first!.status === 409 && first!.alert !== ''
      const isLost = change.mayLose === true && isRefused && answers.every(({ status }) => status === 409)
      if (isLost) lost.push(change)
      else done.push(change)
      if (!isLost && answers.some(({ status, location }) => status !== 303 || location !== first!.location))
        refused.push(`${change.path} ${JSON.stringify(change.fields)} ${JSON.stringify(answers)}`)
    }
  }
  await Promise.all(people.map(acts))
  expect(refused).toEqual([])
  expect(done.length).toBeGreaterThan(20)

  // Every opening and every payment is in the books once, and nothing else is.
  const owed = done.reduce((sum, change) => sum + (change.owed ?? 0), 0)
  const after = await trialBalance(marta)
  const moved = (code: string) => after.get(code)! - before.get(code)!
  expect([moved('plan'), moved('bank'), moved('current')]).toEqual([-owed, owed, 0])
  // Every other change is on its page, once.
  const pages = new Map<string, string>()
  for (const page of new Set([...done, ...lost].flatMap((change) => change.page ?? [])))
    pages.set(page, await pageOf(marta, page))
  const acknowledged = done.filter(({ said }) => said !== undefined)
  expect(acknowledged.some(({ mayLose }) => mayLose)).toBe(true)
  const times = ({ page, said }: Change) => visible(pages.get(page!)!).split(new RegExp(`${said}(?!\\d)`)).length - 1
  expect(acknowledged.filter((change) => times(change) !== 1)).toEqual([])
  expect(lost.filter((change) => times(change) !== 0)).toEqual([])
  expect(await provenSum()).toBe(statements)
}, 240_000)

/** The visible words of a page, without the data of its scripts. */
const visible = (page: string) => page.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, ' ')

/** The answers to twenty people who all send their own form at once. */
async function ofTwenty(path: string, fields: Record<string, string>): Promise<number[]> {
  const answers = await Promise.all(
    people.map(async (one) => seen(await one.post(path, { ...fields, idempotencyKey: newKey() }))),
  )
  expect(answers.filter(({ status, alert }) => status !== 303 && !/\w+ .{10,}/.test(alert))).toEqual([])
  return answers.map(({ status }) => status).toSorted()
}
const onlyOne = [303, ...Array<number>(19).fill(409)]

/** A driver who signs in by the link the office hands over. */
async function asDriver(record: string): Promise<Office> {
  const page = await (await marta.post(`${record}/access`, {})).text()
  const link = /\/invite\?code=[\w-]+/.exec(page)![0]
  const entered = await office(site.url, '').post(link, { password: 'oito pontes sobre o rio' })
  return office(site.url, entered.headers.get('set-cookie')!.split(';')[0]!)
}

const listedPlans = async () =>
  new Set((await pageOf(marta, '/admin/financing')).match(/\/admin\/financing\/[0-9a-f-]{36}/g))

test('when twenty approve what a driver asks for, one does it, and it is owed once', async () => {
  const record = (await adjustmentForms()).at(0)!.replace('/adjustments', '')
  const driver = await asDriver(record)
  const known = await listedPlans()
  const wanted = { intent: 'request', amount: '300,00', count: '3', interest: '0', reason: 'Pneus' }
  expect((await driver.post('/dashboard/financing', { ...wanted, idempotencyKey: newKey() })).status).toBe(303)
  const [request] = (await listedPlans()).difference(known)
  const before = await trialBalance(marta)
  const approval = { intent: 'approve', amount: '300,00', count: '3', first: FIRST_DUE.toString(), reason: 'Aprovado' }
  expect((await ofTwenty(request!, approval)).filter((status) => status === 303)).toHaveLength(1)
  expect((await trialBalance(marta)).get('plan')! - before.get('plan')!).toBe(-300_00)
})

test('when twenty repay the last of a plan, let a driver go, or close the account, one does it, and the others are told', async () => {
  const record = (await adjustmentForms()).at(-1)!.replace('/adjustments', '')
  const plan = await sharedPlan(record)
  const before = await trialBalance(marta)
  const repaid = await ofTwenty(plan, { intent: 'early', amount: '9.999,00', reason: 'Tudo menos um euro' })
  expect(repaid.filter((status) => status === 303)).toHaveLength(1)
  expect((await trialBalance(marta)).get('plan')! - before.get('plan')!).toBe(9_999_00)

  const yesterday = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ days: 1 }).toString()
  const leaving = { atDay: yesterday, atTime: '12:00', waitsUntil: yesterday, signsInUntil: '', reason: 'Saiu' }
  expect(await ofTwenty(`${record}/departure/new`, leaving)).toEqual(onlyOne)

  const page = await pageOf(marta, `${record}/departure`)
  const figure = /name="figure" value="(-?\d+)"/.exec(page)![1]!
  const debts = await trialBalance(marta)
  expect(await ofTwenty(`${record}/departure`, { intent: 'close', figure, reason: 'Conta final' })).toEqual(onlyOne)
  // The rest of the leaver's plans has moved to the current account, and no money came from nowhere.
  const closed = await trialBalance(marta)
  const moved = closed.get('plan')! - debts.get('plan')!
  expect(moved).toBeGreaterThanOrEqual(1_00)
  expect(closed.get('current')! - debts.get('current')!).toBe(-moved)
  await provenSum()
  await proveByCommand()
})
