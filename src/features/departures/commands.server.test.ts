import { Client } from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Week, nextWeek } from '#domain/week.ts'
import { createAccount, disableAccount } from '#features/accounts/commands.server.ts'
import { addAdjustment, addRecurring } from '#features/adjustments/commands.server.ts'
import { approveApplication } from '#features/applications/commands.server.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { addTerms, createNewcomer, saveDriver } from '#features/drivers/commands.server.ts'
import { getDriver, listTerms } from '#features/drivers/queries.server.ts'
import { driverInput, newDriverInput } from '#features/drivers/schema.ts'
import { changeSettings } from '#features/financial-settings/commands.server.ts'
import { findFrozen } from '#features/frozen-settlements/queries.server.ts'
import { listNotices } from '#features/inbox/queries.server.ts'
import { ledgerSum } from '#features/ledger/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { movePlan, openPlan, planDebt } from '#features/plans/commands.server.ts'
import { getPlan, readMovementPaper } from '#features/plans/queries.server.ts'
import { listProposals } from '#features/proposals/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { getStatement, getWeek } from '#features/settlements/queries.server.ts'
import { listAssignments } from '#features/vehicles/queries.server.ts'
import { type Fleet, NEXT_WEEK, WEEK, aFleet, change, drop, dropPublicSet, publicFile } from '#test/factories.ts'
import {
  changeDeparture,
  closeAccount,
  closeSignIns,
  endStaysOver,
  receivePayment,
  recordDeparture,
  returnDriver,
  writeOffDebt,
} from './commands.server.ts'
import {
  findDeparture,
  getFinalAccount,
  listDepartures,
  listDeposits,
  listLeavers,
  previewDeparture,
} from './queries.server.ts'
import { departureJobs } from './jobs.server.ts'
import { reopenSignIn } from './jobs.ts'
import type { DepartureInput } from './schema.ts'

const refused = (code: string) => expect.objectContaining({ code })
const moment = (day: string) => Temporal.Instant.from(`${day}T17:00:00Z`)
/** The evening of the last day of the public week. */
const LEFT = moment('2026-06-07')
const WAITED = moment('2026-07-22')
const leaving: DepartureInput = {
  at: LEFT,
  reason: 'Mudou de cidade',
  waitsUntil: '2026-07-22',
  signsInUntil: null,
  done: [],
}

const leave = (driverId: string, changed: Partial<DepartureInput> = {}) =>
  change((deed) => recordDeparture(deed, driverId, { ...leaving, ...changed }), { at: moment('2026-06-08') })
const approve = (week: Week) => change((deed) => approveWeek(deed, week, { leaveUnmatched: true }))
const final = (driverId: string, at = WAITED) => getFinalAccount(driverId, at)
const close = async (driverId: string, week: Week, at = WAITED) => {
  const { figures } = await final(driverId, at)
  await change((deed) => closeAccount(deed, driverId, { week, expected: figures.figure, reason: 'Conta final' }), {
    at,
  })
}
const put = (driverId: string, week: Week, amount: number, kind: 'fine' | 'damage' | 'other' = 'fine') =>
  change((deed) => addAdjustment(deed, { driverId, week, kind, amount: cents(amount), reason: 'Multa' }))

/** A deposit of which 300,00 came in at once, and whatever else a test wants. */
async function aDeposit(driverId: string, received = 300_00, total = received) {
  const conditions = { driverId, kind: 'deposit' as const, total: cents(total), count: 1, first: nextWeek(WEEK, 30) }
  const id = await change((deed) => openPlan(deed, { ...conditions, reason: 'Caução', skipsIdle: true }))
  await change((deed) => movePlan(deed, id, { kind: 'early', amount: cents(received), reason: 'Entrega' }))
  return id
}

