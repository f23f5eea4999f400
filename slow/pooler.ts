/**
 * The built site behind Debian's PgBouncer, by the very `pgbouncer.ini` of `docs/operating.md`, with PostgreSQL of
 * Debian as `deploy/roles.sh` prepares it: pages, money, limits, jobs, notices, locks, a backup, a migration and a
 * pooler that goes away. `npm run slow -- pooler`, with `postgresql` and `pgbouncer` installed.
 */
import { join } from 'node:path'
import pg from 'pg'
import { STEPS, WEEK, loadFleet, openOffice, checkBooks, openEveryKind } from './money.ts'
import {
  query,
  startProgram,
  end,
  expectThat,
  startPooler,
  startPostgres,
  startSite,
  waitUntil,
  urlOf,
  volante,
  workshop,
} from './servers.ts'

const place = workshop('pooler')
const postgres = await startPostgres(place)
const pooler = await startPooler(place, postgres.port)
const owner = urlOf('volante_owner', postgres.port)
// Only this role can read what the sessions of another role do.
const all = urlOf('postgres', postgres.port)
const settings = {
  DATABASE_URL: urlOf('volante_app', pooler.port),
  DATABASE_OWNER_URL: owner,
  DATABASE_STATEMENTS: 'plain',
}
const data = join(place, 'site')
const [{ server_version: version }] = (await query<{ server_version: string }>(owner, 'show server_version')) as [
  { server_version: string },
]
console.log(`PostgreSQL ${version}`)

await loadFleet({ data, settings })
expectThat(true, 'migrations and a fleet from the command line')
const site = await startSite(data, settings)
const office = await openOffice(site)
for (const [step, act] of Object.entries(STEPS)) {
  const begun = performance.now()
  await act(office)
  console.log(`  ${step} ${Math.round(performance.now() - begun)} ms`)
}
const [paid] = await query<{ paid: number }>(
  owner,
  `select count(*)::int as paid from batch_payments where state = 'confirmed'`,
)
expectThat(paid!.paid > 0, `files, approval, bank file and payment (${paid!.paid} payments)`)

const pages = await openEveryKind(office)
const broken = [...pages].filter(([, status]) => status >= 400)
expectThat(
  broken.length === 0 && pages.size > 100,
  `${pages.size} kinds of pages answer ${broken.map((page) => page.join(' ')).join(', ')}`,
)

// Few connections reach PostgreSQL for the site's role, all of them the pooler's; connections that hold on to something
// are the owner's, and direct.
await Promise.all(Array.from({ length: 60 }, () => office.get('/admin/drivers').then((answer) => answer.text())))
const sessions = await query<{ role: string; count: number; listens: boolean }>(
  all,
  `select usename as role, count(*)::int, bool_or(query ilike 'listen %') as listens from pg_stat_activity
   where backend_type = 'client backend' and datname = 'volante' group by 1`,
)
const ofRole = (role: string) => sessions.find((session) => session.role === role)
expectThat(
  (ofRole('volante_app')?.count ?? 99) <= 20,
  `sixty at once take ${ofRole('volante_app')?.count} connections, at most 20`,
)
expectThat(
  ofRole('volante_owner')?.listens === true && ofRole('volante_app')?.listens === false,
  'whoever listens does so past the pooler',
)
const locks = await query<{ role: string }>(
  all,
  `select distinct usename as role from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'`,
)
expectThat(locks.length === 1 && locks[0]!.role === 'volante_owner', 'the lock of a session is held past the pooler')

// Lock a table: the database itself gives a page up, and the next page is served.
const holder = new pg.Client({ connectionString: owner })
await holder.connect()
await holder.query('begin; lock table drivers in access exclusive mode')
const begun = performance.now()
const late = await office.get('/admin/drivers')
const waited = (performance.now() - begun) / 1_000
await holder.query('rollback')
await holder.end()
expectThat(
  late.status === 503 && waited > 14 && waited < 18,
  `a page that waits is given up after ${waited.toFixed(1)} s (${late.status})`,
)
expectThat((await office.get('/admin/drivers')).status === 200, 'and the next one is served')

// A job does not wait for the next poll: the queue is notified.
const sentAt = performance.now()
await office.post('/admin/mail', { intent: 'test', idempotencyKey: 'mail-of-a-run' })
await waitUntil(
  'a message leaves',
  async () => (await query(owner, `select 1 from mail_outbox where template = 'test' and state = 'sent'`))[0] ?? null,
)
console.log(`  a message is sent ${Math.round(performance.now() - sentAt)} ms after its form`)
expectThat(performance.now() - sentAt < 5_000, 'jobs are done at once')
const second = await startSecond()
expectThat(second.code !== 0 && second.words.includes('DATABASE_URL'), 'a second site on the same database is refused')
const pooled = await startSecond({ DATABASE_OWNER_URL: '' })
expectThat(pooled.code !== 0 && pooled.words.includes('DATABASE_OWNER_URL'), 'so is one without a way past the pooler')
console.log(`  connections past the pooler: ${ofRole('volante_owner')?.count}`)
await volante(site, 'backup', '--to', join(place, 'copies'))
expectThat(true, 'a backup beside the running site')

// Change a table under the running site.
await office.get(WEEK)
await query(owner, 'alter table drivers add column of_a_run text')
expectThat((await office.get('/admin/drivers')).status === 200, 'a table gets a column under the site')
await query(owner, 'alter table drivers drop column of_a_run')

await end(pooler.child)
const away = await office.get('/admin/drivers')
expectThat(away.status === 503, `without the pooler a page says so (${away.status})`)
const again = startProgram('/usr/sbin/pgbouncer', [join(place, 'pgbouncer.ini')])
const back = performance.now()
await waitUntil('the site answers again', async () =>
  (await office.get('/admin/drivers')).status === 200 ? true : null,
)
console.log(`  the site answers ${Math.round(performance.now() - back)} ms after the pooler is there again`)

await checkBooks(site)
await end(site.child)
expectThat(!site.said().includes('-of-a-run@') && !site.said().includes('app-of-a-run'), 'the log names no password')
await end(again.child)
await end(postgres.child(), 'SIGINT')

async function startSecond(more: Record<string, string> = {}): Promise<{ code: number | null; words: string }> {
  const { child, said } = startProgram(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('build', 'server', 'index.js')],
    {
      own: false,
      env: {
        ...process.env,
        ...settings,
        NODE_ENV: 'production',
        VOLANTE_MODE: 'development',
        VOLANTE_DATA: join(place, 'second'),
        FIELD_KEYS_FILE: join(data, 'field-keys'),
        PORT: '0',
        PUBLIC_URL: 'http://localhost',
        ...more,
      },
    },
  )
  await new Promise((resolve) => child.once('close', resolve))
  return { code: child.exitCode, words: said() }
}
