import { expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { ZERO, basisPoints, cents, sum } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { type Week, nextWeek, previousWeek } from '#domain/week.ts'
import { MAX_UPLOAD_BYTES } from '#integrations/uploads/clean-upload.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { driverFromRowInput } from '#features/fleet/drivers/schema.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { forecastPlan, getPlan } from '#features/plans/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, anApprovedWeek, makeChange } from '#test/factories.ts'
import {
  type RecurringRule,
  type WrittenAdjustment,
  addAdjustment,
  addRecurring,
  pauseRecurring,
  resumeRecurring,
  stopRecurring,
  takePauseBack,
  withdrawAdjustment,
} from './commands.server.ts'
import { getAdjustment, listDriverAdjustments, listRecurring, readAttachment } from './queries.server.ts'
import { adjustmentInput, recurringAct } from './schema.ts'
import { pdfBytes } from '#test/papers.ts'

const refused = (code: string) => expect.objectContaining({ code })
const PDF = pdfBytes('auto')

function fine(driverId: string, rest: Partial<WrittenAdjustment> = {}): WrittenAdjustment {
  return { driverId, week: NEXT_WEEK, kind: 'fine', amount: cents(-60_00), reason: 'Auto 44/2026', ...rest }
}

const add = async (written: WrittenAdjustment) => (await makeChange((change) => addAdjustment(change, written))).id

async function linesOf(ref: string, week = NEXT_WEEK) {
  const { statements } = await getWeek(week)
  const found = statements.find(({ driver }) => driver.ref === ref)
  return (found?.settlement?.lines ?? []).map(({ code, amount, adjustment }) => [code, amount, adjustment?.reason])
}

test('what is written by hand is a line of the draft with its reason, and of the statement once it is approved', async () => {
  const fleet = await aFleet()
  const id = await add(fine(fleet.driver('D2')))
  await add(fine(fleet.driver('D2'), { kind: 'prize', amount: cents(25_00), reason: '100 viagens' }))
  const lines = [
    ['adjustment.fine', -60_00, 'Auto 44/2026'],
    ['adjustment.prize', 25_00, '100 viagens'],
  ]
  expect(await linesOf('D2')).toEqual(lines)
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  expect(await linesOf('D2')).toEqual(lines)
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'balance_cents'])
    .where('code', 'in', ['recovered:other', 'prizes'])
    .orderBy('code')
    .execute()
  expect(accounts).toEqual([
    { code: 'prizes', balance_cents: -25_00 },
    { code: 'recovered:other', balance_cents: 60_00 },
  ])
  expect((await getAdjustment(id)).isFrozen).toBe(true)
})

test('what is written for a frozen week goes on the first that is open for the driver, and is told which', async () => {
  const fleet = await anApprovedWeek()
  const written = fine(fleet.driver('D2'), { week: WEEK })
  expect(await makeChange((change) => addAdjustment(change, written))).toMatchObject({ week: NEXT_WEEK })
  await expect(add(fine('00000000-0000-4000-8000-000000000000'))).rejects.toEqual(refused('record.not-found'))
})

test('a driver who is taken on after a week was approved adds nothing to it, and the week asks nobody again', async () => {
  await anApprovedWeek()
  const before = await getWeek(WEEK)
  const driverId = await makeChange(async (change) => {
    const id = await createDriver(change, driverFromRowInput.parse({ name: 'Leonor Cruz', email: '', phone: '' }))
    await addTerms(change, id, { from: nextWeek(NEXT_WEEK), terms: PLAIN_TERMS, reason: 'Contrato' })
    return id
  })
  const first = nextWeek(NEXT_WEEK)
  const rule = { driverId, kind: 'other' as const, amount: cents(-5_00), reason: 'Lavagem', last: null, total: null }
  const plan = {
    driverId,
    kind: 'deposit' as const,
    total: cents(100_01),
    count: 4,
    reason: 'Caução',
    skipsIdle: false,
  }
  expect(await makeChange((change) => addAdjustment(change, fine(driverId, { week: WEEK })))).toMatchObject({
    week: first,
  })
  await makeChange((change) => addRecurring(change, { ...rule, first: WEEK }))
  const planId = await makeChange((change) => openPlan(change, { ...plan, first: WEEK }))
  const outline = { ...plan, driver: driverId, first: WEEK, down: ZERO, interest: basisPoints(0) }
  const proposed = await forecastPlan(outline, MONDAY)
  expect([(await listRecurring(driverId))[0]!.first, (await getPlan(planId, MONDAY)).first, proposed.first]).toEqual([
    first,
    first,
    first,
  ])
  expect(await getWeek(WEEK)).toEqual(before)
  const late = addRecurringBefore(rule, first)
  await expect(late).rejects.toEqual(refused('adjustment.week-frozen'))
})