async function balancesOf(driverId: string): Promise<Record<string, Cents>> {
  const accounts = db.selectFrom('ledger_accounts').select(['code', 'balance_cents'])
  const rows = await accounts.where('driver_id', '=', driverId).execute()
  return Object.fromEntries(rows.map(({ code, balance_cents }) => [code, cents(balance_cents)]))
}

async function pay(week: Week) {
  await db.updateTable('company').set({ debtor_iban: 'PT50000201231234567890154' }).execute()
  const { batchId } = await change((deed) => exportBatch(deed, week), { at: WAITED })
  await change((deed) => confirmBatch(deed, batchId), { at: WAITED })
}

async function anIban(driverId: string) {
  const account = { iban: 'PT50000201231234567890154', added_at: '2026-01-01T00:00:00Z' }
  await db
    .insertInto('driver_ibans')
    .values({ driver_id: driverId, ...account })
    .execute()
}

/** A driver of the public fleet who had a car in the public week. */
async function withCar(fleet: Fleet) {
  const { driver_id, vehicle_id } = await db
    .selectFrom('assignments')
    .select(['driver_id', 'vehicle_id'])
    .where('driver_id', '=', fleet.driver('D1'))
    .executeTakeFirstOrThrow()
  return { driverId: driver_id, vehicleId: vehicle_id }
}

