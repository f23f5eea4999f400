import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { listPayees } from '#features/payments/queries.server.ts'
import { getDriverHome, getOwnStatement } from '#features/statements/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { paidAmong, payByBank, returnByBank, tellUnpaid, unpayByBank } from './commands.server.ts'

/** A week that was paid by one file; answers the payments of two drivers. */
async function aPaidWeek() {
  await anApprovedWeek()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
  return db
    .selectFrom('batch_payments')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select(['settlement_id as settlementId', 'batch_id as batchId', 'amount_cents as amount', 'driver_id as driverId'])
    .orderBy('amount_cents')
    .limit(2)
    .execute()
}
const returned = (settlementId: string, reason: string) =>
  makeChange((change) =>
    returnByBank(change, { act: crypto.randomUUID(), on: Temporal.PlainDate.from('2026-06-12') }, settlementId, reason),
  )

test('a transfer that the bank returned without a reason is paid again, but not without a word', async () => {
  const [unsaid, closed] = await aPaidWeek()
  if (!unsaid || !closed) throw new Error('two payments')
  await returned(unsaid.settlementId, '')
  await returned(closed.settlementId, 'AC04')
  const { payees, blocked } = await listPayees(WEEK, MONDAY)
  expect(payees.map(({ driverId, cameBack }) => [driverId, cameBack])).toEqual([[unsaid.driverId, true]])
  expect(blocked.find(({ reason }) => reason === 'returned')?.driverId).toBe(closed.driverId)
  expect((await getWeekPage(WEEK, MONDAY)).payable).toMatchObject({ count: 1, cameBack: [payees[0]?.name] })

  // Whoever pays the same account again says why, and the driver's history keeps it.
  const makeFile = (again?: string) => makeChange((change) => exportBatch(change, WEEK, { again }))
  for (const unsaidWhy of [undefined, ''])
    await expect(makeFile(unsaidWhy)).rejects.toMatchObject({ code: 'payment.again-unsaid' })
  expect((await makeFile('O motorista confirmou a conta')).again).toMatchObject([{ name: payees[0]?.name }])
  expect((await makeFile()).again).toEqual([])
  const events = await listEvents(`driver:${unsaid.driverId}`)
  expect(JSON.stringify(events)).toContain('O motorista confirmou a conta')
})

test('a transfer that came back for a reason of the company does not ask its driver about the IBAN', async () => {
  const [ours, theirs] = await aPaidWeek()
  if (!ours || !theirs) throw new Error('two payments')
  await returned(ours.settlementId, 'AM05')
  await returned(theirs.settlementId, 'AC04')
  const told = await db
    .selectFrom('inbox_notices')
    .select(['driver_id', 'params'])
    .where('kind', '=', 'payment-returned')
    .orderBy('id')
    .execute()
  expect(told).toEqual([
    { driver_id: ours.driverId, params: { week: WEEK, how: 'company' } },
    { driver_id: theirs.driverId, params: { week: WEEK } },
  ])
})

test('a driver whose payment the bank returned reads that on the first page and on the statement, until it is paid', async () => {
  const [first, second] = await aPaidWeek()
  if (!first || !second) throw new Error('two payments')
  const seen = async ({ driverId }: typeof first) => {
    const own = driverId as OwnDriverId
    const [home, statement] = [await getDriverHome(own, 'pt', MONDAY), await getOwnStatement(own, WEEK, 'pt', MONDAY)]
    return [home.cameBack, home.statements[0]?.cameBack, statement.cameBack]
  }
  expect(await seen(first)).toEqual([[], false, false])
  await returned(first.settlementId, 'AC04')
  expect(await seen(first)).toEqual([[WEEK], true, true])
  expect(await seen(second)).toEqual([[], false, false])
  await returned(second.settlementId, 'AM05')
  // A reason of the company's: the statement says that it came back, and nobody is asked to look at the IBAN.
  expect(await seen(second)).toEqual([[], true, true])
  await makeChange((change) =>
    payByBank(change, { act: crypto.randomUUID(), on: Temporal.PlainDate.from('2026-06-15') }, [first.settlementId]),
  )
  expect(await seen(first)).toEqual([[], false, false])
})

test('a driver who is not paid after all is told once, however often that is said, and nobody who is still paid', async () => {
  const [first, second] = await aPaidWeek()
  if (!first || !second) throw new Error('two payments')
  const payments = [first, second].map((one) => ({
    settlementId: one.settlementId,
    batchId: Number(one.batchId),
    amount: cents(one.amount),
    posted: true,
    paidOnBefore: null,
  }))
  await makeChange(async (change) => {
    const ids = payments.map(({ settlementId }) => settlementId)
    expect((await paidAmong(change, ids)).toSorted()).toEqual(ids.toSorted())
    await unpayByBank(change, crypto.randomUUID(), payments.slice(0, 1), '')
    await tellUnpaid(change, [...ids, ...ids], '')
  })
  const told = await db
    .selectFrom('inbox_notices')
    .select(['driver_id', 'params'])
    .where('kind', '=', 'payment-undone')
    .execute()
  expect(told).toEqual([{ driver_id: first.driverId, params: { week: WEEK, reason: '' } }])
})
