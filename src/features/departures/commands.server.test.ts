import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type BasisPoints, cents } from '#domain/money.ts'
import { USUAL_HOURS } from '#domain/shift.ts'
import { type Week, nextWeek } from '#domain/week.ts'
import { createAccount, disableAccount } from '#features/accounts/commands.server.ts'
import { addAdjustment, addRecurring } from '#features/adjustments/commands.server.ts'
import { approveApplication } from '#features/recruitment/approvals/commands.server.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { createNewcomer, saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { addPattern, addShift, changeShift } from '#features/fleet/shifts/commands.server.ts'
import { listShifts } from '#features/fleet/shifts/queries.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { newDriverInput, EMPTY_DRIVER } from '#features/fleet/drivers/schema.ts'
import { draftContract, sendContract } from '#features/contracts/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { signContract } from '#features/contracts/signing/commands.server.ts'
import { askSwap, offerShift } from '#features/fleet/shift-requests/commands.server.ts'
import { getRequest } from '#features/fleet/shift-requests/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { requestAdvance } from '#features/plans/commands.server.ts'
import { listProposals } from '#features/settlements/proposals/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getStatement, getWeek } from '#features/settlements/queries.server.ts'
import { readDriver } from '#features/papers/readiness/queries.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { contractWorld } from '#test/contracts.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
} from '#test/factories.ts'
import {
  changeDeparture,
  closeSignIns,
  deactivateDepartedDrivers,
  recordDeparture,
  returnDriver,
} from './commands.server.ts'
import {
  carsHandedBack,
  findDeparture,
  findPastDeparture,
  firstDayBack,
  listDepartures,
  passesToFinalAccount,
  previewDeparture,
} from './queries.server.ts'
import { departureJobs } from './jobs.server.ts'
import { reopenSignIn } from './jobs.ts'
import type { DepartureInput } from './schema.ts'

const refused = (code: string) => expect.objectContaining({ code })
const moment = (day: string) => Temporal.Instant.from(`${day}T17:00:00Z`)
/** The evening of the last day of the public week. */
const LEFT = moment('2026-06-07')
const leaving: DepartureInput = {
  at: LEFT,
  reason: 'Mudou de cidade',
  waitsUntil: '2026-07-22',
  signsInUntil: null,
  done: [],
}

const leave = (driverId: string, changed: Partial<DepartureInput> = {}) =>
  makeChange((change) => recordDeparture(change, driverId, { ...leaving, ...changed }), { at: moment('2026-06-08') })
const approve = (week: Week) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
const put = (driverId: string, week: Week, amount: number) =>
  makeChange((change) =>
    addAdjustment(change, { driverId, week, kind: 'fine', amount: cents(amount), reason: 'Multa' }),
  )

/** A driver of the public fleet who had a car in the public week. */
async function withCar(fleet: Fleet) {
  const { driver_id, vehicle_id } = await db
    .selectFrom('assignments')
    .select(['driver_id', 'vehicle_id'])
    .where('driver_id', '=', fleet.driver('D1'))
    .executeTakeFirstOrThrow()
  return { driverId: driver_id, vehicleId: vehicle_id }
}

test('a departure that was a mistake is taken back from the day after on: nobody was away, and the car goes on where it was handed back', async () => {
  const fleet = await aFleet()
  const { driverId, vehicleId } = await withCar(fleet)
  await leave(driverId)
  const departure = (await findDeparture(driverId))!
  expect([firstDayBack(departure), await carsHandedBack(driverId, departure)]).toMatchObject([
    '2026-06-08',
    [{ id: vehicleId }],
  ])
  const back = (changed: object) =>
    makeChange((change) => returnDriver(change, driverId, { on: '2026-06-08', ...changed }))
  await expect(back({ on: '2026-06-07' })).rejects.toEqual(refused('departure.returns-before'))
  await expect(back({ cars: [fleet.vehicle('ZX22TB')] })).rejects.toEqual(refused('record.not-found'))
  await back({ cars: [vehicleId] })
  const periods = (await listAssignments(vehicleId)).map(({ from, to }) => [String(from), String(to)])
  expect(periods).toContainEqual([LEFT.toString(), 'null'])
  expect((await readDriver(driverId, '2026-06-08')).missing.map(({ kind }) => kind)).not.toContain('away')
  expect(await carsHandedBack(driverId, departure)).toEqual([])
})

