import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealFor, sealedIban } from '#db/sealed-columns.server.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { addTerms, removeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { keptAnchors, verifyChain } from '#features/audit/audit-chain/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  EXPECTED,
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  dropPublicSet,
  edited,
  publicFile,
  withoutLines,
  withoutIban,
  paidBy,
} from '#test/factories.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { confirmBatch, exportBatch, voidBatch } from './commands.server.ts'
import { listBatches, listPayees, readBatchFile } from './queries.server.ts'

const CONTROL_SUM = 315_735
const THURSDAY = MONDAY.add({ hours: 74 })
const refused = (code: string) => expect.objectContaining({ code })
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const exported = (at = MONDAY) => makeChange((change) => exportBatch(change, WEEK), { at })
const confirmed = (batchId: number, rejected?: ReadonlyMap<string, string>) =>
  makeChange((change) => confirmBatch(change, batchId, rejected), { at: THURSDAY })
const approve = () => makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))

/** State and id of each driver's live settlement, by short name. */
async function settlements(): Promise<Map<string, { id: string; state: string }>> {
  const { statements } = await getWeek(WEEK)
  return new Map(statements.map(({ driver, stored, state }) => [driver.ref, { id: stored?.id ?? '', state }]))
}
const stateOf = async (ref: string) => (await settlements()).get(ref)?.state
const idOf = async (ref: string) => (await settlements()).get(ref)!.id

async function balanceOf(code: string, driverId: string | null): Promise<number | undefined> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('code', '=', code)
    .where('driver_id', 'is not distinct from', driverId)
    .executeTakeFirst()
  return account?.balance_cents
}

const expectIntactBooks = async () => expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
const money = () => db.selectFrom('entries').selectAll().orderBy('journal_id').orderBy('line').execute()

async function bankAccount(fleet: Fleet, ref: string, iban: string | null) {
  if (iban === null) return withoutIban(fleet.driver(ref))
  // Written past the form, which refuses a wrong IBAN, as an old list might have brought one.
  const added_at = MONDAY.toString()
  return db
    .insertInto('driver_ibans')
    .values({ driver_id: fleet.driver(ref), ...sealedIban(fleet.driver(ref), iban), added_at })
    .execute()
}

test('a bank file keeps the end of the log as it was, and a log that is another by then is found by it', async () => {
  await anApprovedWeek()
  const before = (await verifyChain()).head!
  await makeChange((change) => exportBatch(change, WEEK))
  expect(await keptAnchors()).toEqual([before])
  expect((await verifyChain(await keptAnchors())).broken).toBeNull()
})

test('who cannot be paid by the bank is named with the reason, and the others are paid', async () => {
  const fleet = await anApprovedWeek()
  await bankAccount(fleet, 'D1', null)
  await bankAccount(fleet, 'D2', 'PT50999900000000000010271')
  await makeChange((change) =>
    changeIban(change, fleet.driver('D3'), { iban: 'PT50999900000000000010173', holder: null }),
  )
  const reasons = async (at: Temporal.Instant) =>
    (await listPayees(WEEK, at)).blocked.map(({ ref, reason }) => [ref, reason])
  const lasting = [
    ['D1', 'iban-missing'],
    ['D2', 'iban-invalid'],
    ['D7', 'nothing-to-pay'],
  ]
  expect((await reasons(MONDAY)).toSorted()).toEqual([...lasting, ['D3', 'on-hold']].toSorted())
  expect(await reasons(MONDAY.add({ hours: 47, minutes: 59 }))).toContainEqual(['D3', 'on-hold'])
  expect((await reasons(MONDAY.add({ hours: 48 }))).toSorted()).toEqual(lasting)

  const { transactions, blocked } = await exported()
  expect([transactions, blocked.length]).toEqual([4, 4])
  expect((await settlements()).get('D3')?.state).toBe('approved')
})

test('the file is for the pay day that counts in the week it is made in', async () => {
  await anApprovedWeek()
  const settings = { payDay: 5 }
  await makeChange((change) => changeSettings(change, { from: NEXT_WEEK, settings, reason: 'Ensaio' }))
  expect(await exported()).toMatchObject({ executionOn: '2026-06-12' })
})

