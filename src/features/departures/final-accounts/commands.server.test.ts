import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealFor, sealedIban } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Cents, basisPoints, cents } from '#domain/money.ts'
import { type Week, nextWeek } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { changeDeparture, recordDeparture, returnDriver } from '#features/departures/commands.server.ts'
import { previewDeparture } from '#features/departures/queries.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { ledgerSum } from '#features/ledger/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import {
  acceptPlan,
  approveRequest,
  cancelPlan,
  movePlan,
  openPlan,
  planDebt,
  requestAdvance,
} from '#features/plans/commands.server.ts'
import { getPlan, readMovementPaper } from '#features/plans/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { contestLine, declineDispute } from '#features/statements/disputes/commands.server.ts'
import { getStatement } from '#features/settlements/queries.server.ts'
import { NEXT_WEEK, WEEK, aFleet, makeChange } from '#test/factories.ts'
import { closeAccount, receivePayment, takeBackMovement, writeOffDebt } from './commands.server.ts'
import { findPayingWeek, getFinalAccount, listDeposits, listLeavers } from './queries.server.ts'
import { pdfBytes } from '#test/papers.ts'

const refused = (code: string) => expect.objectContaining({ code })
const moment = (day: string) => Temporal.Instant.from(`${day}T17:00:00Z`)
/** The evening of the last day of the public week. */
const LEFT = moment('2026-06-07')
const WAITED = moment('2026-07-22')
const leaving = {
  at: LEFT,
  reason: 'Mudou de cidade',
  waitsUntil: '2026-07-22',
  signsInUntil: null,
  done: [],
}

const leave = (driverId: string) =>
  makeChange((change) => recordDeparture(change, driverId, leaving), { at: moment('2026-06-08') })
const approve = (week: Week) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
const final = (driverId: string, at = WAITED) => getFinalAccount(driverId, at)
const close = async (driverId: string, week: Week, at = WAITED) => {
  const { figures } = await final(driverId, at)
  await makeChange(
    (change) => closeAccount(change, driverId, { week, expected: figures.figure, reason: 'Conta final' }),
    {
      at,
    },
  )
}
const put = (driverId: string, week: Week, amount: number) =>
  makeChange((change) =>
    addAdjustment(change, { driverId, week, kind: 'fine', amount: cents(amount), reason: 'Multa' }),
  )

/** A deposit into which 300,00 came at once, and what else a test gives. */
async function aDeposit(driverId: string, received = 300_00, total = received) {
  const conditions = { driverId, kind: 'deposit' as const, total: cents(total), count: 1, first: nextWeek(WEEK, 30) }
  const id = await makeChange((change) => openPlan(change, { ...conditions, reason: 'Caução', skipsIdle: true }))
  await makeChange((change) => movePlan(change, id, { kind: 'early', amount: cents(received), reason: 'Entrega' }))
  return id
}

async function balancesOf(driverId: string): Promise<Record<string, Cents>> {
  const accounts = db.selectFrom('ledger_accounts').select(['code', 'balance_cents'])
  const rows = await accounts.where('driver_id', '=', driverId).execute()
  return Object.fromEntries(rows.map(({ code, balance_cents }) => [code, cents(balance_cents)]))
}

async function pay(week: Week) {
  await db
    .updateTable('company')
    .set({ debtor_iban: sealFor('company.debtor_iban', '1', 'PT50000201231234567890154') })
    .execute()
  const { batchId } = await makeChange((change) => exportBatch(change, week), { at: WAITED })
  await makeChange((change) => confirmBatch(change, batchId), { at: WAITED })
}

async function anIban(driverId: string) {
  const account = { ...sealedIban(driverId, 'PT50000201231234567890154'), added_at: '2026-01-01T00:00:00Z' }
  await db
    .insertInto('driver_ibans')
    .values({ driver_id: driverId, ...account })
    .execute()
}

