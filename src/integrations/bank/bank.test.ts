import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BankStatement, movedBy, paidBy } from '#domain/bank-statement.ts'
import { readBankFile } from './read-bank-file.ts'

const MONEY = new URL('../../../test/fixtures/money/', import.meta.url)
const expected = JSON.parse(readFileSync(new URL('expected.json', MONEY), 'utf8'))
const sample = (path: string): Buffer => readFileSync(new URL(path, MONEY))

async function statementsOf(name: string, bytes: Uint8Array): Promise<readonly BankStatement[]> {
  const read = await readBankFile({ name, bytes })
  if (!read.ok || read.is !== 'statements') throw new Error(JSON.stringify(read))
  return read.statements
}
const statementIn = async (path: string) => {
  const [statement, ...others] = await statementsOf(path, sample(path))
  expect(others).toEqual([])
  return statement!
}
const csv = (...lines: readonly string[]) => Buffer.from(lines.join('\r\n'))
const refusal = async (bytes: Uint8Array) => {
  const read = await readBankFile({ name: 'extrato.csv', bytes })
  return read.ok ? 'read' : { code: read.code, problems: read.problems }
}

test.each(Object.entries(expected.files as Record<string, string>))('%s is what happened', async (path, story) => {
  const { opening, closing, currency, period, movements, proof } = await statementIn(path)
  expect({ opening, closing, currency }).toEqual({
    opening: expected.opening,
    closing: expected.closing,
    currency: expected.currency,
  })
  if (path !== 'bank/santander.csv') expect([period?.from, period?.to]).toEqual(expected.period)
  expect(proof).toBe('balances')
  expect(movements.map(({ booked, value, amount, balance }) => ({ booked, value, amount, balance }))).toEqual(
    expected[story].map(({ booked, value, amount, balance }: (typeof movements)[number]) => ({
      booked,
      value,
      amount,
      balance,
    })),
  )
})

test.each([
  ['bank/cgd.csv', 'cgd', '0000900001330'],
  ['bank/millenniumbcp.csv', 'millennium', '9000013300'],
  ['bank/millenniumbcp-empresas.xlsx', 'millennium', '0000009000013300'],
  ['bank/santander.csv', 'santander', null],
  ['bank/bpi-net-empresas.xlsx', 'bpi', '00000133000001'],
  ['bank/novobanco.xlsx', 'novobanco', '000000000133'],
  ['bank/activobank.csv', 'activobank', '9000013300'],
  ['bank/revolut-business.csv', 'revolut', null],
  ['bank/wise.csv', 'wise', null],
  ['camt/camt053.v2.pt.xml', 'camt', null],
])('%s is of %s, account %s', async (path, bank, number) => {
  expect(await statementIn(path)).toMatchObject({ bank, account: { number } })
})

test('only what Revolut completed counts, with its fee beside the amount', async () => {
  const { movements, ignored } = await statementIn('bank/revolut-business.csv')
  const wanted = expected['bank/revolut-business.csv']
  expect(movements.map(({ booked, amount, fee, balance }) => ({ booked, amount, fee, balance }))).toEqual(
    wanted.movements,
  )
  expect(ignored.map(({ state, text }) => `${state} ${text}`).toSorted()).toEqual(wanted.ignored.toSorted())
  expect(movements[1]).toMatchObject({ endToEndId: '2026W23-D1', partyIban: 'PT50999900000000000010173' })
})

test('the fee of Wise is in its amount', async () => {
  const { movements } = await statementIn('bank/wise.csv')
  const [received, sent] = expected['bank/wise.csv'].movements
  expect(movements).toMatchObject([
    { booked: received.booked, amount: received.amount, feeWithin: received.fee, balance: received.balance },
    { booked: sent.booked, amount: sent.amount, feeWithin: sent.of_which_fee, balance: sent.balance },
  ])
  expect(paidBy(movements[1]!)).toBe(sent.net)
  expect(movements[0]!.party).toBe('Gualter Noras')
})

test('a batch without details is one entry with its names, one with details has every payment, and a return says why', async () => {
  const v2 = await statementIn('camt/camt053.v2.pt.xml')
  const v8 = await statementIn('camt/camt053.v8.pt.xml')
  const batchOf = ({ movements }: BankStatement) => movements.find(({ batch }) => batch)!
  const named = { messageId: 'RLF-2026W23-09', paymentId: 'RLF-2026W23-1', count: 7 }
  expect(batchOf(v2)).toMatchObject({ batch: named, details: [] })
  expect(batchOf(v8)).toMatchObject({ batch: named })
  expect(batchOf(v8).details).toHaveLength(7)
  expect(batchOf(v8).details[4]).toEqual({
    endToEndId: '2026W23-D5',
    amount: -32248,
    party: "Edvaldo de Jesus Pingo Sant'Ana",
    partyIban: null,
  })
  for (const { movements } of [v2, v8])
    expect(movements.filter(({ isReturn }) => isReturn)).toMatchObject([
      { amount: 32248, returnReason: 'AC04', endToEndId: '2026W23-D5' },
    ])
})