test('who leaves is in no shift after that moment: the hours are free, and what was before stays', async () => {
  const fleet = await aFleet()
  const { driverId, vehicleId } = await withCar(fleet)
  const other = fleet.driver('D2')
  const daily = { vehicleId, weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-06-08', until: null }
  await makeChange(async (change) => {
    await addPattern(change, { ...daily, driverId, ...USUAL_HOURS.day })
    await addPattern(change, { ...daily, driverId: other, ...USUAL_HOURS.night })
    const night = { vehicleId, day: '2026-06-10', starts: USUAL_HOURS.night.starts }
    await changeShift(change, night, { whose: driverId, ...USUAL_HOURS.night })
    const evening = { vehicleId: fleet.vehicle('ZX22TB'), day: '2026-06-12', starts: '19:00', ends: '23:00' }
    await addShift(change, { ...evening, driverId })
  })
  const at = moment('2026-06-10')
  expect((await previewDeparture(driverId, at, MONDAY)).isPlanned).toBe(true)
  await leave(driverId, { at })
  const { shifts } = await listShifts(NEXT_WEEK)
  const of = (whose: string | null) =>
    shifts.flatMap(({ driverId: id, day, starts }) => (id === whose ? [`${day.slice(8)} ${starts.slice(0, 2)}`] : []))
  expect(of(driverId)).toEqual(['08 06', '09 06', '10 06'])
  expect(of(other)).toEqual(['08 18', '09 18', '11 18', '12 18', '13 18', '14 18'])
  expect(of(null)).toEqual(['10 18'])
  expect((await previewDeparture(other, at, MONDAY)).isPlanned).toBe(true)
})

test('somebody has left once the last day is behind, not while it is to come', async () => {
  const { driverId } = await withCar(await aFleet())
  expect(await findPastDeparture(driverId, moment('2026-06-08'))).toBeNull()
  await leave(driverId)
  expect(await findPastDeparture(driverId, LEFT)).toBeNull()
  expect(await findPastDeparture(driverId, moment('2026-06-08'))).toMatchObject({ lastDay: '2026-06-07' })
})

test('who left suspended comes back suspended, unless the office lifts it; an application lifts nothing', async () => {
  const driverId = (await aFleet()).driver('D1')
  const suspend = () =>
    makeChange(
      async (change) => {
        const { version, ...known } = await getDriver(driverId, change.tx)
        await saveDriver(change, driverId, { ...known, status: 'suspended', dropNif: false, version })
      },
      { at: moment('2026-06-05') },
    )
  const back = (changed: object) =>
    makeChange((change) => returnDriver(change, driverId, { on: '2026-06-24', ...changed }), {
      at: moment('2026-06-24'),
    })
  const readState = async () => ({
    status: (await getDriver(driverId)).status,
    missing: (await readDriver(driverId, '2026-06-25')).missing.some(({ kind }) => kind === 'suspended'),
  })
  await suspend()
  await leave(driverId)
  expect((await findDeparture(driverId))!.wasSuspended).toBe(true)
  await back({ isPending: true })
  expect(await readState()).toEqual({ status: 'suspended', missing: true })
  await makeChange(
    (change) => recordDeparture(change, driverId, { ...leaving, at: moment('2026-06-25'), waitsUntil: '2026-08-01' }),
    {
      at: moment('2026-06-26'),
    },
  )
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-06-26', lifts: true }), {
    at: moment('2026-06-26'),
  })
  expect((await getDriver(driverId)).status).toBe('active')
  expect((await readDriver(driverId, '2026-06-26')).missing.map(({ kind }) => kind)).not.toContain('suspended')
})

test('a departure that has not come yet is taken back without lifting a suspension', async () => {
  const driverId = (await aFleet()).driver('D1')
  await makeChange((change) => recordDeparture(change, driverId, { ...leaving, at: moment('2026-06-20') }), {
    at: moment('2026-06-08'),
  })
  await db.updateTable('drivers').set({ status: 'suspended' }).where('id', '=', driverId).execute()
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-06-21' }), { at: moment('2026-06-10') })
  expect(await getDriver(driverId)).toMatchObject({ status: 'suspended', endedOn: null })
})

