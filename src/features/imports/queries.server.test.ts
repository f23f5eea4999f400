import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { attribute } from '#domain/matching.ts'
import { nextWeek, previousWeek } from '#domain/week.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { correctAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import {
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  edited,
  emptyDatabase,
  publicFile,
  tried,
} from '#test/factories.ts'
import { importFile } from './commands.server.ts'
import { listWeekSources } from '#features/weeks/week-sources/queries.server.ts'
import { listLiveRows } from '#features/imports/rows/queries.server.ts'
import { listUnmatchedRows, readDirectory } from '#features/imports/owners/queries.server.ts'
import { listWeeksWithRows } from './queries.server.ts'
import { tries } from '#test/tries.ts'

const bolt = publicFile('2026W23')
const newerBolt = edited(bolt, (text) => text.replaceAll('"242.84","242.84"', '"252.84","252.84"'))
const FILES = [...PUBLIC_FILES, newerBolt]

/** The database's running counts, and a count of the rows. */
const counted = () =>
  db
    .selectFrom('import_weeks')
    .select(['import_id', 'week', 'source', 'live_rows', 'tolls_charged_cents', 'tolls_given_back_cents'])
    .where('live_rows', '>', 0)
    .orderBy('import_id')
    .orderBy('week')
    .execute()
async function there() {
  const rows = await db
    .selectFrom('import_rows')
    .select(['import_id', 'week', 'source', 'kind', 'amount_cents', 'measures'])
    .where('state', '=', 'live')
    .orderBy('import_id')
    .orderBy('week')
    .execute()
  const groups = Map.groupBy(rows, (row) => `${row.import_id} ${row.week} ${row.source}`)
  return [...groups.values()].map((own) => {
    const { import_id, week, source } = own[0]!
    const tollSums = { tolls_charged_cents: 0, tolls_given_back_cents: 0 }
    for (const { kind, amount_cents, measures } of own) {
      const { toll_refund = 0, toll_tax = 0, tolls = 0 } = measures as Record<string, number>
      if (kind === 'toll' || kind === 'parking') tollSums.tolls_charged_cents -= amount_cents
      if (kind === 'earning' && source === 'uber') tollSums.tolls_given_back_cents += toll_refund + toll_tax
      if (kind === 'earning' && source === 'bolt') tollSums.tolls_given_back_cents += tolls
    }
    return { import_id, week, source, live_rows: own.length, ...tollSums }
  })
}

test('whatever is imported, replaced, approved and undone, weeks, sources and tolls are those of the rows that count', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ take: fc.nat(FILES.length - 1), gone: fc.boolean() }),
      fc.record({ undo: fc.nat(FILES.length - 1) }),
      fc.constant('approve' as const),
    ),
    { minLength: 4, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (order) => {
      await aFleet()
      for (const step of order) {
        if (step === 'approve') await approved()
        else if ('undo' in step) await undone(step.undo)
        else if (step.gone) await tried((change) => importFile(change, FILES[step.take]!, {}))
        else await drop([FILES[step.take]!])
        expect(await counted()).toEqual(await there())
      }
      const weeks = [...new Set((await there()).map(({ week }) => week))].toSorted().toReversed()
      expect(await listWeeksWithRows()).toEqual(weeks)
      const sources = (await listWeekSources()).map(({ week, source }) => `${week} ${source}`)
      expect(sources.toSorted()).toEqual(
        [...new Set((await there()).map((row) => `${row.week} ${row.source}`))].toSorted(),
      )
    }),
    { numRuns: tries(20) },
  )
  await aFleet()
  await drop(PUBLIC_FILES)
  const counts = await counted()
  for (const sum of ['tolls_charged_cents', 'tolls_given_back_cents'] as const)
    expect(Math.max(...counts.map((row) => row[sum]))).toBeGreaterThan(0)
})

/** Undoes the nth file; lets a refusal pass, which other tests check. */
async function undone(place: number) {
  const file = await db.selectFrom('imports').select('id').orderBy('id').offset(place).limit(1).executeTakeFirst()
  if (file) await makeChange((change) => undoImport(change, file.id)).catch(() => {})
}

async function approved() {
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true })).catch(() => {})
}

test('the site may read the weeks of imports and never write them', async () => {
  await expect(db.updateTable('import_weeks').set({ live_rows: 7 }).execute()).rejects.toThrow('permission denied')
})

test('whose day a car is stays the same when a period is written again: the earliest comes first', async () => {
  await aFleet()
  const cars = async () => [...(await readDirectory()).held.keys()]
  const before = await cars()
  const [car] = before
  const [held] = await listAssignments(car!)
  const { id, driverId, from, to } = held!
  await makeChange((change) => correctAssignment(change, car!, id, { driverId, from, to }))
  expect(await cars()).toEqual(before)
})

