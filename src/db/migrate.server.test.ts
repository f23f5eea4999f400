import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { PROJECT_ROOT } from '#platform/root.ts'
import { databaseUrl, inTransaction } from './client.server.ts'
import { migrate, readMigrations } from './migrate.server.ts'
import { openOf } from './sealed-columns.server.ts'
import { withConnection } from './with-connection.server.ts'

const migration = (name: string) => readFile(join(PROJECT_ROOT, 'src', 'db', 'migrations', name), 'utf8')

test('assignments from before the numbering are numbered by when they were written, wherever they lie on disk', async () => {
  const text = await migration('059-assignments-in-order.sql')
  const numbered = await inTransaction(async (tx) => {
    // The temporary table hides the real one for as long as the transaction lasts.
    await sql`create temporary table assignments (
      id text primary key, created_at timestamptz not null, period tstzrange not null) on commit drop`.execute(tx)
    await sql`insert into assignments values
      ('third', '2026-06-02', '[2026-06-02,)'), ('second', '2026-06-01', '[2026-05-02,)'),
      ('fourth', '2026-06-03', '[2026-01-01,)'), ('first', '2026-06-01', '[2026-05-01,)')`.execute(tx)
    // PostgreSQL puts a changed row last.
    await sql`update assignments set created_at = created_at where id = 'second'`.execute(tx)
    await sql.raw(text).execute(tx)
    await sql`insert into assignments values ('new', '2026-05-01', '[2026-05-01,)')`.execute(tx)
    return (
      await sql<{ id: string; ordinal: number }>`select id, ordinal from assignments order by ordinal`.execute(tx)
    ).rows
  })
  expect(numbered.map(({ id, ordinal }) => [id, Number(ordinal)])).toEqual([
    ['first', 1],
    ['second', 2],
    ['third', 3],
    ['fourth', 4],
    ['new', 5],
  ])
})

/** Runs a migration on temporary tables that hide the real ones for as long as the transaction lasts, then asks a query. */
async function through<Row>(name: string, before: string, asked: string): Promise<Row[]> {
  const text = await migration(name)
  return inTransaction(async (tx) => {
    await sql.raw(before).execute(tx)
    await sql.raw(text).execute(tx)
    return (await sql.raw<Row>(asked).execute(tx)).rows
  })
}

test.each([
  ['handed over, with the entry', `('2026-05', null)`, '', [['costs:written-off', '6511']]],
  ['handed over and withdrawn', `('2026-05', now())`, '', []],
  ['of another month', `('2026-06', null)`, '', []],
  ['with a number of one’s own', `('2026-05', null)`, `('costs:written-off', '6888')`, [['costs:written-off', '6888']]],
  ['with the number that is the proposal now', `('2026-06', null)`, `('costs:written-off', '683')`, []],
])(
  'written-off costs keep the account number with which a month was handed over: %s',
  async (_, delivered, own, codes) => {
    const found = await through<{ account: string; code: string }>(
      '310-written-off-code.sql',
      `create temporary table account_codes (account text primary key, code text) on commit drop;
    create temporary table month_deliveries (month text, withdrawn_at timestamptz) on commit drop;
    create temporary table journals (id int, effective_on date) on commit drop;
    create temporary table entries (journal_id int, account_id int) on commit drop;
    create temporary table ledger_accounts (id int, code text) on commit drop;
    insert into ledger_accounts values (1, 'costs:written-off'), (2, 'bank');
    insert into journals values (1, '2026-05-20'), (2, '2026-06-20');
    insert into entries values (1, 1), (1, 2), (2, 2);
    insert into month_deliveries values ${delivered};
    ${own === '' ? '' : `insert into account_codes values ${own};`}`,
      'select account, code from account_codes',
    )
    expect(found.map(({ account, code }) => [account, code])).toEqual(codes)
  },
)

