/**
 * Two sites of one installation as on two machines: folders of their own, one PostgreSQL, one bucket. They are restarted one after the other, and one is
 * killed, while people read and write through somebody who tries the next one where one does not take them in: nobody may notice.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { joinCluster } from '#db/cluster.server.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { keyRing } from '#platform/field-keys.server.ts'
import { aBucket } from '#test/bucket-server.ts'
import { OWNER, cookieOf, hiddenFields, office, publicDrop } from '../e2e/office.ts'
import { PUBLIC_SET, ended } from '../e2e/site.ts'

const WEEK = '/admin/weekly/2026-W23'
const folder = (name: string) => mkdtempSync(join(tmpdir(), `volante-sites-${name}-`))
const [base, copies] = [folder('base'), folder('copies')]
const own = [folder('one'), folder('two')] as const
const other = folder('other')

const cluster = await joinCluster(base)
const bucket = await aBucket()
process.env['VOLANTE_DATA'] = base
await sealOf('Frota', Temporal.Now.instant())
keyRing()

const SHARED = {
  ...bucket.settings,
  NODE_ENV: 'production',
  VOLANTE_MODE: 'development',
  LOG_LEVEL: 'error',
  SITES: '2',
  PUBLIC_URL: 'http://localhost:4000',
  DATABASE_URL: cluster.appUrl,
  DATABASE_OWNER_URL: cluster.ownerUrl,
  FILES_STORE: 's3://frota/one',
  APP_SECRET: 'what the sites seal with, said to each of them',
  FIELD_KEYS_FILE: join(base, 'field-keys'),
  VOLANTE_SEAL_KEY: join(base, 'seal.pem'),
  VOLANTE_SEAL_CERTIFICATE: join(base, 'seal.pem'),
  BACKUP_TO: copies,
  BACKUP_PASSPHRASE: 'words that open the copies of both',
}

type Site = { child: ChildProcess; url: string; said: () => string }

/** Starts a site and waits until it serves or has ended. */
async function start(data: string, settings: Record<string, string> = {}): Promise<Site> {
  let said = ''
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/server/index.js'], {
    env: { ...process.env, ...SHARED, ...settings, VOLANTE_DATA: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  while (!said.includes(SHARED.PUBLIC_URL) && child.exitCode === null) await pause(50)
  const { port } =
    child.exitCode === null
      ? (JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { port: number })
      : { port: 0 }
  return { child, url: `http://localhost:${port}`, said: () => said }
}

async function volante(data: string, ...args: string[]): Promise<string> {
  const words = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', '--data', data, ...args]
  return (await promisify(execFile)(process.execPath, words, { env: { ...process.env, ...SHARED } })).stdout
}

await volante(own[0], 'fleet', 'load', join(PUBLIC_SET, 'roster.json'), '--terms', 'plain')
const sites = [await start(own[0]), await start(own[1])]

// One that would share nothing is refused with every reason; one too many, too.
const separate = await start(other, {
  SITES: '3',
  APP_SECRET: 'another secret that nobody else has',
  FILES_STORE: 'disk',
})
assert.equal(separate.child.exitCode, 1)
for (const name of ['FILES_STORE', 'APP_SECRET']) assert.match(separate.said(), new RegExp(name))
assert.equal((await start(other)).child.exitCode, 1)

const { link } = JSON.parse(await volante(own[0], 'users', 'create-admin', '--json')) as { link: string }
const { pathname, search } = new URL(link)
const cookie = cookieOf(await office(sites[0]!.url, '').post(pathname + search, OWNER))
const at = (index: number) => office(sites[index]!.url, cookie)

const dropped = await at(0).post('/admin/data/drop?week=2026-W23', publicDrop('sites'))
const preview = new URL(dropped.headers.get('location') ?? '', SHARED.PUBLIC_URL).pathname
const fields = hiddenFields(await (await at(1).get(preview)).text())
assert.equal((await at(1).post(preview, { ...fields, idempotencyKey: 'sites-in' })).status, 303)
const [file] = /\/admin\/data\/imports\/\d+/.exec(await (await at(0).get('/admin/data')).text()) ?? []
assert.equal((await at(0).get(`${file}/original`)).status, 200)

/** What a connection says of a site that is not there, or goes in the midst of it. */
const AWAY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])

/** Asks the other site where one takes nobody in or is gone in the midst of it: a form that is sent again has the same key, and is carried out once. */
async function balanced(ask: (site: ReturnType<typeof office>) => Promise<Response>, first: number): Promise<number> {
  for (const index of [first, 1 - first]) {
    try {
      const answer = await ask(at(index))
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const code = cause instanceof Error && 'code' in cause ? cause.code : null
      if (!AWAY.has(code)) throw error
      retried += 1
    }
  }
  return 0
}

const [record = ''] = /\/admin\/drivers\/[\da-f-]{36}/.exec(await (await at(0).get('/admin/drivers')).text()) ?? []
let [asked, retried] = [0, 0]
const over = new AbortController()
const wrong: string[] = []
async function readOn(): Promise<void> {
  while (!over.signal.aborted) {
    const status = await balanced(({ get }) => get(WEEK), asked++ % 2)
    if (status !== 200) wrong.push(`read ${status}`)
    await pause(20)
  }
}
/** What was acknowledged, by its note. */
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
    const { child } = sites[index]!
    if (signal === 'SIGTERM') await ended(child)
    else {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await gone
    }
    sites[index] = await start(own[index]!)
  }
await pause(700)
over.abort()
await Promise.all(people)
const page = await (await at(0).get(`${record}/adjustments`)).text()
console.log(`${asked} reads, ${acknowledged.length} writes, ${retried} asked of the other site, ${wrong.length} wrong`)
assert.deepEqual(wrong, [])
assert.deepEqual(
  acknowledged.filter((note) => !page.includes(note)),
  [],
)

await volante(own[0], 'backup')
const examined = JSON.parse(await volante(own[1], 'doctor', '--json')) as { checks: { broken: number }[] }
assert.deepEqual(
  examined.checks.filter(({ broken }) => broken > 0),
  [],
)
await Promise.all(sites.map(({ child }) => ended(child)))
await bucket.stop()
await cluster.leave()
for (const name of [base, copies, other, ...own]) rmSync(name, { recursive: true, force: true, maxRetries: 10 })
