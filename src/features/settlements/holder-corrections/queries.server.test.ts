import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents, minus, sum } from '#domain/money.ts'
import { bounds } from '#domain/week.ts'
import { writeGoal } from '#features/adjustments/goals/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import {
  assignVehicle,
  correctAssignment,
  handOver,
  removeAssignment,
} from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { acceptAllProposals } from '#features/settlements/proposals/commands.server.ts'
import { listProposals, listProposalsAbout } from '#features/settlements/proposals/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  makeChange,
  dropPublicSet,
} from '#test/factories.ts'
import { previewCorrection } from './queries.server.ts'
import { tries } from '#test/tries.ts'

const { start, end } = bounds(WEEK)
const PLATES = ['ZX11TA', 'ZX22TB'] as const
const hours = (end.epochMilliseconds - start.epochMilliseconds) / 3_600_000
const hour = (count: number) => start.add({ minutes: Math.round(count * 60) })

const nets = async () =>
  new Map((await getWeek(WEEK)).statements.map(({ driver, settlement }) => [driver.ref, settlement?.net ?? 0]))
const unmatched = async () => (await getWeek(WEEK)).checks.unmatched
const proposed = async () =>
  new Map((await listProposalsAbout(WEEK)).map(({ driver, difference }) => [driver.ref, difference.amount]))

/** Accepts every proposal for the next week, and answers how many there were. */
async function accept(): Promise<number> {
  const due = (await listProposals()).filter(({ on }) => on === NEXT_WEEK)
  const amount = sum(due.map(({ difference }) => difference.amount))
  if (due.length > 0) await makeChange((change) => acceptAllProposals(change, NEXT_WEEK, { count: due.length, amount }))
  return due.length
}

/** The sum of all adjustments written for each driver. */
async function written(): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('adjustments')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['ref', 'amount_cents'])
    .execute()
  const byRef = Map.groupBy(rows, ({ ref }) => ref)
  return new Map([...byRef].map(([ref, own]) => [ref, sum(own.map(({ amount_cents }) => cents(amount_cents)))]))
}

