/**
 * The built site with a streaming standby of Debian's PostgreSQL: from where figures, reports and files are read, what
 * a person who just wrote reads, how old a page says its data are, and a standby that cancels, is promoted or goes
 * away. `npm run slow -- replica`, with `postgresql` installed.
 */
import { join } from 'node:path'
import { STEPS, WEEK, loadFleet, openOffice, checkBooks } from './money.ts'
import {
  query,
  end,
  expectThat,
  startPostgres,
  startSite,
  startStandby,
  waitUntil,
  urlOf,
  workshop,
} from './servers.ts'

const place = workshop('replica')
const primary = await startPostgres(place)
const settings = {
  DATABASE_URL: urlOf('volante_app', primary.port),
  DATABASE_OWNER_URL: urlOf('volante_owner', primary.port),
}
const data = join(place, 'site')
await loadFleet({ data, settings })
const standby = await startStandby(place, primary, {
  // Cancel at once a query that still reads rows which the primary has removed.
  max_standby_streaming_delay: '0',
  log_statement: 'all',
  log_line_prefix: '%u ',
})
const replica = urlOf('postgres', standby.port)
const site = await startSite(data, { ...settings, DATABASE_READ_URL: urlOf('volante_reader', standby.port) })
const office = await openOffice(site)
for (const act of Object.values(STEPS)) await act(office)

const FIGURES = '/admin/kpis?period=2026-W23'
const text = async (path: string) => {
  const answer = await office.get(path)
  return { status: answer.status, page: (await answer.text()).replaceAll(/<!-- -->/g, '') }
}
const readers = async () =>
  (
    await query<{ count: number }>(
      replica,
      `select count(*)::int from pg_stat_activity where usename = 'volante_reader'`,
    )
  )[0]!.count
const caughtUp = async () => {
  const [now] = await query<{ at: string }>(urlOf('postgres', primary.port), 'select pg_current_wal_lsn()::text as at')
  await waitUntil('the standby has it all', async () =>
    (await query<{ is: boolean }>(replica, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [now!.at]))[0]!.is
      ? true
      : null,
  )
}

await caughtUp()
const first = await text(FIGURES)
expectThat(
  first.status === 200 && (await readers()) > 0,
  `figures are read at the standby (${await readers()} connections)`,
)
expectThat(!/Dados de há/.test(first.page), 'and say no age while it has it all')
await query(urlOf('volante_reader', primary.port), `insert into source_keys default values`).then(
  () => expectThat(false, 'its role writes nowhere'),
  (error: Error) =>
    expectThat(/read-only|permission/.test(error.message), 'its role writes nowhere, not at the primary either'),
)

// Each place that may read from the standby: the number of its queries there, and its answer.
const ASIDE = [
  ...['/admin/kpis', '/admin/kpis/cars', '/admin/kpis/company', '/admin/reports'],
  ...['kpis', 'kpis/cars', 'drivers', 'drivers/leavers', 'drivers/corrections'].map(
    (list) => `/admin/${list}/files/csv`,
  ),
  ...['vehicles', 'vehicles/fines', 'vehicles/accidents'].map((list) => `/admin/${list}/files/csv`),
  ...[
    'contracts',
    'documents/deadlines',
    'financing',
    'goals',
    'bank',
    'support',
    'weekly/disputes',
    'recruitment/list',
  ].map((list) => `/admin/${list}/files/csv`),
  ...['export.csv', 'export.xlsx'].map((file) => `${WEEK}/${file}`),
  ...['statements', 'vat', 'payments', 'balances', 'journal', 'trial-balance', 'invoices', 'dependence'].map(
    (file) => `/admin/accounting/2026-06/files/${file}/csv`,
  ),
  ...['/admin/accounting/2026-06/cover.pdf', '/admin/accounting/2026-06/folder.zip', '/admin/reports/pdf'],
  ...['/admin/account/files/csv', '/admin/account/trial-balance/csv', '/admin/account/journal.csv?from=2026-01-01'],
  ...['/admin/users/audit/export.csv', '/admin/users/audit/export.xlsx'],
]
const counted = () => standby.said().match(/^volante_reader LOG: {2}(?:statement|execute)/gm)?.length ?? 0
/**
 * The number of statements that the standby was asked, once its log has stopped growing: PostgreSQL writes a line
 * before its answer, and this process reads it later.
 */
