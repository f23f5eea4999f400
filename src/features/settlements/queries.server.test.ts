import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { ZERO, cents, minus, sum } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { previousWeek } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { answerRow, takeBack } from '#features/weeks/answers/commands.server.ts'
import { saveFetchedDrivers, saveFetchedOrders, markComplete } from '#features/connections/collected/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { createDriver, removeDriver, restoreDriver } from '#features/fleet/drivers/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { newDriverInput, EMPTY_DRIVER } from '#features/fleet/drivers/schema.ts'
import { forgetKey } from '#features/fleet/keys/commands.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { endAssignment } from '#features/fleet/vehicles/commands.server.ts'
import type { BoltOrder } from '#integrations/connections/bolt-answers.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  edited,
  publicFile,
  withoutTerms,
} from '#test/factories.ts'
import { approveWeek } from './commands.server.ts'
import { listPresent } from './present-drivers/queries.server.ts'
import { getStatement, getWeek } from './queries.server.ts'

const bolt = publicFile('2026W23')
const LATER = edited(bolt, (text) => text.replaceAll('"242.84","242.84"', '"252.84","252.84"'))
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Changes of the input of a week's statements; a step that is refused has still been tried. */
const STEPS: Record<string, (fleet: Fleet, ref: string) => Promise<unknown>> = {
  'terms go': (fleet, ref) => withoutTerms([fleet.driver(ref)]),
  'week approved': () => makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true })),
  'file comes late': () => drop([LATER]),
  'fine put': (fleet, ref) => {
    const fine = { driverId: fleet.driver(ref), week: NEXT_WEEK, kind: 'fine' as const, reason: 'Multa' }
    return makeChange((change) => addAdjustment(change, { ...fine, amount: cents(-25_00) }))
  },
  'name forgotten': async (fleet, ref) => {
    const key = await db
      .selectFrom('source_keys')
      .select('id')
      .where('driver_id', '=', fleet.driver(ref))
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return makeChange((change) => forgetKey(change, key.id))
  },
  'car given back': async (fleet, ref) => {
    const held = await db
      .selectFrom('assignments')
      .select(['id', 'vehicle_id'])
      .where('driver_id', '=', fleet.driver(ref))
      .executeTakeFirstOrThrow()
    const at = Temporal.Instant.from('2026-06-03T12:00:00Z')
    return makeChange((change) => endAssignment(change, held.vehicle_id, held.id, at))
  },
  'rent changes': () =>
    db
      .updateTable('vehicles')
      .set({ rent_cents: sql<number>`rent_cents + 1000` })
      .execute(),
  'terms change': (fleet, ref) => {
    const terms = { ...PLAIN_TERMS, rent: cents(12_00) }
    return makeChange((change) => addTerms(change, fleet.driver(ref), { from: WEEK, terms, reason: 'Outra renda' }))
  },
  'row does not count': async () => {
    const toll = await db
      .selectFrom('import_rows')
      .select('id')
      .where('kind', '=', 'toll')
      .where('week', '=', WEEK)
      .where('state', '=', 'live')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const said = { row: String(toll.id), says: 'nothing' as const, reason: 'Não é nossa' }
    return makeChange((change) => answerRow(change, WEEK, said))
  },
  'row counts again': async () => {
    const { press } = await db.selectFrom('row_answers').select('press').executeTakeFirstOrThrow()
    return makeChange((change) => takeBack(change, `row:${press}`))
  },
  'file taken back': async () => {
    const { id } = await db
      .selectFrom('imports')
      .select('id')
      .where('source', '=', 'viaverde')
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow()
    return makeChange((change) => undoImport(change, id))
  },
  'file comes again': () => drop(PUBLIC_FILES),
  'driver leaves': (fleet, ref) => {
    const at = Temporal.Instant.from('2026-06-03T17:00:00Z')
    const leaving = { at, reason: 'Mudou de cidade', waitsUntil: '2026-07-22', signsInUntil: null, done: [] }
    return makeChange((change) => recordDeparture(change, fleet.driver(ref), leaving), { at: MONDAY })
  },
}