test('leaving ends cars and later terms at that moment, and shows before what it will end', async () => {
  const fleet = await aFleet()
  const { driverId, vehicleId } = await withCar(fleet)
  const { terms } = (await listTerms(driverId))[0]!
  await change((deed) => addTerms(deed, driverId, { from: nextWeek(WEEK, 5), terms, reason: '' }))
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
    const typed = { email: now.email ?? '', phone: now.phone ?? '', nif: now.nif ?? '', startedOn: now.startedOn ?? '' }
    await change((deed) => saveDriver(deed, driverId, driverInput.parse({ ...now, ...typed, ...changed })))
  }
  await expect(save({ endedOn: '' })).rejects.toEqual(refused('driver.has-left'))
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

test('a week nobody has brought anything for is settled until the last day and asks nothing after it', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const { terms } = (await listTerms(driverId))[0]!
  const rented = { ...terms, regime: 'rental' as const, rent: cents(270_00), follows: ['rent' as const] }
  await change((deed) => addTerms(deed, driverId, { from: NEXT_WEEK, terms: rented, reason: '' }))
  await change((deed) =>
    addRecurring(deed, {
      ...{ driverId, kind: 'other', amount: cents(-10_00), reason: 'Seguro' },
      ...{ first: WEEK, last: null, total: null },
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

test('a final account waits, is closed, is paid by the batch of a week, and is settled', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await anIban(driverId)
  await aDeposit(driverId, 300_00, 500_00)
  const damage = { driverId, kind: 'damage' as const, total: cents(80_00), count: 4, first: nextWeek(WEEK, 20) }
  await change((deed) => openPlan(deed, { ...damage, reason: 'Para-choques', skipsIdle: true }))
  await put(driverId, WEEK, -50_00)
  await approve(WEEK)
  await leave(driverId)

  expect(await final(driverId, LEFT)).toMatchObject({
    state: 'waiting',
    figures: { carried: -50_00, due: 80_00, held: 300_00, used: 130_00, returned: 170_00, figure: 170_00 },
    expected: [],
  })
  await expect(close(driverId, NEXT_WEEK, LEFT)).rejects.toEqual(refused('departure.waiting'))
  expect((await final(driverId)).state).toBe('ready')
  await close(driverId, NEXT_WEEK)
  expect(await balancesOf(driverId)).toEqual({ current: 170_00, plan: 0, deposit: 0 })
  expect(await final(driverId)).toMatchObject({ state: 'to-pay', figures: { figure: 170_00 } })

  expect((await getStatement(NEXT_WEEK, driverId)).settlement).toMatchObject({ net: 170_00, payable: 170_00 })
  await approve(NEXT_WEEK)
  await pay(NEXT_WEEK)
  expect(await balancesOf(driverId)).toEqual({ current: 0, plan: 0, deposit: 0 })
  const settled = await final(driverId)
  expect([settled.state, settled.deposits.map(({ received, used, returned }) => [received, used, returned])]).toEqual([
    'settled',
    [[300_00, 130_00, 170_00]],
  ])
  expect(await ledgerSum()).toBe(0)
  await expect(close(driverId, NEXT_WEEK)).rejects.toEqual(refused('departure.nothing'))
})

test('a fine that comes after everything was settled is owed again, listed, and paid or given up', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).state).toBe('settled')
  await put(driverId, NEXT_WEEK, -100_00)
  await approve(NEXT_WEEK)
  const paid = { amount: cents(30_00), reason: 'Transferência' }
  expect((await listLeavers(WAITED)).map(({ state, figure }) => [state, figure])).toEqual([['owing', -100_00]])
  await change((deed) => receivePayment(deed, driverId, paid), { at: WAITED })
  expect((await final(driverId)).figures.figure).toBe(-70_00)
  const tooMuch = { ...paid, amount: cents(70_01) }
  await expect(change((deed) => receivePayment(deed, driverId, tooMuch))).rejects.toEqual(refused('plan.too-much'))
  await change((deed) => writeOffDebt(deed, driverId, 'Incobrável'), { at: WAITED })
  const { state, movements } = await final(driverId)
  expect([state, movements.map(({ kind, amount }) => [kind, amount])]).toEqual([
    'settled',
    [
      ['closed', 0],
      ['received', 30_00],
      ['write-off', 70_00],
    ],
  ])
  await expect(change((deed) => writeOffDebt(deed, driverId, 'Outra vez'))).rejects.toEqual(
    refused('departure.nothing'),
  )
  expect(await ledgerSum()).toBe(0)
})

test('a leaver is told of leaving, of what closing came to and of what was paid or given up, by mail without amounts', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await db.updateTable('drivers').set({ email: 'ana@exemplo.pt' }).where('id', '=', driverId).execute()
  await put(driverId, WEEK, -100_00)
  await approve(WEEK)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  const paid = { amount: cents(30_00), reason: 'Transferência' }
  await change((deed) => receivePayment(deed, driverId, paid), { at: WAITED })
  await change((deed) => writeOffDebt(deed, driverId, 'Incobrável'), { at: WAITED })
  const { notices } = await listNotices(driverId as OwnDriverId, { limit: 20, before: null })
  const day = leaving.waitsUntil
  expect(notices.flatMap(({ facts }) => (facts.kind === 'departure' ? [facts] : [])).toReversed()).toEqual([
    { kind: 'departure', event: 'left', day, amount: 0, reason: 'Mudou de cidade' },
    { kind: 'departure', event: 'owing', day, amount: -100_00, reason: 'Conta final' },
    { kind: 'departure', event: 'received', day, amount: 30_00, reason: 'Transferência' },
    { kind: 'departure', event: 'written-off', day, amount: 70_00, reason: 'Incobrável' },
  ])
  const mail = db.selectFrom('mail_outbox').select(['recipient', 'params']).where('template', '=', 'departure')
  expect(await mail.orderBy('id').execute()).toEqual(
    ['left', 'owing', 'received', 'written-off'].map((event) => ({
      recipient: 'ana@exemplo.pt',
      params: { event, name: expect.any(String) },
    })),
  )
})

test('nothing is received or given up before the account is closed, and a figure that moved is looked at again', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await put(driverId, WEEK, -40_00)
  await approve(WEEK)
  await leave(driverId)
  await expect(change((deed) => writeOffDebt(deed, driverId, 'Cedo'))).rejects.toEqual(refused('departure.open'))
  const stale = { week: NEXT_WEEK, expected: -41_00, reason: 'Conta final' }
  await expect(change((deed) => closeAccount(deed, driverId, stale), { at: WAITED })).rejects.toEqual(
    refused('record.changed-meanwhile'),
  )
})

