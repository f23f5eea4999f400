import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinCluster } from '#db/cluster.server.ts'
import { createOperator, operatorsIn, settingsOf, writeTimes } from '#host/operators.server.ts'
import { ended, freePort, launch } from './site.ts'

/**
 * `node bench/host.ts [OPERATORS] [AWAKE]`: a host of OPERATORS installations, and a Monday morning on which AWAKE of
 * them are asked for, each by an office that signs in and opens the pages of a Monday. All are copies of one
 * demonstration, which is prepared first; the figures go to `docs/operating.md`, with the day.
 */
const [all = 200, awake = 60] = process.argv.slice(2).map(Number)
const ASKERS = 8
const PAGES = ['/admin', '/admin/weekly', '/admin/drivers', '/admin/vehicles']

const folder = mkdtempSync(join(tmpdir(), 'volante-host-'))
mkdirSync(operatorsIn(folder), { recursive: true })
const cluster = await joinCluster(folder)
const master = new pg.Client({ connectionString: cluster.ownerUrl })
await master.connect()

const first = await createOperator(
  folder,
  cluster.ownerUrl,
  { name: 'first', hosts: ['first.localhost'], url: 'http://first.localhost' },
  async (settings) => {
    Object.assign(process.env, settings, { NODE_ENV: 'development', VOLANTE_MODE: 'development' })
    const { seedDemo } = await import('#demo/seed.server.ts')
    await seedDemo()
    const { closeDatabase } = await import('#db/client.server.ts')
    await closeDatabase()
  },
)
const signIns = JSON.parse(readFileSync(join(first.folder, 'data', 'demo', 'sign-ins.json'), 'utf8')) as {
  adminEmail: string
  adminPassword: string
}
const port = await freePort()
const now = Date.now()

/** Copies the files that are the same for all operators: nothing of this is measured. */
async function copy(name: string): Promise<void> {
  const place = join(operatorsIn(folder), name)
  const host = `${name}.localhost`
  const made = {
    ...{ name, folder: place, hosts: [host], url: `http://${host}:${port}`, settings: {} },
  }
  mkdirSync(join(place, 'data'), { recursive: true })
  for (const entry of readdirSync(join(first.folder, 'data')))
    if (!['backups', 'outbox'].includes(entry))
      cpSync(join(first.folder, 'data', entry), join(place, 'data', entry), { recursive: true })
  writeFileSync(join(place, 'operator.json'), JSON.stringify(made))
  for (const part of ['owner', 'app']) {
    const secret = randomBytes(24).toString('hex')
    writeFileSync(join(place, `${part}.secret`), secret)
    const member = part === 'app' ? 'in role volante_app' : ''
    await master.query(`create role op_${name}_${part} login password '${secret}' ${member}`)
  }
  await master.query(`create database op_${name} template op_first strategy file_copy owner op_${name}_owner`)
  await master.query(`revoke connect, temporary on database op_${name} from public`)
  await master.query(`grant connect, temporary on database op_${name} to op_${name}_app`)
  const address = new URL(cluster.ownerUrl)
  address.pathname = `/op_${name}`
  const inside = new pg.Client({ connectionString: address.href })
  await inside.connect()
  await inside.query(`reassign owned by op_first_owner to op_${name}_owner`)
  await inside.query("update graphile_worker._private_jobs set run_at = now() + interval '1 day'")
  await inside.end()
  await master.query('alter database op_first owner to op_first_owner')
  writeTimes(made, { due: null, daily: now, often: now })
  settingsOf(made, cluster.ownerUrl)
}

const names = Array.from({ length: all }, (_, at) => `f${at}`)
for (const name of names) await copy(name)
rmSync(first.folder, { recursive: true })

const settings = {
  VOLANTE_HOSTED: folder,
  PORT: String(port),
  VOLANTE_MODE: 'development',
  DATABASE_URL: '',
  DATABASE_OWNER_URL: '',
  PUBLIC_URL: '',
}
const started = performance.now()
const site = launch(join('build', 'server', 'index.js'), folder, settings)