/** Each step once, in an order in which none is refused. */
const EACH_ONCE = [
  ...['row does not count', 'row counts again', 'terms change', 'rent changes', 'file taken back', 'file comes again'],
  ...['fine put', 'name forgotten', 'car given back', 'terms go', 'week approved', 'file comes late', 'driver leaves'],
].map((what) => ({ what, ref: what === 'terms go' ? 'D4' : 'D1' }))

test('one driver asked for is settled as in the whole week, and nobody is missed, whatever was done before', async () => {
  const steps = fc.array(
    fc.record({ what: fc.constantFrom(...Object.keys(STEPS)), ref: fc.constantFrom('D1', 'D2', 'D4', 'D7') }),
    { minLength: 1, maxLength: 6 },
  )
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, async (order) => {
      const fleet = await aFleet()
      await drop(PUBLIC_FILES)
      for (const { what, ref } of order) {
        // Reading the week fills what is kept; after the next step none of it may be answered where it no longer holds.
        await getWeek(WEEK)
        const went = await STEPS[what]!(fleet, ref).then(
          () => true,
          () => false,
        )
        if (went) done.add(what)
        // The statement of one driver alone is computed without anything kept.
        const one = (await getWeek(WEEK)).statements.find(({ driver }) => driver.ref === ref)
        if (one) expect(await getStatement(WEEK, one.driver.id), what).toEqual(one)
      }
      for (const week of [previousWeek(WEEK), WEEK, NEXT_WEEK]) {
        const { statements } = await getWeek(week)
        expect((await listPresent(week)).map(({ ref }) => ref)).toEqual(statements.map(({ driver }) => driver.ref))
        for (const one of statements) expect(await getStatement(week, one.driver.id)).toEqual(one)
      }
    }),
    { numRuns: 8, seed: 57, examples: [[EACH_ONCE]] },
  )
  expect([...done].toSorted()).toEqual(Object.keys(STEPS).toSorted())
}, 180_000)

test('who looks again finds the very drafts of whom nothing changed, and others of whom something did', async () => {
  const fleet = await aFleet()
  await drop(PUBLIC_FILES)
  const drafts = async () => new Map((await getWeek(WEEK)).statements.map((one) => [one.driver.ref, one.settlement]))
  const before = await drafts()
  await STEPS['terms change']!(fleet, 'D1')
  const after = await drafts()
  expect([...after.keys()].filter((ref) => after.get(ref) !== before.get(ref))).toEqual(['D1'])
})

/** Adds Bolt orders of a car, each with a passenger from one moment to another. */
async function tookPassengers(plate: string, driver: string, rides: readonly (readonly [string, string])[]) {
  const at = (clock: string) => Temporal.Instant.from(clock)
  const orders = rides.map(([from, to], place): BoltOrder => ({
    reference: `ride-${place}`,
    status: 'finished',
    driver,
    plate,
    payment: null,
    createdAt: at(from),
    acceptedAt: at(from),
    pickedUpAt: at(from),
    droppedOffAt: at(to),
    finishedAt: at(to),
    cancelledAt: null,
    metres: 4_000,
    amounts: { ride: ZERO, net: ZERO, tip: ZERO, toll: ZERO, booking: ZERO, cancellation: ZERO, commission: ZERO },
  }))
  const answering = { provider: 'bolt', company: '63530', now: MONDAY } as const
  await makeChange(async (change) => {
    await saveFetchedDrivers(change.tx, answering, [
      {
        id: driver,
        name: 'Motorista',
        email: '',
        phone: null,
        state: 'active',
        takesCash: null,
        plate: null,
        reason: null,
      },
    ])
    await saveFetchedOrders(change.tx, answering, orders)
    await markComplete(change.tx, 'bolt', { from: MONDAY.subtract({ hours: 24 * 14 }), until: MONDAY })
  })
}

