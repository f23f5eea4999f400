import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, asOwner } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { listLooks, showDay, showFleet } from './queries.server.ts'
import type { Look } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-09T10:00:00Z')

async function recording(): Promise<{ car: string; driver: string; device: number; look: Look }> {
  const fleet = await aFleet()
  const uid = await anAccount('operacoes@exemplo.pt', 'admin')
  const car = fleet.vehicle('ZX11TA')
  const { driver_id: driver } = await db
    .selectFrom('assignments')
    .select('driver_id')
    .where('vehicle_id', '=', car)
    .executeTakeFirstOrThrow()
  await db.insertInto('position_settings').values({ records_since: '2026-06-01T00:00:00Z' }).execute()
  const { id: device } = await db
    .insertInto('position_devices')
    .values({ kind: 'tracker', name: 'Caixa', vehicle_id: car, made_at: NOW.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { car, driver, device, look: { by: { uid, role: 'admin' }, cars: null, reason: '', now: NOW } }
}

type Sent = { at: string; lat: number; lon: number; speed?: number; accuracy?: number; hidden?: boolean }

async function keep(car: string, sent: readonly Sent[], device = 1): Promise<number> {
  const list = (values: readonly unknown[]) => sql`${values}`
  const { rows } = await sql<{ fresh: number }>`select * from positions.keep(${list(sent.map(() => device))}::int[],
    ${list(sent.map(({ at }) => at))}::timestamptz[], ${list(sent.map(() => car))}::uuid[],
    ${list(sent.map(({ lat }) => Math.round(lat * 1e7)))}::int[], ${list(sent.map(({ lon }) => Math.round(lon * 1e7)))}::int[],
    ${list(sent.map(({ speed }) => speed ?? null))}::smallint[], ${list(sent.map(() => null))}::smallint[],
    ${list(sent.map(({ accuracy }) => accuracy ?? null))}::smallint[], ${list(sent.map(({ hidden }) => hidden ?? false))}::bool[],
    ${Temporal.Now.instant().toString()})`.execute(db)
  return rows.reduce((sum, { fresh }) => sum + fresh, 0)
}

const DRIVE: Sent[] = Array.from({ length: 60 }, (_, step) => ({
  at: NOW.subtract({ seconds: (59 - step) * 15 }).toString(),
  lat: 38.72 + step * 0.001,
  lon: -9.14,
  speed: 740,
}))

test('the site’s role reads no table of positions, and none of its functions shows one without a look', async () => {
  const { car } = await recording()
  await keep(car, DRIVE)
  for (const table of ['points', 'held', 'last', 'day_20260609']) {
    const name = sql.raw(`positions.${table}`)
    for (const statement of [
      sql`select * from ${name}`,
      sql`select count(*) from ${name}`,
      sql`delete from ${name}`,
      sql`update ${name} set lat = 0`,
      sql`copy ${name} to stdout`,
      sql`create table public.stolen as select * from ${name}`,
      sql`insert into ${name} (device, at, vehicle_id, lat, lon, received_at) values (1, now(), gen_random_uuid(), 0, 0, now())`,
    ])
      await expect(statement.execute(db)).rejects.toMatchObject({ code: '42501' })
  }
  // Without a name, or with an unknown one, nothing is shown.
  for (const uid of [null, 'nobody'])
    await expect(sql`select * from positions.see_last(${uid}, 'admin', null, '', now())`.execute(db)).rejects.toThrow(
      'name',
    )
  await expect(
    sql`select * from positions.see_day(null, 'driver', 'day', ${car}, '2026-06-09', null, '', now())`.execute(db),
  ).rejects.toThrow('own time')
  // Looks cannot be written, changed or deleted by hand.
  await expect(
    db
      .insertInto('position_looks')
      .values({ role: 'system', what: 'last', at: NOW.toString(), until_at: NOW.toString() })
      .execute(),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    sql`select positions.note_look('x', 'admin', 'last', null, '{}', '', now())`.execute(db),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await db.selectFrom('position_looks').selectAll().execute()).toEqual([])
  // Every function that the role may call either shows no place, or records a look.
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = 'positions'::regnamespace and has_function_privilege(current_user, oid, 'execute') order by 1`.execute(
    db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    ...['forget_private', 'keep', 'lag', 'list_days', 'list_heard', 'see_day', 'see_last'],
    ...['see_moment', 'see_recent', 'sweep'],
  ])
})

test('a look shows where cars are, and who looked, when and why stands beside the driver', async () => {
  const { car, driver, device, look } = await recording()
  expect(await showFleet(look)).toEqual([])
  await keep(car, DRIVE, device)
  const [last, ...others] = await showFleet({ ...look, reason: ' O cliente espera ' })
  expect(others).toEqual([])
  expect(last).toMatchObject({
    plate: 'ZX-11-TA',
    lat: 38.779,
    lon: -9.14,
    speed: 27,
    state: 'moving',
    fixAt: NOW.toString(),
    source: { kind: 'tracker', name: 'Caixa' },
    driver: { id: driver },
  })
  const later = await showFleet({ ...look, reason: 'O cliente espera', now: NOW.add({ minutes: 11 }) })
  expect(later[0]?.state).toBe('offline')
  const day = await showDay(look, { vehicleId: car, day: '2026-06-09' })
  expect(day).toMatchObject({ metres: 6_561, stops: [], trips: [{ driver: { id: driver } }] })
  expect(await listLooks({ driverId: driver }, 10)).toMatchObject([
    { by: 'operacoes', what: 'day', day: '2026-06-09', reason: '' },
    {
      by: 'operacoes',
      what: 'last',
      reason: 'O cliente espera',
      plates: ['ZX-11-TA'],
      until: NOW.add({ minutes: 11 }).toString(),
    },
  ])
  await db.updateTable('position_settings').set({ asks_reason: true }).execute()
  await expect(showFleet(look)).rejects.toMatchObject({ code: 'position.reason-missing' })
  await expect(showDay(look, { vehicleId: car, day: '2026-06-09' })).rejects.toMatchObject({
    code: 'position.reason-missing',
  })
})

test('shuffled, doubled and delayed fixes give the same table, and the last position never moves back', async () => {
  const { car, look } = await recording()
  const drive = DRIVE.map((one, at) => (at === 30 ? { ...one, accuracy: 400 } : at === 40 ? { ...one, lat: 41 } : one))
  const tables: unknown[] = []
  for (const seed of [0, 1, 2, 3, 4]) {
    await asOwner('truncate positions.points, positions.last')
    const order = drive.map((one, at) => ({ one, by: seed === 0 ? at : Math.sin(at * 12.9 + seed * 78.2) }))
    const feed = order.toSorted((a, b) => a.by - b.by).map(({ one }) => one)
    const doubled = seed === 0 ? feed : [...feed, ...feed.slice(0, 20), { ...DRIVE[7]!, lat: 39 }, DRIVE[7]!]
    let fresh = 0
    let [until, seen] = [0, '']
    while (until < doubled.length) {
      fresh += await keep(car, doubled.slice(until, until + 1 + (until % 7)))
      until += 1 + (until % 7)
      const at = (await showFleet(look))[0]?.fixAt ?? ''
      expect(at >= seen).toBe(true)
      seen = at
    }
    expect(fresh).toBe(60)
    const { points, ...rest } = await showDay(look, { vehicleId: car, day: '2026-06-09' })
    const [last] = await showFleet(look)
    tables.push({ rest, points: points.map((one) => ({ ...one, receivedAt: '' })), last: { ...last, receivedAt: '' } })
    expect(points.flatMap(({ flaw }) => flaw ?? [])).toEqual(['vague', 'leap'])
  }
  for (const table of tables) expect(table).toEqual(tables[0])
})

test('days that are over go with their partition, but for what is held; a hold that ended lets go', async () => {
  const { car, look } = await recording()
  await keep(car, DRIVE)
  const sweep = (days: number) =>
    sql<{ sweep: number }>`select positions.sweep(${NOW.add({ hours: 24 * days }).toString()})`
      .execute(db)
      .then(({ rows }) => rows[0]!.sweep)
  expect(await sweep(6)).toBe(0)
  expect(await showFleet(look)).toHaveLength(1)
  await db
    .insertInto('position_holds')
    .values({
      vehicle_id: car,
      kind: 'theft',
      reason: 'Furto participado à PSP',
      from_at: NOW.subtract({ minutes: 5 }).toString(),
      until_at: NOW.add({ hours: 24 * 20 }).toString(),
      made_at: NOW.toString(),
      made_by: look.by.uid!,
    })
    .execute()
  expect(await sweep(7)).toBeGreaterThan(0)
  const { points } = await showDay(look, { vehicleId: car, day: '2026-06-09' })
  expect(points).toHaveLength(21)
  await sweep(21)
  expect((await showDay(look, { vehicleId: car, day: '2026-06-09' })).points).toEqual([])
  expect(await showFleet(look)).toEqual([])
})

test('nothing is kept where nothing is recorded', async () => {
  const { car } = await recording()
  await db.updateTable('position_settings').set({ records_since: null }).execute()
  await expect(keep(car, DRIVE)).rejects.toMatchObject({ code: '42501' })
})
