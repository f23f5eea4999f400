import { sql } from 'kysely'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { translator } from '#messages/translate.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, makeChange } from '#test/factories.ts'
import { type Actor, COMMAND_LINE, carryOut } from './commands.server.ts'
import { eventsForSheet, exportEvents, listActions, listEvents, searchEvents } from './queries.server.ts'
import { readAuditFilter } from './schema.ts'

const search = async (address: string, limit = 50, before: number | null = null) => {
  const { events, older } = await searchEvents(readAuditFilter(new URLSearchParams(address)).filter, { limit, before })
  return { actions: events.map(({ action }) => action), events, older }
}

test('a change says each value that became another, the newest first, and nothing of other records', async () => {
  const note = (
    hour: number,
    subject: string,
    before: { name: string | null },
    after: { name: string; phone: string | null },
  ) =>
    carryOut(
      {
        actor: COMMAND_LINE,
        action: 'driver.save',
        now: Temporal.Instant.from('2026-11-20T00:00:00Z').add({ hours: hour }),
      },
      async (change) => {
        change.note({ subject, before, after })
        return null
      },
    )
  await note(2, 'driver:a', { name: 'Rui' }, { name: 'Rui', phone: '912345678' })
  await note(1, 'driver:a', { name: null }, { name: 'Rui', phone: null })
  await note(3, 'driver:b', { name: 'Ana' }, { name: 'Eva', phone: null })

  expect(await listEvents('driver:a')).toMatchObject([
    {
      at: '2026-11-20T02:00:00Z',
      by: null,
      role: 'command-line',
      changes: [{ field: 'phone', before: null, after: '912345678' }],
    },
    { at: '2026-11-20T01:00:00Z', changes: [{ field: 'name', before: null, after: 'Rui' }] },
  ])
})

/** One event of each kind, by three actors, on three days. */
async function aLog() {
  const fleet = await aFleet()
  const [ana, vehicle] = [fleet.driver('D1'), await aVehicle()]
  await db
    .insertInto('users')
    .values([
      { uid: 'helena', email: 'helena@frota.example', display_name: 'Helena Matos', role: 'admin' },
      { uid: 'rui', email: 'rui@frota.example', display_name: 'Rui Pó', role: 'admin' },
    ])
    .execute()
  const actor = (uid: string, address: string): Actor => ({ uid, role: 'admin', address, requestId: null })
  const did = (action: string, by: Actor, days: number, subject: string, after: Record<string, string | number>) =>
    makeChange(async (change) => change.note({ subject, after }), {
      action,
      actor: by,
      at: MONDAY.add({ hours: 24 * days }),
    })
  await did('driver.save', actor('helena', '192.0.2.1'), 0, `driver:${ana}`, { notes: '100% certo_hoje' })
  await did('vehicle.save', actor('rui', '192.0.2.2'), 1, `vehicle:${vehicle}`, { model: 'Zoé' })
  await did('company.save', actor('helena', '192.0.2.2'), 2, 'company', { name: 'Rotas' })
  return { ana, vehicle }
}
const aVehicle = async () => (await db.selectFrom('vehicles').select('id').executeTakeFirstOrThrow()).id

test.each([
  ['who=helena', ['company.save', 'driver.save']],
  ['who=Pó', ['vehicle.save']],
  ['who=nobody', []],
  ['who=command-line&action=driver.save', []],
  ['action=vehicle.save', ['vehicle.save']],
  ['address=192.0.2.2', ['company.save', 'vehicle.save']],
  ['from=2026-06-09&to=2026-06-09', ['vehicle.save']],
  ['from=2026-06-10', ['company.save']],
  ['q=zoé', ['vehicle.save']],
  ['q=100%25%20certo_', ['driver.save']],
  ['q=100_', []],
  ['who=helena&address=192.0.2.2', ['company.save']],
])('a search by %s finds what it says', async (address, actions) => {
  await aLog()
  expect((await search(address)).actions).toEqual(actions)
})

test('the oldest come first when they are asked for, and the next page goes on from there', async () => {
  await aLog()
  const first = await search('order=oldest&who=helena', 1)
  expect(first.actions).toEqual(['driver.save'])
  expect((await search('order=oldest&who=helena', 1, first.older)).actions).toEqual(['company.save'])
})