const PLATES = ['AA11AA', 'BB22BB', 'CC33CC'] as const
const WEEKS = [previousWeek(WEEK), WEEK, nextWeek(WEEK)]
const START = Temporal.Instant.from('2026-05-25T00:00:00Z')

/** A moment of the three weeks, in steps of six hours, so that rows often meet the ends of assignments. */
const hour = fc.nat(84).map((step) => step * 6)
const name = fc.record({
  kind: fc.constantFrom('driver', 'plate', 'plate', 'fuel-card'),
  value: fc.constantFrom(...PLATES, 'x', 'x"|,y'),
})
const world = fc.record({
  vehicles: fc.subarray([...PLATES]),
  drivers: fc.constantFrom(1, 2),
  owners: fc.uniqueArray(
    fc.record({
      name,
      source: fc.constantFrom('uber', 'viaverde'),
      of: fc.constantFrom('driver', 'vehicle', 'company'),
    }),
    { selector: ({ name: { kind, value }, source }) => `${source} ${kind} ${value}`, maxLength: 6 },
  ),
  held: fc.array(fc.record({ car: fc.nat(2), from: fc.option(hour), to: fc.option(hour), who: fc.nat(1) }), {
    maxLength: 6,
  }),
  rows: fc.array(
    fc.record({
      source: fc.constantFrom('uber', 'viaverde'),
      kind: fc.constantFrom(
        'toll',
        'earning',
        'activity',
        'reference',
        'organisation',
        'company-fee',
        'company-charging',
      ),
      state: fc.constantFrom('live', 'live', 'live', 'undone'),
      week: fc.constantFrom(...WEEKS),
      at: fc.option(hour, { freq: 4 }),
      keys: fc.array(name, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  ),
})
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

const at = (hours: number | null) => (hours === null ? null : START.add({ hours: hours }).toString())

/** Writes the rows directly, without commands: the test is about what rows are, not how they came. */
async function fill({ vehicles, drivers, owners, held, rows }: World) {
  await emptyDatabase()
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const ask = async (text: string, values: unknown[]) =>
    (await owner.query<{ id: string }>(text, values)).rows[0]?.id ?? null
  try {
    const people: (string | null)[] = []
    for (let n = 0; n < drivers; n++)
      people.push(await ask(`insert into drivers (ref, name) values ($1, $1) returning id`, [`D${n}`]))
    const cars: (string | null)[] = []
    for (const plate of vehicles)
      cars.push(
        await ask(`insert into vehicles (plate, make, model) values ($1, 'Marca', 'Modelo') returning id`, [plate]),
      )
    for (const {
      name: { kind, value },
      source,
      of,
    } of owners) {
      if (of === 'vehicle' && cars.length === 0) continue
      await ask(
        `insert into source_keys (source, kind, value, driver_id, vehicle_id, company) values ($1, $2, $3, $4, $5, $6)`,
        [source, kind, value, of === 'driver' ? people[0] : null, of === 'vehicle' ? cars[0] : null, of === 'company'],
      )
    }
    for (const { car, from, to, who } of held) {
      if (car >= cars.length || (from !== null && to !== null && from >= to)) continue
      await ask(
        `insert into assignments (vehicle_id, driver_id, period) select $1, $2, tstzrange($3, $4)
          where not exists (select from assignments where vehicle_id = $1 and period && tstzrange($3, $4))`,
        [cars[car], people[who % people.length], at(from), at(to)],
      )
    }
    const file = await ask(
      `with kept as (insert into files (sha256, size, media_type) values (repeat('a', 64), 1, 'text/csv'))
        insert into imports (sha256, name, source, kind, language, columns, header_line, data_rows, imported_at)
        values (repeat('a', 64), 'a.csv', 'viaverde', 'movements', 'pt', '{}', 1, 1, now()) returning id`,
      [],
    )
    for (const [line, row] of rows.entries())
      await ask(
        `insert into import_rows (import_id, line, source, report, kind, key, week, at, amount_cents, keys, original, state)
          values ($1, $2::int, $3, 'movements', $4, 'row ' || $2::int, $5, $6, -130, $7, '', $8)`,
        [file, line + 1, row.source, row.kind, row.week, at(row.at), JSON.stringify(row.keys), row.state],
      )
  } finally {
    await owner.end()
  }
}

test('the rows that nobody has are those of which it is so row by row, whatever names, cars and hours there are', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(world, fc.constantFrom(...WEEKS), async (drawn, from) => {
      await fill(drawn)
      const directory = await readDirectory()
      const byRow: string[] = []
      for (const week of WEEKS.filter((one) => one >= from).toReversed()) {
        const rows = await listLiveRows(week)
        byRow.push(...rows.filter((row) => attribute(row, directory).to === 'unmatched').map(({ id }) => id))
      }
      const asked = await listUnmatchedRows(from, 1_000)
      expect(asked.map(({ row }) => row.id)).toEqual(byRow)
      found += byRow.length
    }),
    { numRuns: tries(40) },
  )
  expect(found).toBeGreaterThan(0)
})
