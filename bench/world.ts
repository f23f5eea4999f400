import pg from 'pg'
import { databaseUrl } from '#db/client.server.ts'
import { sealFor, sealedIban } from '#db/sealed-columns.server.ts'
import { type Week, readWeek } from '#domain/week.ts'

/**
 * Invented fleets of any size, written straight into the tables: measuring starts afterwards. Every driver has one car,
 * a plain name D1, D2 …, and in every week a row of Uber, one of Bolt, ten passages and four fillings.
 */
export const WEEK = readWeek('2026-W23')

export async function asOwner<Result>(work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: await databaseUrl() })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

export async function fillFleet(owner: pg.Client, drivers: number): Promise<void> {
  await owner.query(`
    insert into company (name, nipc) values ('Rotas Inventadas, Lda', '999999990');
    insert into drivers (ref, name, email) select 'D' || n, 'Motorista Inventado ' || n, 'd' || n || '@example.org' from generate_series(1, ${drivers}) n;
    insert into vehicles (plate, make, model) select 'ZZ' || lpad(n::text, 6, '0'), 'Marca', 'Modelo' from generate_series(1, ${drivers}) n;
    create unlogged table bench_fleet as
      select n, d.id as driver_id, v.id as vehicle_id, v.plate
      from (select id, substr(ref, 2)::int as n from drivers) d
      join (select id, plate, (row_number() over (order by plate))::int as n from vehicles) v using (n);
    insert into source_keys (source, kind, value, driver_id)
      select source, 'driver', source || '-' || n, driver_id from bench_fleet, unnest(array['uber', 'bolt']) source;
    insert into assignments (vehicle_id, driver_id, period) select vehicle_id, driver_id, '[2020-01-06 00:00+00,)' from bench_fleet;
    insert into terms (driver_id, valid_from, regime, fee_mode, fee_cents, trip_vat, toll_policy, created_at)
      select driver_id, '2020-01-06', 'slot', 'fixed', 2500, 'itemised', 'difference', now() from bench_fleet;
    analyze`)
  await owner.query('update company set debtor_iban = $1', [
    sealFor('company.debtor_iban', '1', 'PT50999900000000009000133'),
  ])
  const { rows } = await owner.query<{ id: string }>('select driver_id as id from bench_fleet')
  const accounts = rows.map(({ id }) => sealedIban(id, 'PT50999900000000000010173'))
  await owner.query(
    `insert into driver_ibans (driver_id, iban, iban_index, iban_ends, iban_valid, added_at)
     select *, '2020-01-06' from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[], $5::boolean[])`,
    [
      rows.map(({ id }) => id),
      accounts.map(({ iban }) => iban),
      accounts.map(({ iban_index }) => iban_index),
      accounts.map(({ iban_ends }) => iban_ends),
      accounts.map(({ iban_valid }) => iban_valid),
    ],
  )
  await owner.query('analyze driver_ibans')
}

type Report = {
  source: string
  kind: string
  row: string
  each: number
  amount: string
  key: string
  keys: string
  at: string
  measures: string
}

const REPORTS: readonly Report[] = [
  {
    source: 'uber',
    kind: 'payments_driver',
    row: 'earning',
    each: 1,
    amount: '70000 + n',
    key: `'uber-' || n`,
    keys: `jsonb_build_array(jsonb_build_object('kind', 'driver', 'value', 'uber-' || n))`,
    at: 'null::timestamptz',
    measures: `jsonb_build_object('paid', 70000 + n, 'earnings', 69000, 'fare', 90000, 'service_fee', -22000, 'tips', 1000, 'cash_collected', 0,
      'toll_refund', 1000, 'toll_tax', 60, 'fare_tax', 5094)`,
  },
  {
    source: 'bolt',
    kind: 'earnings',
    row: 'earning',
    each: 1,
    amount: '25000 + n',
    key: `'bolt-' || n`,
    keys: `jsonb_build_array(jsonb_build_object('kind', 'driver', 'value', 'bolt-' || n))`,
    at: 'null::timestamptz',
    measures: `jsonb_build_object('payout', 25000 + n, 'gross', 31000 + n, 'cash_collected', 0, 'tips', 150, 'total_fees', 6000, 'tolls', 300,
      'vat_app', 1400)`,
  },
  {
    source: 'viaverde',
    kind: 'movements',
    row: 'toll',
    each: 10,
    amount: '-215',
    key: `plate || '|' || place || '|' || w`,
    keys: `jsonb_build_array(jsonb_build_object('kind', 'plate', 'value', plate))`,
    at: `w + make_interval(hours => 9 + place * 14, mins => n % 60)`,
    measures: `jsonb_build_object('liquid', 215, 'value', 215)`,
  },
  {
    source: 'prio',
    kind: 'fuel_card',
    row: 'fuel',
    each: 4,
    amount: '-4120',
    key: `plate || '|fuel|' || place || '|' || w`,
    keys: `jsonb_build_array(jsonb_build_object('kind', 'plate', 'value', plate))`,
    at: `w + make_interval(hours => 10 + place * 30, mins => n % 60)`,
    measures: `jsonb_build_object('total', 4120, 'centilitres', 2500)`,
  },
]

