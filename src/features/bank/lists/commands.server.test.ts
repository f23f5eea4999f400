import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { listMovements } from '#features/bank/matches/queries.server.ts'
import { aFleet, makeChange, tried } from '#test/factories.ts'
import { saveUnknownList, retireBankList, setUpBankList } from './commands.server.ts'
import { getBankList, listBankLists, lookAtBankList } from './queries.server.ts'
import { bankListErrors, readBankSetupInput } from './schema.ts'

const file = (name: string, ...lines: readonly string[]) => ({ name, bytes: Buffer.from(lines.join('\r\n')) })
const refused = (code: string) => expect.objectContaining({ code })

/** A list of an unknown bank: the day comes last, the amount in the middle. */
const HEAD = 'Quando;Histórico;Quantia;Fica na conta;N.º'
const JUNE = file(
  'bankinter-junho.csv',
  'Conta;PT50 0269 0000 1111 2222 3333 4',
  HEAD,
  '22/06/2026;COMISSAO;-1,50;98,50;3',
  '21/06/2026;CLIENTE A;75,00;100,00;2',
  '20/06/2026;GASOLINA;-25,00;25,00;1',
)
const SAID = 'account=Bankinter&booked=0&text=1&amount=2&balance=3'
const said = (query: string) => readBankSetupInput(new URLSearchParams(query))

const keep = (one = JUNE) => makeChange((change) => saveUnknownList(change, one))
const setUp = (id: string, query = SAID) => makeChange((change) => setUpBankList(change, id, said(query)))
const take = (one: typeof JUNE, acceptUnproved = false) =>
  makeChange((change) => importBankFile(change, one, { acceptUnproved }))

beforeEach(async () => {
  await aFleet()
})

test('a list that nobody knows is refused and waits once; explained once, it and the next are read by themselves', async () => {
  expect(await take(JUNE)).toMatchObject({ status: 'refused', refusal: { code: 'not-a-statement' } })
  const id = (await keep())!
  expect(await keep()).toBe(id)
  expect(await listBankLists()).toMatchObject([{ id, account: null, fileName: JUNE.name }])

  const look = await lookAtBankList((await getBankList(id)).file, said(SAID))
  // The heading is the widest line, not the cover.
  expect(look).toMatchObject({ headerLine: 2, problems: [], result: { count: 3, proof: 'balances', opening: 50_00 } })
  await setUp(id)
  expect(await take(JUNE)).toMatchObject({
    status: 'imported',
    statements: [{ bank: 'other', label: 'Bankinter', opening: 50_00, closing: 98_50, fresh: { length: 3 } }],
  })
  const july = file('julho.csv', HEAD, '01/07/2026;RENDA;-10,00;88,50;4')
  expect(await take(july)).toMatchObject({ status: 'imported', statements: [{ label: 'Bankinter', closing: 88_50 }] })
  // The second import is the same as the first: each movement is there once, the newest first.
  expect(await take(JUNE)).toMatchObject({ status: 'again' })
  expect((await listMovements()).map(({ amount }) => amount)).toEqual([-10_00, -1_50, 75_00, -25_00])
})

test('a line whose balance does not follow is refused by its line, before and after it was taught', async () => {
  const broken = file('b.csv', HEAD, '22/06/2026;A;-1,50;98,50;3', '21/06/2026;B;75,00;99,00;2')
  const id = (await keep(broken))!
  const { result } = await lookAtBankList(broken, said(SAID))
  expect(result).toMatchObject({ count: 0, problems: [{ line: 2, column: 'Fica na conta', code: 'sum-differs' }] })
  await expect(tried((change) => setUpBankList(change, id, said(SAID)))).rejects.toEqual(refused('profile.incomplete'))
  const good = (await keep())!
  await setUp(good)
  expect(await take(broken)).toMatchObject({ status: 'refused', refusal: { problems: [{ line: 2 }] } })
  expect(await listMovements()).toEqual([])
})

