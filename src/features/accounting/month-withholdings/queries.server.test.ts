import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { askAlone } from '#db/together.server.ts'
import { basisPoints, sum } from '#domain/money.ts'
import { monthOfWeek } from '#domain/month.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { WEEK, aFleet, asOwner, dropPublicSet, makeChange } from '#test/factories.ts'
import { listWithheld, withheldIn } from './queries.server.ts'

const MONTH = monthOfWeek(WEEK)

/** The tax of a month, by driver and day, and whether the sum says the same. */
async function withheldOf(month: typeof MONTH) {
  const rows = await listWithheld(month)
  expect(await askAlone(withheldIn(month), db)).toBe(sum(rows.map(({ tax }) => tax)))
  return rows.map(({ driver, day, week, tax }) => ({ ref: driver.ref, day, week, isAbove: tax > 0 }))
}

test('tax counts on the day of the payment, whatever month the week is in, and not before', async () => {
  const fleet = await aFleet()
  const terms: Terms = { ...PLAIN_TERMS, receipt: { vat: 'exempt', withholding: basisPoints(1_150), carried: true } }
  for (const ref of ['D1', 'D2'] as const)
    await makeChange((change) => addTerms(change, fleet.driver(ref), { from: WEEK, terms, reason: 'Acordo' }))
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await withheldOf(MONTH)).toEqual([])

  await makeChange((change) => exportBatch(change, WEEK))
  await asOwner(`update payment_batches set execution_on = '2026-07-02'`)
  const sent = { day: '2026-07-02', week: WEEK, isAbove: true }
  expect(await withheldOf('2026-07' as typeof MONTH)).toEqual([
    { ref: 'D1', ...sent },
    { ref: 'D2', ...sent },
  ])
  expect(await withheldOf(MONTH)).toEqual([])
})

test('a statement with nothing to pay counts on the day in Lisbon on which it was approved; a void one never', async () => {
  const fleet = await aFleet()
  const terms: Terms = { ...PLAIN_TERMS, receipt: { vat: 'exempt', withholding: basisPoints(1_150), carried: true } }
  await makeChange((change) => addTerms(change, fleet.driver('D1'), { from: WEEK, terms, reason: 'Acordo' }))
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const own = `driver_id = '${fleet.driver('D1')}'`
  await asOwner(`alter table settlements disable trigger user;
    update settlements set earnings_cents = 0, costs_cents = 0, adjustments_cents = 0, net_cents = 0, payable_cents = 0,
      carried_over_cents = 0, approved_at = '2026-06-30T23:30:00Z' where ${own}`)
  expect(await withheldOf('2026-07' as typeof MONTH)).toEqual([
    { ref: 'D1', day: '2026-07-01', week: WEEK, isAbove: true },
  ])
  expect(await withheldOf('2026-06' as typeof MONTH)).toEqual([])
  await asOwner(`update settlements set state = 'void' where ${own}; alter table settlements enable trigger user`)
  expect(await withheldOf('2026-07' as typeof MONTH)).toEqual([])
})