test('leaving ends cars and later terms at that moment, and shows before what it will end', async () => {
  const fleet = await aFleet()
  const { driverId, vehicleId } = await withCar(fleet)
  const { terms } = (await listTerms(driverId))[0]!
  await makeChange((change) => addTerms(change, driverId, { from: nextWeek(WEEK, 5), terms, reason: '' }))
  const changes = await previewDeparture(driverId, LEFT, LEFT)
  expect(changes).toMatchObject({
    lastDay: '2026-06-07',
    cars: [{ vehicleId, begins: false }],
    terms: [{ from: nextWeek(WEEK, 5) }],
  })
  expect(changes.checklist.map(({ what }) => what)).toEqual(expect.arrayContaining(['car', 'papers', 'platforms']))
  const viaVerde = changes.checklist.filter(({ what, name }) => what === 'card' && name.startsWith('viaverde'))
  expect(viaVerde).toHaveLength(1)
  await leave(driverId, { done: [`car:${changes.checklist[0]!.name}`] })
  const held = (await listAssignments(vehicleId)).filter((one) => one.driverId === driverId)
  expect(held.map(({ to }) => to?.toString())).toEqual([LEFT.toString()])
  expect((await listTerms(driverId)).map(({ from }) => from)).not.toContain(nextWeek(WEEK, 5))
  expect(await getDriver(driverId)).toMatchObject({ status: 'inactive', endedOn: '2026-06-07' })
  expect((await findDeparture(driverId))?.checklist.filter(({ done }) => done)).toHaveLength(1)
  await expect(leave(driverId)).rejects.toEqual(refused('departure.known'))
})

test('a last day before the first one, or before the driver came back, is refused before and when it is recorded', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await db.updateTable('drivers').set({ started_on: '2026-05-04' }).where('id', '=', driverId).execute()
  const early = refused('departure.ends-before')
  const sunday = moment('2026-05-03')
  await expect(previewDeparture(driverId, sunday, LEFT)).rejects.toEqual(early)
  await expect(leave(driverId, { at: sunday })).rejects.toEqual(early)
  await leave(driverId)
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-06-24' }))
  const back = moment('2026-06-23')
  await expect(previewDeparture(driverId, back, LEFT)).rejects.toEqual(early)
  await expect(leave(driverId, { at: back })).rejects.toEqual(early)
  await leave(driverId, { at: moment('2026-06-24') })
  expect((await listDepartures(driverId)).map(({ lastDay }) => lastDay)).toEqual(['2026-06-24', '2026-06-07'])
})

test('leaving waits for whoever moves balances, and does not keep the driver from them', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const advance = { total: cents(100_00), count: 2, first: NEXT_WEEK, reason: 'Pneus', interest: 0 as BasisPoints }
  await makeChange((change) => requestAdvance(change, driverId as OwnDriverId, advance))
  let left: Promise<void> | undefined
  await makeChange(async ({ tx }) => {
    await lockBalances(tx)
    left = leave(driverId)
    while (!(await isSomebodyWaiting())) continue
    // The lock that writing a settlement takes on its driver.
    await sql`select from drivers where id = ${driverId} for key share`.execute(tx)
  })
  await left
  expect(await findDeparture(driverId)).not.toBeNull()
})

