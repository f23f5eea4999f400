import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { type Week, nextWeek } from '#domain/week.ts'
import { withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { getAdjustment, listDriverAdjustments } from '#features/adjustments/queries.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { PNG } from '#test/papers.ts'
import { type Fleet, MONDAY, NEXT_WEEK, WEEK, aFleet, anApprovedWeek, makeChange } from '#test/factories.ts'
import {
  acceptDispute,
  confirmLine,
  confirmStatement,
  contestLine,
  declineDispute,
  remindOfDisputes,
  reopenDispute,
  takeBackDecline,
  withdrawDispute,
} from './commands.server.ts'
import { MAX_PAPERS } from '#features/files/schema.ts'
import { opinionInput } from './schema.ts'
import {
  openDisputes,
  findOpinions,
  getContestedLine,
  isAnswerOfDispute,
  listDisputes,
  listOthersOfSameLine,
  readDisputeFile,
} from './queries.server.ts'

const refused = (code: string) => expect.objectContaining({ code })
const SAID = { cause: 'amount', words: 'Devolveram-me esta portagem.' } as const
const own = (fleet: Fleet, ref = 'D1') => fleet.driver(ref) as OwnDriverId

/** The tolls line of D1's statement. */
async function tolls(fleet: Fleet) {
  const frozen = await findFrozen(own(fleet), WEEK)
  const ordinal = frozen!.settlement.lines.findIndex(({ code }) => code === 'tolls')
  return { driver: own(fleet), week: WEEK, ordinal, amount: frozen!.settlement.lines[ordinal]!.amount }
}

async function aContestedWeek() {
  const fleet = await anApprovedWeek()
  const line = await tolls(fleet)
  const id = await makeChange((change) => contestLine(change, line, SAID))
  return { fleet, line, id }
}

const disputeOf = async ({ driver, ordinal }: Awaited<ReturnType<typeof tolls>>) =>
  (await findOpinions(driver, WEEK, MONDAY))?.lines[ordinal]?.dispute

const noticesOf = async (driver: OwnDriverId) =>
  (await listNotices(driver, { limit: 10, before: null })).notices.map(({ facts }) => facts)

test('what the form of a line sends is taken as it comes, to the last of its fields', async () => {
  const line = await tolls(await anApprovedWeek())
  const said = opinionInput.parse({ opinion: 'contested', ...SAID })
  if (said.opinion !== 'contested') throw new Error('the form says something else')
  await makeChange((change) => contestLine(change, line, said))
  expect(await disputeOf(line)).toMatchObject({ ...SAID, state: 'open' })
})

test('a contested line waits for the office with its own amount in question and nothing else', async () => {
  const { fleet, line, id } = await aContestedWeek()
  expect(await askAlone(openDisputes, db)).toEqual({
    count: 1,
    total: Math.abs(line.amount),
    only: id,
    by: '2026-06-16',
  })
  expect(await listDisputes(MONDAY)).toEqual([
    expect.objectContaining({
      ...SAID,
      id,
      driver: expect.objectContaining({ ref: 'D1' }),
      week: WEEK,
      line: { ordinal: line.ordinal, code: 'tolls', adjustment: null, amount: line.amount, now: line.amount },
    }),
  ])
  const { statements } = await getWeek(WEEK)
  const { settlement, state } = statements.find(({ driver }) => driver.id === own(fleet))!
  expect(state).toBe('approved')
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  expect(batchId).toBeGreaterThan(0)
  expect((await findFrozen(own(fleet), WEEK))!.settlement.payable).toBe(settlement!.payable)
  expect((await findFrozen(own(fleet), WEEK))!.state).toBe('in-batch')
})

test('a line is contested once, and again only after it was taken back', async () => {
  const { line, id } = await aContestedWeek()
  await expect(makeChange((change) => contestLine(change, line, SAID))).rejects.toEqual(refused('dispute.known'))
  await makeChange((change) => withdrawDispute(change, line.driver, id))
  expect(await disputeOf(line)).toMatchObject({ state: 'withdrawn' })
  await expect(makeChange((change) => withdrawDispute(change, line.driver, id))).rejects.toEqual(
    refused('dispute.closed'),
  )
  const again = await makeChange((change) => contestLine(change, line, SAID))
  // Disputes that wait for an answer come first.
  expect((await listDisputes(MONDAY)).map((one) => [one.id, one.state])).toEqual([
    [again, 'open'],
    [id, 'withdrawn'],
  ])
})

test('two who contest the same line at once make one dispute', async () => {
  const fleet = await anApprovedWeek()
  const line = await tolls(fleet)
  const both = await Promise.allSettled([1, 2].map(() => makeChange((change) => contestLine(change, line, SAID))))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await askAlone(openDisputes, db)).toMatchObject({ count: 1 })
})