test('an answer of the bank names each payment that it refuses, its own codes as they are', async () => {
  const read = await readBankFile({ name: 'a.xml', bytes: sample('camt/pain002.v3.pt.xml') })
  expect(read).toMatchObject({
    ok: true,
    is: 'answer',
    answer: {
      originalMessageId: 'RLF-2026W23-09',
      status: 'PART',
      payments: [
        { endToEndId: '2026W23-D5', status: 'RJCT', reason: 'AC04' },
        { endToEndId: '2026W23-D8', status: 'RJCT', reason: '0015' },
      ],
    },
  })
})

const THIRD_PARTY = process.env['VOLANTE_SAMPLES'] ?? ''

test.skipIf(!existsSync(THIRD_PARTY)).each([
  ['camt053.v2.minimal.xml', 1],
  ['camt053.v2.multi.statement.xml', 2],
  ['camt053.v8.xml', 1],
])('%s, of others, is read: %i statements', async (name, count) => {
  const statements = await statementsOf(name, readFileSync(`${THIRD_PARTY}/camt/${name}`))
  expect(statements).toHaveLength(count)
  expect(statements[0]).toMatchObject({ opening: 1815, closing: 2700, movements: [{ amount: 885, balance: 2700 }] })
})

test('a list whose balances do not follow each other is refused with the line, the column and both figures', async () => {
  const broken = sample('bank/santander.csv').toString().replace('5.226,84', '5.226,85')
  expect(await refusal(Buffer.from(broken))).toEqual({
    code: 'rows-unreadable',
    problems: [
      { line: 8, column: 'Saldo Contabilístico( EUR )', code: 'sum-differs', found: '5226,85', expected: '5226,84' },
    ],
  })
})

test('a line left out of a list or of a message is noticed', async () => {
  const lines = sample('bank/cgd.csv').toString('latin1').split('\r\n')
  for (const at of [8, 12, 17]) {
    const without = lines.toSpliced(at, 1).join('\r\n')
    expect(await refusal(Buffer.from(without, 'latin1'))).toMatchObject({ problems: [{ code: 'sum-differs' }] })
  }
  const message = sample('camt/camt053.v2.pt.xml').toString()
  const first = message.indexOf('<Ntry>')
  const cut = message.slice(0, first) + message.slice(message.indexOf('</Ntry>') + 7)
  expect(await refusal(Buffer.from(cut))).toMatchObject({
    problems: [{ column: 'Bal/Amt', code: 'sum-differs', found: '4932.66', expected: '2487.05' }],
  })
})

test('what cannot be read is named by line and column, and nothing is taken', async () => {
  const head = 'Data Mov.;Data Valor;Descrição;Montante;Saldo'
  const read = await refusal(csv(head, '32-06-2026;01-06-2026;A;1,00;1,00', '02-06-2026;02-06-2026;B;um;2,00'))
  expect(read).toMatchObject({
    code: 'rows-unreadable',
    problems: [
      { line: 2, column: 'Data Mov.', code: 'date-unreadable', found: '32-06-2026' },
      { line: 3, column: 'Montante', code: 'amount-unreadable', found: 'um' },
    ],
  })
})

test('days that a program wrote anew, without zeros and in no order that shows, are no days; one day that shows it is enough', async () => {
  const head = 'Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo'
  const list = (...days: readonly string[]) =>
    csv(head, ...days.map((day, at) => `${day};${day};A;1,00;Crédito;${at + 1},00`))
  expect(await refusal(list('6/9/2026', '6/10/2026'))).toMatchObject({
    problems: [{ line: 2, column: 'Data lançamento', code: 'date-unreadable', found: '6/9/2026' }, {}, {}, {}],
  })
  for (const days of [
    ['06/09/2026', '06/10/2026'],
    ['9/6/2026', '13/6/2026'],
  ])
    expect(await refusal(list(...days))).toBe('read')
})

test('a balance under a list, in words and an amount, is no movement and breaks nothing', async () => {
  const rows = ['01-06-2026;01-06-2026;A;10,00;110,00', '02-06-2026;02-06-2026;B;-3,50;106,50']
  const list = csv(
    'Data Mov.;Data Valor;Descrição;Montante;Saldo',
    ...rows,
    'Saldo contabilístico;106,50',
    'Saldo;;;;106,50',
  )
  expect(await statementsOf('bpi.csv', list)).toMatchObject([{ movements: [{ amount: 1000 }, { amount: -350 }] }])
})