const statements = async () => {
  for (let before = -1; before !== counted(); await new Promise((resolve) => setTimeout(resolve, 100)))
    before = counted()
  return counted()
}
/** The content of a file or page, without the moment at which it was drawn. */
const read = async (path: string) => {
  const answer = await office.get(path)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const isText = (path: string) => path.includes('csv')
const ofStandby = new Map<string, Buffer>()
/**
 * Times that a place may be asked: a person who has just written reads from the primary until the site's own work has
 * reached the standby.
 */
const TRIES = 5
let again = 0
for (const path of ASIDE) {
  let asks = 0
  for (let tries = 0; tries < TRIES && asks < 2; tries += 1) {
    if (tries > 0) again += 1
    await caughtUp()
    const before = await statements()
    const { status, bytes } = await read(path)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    ofStandby.set(path, bytes)
    // One of the statements asks how old the standby's data are.
    asks = (await statements()) - before
  }
  if (asks < 2) throw new Error(`${path} asks ${asks} statements of the standby, ${TRIES} times\n${site.said()}`)
}
expectThat(true, `${ASIDE.length} places are read there: ${await statements()} statements, ${again} asked again`)
const quiet = await statements()
for (const path of [WEEK, `${WEEK}/approval`, '/admin', '/admin/drivers', '/admin/bank', '/admin/accounting'])
  await read(path)
expectThat((await statements()) === quiet, 'what is acted on is not')

// Stop the replay on the standby, while the office writes.
const [named] = /Anselmo Tavira Quintão/.exec(first.page) ?? []
expectThat(named !== undefined, 'a driver is listed')
await query(replica, 'select pg_wal_replay_pause()')
await waitUntil('replay pauses', async () =>
  (await query<{ state: string }>(replica, 'select pg_get_wal_replay_pause_state() as state'))[0]!.state === 'paused'
    ? true
    : null,
)
await office.post('/admin/mail', { intent: 'test', idempotencyKey: 'written-of-a-run' })
await query(
  settings.DATABASE_OWNER_URL,
  `update drivers set name = 'Nome Escrito Agora' where name = 'Anselmo Tavira Quintão'`,
)
const own = await text(FIGURES)
expectThat(own.page.includes('Nome Escrito Agora'), 'who has just written reads what is written')
// Make the write old for its reader, who then reads from the standby again.
await query(settings.DATABASE_OWNER_URL, `alter table audit_events disable trigger user`)
await query(settings.DATABASE_OWNER_URL, `update audit_events set at = at - interval '1 hour'`)
await new Promise((resolve) => setTimeout(resolve, 6_000))
const old = await text(FIGURES)
expectThat(
  old.status === 200 && old.page.includes(named!) && /Dados de há \d+ s/.test(old.page),
  `anybody else reads what the standby has: ${/Dados de há \d+ s/.exec(old.page)?.[0]}`,
)
expectThat((await text(WEEK)).status === 200, 'a week is read where money is')
expectThat(
  (await text('/admin/drivers/files/csv')).page.includes('Nome Escrito Agora'),
  'a file, which cannot say its age, is read where it is written',
)
await query(replica, 'select pg_wal_replay_resume()')
await caughtUp()
const caught = await text(FIGURES)
expectThat(
  caught.page.includes('Nome Escrito Agora') && !/Dados de há/.test(caught.page),
  'and all of it again once it has caught up',
)

// Let the primary remove rows that a long export still reads.
await query(
  settings.DATABASE_OWNER_URL,
  `insert into drivers (name) select 'Motorista ' || n from generate_series(1, 12000) n`,
)
await caughtUp()
const conflicts = async () =>
  (
    await query<{ count: number }>(
      replica,
      `select (confl_snapshot + confl_lock + confl_bufferpin)::int as count from pg_stat_database_conflicts where datname = 'volante'`,
    )
  )[0]!.count
let sweeps = 0
const enough = new AbortController()
const sweeping = (async () => {
  for (; !enough.signal.aborted; sweeps += 1) {
    await query(settings.DATABASE_OWNER_URL, `update drivers set phone = null where name like 'Motorista 1%'`)
    await query(settings.DATABASE_OWNER_URL, 'vacuum drivers')
  }
})()
const lines: number[] = []
for (let round = 0; round < 60 && (await conflicts()) < 2; round += 1) {
  const { status, page } = await text('/admin/drivers/files/csv')
  if (status !== 200) throw new Error(`An export beside a sweeping primary answers ${status}: ${page}`)
  lines.push(page.split('\n').length)
  // Once queries were cancelled, the script pauses after each round.
  if ((await conflicts()) > 0) await new Promise((resolve) => setTimeout(resolve, 10_000))
}
enough.abort()
await sweeping
expectThat(
  (await conflicts()) > 0 && new Set(lines).size === 1 && lines[0]! > 12_000,
  `${await conflicts()} of ${lines.length} exports were cancelled by recovery (${sweeps} sweeps), and each had all ${lines[0]} lines`,
)
const timesLogged = (words: string) => site.said().split(words).length - 1
expectThat(
  /conflict with recovery/.test(site.said()) && timesLogged('the standby did not answer') <= (await conflicts()),
  `said in the log ${timesLogged('the standby did not answer')} times`,
)

// Pages are the same bytes from the standby as from the primary. Remove what was written meanwhile, as the log and the
// drivers have grown.
await query(settings.DATABASE_OWNER_URL, `delete from drivers where name like 'Motorista %'`)
await query(
  settings.DATABASE_OWNER_URL,
  `update drivers set name = 'Anselmo Tavira Quintão' where name = 'Nome Escrito Agora'`,
)
const others = ASIDE.filter((path) => isText(path) && !path.includes('audit'))
await query(replica, 'select pg_promote()')
const differing: string[] = []
for (const path of others) if (!(await read(path)).bytes.equals(ofStandby.get(path)!)) differing.push(path)
expectThat(
  differing.length === 0,
  `${others.length} files are the same, byte for byte, where they are written ${differing.join(' ')}`,
)
await query(
  settings.DATABASE_OWNER_URL,
  `update drivers set name = 'Nome Escrito Agora' where name = 'Anselmo Tavira Quintão'`,
)
await new Promise((resolve) => setTimeout(resolve, 10_000))
const promoted = await text(FIGURES)
expectThat(
  promoted.page.includes('Nome Escrito Agora') && timesLogged('is none of this database') === 1,
  'a standby that was promoted by itself is read no more, and the log says so',
)

await end(standby.child(), 'SIGKILL')
const begun = performance.now()
const without = await text(FIGURES)
expectThat(
  without.status === 200 && without.page.includes('Nome Escrito Agora'),
  `without the standby the database answers, in ${Math.round(performance.now() - begun)} ms`,
)
await query(
  settings.DATABASE_OWNER_URL,
  `update audit_events set at = at + interval '1 hour'; alter table audit_events enable trigger user`,
)
await checkBooks(site)
await end(site.child)
await end(primary.child(), 'SIGINT')