test('48 hours after the statement was issued its lines are no longer contested', async () => {
  const fleet = await anApprovedWeek()
  const line = await tolls(fleet)
  const end = MONDAY.add({ hours: 48 })
  expect(await findOpinions(line.driver, WEEK, end.subtract({ seconds: 1 }))).toMatchObject({
    until: end.toString(),
    isOpen: true,
  })
  const late = makeChange((change) => contestLine(change, line, SAID), { at: end })
  await expect(late).rejects.toEqual(refused('dispute.too-late'))
})

test('the time to dispute is the one that counted when the statement was issued, whatever is decided later', async () => {
  const fleet = await anApprovedWeek()
  const { driver } = await tolls(fleet)
  const hours = (from: Week, disputeHours: number, at: Temporal.Instant) =>
    makeChange((change) => changeSettings(change, { from, settings: { disputeHours }, reason: 'Ensaio' }), { at })
  await hours(nextWeek(NEXT_WEEK), 24, MONDAY.subtract({ hours: 2 }))
  await hours(NEXT_WEEK, 72, MONDAY.subtract({ hours: 1 }))
  const until = async () => (await findOpinions(driver, WEEK, MONDAY))!.until
  expect(await until()).toBe(MONDAY.add({ hours: 72 }).toString())
  await hours(NEXT_WEEK, 24, MONDAY.add({ hours: 1 }))
  expect(await until()).toBe(MONDAY.add({ hours: 72 }).toString())
})

test('nobody speaks of a line that is not there, nor of what is not issued, nor takes back what is another’s', async () => {
  const { fleet, line, id } = await aContestedWeek()
  const missing = refused('record.not-found')
  await expect(makeChange((change) => contestLine(change, { ...line, ordinal: 99 }, SAID))).rejects.toEqual(missing)
  await expect(makeChange((change) => confirmLine(change, { ...line, week: NEXT_WEEK }))).rejects.toEqual(missing)
  await expect(makeChange((change) => withdrawDispute(change, own(fleet, 'D2'), id))).rejects.toEqual(missing)
  expect(await findOpinions(line.driver, NEXT_WEEK, MONDAY)).toBeNull()
})

test('"it is right" is kept once, and does not keep anybody from contesting', async () => {
  const fleet = await anApprovedWeek()
  const line = await tolls(fleet)
  await makeChange((change) => confirmLine(change, line))
  await makeChange((change) => confirmLine(change, line))
  expect((await findOpinions(line.driver, WEEK, MONDAY))!.lines[line.ordinal]).toEqual({
    isRight: true,
    dispute: null,
    corrected: null,
  })
  await makeChange((change) => contestLine(change, line, SAID))
  expect(await disputeOf(line)).toMatchObject({ state: 'open' })
})

test('an accepted dispute is an adjustment on the open week, on its next statement, and the driver is told', async () => {
  const { line, id } = await aContestedWeek()
  const written = { kind: 'other', amount: cents(1_30), reason: 'Portagem devolvida' } as const
  await makeChange((change) => acceptDispute(change, id, written))
  const [adjustment] = await listDriverAdjustments(line.driver)
  expect(adjustment).toMatchObject({ week: NEXT_WEEK, amount: 1_30, state: 'accepted', isFrozen: false })
  expect(await getContestedLine(id, MONDAY)).toMatchObject({
    state: 'accepted',
    settled: { amount: 1_30, week: NEXT_WEEK },
  })
  expect(await disputeOf(line)).toMatchObject({ settled: { amount: 1_30, week: NEXT_WEEK } })
  expect((await noticesOf(line.driver))[0]).toEqual({ kind: 'dispute-accepted', week: WEEK, on: NEXT_WEEK })
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  expect((await getAdjustment(adjustment!.id)).isFrozen).toBe(true)
  await expect(makeChange((change) => acceptDispute(change, id, written))).rejects.toEqual(refused('dispute.closed'))
  expect(await listDriverAdjustments(line.driver)).toHaveLength(1)
})

