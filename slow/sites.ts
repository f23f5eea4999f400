/**
 * Two sites of one installation as on two machines. They are restarted one after the other, and one is killed, while
 * people read and write through a balancer that tries the next site where one refuses: nobody may notice.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OWNER, cookieOf, hiddenFields, office, publicDrop } from '../e2e/office.ts'
import { PUBLIC_SET } from '../e2e/site.ts'
import { machines } from './machines.ts'

const WEEK = '/admin/weekly/2026-W23'
const two = await machines(2)
const { at, balanced, sites, start, volante } = two

await volante(0, 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
for (const index of [0, 1]) await start(index)

// A site that would share nothing is refused with every reason, and so is one too many.
const other = two.folder('other')
const separate = await two.startIn(other, {
  SITES: '3',
  APP_SECRET: 'another secret that nobody else has',
  FILES_STORE: 'disk',
})
assert.equal(separate.child.exitCode, 1)
for (const name of ['FILES_STORE', 'APP_SECRET']) assert.match(separate.said(), new RegExp(name))
assert.equal((await two.startIn(other)).child.exitCode, 1)

const { link } = JSON.parse(await volante(0, 'users', 'create-admin', '--json')) as { link: string }
const { pathname, search } = new URL(link)
two.signedInAs(cookieOf(await office(sites[0]!.url, '').post(pathname + search, OWNER)))

const dropped = await at(0).post('/admin/data/drop?week=2026-W23', publicDrop('sites'))
const preview = new URL(dropped.headers.get('location') ?? '', sites[0]!.url).pathname
const fields = hiddenFields(await (await at(1).get(preview)).text())
assert.equal((await at(1).post(preview, { ...fields, idempotencyKey: 'sites-in' })).status, 303)
const [file] = /\/admin\/data\/imports\/\d+/.exec(await (await at(0).get('/admin/data')).text()) ?? []
assert.equal((await at(0).get(`${file}/original`)).status, 200)

const [record = ''] = /\/admin\/drivers\/[\da-f-]{36}/.exec(await (await at(0).get('/admin/drivers')).text()) ?? []
let asked = 0
const over = new AbortController()
const wrong: string[] = []
async function readOn(): Promise<void> {
  while (!over.signal.aborted) {
    const status = await balanced(({ get }) => get(WEEK), asked++ % 2)
    if (status !== 200) wrong.push(`read ${status}`)
    await pause(20)
  }
}
/** The notes of acknowledged writes. */
const acknowledged: string[] = []
async function writeOn(): Promise<void> {
  for (let turn = 0; !over.signal.aborted; turn++) {
    const note = `Prémio da vez ${turn}.`
    const form = { direction: 'credit', kind: 'prize', amount: '1,00', reason: note, idempotencyKey: `sites-${turn}` }
    const status = await balanced(({ post }) => post(`${record}/adjustments`, form), turn % 2)
    if (status === 303) acknowledged.push(note)
    else wrong.push(`write ${status}`)
    await pause(100)
  }
}
const people = [readOn(), readOn(), readOn(), writeOn()]
for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL'] as const)
  for (const index of [0, 1]) {
    await pause(700)
    await (signal === 'SIGTERM' ? two.end(index) : two.kill(index))
    await start(index)
  }
await pause(700)
over.abort()
await Promise.all(people)
const page = await (await at(0).get(`${record}/adjustments`)).text()
console.log(
  `${asked} reads, ${acknowledged.length} writes, ${two.retried()} asked of the other site, ${wrong.length} wrong`,
)
assert.deepEqual(wrong, [])
assert.deepEqual(
  acknowledged.filter((note) => !page.includes(note)),
  [],
)

await volante(0, 'backup')
const examined = JSON.parse(await volante(1, 'doctor', '--json')) as { checks: { broken: number }[] }
assert.deepEqual(
  examined.checks.filter(({ broken }) => broken > 0),
  [],
)
await two.stop()
rmSync(other, { recursive: true, force: true, maxRetries: 10 })