/** Writes the files of a week, as rows. */
export async function fillWeek(owner: pg.Client, week: Week): Promise<void> {
  for (const { source, kind, row, each, amount, key, keys, at, measures } of REPORTS) {
    const hash = `encode(sha256('${source} ${week}'), 'hex')`
    await owner.query(`
      insert into files (sha256, size, media_type) values (${hash}, 1, 'text/csv');
      with file as (
        insert into imports (sha256, name, source, kind, language, columns, header_line, period_from, period_to, data_rows, imported_at)
        select ${hash}, '${source} ${week}.csv', '${source}', '${kind}', 'pt', '{}', 1, '${week}', date '${week}' + 6, count(*) * ${each}, now() from bench_fleet
        returning id
      )
      insert into import_rows (import_id, line, source, report, kind, key, week, at, amount_cents, label, measures, facts, keys, original)
      select file.id, row_number() over (), '${source}', '${kind}', '${row}', ${key}, w, ${at}, ${amount}, 'Motorista Inventado ' || n, ${measures},
        jsonb_build_object('place', 'Ponte 25 de Abril'), ${keys}, 'linha do ficheiro como ele veio, com tudo o que dizia'
      from file, bench_fleet, generate_series(1, ${each}) place, (select date '${week}' as w) as monday`)
  }
}

/** Hands every tenth car over each Monday, with an hour between in which nobody has it. */
export async function handOver(owner: pg.Client, weeks: readonly Week[]): Promise<void> {
  await owner.query(`
    delete from assignments where vehicle_id in (select vehicle_id from bench_fleet where n % 10 = 0);
    insert into assignments (vehicle_id, driver_id, period)
      select vehicle_id, driver_id, tstzrange(w + interval '1 hour', lead(w) over (partition by n order by w))
      from bench_fleet, unnest('{${weeks.join(',')}}'::date[]) as monday, lateral (select monday::timestamp at time zone 'UTC' as w) start where n % 10 = 0`)
}

/** Passages of a week that raise questions: five plates that nobody knows. */
export async function fillStrangers(owner: pg.Client, week: Week): Promise<void> {
  const hash = `encode(sha256('strangers ${week}'), 'hex')`
  await owner.query(`
    insert into files (sha256, size, media_type) values (${hash}, 1, 'text/csv');
    with file as (
      insert into imports (sha256, name, source, kind, language, columns, header_line, period_from, period_to, data_rows, imported_at)
      values (${hash}, 'outras ${week}.csv', 'viaverde', 'movements', 'pt', '{}', 1, '${week}', date '${week}' + 6, 5, now())
      returning id
    )
    insert into import_rows (import_id, line, source, report, kind, key, week, at, amount_cents, label, measures, facts, keys, original)
    select file.id, n, 'viaverde', 'movements', 'toll', 'YY' || n || '|' || w, w, w + make_interval(hours => 30 + n), -215, '',
      jsonb_build_object('liquid', 215, 'value', 215), jsonb_build_object('place', 'Ponte 25 de Abril'),
      jsonb_build_array(jsonb_build_object('kind', 'plate', 'value', 'YY00000' || n)), 'linha do ficheiro como ele veio'
    from file, generate_series(1, 5) n, (select date '${week}' as w) as monday`)
}