test('what an accepted dispute gives back of a line is in the next receipt, on the account of the line, and no difference of the earlier week', async () => {
  const { line, id } = await aContestedWeek()
  await makeChange((change) => acceptDispute(change, id, { kind: 'other', amount: cents(1_30), reason: 'Devolvida' }))
  const ofNextWeek = async () => (await getWeek(NEXT_WEEK)).statements.find(({ driver }) => driver.id === line.driver)!
  expect((await ofNextWeek()).settlement).toMatchObject({ net: 1_30, receiptValue: 1_30 })
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  const { settlement, stored } = await ofNextWeek()
  expect(settlement!.lines).toMatchObject([
    {
      code: 'adjustment.other',
      amount: 1_30,
      steps: [{ kind: 'change', term: 'tolls', from: line.amount, to: line.amount + 1_30, amount: 1_30 }],
    },
  ])
  const entries = await db
    .selectFrom('entries')
    .innerJoin('journals', 'journals.id', 'journal_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(['code', 'amount_cents as amount'])
    .where('key', '=', `settlement:${stored!.id}`)
    .orderBy('code')
    .execute()
  expect(entries).toEqual([
    { code: 'current', amount: 1_30 },
    { code: 'recovered:tolls', amount: -1_30 },
  ])
  const { statements } = await getWeek(WEEK)
  expect(statements.find(({ driver }) => driver.id === line.driver)).toMatchObject({ late: null, wouldBe: null })
})

test('a prize that answers a dispute counts once in the receipt', async () => {
  const { line, id } = await aContestedWeek()
  await makeChange((change) => acceptDispute(change, id, { kind: 'prize', amount: cents(1_30), reason: 'Cortesia' }))
  const { statements } = await getWeek(NEXT_WEEK)
  expect(statements.find(({ driver }) => driver.id === line.driver)!.settlement).toMatchObject({
    net: 1_30,
    receiptValue: 1_30,
  })
})

test('a dispute whose adjustment is withdrawn is open again: both read it, the driver is told, and the office decides anew', async () => {
  const { line, id } = await aContestedWeek()
  await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
  const written = { kind: 'other', amount: cents(1_30), reason: 'Portagem devolvida' } as const
  await makeChange((change) => acceptDispute(change, id, written))
  const [first] = await listDriverAdjustments(line.driver)
  expect(await isAnswerOfDispute(first!.id)).toBe(true)
  const later = MONDAY.add({ hours: 24 * 9 })
  const withdraw = () =>
    makeChange(
      async (change) => {
        await withdrawAdjustment(change, line.driver, first!.id)
        await reopenDispute(change, first!.id)
      },
      { at: later, actor: { ...COMMAND_LINE, uid: 'helena' } },
    )
  // An issued statement keeps its adjustment, and the answer with it.
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  await expect(withdraw()).rejects.toEqual(refused('adjustment.frozen'))
  expect(await disputeOf(line)).toMatchObject({ state: 'accepted', withdrawn: [] })
  const carrying = await findFrozen(line.driver, NEXT_WEEK)
  await makeChange((change) => voidSettlement(change, carrying!.id, 'Valores errados'))

  await withdraw()
  const promise = {
    answer: 'Portagem devolvida',
    given: { amount: 1_30, week: NEXT_WEEK },
    withdrawnAt: later.toString(),
  }
  expect(await getContestedLine(id, later)).toMatchObject({
    state: 'open',
    answer: '',
    settled: null,
    closedAt: null,
    answerBy: '2026-06-24',
    isLate: false,
    withdrawn: [{ ...promise, by: 'helena@frota.example' }],
  })
  expect(await disputeOf(line)).toMatchObject({ state: 'open', withdrawn: [{ ...promise, by: null }] })
  expect((await noticesOf(line.driver))[0]).toEqual({ kind: 'dispute-reopened', week: WEEK, on: NEXT_WEEK })
  expect(await askAlone(openDisputes, db)).toMatchObject({ count: 1, only: id, by: '2026-06-24' })

  await makeChange((change) => acceptDispute(change, id, { ...written, amount: cents(90) }), { at: later })
  expect(await getContestedLine(id, later)).toMatchObject({ state: 'accepted', withdrawn: [promise] })
  expect(await askAlone(openDisputes, db)).toMatchObject({ count: 0 })
  const second = (await listDriverAdjustments(line.driver)).find(({ state }) => state === 'accepted')
  await makeChange(async (change) => {
    await withdrawAdjustment(change, line.driver, second!.id)
    await reopenDispute(change, second!.id)
  })
  await makeChange((change) => declineDispute(change, id, 'Afinal foi consigo.'))
  expect(await getContestedLine(id, later)).toMatchObject({ state: 'declined', answer: 'Afinal foi consigo.' })
})

test('the office is reminded again of a dispute that was opened again and is late again', async () => {
  const { line, id } = await aContestedWeek()
  await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
  const mails = async () =>
    (await db.selectFrom('mail_outbox').select('params').where('template', '=', 'disputes-late').execute()).length
  const after = Temporal.Instant.from('2026-06-16T23:00:00Z')
  await remindOfDisputes(after)
  const at = after.add({ hours: 1 })
  await makeChange((change) => acceptDispute(change, id, { kind: 'other', amount: cents(1), reason: 'Sim' }), { at })
  const [adjustment] = await listDriverAdjustments(line.driver)
  await makeChange(
    async (change) => {
      await withdrawAdjustment(change, line.driver, adjustment!.id)
      await reopenDispute(change, adjustment!.id)
    },
    { at },
  )
  await remindOfDisputes(at.add({ hours: 24 }))
  expect(await mails()).toBe(1)
  await remindOfDisputes(at.add({ hours: 24 * 30 }))
  await remindOfDisputes(at.add({ hours: 24 * 31 }))
  expect(await mails()).toBe(2)
})

test('the adjustment of an accepted dispute is never withdrawn without opening it again', async () => {
  const { line, id } = await aContestedWeek()
  await makeChange((change) => acceptDispute(change, id, { kind: 'other', amount: cents(1), reason: 'Sim' }))
  const [adjustment] = await listDriverAdjustments(line.driver)
  const silently = makeChange((change) => withdrawAdjustment(change, line.driver, adjustment!.id))
  await expect(silently).rejects.toThrow('promised by a dispute')
})

test('an accepted dispute whose adjustment stands is not opened again', async () => {
  const { line, id } = await aContestedWeek()
  await makeChange((change) => acceptDispute(change, id, { kind: 'other', amount: cents(1), reason: 'Sim' }))
  const [adjustment] = await listDriverAdjustments(line.driver)
  await expect(makeChange((change) => reopenDispute(change, adjustment!.id))).rejects.toThrow('is written')
  await makeChange((change) => reopenDispute(change, id))
  expect(await getContestedLine(id, MONDAY)).toMatchObject({ state: 'accepted' })
})

test('a declined dispute says why, moves nothing, and stays declined', async () => {
  const { line, id } = await aContestedWeek()
  await makeChange((change) => declineDispute(change, id, 'A passagem foi com a viatura na sua mão.'))
  expect((await noticesOf(line.driver))[0]).toMatchObject({ kind: 'dispute-declined', week: WEEK })
  expect(await listDriverAdjustments(line.driver)).toEqual([])
  expect((await listDisputes(MONDAY)).map((one) => [one.id, one.state])).toEqual([[id, 'declined']])
  await expect(makeChange((change) => contestLine(change, line, SAID))).rejects.toEqual(refused('dispute.known'))
  await expect(makeChange((change) => declineDispute(change, id, 'Outra vez'))).rejects.toEqual(
    refused('dispute.closed'),
  )
})

test('a declined dispute whose answer is taken back is open again: both read it, the driver is told, and the office decides anew', async () => {
  const { line, id } = await aContestedWeek()
  await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
  const later = MONDAY.add({ hours: 24 * 9 })
  const takeBack = () =>
    makeChange((change) => takeBackDecline(change, id), { at: later, actor: { ...COMMAND_LINE, uid: 'helena' } })
  await expect(takeBack()).rejects.toEqual(refused('record.changed-meanwhile'))
  await makeChange((change) => declineDispute(change, id, 'Foi consigo.'))
  await takeBack()
  const back = { answer: 'Foi consigo.', given: null, withdrawnAt: later.toString() }
  expect(await getContestedLine(id, later)).toMatchObject({
    state: 'open',
    answer: '',
    closedAt: null,
    answerBy: '2026-06-24',
    withdrawn: [{ ...back, by: 'helena@frota.example' }],
  })
  expect(await disputeOf(line)).toMatchObject({ state: 'open', withdrawn: [{ ...back, by: null }] })
  expect((await noticesOf(line.driver))[0]).toEqual({ kind: 'dispute-reopened', week: WEEK })
  const mail = await db.selectFrom('mail_outbox').select('params').where('template', '=', 'dispute-reopened').execute()
  expect(mail).toEqual([{ params: { kind: 'dispute-reopened', week: WEEK } }])
  expect(await askAlone(openDisputes, db)).toMatchObject({ count: 1, only: id, by: '2026-06-24' })
  await expect(takeBack()).rejects.toEqual(refused('record.changed-meanwhile'))

  const written = { kind: 'other', amount: cents(1_30), reason: 'Portagem devolvida' } as const
  await makeChange((change) => acceptDispute(change, id, written), { at: later })
  expect(await getContestedLine(id, later)).toMatchObject({ state: 'accepted', withdrawn: [back] })
  await expect(takeBack()).rejects.toEqual(refused('record.changed-meanwhile'))
})

test('an answer to a dispute is never emptied without being kept', async () => {
  const { id } = await aContestedWeek()
  await makeChange((change) => declineDispute(change, id, 'Foi consigo.'))
  const silently = db
    .updateTable('disputes')
    .set({ state: 'open', reopened_at: MONDAY.toString(), answer: '', closed_at: null, closed_by: null })
    .where('id', '=', id)
    .execute()
  await expect(silently).rejects.toThrow('is written')
})

test('a dispute outlives the version it was about: on the same line of the next one it still waits', async () => {
  const { line, id } = await aContestedWeek()
  const frozen = await findFrozen(line.driver, WEEK)
  await makeChange((change) => voidSettlement(change, frozen!.id, 'Valores errados'))
  expect((await getContestedLine(id, MONDAY)).isVoid).toBe(true)
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await disputeOf(line)).toMatchObject({ id, state: 'open' })
  await expect(makeChange((change) => contestLine(change, line, SAID))).rejects.toEqual(refused('dispute.known'))
})

