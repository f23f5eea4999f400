/**
 * Patroni over two PostgreSQL with a synchronous standby, etcd and HAProxy, all of Debian, on ports of this machine.
 * The primary is killed with everything under it in the middle of an approval and comes back as the standby; then the
 * promoted one is killed in the middle of the payment. Nothing that was acknowledged may be lost; anything else is
 * whole or not there, and is there once after it is sent again; and the site answers again by itself. `npm run slow --
 * failover`, with `postgresql patroni etcd-server haproxy` installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hiddenFields } from '../e2e/office.ts'
import { STEPS, WEEK, loadFleet, openOffice, checkBooks } from './money.ts'
import {
  PASSWORDS,
  POSTGRES,
  query,
  startProgram,
  end,
  expectThat,
  freePort,
  makeRoles,
  startSite,
  waitUntil,
  urlOf,
  workshop,
} from './servers.ts'

const place = workshop('failover')
const etcd = { client: await freePort(), peer: await freePort() }
const keeper = startProgram('etcd', [
  ...['--name', 'one', '--data-dir', join(place, 'etcd'), '--enable-v2=true'],
  ...[
    '--listen-client-urls',
    `http://127.0.0.1:${etcd.client}`,
    '--advertise-client-urls',
    `http://127.0.0.1:${etcd.client}`,
  ],
  ...[
    '--listen-peer-urls',
    `http://127.0.0.1:${etcd.peer}`,
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${etcd.peer}`,
  ],
  ...['--initial-cluster', `one=http://127.0.0.1:${etcd.peer}`],
])
await waitUntil('etcd answers', async () => ((await fetch(`http://127.0.0.1:${etcd.client}/health`)).ok ? true : null))

type Node = { name: string; port: number; rest: number; patroni: ReturnType<typeof startProgram> }
const nodes: Node[] = []

const run = (name: string) => startProgram('patroni', [join(place, `${name}.yml`)])

/** Waits until Patroni reports this state of a node. */
async function waitForRole({ name, rest }: Node, is: 'primary' | 'synchronous'): Promise<void> {
  const asks = async () => ((await fetch(`http://127.0.0.1:${rest}/${is}`)).ok ? true : null)
  await waitUntil(`the ${name} is ${is}`, asks, 180_000).catch((error: unknown) => {
    throw new Error(nodes.map((node) => node.patroni.said().slice(-3_000)).join('\n'), { cause: error })
  })
}

// Do not name a node `first` or `any`: both are words of `synchronous_standby_names`, and it would never become synchronous.
for (const name of ['north', 'south']) {
  const [port, rest] = [await freePort(), await freePort()]
  const login = (username: string, password: string) => ({ username, password })
  const settings = {
    scope: 'volante',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd.client}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        maximum_lag_on_failover: 0,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(place, name),
      bin_dir: POSTGRES,
      pgpass: join(place, `${name}.pgpass`),
      authentication: {
        superuser: login('postgres', PASSWORDS.postgres),
        replication: login('copies', 'copies-of-a-run'),
      },
      parameters: { unix_socket_directories: place },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
  // A JSON text is also YAML.
  writeFileSync(join(place, `${name}.yml`), JSON.stringify(settings))
  const node = { name, port, rest, patroni: run(name) }
  nodes.push(node)
  if (name === 'north') await waitForRole(node, 'primary')
}
await waitForRole(nodes[1]!, 'synchronous')
console.log('✓ a primary and its synchronous standby')

const door = await freePort()
writeFileSync(
  join(place, 'haproxy.cfg'),
  `global
  maxconn 200
defaults
  mode tcp
  timeout connect 4s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${door}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
`,
)
const proxy = startProgram('haproxy', ['-db', '-f', join(place, 'haproxy.cfg')])
// Before its first check, HAProxy takes both for the primary.
let inARow = 0
await waitUntil('HAProxy leads to the primary', async () => {
  const [one] = await query<{ is: boolean }>(
    urlOf('postgres', door, 'postgres'),
    'select not pg_is_in_recovery() as is',
  )
  inARow = one!.is ? inARow + 1 : 0
  return inARow > 60 ? true : null
})
makeRoles(door)

const settings = { DATABASE_URL: urlOf('volante_app', door), DATABASE_OWNER_URL: urlOf('volante_owner', door) }
const data = join(place, 'site')
await loadFleet({ data, settings })
const site = await startSite(data, settings)
const office = await openOffice(site)
const all = urlOf('postgres', door)
const [sync] = await query<{ state: string }>(all, 'select sync_state as state from pg_stat_replication')
expectThat(sync?.state === 'sync', 'each commit waits for the standby')

// Somebody writes without a pause: everything that is answered 303 has to be there for ever.
const acknowledged: string[] = []
let failed = 0
const writing = new AbortController()
let longest = 0
let lastOne = performance.now()
const writer = (async () => {
  for (let at = 0; !writing.signal.aborted; at++) {
    const key = `write-${at}`
    const answer = await office.post('/admin/mail', { intent: 'test', idempotencyKey: key }).catch(() => null)
    if (answer?.status === 303) {
      longest = Math.max(longest, performance.now() - lastOne)
      lastOne = performance.now()
      // The audit log keeps the request id of each change.
      acknowledged.push(answer.headers.get('x-request-id') ?? '')
    } else failed += 1
    await answer?.body?.cancel()
    await pause(20)
  }
})()