test('answers on rows and names from before answers had a width stay where they were settled, and are told apart', async () => {
  const names = (value: string) => `[{"kind": "driver", "value": "${value}"}]`
  const row = (key: string, week: string, value: string, amount: number) =>
    `('live', 'bolt', 'r', 'a', '${week}', '${key}', 'earning', '${names(value)}', ${amount})`
  const found = await through<{ key: string; says: string; amount: number | null; answers: string }>(
    '320-width-of-answers.sql',
    `create temporary table drivers (id int, created_at timestamptz) on commit drop;
    create temporary table vehicles (id int, created_at timestamptz) on commit drop;
    create temporary table settlements (week date, state text) on commit drop;
    create temporary table import_rows (state text, source text, report text, account text, week date, key text, kind text,
      keys jsonb, amount_cents bigint) on commit drop;
    create temporary table row_answers (press uuid, source text, report text, account text, week date, key text, says text,
      reason text, answered_at timestamptz, answered_by text, unique (source, report, account, week, key)) on commit drop;
    create temporary table source_keys (id int, source text, kind text, value text, company boolean default false,
      driver_id int, vehicle_id int, created_at timestamptz, created_by text) on commit drop;
    insert into drivers values (1, '2026-05-01');
    insert into settlements values ('2026-06-01', 'approved'), ('2026-06-08', 'void');
    insert into import_rows values ${[
      row('said', '2026-06-01', 'x', 500),
      row('settled', '2026-06-01', 'company', 700),
      row('open', '2026-06-08', 'company', 900),
    ].join()};
    insert into row_answers values
      (gen_random_uuid(), 'bolt', 'r', 'a', '2026-06-01', 'said', 'nothing', 'Engano', now(), 'o'),
      (gen_random_uuid(), 'bolt', 'r', 'a', '2026-06-01', 'gone', 'nothing', 'Engano', now(), 'o');
    insert into source_keys values
      (1, 'bolt', 'driver', 'company', true, null, null, '2026-06-03', 'o'),
      (2, 'bolt', 'driver', 'came', false, 1, null, '2026-05-01', 'o'),
      (3, 'bolt', 'driver', 'asked', false, 1, null, '2026-06-03', 'o');`,
    `select key, says, amount_cents::int as amount, (select string_agg(value, ' ' order by value) from source_keys where is_answer) as answers
      from row_answers order by key`,
  )
  expect(found.map(({ key, says, amount }) => [key, says, amount])).toEqual([
    ['gone', 'nothing', null],
    ['said', 'nothing', 500],
    // In the week without a statement the name asks from now on.
    ['settled', 'company', 700],
  ])
  expect(found[0]?.answers).toBe('asked company')
})

test('a database that took a file as it landed first is started with, and one of any other form is refused', async () => {
  const url = await databaseUrl()
  const name = '820-tolls-of-weeks.sql'
  const take = (checksum: string) =>
    withConnection({ connectionString: url }, (owner) =>
      owner.query('update schema_migrations set checksum = $1 where name = $2', [checksum, name]),
    )
  const now = (await readMigrations()).find(({ file }) => file === name)!
  try {
    await take('another')
    await expect(migrate(url)).rejects.toThrow('was changed after it was applied')
    await take('1cafad6a7469242f70e4285f78f35ae36a58442682c075731ab79c761a215a63')
    expect(await migrate(url)).toEqual([])
  } finally {
    await take(now.checksum)
  }
})

test('the later file gives the function the path that the first form lacked', async () => {
  const text = await migration('822-search-path-of-weeks.sql')
  const found = await withConnection({ connectionString: await databaseUrl() }, async (owner) => {
    // The connection ends without a commit.
    await owner.query('begin; alter function rows_move_weeks() set search_path = public')
    await owner.query(text)
    const { rows } = await owner.query<{ settings: string[] }>(
      `select proconfig as settings from pg_proc where oid = 'rows_move_weeks()'::regprocedure`,
    )
    return rows[0]
  })
  expect(found?.settings).toEqual(['search_path=public, pg_temp'])
})

test('no file that landed was changed, taken away or overtaken: a database that took it would be refused at its next start', async () => {
  const list = await migration('landed.sha256')
  const landed = list.trimEnd().split('\n')
  const here = (await readMigrations()).map(({ file, checksum }) => `${checksum}  ${file}`)
  // New migrations come after these, and are listed once they have landed: `sha256sum *.sql > landed.sha256` may only
  // add lines.
  expect(here.slice(0, landed.length)).toEqual(landed)
})

test('a bank account of before accounts were sealed is sealed before a later file changes its row', async () => {
  const { url, drop } = await anEmptyDatabase()
  try {
    const files = (await readMigrations()).map(({ file }) => file)
    await migrate(url, { only: files.filter((file) => file < '071') })
    const asOwner = <Row extends object>(text: string) =>
      withConnection({ connectionString: url }, async (client) => (await client.query<Row>(text)).rows)
    await asOwner(`insert into company (name, debtor_iban) values ('Frota', 'PT50000201231234567890154')`)
    expect(await migrate(url)).toContain('350-company-names.sql')
    const [company] = await asOwner<{ debtor_iban: Buffer }>('select debtor_iban from company')
    expect(openOf('company.debtor_iban', '1', company!.debtor_iban)).toBe('PT50000201231234567890154')
  } finally {
    await drop()
  }
})

async function anEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `of_before_${process.pid}`
  const master = new URL(inject('ownerUrl'))
  master.pathname = '/postgres'
  const ask = (text: string) =>
    withConnection({ connectionString: master.href }, async (client) => void (await client.query(text)))
  await ask(`create database ${name}`)
  const url = new URL(master)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => ask(`drop database ${name} with (force)`) }
}
