import { expect, test } from 'vitest'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { listMissing } from '#features/payments/green-receipts/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { listPayees } from '#features/payments/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, makeChange, dropPublicSet, paidBy, tried } from '#test/factories.ts'
import { answerReceipts, takeBackReceipts } from './commands.server.ts'
import { listAwaited, listReceipts } from './queries.server.ts'

/** The setting must be made before the week is approved. */
async function aWeekThatAsks() {
  await aFleet()
  await dropPublicSet()
  const settings = { receiptBeforePayment: 1 }
  await makeChange((change) => changeSettings(change, { from: WEEK, reason: 'Ensaio', settings }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
}

const blockedBy = async (reason: string) =>
  (await listPayees(WEEK, MONDAY)).blocked.flatMap((one) => (one.reason === reason ? [one.settlementId] : []))
const received = { answer: 'received', note: '' } as const

test('where the settings ask for it, nobody is paid before the receipt is marked', async () => {
  await aWeekThatAsks()
  const awaited = [...(await listAwaited(WEEK)).keys()]
  expect(awaited.length).toBeGreaterThan(1)
  expect((await blockedBy('receipt-missing')).toSorted()).toEqual(awaited.toSorted())
  expect((await listPayees(WEEK, MONDAY)).payees).toEqual([])
  const [one, other] = awaited as [string, string]
  await expect(makeChange((change) => payOne(change, one, paidBy('Numerário')))).rejects.toMatchObject({
    code: 'payment.receipt-missing',
  })
  const page = await getWeekPage(WEEK, MONDAY)
  expect(page.questions.filter(({ kind }) => kind === 'receipts')).toMatchObject([{ count: awaited.length }])
  expect(page.checks.toBank).toBe(0)

  await makeChange((change) => answerReceipts(change, WEEK, [one], received))
  await makeChange((change) => answerReceipts(change, WEEK, [other], { answer: 'waived', note: 'Entrega amanhã' }))
  expect((await listPayees(WEEK, MONDAY)).payees.map(({ settlementId }) => settlementId).toSorted()).toEqual(
    [one, other].toSorted(),
  )
  expect((await listReceipts(WEEK)).find(({ settlementId }) => settlementId === other)).toMatchObject({
    state: 'waived',
    note: 'Entrega amanhã',
  })
})

test('an answer is given once, and taken back except while its bank file is under way', async () => {
  await aWeekThatAsks()
  const [one] = [...(await listAwaited(WEEK)).keys()] as [string]
  const again = { code: 'receipt.answered' }
  await makeChange((change) => answerReceipts(change, WEEK, [one], received))
  await expect(makeChange((change) => answerReceipts(change, WEEK, [one], received))).rejects.toMatchObject(again)
  await makeChange((change) => takeBackReceipts(change, WEEK, [one]))
  expect((await listAwaited(WEEK)).has(one)).toBe(true)
  await makeChange((change) => answerReceipts(change, WEEK, [one], received))
  const batch = await makeChange((change) => exportBatch(change, WEEK))
  await expect(tried((change) => takeBackReceipts(change, WEEK, [one]))).rejects.toMatchObject({
    code: 'receipt.in-file',
  })
  await makeChange((change) => confirmBatch(change, batch.batchId))
  await makeChange((change) => takeBackReceipts(change, WEEK, [one]))
  expect((await listMissing(MONDAY)).some(({ settlementId }) => settlementId === one)).toBe(true)
})

test('a statement that was voided takes its answer with it', async () => {
  await aWeekThatAsks()
  const [one] = [...(await listAwaited(WEEK)).keys()] as [string]
  await makeChange((change) => answerReceipts(change, WEEK, [one], received))
  await makeChange((change) => voidSettlement(change, one, 'Engano'))
  expect((await listReceipts(WEEK)).some(({ settlementId }) => settlementId === one)).toBe(false)
})

test('without the setting nothing waits', async () => {
  await anApprovedWeek()
  expect([(await listAwaited(WEEK)).size, await blockedBy('receipt-missing')]).toEqual([0, []])
})
