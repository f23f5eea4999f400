import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, keepRunning, volante as asked } from './volante.ts'

/** `volante bank import` as docs/command-line.md describes it, on the published week, approved and exported. */
const data = mkdtempSync(join(tmpdir(), 'volante-bank-'))
const MONEY = 'test/fixtures/money'

const expected: Json = JSON.parse(readFileSync(join(MONEY, 'expected.json'), 'utf8'))

const volante = (...args: string[]) => asked(data, ...args)

let letGo: () => Promise<void>
beforeAll(async () => {
  letGo = await keepRunning(data)
  await volante('fleet', 'load', 'test/fixtures/public/roster.json', '--terms', 'plain')
  await volante('import', ...['uber', 'bolt', 'viaverde', 'prio'].map((one) => `test/fixtures/public/${one}`))
  await volante('approve', '2026-W23', '--leave-unmatched')
  await volante('sepa', '2026-W23', '--out', join(data, 'week.xml'))
}, 120_000)
afterAll(async () => {
  await letGo()
  rmSync(data, { recursive: true, force: true })
})

test('a statement says its account, its balances, and of each movement what it is, may be, or is asked', async () => {
  const { code, json } = await volante('bank', 'import', join(MONEY, 'bank/cgd.csv'))
  expect(code).toBe(0)
  const [file] = json.files
  expect(file).toMatchObject({ name: 'cgd.csv', status: 'imported', kind: 'statements' })
  const [statement] = file.statements
  expect(statement).toMatchObject({
    bank: 'cgd',
    account: '•1330',
    currency: 'EUR',
    period: expected.period,
    opening: expected.opening,
    closing: expected.closing,
    ignored: [],
  })
  const movements: Json[] = statement.movements
  expect(movements.map(({ booked, value, amount, balance }) => ({ booked, value, amount, balance }))).toEqual(
    expected.movements_batch_as_one.map(({ key: _key, ...rest }: Json) => rest),
  )
  const said = Object.fromEntries(
    expected.movements_batch_as_one.map(({ key }: Json, at: number) => [key, movements[at]]),
  )
  const payment = { ref: 'D5', week: '2026-W23', amount: 32_248 }
  expect(said.uber).toMatchObject({
    status: 'matched',
    new: true,
    to: { kind: 'payout', platform: 'uber', week: '2026-W23' },
  })
  expect(said.bolt).toMatchObject({
    status: 'asked',
    question: { kind: 'payout-differs', platform: 'bolt', week: '2026-W23', expected: 144_124, difference: -500 },
  })
  expect(said.batch.to.payments).toHaveLength(7)
  expect(said.return).toMatchObject({ status: 'matched', to: { kind: 'return', payments: [payment], advice: 'call' } })
  expect(said.repay).toMatchObject({ status: 'matched', to: { kind: 'payments', payments: [payment] } })
  expect(said.mbway).toMatchObject({ status: 'proposed', for: { kind: 'driver', ref: 'D7', owed: 3_466 } })
  expect(said.vv).toMatchObject({ status: 'proposed', for: { kind: 'account', account: 'recovered:tolls' } })
  expect(said.fee).toMatchObject({ status: 'proposed', for: { kind: 'account', account: 'costs:bank' } })
  expect(said.coffee1).toMatchObject({ status: 'asked', question: { kind: 'unknown' } })
})

test('the same file is a duplicate, a broken one is refused by line, and the others go in all the same', async () => {
  const { code, json } = await volante(
    ...['bank', 'import', join(MONEY, 'bank/cgd.csv'), 'test/fixtures/public/roster.json'],
    ...[join(MONEY, 'camt/pain002.v3.pt.xml'), join(MONEY, 'bank/wise.csv')],
  )
  expect(code).toBe(1)
  const [again, refused, answer, wise] = json.files
  expect(again.status).toBe('duplicate')
  expect(again.statements[0].movements.filter((one: Json) => one.new)).toEqual([])
  expect(again.statements[0].movements).toHaveLength(12)
  expect(refused).toMatchObject({ status: 'refused', code: 'not-a-statement', problems: [] })
  expect(answer).toEqual({
    name: 'pain002.v3.pt.xml',
    status: 'imported',
    kind: 'answer',
    original_message_id: 'RLF-2026W23-09',
    group_status: 'PART',
    known: false,
    rejected: 0,
  })
  expect(wise.statements[0].movements[1]).toMatchObject({ amount: -32_279, of_which_fee: 31, net: -32_248 })
})

test('every word that the page of the command names is printed by it, and the other way round', async () => {
  const page = readFileSync('docs/command-line.md', 'utf8')
  const { json } = await volante('bank', 'import', join(MONEY, 'bank/cgd.csv'))
  const keys = new Set<string>()
  JSON.stringify(json, (key: string, value: unknown) => {
    if (key && !/^\d+$/.test(key)) keys.add(key)
    return value
  })
  expect([...keys].filter((key) => !page.includes(`\`${key}\``) && !page.includes(`"${key}"`))).toEqual([])
})
