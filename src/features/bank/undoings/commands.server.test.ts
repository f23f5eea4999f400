import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { listGaps } from '#features/bank-gaps/queries.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { confirmProposals, answerMovement, matchExact } from '#features/bank/matches/commands.server.ts'
import { getMovement, listMovements } from '#features/bank/matches/queries.server.ts'
import { seenAs } from '#features/bank/matches/schema.ts'
import { listBankAccounts } from '#features/bank/queries.server.ts'
import { listBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, makeChange, tried } from '#test/factories.ts'
import { undoBankFile } from './commands.server.ts'
import { effectOf, listBankFiles, previewBankUndoing } from './queries.server.ts'

const sample = (path: string) => ({
  name: path.split('/')[1]!,
  bytes: readFileSync(new URL(`../../../../test/fixtures/money/${path}`, import.meta.url)),
})
const CAMT = sample('camt/camt053.v8.pt.xml')

const HEAD = 'Data Operação;Data valor;Descrição;Montante( EUR );Saldo Contabilístico( EUR )'
const line = (day: string, text: string, amount: string, balance: string) =>
  `${day}-06-2026;${day}-06-2026;${text};${amount};${balance}`
const list = (name: string, ...lines: string[]) => ({ name, bytes: Buffer.from([HEAD, ...lines].join('\r\n')) })
const A = line('01', 'A', '10,00', '110,00')
const B = line('02', 'B', '5,00', '115,00')
const C = line('03', 'C', '-1,00', '114,00')

/** Imports a file, matches what fits, and answers its id. */
async function take(file: { name: string; bytes: Uint8Array }): Promise<string> {
  const outcome = await makeChange((change) => importBankFile(change, file))
  if (!('statements' in outcome) || outcome.status !== 'imported') throw new Error(JSON.stringify(outcome))
  for (const { fresh } of outcome.statements) await matchExact(fresh, { actor: COMMAND_LINE, now: MONDAY })
  const { file_id: id } = await db
    .selectFrom('bank_statements')
    .select('file_id')
    .where('id', '=', outcome.statements[0]!.id)
    .executeTakeFirstOrThrow()
  return id
}
const undo = (id: string, expected?: string) =>
  makeChange((change) =>
    undoBankFile(change, id, {
      reason: 'Ficheiro de outra empresa',
      told: 'Era outra conta',
      ...(expected ? { expected } : {}),
    }),
  )
const refusedAs = (code: string) => expect.objectContaining({ code })
const brokenRules = async () => (await examineBooks()).filter(({ broken }) => broken > 0)
const balances = async () => {
  const { company } = await listBalances(Temporal.PlainDate.from('2026-06-30'))
  return Object.fromEntries(company.filter(({ balance }) => balance !== 0).map((one) => [one.account, one.balance]))
}
const settlements = () =>
  db
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['ref', 'state', 'paid_on'])
    .orderBy('ref')
    .execute()
const movementOf = async (text: string) => (await listMovements()).find((one) => one.text === text)!

test('a statement taken back leaves everything as it was before it came, and may be imported again', async () => {
  await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  const before = [await settlements(), await balances()]
  const first = await take(CAMT)
  const [paid, came] = [await settlements(), await listMovements()]
  expect(came.filter(({ answer }) => answer?.kind === 'payments').length).toBeGreaterThan(0)
  const plan = await previewBankUndoing(first)
  if (plan.is !== 'statements') throw new Error('statements')
  expect(plan).toMatchObject({ movements: 12, kept: 0, others: 0, later: null })
  // D5 was paid, returned and paid again by this file, and is to be paid once.
  expect(plan.unpaid.map(({ ref }) => ref).filter((ref) => ref === 'D5')).toEqual(['D5'])
  expect([plan.unpaid.length, plan.repaid, plan.waiting]).toEqual([7, [], []])
  expect(plan.openings).toHaveLength(1)

  await undo(first, effectOf(plan))
  expect([await settlements(), await balances()]).toEqual(before)
  expect([await listMovements(), await listBankAccounts(), await listGaps()]).toEqual([[], [], []])
  expect(await brokenRules()).toEqual([])
  // Whoever was told of a payment is told once that it was none, in the words for drivers, and of no payment in between.
  const told = await db.selectFrom('inbox_notices').select('params').where('kind', '=', 'payment-undone').execute()
  expect(told.map(({ params }) => params)).toEqual(plan.unpaid.map(() => ({ week: WEEK, reason: 'Era outra conta' })))
  const paidNotices = db.selectFrom('inbox_notices').select('id').where('kind', '=', 'statement-paid')
  expect(await paidNotices.execute()).toHaveLength(8)
  const gone = await getMovement(came[0]!.id)
  expect(gone).toMatchObject({ answer: null, proposal: null, undone: { reason: 'Ficheiro de outra empresa' } })
  await expect(undo(first)).rejects.toEqual(refusedAs('bank.file-undone'))

  await take(CAMT)
  expect(await settlements()).toEqual(paid)
  expect((await listMovements()).map(({ answer }) => answer?.kind)).toEqual(came.map(({ answer }) => answer?.kind))
  expect((await listBankFiles()).map(({ undone }) => undone === null)).toEqual(expect.arrayContaining([true, false]))
  expect(await brokenRules()).toEqual([])
})