test('without balances the bank’s own numbers prove a list; with neither each file is asked about', async () => {
  const id = (await keep())!
  const ids = 'account=Bankinter&booked=0&text=1&amount=2&id=4'
  expect((await lookAtBankList(JUNE, said(ids))).result).toMatchObject({ proof: 'ids' })
  const neither = 'account=Bankinter&booked=0&text=1&amount=2'
  expect((await lookAtBankList(JUNE, said(neither))).result).toMatchObject({ proof: 'nothing' })
  await setUp(id, neither)
  await expect(tried((change) => importBankFile(change, JUNE))).rejects.toEqual(refused('bank.unproved'))
  expect(await take(JUNE, true)).toMatchObject({ status: 'imported', statements: [{ fresh: { length: 3 } }] })
})

test('a card’s bill has its signs the other way, and what comes in and goes out may stand apart', async () => {
  const bill = file('cartao.csv', 'Dia;Loja;Euros', '20/06/2026;GASOLINA;25,00', '21/06/2026;DEVOLUÇÃO;-5,00')
  const { result } = await lookAtBankList(bill, said('account=Cartão&booked=0&text=1&amount=2&isInverted=on'))
  expect(result?.movements.map(({ amount }) => amount)).toEqual([-25_00, 5_00])
  const twoColumns = file('apart.csv', 'Dia;Texto;Sai;Entra', '20/06/2026;A;25,00;', '23/06/2026;B;;5,00')
  const read = await lookAtBankList(twoColumns, said('account=X&booked=0&text=1&debit=2&credit=3'))
  expect(read.result?.movements.map(({ amount }) => amount)).toEqual([-25_00, 5_00])
})

test('what the file leaves open is asked: days that read both ways, a thousand or one and a bit, a column said twice', async () => {
  const open = file('open.csv', 'Dia;Texto;Valia', '05/06/2026;A;1.234', '06/06/2026;B;2.500')
  const problems = async (query: string) => (await lookAtBankList(open, said(query))).problems
  expect(await problems('booked=0&text=1&amount=2')).toEqual([
    { field: 'decimals', code: 'ambiguous' },
    { field: 'dates', code: 'ambiguous' },
  ])
  expect(await problems('booked=0&text=1&amount=2&decimals=comma&dates=dmy')).toEqual([])
  const { result } = await lookAtBankList(open, said('booked=0&text=1&amount=2&decimals=comma&dates=mdy'))
  expect(result?.movements[0]).toMatchObject({ booked: '2026-05-06', amount: 1_234_00 })
  expect(await problems('booked=0&text=1&amount=1&decimals=comma&dates=dmy')).toEqual([
    { field: 'amount', code: 'repeated' },
  ])
  expect(bankListErrors('', await problems('text=1'))).toEqual({
    account: ['field.required'],
    amount: ['field.required'],
    booked: ['field.required'],
  })
})

test('the same headings are taught once, retired they are asked again, and what was read stays', async () => {
  const id = (await keep())!
  await setUp(id)
  await expect(tried((change) => setUpBankList(change, id, said(SAID)))).rejects.toEqual(refused('bank-list.taught'))
  await take(JUNE)
  await makeChange((change) => retireBankList(change, id))
  await expect(getBankList(id)).rejects.toEqual(refused('record.not-found'))
  const july = file('julho.csv', HEAD, '01/07/2026;RENDA;-10,00;88,50;4')
  expect(await take(july)).toMatchObject({ status: 'refused' })
  const again = (await keep(july))!
  expect(again).not.toBe(id)
  await setUp(again, `${SAID}&dates=dmy`)
  expect(await take(july)).toMatchObject({ status: 'imported' })
  expect(await listMovements()).toHaveLength(4)
  await expect(
    db.updateTable('bank_lists').set({ account: 'Outra' }).where('id', '=', again).execute(),
  ).rejects.toThrow(/taught once/)
})

test('a file without a list in it does not wait to be explained', async () => {
  expect(await keep(file('nada.csv', 'Só texto', 'sem colunas'))).toBeNull()
  expect(await listBankLists()).toEqual([])
})