test('a dispute that opens again beside another open one of its line is named on it, answered first, and none is hidden', async () => {
  const { line, id } = await aContestedWeek()
  await makeChange((change) =>
    acceptDispute(change, id, { amount: cents(5_00), kind: 'other', reason: 'Portagem devolvida' }),
  )
  const frozen = await findFrozen(line.driver, WEEK)
  await makeChange((change) => voidSettlement(change, frozen!.id, 'Valores errados'))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const settled = { amount: 5_00, week: NEXT_WEEK }
  const { lines } = (await findOpinions(line.driver, WEEK, MONDAY))!
  expect(lines[line.ordinal]).toEqual({ isRight: false, dispute: null, corrected: settled })
  const newer = await makeChange((change) => contestLine(change, line, SAID), { at: MONDAY.add({ hours: 1 }) })
  // The line was corrected already: whoever accepts it again is told.
  expect(await listOthersOfSameLine(newer)).toEqual([{ id, settled }])
  const [adjustment] = await listDriverAdjustments(line.driver)
  await makeChange(async (change) => {
    await withdrawAdjustment(change, line.driver, adjustment!.id)
    await reopenDispute(change, adjustment!.id)
  })
  expect((await listDisputes(MONDAY)).map((one) => [one.id, one.state])).toEqual([
    [id, 'open'],
    [newer, 'open'],
  ])
  const others = [await listOthersOfSameLine(newer), await listOthersOfSameLine(id)]
  expect(others).toEqual([[{ id, settled: null }], [{ id: newer, settled: null }]])

  await makeChange((change) => withdrawDispute(change, line.driver, newer))
  // The driver still sees the one that waits, and cannot contest the line beside it.
  expect(await disputeOf(line)).toMatchObject({ id, state: 'open' })
  await expect(makeChange((change) => contestLine(change, line, SAID))).rejects.toEqual(refused('dispute.known'))
})

