import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { getCompanyAccount, listBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { WEEK, aFleet, makeChange } from '#test/factories.ts'
import { reclassify, takeBackReclassification } from './commands.server.ts'
import { getUnclassified, listReclassifications, readReclassificationPaper } from './queries.server.ts'
import { pdfBytes } from '#test/papers.ts'

const DAY = Temporal.PlainDate.from('2026-06-08')
const PDF = new File([pdfBytes()], 'mapa.pdf')

/**
 * A fleet in which D1 gave back 100.00 of an advance, a credit that waits, and D2 was given 70.00, a debit that waits.
 */
async function aFleetWithBoth() {
  const fleet = await aFleet()
  const of = { week: WEEK, kind: 'other' as const, reason: 'Acerto' }
  await makeChange((change) => addAdjustment(change, { ...of, driverId: fleet.driver('D1'), amount: cents(-100_00) }))
  await makeChange((change) => addAdjustment(change, { ...of, driverId: fleet.driver('D2'), amount: cents(70_00) }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  return fleet
}
const put = (side: 'credit' | 'debit', amount: number, account: 'bank' | 'prizes' | 'tax:withheld' = 'bank') =>
  makeChange((change) => reclassify(change, { side, account, amount: cents(amount), reason: 'Extrato do banco' }))
const balances = async () =>
  Object.fromEntries(
    (await listBalances(DAY)).company.flatMap(({ account, balance }) => (balance === 0 ? [] : [[account, balance]])),
  )

test('each side of the waiting money is classified by itself, though together they hide each other', async () => {
  await aFleetWithBoth()
  expect(await getUnclassified()).toEqual({ credit: 100_00, debit: 70_00 })
  expect(await balances()).toEqual({ suspense: 30_00 })
  await put('credit', 100_00)
  await put('debit', 50_00, 'prizes')
  expect(await getUnclassified()).toEqual({ credit: 0, debit: 20_00 })
  expect(await balances()).toEqual({ suspense: -20_00, bank: 100_00, prizes: -50_00 })
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
})

test('classifying more than a side has is refused, also when two ask at once', async () => {
  await aFleetWithBoth()
  await expect(put('credit', 100_01)).rejects.toMatchObject({ code: 'reclassification.too-much' })
  await expect(put('debit', 70_01)).rejects.toMatchObject({ code: 'reclassification.too-much' })
  const both = await Promise.allSettled([put('credit', 60_00), put('credit', 60_00)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await getUnclassified()).toEqual({ credit: 40_00, debit: 70_00 })
})

test('a reclassification is an entry of both accounts, with its reason, its paper and the account on the other side', async () => {
  await aFleetWithBoth()
  const input = { side: 'credit' as const, account: 'tax:withheld' as const, amount: cents(11_50), reason: 'Retenção' }
  const id = await makeChange((change) => reclassify(change, input, PDF))
  const [entry] = (await getCompanyAccount('tax:withheld', DAY)).entries
  expect(entry).toMatchObject({
    kind: 'reclass',
    amount: 11_50,
    reason: 'Retenção',
    counters: ['suspense'],
    driver: null,
  })
  expect((await getCompanyAccount('suspense', DAY)).entries[0]).toMatchObject({ kind: 'reclass', amount: -11_50 })
  expect(await readReclassificationPaper(id)).toMatchObject({ name: 'mapa.pdf', mediaType: 'application/pdf' })
  const event = db.selectFrom('audit_events').select(['subject', 'after']).orderBy('seq', 'desc')
  expect(await event.executeTakeFirstOrThrow()).toEqual({
    subject: 'account:suspense',
    after: { side: 'credit', account: 'tax:withheld', amount: 11_50, reason: 'Retenção', file: 'mapa.pdf' },
  })
})

test('what went to the wrong account is taken back once, and waits again', async () => {
  await aFleetWithBoth()
  const id = await put('debit', 70_00, 'tax:withheld')
  await makeChange((change) => takeBackReclassification(change, id, 'Era um prémio'))
  expect(await getUnclassified()).toEqual({ credit: 100_00, debit: 70_00 })
  expect(await balances()).toEqual({ suspense: 30_00 })
  const [entry] = (await getCompanyAccount('tax:withheld', DAY)).entries
  expect(entry).toMatchObject({ kind: 'reversal', amount: 70_00, reason: 'Era um prémio' })
  expect(await listReclassifications()).toMatchObject([
    {
      id,
      amount: -70_00,
      reason: 'Extrato do banco',
      isTakenBack: true,
      backReason: 'Era um prémio',
      on: '2026-06-08',
    },
  ])
  const again = makeChange((change) => takeBackReclassification(change, id, 'Era um prémio'))
  await expect(again).rejects.toMatchObject({ code: 'reclassification.taken-back' })
  const unknown = makeChange((change) => takeBackReclassification(change, crypto.randomUUID(), 'Nada'))
  await expect(unknown).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a statement voided after its part was classified leaves that part on the other side', async () => {
  const fleet = await aFleetWithBoth()
  await put('credit', 100_00)
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D1'))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
  expect(await getUnclassified()).toEqual({ credit: 0, debit: 170_00 })
  await put('debit', 170_00)
  expect(await getUnclassified()).toEqual({ credit: 0, debit: 0 })
  expect(await balances()).toEqual({ bank: -70_00 })
})
