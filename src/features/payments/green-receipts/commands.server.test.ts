import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { openOf, sealedNif } from '#db/sealed-columns.server.ts'
import { type PortalPaper, portalPaper } from '#demo/portal-paper.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { MAX_PAPERS } from '#features/files/schema.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { listPayees } from '#features/payments/queries.server.ts'
import { takeBackReceipts } from '#features/payments/receipts/commands.server.ts'
import { listAwaited, listReceipts } from '#features/payments/receipts/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { MONDAY, WEEK, aFleet, asOwner, makeChange, dropPublicSet, tried } from '#test/factories.ts'
import {
  answerReceipt,
  markWithoutPaper,
  remindOfReceipts,
  sendReceipt,
  takeBackAnswer,
  withdrawReceipt,
} from './commands.server.ts'
import {
  findDue,
  findOwnReceipt,
  getReceipt,
  listAsked,
  listMissing,
  listOwnDue,
  readReceiptFile,
} from './queries.server.ts'
import { PNG } from '#test/papers.ts'
import { statementsOf } from '#test/statements.ts'

const US = { nif: '512345678', name: 'Rotas Lusas Fictícias, Unipessoal Lda' }
let d1: OwnDriverId
let d2: OwnDriverId
let settlement: string
let value: number

/** A week whose payments wait for the receipt. */
beforeEach(async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  await makeChange((change) =>
    changeSettings(change, { from: WEEK, reason: 'Ensaio', settings: { receiptBeforePayment: 1 } }),
  )
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  await db.updateTable('company').set({ nipc: US.nif }).execute()
  ;[d1, d2] = [fleet.driver('D1') as OwnDriverId, fleet.driver('D2') as OwnDriverId]
  for (const [id, nif] of [
    [d1, '299999998'],
    [d2, '123456789'],
  ] as const)
    await db
      .updateTable('drivers')
      .set(sealedNif('drivers.nif', id, nif))
      .where('id', '=', id)
      .execute()
  const due = await findDue(d1, WEEK)
  ;[settlement, value] = [due!.settlementId, due!.value]
})

async function nifOf(driver: string): Promise<string> {
  const { id, nif } = await db
    .selectFrom('drivers')
    .select(['id', 'nif'])
    .where('id', '=', driver)
    .executeTakeFirstOrThrow()
  return openOf('drivers.nif', id, nif)!
}

/** A receipt of the Portal as the driver should issue it, with some facts changed. */
async function aPaper(otherwise: Partial<PortalPaper> = {}, driver = d1): Promise<File> {
  const due = (await findDue(driver, WEEK))!
  const bytes = await portalPaper({
    number: 24,
    issuer: { nif: await nifOf(driver), name: 'Motorista' },
    acquirer: US,
    issuedOn: '2026-06-10',
    suppliedOn: '2026-06-07',
    value: due.value,
    description: 'Serviço TVDE semana 01/06/2026 a 07/06/2026 (2026-W23)',
    ...(due.expected.agreed ? { vat: due.expected.agreed.vat, withholding: due.expected.agreed.withholding } : {}),
    ...otherwise,
  })
  return new File([new Uint8Array(bytes)], 'recibo.pdf')
}
const send = (paper: File, code = '', driver = d1) =>
  makeChange((change) => sendReceipt(change, { driver, week: WEEK }, { paper, code }))
const refused = (code: string) => ({ code })
const stateOf = async (driver = d1) => (await findOwnReceipt(driver, WEEK))!.papers.map(({ state }) => state)
const awaits = async () => (await listAwaited(WEEK)).has(settlement)

test('the receipt that was asked for is received at once, and the payment that waited is free', async () => {
  expect([await awaits(), (await findOwnReceipt(d1, WEEK))!.isAwaited]).toEqual([true, true])
  expect((await listMissing(MONDAY)).some(({ settlementId }) => settlementId === settlement)).toBe(true)
  expect(await send(await aPaper())).toBe('matched')
  expect(await awaits()).toBe(false)
  expect((await listPayees(WEEK, MONDAY)).payees.map(({ driverId }) => driverId)).toEqual([d1])
  expect((await listReceipts(WEEK)).find(({ settlementId }) => settlementId === settlement)).toMatchObject({
    state: 'received',
    note: 'FR ATSIRE01FR/24',
  })
  expect(await findOwnReceipt(d1, WEEK)).toMatchObject({ mark: 'received', isAwaited: false })
  expect((await listMissing(MONDAY)).some(({ settlementId }) => settlementId === settlement)).toBe(false)
  await expect(
    tried(async (change) =>
      sendReceipt(change, { driver: d1, week: WEEK }, { paper: await aPaper({ number: 25 }), code: '' }),
    ),
  ).rejects.toMatchObject(refused('receipt.answered'))
})

