import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { askAlone } from '#db/together.server.ts'
import { bounds, nextWeek } from '#domain/week.ts'
import { monthOfWeek } from '#domain/month.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { WEEK, aFleet, anApprovedWeek, makeChange, dropPublicSet } from '#test/factories.ts'
import { checkDeliveredMonths, deliverMonth, withdrawDelivery } from './commands.server.ts'
import { changedMonths, figuresOfMonth, findDelivery, listDeliveries } from './queries.server.ts'
import { seenFigures } from './schema.ts'

const MONTH = monthOfWeek(WEEK)
/** A moment after the month is over. */
const LATER = bounds(nextWeek(WEEK, 6)).start

const deliveryOf = async () => findDelivery(MONTH, await figuresOfMonth(MONTH))

async function deliver() {
  const seen = seenFigures(await figuresOfMonth(MONTH))
  await makeChange((change) => deliverMonth(change, MONTH, seen), { at: LATER })
}

test('what changes after a month was handed over is told file by file, until it is handed over again', async () => {
  await aFleet()
  await dropPublicSet()
  const open = await figuresOfMonth(MONTH)
  await deliver()
  expect(await deliveryOf()).toMatchObject({ by: null, changed: [] })
  expect((await listDeliveries()).get(MONTH)).toMatchObject({ isChanged: false })
  const told = async () => {
    await checkDeliveredMonths(LATER)
    return askAlone(changedMonths, db)
  }
  expect(await told()).toBeNull()

  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const now = await figuresOfMonth(MONTH)
  const { changed } = (await deliveryOf())!
  const payable = changed.find(({ file, of }) => file === 'statements' && of === 'payable')!
  expect(payable.was).toBe(0)
  expect(payable.is).toBe(now.find(({ file }) => file === 'statements')!.amount)
  expect(payable.is).toBeGreaterThan(0)
  // The platforms' reports have not changed.
  expect(changed.filter(({ file }) => file === 'vat')).toEqual([])
  expect(open.filter(({ file }) => file === 'vat').map(({ of }) => of)).toEqual([
    'gross',
    'tripsBase',
    'tripsVat',
    'fee',
    'feeVat',
  ])
  expect((await listDeliveries()).get(MONTH)).toMatchObject({ isChanged: true })
  expect(await told()).toEqual({ count: 1, newest: MONTH })

  await deliver()
  // At once, before the next check.
  expect(await askAlone(changedMonths, db)).toBeNull()
  expect((await deliveryOf())!.changed).toEqual([])
  await makeChange((change) => withdrawDelivery(change, MONTH))
  expect((await deliveryOf())!.changed).toEqual(changed)
  expect(await told()).toEqual({ count: 1, newest: MONTH })
  await makeChange((change) => withdrawDelivery(change, MONTH))
  expect(await deliveryOf()).toBeNull()
  expect(await told()).toBeNull()
  await expect(makeChange((change) => withdrawDelivery(change, MONTH))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  expect(await listEvents(`month:${MONTH}`)).toHaveLength(4)
})

test('a month that runs, one with nothing in it, and one that somebody saw otherwise are not handed over', async () => {
  await aFleet()
  await dropPublicSet()
  const seen = seenFigures(await figuresOfMonth(MONTH))
  const runs = makeChange((change) => deliverMonth(change, MONTH, seen), { at: bounds(WEEK).end })
  await expect(runs).rejects.toMatchObject({ code: 'month.runs' })
  const empty = monthOfWeek(nextWeek(WEEK, -30))
  const nothing = makeChange(async (change) => deliverMonth(change, empty, seenFigures(await figuresOfMonth(empty))), {
    at: LATER,
  })
  await expect(nothing).rejects.toMatchObject({ code: 'record.not-found' })
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const stale = makeChange((change) => deliverMonth(change, MONTH, seen), { at: LATER })
  await expect(stale).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
})

test('a delivery of a month is written once and never changed', async () => {
  await anApprovedWeek()
  await deliver()
  const forge = db.updateTable('month_deliveries').set({ figures: '[]' })
  await expect(forge.execute()).rejects.toThrow('permission denied')
  await expect(db.deleteFrom('month_deliveries').execute()).rejects.toThrow('permission denied')
  await makeChange((change) => withdrawDelivery(change, MONTH))
  const anew = db.updateTable('month_deliveries').set({ withdrawn_at: null })
  await expect(anew.execute()).rejects.toThrow('written once')
})
