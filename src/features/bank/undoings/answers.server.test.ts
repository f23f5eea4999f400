import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { reopenBatch } from '#features/payments/batch-undoings/commands.server.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { listBatches } from '#features/payments/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { undoBankFile } from './commands.server.ts'
import { effectOf, listBankFiles, previewBankUndoing } from './queries.server.ts'

const PAIN = readFileSync(new URL('../../../../test/fixtures/money/camt/pain002.v3.pt.xml', import.meta.url), 'utf8')
const refusedAs = (code: string) => expect.objectContaining({ code })
const brokenRules = async () => (await examineBooks()).filter(({ broken }) => broken > 0)
const seen = async () => ({
  settlements: await db.selectFrom('settlements').select(['id', 'state', 'paid_on']).orderBy('id').execute(),
  balances: await db.selectFrom('ledger_accounts').select(['id', 'balance_cents']).orderBy('id').execute(),
  batches: (await listBatches(WEEK)).map(({ id, state, waiting, rows }) => ({ id, state, waiting, rows })),
})

const waitingIn = ({ settlements }: Awaited<ReturnType<typeof seen>>) =>
  settlements.filter(({ state }) => state === 'approved').length

/** A week in a bank file, and the answer that the bank gives to one of its payments, or to all of them. */
async function anAnswer({ toAll = false } = {}): Promise<{
  batchId: number
  file: Parameters<typeof importBankFile>[1]
}> {
  await anApprovedWeek()
  const { batchId, name } = await makeChange((change) => exportBatch(change, WEEK))
  const { end_to_end_id } = await db
    .selectFrom('batch_payments')
    .select('end_to_end_id')
    .orderBy('amount_cents')
    .limit(1)
    .executeTakeFirstOrThrow()
  const one = PAIN.replaceAll('RLF-2026W23-09', name.replace('.xml', '')).replace('2026W23-D5', end_to_end_id)
  const all = one
    .replace('<GrpSts>PART</GrpSts>', '<GrpSts>RJCT</GrpSts>')
    .replace(/<OrgnlPmtInfAndSts>[\s\S]*<\/OrgnlPmtInfAndSts>/, '')
  return { batchId, file: { name: 'resposta.xml', bytes: Buffer.from(toAll ? all : one) } }
}
async function take(file: Parameters<typeof importBankFile>[1]): Promise<string> {
  const outcome = await makeChange((change) => importBankFile(change, file))
  if (!('fileId' in outcome) || outcome.status !== 'imported') throw new Error(JSON.stringify(outcome))
  return outcome.fileId
}
const undo = (id: string, expected?: string) =>
  makeChange((change) =>
    undoBankFile(change, id, { reason: 'Era um ensaio do banco', ...(expected ? { expected } : {}) }),
  )

test('a bank’s answer that was a mistake is taken back once: its payments wait in their file again, and may be confirmed', async () => {
  const { batchId, file } = await anAnswer()
  const before = await seen()
  const id = await take(file)
  expect(waitingIn(await seen())).toBe(waitingIn(before) + 1)
  const plan = await previewBankUndoing(id)
  expect(plan).toMatchObject({ is: 'answer', again: [{}], wentOn: [], answers: { refused: 1 } })
  await expect(undo(id, '[]')).rejects.toEqual(refusedAs('bank.undoing-changed'))
  const both = await Promise.allSettled([undo(id, effectOf(plan)), undo(id, effectOf(plan))])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(undo(id)).rejects.toEqual(refusedAs('bank.file-undone'))
  expect(await seen()).toEqual(before)
  expect(await listBankFiles()).toMatchObject([{ undone: { reason: 'Era um ensaio do banco' } }])
  // The same answer may come again, and be right this time.
  const again = await take(file)
  expect(again).not.toBe(id)
  await undo(again)
  await makeChange((change) => confirmBatch(change, batchId))
  expect((await seen()).settlements.map(({ state }) => state)).not.toContain('in-batch')
  expect(await brokenRules()).toEqual([])
})