test('a slip is a question with both amounts, and the payment goes on waiting', async () => {
  expect(await send(await aPaper({ value: value + 1_000_00 }))).toBe('asked')
  const [question] = await listAsked()
  expect(question).toMatchObject({
    driver: { ref: 'D1' },
    week: WEEK,
    value,
    settlement: 'approved',
    differences: [{ kind: 'amount', expected: value, found: value + 1_000_00 }],
  })
  expect(await awaits()).toBe(true)
  await send(await aPaper({ number: 25 }))
  expect([await stateOf(), await listAsked()]).toEqual([['matched', 'withdrawn'], []])
})

test('an answer ends the question, is told to the driver, and is taken back until its bank file is made', async () => {
  await send(await aPaper({ value: value - 1 }))
  const { id } = (await listAsked())[0]!
  await makeChange((change) => answerReceipt(change, id, { answer: 'declined', words: 'Falta um cêntimo' }))
  await expect(
    tried((change) => answerReceipt(change, id, { answer: 'accepted', words: 'Afinal sim' })),
  ).rejects.toMatchObject(refused('receipt.answered'))
  await makeChange((change) => takeBackAnswer(change, id))
  await makeChange((change) => answerReceipt(change, id, { answer: 'accepted', words: 'Um cêntimo não faz mal' }))
  expect(await awaits()).toBe(false)
  const { notices } = await listNotices(d1, { limit: 10, before: null })
  expect(notices.slice(0, 2).map(({ facts }) => facts)).toEqual([
    { kind: 'receipt-accepted', week: WEEK, reason: 'Um cêntimo não faz mal' },
    { kind: 'receipt-declined', week: WEEK, reason: 'Falta um cêntimo' },
  ])
  await makeChange((change) => takeBackAnswer(change, id))
  expect([await awaits(), (await getReceipt(id)).state]).toEqual([true, 'asked'])
  await makeChange((change) => answerReceipt(change, id, { answer: 'accepted', words: 'Sim' }))
  await makeChange((change) => exportBatch(change, WEEK))
  await expect(tried((change) => takeBackAnswer(change, id))).rejects.toMatchObject(refused('receipt.in-file'))
})

test('a receipt that was annulled after the payment counts no more, and its driver issues another', async () => {
  await send(await aPaper())
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
  const { id } = (await findOwnReceipt(d1, WEEK))!.papers[0]!
  await makeChange((change) => takeBackAnswer(change, id))
  await makeChange((change) => answerReceipt(change, id, { answer: 'declined', words: 'Foi anulado no Portal' }))
  expect((await findOwnReceipt(d1, WEEK))!.mark).toBeNull()
  expect((await listMissing(MONDAY)).some(({ settlementId }) => settlementId === settlement)).toBe(true)
  expect(await send(await aPaper({ number: 25 }))).toBe('matched')
})

test('a mark that the office takes back makes the paper a question again', async () => {
  await send(await aPaper())
  await makeChange((change) => takeBackReceipts(change, WEEK, [settlement]))
  expect([await stateOf(), await awaits()]).toEqual([['asked'], true])
})

test('a receipt counts once, for one driver and one week', async () => {
  await send(await aPaper())
  const again = await aPaper({ issuer: { nif: await nifOf(d1), name: 'Outro' } }, d2)
  await expect(
    tried((change) => sendReceipt(change, { driver: d2, week: WEEK }, { paper: again, code: '' })),
  ).rejects.toMatchObject({
    ...refused('receipt.used'),
    params: { week: '2026-W23' },
  })
  // The same number from another issuer is another receipt.
  expect(await send(await aPaper({}, d2), '', d2)).toBe('matched')
})

test('a photo waits for a person, and with the text of its code it is read', async () => {
  const photo = () => new File([PNG], 'recibo.png')
  await expect(send(photo(), 'https://example.org')).rejects.toMatchObject(refused('receipt.code-unreadable'))
  expect(await send(photo())).toBe('asked')
  const { id } = (await listAsked())[0]!
  expect(await getReceipt(id)).toMatchObject({ reading: null, unread: 'no-text' })
  await makeChange((change) => withdrawReceipt(change, d1, id))
  const euros = (value / 100).toFixed(2)
  const due = (await findDue(d1, WEEK))!
  const code = `A:${await nifOf(d1)}*B:${US.nif}*C:PT*D:FR*E:N*F:20260610*G:FR ATSIRE01FR/9*H:JJTEST01-9*I1:PT*I2:${euros}*N:0.00*O:${euros}*Q:0*R:0`
  expect(await send(photo(), code)).toBe(due.expected.agreed?.vat ? 'asked' : 'matched')
  await expect(send(photo(), code.replace('E:N', 'E:A'))).rejects.toMatchObject({
    code: expect.stringMatching(/^receipt\./) as string,
  })
})

test('an annulled receipt, a file of another kind and a statement that asks for none are refused', async () => {
  await expect(send(await aPaper({ isAnnulled: true }))).rejects.toMatchObject(refused('receipt.annulled'))
  await expect(send(new File(['<html>'], 'recibo.pdf'))).rejects.toMatchObject(refused('upload.unknown'))
  const nothing = crypto.randomUUID() as OwnDriverId
  await expect(
    tried(async (change) => sendReceipt(change, { driver: nothing, week: WEEK }, { paper: await aPaper(), code: '' })),
  ).rejects.toMatchObject(refused('receipt.none-due'))
  expect(await db.selectFrom('green_receipts').select('id').execute()).toEqual([])
})