test('without drivers who contest nothing waits', async () => {
  await aFleet()
  expect(await askAlone(openDisputes, db)).toEqual({ count: 0, total: 0, only: null, by: null })
})

test('a whole statement is confirmed in one press: every line but the one that is contested, and saying it twice is saying it once', async () => {
  const { fleet, line } = await aContestedWeek()
  const whole = { driver: own(fleet), week: WEEK }
  await makeChange((change) => confirmStatement(change, whole))
  await makeChange((change) => confirmStatement(change, whole))
  const { lines } = (await findOpinions(own(fleet), WEEK, MONDAY))!
  const wrong = Object.entries(lines).filter(([, { isRight }]) => !isRight)
  expect(wrong.map(([ordinal]) => Number(ordinal))).toEqual([line.ordinal])
  expect(Object.keys(lines).length).toBeGreaterThan(3)
})

test('a page that was open while the last line was contested elsewhere says that nothing is left to confirm', async () => {
  const fleet = await anApprovedWeek()
  const whole = { driver: own(fleet), week: WEEK }
  const { lines } = (await findOpinions(own(fleet), WEEK, MONDAY))!
  for (const ordinal of Object.keys(lines).map(Number))
    await makeChange((change) => contestLine(change, { ...whole, ordinal }, SAID))
  await expect(makeChange((change) => confirmStatement(change, whole))).rejects.toEqual(refused('dispute.known'))
})