test('under terms that ask it, a driver bears the tolls of no order, once both platforms have told their trips', async () => {
  const fleet = await aFleet()
  await drop(PUBLIC_FILES)
  const tolls = (await getStatement(WEEK, fleet.driver('D1'))).rows.filter(({ kind }) => kind === 'toll')
  const [first, ...others] = tolls
  const moment = first!.at!
  expect(others.length).toBeGreaterThan(0)
  const name = await db
    .selectFrom('source_keys')
    .select('value')
    .where('driver_id', '=', fleet.driver('D1'))
    .where('source', '=', 'bolt')
    .where('kind', '=', 'driver')
    .executeTakeFirstOrThrow()
  await tookPassengers(first!.keys.find(({ kind }) => kind === 'plate')!.value, name.value, [
    [moment.subtract({ minutes: 9 }).toString(), moment.add({ minutes: 4 }).toString()],
  ])
  const terms = { ...PLAIN_TERMS, tollPolicy: 'off-trip' as const }
  await makeChange((change) => addTerms(change, fleet.driver('D1'), { from: WEEK, terms, reason: 'Sem passageiro' }))

  // Uber paid the driver in this week as well, and its trips are missing: nobody knows whether the other tolls had a
  // passenger.
  const before = await getStatement(WEEK, fleet.driver('D1'))
  const rest = minus(sum(others.map(({ amount }) => amount)))
  expect(before.tripUnknownTolls).toEqual({ count: others.length, amount: rest })
  const steps = (one: typeof before) => one.settlement!.lines.find(({ code }) => code === 'tolls')?.steps ?? []
  expect(steps(before).some((step) => step.kind === 'term' && step.term === 'tolls-off-trip')).toBe(false)

  // While the report is missing, Uber may have paid this driver, who has a name there. A report that is there without the driver shows
  // that it did not.
  const own = before.rows.flatMap(({ id, source, kind }) => (source === 'uber' && kind === 'earning' ? [id] : []))
  const ofUber = sql`source = 'uber' and kind = 'earning' and week = ${WEEK}::date`
  await sql`update import_rows set state = 'replaced' where ${ofUber}`.execute(db)
  expect((await getStatement(WEEK, fleet.driver('D1'))).tripUnknownTolls.count).toBe(others.length)
  await sql`update import_rows set state = 'live' where ${ofUber} and id <> all(${own}::bigint[])`.execute(db)
  const after = await getStatement(WEEK, fleet.driver('D1'))
  expect(after.tripUnknownTolls.count).toBe(0)
  expect(steps(after)).toContainEqual(expect.objectContaining({ term: 'tolls-off-trip', amount: minus(rest) }))
})

test('who has no part in a week, and who is nobody, has no statement', async () => {
  const fleet = await aFleet()
  await withoutTerms([fleet.driver('D1')])
  for (const id of [fleet.driver('D1'), UNKNOWN_ID, 'nobody'])
    await expect(getStatement(WEEK, id)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a record that was put away, or merged, owes no rent: it has no statement, and has one again when it is fetched back', async () => {
  await aFleet()
  const [removed, merged, stays] = await Promise.all(
    ['Engano', 'Dobrado', 'Certo'].map((name) =>
      makeChange((change) => createDriver(change, newDriverInput.parse({ ...BLANK, name }))),
    ),
  )
  const terms = { ...PLAIN_TERMS, rent: cents(270_00) }
  for (const id of [removed!, merged!])
    await makeChange((change) => addTerms(change, id, { from: WEEK, terms, reason: 'Renda' }))
  expect((await getStatement(WEEK, removed!)).settlement?.net).toBe(-270_00)

  await makeChange((change) => removeDriver(change, removed!, 'Criado duas vezes'))
  await makeChange((change) => mergeDrivers(change, merged!, { into: stays!, reason: 'A mesma pessoa' }))

  const names = async () => (await getWeek(WEEK)).statements.map(({ driver }) => driver.id)
  expect(await names()).toContain(stays)
  for (const id of [removed!, merged!]) {
    expect(await names()).not.toContain(id)
    expect((await listPresent(WEEK)).map((one) => one.id)).not.toContain(id)
    await expect(getStatement(WEEK, id)).rejects.toThrow('record.not-found')
  }
  await makeChange((change) => restoreDriver(change, removed!))
  expect((await getStatement(WEEK, removed!)).settlement?.net).toBe(-270_00)
})

// A last day in the future, so that a merged record would still work in the week.
const BLANK = { ...EMPTY_DRIVER, endedOn: '2026-12-31' }
