import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER, type Office, hiddenFields, office, publicDrop, registerAdmin, signIn } from './office.ts'
import { PUBLIC_SET, type Site, newDataDirectory, startSite, volante } from './site.ts'

/** Many of the office at the same work in the same moment, and the same form many times at once. */
let site: Site
let marta: Office
let jorge: Office
const WEEK = '/admin/weekly/2026-W23'
/** `npm run slow -- together`: as long and as often as is promised. */
const IS_FULL = process.env['VOLANTE_TOGETHER'] === 'full'
const SECONDS = IS_FULL ? 30 : 5
const KEYS = IS_FULL ? 50 : 10

beforeAll(async () => {
  const data = newDataDirectory()
  volante(data, 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
  site = await startSite(data)
  marta = office(site.url, await registerAdmin(site.url, data, OWNER))
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

/** What twenty at once are answered, without repetitions. */
async function sameTwenty(path: string, fields: Record<string, string> | FormData): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, location, alert } = await seen(await marta.post(path, fields))
      return `${status} ${location ?? alert}`
    }),
  )
  return [...new Set(answers)]
}

/** What all drivers get in a week by the command line, once it has proved the books. */
async function provenSum(week = '2026-W23'): Promise<number> {
  const { checks } = JSON.parse(volante(site.data, 'doctor', '--json')) as { checks: { broken: number }[] }
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([])
  const { drivers } = JSON.parse(volante(site.data, 'statements', week, '--json')) as {
    drivers: { net: number }[]
  }
  // Nothing was heard while the command ran: connections that the site closed meanwhile are noticed now, not by the next form.
  await sleep(100)
  return drivers.reduce((sum, { net }) => sum + net, 0)
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
  expect(await provenSum()).toBe(312_269)
})

test('of two who approve the same week at once one does, and the other is told what became of it', async () => {
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

/** Somebody more in the office, invited and with a password of their own. */
async function another(number: number): Promise<Office> {
  const fields = { displayName: `Pessoa ${number}`, email: `pessoa${number}@example.org`, language: 'pt' }
  const page = await (await marta.post('/admin/users/invite', { ...fields, 'scopes[]': 'finance' })).text()
  const link = /\/invite\?code=[\w-]+/.exec(page)![0]
  const entered = await office(site.url, '').post(link, { password: `vinte pontes sobre o rio ${number}` })
  return office(site.url, entered.headers.get('set-cookie')!.split(';')[0]!)
}

/** Where money is put on the weeks of each driver. */
async function adjustmentForms(): Promise<string[]> {
  const list = await (await marta.get('/admin/drivers')).text()
  return [...new Set(list.match(/\/admin\/drivers\/[0-9a-f-]{36}/g))].map((record) => `${record}/adjustments`)
}

const credit = (cents: number, key: string) => ({
  direction: 'credit',
  kind: 'prize',
  amount: `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`,
  reason: `Prémio ${key}`,
  idempotencyKey: key,
})

/** The week that has just ended, which amounts added today fall on. */
function lastWeek(): string {
  const { weekOfYear, yearOfWeek } = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ weeks: 1 })
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`
}

test(`twenty people who write for ${SECONDS} s, and twenty at the same form ${KEYS} times, lose nothing and double nothing`, async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, number) => another(number)))
  const forms = await adjustmentForms()
  const before = await provenSum(lastWeek())
  const refused: string[] = []
  let added = 0
  let sent = 0

  const until = performance.now() + SECONDS * 1000
  const writes = async (one: Office, number: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const amount = 1 + ((number * 37 + turn * 11) % 99)
      const form = credit(amount, newKey())
      // Every third form is sent twice, as by a hand that trembles.
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