test('a day that somebody chooses is one on which banks settle, not over, and the same when asked again', async () => {
  await anApprovedWeek()
  const asked = (day: string) =>
    makeChange((change) => exportBatch(change, WEEK, { executionOn: Temporal.PlainDate.from(day) }), { at: MONDAY })
  const said = (code: string, params: object) =>
    expect.objectContaining({ code, params: expect.objectContaining(params) })
  await expect(asked('2026-06-05')).rejects.toEqual(said('payment.day-past', { next: '2026-06-08' }))
  await expect(asked('2026-06-13')).rejects.toEqual(said('payment.day-closed', { next: '2026-06-15' }))
  await expect(asked('2026-12-25')).rejects.toEqual(said('payment.day-closed', { next: '2026-12-28' }))
  expect(await listBatches(WEEK)).toEqual([])

  const first = await asked('2026-06-10')
  expect(first.executionOn).toBe('2026-06-10')
  expect((await asked('2026-06-10')).batchId).toBe(first.batchId)
  expect((await exported()).batchId).toBe(first.batchId)
  await expect(asked('2026-06-11')).rejects.toEqual(said('payment.file-of-other-day', { day: '2026-06-10' }))
  await confirmed(first.batchId)
  await expect(asked('2026-06-11')).rejects.toEqual(said('payment.paid-other-day', { day: '2026-06-10' }))
})

test('the bank file pays the seven, and asking again gives the same bytes and no second payment', async () => {
  await anApprovedWeek()
  const first = await exported()
  expect(first).toMatchObject({
    transactions: 7,
    controlSum: CONTROL_SUM,
    blocked: [{ ref: 'D7', reason: 'nothing-to-pay' }],
  })
  const later = await exported(MONDAY.add({ hours: 30 }))
  expect(text(later.bytes)).toBe(text(first.bytes))
  expect(text((await readBatchFile(first.batchId)).bytes)).toBe(text(first.bytes))
  const batches = await listBatches(WEEK)
  expect(batches.map(({ payments, total }) => [payments, total])).toEqual([[7, CONTROL_SUM]])
  await confirmed(first.batchId)
  expect(text((await exported()).bytes)).toBe(text(first.bytes))
  expect(await listBatches(WEEK)).toHaveLength(1)
})

test('a payment that waits says that its driver has another account by now, and no more once it is paid', async () => {
  const fleet = await anApprovedWeek()
  const { batchId } = await exported()
  const old = async () =>
    (await listBatches(WEEK))[0]?.rows.flatMap(({ ref, isOfOldIban }) => (isOfOldIban ? [ref] : []))
  expect(await old()).toEqual([])
  await makeChange((change) =>
    changeIban(change, fleet.driver('D3'), { iban: 'PT50999900000000000010173', holder: null }),
  )
  expect(await old()).toEqual(['D3'])
  await confirmed(batchId)
  expect(await old()).toEqual([])
})

test('ten people who ask for the bank file at the same moment get one file', async () => {
  await anApprovedWeek()
  const files = await Promise.all(Array.from({ length: 10 }, () => exported()))
  expect(new Set(files.map(({ bytes }) => text(bytes)))).toHaveLength(1)
  expect(await listBatches(WEEK)).toHaveLength(1)
})

test('a driver who is approved later goes into a file of his own', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const driverId = fleet.driver('D1')
  const [terms] = await listTerms(driverId)
  await makeChange((change) => removeTerms(change, driverId, terms!.id, 'engano'))
  await approve()
  const first = await exported()
  await makeChange((change) => addTerms(change, driverId, { from: WEEK, terms: PLAIN_TERMS, reason: '' }))
  await approve()
  const second = await exported()
  expect([first.transactions, second.transactions, second.controlSum]).toEqual([6, 1, EXPECTED.drivers.D1.balance])
  expect(second.name).not.toBe(first.name)
  expect(text(second.bytes)).toContain('2026-W23-2-D1')
})

test('confirming posts from each driver’s account to the bank and makes the statements paid', async () => {
  const fleet = await anApprovedWeek()
  const { batchId } = await exported()
  await confirmed(batchId)
  expect(
    [...(await settlements())]
      .filter(([, { state }]) => state === 'paid')
      .map(([ref]) => ref)
      .toSorted(),
  ).toEqual(Object.keys(EXPECTED.settlement_example.positive))
  expect(await balanceOf('bank', null)).toBe(CONTROL_SUM)
  for (const ref of Object.keys(EXPECTED.settlement_example.positive)) {
    expect(await balanceOf('current', fleet.driver(ref)), ref).toBe(0)
  }
  expect(await balanceOf('current', fleet.driver('D7'))).toBe(EXPECTED.drivers.D7.balance)
  expect((await listBatches(WEEK))[0]).toMatchObject({ state: 'confirmed', closedAt: THURSDAY.toString() })
  await expect(confirmed(batchId)).rejects.toEqual(refused('batch.not-open'))
  await expectIntactBooks()
})