const agent = new Agent({ keepAlive: true })
type Answered = { status: number; cookie: string; milliseconds: number }
function ask(host: string, path: string, cookie = '', form?: Record<string, string>): Promise<Answered> {
  const body = form && new URLSearchParams(form).toString()
  const begun = performance.now()
  const origin = `http://${host}:${port}`
  const headers = {
    ...{ host: `${host}:${port}`, cookie, origin, 'sec-fetch-site': 'same-origin' },
    ...(body ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) } : {}),
  }
  return new Promise((done, failed) => {
    const asked = request(
      { port, host: '127.0.0.1', path, method: form ? 'POST' : 'GET', headers, agent },
      (answer) => {
        const given = (answer.headers['set-cookie'] ?? []).map((pair) => pair.split(';')[0]).join('; ')
        answer.on('error', failed).resume()
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, cookie: given, milliseconds: performance.now() - begun }),
        )
      },
    )
    asked.on('error', failed).end(body)
  })
}

for (;;) {
  const isReady = await ask('127.0.0.1', '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  )
  if (isReady) break
  await new Promise((resolve) => setTimeout(resolve, 50))
}
const opened = performance.now() - started

/**
 * Megabytes of processes by the kernel: the memory that they have written (their own, and what they share with one
 * another), and the part of their programs that lies in memory. The kernel divides the second by the number of
 * processes that have the same file open: it falls by fifty megabytes where somebody else's Node runs on the machine,
 * and says nothing of the host.
 */
function megabytesOf(pids: readonly number[]): string {
  const sum = (kind: string) => {
    const kilobytes = pids.map((pid) => {
      try {
        const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
        return Number(new RegExp(`^Pss_${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
      } catch {
        return 0
      }
    })
    return kilobytes.reduce((total, one) => total + one, 0) / 1024
  }
  const [own, program] = [sum('Anon') + sum('Shmem'), sum('File')]
  return `${Math.round(own)} MB and ${Math.round(program)} MB of its program`
}

function databaseProcesses(): number[] {
  const postmaster = Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(' ').map(Number)]
}

async function measure(when: string): Promise<void> {
  const { rows } = await master.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  console.log(
    `${when}: site ${megabytesOf([site.pid ?? 0])}, PostgreSQL ${megabytesOf(databaseProcesses())}, ${rows[0]?.count} connections`,
  )
}

console.log(`${all} operators known, ready after ${Math.round(opened)} ms`)
await measure('all asleep')

const wakes: number[] = []
const pages: number[] = []
const faults: string[] = []
const line = names.slice(0, awake)
async function office(): Promise<void> {
  for (let name = line.shift(); name !== undefined; name = line.shift()) {
    const host = `${name}.localhost`
    const woken = await ask(host, '/')
    wakes.push(woken.milliseconds)
    const { cookie, status } = await ask(host, '/login', '', {
      email: signIns.adminEmail,
      password: signIns.adminPassword,
    })
    if (woken.status !== 200 || status !== 303) faults.push(`${host} ${woken.status} ${status}`)
    for (const page of PAGES) {
      const answer = await ask(host, page, cookie)
      pages.push(answer.milliseconds)
      if (answer.status !== 200) faults.push(`${host}${page} ${answer.status}`)
    }
  }
}
const monday = performance.now()
const peak = setInterval(() => void measure('  meanwhile'), 15_000)
await Promise.all(Array.from({ length: ASKERS }, office))
clearInterval(peak)
const took = (performance.now() - monday) / 1_000
await measure(`${awake} awake`)
// Measure an operator that is awake and asked for nothing: the connections of a page end after five seconds.
await new Promise((resolve) => setTimeout(resolve, 15_000))
await measure(`${awake} awake, fifteen seconds after the last page`)
const share = (list: number[], part: number) =>
  Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? 0)
console.log(`wake and first page: p50 ${share(wakes, 0.5)} ms, p95 ${share(wakes, 0.95)} ms`)
console.log(
  `pages of the office: p50 ${share(pages, 0.5)} ms, p95 ${share(pages, 0.95)} ms; ${pages.length} in ${Math.round(took)} s`,
)
console.log(faults.length === 0 ? 'no fault' : faults.join('\n'))
// Ask one operator alone, while the machine does nothing else: that is a person's wait on another day.
const alone: number[] = []
for (const name of names.slice(awake, awake + 10)) alone.push((await ask(`${name}.localhost`, '/')).milliseconds)
console.log(`one alone: p50 ${share(alone, 0.5)} ms, most ${share(alone, 0.99)} ms`)
await new Promise((resolve) => setTimeout(resolve, 210_000))
await measure('quiet for three and a half minutes')
await ended(site)
await master.end()
await cluster.leave()
rmSync(folder, { recursive: true, force: true })
