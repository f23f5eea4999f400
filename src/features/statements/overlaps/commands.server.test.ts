import { expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { listDriverAdjustments } from '#features/adjustments/queries.server.ts'
import { changeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { acceptProposal } from '#features/settlements/proposals/commands.server.ts'
import { listProposals } from '#features/settlements/proposals/queries.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { acceptDispute, contestLine, reopenDispute } from '#features/statements/disputes/commands.server.ts'
import { getContestedLine } from '#features/statements/disputes/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import {
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  drop,
  dropPublicSet,
  makeChange,
  publicFile,
  withoutLines,
} from '#test/factories.ts'
import { answerOverlap } from './commands.server.ts'
import { findOverlap } from './queries.server.ts'

const LATER = MONDAY.add({ hours: 24 * 8 })
const [WRONG, RIGHT] = [cents(150_00), cents(100_00)]

async function rents(driverId: string, rent: Cents) {
  const [agreed] = await listTerms(driverId)
  const terms = { ...PLAIN_TERMS, regime: 'rental' as const, rent }
  await makeChange((change) => changeTerms(change, driverId, agreed!.id, { terms, reason: 'Renda' }))
}

const approve = (week = WEEK, at = MONDAY) =>
  makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }), { at })

/** D6's rent was 150.00 and should have been 100.00; the driver contested it, at an hour within the time for that. */
async function contestedRent() {
  const fleet = await aFleet()
  const driverId = fleet.driver('D6')
  await rents(driverId, WRONG)
  await dropPublicSet()
  await approve()
  const { id, settlement } = (await findFrozen(driverId, WEEK))!
  const ordinal = settlement.lines.findIndex(({ code }) => code === 'vehicle.rent')
  const dispute = await makeChange((change) =>
    contestLine(change, { driver: driverId as OwnDriverId, week: WEEK, ordinal }, { cause: 'terms', words: 'São 100' }),
  )
  return { driverId, dispute, settlementId: id, net: settlement.net }
}

const accept = (dispute: string, amount: Cents, at = MONDAY) =>
  makeChange((change) => acceptDispute(change, dispute, { kind: 'other', amount, reason: 'Renda de 100' }), { at })

const asked = async () =>
  (await getWeekPage(WEEK, LATER)).questions.flatMap((one) => (one.kind === 'corrected-twice' ? [one] : []))

/** What the driver gets of both weeks, besides what the next week has of its own. */
async function gets(driverId: string) {
  const written = (await listDriverAdjustments(driverId)).filter(({ state }) => state === 'accepted')
  const line = (await findFrozen(driverId, WEEK))?.settlement.lines.find(({ code }) => code === 'vehicle.rent')
  const draft = (await getWeekPage(WEEK, LATER)).drivers.find(({ id }) => id === driverId)
  return { rent: line?.amount ?? null, draft: draft?.net ?? null, written: sum(written.map(({ amount }) => amount)) }
}

test('a week done again with its rent corrected at the source asks about the dispute that paid it; once takes it off', async () => {
  const { driverId, dispute, settlementId, net } = await contestedRent()
  await accept(dispute, cents(50_00))
  await makeChange((change) => voidSettlement(change, settlementId, 'Renda errada'))
  expect(await asked()).toEqual([])
  await rents(driverId, RIGHT)
  expect(await gets(driverId)).toMatchObject({ draft: net + 50_00, written: 50_00 })
  expect(await asked()).toMatchObject([
    { dispute, driver: { id: driverId }, given: 50_00, on: NEXT_WEEK, before: -150_00, now: -100_00, overlap: 50_00 },
  ])
  const once = { answer: 'once', reason: 'A semana já tem a renda certa' } as const
  await expect(makeChange((change) => answerOverlap(change, dispute, { ...once, seen: 40_00 }))).rejects.toMatchObject({
    code: 'adjustment.changed-meanwhile',
  })
  await makeChange((change) => answerOverlap(change, dispute, { ...once, seen: 50_00 }))
  expect(await asked()).toEqual([])
  // The rent counts once: 100.00 in the week, 50.00 given by the dispute and 50.00 taken off here.
  expect(await gets(driverId)).toMatchObject({ draft: net, written: 0 })

  // The other answer takes this one back.
  await makeChange((change) => answerOverlap(change, dispute, { answer: 'twice', reason: 'Foram duas', seen: 50_00 }))
  expect([await asked(), await gets(driverId)]).toMatchObject([[], { draft: net + 50_00, written: 50_00 }])
  expect((await findOverlap(dispute))!.answer).toMatchObject({ said: 'twice', reason: 'Foram duas' })

  // Issued with the answer "once", and voided and issued with the old rent: the driver would be short, so it asks again.
  await makeChange((change) => answerOverlap(change, dispute, { ...once, seen: 50_00 }))
  await approve(WEEK, MONDAY.add({ hours: 1 }))
  expect(await asked()).toEqual([])
  await makeChange((change) => findFrozen(driverId, WEEK).then((one) => voidSettlement(change, one!.id, 'Outra vez')))
  await rents(driverId, WRONG)
  expect(await asked()).toMatchObject([{ dispute, overlap: 0, now: -150_00 }])
  await makeChange((change) => answerOverlap(change, dispute, { ...once, seen: 0 }))
  expect([await asked(), await gets(driverId)]).toMatchObject([[], { draft: net, written: 50_00 }])
})