const isPostgres = (pid: string) =>
  spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' }).stdout.includes(place)

/** Kills Patroni and all of its PostgreSQL, as when a machine fails. */
function kill(node: Node) {
  const { pid: patroni, exitCode, signalCode } = node.patroni.child
  const file = join(place, node.name, 'postmaster.pid')
  const [postmaster = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster || '0'], { encoding: 'utf8' })
  const own = exitCode === null && signalCode === null ? [patroni ?? 0] : []
  const serving = postmaster && isPostgres(postmaster) ? [postmaster, ...stdout.trim().split(/\s+/)].map(Number) : []
  for (const pid of [...own, ...serving]) {
    try {
      if (pid > 1) process.kill(pid, 'SIGKILL')
    } catch {
      // The process had ended by itself.
    }
  }
}

// PostgreSQL is Patroni's child, not ours.
process.on('exit', () => nodes.forEach(kill))

/** An act in the database: how many of its rows are there, and how often the log has it. */
type ActTraces = { there: number; logged: number }

/**
 * Kills the primary in the middle of a form and waits until the other node is primary. Then proves that the act is
 * whole or not there, that it is there if it was acknowledged, and that it is there once when the same form is sent
 * again. The killed node comes back as the standby.
 */
async function strike(
  what: string,
  primary: Node,
  standby: Node,
  send: () => Promise<Response>,
  look: () => Promise<ActTraces>,
) {
  const before = acknowledged.length
  const sent = send().then(
    ({ status }) => status === 303,
    () => false,
  )
  await pause(Number(process.env['VOLANTE_MOMENT'] ?? Math.random() * 200))
  const killed = performance.now()
  const since = () => `${((performance.now() - killed) / 1_000).toFixed(1)} s`
  kill(primary)
  const isAcknowledged = await sent
  await waitForRole(standby, 'primary')
  console.log(`  promoted after ${since()}`)
  await waitUntil(
    'the site answers by itself',
    async () => ((await fetch(`${site.url}/readyz`)).ok ? true : null),
    120_000,
  )
  console.log(`  the site answers after ${since()}`)
  await waitUntil('and writes', async () => (acknowledged.length > before + 20 ? true : null), 120_000)
  const left = await look()
  const again = await send()
  expectThat(again.status === 303, `${what}: the same form is taken again (${again.status})`)
  const whole = await look()
  expectThat(
    whole.there > 0 && whole.logged === 1,
    `${what}: there once (${whole.there}, logged ${whole.logged} times)`,
  )
  const isWhole = left.there === whole.there && left.logged === 1
  const isNothing = left.there === 0 && left.logged === 0
  const said = isAcknowledged ? 'acknowledged' : 'not acknowledged'
  expectThat(
    isAcknowledged ? isWhole : isWhole || isNothing,
    `${what}: ${said}, and ${isWhole ? 'whole' : 'not there'}`,
  )
  primary.patroni = run(primary.name)
  await waitForRole(primary, 'synchronous')
  console.log(`  the one that was killed is its standby after ${since()}`)
}

const approved = async (): Promise<ActTraces> =>
  (
    await query<ActTraces>(
      all,
      `select (select count(*)::int from settlements where state not in ('draft', 'issued')) as there,
        (select count(*)::int from audit_events where action = 'week.approve') as logged`,
    )
  )[0]!
const paid = async (): Promise<ActTraces> =>
  (
    await query<ActTraces>(
      all,
      `select (select count(*)::int from batch_payments where state = 'confirmed') as there,
        (select count(*)::int from audit_events where action = 'payment.confirm') as logged`,
    )
  )[0]!

const [north, south] = [nodes[0]!, nodes[1]!]
await STEPS.drop(office)
const fields = { ...hiddenFields(await (await office.get(`${WEEK}/approval`)).text()), leaveUnmatched: 'on' }
await strike('the approval', north, south, () => office.post(`${WEEK}/approval`, fields), approved)
await STEPS.bankFile(office)
const [payment] = /\/admin\/weekly\/batches\/\d+\/payment/.exec(await (await office.get(WEEK)).text()) ?? []
if (!payment) throw new Error('No bank file waits to be confirmed.')
await strike('the payment', south, north, () => office.post(payment, { idempotencyKey: 'payment-of-a-run' }), paid)

writing.abort()
await writer
console.log(
  `  ${acknowledged.length} writes acknowledged, ${failed} not; the longest wait for one ${(longest / 1_000).toFixed(1)} s`,
)
const kept = new Set(
  (await query<{ id: string }>(all, 'select request_id as id from audit_events')).map(({ id }) => id),
)
const lost = acknowledged.filter((id) => !kept.has(id))
expectThat(lost.length === 0, `no acknowledged write is lost ${lost.slice(0, 5).join(' ')}`)
await checkBooks(site)
await end(site.child)
await end(proxy.child)
for (const { patroni } of nodes) await end(patroni.child)
await end(keeper.child)
