/**
 * The built site beside a streaming standby of Debian's PostgreSQL: where figures are read, what somebody just wrote, how old a
 * page says it is, and a standby that refuses or goes away. `npm run slow -- replica`, with `postgresql` installed.
 */
import { join } from 'node:path'
import { STEPS, WEEK, loadFleet, openOffice, provesBooks } from './money.ts'
import { asked, end, expectThat, startPostgres, startSite, startStandby, until, urlOf, workshop } from './servers.ts'

const place = workshop('replica')
const primary = await startPostgres(place)
const settings = {
  DATABASE_URL: urlOf('volante_app', primary.port),
  DATABASE_OWNER_URL: urlOf('volante_owner', primary.port),
}
const data = join(place, 'site')
await loadFleet({ data, settings })
const standby = await startStandby(place, primary, { max_standby_streaming_delay: '1s' })
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
    await asked<{ count: number }>(
      replica,
      `select count(*)::int from pg_stat_activity where usename = 'volante_reader'`,
    )
  )[0]!.count
const caughtUp = async () => {
  const [now] = await asked<{ at: string }>(urlOf('postgres', primary.port), 'select pg_current_wal_lsn()::text as at')
  await until('the standby has it all', async () =>
    (await asked<{ is: boolean }>(replica, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [now!.at]))[0]!.is
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
await asked(urlOf('volante_reader', primary.port), `insert into source_keys default values`).then(
  () => expectThat(false, 'its role writes nowhere'),
  (error: Error) =>
    expectThat(/read-only|permission/.test(error.message), 'its role writes nowhere, not at the primary either'),
)

// A standby that replays nothing, while the office writes.
const [named] = /Anselmo Tavira Quintão/.exec(first.page) ?? []
expectThat(named !== undefined, 'a driver is listed')
await asked(replica, 'select pg_wal_replay_pause()')
await until('replay pauses', async () =>
  (await asked<{ state: string }>(replica, 'select pg_get_wal_replay_pause_state() as state'))[0]!.state === 'paused'
    ? true
    : null,
)
await office.post('/admin/mail', { intent: 'test', idempotencyKey: 'written-of-a-run' })
await asked(
  settings.DATABASE_OWNER_URL,
  `update drivers set name = 'Nome Escrito Agora' where name = 'Anselmo Tavira Quintão'`,
)
const own = await text(FIGURES)
expectThat(own.page.includes('Nome Escrito Agora'), 'who has just written reads what is written')
// What was written lies long back, for this reader.
await asked(settings.DATABASE_OWNER_URL, `alter table audit_events disable trigger user`)
await asked(settings.DATABASE_OWNER_URL, `update audit_events set at = at - interval '1 hour'`)
await new Promise((resolve) => setTimeout(resolve, 6_000))
const old = await text(FIGURES)
expectThat(
  old.status === 200 && old.page.includes(named!) && /Dados de há \d+ s/.test(old.page),
  `anybody else reads what the standby has: ${/Dados de há \d+ s/.exec(old.page)?.[0]}`,
)
expectThat((await text(WEEK)).status === 200, 'a week is read where money is')
await asked(replica, 'select pg_wal_replay_resume()')
await caughtUp()
const caught = await text(FIGURES)
expectThat(
  caught.page.includes('Nome Escrito Agora') && !/Dados de há/.test(caught.page),
  'and all of it again once it has caught up',
)
await asked(
  settings.DATABASE_OWNER_URL,
  `update audit_events set at = at + interval '1 hour'; alter table audit_events enable trigger user`,
)

await end(standby.child(), 'SIGKILL')
const begun = performance.now()
const without = await text(FIGURES)
expectThat(
  without.status === 200 && without.page.includes('Nome Escrito Agora'),
  `without the standby the database answers, in ${Math.round(performance.now() - begun)} ms`,
)
await provesBooks(site)
await end(site.child)
await end(primary.child(), 'SIGINT')