test('an instalment that a voided statement gives back is found again and closed again', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const damage = { driverId, kind: 'damage' as const, total: cents(90_00), count: 3, first: WEEK }
  await change((deed) => openPlan(deed, { ...damage, reason: 'Para-choques', skipsIdle: false }))
  await approve(WEEK)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).figures).toMatchObject({ due: 0, figure: -90_00 })
  const { id } = (await findFrozen(driverId, WEEK))!
  await change((deed) => voidSettlement(deed, id, 'Engano'))
  expect(await final(driverId)).toMatchObject({ state: 'owing', figures: { due: 30_00, figure: -90_00 } })
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).figures).toMatchObject({ due: 0, figure: -90_00 })
})

test('a deposit that a voided statement leaves short is not closed on', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const deposit = { driverId, kind: 'deposit' as const, total: cents(100_00), count: 2, first: WEEK }
  await change((deed) => openPlan(deed, { ...deposit, reason: 'Caução', skipsIdle: false }))
  await approve(WEEK)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  const { id } = (await findFrozen(driverId, WEEK))!
  await change((deed) => voidSettlement(deed, id, 'Engano'))
  await expect(close(driverId, NEXT_WEEK)).rejects.toEqual(refused('departure.deposit-short'))
  await approve(WEEK)
  expect((await final(driverId)).figures).toMatchObject({ held: 0, figure: 0 })
})

test('who comes back is the same record, with history, names and balance, and no rent for the time away', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await put(driverId, WEEK, -40_00)
  await approve(WEEK)
  await leave(driverId)
  const early = change((deed) => returnDriver(deed, driverId, '2026-06-07'))
  await expect(early).rejects.toEqual(refused('departure.returns-before'))
  await change((deed) => returnDriver(deed, driverId, '2026-06-24'))
  expect(await getDriver(driverId)).toMatchObject({ status: 'active', endedOn: null })
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
  await change((deed) => changeDeparture(deed, driverId, { ...changed, reason: 'Tudo entregue' }))
  expect(await findDeparture(driverId)).toMatchObject({ waitsUntil: '2026-06-30', signsInUntil: '2026-12-31' })
  expect((await final(driverId, moment('2026-06-30'))).state).toBe('ready')
  const before = { ...changed, waitsUntil: '2026-06-06', reason: 'Engano' }
  await expect(change((deed) => changeDeparture(deed, driverId, before))).rejects.toEqual(
    refused('departure.ends-before'),
  )
})