test('a final account waits, is closed, is paid by the batch of a week, and is settled', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await anIban(driverId)
  await aDeposit(driverId, 300_00, 500_00)
  const damage = { driverId, kind: 'damage' as const, total: cents(80_00), count: 4, first: nextWeek(WEEK, 20) }
  await makeChange((change) => openPlan(change, { ...damage, reason: 'Para-choques', skipsIdle: true }))
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

test('an account is closed on a week that nobody has issued yet, whether or not the driver is in the issued one', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await aDeposit(driverId)
  await leave(driverId)
  const monday = Temporal.Instant.from('2026-06-15T09:00:00Z')
  expect(await findPayingWeek(monday)).toBe(NEXT_WEEK)
  await put(driverId, WEEK, -50_00)
  await approve(WEEK)
  expect(await findPayingWeek(monday)).toBe(NEXT_WEEK)
  await approve(NEXT_WEEK)
  for (const week of [WEEK, NEXT_WEEK])
    await expect(close(driverId, week)).rejects.toEqual(refused('record.changed-meanwhile'))
  const later = await findPayingWeek(monday)
  expect(later).toBe(nextWeek(NEXT_WEEK))
  await close(driverId, later)
  expect((await getStatement(later, driverId)).settlement).toMatchObject({ net: 250_00, payable: 250_00 })
})

test('who left before any terms were agreed is paid what is held by a statement of nothing else', async () => {
  await aFleet()
  const driverId = await makeChange((change) => createDriver(change, newDriver({ name: 'Sem Termos' })))
  await aDeposit(driverId)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  const { settlement } = await getStatement(NEXT_WEEK, driverId)
  expect(settlement?.lines.map(({ code, amount }) => [code, amount])).toEqual([['balance.carried', 300_00]])
  const { withoutTerms } = await approve(NEXT_WEEK)
  expect(withoutTerms).toEqual([])
  expect((await findFrozen(driverId, NEXT_WEEK))?.settlement).toMatchObject({ net: 300_00, payable: 300_00 })
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
  await makeChange((change) => receivePayment(change, driverId, paid), { at: WAITED })
  expect((await final(driverId)).figures.figure).toBe(-70_00)
  const tooMuch = { ...paid, amount: cents(70_01) }
  await expect(makeChange((change) => receivePayment(change, driverId, tooMuch))).rejects.toEqual(
    refused('plan.too-much'),
  )
  await makeChange((change) => writeOffDebt(change, driverId, 'Incobrável'), { at: WAITED })
  const { state, movements } = await final(driverId)
  expect([state, movements.map(({ kind, amount }) => [kind, amount])]).toEqual([
    'settled',
    [
      ['closed', 0],
      ['received', 30_00],
      ['write-off', 70_00],
    ],
  ])
  await expect(makeChange((change) => writeOffDebt(change, driverId, 'Outra vez'))).rejects.toEqual(
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
  await makeChange((change) => receivePayment(change, driverId, paid), { at: WAITED })
  await makeChange((change) => writeOffDebt(change, driverId, 'Incobrável'), { at: WAITED })
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
  await expect(makeChange((change) => writeOffDebt(change, driverId, 'Cedo'))).rejects.toEqual(
    refused('departure.open'),
  )
  const stale = { week: NEXT_WEEK, expected: -41_00, reason: 'Conta final' }
  await expect(makeChange((change) => closeAccount(change, driverId, stale), { at: WAITED })).rejects.toEqual(
    refused('record.changed-meanwhile'),
  )
})

test('an instalment that a voided statement gives back is found again and closed again', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const damage = { driverId, kind: 'damage' as const, total: cents(90_00), count: 3, first: WEEK }
  await makeChange((change) => openPlan(change, { ...damage, reason: 'Para-choques', skipsIdle: false }))
  await approve(WEEK)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).figures).toMatchObject({ due: 0, figure: -90_00 })
  const { id } = (await findFrozen(driverId, WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
  expect(await final(driverId)).toMatchObject({ state: 'owing', figures: { due: 30_00, figure: -90_00 } })
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).figures).toMatchObject({ due: 0, figure: -90_00 })
})