/** Whether somebody waits for the lock on balances that another holds. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

test('leaving in the middle of an approved week says so before, and what the car did later is proposed back', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await dropPublicSet()
  await approve(WEEK)
  const wednesday = moment('2026-06-03')
  expect((await previewDeparture(driverId, wednesday, LEFT)).frozen).toEqual([WEEK])
  expect((await previewDeparture(driverId, moment('2026-06-10'), LEFT)).frozen).toEqual([])
  await leave(driverId, { at: wednesday })
  expect(await listProposals()).toMatchObject([{ about: WEEK }])
  expect((await getWeek(WEEK)).unmatched.length).toBeGreaterThan(1)
})

test('the record keeps the state and the last day a departure gave it, and takes every other change', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await leave(driverId)
  const save = async (changed: object) => {
    const now = await getDriver(driverId)
    await makeChange((change) => saveDriver(change, driverId, { ...now, ...changed }))
  }
  await expect(save({ endedOn: null })).rejects.toEqual(refused('driver.has-left'))
  await expect(save({ status: 'active' })).rejects.toEqual(refused('driver.has-left'))
  await save({ notes: 'Deixou saudades' })
  expect(await getDriver(driverId)).toMatchObject({ notes: 'Deixou saudades', endedOn: '2026-06-07', hasLeft: true })
})

test('the weeks up to the last day and whatever comes later are settled, also nothing but a fine', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await leave(driverId)
  await dropPublicSet()
  await approve(WEEK)
  expect(await findFrozen(driverId, WEEK)).not.toBeNull()
  const inWeek = async (week: Week) => (await getWeek(week)).statements.some(({ driver }) => driver.id === driverId)
  expect(await inWeek(NEXT_WEEK)).toBe(false)
  await put(driverId, NEXT_WEEK, -60_00)
  expect(await inWeek(NEXT_WEEK)).toBe(true)
  await approve(NEXT_WEEK)
  expect((await findFrozen(driverId, NEXT_WEEK))?.settlement).toMatchObject({ net: -60_00, payable: 0 })
})

test('what the last statement of who has left owes goes into the final account, and what an earlier one owes goes on', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await dropPublicSet()
  await approve(WEEK)
  expect(await passesToFinalAccount(driverId, WEEK)).toBe(false)
  await leave(driverId, { at: moment('2026-06-10') })
  // The last day is only in the next week.
  expect(await passesToFinalAccount(driverId, WEEK)).toBe(false)
  expect(await passesToFinalAccount(driverId, NEXT_WEEK)).toBe(true)
  await approve(NEXT_WEEK)
  expect(await findFrozen(driverId, NEXT_WEEK)).not.toBeNull()
  const later = nextWeek(WEEK, 2)
  await put(driverId, later, -60_00)
  await approve(later)
  expect(await passesToFinalAccount(driverId, NEXT_WEEK)).toBe(false)
  expect(await passesToFinalAccount(driverId, later)).toBe(true)
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-06-24' }))
  expect(await passesToFinalAccount(driverId, later)).toBe(false)
})

test('a week nobody has brought anything for is settled until the last day and asks nothing after it', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const { terms } = (await listTerms(driverId))[0]!
  const rented = { ...terms, regime: 'rental' as const, rent: cents(270_00), follows: ['rent' as const] }
  await makeChange((change) => addTerms(change, driverId, { from: NEXT_WEEK, terms: rented, reason: '' }))
  await makeChange((change) =>
    addRecurring(change, {
      driverId,
      kind: 'other',
      amount: cents(-10_00),
      reason: 'Seguro',
      first: WEEK,
      last: null,
      total: null,
    }),
  )
  await leave(driverId, { at: moment('2026-06-10') })
  const codes = async (week: Week) =>
    (await getStatement(week, driverId)).settlement?.lines.flatMap(({ code, amount }) => (amount === 0 ? [] : [code]))
  expect(await codes(NEXT_WEEK)).toEqual(['vehicle.rent', 'adjustment.other'])
  const later = nextWeek(WEEK, 2)
  await put(driverId, later, -60_00)
  expect(await codes(later)).toEqual(['adjustment.fine'])
})

test('a weekly rule rests with who leaves, and one that is over is not named', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const rule = (reason: string, last: Week | null) =>
    makeChange((change) =>
      addRecurring(change, {
        driverId,
        kind: 'other',
        amount: cents(-10_00),
        reason,
        first: WEEK,
        last,
        total: null,
      }),
    )
  await rule('Seguro', null)
  await rule('Telefone', WEEK)
  const resting = async () => (await previewDeparture(driverId, LEFT, LEFT)).recurring.map(({ reason }) => reason)
  expect(await resting()).toEqual(['Telefone', 'Seguro'])
  await approve(WEEK)
  expect(await resting()).toEqual(['Seguro'])
})

test('who comes back is the same record, with history, names and balance, and no rent for the time away', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await put(driverId, WEEK, -40_00)
  await approve(WEEK)
  await leave(driverId)
  const early = makeChange((change) => returnDriver(change, driverId, { on: '2026-06-07' }))
  await expect(early).rejects.toEqual(refused('departure.returns-before'))
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-06-24' }))
  expect(await getDriver(driverId)).toMatchObject({ status: 'active', endedOn: null })
  const { notices } = await listNotices(driverId as OwnDriverId, { limit: 9, before: null })
  expect(notices.map(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({ kind: 'departure', event: 'returned', day: '2026-06-24' }),
  )
  expect((await listDepartures(driverId)).map(({ lastDay, returnedOn }) => [lastDay, returnedOn])).toEqual([
    ['2026-06-07', '2026-06-24'],
  ])
  const present = async (number: number) =>
    (await getWeek(nextWeek(WEEK, number))).statements.find(({ driver }) => driver.id === driverId)
  expect([await present(1), await present(2)]).toEqual([undefined, undefined])
  expect((await present(3))?.settlement?.net).toBe(-40_00)
  await drop([publicFile('payments_driver')])
  expect((await present(0))?.rows.length).toBeGreaterThan(0)
  await leave(driverId, { at: moment('2026-07-10'), waitsUntil: '2026-08-10' })
  expect(await listDepartures(driverId)).toHaveLength(2)
})

test('what came back later is ticked, the waiting day moves, and both say why', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await leave(driverId)
  const [item] = (await findDeparture(driverId))!.checklist
  const changed = { waitsUntil: '2026-06-30', signsInUntil: '2026-12-31', done: [`${item!.what}:${item!.name}`] }
  await makeChange((change) => changeDeparture(change, driverId, { ...changed, reason: 'Tudo entregue' }))
  expect(await findDeparture(driverId)).toMatchObject({ waitsUntil: '2026-06-30', signsInUntil: '2026-12-31' })
  expect((await getFinalAccount(driverId, moment('2026-06-30'))).state).toBe('ready')
  const before = { ...changed, waitsUntil: '2026-06-06', reason: 'Engano' }
  await expect(makeChange((change) => changeDeparture(change, driverId, before))).rejects.toEqual(
    refused('departure.waits-before'),
  )
})

test('a person with a record is recognised by NIF or e-mail, and an application of who left goes to the old record', async () => {
  const fleet = await aFleet()
  const id = fleet.driver('D1')
  const email = 'regressa@exemplo.pt'
  await db
    .updateTable('drivers')
    .set({ ...sealedNif('drivers.nif', id, '227728690'), email })
    .where('id', '=', id)
    .execute()
  const typed = { ...EMPTY_DRIVER, name: 'Ana' }
  const known = expect.objectContaining({ code: 'driver.known', params: expect.objectContaining({ id, ref: 'D1' }) })
  for (const same of [{ nif: '227728690' }, { email }])
    await expect(
      makeChange((change) => createNewcomer(change, newDriverInput.parse({ ...typed, ...same }))),
    ).rejects.toEqual(known)
  await leave(id)
  const AT = '2026-06-20T10:00:00Z'
  const approved = async (nif: string) => {
    const own = crypto.randomUUID()
    const stage = await db
      .selectFrom('recruitment_stages')
      .select('id')
      .where('state', '=', 'received')
      .executeTakeFirstOrThrow()
    const application = await db
      .insertInto('applications')
      .values({
        id: own,
        code_hash: Buffer.from(nif),
        name: 'Ana',
        email,
        phone: '',
        regime: 'slot',
        ...sealedNif('applications.nif', own, nif),
        state: 'received',
        stage_id: stage.id,
        language: 'pt',
        created_at: AT,
        changed_at: AT,
        sent_at: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return makeChange((change) => approveApplication(change, application.id), { at: moment('2026-06-22') })
  }
  await expect(approved('123456789')).rejects.toEqual(known)
  expect(await approved('227728690')).toBe(id)
  expect(await getDriver(id)).toMatchObject({ status: 'pending', endedOn: null })
  expect((await listDepartures(id))[0]).toMatchObject({ returnedOn: '2026-06-22' })
})

test('who was to work until a day is gone after it, and a sign-in that ends is closed and opened again', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const account = {
    email: 'ana@exemplo.pt',
    displayName: 'Ana',
    password: 'uma frase bem longa 7',
    role: 'driver' as const,
  }
  const uid = await createAccount({ ...account, driverId }, COMMAND_LINE, LEFT)
  await leave(driverId, { at: moment('2026-06-19'), signsInUntil: '2026-07-31' })
  expect((await getDriver(driverId)).status).toBe('active')
  await deactivateDepartedDrivers(moment('2026-06-19'))
  expect((await getDriver(driverId)).status).toBe('active')
  await deactivateDepartedDrivers(moment('2026-06-20'))
  expect((await getDriver(driverId)).status).toBe('inactive')

  const isDisabled = async () =>
    (await db.selectFrom('users').select('disabled').where('uid', '=', uid).executeTakeFirstOrThrow()).disabled
  await closeSignIns(moment('2026-07-31'))
  expect(await isDisabled()).toBe(false)
  await closeSignIns(moment('2026-08-01'))
  expect(await isDisabled()).toBe(true)
  const rosa = { uid: 'rosa', role: 'admin', address: '192.0.2.9', requestId: 'request-9' } as const
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-09-01' }), { actor: rosa })
  const [reopening, ...others] = await reopenings()
  expect([reopening.key, others]).toEqual([`reopen:${uid}`, []])
  await departureJobs[reopenSignIn.name]!(reopening.payload)
  expect(await isDisabled()).toBe(false)
  // The queue opened it; the log names the person who took the driver back.
  expect(
    await db
      .selectFrom('audit_events')
      .select(['actor as uid', 'actor_role as role', 'address', 'request_id as requestId'])
      .where('action', '=', 'account.enable')
      .where('subject', '=', `user:${uid}`)
      .executeTakeFirst(),
  ).toEqual(rosa)

  // An account closed by hand is not opened by a return.
  await leave(driverId, { at: moment('2026-09-18'), waitsUntil: '2026-10-30', signsInUntil: '2026-09-30' })
  await disableAccount(uid, COMMAND_LINE, moment('2026-09-20'))
  await closeSignIns(moment('2026-10-01'))
  const before = await reopenings()
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-11-02' }))
  expect(await reopenings()).toEqual(before)
})

/** The accounts that the queue was asked to open again; only the owner reads its table. */
async function reopenings() {
  const owner = new Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const { rows } = await owner.query(
    'select key, run_at, payload from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id where identifier = $1',
    [reopenSignIn.name],
  )
  await owner.end()
  return rows
}

