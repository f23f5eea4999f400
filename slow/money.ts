import { join } from 'node:path'
import { type Office, OWNER, hiddenFields, office, publicDrop, signIn } from '../e2e/office.ts'
import { type Site, expectThat, volante } from './servers.ts'

/** A published week as an office works through it, over HTTP: files in, approved, bank file, paid. */

export const WEEK = '/admin/weekly/2026-W23'
const PUBLIC_SET = join('test', 'fixtures', 'public')

/** The first administrator of an empty site, signed in. */
export async function openOffice(site: Site): Promise<Office> {
  const { link } = JSON.parse(await volante(site, 'users', 'create-admin', '--json')) as { link: string }
  const { pathname, search } = new URL(link)
  const answer = await office(site.url, '').post(pathname + search, OWNER)
  if (answer.status !== 303) throw new Error(`Nobody registers: ${answer.status} ${await answer.text()}`)
  return office(site.url, await signIn(site.url, OWNER))
}

/** Loads the fleet of the published week. */
export async function loadFleet(place: { data: string; settings: Record<string, string> }): Promise<void> {
  await volante(place, 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
}

async function accepted(what: string, answer: Response): Promise<string> {
  if (answer.status !== 303)
    throw new Error(`${what} is answered ${answer.status}: ${(await answer.text()).slice(0, 400)}`)
  return answer.headers.get('location') ?? ''
}

/** Each step of the week, sent as its form; answers once it is acknowledged. */
export const STEPS = {
  drop: async ({ post }: Office) => {
    const dropped = await accepted(
      'the drop',
      await post('/admin/data/drop?week=2026-W23', publicDrop('drop-of-a-run')),
    )
    await accepted(
      'the import',
      await post(new URL(dropped, 'http://x').pathname, { idempotencyKey: 'import-of-a-run' }),
    )
  },
  approve: async ({ get, post }: Office) => {
    const fields = hiddenFields(await (await get(`${WEEK}/approval`)).text())
    await accepted('the approval', await post(`${WEEK}/approval`, { ...fields, leaveUnmatched: 'on' }))
  },
  bankFile: async ({ post }: Office) => {
    await accepted('the bank file', await post(`${WEEK}/batch`, { idempotencyKey: 'batch-of-a-run' }))
  },
  pay: async ({ get, post }: Office) => {
    const [path] = /\/admin\/weekly\/batches\/\d+\/payment/.exec(await (await get(WEEK)).text()) ?? []
    if (!path) throw new Error('No bank file waits to be confirmed.')
    await accepted('the payment', await post(path, { idempotencyKey: 'payment-of-a-run' }))
  },
}

/** Opens one address of each kind that links lead to; each has to answer. Answers their statuses. */
export async function openEveryKind(
  { get }: Office,
  first = '/admin',
  area = /^\/admin/,
): Promise<Map<string, number>> {
  const waiting = [first]
  const kinds = new Map<string, number>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replaceAll(/[0-9a-f-]{36}|\d{4}-W\d{2}|\d{4}-\d{2}(?:-\d{2})?(?=\/|$)|(?<=\/)\d+(?=\/|$)/g, ':id')
    if (kinds.has(kind)) continue
    const answer = await get(path)
    kinds.set(kind, answer.status)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) await answer.body?.cancel()
    else
      for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="(\/[^"#?]*)/g))
        if (area.test(href!)) waiting.push(href!)
  }
  return kinds
}

type DoctorReport = { checks: { check: string; broken: number }[] }

/** The report of `volante doctor` on the books and on the chain of the log; fails where anything is broken. */
export async function checkBooks(place: { data: string; settings: Record<string, string> }): Promise<void> {
  const { checks } = JSON.parse(await volante(place, 'doctor', '--json')) as DoctorReport
  const broken = checks.filter((check) => check.broken > 0).map(({ check }) => check)
  expectThat(checks.length > 25 && broken.length === 0, `doctor: ${checks.length} checks hold ${broken.join(', ')}`)
}
