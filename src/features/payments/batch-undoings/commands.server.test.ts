import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { listBatches, readBatchFile } from '#features/payments/queries.server.ts'
import { voidSettlement } from '#features/settlements/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { reopenBatch } from './commands.server.ts'

const exported = () => makeChange((change) => exportBatch(change, WEEK))
const confirmed = (id: number) => makeChange((change) => confirmBatch(change, id), { at: MONDAY.add({ hours: 74 }) })
const voided = (id: number) => makeChange((change) => voidBatch(change, id, 'Enganei-me'))
const reopened = (id: number) => makeChange((change) => reopenBatch(change, id, 'Afinal não'))
const refused = (code: string) => expect.objectContaining({ code })
const brokenRules = async () => (await examineBooks()).filter(({ broken }) => broken > 0)
const seen = async () => ({
  settlements: await db.selectFrom('settlements').select(['id', 'state', 'paid_on']).orderBy('id').execute(),
  balances: await db.selectFrom('ledger_accounts').select(['id', 'balance_cents']).orderBy('id').execute(),
  batches: (await listBatches(WEEK)).map(({ id, state, rows }) => ({ id, state, rows })),
})

test('a voided file that was sent after all is open again, the same to the byte, and can be confirmed', async () => {
  await anApprovedWeek()
  const { batchId } = await exported()
  const [before, file] = [await seen(), await readBatchFile(batchId)]
  await expect(reopened(batchId)).rejects.toEqual(refused('batch.open'))
  await voided(batchId)
  expect(await reopened(batchId)).toMatchObject({ was: 'voided' })
  expect(await seen()).toEqual(before)
  expect((await exported()).batchId).toBe(batchId)
  expect(await readBatchFile(batchId)).toEqual(file)
  await confirmed(batchId)
  expect(await brokenRules()).toEqual([])
})

test('a voided file stays void once its statements are in another one, until that one is voided too', async () => {
  await anApprovedWeek()
  const first = await exported()
  await voided(first.batchId)
  const second = await exported()
  await expect(reopened(first.batchId)).rejects.toEqual(refused('batch.went-on'))
  await voided(second.batchId)
  const both = await Promise.allSettled([reopened(first.batchId), reopened(second.batchId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await brokenRules()).toEqual([])
})

test('a voided file is not put back once a statement of it was voided, and the refusal says what to do instead', async () => {
  await anApprovedWeek()
  const { batchId } = await exported()
  await voided(batchId)
  const { id } = await db
    .selectFrom('batch_payments')
    .select('settlement_id as id')
    .where('batch_id', '=', batchId)
    .limit(1)
    .executeTakeFirstOrThrow()
  await makeChange((change) => voidSettlement(change, id, 'Faltava um ficheiro'))
  await expect(reopened(batchId)).rejects.toEqual(refused('batch.remade'))
})

test('a file marked as paid that was not is open again: nothing of it stays booked, drivers have the reason, and it is paid once', async () => {
  await anApprovedWeek()
  const { batchId } = await exported()
  const before = await seen()
  await confirmed(batchId)
  const paid = await seen()
  const both = await Promise.allSettled([reopened(batchId), reopened(batchId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await seen()).toEqual(before)
  const told = await db.selectFrom('inbox_notices').select('params').where('kind', '=', 'payment-undone').execute()
  expect(told).toHaveLength(7)
  await confirmed(batchId)
  expect(await seen()).toEqual(paid)
  expect(await brokenRules()).toEqual([])
})