test('a deposit that a voided statement leaves short is not closed on', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const deposit = { driverId, kind: 'deposit' as const, total: cents(100_00), count: 2, first: WEEK }
  await makeChange((change) => openPlan(change, { ...deposit, reason: 'Caução', skipsIdle: false }))
  await approve(WEEK)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  const { id } = (await findFrozen(driverId, WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
  await expect(close(driverId, NEXT_WEEK)).rejects.toEqual(refused('departure.deposit-short'))
  await approve(WEEK)
  expect((await final(driverId)).figures).toMatchObject({ held: 0, figure: 0 })
})

test('a debt becomes a plan in one step and is counted once, and never more of it than is owed', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const settings = { skipWeeksWithoutIncome: 0 }
  await makeChange((change) => changeSettings(change, { from: WEEK, settings, reason: 'Acordo' }))
  await put(driverId, WEEK, -90_00)
  await approve(WEEK)
  const plan = { driverId, total: cents(90_00), count: 3, first: NEXT_WEEK, reason: 'Saldo' }
  const more = makeChange((change) => planDebt(change, { ...plan, total: cents(90_01) }))
  await expect(more).rejects.toEqual(refused('plan.no-such-debt'))
  const id = await makeChange((change) => planDebt(change, plan))
  expect(await getPlan(id, WAITED)).toMatchObject({ skipsIdle: false })
  expect(await balancesOf(driverId)).toEqual({ current: 0, plan: -90_00 })
  await leave(driverId)
  expect((await final(driverId)).figures).toMatchObject({ carried: 0, due: 90_00, figure: -90_00 })
})

test('closing on nothing but an approved payment says that it is to come', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await anIban(driverId)
  const gain = { driverId, week: WEEK, kind: 'other' as const, amount: cents(120_00), reason: 'Prémio' }
  await makeChange((change) => addAdjustment(change, gain))
  await approve(WEEK)
  await leave(driverId)
  expect(await final(driverId)).toMatchObject({ awaited: 120_00, figures: { figure: 0 } })
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).state).toBe('to-pay')
  const { notices } = await listNotices(driverId as OwnDriverId, { limit: 20, before: null })
  expect(notices.map(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({ kind: 'departure', event: 'to-pay', amount: 120_00 }),
  )
})

test('a deposit is not given back by hand while the account of who left waits, and is before, after and for who is back', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const id = await aDeposit(driverId)
  const giveBack = (day: string) =>
    makeChange((change) => movePlan(change, id, { kind: 'returned', amount: cents(50_00), reason: 'Devolução' }), {
      at: moment(day),
    })
  await giveBack('2026-06-07')
  await leave(driverId)
  await expect(giveBack('2026-07-21')).rejects.toEqual(
    expect.objectContaining({ code: 'departure.waiting', params: { day: '2026-07-22' } }),
  )
  await giveBack('2026-07-22')
  const sooner = { waitsUntil: '2026-07-10', signsInUntil: null, done: [], reason: 'Nada em falta' }
  await makeChange((change) => changeDeparture(change, driverId, sooner))
  await giveBack('2026-07-10')
  await makeChange((change) => returnDriver(change, driverId, { on: '2026-06-24' }))
  await giveBack('2026-06-25')
  expect(await listDeposits(driverId, WAITED)).toMatchObject([{ returned: 200_00, held: 100_00 }])
})