const addRecurringBefore = (rule: Omit<RecurringRule, 'first' | 'last'>, first: Week) =>
  makeChange((change) => addRecurring(change, { ...rule, first: WEEK, last: previousWeek(first) }))

test('a week that is approved while a charge is written for it is not asked again: the charge goes on the next', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D2')
  let written: Promise<{ week: Week }> | null = null
  await makeChange(async (change) => {
    await approveWeek(change, WEEK, { leaveUnmatched: true })
    // Another connection writes the fine: it waits until the approval ends.
    written = makeChange((other) => addAdjustment(other, fine(driverId, { week: WEEK })))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(await written!).toMatchObject({ week: NEXT_WEEK })
})

test('an adjustment can be withdrawn until a statement carries it, and again once that statement is void', async () => {
  const fleet = await aFleet()
  const id = await add(fine(fleet.driver('D2'), { week: WEEK }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const withdraw = () => makeChange((change) => withdrawAdjustment(change, fleet.driver('D2'), id))
  await expect(withdraw()).rejects.toEqual(refused('adjustment.frozen'))

  const { statements } = await getWeek(WEEK)
  const { stored } = statements.find(({ driver }) => driver.ref === 'D2')!
  await makeChange((change) => voidSettlement(change, stored!.id, 'Engano'))
  expect(await linesOf('D2', WEEK)).toEqual([['adjustment.fine', -60_00, 'Auto 44/2026']])
  const byAnother = makeChange((change) => withdrawAdjustment(change, fleet.driver('D1'), id))
  await expect(byAnother).rejects.toEqual(refused('record.not-found'))
  await withdraw()
  expect(await linesOf('D2', WEEK)).toEqual([])
  await expect(withdraw()).rejects.toEqual(refused('adjustment.frozen'))
  expect((await listDriverAdjustments(fleet.driver('D2'))).map(({ state }) => state)).toEqual(['withdrawn'])
})

test('a paper is kept as it came, by what it is and not by its name', async () => {
  const fleet = await aFleet()
  const id = await add(fine(fleet.driver('D2'), { attachment: new File([PDF], 'C:\\autos\\auto "44".pdf') }))
  const kept = await readAttachment(fleet.driver('D2'), id)
  await expect(readAttachment(fleet.driver('D1'), id)).rejects.toEqual(refused('record.not-found'))
  expect([kept.name, kept.mediaType, new Uint8Array(kept.bytes)]).toEqual([
    'C:_autos_auto _44_.pdf',
    'application/pdf',
    PDF,
  ])
  const html = new File(['<html><script>'], 'auto.pdf', { type: 'application/pdf' })
  await expect(add(fine(fleet.driver('D2'), { attachment: html }))).rejects.toEqual(refused('upload.unknown'))
  const long = new File([PDF, new Uint8Array(MAX_UPLOAD_BYTES)], 'auto.pdf')
  await expect(add(fine(fleet.driver('D2'), { attachment: long }))).rejects.toEqual(refused('upload.too-large'))
  const none = await add(fine(fleet.driver('D2'), { attachment: new File([], '') }))
  await expect(readAttachment(fleet.driver('D2'), none)).rejects.toEqual(refused('record.not-found'))
})

test('the database keeps what was decided', async () => {
  const fleet = await anApprovedWeek()
  const id = await add(fine(fleet.driver('D2')))
  const set = (values: { amount_cents?: number; reason?: string; state?: string }) =>
    db.updateTable('adjustments').set(values).where('id', '=', id).execute()
  await expect(set({ amount_cents: -1 })).rejects.toThrow(/permission denied|is decided/)
  await expect(set({ reason: 'outro' })).rejects.toThrow(/permission denied|is decided/)
  await expect(set({ state: 'declined' })).rejects.toThrow(/is decided|declined/)
  await expect(db.deleteFrom('adjustments').where('id', '=', id).execute()).rejects.toThrow(
    /permission denied|written once/,
  )
})

test('a form says which way money goes, and an amount is never typed with a sign', () => {
  const form = { direction: 'debit', kind: 'damage', amount: '1.234,56', reason: ' Para-choques ' }
  expect(adjustmentInput.parse(form)).toEqual({ kind: 'damage', amount: -1_234_56, reason: 'Para-choques' })
  expect(adjustmentInput.parse({ ...form, kind: 'other', direction: 'credit' }).amount).toBe(1_234_56)
  for (const wrong of [
    { amount: '-5' },
    { amount: '0' },
    { amount: 'abc' },
    { reason: '  ' },
    { kind: 'late' },
    { direction: 'x' },
  ])
    expect(adjustmentInput.safeParse({ ...form, ...wrong }).success).toBe(false)
})

function errorsOf(schema: z.ZodType, sent: Record<string, string>) {
  const { error } = schema.safeParse(sent)
  return error && z.flattenError(error).fieldErrors
}

test('a prize is never taken and a fine never given; “other” goes either way', async () => {
  const wrong = (kind: string, direction: string) => {
    const single = { kind, direction, amount: '10', reason: 'Acerto' }
    const rule = { ...single, intent: 'add', first: '2026-06-01', last: '', total: '' }
    return [errorsOf(adjustmentInput, single), errorsOf(recurringAct, rule)]
  }
  expect(wrong('prize', 'debit')).toEqual([{ kind: ['field.prize-debit'] }, { kind: ['field.prize-debit'] }])
  for (const kind of ['fine', 'damage', 'advance'])
    expect(wrong(kind, 'credit')).toEqual([{ kind: ['field.charge-credit'] }, { kind: ['field.charge-credit'] }])
  for (const [kind, direction] of [
    ['prize', 'credit'],
    ['fine', 'debit'],
    ['other', 'debit'],
    ['other', 'credit'],
  ] as const)
    expect(wrong(kind, direction)).toEqual([undefined, undefined])
  const fleet = await aFleet()
  const prize = add(fine(fleet.driver('D2'), { kind: 'prize' }))
  await expect(prize).rejects.toThrow(/adjustments_go_their_way/)
})

test('what is wrong with a rule is said at its field', () => {
  const rule = { intent: 'add', direction: 'debit', kind: 'other', amount: '10', reason: 'Seguro', first: '2026-06-01' }
  const errors = (more: Record<string, string>) => errorsOf(recurringAct, { ...rule, last: '', total: '', ...more })
  expect(errors({})).toBeUndefined()
  expect(errors({ amount: '', reason: '' })).toEqual({ amount: ['field.required'], reason: ['field.required'] })
  expect(errors({ total: 'abc', last: '31/02/2026' })).toEqual({ total: ['field.money'], last: ['field.day'] })
  expect(errors({ last: '2026-05-25' })).toEqual({ last: ['field.ends-before'] })
  expect(errors({ intent: 'stop' })).toEqual({ rule: ['field.choice'] })
})

const weekly = (driverId: string, more: Partial<RecurringRule> = {}) =>
  makeChange((change) =>
    addRecurring(change, {
      driverId,
      kind: 'other',
      amount: cents(-15_00),
      reason: 'Seguro',
      first: WEEK,
      last: null,
      total: null,
      ...more,
    }),
  )
const approved = (week: Week) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))

/** The driver's adjustments of some weeks, from the public week on. */
async function amountsOf(driverId: string, weeks: number): Promise<number[]> {
  const amounts: number[] = []
  for (let number = 0; number < weeks; number++) {
    const { statements } = await getWeek(nextWeek(WEEK, number))
    const own = statements.find(({ driver }) => driver.id === driverId)?.settlement
    amounts.push(sum((own?.lines ?? []).filter(({ code }) => code === 'adjustment.other').map(({ amount }) => amount)))
  }
  return amounts
}

test('a rule is in every draft from its first week to its last, and the statement reads the same', async () => {
  const fleet = await aFleet()
  await weekly(fleet.driver('D1'), { first: NEXT_WEEK, last: nextWeek(WEEK, 2) })
  expect(await amountsOf(fleet.driver('D1'), 4)).toEqual([0, -15_00, -15_00, 0])
  for (let number = 0; number < 4; number++) await approved(nextWeek(WEEK, number))
  expect(await amountsOf(fleet.driver('D1'), 4)).toEqual([0, -15_00, -15_00, 0])
})

test('until a total: the last week takes the rest, and then nothing', async () => {
  const fleet = await aFleet()
  await weekly(fleet.driver('D1'), { amount: cents(20_00), total: cents(50_00) })
  for (let number = 0; number < 4; number++) await approved(nextWeek(WEEK, number))
  expect(await amountsOf(fleet.driver('D1'), 4)).toEqual([20_00, 20_00, 10_00, 0])
  expect((await listRecurring(fleet.driver('D1')))[0]).toMatchObject({ sum: 50_00, total: 50_00 })
})

test('a paused week is left out; a stopped rule asks no more, and what was written stays', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const rule = await weekly(driverId)
  await makeChange((change) => pauseRecurring(change, { driverId, rule, week: NEXT_WEEK, reason: 'Férias' }))
  for (let number = 0; number < 3; number++) await approved(nextWeek(WEEK, number))
  await makeChange((change) => stopRecurring(change, { driverId, rule, reason: 'Apólice própria' }))
  expect(await amountsOf(driverId, 4)).toEqual([-15_00, 0, -15_00, 0])
  const again = makeChange((change) => stopRecurring(change, { driverId, rule, reason: 'Outra vez' }))
  await expect(again).rejects.toMatchObject({ code: 'adjustment.changed-meanwhile' })
  const other = makeChange((change) =>
    stopRecurring(change, { driverId: fleet.driver('D2'), rule, reason: 'De outro' }),
  )
  await expect(other).rejects.toMatchObject({ code: 'adjustment.changed-meanwhile' })
})