test('a movement that another file has too stays with its answer, and counts from that file', async () => {
  await aFleet()
  const first = await take(list('a.csv', A, B))
  const second = await take(list('b.csv', B, C))
  const known = await movementOf('B')
  await makeChange((change) => answerMovement(change, known.id, { is: 'account', account: 'costs:bank' }))
  expect(await previewBankUndoing(first)).toMatchObject({ movements: 1, answered: 0, kept: 1, keptIn: ['b.csv'] })
  await undo(first)
  expect((await listMovements()).map(({ text }) => text)).toEqual(['C', 'B'])
  expect(await getMovement(known.id)).toMatchObject({ answer: { kind: 'account' }, file: { name: 'b.csv' }, line: 2 })
  // The account begins with the statement that is left, and what it began with before is no more.
  expect((await balances())['opening']).toBe(110_00)
  expect(await brokenRules()).toEqual([])
  await undo(second)
  expect([await listMovements(), await balances()]).toEqual([[], {}])
  expect(await brokenRules()).toEqual([])
})

test('a later file with the same money in other parts is named, and lets the first go once it is taken back itself', async () => {
  await aFleet()
  const first = await take(list('a.csv', A, line('01', 'B', '5,00', '115,00')))
  const later = await take(list('c.csv', line('01', 'A+B', '15,00', '115,00')))
  expect(await previewBankUndoing(first)).toMatchObject({ later: 'c.csv' })
  await expect(undo(first)).rejects.toMatchObject({ code: 'bank.later-file', params: { name: 'c.csv' } })
  await undo(later)
  await undo(first)
  await take(list('c.csv', line('01', 'A+B', '15,00', '115,00')))
  expect((await listMovements()).map(({ text }) => text)).toEqual(['A+B'])
})

test('a payment that another file returned holds its file, which says by which movement; taken back in order both go', async () => {
  await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  const before = await settlements()
  const rows = sample('bank/activobank.csv').bytes.toString('latin1').split(/\r?\n/)
  const [head, back] = [rows.findIndex((one) => /^\d/.test(one)), rows.findIndex((one) => one.includes('DEV. TRF'))]
  const file = (name: string, own: string[]) => ({ name, bytes: Buffer.from(own.join('\r\n'), 'latin1') })
  const first = await take(file('pago.csv', rows.slice(0, back)))
  const paid = await settlements()
  const second = await take(file('devolvido.csv', rows.toSpliced(head, back - head)))
  const returned = (await listMovements()).find(({ answer }) => answer?.kind === 'return')!.answer!.payments[0]!
  const { text } = (await listMovements()).find(
    ({ answer }) => answer?.kind === 'payments' && answer.payments.some(({ ref }) => ref === returned.ref),
  )!
  await expect(undo(first)).rejects.toMatchObject({ code: 'bank.held', params: { text } })
  await undo(second)
  expect(await settlements()).toEqual(paid)
  await undo(first)
  expect(await settlements()).toEqual(before)
  expect(await brokenRules()).toEqual([])
})

test('an answer given since the page was drawn is not taken back unseen', async () => {
  await aFleet()
  const id = await take(list('a.csv', A, B))
  const seen = effectOf(await previewBankUndoing(id))
  await makeChange(async (change) => answerMovement(change, (await movementOf('A')).id, { is: 'suspense' }))
  await expect(undo(id, seen)).rejects.toEqual(refusedAs('bank.undoing-changed'))
  await undo(id, effectOf(await previewBankUndoing(id)))
  expect(await balances()).toEqual({})
})

test('whoever answers a movement of the file at the same moment is refused or taken back: nothing stays booked', async () => {
  for (const round of [1, 2, 3, 4]) {
    await aFleet()
    const id = await take(list(`a${round}.csv`, A, B, C))
    const rows = await listMovements()
    const acts = [
      () => makeChange((change) => answerMovement(change, rows[0]!.id, { is: 'suspense' })),
      () => makeChange((change) => undoBankFile(change, id, { reason: 'Engano' })),
      () => makeChange((change) => answerMovement(change, rows[1]!.id, { is: 'account', account: 'costs:bank' })),
      () => makeChange((change) => undoBankFile(change, id, { reason: 'Engano' })),
      () => makeChange((change) => importBankFile(change, list('b.csv', B, C))),
    ]
    const done = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    const codes = done.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code?: string }).code] : []))
    expect(codes.filter((code) => code !== 'bank.undone' && code !== 'bank.file-undone')).toEqual([])
    expect(codes.filter((code) => code === 'bank.file-undone')).toHaveLength(1)
    expect(await brokenRules()).toEqual([])
    // What the other file has is there once, whichever came first.
    expect((await listMovements()).map(({ text }) => text)).toEqual(['C', 'B'])
  }
})

test('proposals confirmed in one press leave those whose file was taken back meanwhile', async () => {
  await anApprovedWeek()
  const id = await take(CAMT)
  const proposed = (await listMovements()).flatMap(({ id: movement, proposal }) =>
    proposal && proposal.say !== 'asked' ? [{ id: movement, seen: seenAs(proposal.match) }] : [],
  )
  expect(proposed.length).toBeGreaterThan(1)
  await undo(id)
  expect(await makeChange((change) => confirmProposals(change, proposed))).toEqual({
    confirmed: 0,
    left: proposed.length,
  })
  await expect(tried((change) => answerMovement(change, proposed[0]!.id, { is: 'suspense' }))).rejects.toEqual(
    refusedAs('bank.undone'),
  )
})
