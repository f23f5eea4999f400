import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { bounds } from '#domain/week.ts'
import { addTerms, chargeRentAgain, removeTerms, waiveRent } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { assignVehicle, endAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { takeBack } from '#features/weeks/answers/commands.server.ts'
import { answerAnomaly } from '#features/weeks/radar/commands.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'

const RENT = cents(271_43)
const LATER = MONDAY.add({ hours: 24 * 7 })

/** D1 rents, and has no car on record. */
async function withoutCar() {
  const fleet = await aFleet()
  const [driverId, vehicleId] = [fleet.driver('D1'), fleet.vehicle('ZX11TA')]
  await dropPublicSet()
  for (const { id, driverId: holder } of await listAssignments(vehicleId))
    if (holder === driverId) await makeChange((change) => endAssignment(change, vehicleId, id, bounds(WEEK).start))
  for (const { id } of await listTerms(driverId))
    await makeChange((change) => removeTerms(change, driverId, id, 'Outras'))
  await rents(driverId, RENT)
  return { driverId, vehicleId }
}

const rents = (driverId: string, rent: typeof RENT) =>
  makeChange((change) =>
    addTerms(change, driverId, { from: WEEK, terms: { ...PLAIN_TERMS, regime: 'rental', rent }, reason: 'Locatário' }),
  )

const page = (week = WEEK) => getWeekPage(week, LATER)
const asked = async (week = WEEK) => (await page(week)).questions.flatMap((one) => (one.kind === 'no-car' ? [one] : []))
const answers = async () =>
  (await page()).answers.filter(({ kind }) => kind === 'rent' || kind === 'info').map(({ kind }) => kind)
const net = async (driverId: string) => (await page()).drivers.find(({ id }) => id === driverId)!.net!

test('a rent without a car on record asks; once waived it is not charged, until that is taken back or the week is issued', async () => {
  const { driverId } = await withoutCar()
  const before = await net(driverId)
  expect(await asked()).toMatchObject([{ rent: RENT, driver: { id: driverId } }])
  await makeChange((change) => waiveRent(change, driverId, WEEK))
  expect([await asked(), await answers(), await net(driverId)]).toEqual([[], ['rent'], before + RENT])
  // The next week asks on its own account.
  expect(await asked(NEXT_WEEK)).toHaveLength(1)
  await makeChange((change) => chargeRentAgain(change, driverId, WEEK))
  expect([await asked(), await net(driverId)]).toMatchObject([[{ rent: RENT }], before])

  await makeChange((change) => waiveRent(change, driverId, WEEK))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect([await net(driverId), await asked(), await answers()]).toEqual([before + RENT, [], []])
  const refused = { code: 'terms.week-approved' }
  await expect(makeChange((change) => chargeRentAgain(change, driverId, WEEK))).rejects.toMatchObject(refused)
  await expect(makeChange((change) => waiveRent(change, driverId, WEEK))).rejects.toMatchObject(refused)
})

test('a rent that is charged all the same asks no more until the rent changes; a car on record ends that and charges what was waived', async () => {
  const { driverId, vehicleId } = await withoutCar()
  const before = await net(driverId)
  const [question] = await asked()
  await makeChange((change) => answerAnomaly(change, WEEK, question!.answerKey, 'right'))
  expect([await asked(), await answers(), await net(driverId)]).toEqual([[], ['info'], before])
  const [terms] = await listTerms(driverId)
  await makeChange((change) => removeTerms(change, driverId, terms!.id, 'Outro valor'))
  await rents(driverId, cents(300_00))
  expect(await asked()).toMatchObject([{ rent: 300_00 }])

  await makeChange((change) => waiveRent(change, driverId, WEEK))
  const { start, end } = bounds(WEEK)
  for (const { id } of await listAssignments(vehicleId))
    await makeChange((change) => endAssignment(change, vehicleId, id, start))
  await makeChange((change) => assignVehicle(change, vehicleId, { driverId, from: start, to: end }))
  expect(await asked()).toEqual([])
  expect((await page()).drivers.find(({ id }) => id === driverId)!.costs).toBeLessThanOrEqual(-300_00)
})

test('a rent that is charged in every week asks no more, whatever the rent and whatever is approved, until that is taken back', async () => {
  const { driverId, vehicleId } = await withoutCar()
  const before = await net(driverId)
  const [question] = await asked()
  await makeChange((change) => answerAnomaly(change, WEEK, question!.answerKey, 'always'))
  expect([await asked(), await asked(NEXT_WEEK), await net(driverId)]).toEqual([[], [], before])
  const lasting = async (week = WEEK) =>
    (await page(week)).answers.flatMap((one) => (one.kind === 'info' && one.isLasting ? [one.id] : []))
  expect(await lasting(NEXT_WEEK)).toEqual(await lasting())

  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const [answer] = await lasting(NEXT_WEEK)
  await makeChange((change) => takeBack(change, answer!))
  expect([await asked(NEXT_WEEK), await lasting(NEXT_WEEK)]).toMatchObject([[{ rent: RENT }], []])

  const [again] = await asked(NEXT_WEEK)
  await makeChange((change) => answerAnomaly(change, NEXT_WEEK, again!.answerKey, 'always'))
  const start = bounds(NEXT_WEEK).start
  await makeChange((change) => assignVehicle(change, vehicleId, { driverId, from: start, to: null }))
  expect([await asked(NEXT_WEEK), await lasting(NEXT_WEEK)]).toEqual([[], []])
})