test('a voided statement lets go of its paper, and the paper counts for the next version', async () => {
  await send(await aPaper())
  await makeChange((change) => voidSettlement(change, settlement, 'Engano'))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await stateOf()).toEqual(['released'])
  expect(await send(await aPaper())).toBe('matched')
})

test('a paper is opened by its driver and by the office, and by nobody else', async () => {
  await send(await aPaper())
  const { id } = (await findOwnReceipt(d1, WEEK))!.papers[0]!
  expect(await readReceiptFile(id, d1)).toMatchObject({ name: 'recibo.pdf', mediaType: 'application/pdf' })
  expect(await readReceiptFile(id, null)).toMatchObject({ name: 'recibo.pdf' })
  await expect(readReceiptFile(id, d2)).rejects.toMatchObject(refused('record.not-found'))
  await expect(tried((change) => withdrawReceipt(change, d2, id))).rejects.toMatchObject(refused('record.not-found'))
})

test('receipts that nobody sent are marked with as many statements for many as for one', async () => {
  const missing = (await listMissing(MONDAY)).map(({ settlementId }) => settlementId)
  expect(missing.length).toBeGreaterThan(4)
  const mark = async (some: readonly string[]) =>
    (await statementsOf(() => makeChange((change) => markWithoutPaper(change, some)))).length
  await mark(missing.slice(0, 1))
  const one = await mark(missing.slice(1, 2))
  expect(await mark(missing.slice(2))).toBe(one)
  expect(await listMissing(MONDAY)).toEqual([])
  await expect(mark(missing.slice(0, 1))).rejects.toMatchObject(refused('receipt.answered'))
})

test('a driver is reminded of a missing receipt after 7, 14 and 28 days, of each step once, however late and often it is asked', async () => {
  const reminders = async () =>
    (await listNotices(d1, { limit: 20, before: null })).notices.filter(({ facts }) => facts.kind === 'receipt-missing')
  const after = (days: number) => remindOfReceipts(MONDAY.add({ hours: days * 24 }))
  const mails = async () =>
    (
      await db
        .selectFrom('mail_outbox')
        .select('id')
        .where('template', '=', 'receipt-missing')
        .where('driver_id', '=', d1)
        .execute()
    ).length
  await db.updateTable('drivers').set({ email: 'd1@example.org' }).where('id', '=', d1).execute()
  await after(6)
  expect(await reminders()).toEqual([])
  await Promise.all([after(7), after(7)])
  await after(13)
  expect((await reminders()).map(({ facts }) => facts)).toEqual([{ kind: 'receipt-missing', week: WEEK, count: 1 }])
  expect(await mails()).toBe(1)
  // Nobody ran the reminders for two weeks: only the last step is sent.
  await after(29)
  expect(await reminders()).toHaveLength(2)
  await after(40)
  expect(await reminders()).toHaveLength(2)
  expect((await listMissing(MONDAY)).find(({ settlementId }) => settlementId === settlement)?.reminded).toBe(3)
})

test('nobody is reminded of a receipt that is here, or that waits for the office’s word', async () => {
  await send(await aPaper())
  await send(await aPaper({ value: 1 }, d2), '', d2)
  await remindOfReceipts(MONDAY.add({ hours: 24 * 30 }))
  for (const driver of [d1, d2])
    expect(
      (await listNotices(driver, { limit: 20, before: null })).notices.map(({ facts }) => facts.kind),
    ).not.toContain('receipt-missing')
})

test('a statement takes so many papers and no more, however often they are taken back', async () => {
  for (let sent = 0; sent < MAX_PAPERS; sent++) await send(new File([PNG], `${sent}.png`))
  await expect(send(new File([PNG], 'mais.png'))).rejects.toMatchObject(refused('upload.enough'))
})

test('what a driver has still to issue stays until it is here, however old it is, the oldest first', async () => {
  const own = { week: WEEK, name: '2026-W23', value }
  expect(await listOwnDue(d1)).toEqual([own])
  // Insert a later approved week past the guards: the earlier one is still due.
  await asOwner(`set session_replication_role = replica;
    insert into settlements select (jsonb_populate_record(s, '{"week": "2026-06-08"}'::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
      from settlements s where id = '${settlement}';`)
  expect((await listOwnDue(d1)).map(({ week }) => week)).toEqual([WEEK, '2026-06-08'])
  await send(await aPaper({ value: value - 1 }))
  // The office still checks this receipt, so the driver has nothing to do.
  expect((await listOwnDue(d1)).map(({ week }) => week)).toEqual(['2026-06-08'])
  expect(await listOwnDue(d2)).toHaveLength(1)
})