test('a person with a record is recognised by NIF or e-mail, and an application of who left goes to the old record', async () => {
  const fleet = await aFleet()
  const id = fleet.driver('D1')
  const email = 'regressa@exemplo.pt'
  await db.updateTable('drivers').set({ nif: '227728690', email }).where('id', '=', id).execute()
  const form = { name: 'Ana', ref: '', email: '', phone: '', nif: '', language: 'pt', status: 'active' }
  const typed = { ...form, startedOn: '', endedOn: '', notes: '', iban: '', holder: '' }
  const known = expect.objectContaining({ code: 'driver.known', params: expect.objectContaining({ id, ref: 'D1' }) })
  for (const same of [{ nif: '227728690' }, { email }])
    await expect(change((deed) => createNewcomer(deed, newDriverInput.parse({ ...typed, ...same })))).rejects.toEqual(
      known,
    )
  await leave(id)
  const AT = '2026-06-20T10:00:00Z'
  const approved = async (nif: string) => {
    const application = await db
      .insertInto('applications')
      .values({
        ...{ code_hash: Buffer.from(nif), name: 'Ana', email, phone: '', nif, regime: 'slot' },
        ...{ state: 'received', language: 'pt', created_at: AT, changed_at: AT, sent_at: AT },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return change((deed) => approveApplication(deed, application.id), { at: moment('2026-06-22') })
  }
  await expect(approved('123456789')).rejects.toEqual(known)
  expect(await approved('227728690')).toBe(id)
  expect(await getDriver(id)).toMatchObject({ status: 'pending', endedOn: null })
  expect((await listDepartures(id))[0]).toMatchObject({ returnedOn: '2026-06-22' })
})

test('a debt becomes a plan in one step and is counted once, and never more of it than is owed', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const settings = { skipWeeksWithoutIncome: 0 }
  await change((deed) => changeSettings(deed, { from: WEEK, settings, reason: 'Acordo' }))
  await put(driverId, WEEK, -90_00)
  await approve(WEEK)
  const plan = { driverId, total: cents(90_00), count: 3, first: NEXT_WEEK, reason: 'Saldo' }
  const more = change((deed) => planDebt(deed, { ...plan, total: cents(90_01) }))
  await expect(more).rejects.toEqual(refused('plan.too-much'))
  const id = await change((deed) => planDebt(deed, plan))
  expect(await getPlan(id, WAITED)).toMatchObject({ skipsIdle: false })
  expect(await balancesOf(driverId)).toEqual({ current: 0, plan: -90_00 })
  await leave(driverId)
  expect((await final(driverId)).figures).toMatchObject({ carried: 0, due: 90_00, figure: -90_00 })
})

test('a deposit used for damages keeps its reason and its paper', async () => {
  const fleet = await aFleet()
  const id = await aDeposit(fleet.driver('D1'))
  const paper = new File([new TextEncoder().encode('%PDF-1.4\n%%EOF')], 'oficina.pdf')
  const use = { kind: 'used' as const, amount: cents(120_00), reason: 'Porta amolgada' }
  await change((deed) => movePlan(deed, id, use, paper))
  const { movements } = await getPlan(id, WAITED)
  const used = movements.find(({ kind }) => kind === 'used')!
  expect(used).toMatchObject({ amount: 120_00, reason: 'Porta amolgada', file: 'oficina.pdf' })
  expect(await readMovementPaper(id, used.id)).toMatchObject({ name: 'oficina.pdf', mediaType: 'application/pdf' })
  expect(await listDeposits(fleet.driver('D1'), WAITED)).toMatchObject([
    { received: 300_00, used: 120_00, held: 180_00 },
  ])
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
  await endStaysOver(moment('2026-06-19'))
  expect((await getDriver(driverId)).status).toBe('active')
  await endStaysOver(moment('2026-06-20'))
  expect((await getDriver(driverId)).status).toBe('inactive')

  const isDisabled = async () =>
    (await db.selectFrom('users').select('disabled').where('uid', '=', uid).executeTakeFirstOrThrow()).disabled
  await closeSignIns(moment('2026-07-31'))
  expect(await isDisabled()).toBe(false)
  await closeSignIns(moment('2026-08-01'))
  expect(await isDisabled()).toBe(true)
  await change((deed) => returnDriver(deed, driverId, '2026-09-01'))
  expect(await reopenings()).toMatchObject([{ key: `reopen:${uid}` }])
  await departureJobs[reopenSignIn.name]!({ uid })
  expect(await isDisabled()).toBe(false)

  // What the office closed by hand is not opened by coming back.
  await leave(driverId, { at: moment('2026-09-18'), waitsUntil: '2026-10-30', signsInUntil: '2026-09-30' })
  await disableAccount(uid, COMMAND_LINE, moment('2026-09-20'))
  await closeSignIns(moment('2026-10-01'))
  const before = await reopenings()
  await change((deed) => returnDriver(deed, driverId, '2026-11-02'))
  expect(await reopenings()).toEqual(before)
})

/** What the queue was asked to open again; its table is the owner's. */
async function reopenings() {
  const owner = new Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const { rows } = await owner.query('select key, run_at from graphile_worker.jobs where task_identifier = $1', [
    reopenSignIn.name,
  ])
  await owner.end()
  return rows
}
