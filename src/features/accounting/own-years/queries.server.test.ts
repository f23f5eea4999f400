import { LAWS } from '#domain/law.ts'
import { expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { withdrawExpense, writeExpense } from '#features/accounting/own-expenses/commands.server.ts'
import { listOwnExpenses, readExpenseFile } from '#features/accounting/own-expenses/queries.server.ts'
import { expenseInput } from '#features/accounting/own-expenses/schema.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, asOwner, dropPublicSet, makeChange } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { textIn } from '#test/pdf-text.ts'
import { exportOwnYear, getOwnYear, readYear } from './queries.server.ts'

const JULY = Temporal.Instant.from('2026-07-10T09:00:00Z')
const SPENT = {
  spentOn: '2026-05-04',
  kind: 'upkeep',
  amount: cents(123_00),
  vat: cents(23_00),
  note: 'Travões',
} as const

async function approved() {
  const fleet = await aFleet()
  const D1 = fleet.driver('D1') as OwnDriverId
  const terms: Terms = { ...PLAIN_TERMS, receipt: { vat: 'reduced', withholding: basisPoints(1_150), carried: true } }
  await makeChange((change) => addTerms(change, D1, { from: WEEK, terms, reason: 'Acordo' }))
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const settlement = (await listFrozen(WEEK)).get(D1)!
  return { D1, settlement, value: settlement.settlement.receiptValue }
}

/** Writes a green receipt of a statement, as it was read. */
const receiptOf = (settlement: string, issuedOn: string, reading: object) =>
  asOwner(`insert into green_receipts (settlement_id, file_name, file_sha256, reading, state, sent_at, answered_at)
    values ('${settlement}', 'FR.pdf', 'x', '${JSON.stringify({ kind: 'receipt-invoice', number: 'FR ATSIRE01FR/7', issuedOn, stamp: 0, ...reading })}',
      'accepted', '2026-07-02T09:00:00Z', '2026-07-03T09:00:00Z')`)

test('a week counts by its statement, on its Sunday until it is paid, until its receipt is here, then by the receipt on its day', async () => {
  const { D1, settlement, value } = await approved()
  const [vat, withheld] = [Math.round(value * 0.06), Math.round(value * 0.115)]
  const before = await getOwnYear(D1, 2026, JULY)
  expect(before.entries).toEqual([
    { week: WEEK, day: '2026-06-07', by: 'statement', number: null, base: value, vat, withheld },
  ])
  expect(before.total).toEqual({ base: value, vat, withheld, byStatement: 1 })
  expect(before.quarters[1]).toMatchObject({ base: value, receipts: 0, byStatement: 1, isOpen: true })

  const payment = { means: 'mb-way', paidOn: '2026-07-02', note: 'MB 12', proof: undefined } as const
  const then = Temporal.Instant.from('2026-07-02T09:00:00Z')
  await makeChange((change) => payOne(change, settlement.id, payment), { at: then })
  const paid = await getOwnYear(D1, 2026, JULY)
  expect(paid.entries).toMatchObject([{ day: '2026-07-02', by: 'statement', base: value }])
  expect(paid.quarters.map(({ byStatement }) => byStatement)).toEqual([0, 0, 1, 0])

  await receiptOf(settlement.id, '2026-07-01', {
    base: 500_00,
    vat: 30_00,
    total: 530_00,
    withheld: 57_50,
    toPay: 472_50,
  })
  const after = await getOwnYear(D1, 2026, JULY)
  expect(after.entries).toMatchObject([{ day: '2026-07-01', by: 'receipt', number: 'FR ATSIRE01FR/7', base: 500_00 }])
  expect(after.total).toEqual({ base: 500_00, vat: 30_00, withheld: 57_50, byStatement: 0 })
  expect(after.quarters.map(({ base, receipts }) => [base, receipts])).toEqual([
    [0, 0],
    [0, 0],
    [500_00, 1],
    [0, 0],
  ])
})

test('a receipt of another year counts in that one, and a quarter asks for nothing before it is over', async () => {
  const { D1, settlement } = await approved()
  const reading = { base: 900_00, vat: 0, total: 900_00, withheld: 0, toPay: 900_00 }
  await receiptOf(settlement.id, '2027-01-02', reading)
  const next = Temporal.Instant.from('2027-04-02T09:00:00Z')
  expect((await getOwnYear(D1, 2026, next)).entries).toEqual([])
  const year = await getOwnYear(D1, 2027, next)
  expect(year.quarters.map(({ social }) => social)).toEqual([
    // 70 % of 900 €, of which a third at 21.4 %.
    { relevant: 630_00, monthly: 44_94 },
    null,
    null,
    null,
  ])
  expect(year.simplified.map(({ coefficient, income }) => [coefficient, income])).toEqual([
    [35_00, 315_00],
    [75_00, 675_00],
  ])
})

test('limits are told with their place in the law, and of a year that nothing is known of nothing', async () => {
  const { D1, settlement } = await approved()
  await receiptOf(settlement.id, '2026-06-10', {
    base: 12_500_00,
    vat: 0,
    total: 12_500_00,
    withheld: 0,
    toPay: 12_500_00,
  })
  const { limits } = await getOwnYear(D1, 2026, JULY)
  expect(limits.map(({ name, limit, state, law }) => [name, limit, state, LAWS[law].article])).toEqual([
    ['exemption', 15_000_00, 'near', '53.º, n.º 1'],
    ['withholding', 15_000_00, 'near', '101.º-B, n.º 1, a)'],
    ['simplified', 200_000_00, 'below', '28.º, n.º 2'],
  ])
  const old = await getOwnYear(D1, 2017, JULY)
  expect([old.limits, old.simplified, old.quarters.map(({ social }) => social)]).toEqual([
    [],
    [],
    [null, null, null, null],
  ])
})

test('an expense counts until it is taken back, comes back, and is nobody else’s', async () => {
  const fleet = await anApprovedWeek()
  const [D1, D2] = [fleet.driver('D1') as OwnDriverId, fleet.driver('D2') as OwnDriverId]
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const paper = new File([png], 'fatura.png', { type: 'image/png' })
  await makeChange((change) => writeExpense(change, D1, { ...SPENT, paper }))
  const [{ id, fileName } = { id: '', fileName: null }] = await listOwnExpenses(D1, 2026)
  expect(fileName).toBe('fatura.png')
  expect((await readExpenseFile(D1, id)).bytes.length).toBeGreaterThan(50)
  await expect(readExpenseFile(D2, id)).rejects.toMatchObject({ code: 'record.not-found' })
  const spent = async () => (await getOwnYear(D1, 2026, JULY)).spent
  expect(await spent()).toEqual({ amount: 123_00, vat: 23_00, withoutVat: 0 })
  const turn = (own: OwnDriverId, intent: 'withdraw' | 'restore') =>
    makeChange((change) => withdrawExpense(change, own, { intent, expense: id }))
  await expect(turn(D2, 'withdraw')).rejects.toMatchObject({ code: 'record.not-found' })
  await turn(D1, 'withdraw')
  expect(await spent()).toEqual({ amount: 0, vat: 0, withoutVat: 0 })
  expect(await listOwnExpenses(D1, 2026)).toMatchObject([{ id, isWithdrawn: true }])
  await turn(D1, 'restore')
  expect((await spent()).amount).toBe(123_00)
  expect((await getOwnYear(D2, 2026, JULY)).spent.amount).toBe(0)
})

test('an expense is refused with more VAT than was paid, of a day to come, or of no kind', () => {
  const typed = { spentOn: '2026-05-04', kind: 'fuel', amount: '10', vat: '', note: '' }
  const wrong = (fields: object) =>
    expenseInput.safeParse({ ...typed, ...fields }).error?.issues.map(({ path }) => path[0])
  expect(wrong({})).toBeUndefined()
  expect([
    wrong({ vat: '10,01' }),
    wrong({ spentOn: '2999-01-01' }),
    wrong({ kind: 'yacht' }),
    wrong({ amount: '0' }),
  ]).toEqual([['vat'], ['spentOn'], ['kind'], ['amount']])
})

test('the three files have the same rows, and their sums are those of the page', async () => {
  const { D1, value } = await approved()
  await makeChange((change) => writeExpense(change, D1, SPENT))
  const file = (format: string) => exportOwnYear(D1, 2026, format, JULY, 'pt')
  const [csv, xlsx, pdf] = await Promise.all([file('csv'), file('xlsx'), file('pdf')])
  expect([csv.name, xlsx.name, pdf.name]).toEqual(['csv', 'xlsx', 'pdf'].map((end) => `o-meu-ano-2026-D1.${end}`))
  const rows = readCsv(new TextDecoder().decode(csv.bytes)).rows.map(({ cells }) => cells)
  const amount = (of: number) => (of / 100).toFixed(2).replace('.', ',')
  expect(rows.find(([, what, words]) => what === 'Soma' && words === 'Receitas sem IVA')?.[3]).toBe(amount(value))
  expect(rows.find(([, what]) => what === 'Despesa')).toEqual([
    '04/05/2026',
    'Despesa',
    'Oficina e manutenção: Travões',
    '100,00',
    '23,00',
    '',
    '123,00',
  ])
  const [sheet] = await readSheets(xlsx.bytes)
  expect(sheet!.table.rows.length).toBe(rows.length)
  const words = textIn(pdf.bytes).join(' ')
  for (const said of ['Oficina', 'Segurança social', '53.º']) expect(words).toContain(said)
  await expect(file('docx')).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a year asks a bounded number of statements, and the address another one only where it can be', async () => {
  const { D1 } = await approved()
  expect((await statementsOf(() => getOwnYear(D1, 2026, JULY))).length).toBeLessThanOrEqual(8)
  expect(['2025', '1999', '2027', 'abc', null].map((text) => readYear(text, MONDAY))).toEqual([
    2025, 2026, 2026, 2026, 2026,
  ])
})