test('an advance over other conditions that the driver has not accepted is named, and no account is closed on it', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const asked = { total: cents(200_00), count: 4, first: NEXT_WEEK }
  const advance = (what: string) =>
    makeChange(async (change) => {
      const wanted = { ...asked, reason: what, interest: basisPoints(0) }
      const request = await requestAdvance(change, driverId as OwnDriverId, wanted)
      return approveRequest(change, request, { ...asked, total: cents(120_00), reason: 'Combinado' })
    })
  const accepted = await advance('Pneus')
  const cancelled = await advance('Seguro')
  expect((await previewDeparture(driverId, LEFT, LEFT)).unaccepted).toEqual(
    expect.arrayContaining([
      { reason: 'Pneus', remaining: 120_00 },
      { reason: 'Seguro', remaining: 120_00 },
    ]),
  )
  await leave(driverId)
  await expect(close(driverId, NEXT_WEEK)).rejects.toEqual(refused('departure.unaccepted'))
  const yes = { text: 'Aceito', language: 'pt' as const }
  await makeChange((change) => acceptPlan(change, driverId as OwnDriverId, accepted, yes))
  await expect(close(driverId, NEXT_WEEK)).rejects.toEqual(
    expect.objectContaining({ code: 'departure.unaccepted', params: { what: 'Seguro' } }),
  )
  await makeChange((change) => cancelPlan(change, cancelled, 'Não pago'))
  await close(driverId, NEXT_WEEK)
  expect((await final(driverId)).figures).toMatchObject({ due: 0, figure: -120_00 })
})

test('a deposit used for damages keeps its reason and its paper', async () => {
  const fleet = await aFleet()
  const id = await aDeposit(fleet.driver('D1'))
  const paper = new File([pdfBytes()], 'oficina.pdf')
  const use = { kind: 'used' as const, amount: cents(120_00), reason: 'Porta amolgada' }
  await makeChange((change) => movePlan(change, id, use, paper))
  const { movements } = await getPlan(id, WAITED)
  const used = movements.find(({ kind }) => kind === 'used')!
  expect(used).toMatchObject({ amount: 120_00, reason: 'Porta amolgada', file: 'oficina.pdf' })
  expect(await readMovementPaper(id, used.id)).toMatchObject({ name: 'oficina.pdf', mediaType: 'application/pdf' })
  expect(await listDeposits(fleet.driver('D1'), WAITED)).toMatchObject([
    { received: 300_00, used: 120_00, held: 180_00 },
  ])
})

test('an amount that was accepted for a week after the last day is told until its statement is approved', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await approve(WEEK)
  await leave(driverId)
  expect((await final(driverId)).expected).toEqual([])
  await put(driverId, NEXT_WEEK, -83_96)
  expect(await final(driverId)).toMatchObject({ expected: [NEXT_WEEK], figures: { figure: 0 } })
  await approve(NEXT_WEEK)
  expect(await final(driverId)).toMatchObject({ expected: [], figures: { figure: -83_96 } })
})

test('a payment and a write-off that were mistakes are taken back, once each, and the debt is owed again', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await put(driverId, WEEK, -320_91)
  await approve(WEEK)
  await leave(driverId)
  const before = await balancesOf(driverId)
  await close(driverId, NEXT_WEEK)
  await makeChange(
    async (change) => {
      await receivePayment(change, driverId, { amount: cents(20_91), reason: 'MB Way' })
      await writeOffDebt(change, driverId, 'Não paga')
    },
    { at: WAITED },
  )
  const { movements, state, figures } = await final(driverId)
  expect([state, figures.figure]).toEqual(['settled', 0])
  const back = (movement: string) =>
    makeChange((change) => takeBackMovement(change, driverId, { movement, reason: 'Engano' }), { at: WAITED })
  const [, received, writeOff] = movements.map(({ id }) => id)
  await back(writeOff!)
  const taking = (await final(driverId)).movements.at(-1)!
  await expect(back(taking.id)).rejects.toEqual(refused('record.not-found'))
  expect(await final(driverId)).toMatchObject({ state: 'owing', figures: { figure: before['current']! + 20_91 } })
  await expect(back(writeOff!)).rejects.toEqual(refused('record.changed-meanwhile'))
  await back(received!)
  expect(await balancesOf(driverId)).toEqual(before)
  expect((await final(driverId)).movements.map(({ kind, isTakenBack }) => [kind, isTakenBack])).toEqual([
    ['closed', false],
    ['received', true],
    ['write-off', true],
    ['taken-back', false],
    ['taken-back', false],
  ])
})