test('what was taken off comes back when the correction is withdrawn, also once a statement carries it', async () => {
  const { driverId, dispute, settlementId, net } = await contestedRent()
  await accept(dispute, cents(50_00))
  await makeChange((change) => voidSettlement(change, settlementId, 'Renda errada'))
  await rents(driverId, RIGHT)
  await makeChange((change) => answerOverlap(change, dispute, { answer: 'once', reason: 'Já está', seen: 50_00 }))
  await approve(WEEK, MONDAY.add({ hours: 1 }))
  expect((await findFrozen(driverId, WEEK))!.settlement.net).toBe(net)

  const correction = (await findOverlap(dispute))!.correction
  await makeChange(async (change) => {
    await withdrawAdjustment(change, driverId, correction)
    await reopenDispute(change, correction)
  })
  const left = (await listDriverAdjustments(driverId)).filter(({ state }) => state === 'accepted')
  expect(left.map(({ week, amount }) => [week, amount])).toEqual(
    expect.arrayContaining([
      [WEEK, -50_00],
      [NEXT_WEEK, 50_00],
    ]),
  )
  expect([await findOverlap(dispute), await asked()]).toEqual([null, []])
})

test('a dispute that is accepted after its week was done again counts from the line as it is then', async () => {
  const { driverId, dispute, settlementId } = await contestedRent()
  await makeChange((change) => voidSettlement(change, settlementId, 'Renda errada'))
  await rents(driverId, RIGHT)
  await approve(WEEK, MONDAY.add({ hours: 1 }))
  expect((await getContestedLine(dispute, LATER)).line).toMatchObject({ amount: -150_00, now: -100_00 })
  const taken = { kind: 'other', amount: cents(20_00), reason: 'Renda de 80' } as const
  await expect(makeChange((change) => acceptDispute(change, dispute, taken, -150_00))).rejects.toMatchObject({
    code: 'dispute.changed-meanwhile',
  })
  await makeChange((change) => acceptDispute(change, dispute, taken, -100_00), { at: LATER })
  const [written] = await listDriverAdjustments(driverId)
  expect(written!.changes).toEqual([{ code: 'vehicle.rent', from: -100_00, to: -80_00 }])
  expect(await asked()).toEqual([])
})

test('a dispute that is accepted while its week is a draft again asks, once the draft has the correction too', async () => {
  const { driverId, dispute, settlementId } = await contestedRent()
  await makeChange((change) => voidSettlement(change, settlementId, 'Renda errada'))
  await rents(driverId, RIGHT)
  await accept(dispute, cents(50_00))
  expect(await asked()).toMatchObject([{ dispute, overlap: 50_00 }])
})

test('a late difference of an issued week that corrects what a dispute gave back asks too, before and after it is accepted', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await dropPublicSet()
  await approve()
  const { settlement } = (await findFrozen(driverId, WEEK))!
  const ordinal = settlement.lines.findIndex(({ code }) => code === 'income.bolt')
  const { amount } = settlement.lines[ordinal]!
  const contest = { cause: 'amount', words: 'Não fui eu' } as const
  const dispute = await makeChange((change) =>
    contestLine(change, { driver: driverId as OwnDriverId, week: WEEK, ordinal }, contest),
  )
  await accept(dispute, cents(-10_00))
  await drop([withoutLines(publicFile('2026W23'), 'Anselmo')], { acceptSameFigures: true, acceptOtherWeek: true })
  expect(await asked()).toMatchObject([{ dispute, given: -10_00, before: amount, now: 0, overlap: -10_00 }])
  const proposal = (await listProposals()).find(({ driver }) => driver.id === driverId)
  await makeChange((change) =>
    acceptProposal(change, { driver: driverId, about: WEEK, amount: proposal!.difference.amount }),
  )
  expect(await asked()).toMatchObject([{ dispute, overlap: -10_00 }])
  await makeChange((change) => answerOverlap(change, dispute, { answer: 'once', reason: 'Já está', seen: -10_00 }))
  expect(await asked()).toEqual([])
})