test('a statement that is not there cannot be confirmed', async () => {
  const fleet = await anApprovedWeek()
  const confirm = makeChange((change) => confirmStatement(change, { driver: own(fleet), week: NEXT_WEEK }))
  await expect(confirm).rejects.toEqual(refused('record.not-found'))
})

test('a photo that comes with it is kept clean, and read by the office and by nobody but its sender', async () => {
  const fleet = await anApprovedWeek()
  const line = await tolls(fleet)
  const paper = new File([new Uint8Array(PNG)], 'talão.png', { type: 'image/png' })
  const id = await makeChange((change) => contestLine(change, line, { ...SAID, paper }))
  expect(await disputeOf(line)).toMatchObject({ fileName: 'talão.png' })
  const { mediaType, bytes } = await readDisputeFile(id, null)
  // The image was drawn anew: the bytes kept are not those that were sent.
  expect([mediaType, bytes.subarray(0, 2)]).toEqual(['image/jpeg', new Uint8Array([0xff, 0xd8])])
  expect((await readDisputeFile(id, own(fleet))).name).toBe('talão.png')
  await expect(readDisputeFile(id, own(fleet, 'D2'))).rejects.toEqual(refused('record.not-found'))
})

test('a file that is neither photo nor PDF is refused, and the line is not contested', async () => {
  const fleet = await anApprovedWeek()
  const line = await tolls(fleet)
  const paper = new File(['<html>'], 'foto.jpg')
  await expect(makeChange((change) => contestLine(change, line, { ...SAID, paper }))).rejects.toEqual(
    refused('upload.unknown'),
  )
  expect(await disputeOf(line)).toBeNull()
})

test('a line without a file has none to open', async () => {
  const { id } = await aContestedWeek()
  await expect(readDisputeFile(id, null)).rejects.toEqual(refused('record.not-found'))
})

test('the office answers within five working days, and is reminded once when they are over', async () => {
  const { id } = await aContestedWeek()
  // The line was contested on Monday the 8th of June; the 10th is a holiday.
  const [last, after] = ['2026-06-16T22:59:00Z', '2026-06-16T23:00:00Z'].map((at) => Temporal.Instant.from(at))
  expect(await getContestedLine(id, last!)).toMatchObject({ answerBy: '2026-06-16', isLate: false, days: 8 })
  const mails = async () =>
    (await db.selectFrom('mail_outbox').select('params').where('template', '=', 'disputes-late').execute()).length
  await remindOfDisputes(last!)
  expect(await mails()).toBe(0)
  await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
  await Promise.all([remindOfDisputes(after!), remindOfDisputes(after!)])
  await remindOfDisputes(after!.add({ hours: 48 }))
  expect(await mails()).toBe(1)
  expect((await getContestedLine(id, after!)).isLate).toBe(true)
})

test('a statement takes so many papers and no more, however often a line is contested and taken back', async () => {
  const line = await tolls(await anApprovedWeek())
  const contested = (paper?: File) => makeChange((change) => contestLine(change, line, { ...SAID, paper }))
  for (let sent = 0; sent < MAX_PAPERS; sent++) {
    const id = await contested(new File([PNG], `${sent}.png`))
    await makeChange((change) => withdrawDispute(change, line.driver, id))
  }
  await expect(contested(new File([PNG], 'mais.png'))).rejects.toEqual(refused('upload.enough'))
  await contested()
})