test('the lists seen once only: whose sign stands apart, whose balance is missing', async () => {
  const agricola = await statementsOf(
    'ca.csv',
    csv('Data;Descritivo;Importância;D/C;Saldo', '01-06-2026;A;10,00;C;110,00', '02-06-2026;B;3,50;D;106,50'),
  )
  expect(agricola).toMatchObject([{ bank: 'credito-agricola', opening: 10_000, movements: [{}, { amount: -350 }] }])
  const montepio = csv('DATA MOV.;DESCRIÇÃO;IMPORTÂNCIA', '02-06-2026;A;1.000,00', '01-06-2026;B;-3,50')
  expect(await statementsOf('m.csv', montepio)).toMatchObject([
    { bank: 'montepio', proof: 'nothing', opening: null, movements: [{ amount: -350 }, { amount: 100_000 }] },
  ])
})

test('in the English of CGD a dash is nothing, and a point parts the cents', async () => {
  const list = csv(
    'Op. Date ;Value Date ;Description ;Debit ;Credit ;Book balance ;',
    '02-06-2026;02-06-2026;A ;--;15,419.44;15,519.44;',
    '01-06-2026;01-06-2026;B ;20.00;--;100.00;',
  )
  expect(await statementsOf('e.csv', list)).toMatchObject([
    { bank: 'cgd', opening: 12_000, movements: [{ amount: -2_000 }, { amount: 1_541_944 }] },
  ])
})

test('headings whose letters were spoilt on the way are still known', async () => {
  const list = csv(
    'Data LanÃ§amento;Data Valor;DescriÃ§Ã£o;Montante;Saldo ContabilÃ­stico',
    '01/06/2026;01/06/2026;A;1,00;1,00',
  )
  expect(await statementsOf('s.csv', list)).toMatchObject([{ bank: 'millennium', movements: [{ amount: 100 }] }])
})

test.each([
  ['an Uber report', Buffer.from('Driver UUID,Paid to you\nabc,1.00'), 'not-a-statement'],
  ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'picture'],
  ['nothing', Buffer.from(''), 'empty'],
  ['another message', Buffer.from('<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>'), 'not-a-statement'],
  ['a cut message', sample('camt/camt053.v8.pt.xml').subarray(0, 4_000), 'damaged'],
  ['a message that names files', Buffer.from('<?xml version="1.0"?><!DOCTYPE a SYSTEM "f"><a/>'), 'not-a-statement'],
])('%s is refused', async (_, bytes, code) => {
  expect(await refusal(bytes)).toMatchObject({ code })
})

const movement = fc.record({
  amount: fc.integer({ min: -500_000, max: 500_000 }).filter((amount) => amount !== 0),
  days: fc.integer({ min: 0, max: 3 }),
})
const shown = (amount: number) =>
  `${amount < 0 ? '-' : ''}${String(Math.trunc(Math.abs(amount) / 100)).replace(/\B(?=(\d{3})+$)/g, '.')},${String(Math.abs(amount) % 100).padStart(2, '0')}`

test('whatever happened, in whatever order it is listed, is read as it was: opening and movements are closing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: -1_000_000, max: 9_000_000 }),
      fc.boolean(),
      fc.boolean(),
      async (story, opening, isNewestFirst, isSplit) => {
        let balance = opening
        let day = Temporal.PlainDate.from('2026-06-01')
        const lines = story.map(({ amount, days }) => {
          balance += amount
          day = day.add({ days })
          const on = `${String(day.day).padStart(2, '0')}-${String(day.month).padStart(2, '0')}-${day.year}`
          const size = shown(Math.abs(amount))
          const money = isSplit ? (amount < 0 ? `${size};` : `;${size}`) : shown(amount)
          return `${on};${on};X;${money};${shown(balance)}`
        })
        const head = `Data mov.;Data valor;Descrição;${isSplit ? 'Débito;Crédito' : 'Montante'};Saldo`
        const [statement] = await statementsOf('x.csv', csv(head, ...(isNewestFirst ? lines.toReversed() : lines)))
        const { movements, opening: from, closing } = statement!
        // Equal days, and movements that cancel each other, fit both orders: then either order is a chain.
        expect(from! + movements.reduce((all, one) => all + movedBy(one), 0)).toBe(closing)
        expect(movements.map(({ amount }) => amount).toSorted()).toEqual(story.map(({ amount }) => amount).toSorted())
        if (new Set(movements.map(({ booked }) => booked)).size > 1) expect([from, closing]).toEqual([opening, balance])
      },
    ),
    { numRuns: 200 },
  )
})