test('leaving withdraws requests about later shifts and contracts that nobody signed, and says so before; what was signed waits', async () => {
  const { fleet, input, BY } = await contractWorld()
  const { driverId, vehicleId } = await withCar(fleet)
  const [ana, rui, eva] = [driverId, fleet.driver('D2'), fleet.driver('D3')] as [OwnDriverId, OwnDriverId, OwnDriverId]
  const every = { vehicleId, weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-06-08', until: null }
  const slot = (day: string, hours: 'day' | 'night') => ({ vehicleId, day, ...USUAL_HOURS[hours] })
  const [gives, asksRui, beforeThat] = await makeChange(async (change) => {
    await addPattern(change, { ...every, driverId: ana, ...USUAL_HOURS.day })
    await addPattern(change, { ...every, driverId: rui, ...USUAL_HOURS.night })
    return [
      await offerShift(change, ana, { slot: slot('2026-06-11', 'day'), to: eva, words: '' }),
      await askSwap(change, rui, {
        slot: slot('2026-06-12', 'night'),
        inReturn: slot('2026-06-12', 'day'),
        words: '',
      }),
      await offerShift(change, ana, { slot: slot('2026-06-09', 'day'), to: eva, words: '' }),
    ] as const
  })
  const contract = (startsOn: string) => makeChange((change) => draftContract(change, input(ana, { startsOn })))
  const [later, running, signed] = [
    await contract('2026-06-15'),
    await contract('2026-06-01'),
    await contract('2026-06-15'),
  ]
  await makeChange(async (change) => {
    await sendContract(change, signed)
    await signContract(change, ana, signed, BY)
  })
  await makeChange((change) => sendContract(change, running))
  const at = moment('2026-06-10')
  const { isAsked, contracts } = await previewDeparture(ana, at, moment('2026-06-08'))
  const effects = (all: typeof contracts) => Object.fromEntries(all.map(({ id, effect }) => [id, effect]))
  expect([isAsked, effects(contracts)]).toEqual([
    true,
    { [later]: 'withdrawn', [running]: 'withdrawn-later', [signed]: 'waits' },
  ])
  await leave(ana, { at })
  const states = async () =>
    Promise.all(
      [gives, asksRui, beforeThat].map(async (id) => {
        const { state, closedByLeaver } = await getRequest(id)
        return { state, closedByLeaver }
      }),
    )
  const name = (await getDriver(ana)).name
  expect(await states()).toEqual([
    { state: 'withdrawn', closedByLeaver: name },
    { state: 'withdrawn', closedByLeaver: name },
    { state: 'open', closedByLeaver: null },
  ])
  for (const one of [rui, eva]) {
    const { notices } = await listNotices(one, { limit: 9, before: null })
    expect(notices.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ kind: 'shift', event: 'left' }))
  }
  const stateOf = async (id: string) => {
    const { state, reason } = await getContract(id)
    return { state, reason }
  }
  expect(await stateOf(later)).toEqual({ state: 'withdrawn', reason: leaving.reason })
  expect(await stateOf(running)).toMatchObject({ state: 'sent' })
  await deactivateDepartedDrivers(moment('2026-06-11'))
  expect(await stateOf(running)).toEqual({ state: 'withdrawn', reason: leaving.reason })
  expect(await stateOf(signed)).toMatchObject({ state: 'signed' })
  await makeChange((change) => returnDriver(change, ana, { on: '2026-06-11' }), { at: moment('2026-06-11') })
  expect((await states()).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn', 'open'])
})