/** Drivers and the hour of the week from which each has a car, in any order: in between somebody always has it. */
const lives = fc.array(
  fc.record({
    plate: fc.constantFrom(...PLATES),
    holders: fc.uniqueArray(
      fc.record({
        at: fc.double({ min: 1, max: hours - 1, noNaN: true }),
        ref: fc.constantFrom('D1', 'D2', 'D4', 'D7'),
      }),
      { minLength: 1, maxLength: 4, selector: ({ at }) => Math.round(at * 60) },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)
type Life = { plate: string; holders: readonly { at: number; ref: string }[] }

/** Makes the assignments of a car what `life` says, by commands of the office. */
async function live(change: Change, fleet: Fleet, { plate, holders }: Life): Promise<void> {
  const car = fleet.vehicle(plate)
  const [first] = (await listAssignments(car, change.tx)).toReversed()
  for (const one of await listAssignments(car, change.tx))
    if (one.id !== first?.id) await removeAssignment(change, car, one.id)
  const sorted = holders.toSorted((a, b) => a.at - b.at)
  const until = sorted.map(({ at }) => hour(at))
  const driverId = first?.driverId ?? fleet.driver('D1')
  const to = until[0] ?? null
  if (first) await correctAssignment(change, car, first.id, { driverId, from: null, to })
  else await assignVehicle(change, car, { driverId, from: null, to })
  for (const [index, { ref }] of sorted.entries())
    await assignVehicle(change, car, { driverId: fleet.driver(ref), from: until[index]!, to: until[index + 1] ?? null })
}

test('who moves is told before it is saved, and it is who then moves, to the cent', async () => {
  const fleet = await anApprovedWeek()
  const car = fleet.vehicle('ZX11TA')
  const before = await listAssignments(car)
  const correct = (change: Change) => handOver(change, car, fleet.driver('D7'), hour(30))
  const preview = await previewCorrection(MONDAY, car, correct)
  // The preview stored nothing.
  expect(await listAssignments(car)).toEqual(before)
  expect(await listProposals()).toEqual([])
  expect(preview.movers.length).toBeGreaterThan(1)
  expect(preview.movers.every(({ isClosed }) => isClosed)).toBe(true)
  await makeChange(correct)
  const moved = preview.movers
    .filter(({ week }) => week === WEEK)
    .map(({ driver, before: was, after }) => [driver.ref, after - was])
  expect(new Map(moved as [string, number][])).toEqual(await proposed())
})

test('of an open week whoever had a car of the fleet for a goal moves with it, before as after', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  await asOwner(`update terms set regime = 'rental'`)
  await makeChange((change) =>
    writeGoal(change, {
      name: 'Carro da frota',
      nameEn: 'Car of the fleet',
      criterion: 'income',
      period: 'week',
      stacking: 'best',
      levels: [{ threshold: 1_00, reward: cents(33_00) }],
      from: WEEK,
      until: null,
      reason: 'Combinado',
      audience: { regimes: [], car: 'fleet', minWeeks: null, maxWeeks: null, drivers: [] },
    }),
  )
  const rewarded = async () =>
    (await getWeek(WEEK)).statements
      .filter(({ settlement }) => settlement?.lines.some(({ amount }) => amount === 33_00))
      .map(({ driver }) => driver.ref)
  const [before, paid] = [await nets(), await rewarded()]
  const car = fleet.vehicle('ZX11TA')
  const correct = (change: Change) => handOver(change, car, fleet.driver('D7'), start)
  const preview = await previewCorrection(MONDAY, car, correct)
  await makeChange(correct)
  expect(await rewarded()).not.toEqual(paid)
  const previewed = preview.movers
    .filter(({ week }) => week === WEEK)
    .map(({ driver, before: was, after }) => [driver.ref, was, after])
  const moved = [...(await nets())]
    .filter(([ref, net]) => net !== before.get(ref))
    .map(([ref, net]) => [ref, before.get(ref) ?? 0, net])
  expect(previewed.toSorted()).toEqual(moved.toSorted())
})

test('corrections move money between drivers and lose no cent: what they gain is what nobody has less of', async () => {
  const fleet = await anApprovedWeek()
  await fc.assert(
    fc.asyncProperty(lives, async (changes) => {
      for (const life of changes) {
        const [left, car] = [await unmatched(), fleet.vehicle(life.plate)]
        const preview = await previewCorrection(MONDAY, car, (change) => live(change, fleet, life))
        await makeChange((change) => live(change, fleet, life))
        const moved = sum(preview.movers.flatMap(({ before, after }) => [after, minus(before)]))
        expect(moved + preview.unmatched.after - preview.unmatched.before).toBe(0)
        expect((await unmatched()) - left).toBe(preview.unmatched.after - preview.unmatched.before)
      }
    }),
    { numRuns: tries(12) },
  )
})

test('what was told, what was accepted on the way and what is proposed still are together the week worked out anew', async () => {
  const accepted = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(lives, accepted, async (changes, isAccepted) => {
      const fleet = await anApprovedWeek()
      const issued = await nets()
      for (const [index, life] of changes.entries()) {
        await makeChange((change) => live(change, fleet, life))
        if (isAccepted[index]) await accept()
      }
      const differences = await proposed()
      const paid = await written()
      expect((await examineBooks()).filter(({ offenders }) => offenders.length > 0)).toEqual([])

      // A second fleet, in which the same drivers had these cars from the beginning and nothing was ever closed.
      const fresh = await aFleet()
      for (const life of changes) await makeChange((change) => live(change, fresh, life))
      await dropPublicSet()
      for (const [ref, net] of await nets())
        expect([ref, (issued.get(ref) ?? 0) + (paid.get(ref) ?? 0) + (differences.get(ref) ?? 0)]).toEqual([ref, net])
    }),
    { numRuns: tries(8) },
  )
})

test('corrected and corrected back, accepted each time, every driver has what was paid first, and the books hold', async () => {
  const fleet = await anApprovedWeek()
  const car = fleet.vehicle('ZX11TA')
  const first = (await listAssignments(car)).at(-1)!
  await makeChange((change) => handOver(change, car, fleet.driver('D7'), hour(50)))
  expect(await accept()).toBeGreaterThan(1)
  expect(await listProposals()).toEqual([])
  const [later] = await listAssignments(car)
  await makeChange((change) => removeAssignment(change, car, later!.id))
  const { driverId, from, to } = first
  await makeChange((change) => correctAssignment(change, car, first.id, { driverId, from, to }))
  expect(await accept()).toBeGreaterThan(1)
  expect([...(await written()).values()].every((amount) => amount === 0)).toBe(true)
  expect((await examineBooks()).filter(({ offenders }) => offenders.length > 0)).toEqual([])
})