test('no event names a record by its number: by its name, or by nothing', async () => {
  const { ana } = await aLog()
  const gone = crypto.randomUUID()
  await makeChange(async (change) => change.note({ subject: `drop:${gone}`, after: { dispute: gone, driver: ana } }), {
    action: 'drop.forget',
  })
  const [event] = (await search('action=drop.forget')).events
  expect(event?.about).toEqual({ kind: 'drop', name: '', to: null })
  expect(event?.changes).toEqual([{ field: 'driver', before: null, after: 'Anselmo Tavira Quintão' }])
})

test('a sheet has the same rows as the table, under the same headings', async () => {
  await aLog()
  const { filter } = readAuditFilter(new URLSearchParams('who=helena&order=oldest'))
  const [headings, ...rows] = await eventsForSheet(filter, translator('pt'))
  expect(headings).toContain('o quê')
  expect(rows.map((row) => row[4])).toEqual(['driver.save', 'company.save'])
})

test('events are found by their record and are told by its name and place', async () => {
  const { ana, vehicle } = await aLog()
  const found = await search(`driver=${ana}`)
  expect(found.actions[0]).toBe('driver.save')
  expect(new Set(found.events.map(({ about }) => about?.to))).toEqual(new Set([`/admin/drivers/${ana}`]))
  expect(found.events[0]?.about).toMatchObject({ kind: 'driver', name: 'Anselmo Tavira Quintão' })
  const cars = await search(`vehicle=${vehicle}`)
  expect(cars.actions[0]).toBe('vehicle.save')
  expect(new Set(cars.events.map(({ about }) => about?.kind))).toEqual(new Set(['vehicle']))
})

test('a week is found by what happened to it, to its statements and to its batches', async () => {
  const fleet = await anApprovedWeek()
  const statement = await db
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', fleet.driver('D1'))
    .executeTakeFirstOrThrow()
  await makeChange(async (change) => change.note({ subject: `settlement:${statement.id}`, after: { note: 'visto' } }), {
    action: 'settlement.void',
  })
  const { events } = await search(`week=2026-W23`)
  expect(events.map(({ about }) => about?.kind).toSorted()).toEqual(['settlement', 'week'])
  expect(events.find(({ about }) => about?.kind === 'settlement')?.about?.to).toBe(
    `/admin/weekly/2026-W23/${fleet.driver('D1')}`,
  )
  expect((await search(`driver=${fleet.driver('D1')}`)).actions[0]).toBe('settlement.void')
  expect((await search(`week=${WEEK}`)).actions).toHaveLength(2)
})

test('page after page gives every event once, the newest first', async () => {
  await aLog()
  const all = (await search('', 1_000)).events.map(({ id }) => id)
  const paged: number[] = []
  let before: number | null = null
  do {
    const page = await search('', 7, before)
    paged.push(...page.events.map(({ id }) => id))
    before = page.older
  } while (before !== null)
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThan(3)
})

test('what was typed and not understood is said, and does not narrow the search', async () => {
  const { filter, unread } = readAuditFilter(new URLSearchParams('week=2026-W99&from=ontem&q=ab&driver=1'))
  expect(unread).toEqual(['week', 'from', 'q'])
  expect(filter).toMatchObject({ week: null, from: null, driver: null })
})

test('every action that happened is offered once', async () => {
  await aLog()
  expect(await listActions()).toEqual(['company.save', 'driver.save', 'test.change', 'vehicle.save'])
})

test('the file holds all that is found, many pages of it too, with one heading', async () => {
  await aLog()
  const { count } = await db
    .selectFrom('audit_events')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('audit_events')
    .values(
      Array.from({ length: 4_100 }, (_, number) => ({ at: MONDAY.toString(), action: 'x.y', subject: `s:${number}` })),
    )
    .execute()
  const pieces: Uint8Array[] = []
  for await (const piece of exportEvents(readAuditFilter(new URLSearchParams('')).filter, 'pt')) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  const { data } = Papa.parse<string[]>(text.trimEnd())
  expect(text.split('\uFEFF')).toHaveLength(2)
  expect(data[0]?.[0]).toBe('n.º')
  expect(new Set(data.slice(1).map(([seq]) => seq)).size).toBe(count + 4_100)
  expect(data).toHaveLength(count + 4_101)
})
