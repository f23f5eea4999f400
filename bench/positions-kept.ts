/**
 * Run by `positions.ts` against the database of the site that just took positions: the time of the same rows by `COPY`
 * into a table with the same keys, of keeping and reading with one kept day and with a hundred, and of deleting a day.
 * Prints its figures as JSON.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { median, seconds } from './measure.ts'
import { asOwner } from './world.ts'

const COLUMNS = 'device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at, hidden'
const DAYS = 100
/** The number of fixes on each kept day: a hundred cars, each with one every quarter of an hour. */
const A_DAY = 9_600
const TIMES = 30

const found = await asOwner(async (owner) => {
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws(E'\\t', ${COLUMNS.split(', ')
      .map((name) => `coalesce(${name}::text, '\\N')`)
      .join(', ')}) as line from positions.points`,
  )
  const copy: number[] = []
  for (let round = 0; round < 3; round++) {
    await owner.query('create table copied (like positions.points including all)')
    await owner.query('create index copied_of_car on copied (vehicle_id, at)')
    const lines = rows.map(({ line }) => `${line}\n`)
    copy.push(
      rows.length /
        (await seconds(() =>
          pipeline(Readable.from(lines), owner.query(copyFrom(`copy copied (${COLUMNS}) from stdin`))),
        )),
    )
    await owner.query('drop table copied')
  }
  const one = await costs(owner)
  const gone = await fillDays(owner)
  const hundred = await costs(owner)
  const purge: number[] = []
  for (let day = 0; day < 10; day++)
    purge.push(1_000 * (await seconds(() => owner.query(`drop table positions.${gone[day] ?? ''}`))))
  const swept = await seconds(() => owner.query('select positions.sweep(now())'))
  return { points: rows.length, copy: median(copy), one, hundred, purge: median(purge), swept, days: DAYS - 10 }
})
console.log(JSON.stringify(found))

/** Milliseconds of keeping five hundred new fixes, and of reading one car's day. */
async function costs(owner: pg.Client): Promise<{ keep: number; read: number }> {
  const { rows: cars } = await owner.query<{ id: string }>('select id from vehicles order by plate limit 500')
  const [keep, read]: [number[], number[]] = [[], []]
  for (let time = 0; time < TIMES; time++) {
    // Moments an hour ago that nobody has sent yet.
    const at = new Date(Date.now() - 3_600_000 - time).toISOString()
    keep.push(
      1_000 *
        (await seconds(() =>
          owner.query(
            `select count(*) from positions.keep(
              (select array_agg(n::int) from generate_series(1, $1) n), array_fill($2::timestamptz, array[$1]),
              $3::uuid[], array_fill(387000000, array[$1]), array_fill(-91000000, array[$1]), array_fill(500::smallint, array[$1]),
              array_fill(90::smallint, array[$1]), array_fill(8::smallint, array[$1]), array_fill(false, array[$1]), now())`,
            [cars.length, at, cars.map(({ id }) => id)],
          ),
        )),
    )
    read.push(
      1_000 *
        (await seconds(() =>
          owner.query(
            `select count(*) from positions.see_day(null, 'command-line', 'day', $1, (now() at time zone 'Europe/Lisbon')::date, null, '', now())`,
            [cars[time % cars.length]?.id],
          ),
        )),
    )
  }
  return { keep: median(keep), read: median(read) }
}

/** Fills days of the past, each as full as the others; answers the names of their tables, the oldest first. */
async function fillDays(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from generate_series((now() at time zone 'Europe/Lisbon')::date - ${DAYS}, (now() at time zone 'Europe/Lisbon')::date - 1, '1 day') day`,
  )
  for (const { day } of rows) {
    await owner.query(`select positions.make_days($1, 1)`, [day])
    await owner.query(
      `insert into positions.points (${COLUMNS})
        select car.n, positions.midnight($1) + fix * interval '15 minutes', car.id, 387000000 + fix, -91000000, 500, 90, 8, now(), false
        from (select id, row_number() over (order by plate)::int as n from vehicles limit 100) car, generate_series(0, ${A_DAY / 100 - 1}) fix
        on conflict do nothing`,
      [day],
    )
  }
  await owner.query('analyze positions.points')
  return rows.map(({ day }) => `day_${day.replaceAll('-', '')}`)
}