test('a file that the bank’s answer refused whole is open again, and nobody is in two files', async () => {
  const { batchId, file } = await anAnswer({ toAll: true })
  const before = await seen()
  const id = await take(file)
  expect((await seen()).batches).toMatchObject([{ state: 'partly-rejected' }])
  await expect(makeChange((change) => reopenBatch(change, batchId, 'Engano'))).rejects.toEqual(
    refusedAs('batch.all-rejected'),
  )
  const second = await makeChange((change) => exportBatch(change, WEEK))
  expect(await previewBankUndoing(id)).toMatchObject({ again: [] })
  await expect(undo(id)).rejects.toEqual(refusedAs('batch.went-on'))
  await makeChange((change) => voidBatch(change, second.batchId, 'O primeiro seguiu'))
  await undo(id)
  expect((await seen()).settlements).toEqual(before.settlements)
  expect((await listBatches(WEEK)).map(({ state }) => state)).toEqual(['void', 'exported'])
  expect(await brokenRules()).toEqual([])
})

test('what the bank refused stays refused when its file is voided and opened again, until the answer is taken back', async () => {
  const { batchId, file } = await anAnswer()
  const before = await seen()
  const id = await take(file)
  const partly = await seen()
  await makeChange((change) => voidBatch(change, batchId, 'Enganei-me'))
  await makeChange((change) => reopenBatch(change, batchId, 'Afinal foi'))
  expect(await seen()).toEqual(partly)
  await makeChange((change) => voidBatch(change, batchId, 'Enganei-me'))
  await undo(id)
  expect((await listBatches(WEEK))[0]?.rows.map(({ state }) => state)).not.toContain('rejected')
  await makeChange((change) => reopenBatch(change, batchId, 'Afinal foi'))
  expect(await seen()).toEqual(before)
  expect(await brokenRules()).toEqual([])
})

test('payments of the file that were paid meanwhile stay paid', async () => {
  const { batchId, file } = await anAnswer()
  const id = await take(file)
  await makeChange((change) => confirmBatch(change, batchId), { at: MONDAY.add({ hours: 74 }) })
  const paid = (await seen()).settlements.filter(({ state }) => state === 'paid')
  await undo(id)
  const after = await seen()
  expect(after.settlements.filter(({ state }) => state === 'paid')).toEqual(paid)
  expect(after.batches).toMatchObject([{ state: 'exported', waiting: { count: 1 } }])
  expect(await brokenRules()).toEqual([])
})

const noticesOf = async () =>
  (
    await db
      .selectFrom('inbox_notices')
      .select(['driver_id', 'params'])
      .where('kind', '=', 'payment-returned')
      .execute()
  ).map(({ driver_id, params }) => [driver_id, (params as { how?: string }).how])
const answerOf = ({ file }: Awaited<ReturnType<typeof anAnswer>>, reason: string) => ({
  ...file,
  bytes: Buffer.from(new TextDecoder().decode(file.bytes as Uint8Array).replaceAll('AC04', reason)),
})

test('a driver whose account the bank refused is told to check the IBAN, and that it was not refused after all', async () => {
  const made = await anAnswer()
  const id = await take(made.file)
  const refused = (await listBatches(WEEK))[0]!.rows.find(({ state }) => state === 'rejected')
  const { driver_id } = await db
    .selectFrom('settlements')
    .select('driver_id')
    .where('id', '=', refused!.settlementId)
    .executeTakeFirstOrThrow()
  expect(await noticesOf()).toEqual([[driver_id, 'refused']])
  const mails = db.selectFrom('mail_outbox').select('params').where('template', '=', 'payment-returned')
  expect(await mails.execute()).toEqual([{ params: { kind: 'payment-returned', week: WEEK, how: 'refused' } }])
  await undo(id)
  expect(await noticesOf()).toEqual([
    [driver_id, 'refused'],
    [driver_id, 'waits'],
  ])
})

test.each(['AM04', 'AM05', 'AG02', 'BE05', 'ZZ99'])(
  'nobody is asked about an IBAN for the reason %s',
  async (reason) => {
    const made = await anAnswer()
    const id = await take(answerOf(made, reason))
    await undo(id)
    expect(await noticesOf()).toEqual([])
  },
)

test('a file that the bank refused as a whole is not the drivers’ matter', async () => {
  const { file } = await anAnswer({ toAll: true })
  await undo(await take(file))
  expect(await noticesOf()).toEqual([])
})
