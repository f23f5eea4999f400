import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { changeTerms } from '#features/drivers/commands.server.ts'
import { listTerms } from '#features/drivers/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { aFleet, change, dropPublicSet } from '#test/factories.ts'
import { dryRunSettings, dryRunTerms } from './queries.server.ts'

/** The Wednesday after the week of the public set. */
const NOW = Temporal.Instant.from('2026-06-10T09:00:00Z')
const WEEK = readWeek('2026-W23')
const FOLLOWER: Terms = {
  ...PLAIN_TERMS,
  fee: { mode: 'fixed', amount: cents(10_00), always: false },
  tripVat: 'itemised',
  follows: ['fee'],
}

test('a dearer weekly fee is told for those who follow the settings, and nothing is written', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const driverId = fleet.driver('D1')
  const [agreed] = await listTerms(driverId)
  await carryOut({ actor: COMMAND_LINE, action: 'driver.change-terms', now: NOW }, async (deed) => {
    await changeTerms(deed, driverId, agreed!.id, { terms: FOLLOWER, reason: '' })
    return null
  })
  const before = await getWeek(WEEK)

  const { open, drivers, untouched, totals } = await dryRunSettings(NOW, { slotFee: 30_00 })
  expect(open).toBe(WEEK)
  expect(drivers.map(({ id }) => id)).toEqual([driverId])
  expect(drivers[0]!.open!.after - drivers[0]!.open!.before).toBe(-5_00)
  expect(totals.after - totals.before).toBe(-5_00)
  expect(untouched).toBe(before.statements.filter(({ whatIf }) => whatIf).length - 1)
  expect(await getWeek(WEEK)).toEqual(before)

  const own = await dryRunTerms(NOW, driverId, { ...FOLLOWER, follows: [] })
  expect(own.weeks.map(({ week, before: now, after }) => [week, after - now])).toContainEqual([WEEK, 15_00])
})

test('weeks without a fee are told for newcomers who follow the settings, and for nobody else', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  for (const ref of ['D1', 'D7']) {
    const [agreed] = await listTerms(fleet.driver(ref))
    await change((deed) => changeTerms(deed, fleet.driver(ref), agreed!.id, { terms: FOLLOWER, reason: '' }))
  }
  await db.updateTable('drivers').set({ started_on: '2026-05-27' }).where('ref', '=', 'D1').execute()
  await db.updateTable('drivers').set({ started_on: '2026-01-05' }).where('ref', '=', 'D7').execute()
  const saved = async (exemptionWeeks: number) =>
    (await dryRunSettings(NOW, { exemptionWeeks })).drivers.map(({ id, open }) => [id, open!.after - open!.before])
  // The week before the open one was the first: two weeks reach the open one, one does not.
  expect(await saved(2)).toEqual([[fleet.driver('D1'), 25_00]])
  expect((await saved(1)).filter(([, difference]) => difference !== 0)).toEqual([])
})