test('two people who confirm at the same moment pay once', async () => {
  await anApprovedWeek()
  const { batchId } = await exported()
  const both = await Promise.allSettled([confirmed(batchId), confirmed(batchId), confirmed(batchId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const one of both) if (one.status === 'rejected') expect(one.reason).toEqual(refused('batch.not-open'))
  expect(await balanceOf('bank', null)).toBe(CONTROL_SUM)
})

test('what the bank rejects is approved again with the reason, and is paid under another name', async () => {
  await anApprovedWeek()
  const { batchId } = await exported()
  const id = await idOf('D2')
  await confirmed(batchId, new Map([[id, 'AC04 conta encerrada']]))
  expect([await stateOf('D2'), await stateOf('D1')]).toEqual(['approved', 'paid'])
  const [batch] = await listBatches(WEEK)
  expect(batch).toMatchObject({ state: 'partly-rejected' })
  expect(batch?.rows.find(({ ref }) => ref === 'D2')).toMatchObject({
    state: 'rejected',
    reason: 'AC04 conta encerrada',
  })
  expect(await balanceOf('bank', null)).toBe(CONTROL_SUM - EXPECTED.drivers.D2.balance)

  const again = await exported()
  expect([again.transactions, again.controlSum]).toEqual([1, EXPECTED.drivers.D2.balance])
  expect(text(again.bytes)).toContain('<EndToEndId>2026-W23-2-D2</EndToEndId>')
  await confirmed(again.batchId)
  expect(await balanceOf('bank', null)).toBe(CONTROL_SUM)
  await expectIntactBooks()
})

test('a rejection of somebody who is not in the file is refused and closes nothing', async () => {
  await anApprovedWeek()
  const { batchId } = await exported()
  const stranger = new Map([[await idOf('D7'), 'AC04']])
  await expect(confirmed(batchId, stranger)).rejects.toEqual(refused('record.not-found'))
  expect((await listBatches(WEEK))[0]?.state).toBe('exported')
  expect(await balanceOf('bank', null)).toBe(0)
})

test('a file that was not sent is void, and its statements go into the next one', async () => {
  await anApprovedWeek()
  const first = await exported()
  await makeChange((change) => voidBatch(change, first.batchId, 'data errada'))
  expect(await stateOf('D1')).toBe('approved')
  await expect(makeChange((change) => voidBatch(change, first.batchId, 'outra vez'))).rejects.toEqual(
    refused('batch.not-open'),
  )
  await expect(confirmed(first.batchId)).rejects.toEqual(refused('batch.not-open'))
  const second = await exported()
  expect([second.transactions, second.controlSum]).toEqual([7, CONTROL_SUM])
  expect(text(second.bytes)).not.toBe(text(first.bytes))
  await expectIntactBooks()
})

test('a driver who was paid by hand is paid once and is in no file', async () => {
  const fleet = await anApprovedWeek()
  const id = await idOf('D1')
  const pay = () => makeChange((change) => payOne(change, id, paidBy('MB WAY')), { at: THURSDAY })
  const both = await Promise.allSettled([pay(), pay()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(pay()).rejects.toEqual(refused('settlement.not-payable'))
  expect(await balanceOf('current', fleet.driver('D1'))).toBe(0)
  expect(await balanceOf('bank', null)).toBe(EXPECTED.drivers.D1.balance)
  expect((await exported()).transactions).toBe(6)
  const inDebt = await idOf('D7')
  await expect(makeChange((change) => payOne(change, inDebt, paidBy('nada')))).rejects.toEqual(
    refused('settlement.not-payable'),
  )
  await expect(makeChange((change) => payOne(change, crypto.randomUUID(), paidBy('')))).rejects.toEqual(
    refused('record.not-found'),
  )
  await expectIntactBooks()
})

test('a payment by hand and a bank file at the same moment pay once', async () => {
  for (let round = 0; round < 5; round++) {
    await anApprovedWeek()
    const id = await idOf('D1')
    const [byHand, byBank] = await Promise.allSettled([
      makeChange((change) => payOne(change, id, paidBy('numerário'))),
      exported(),
    ])
    if (byBank.status !== 'fulfilled') throw byBank.reason
    expect(byBank.value.transactions).toBe(byHand.status === 'fulfilled' ? 6 : 7)
    if (byHand.status === 'rejected') expect(byHand.reason).toEqual(refused('settlement.not-payable'))
    await confirmed(byBank.value.batchId)
    expect(await balanceOf('bank', null)).toBe(CONTROL_SUM)
  }
})

test('what an employee brought stays with the company: the bank file has the tips of the passengers and no more', async () => {
  const fleet = await aFleet()
  const employee = fleet.driver('D1')
  const terms = { ...PLAIN_TERMS, regime: 'employee' as const }
  await makeChange((change) => addTerms(change, employee, { from: WEEK, terms, reason: 'Contrato de trabalho' }))
  await dropPublicSet()
  await approve()
  const { settlement } = (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === employee)!
  // 574.85 and 242.84, less 11.75 of tolls and 130.67 of fuel; 9.00 and 1.50 are tips, and there is no cash.
  expect(settlement!.lines.find(({ code }) => code === 'fee.employer')?.amount).toBe(-(675_27 - 10_50))
  expect(settlement).toMatchObject({ net: 10_50, receiptValue: 0 })
  expect(await balanceOf('current', employee)).toBe(10_50)
  expect((await listPayees(WEEK, MONDAY)).payees.find(({ driverId }) => driverId === employee)?.amount).toBe(10_50)
  // Wages have a payment block of their own.
  const [suppliers, wages] = text((await exported()).bytes)
    .split('<CtgyPurp>')
    .slice(1)
  expect([suppliers?.match(/<CdtTrfTxInf>/g)?.length, wages?.match(/<CdtTrfTxInf>/g)?.length]).toEqual([6, 1])
  expect([suppliers?.slice(0, 20), wages?.slice(0, 20)].map((head) => head?.match(/SUPP|SALA/)?.[0])).toEqual([
    'SUPP',
    'SALA',
  ])
  await expectIntactBooks()
})

test('without an account to pay from there is no file, and nobody is marked as paid', async () => {
  await anApprovedWeek()
  await db.updateTable('company').set({ debtor_iban: null }).execute()
  await expect(exported()).rejects.toEqual(refused('company.iban-missing'))
  await db
    .updateTable('company')
    .set({ debtor_iban: sealFor('company.debtor_iban', '1', 'PT50999900000000009000134') })
    .execute()
  await expect(exported()).rejects.toEqual(refused('company.iban-missing'))
  expect(await listBatches(WEEK)).toEqual([])
  expect(await stateOf('D1')).toBe('approved')
})

test('a week without anybody to pay has no file', async () => {
  await aFleet()
  await expect(exported()).rejects.toEqual(refused('payment.nobody'))
})

test('short names that a bank cannot read are told apart all the same', async () => {
  const fleet = await anApprovedWeek()
  for (const [ref, other] of [
    ['D1', 'Á.1'],
    ['D2', 'À_1'],
  ] as const) {
    await db.updateTable('drivers').set({ ref: other }).where('id', '=', fleet.driver(ref)).execute()
  }
  const ids = [...text((await exported()).bytes).matchAll(/<EndToEndId>([^<]+)</g)].map(([, id]) => id!)
  expect(new Set(ids)).toHaveLength(7)
  expect(ids.every((id) => /^[A-Za-z0-9-]{1,35}$/.test(id))).toBe(true)
})

test('paid never changes, whatever is tried', async () => {
  const fleet = await anApprovedWeek()
  const { batchId } = await exported()
  await confirmed(batchId)
  const [terms] = await listTerms(fleet.driver('D1'))
  const paid = async () => {
    const { statements } = await getWeek(WEEK)
    return statements
      .filter(({ state }) => state === 'paid')
      .map(({ driver, settlement, terms: agreed, stored, sources }) => ({
        ref: driver.ref,
        settlement,
        agreed,
        stored,
        sources,
      }))
  }
  const [before, posted] = [await paid(), await money()]
  expect(before).toHaveLength(7)
  const id = await idOf('D1')

  const fee = { ...PLAIN_TERMS, fee: { mode: 'none' as const }, tripVat: 'gross6' as const }
  await expect(makeChange((change) => voidSettlement(change, id, 'engano'))).rejects.toEqual(
    refused('settlement.not-voidable'),
  )
  await expect(makeChange((change) => payOne(change, id, paidBy('outra vez')))).rejects.toEqual(
    refused('settlement.not-payable'),
  )
  await expect(confirmed(batchId, new Map([[id, 'AC04']]))).rejects.toEqual(refused('batch.not-open'))
  await expect(makeChange((change) => voidBatch(change, batchId, 'engano'))).rejects.toEqual(refused('batch.not-open'))
  await expect(makeChange((change) => removeTerms(change, fleet.driver('D1'), terms!.id, 'engano'))).rejects.toEqual(
    refused('terms.week-approved'),
  )
  await expect(
    makeChange((change) => addTerms(change, fleet.driver('D1'), { from: WEEK, terms: fee, reason: '' })),
  ).rejects.toEqual(refused('terms.week-approved'))
  await drop(PUBLIC_FILES)
  await drop([
    withoutLines(publicFile('2026W23'), 'Bruna'),
    withoutLines(publicFile('payments_driver'), 'Farhan'),
    edited(publicFile('extrato'), (lines) => lines.replaceAll('2,15', '22,15')),
  ])
  expect((await approve()).approved).toEqual([])
  await exported()
  for (const statement of [
    'update settlements set net_cents = 1',
    `update settlements set state = 'approved'`,
    `update settlements set payment_note = 'x'`,
  ]) {
    await expect(sql.raw(`${statement} where id = '${id}'`).execute(db)).rejects.toThrow(/frozen|cannot go/)
  }

  expect(await paid()).toEqual(before)
  expect(await money()).toEqual(posted)
})
