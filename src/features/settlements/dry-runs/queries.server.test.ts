import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { feeCeilingOn } from '#domain/fee-ceiling.ts'
import { settingsFrom } from '#domain/financial-settings.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { offeredTerms } from '#domain/simulation.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { changeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { readSimulation } from '#features/settlements/simulator/schema.ts'
import { EXPECTED, NEXT_WEEK, aFleet, makeChange, dropPublicSet, withoutTerms } from '#test/factories.ts'
import { compareProposals, compareTypedWeek, dryRunSettings, dryRunTerms, sumOf } from './queries.server.ts'

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
  await carryOut({ actor: COMMAND_LINE, action: 'driver.change-terms', now: NOW }, async (change) => {
    await changeTerms(change, driverId, agreed!.id, { terms: FOLLOWER, reason: 'Ensaio' })
    return null
  })
  const before = await getWeek(WEEK)

  const { open, reachesOpen, drivers, untouched, totals } = await dryRunSettings(NOW, {
    from: WEEK,
    settings: { slotFee: 30_00 },
  })
  expect([open, reachesOpen]).toEqual([WEEK, true])
  expect(drivers.map(({ id }) => id)).toEqual([driverId])
  expect(drivers[0]!.open!.after - drivers[0]!.open!.before).toBe(-5_00)
  expect(totals.after - totals.before).toBe(-5_00)
  expect(untouched).toBe(before.statements.filter(({ whatIf }) => whatIf.agreed).length - 1)
  expect(await getWeek(WEEK)).toEqual(before)

  const own = await dryRunTerms(NOW, driverId, { ...FOLLOWER, follows: [] })
  expect(own.weeks.map(({ week, before: now, after }) => [week, after - now])).toContainEqual([WEEK, 15_00])
})

test('a driver whom the change affects is told from one of the same name whom it does not', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const driverId = fleet.driver('D1')
  await db.updateTable('drivers').set({ name: 'José Ferreira' }).where('ref', 'in', ['D1', 'D2']).execute()
  const [agreed] = await listTerms(driverId)
  await makeChange((change) => changeTerms(change, driverId, agreed!.id, { terms: FOLLOWER, reason: 'Ensaio' }))
  const { drivers } = await dryRunSettings(NOW, { from: WEEK, settings: { slotFee: 30_00 } })
  expect(drivers.map(({ name }) => name)).toEqual(['José Ferreira · D1'])
})

test('what begins after the open week is told to leave it alone', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const [agreed] = await listTerms(fleet.driver('D1'))
  await makeChange((change) =>
    changeTerms(change, fleet.driver('D1'), agreed!.id, { terms: FOLLOWER, reason: 'Ensaio' }),
  )
  const later = await dryRunSettings(NOW, { from: NEXT_WEEK, settings: { slotFee: 30_00 } })
  // The files of the public set also have rows of D1 in the week before the open one.
  const drivers = [{ id: fleet.driver('D1'), open: null, past: -5_00 }]
  expect(later).toMatchObject({ open: WEEK, reachesOpen: false, drivers, totals: { past: -5_00 } })
})

test('weeks without a fee are told for newcomers who follow the settings, and for nobody else', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  for (const ref of ['D1', 'D7']) {
    const [agreed] = await listTerms(fleet.driver(ref))
    await makeChange((change) =>
      changeTerms(change, fleet.driver(ref), agreed!.id, { terms: FOLLOWER, reason: 'Ensaio' }),
    )
  }
  await db.updateTable('drivers').set({ started_on: '2026-05-27' }).where('ref', '=', 'D1').execute()
  await db.updateTable('drivers').set({ started_on: '2026-01-05' }).where('ref', '=', 'D7').execute()
  const saved = async (exemptionWeeks: number) =>
    (await dryRunSettings(NOW, { from: WEEK, settings: { exemptionWeeks } })).drivers.map(({ id, open }) => [
      id,
      open!.after - open!.before,
    ])
  // The week before the open one was D1's first: an exemption of two weeks reaches the open one, one of a single week
  // does not.
  expect(await saved(2)).toEqual([[fleet.driver('D1'), 25_00]])
  expect((await saved(1)).filter(([, difference]) => difference !== 0)).toEqual([])
})

const SETTINGS = settingsFrom([])
const FEE_25: Terms = { ...PLAIN_TERMS, fee: { mode: 'fixed', amount: cents(25_00), always: false } }

test('two proposals are weighed over the weeks a driver has rows in, also where nothing was agreed', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const driverId = fleet.driver('D1')
  const compared = await compareProposals(NOW, driverId, { a: PLAIN_TERMS, b: FEE_25 })
  // 574.85 from Uber and 242.84 from Bolt; 122.67 and a wash for 8.00 on the fuel card.
  const asFiled = {
    earnings: 817_69,
    vat: 0,
    fee: 0,
    rent: 0,
    tolls: -11_75,
    energy: -122_67,
    other: -8_00,
    net: EXPECTED.drivers.D1.balance,
  }
  expect(compared.find(({ week }) => week === WEEK)).toEqual({
    week: WEEK,
    a: asFiled,
    b: { ...asFiled, fee: -25_00, net: asFiled.net - 25_00 },
  })

  await withoutTerms([driverId])
  const unagreed = await compareProposals(NOW, driverId, { a: PLAIN_TERMS, b: FEE_25 })
  expect(unagreed).toEqual(compared)
  expect((await dryRunTerms(NOW, driverId, FEE_25)).weeks).toEqual([])
})

test('who has no rows at all is weighed by a typed week, with the figures of the simulator', async () => {
  const fleet = await aFleet()
  const proposals = { a: offeredTerms('slot', SETTINGS), b: offeredTerms('rental', SETTINGS) }
  expect(await compareProposals(NOW, fleet.driver('D1'), proposals)).toEqual([])

  // Fares of 1130.00 less 25 %; the VAT in them is 6/106; the fee 4 % of 783.54.
  const quarter = feeCeilingOn(Temporal.PlainDate.from('2026-08-31'), basisPoints(6_00))
  const typed = compareTypedWeek(readSimulation(new URLSearchParams(), quarter, 'pt').week!, SETTINGS, proposals)
  const same = { earnings: 847_50, vat: -63_96, tolls: -20_00, energy: -165_00, other: 0 }
  expect(typed).toEqual({
    week: null,
    a: { ...same, fee: -25_00, rent: 0, net: 573_54 },
    b: { ...same, fee: -31_34, rent: -270_00, net: 297_20 },
  })
  expect(sumOf([typed, typed]).b).toMatchObject({ rent: -540_00, net: 594_40 })
})