test('a week skipped by mistake counts again until its statement, and a rule stopped by mistake goes on', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const rule = await weekly(driverId)
  const pause = (week: Week) =>
    makeChange((change) => pauseRecurring(change, { driverId, rule, week, reason: 'Férias' }))
  const unpause = (week: Week) => makeChange((change) => takePauseBack(change, { driverId, rule, week }))
  await pause(WEEK)
  await pause(NEXT_WEEK)
  expect(await amountsOf(driverId, 3)).toEqual([0, 0, -15_00])
  expect(await listRecurring(driverId)).toMatchObject([{ paused: [WEEK, NEXT_WEEK], openPauses: [WEEK, NEXT_WEEK] }])
  await unpause(NEXT_WEEK)
  expect(await amountsOf(driverId, 3)).toEqual([0, -15_00, -15_00])
  await expect(unpause(NEXT_WEEK)).rejects.toMatchObject({ code: 'adjustment.changed-meanwhile' })
  await approved(WEEK)
  // An issued statement takes nothing more, so that skipping its week or not would be an empty promise.
  await expect(unpause(WEEK)).rejects.toMatchObject({ code: 'adjustment.week-frozen' })
  await expect(pause(WEEK)).rejects.toMatchObject({ code: 'adjustment.week-frozen' })
  expect(await listRecurring(driverId)).toMatchObject([{ paused: [WEEK], openPauses: [] }])

  const resume = () => makeChange((change) => resumeRecurring(change, { driverId, rule }))
  await expect(resume()).rejects.toMatchObject({ code: 'adjustment.changed-meanwhile' })
  await makeChange((change) => stopRecurring(change, { driverId, rule, reason: 'Engano' }))
  await approved(NEXT_WEEK)
  expect(await amountsOf(driverId, 3)).toEqual([0, 0, 0])
  const other = makeChange((change) => resumeRecurring(change, { driverId: fleet.driver('D2'), rule }))
  await expect(other).rejects.toMatchObject({ code: 'adjustment.changed-meanwhile' })
  await resume()
  expect(await amountsOf(driverId, 3)).toEqual([0, 0, -15_00])
  expect(await listRecurring(driverId)).toMatchObject([{ stopped: null }])
})

test('a week that is voided and approved again takes its part once', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await weekly(driverId)
  await approved(WEEK)
  const { id } = (await findFrozen(driverId, WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
  expect(await amountsOf(driverId, 1)).toEqual([-15_00])
  await approved(WEEK)
  expect(await amountsOf(driverId, 1)).toEqual([-15_00])
  expect((await listRecurring(driverId))[0]?.sum).toBe(-15_00)
})

test('a rule with neither last week nor total goes on, and asks nothing from the week it is stopped', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const rule = await weekly(driverId, { kind: 'other', amount: cents(25_00) })
  for (let number = 0; number < 3; number++) await approved(nextWeek(WEEK, number))
  expect(await listRecurring(driverId)).toMatchObject([{ last: null, total: null, stopped: null, sum: 75_00 }])
  await makeChange((change) => stopRecurring(change, { driverId, rule, reason: 'Fim do acordo' }))
  expect(await amountsOf(driverId, 6)).toEqual([25_00, 25_00, 25_00, 0, 0, 0])
  expect(await listRecurring(driverId)).toMatchObject([{ stopped: 'Fim do acordo', sum: 75_00 }])
})