test('a closing that was a mistake is taken back: plans are open and deposits held as before it, until a statement counts on it', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const deposit = await aDeposit(driverId, 300_00, 500_00)
  const damage = { driverId, kind: 'damage' as const, total: cents(80_00), count: 4, first: nextWeek(WEEK, 20) }
  const plan = await makeChange((change) => openPlan(change, { ...damage, reason: 'Para-choques', skipsIdle: true }))
  await put(driverId, WEEK, -50_00)
  await approve(WEEK)
  await leave(driverId)
  const [before, figures] = [await balancesOf(driverId), (await final(driverId)).figures]
  const back = async () => {
    const { movements } = await final(driverId)
    const movement = movements.findLast(({ kind }) => kind === 'closed')!.id
    await makeChange((change) => takeBackMovement(change, driverId, { movement, reason: 'Falta uma multa' }), {
      at: moment('2026-07-23'),
    })
  }
  await close(driverId, NEXT_WEEK)
  await back()
  expect(await balancesOf(driverId)).toEqual(before)
  expect(await final(driverId)).toMatchObject({ state: 'ready', figures, departure: { paysIn: null } })
  expect(await listLeavers(WAITED)).toMatchObject([{ state: 'ready', figure: figures.figure }])
  expect(await getPlan(plan, WAITED)).toMatchObject({ state: 'active', remaining: 80_00 })
  expect(await getPlan(deposit, WAITED)).toMatchObject({ state: 'active', remaining: 200_00, held: 300_00 })
  const { notices } = await listNotices(driverId as OwnDriverId, { limit: 1, before: null })
  expect(notices).toMatchObject([{ facts: { kind: 'departure', event: 'reopened', reason: 'Falta uma multa' } }])
  await expect(back()).rejects.toEqual(refused('record.changed-meanwhile'))

  await close(driverId, NEXT_WEEK)
  expect(await final(driverId)).toMatchObject({ state: 'to-pay', figures: { figure: 170_00 } })
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }), { at: moment('2026-07-24') })
  const paying = (await findFrozen(driverId, NEXT_WEEK))!
  expect(paying.settlement.payable).toBe(170_00)
  await expect(back()).rejects.toEqual(refused('departure.closing-used'))
  await makeChange((change) => voidSettlement(change, paying.id, 'Conta mal fechada'))
  await back()
  expect(await balancesOf(driverId)).toEqual(before)
})

test('a part of a debt is written off, and the rest stays owed', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await put(driverId, WEEK, -320_91)
  await approve(WEEK)
  await leave(driverId)
  await close(driverId, NEXT_WEEK)
  const { figures } = await final(driverId)
  const writeOffOf = (amount: number) =>
    makeChange((change) => writeOffDebt(change, driverId, 'Metade, por acordo', cents(amount)), { at: WAITED })
  await expect(writeOffOf(1 - figures.figure)).rejects.toEqual(refused('plan.too-much'))
  await writeOffOf(-figures.figure - 20_00)
  expect(await final(driverId)).toMatchObject({ state: 'owing', figures: { figure: -20_00 } })
})

test('a line that the leaver contests is named in the final account until the office answers', async () => {
  const fleet = await aFleet()
  const driver = fleet.driver('D1') as OwnDriverId
  await put(driver, WEEK, -50_00)
  await approve(WEEK)
  const said = { cause: 'amount', words: 'O dano não é meu.' } as const
  const id = await makeChange((change) => contestLine(change, { driver, week: WEEK, ordinal: 0 }, said))
  await leave(driver)
  expect((await final(driver)).contested).toEqual([{ id, week: WEEK }])
  await makeChange((change) => declineDispute(change, id, 'O valor é o combinado.'))
  expect((await final(driver)).contested).toEqual([])
})
