import { beforeEach, expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { type Fleet, MONDAY, WEEK, anApprovedWeek, makeChange, tried } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { payOne, undoOnePayment } from './commands.server.ts'
import { listOtherPayments, readPaymentProof } from './queries.server.ts'
import type { PaidOtherwise } from './schema.ts'

const CASH: PaidOtherwise = { means: 'cash', paidOn: '2026-06-08', note: 'Em mão, no escritório' }
const refused = (code: string) => expect.objectContaining({ code })
let fleet: Fleet
let settlement: string

beforeEach(async () => {
  fleet = await anApprovedWeek()
  settlement = (await findFrozen(fleet.driver('D1'), WEEK))!.id
})

const pay = (how: Partial<PaidOtherwise> = {}) =>
  makeChange((change) => payOne(change, settlement, { ...CASH, ...how }))
const undo = (reason = 'Não chegou a ser entregue') =>
  makeChange((change) => undoOnePayment(change, settlement, reason))
const state = async () => (await findFrozen(fleet.driver('D1'), WEEK))!.state
const broken = async () => (await examineBooks()).filter((finding) => finding.broken > 0)

test('a payment by other means is written down with how, when and by whom, and its proof is kept', async () => {
  await pay({ proof: new File([pdfBytes('comprovativo')], 'mbway.pdf') })
  const [payment] = await listOtherPayments(settlement)
  expect(payment).toMatchObject({
    means: 'cash',
    paidOn: '2026-06-08',
    note: CASH.note,
    fileName: 'mbway.pdf',
    undone: null,
    writtenAt: MONDAY.toString(),
  })
  expect(await readPaymentProof(payment!.id)).toMatchObject({ name: 'mbway.pdf', mediaType: 'application/pdf' })
  expect(await state()).toBe('paid')
  expect(await broken()).toEqual([])
})

test('a payment without a proof has none to open', async () => {
  await pay()
  const [payment] = await listOtherPayments(settlement)
  await expect(readPaymentProof(payment!.id)).rejects.toEqual(refused('record.not-found'))
})

test('a day that is still to come is refused, and nothing is paid', async () => {
  await expect(tried((change) => payOne(change, settlement, { ...CASH, paidOn: '2026-06-09' }))).rejects.toEqual(
    refused('payment.day-to-come'),
  )
  expect(await state()).toBe('approved')
})

test('a payment that is taken back is to be paid again, the books hold, and the driver is told why', async () => {
  await pay()
  await undo()
  expect(await state()).toBe('approved')
  expect((await listOtherPayments(settlement))[0]).toMatchObject({ undone: { reason: 'Não chegou a ser entregue' } })
  const { notices } = await listNotices(fleet.driver('D1') as OwnDriverId, { limit: 1, before: null })
  expect(notices[0]!.facts).toEqual({ kind: 'payment-undone', week: WEEK, reason: 'Não chegou a ser entregue' })
  await expect(tried((change) => undoOnePayment(change, settlement, 'Outra vez'))).rejects.toEqual(
    refused('settlement.not-paid-by-hand'),
  )
  expect(await broken()).toEqual([])
})

test('what was taken back is paid once more, by hand or by a file, and what a file pays is not taken back here', async () => {
  await pay()
  await undo()
  await pay({ means: 'mb-way' })
  expect((await listOtherPayments(settlement)).map(({ means, undone }) => [means, undone === null])).toEqual([
    ['mb-way', true],
    ['cash', false],
  ])
  await undo()
  await makeChange((change) => exportBatch(change, WEEK))
  expect(await state()).toBe('in-batch')
  await expect(tried((change) => undoOnePayment(change, settlement, 'x'))).rejects.toEqual(
    refused('settlement.not-paid-by-hand'),
  )
  expect(await broken()).toEqual([])
})

test('two who take the same payment back at once take it back once', async () => {
  await pay()
  const both = await Promise.allSettled([undo(), undo()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await broken()).toEqual([])
})
