import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { listBankAccounts } from '#features/bank/queries.server.ts'
import { aFleet, makeChange, tried } from '#test/factories.ts'
import { answerSpelling, retireSpelling } from './commands.server.ts'
import { getSpelling, listMeanings, listSpellings, readWaitingFile } from './queries.server.ts'

/** A list of CGD with one charge, with the account spelt as given. */
function list(number: string, day: string, balance = '98,50') {
  return {
    name: `${number}-${day}.csv`,
    bytes: Buffer.from(
      [
        `Conta ;${number} - EUR - Conta Empresas`,
        'Data mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ;',
        `${day};${day};COMISSAO CONTA ;1,50;;${balance};${balance};Diversos ;`,
        `Saldo contabilístico;${balance}`,
      ].join('\r\n'),
    ),
  }
}
const FULL = list('0000900001330', '10-06-2026')
const SHORT = list('****1330', '17-06-2026', '97,00')
const take = (file: typeof FULL, account?: string) =>
  makeChange((change) => importBankFile(change, file, account === undefined ? {} : { account }))
const accounts = async () => (await listBankAccounts()).map(({ label, waiting }) => `${label} ${waiting}`)
const refused = expect.objectContaining({ code: 'record.not-found' })

beforeEach(async () => {
  await aFleet()
  await take(FULL)
})

test('a file whose account ends like one that is known is asked before anything counts, and the answer is remembered', async () => {
  const asked = await take(SHORT)
  expect(asked).toMatchObject({ status: 'refused', refusal: { code: 'which-account', params: { option: '1330' } } })
  expect(await accounts()).toEqual(['•1330 1'])
  // The same file waits only once.
  await take(SHORT)
  const [waiting, ...more] = await listSpellings()
  expect([waiting, more]).toMatchObject([{ label: '•1330', isWaiting: true, fileName: SHORT.name }, []])
  const [meant] = await listMeanings(waiting!.id)
  const answered = await makeChange((change) => answerSpelling(change, waiting!.id, meant!.id))
  expect(answered).toEqual([waiting!.id])
  expect((await readWaitingFile(waiting!.id)).bytes.length).toBe(SHORT.bytes.length)
  expect(await take(SHORT)).toMatchObject({ status: 'imported' })
  expect(await take(list('****1330', '24-06-2026', '95,50'))).toMatchObject({ status: 'imported' })
  expect(await accounts()).toEqual(['•1330 3'])
  await expect(tried((change) => answerSpelling(change, waiting!.id, 'other'))).rejects.toEqual(refused)
})

test('an account that is said to be another stands on its own; once that is taken back, what came in stays and the next file asks again', async () => {
  await take(SHORT)
  const [waiting] = await listSpellings()
  await makeChange((change) => answerSpelling(change, waiting!.id, 'other'))
  await take(SHORT)
  expect(await accounts()).toEqual(['•1330 1', '•1330 1'])
  const next = list('****1330', '24-06-2026', '95,50')
  await makeChange((change) => retireSpelling(change, waiting!.id))
  await expect(getSpelling(waiting!.id)).rejects.toEqual(refused)
  await expect(tried((change) => retireSpelling(change, waiting!.id))).rejects.toEqual(refused)
  expect(await take(next)).toMatchObject({ status: 'refused' })
  expect(await accounts()).toEqual(['•1330 1', '•1330 1'])
  const [again] = await listSpellings()
  expect(await listMeanings(again!.id)).toHaveLength(2)
})

test('files that wait with one question have one answer, and an account that was not asked about is none', async () => {
  await take(SHORT)
  await take(list('****1330', '24-06-2026', '95,50'))
  await take(list('0000900009999', '10-06-2026', '7,00'))
  const [one, two] = await listSpellings()
  const other = await db.selectFrom('bank_accounts').select('id').where('label', '=', '•9999').executeTakeFirstOrThrow()
  await expect(tried((change) => answerSpelling(change, one!.id, other.id))).rejects.toEqual(refused)
  const [meant] = await listMeanings(one!.id)
  expect((await makeChange((change) => answerSpelling(change, one!.id, meant!.id))).toSorted()).toEqual(
    [one!.id, two!.id].toSorted(),
  )
  expect(await listSpellings()).toMatchObject([{ id: one!.id, isWaiting: false }])
})

test('the command line answers by the name of the account, or by another name, and that is remembered too', async () => {
  expect(await take(SHORT, '1330')).toMatchObject({ status: 'imported' })
  expect(await listSpellings()).toMatchObject([{ fileName: null, account: { label: '•1330' } }])
  expect(await take(list('****1330', '24-06-2026', '95,50'))).toMatchObject({ status: 'imported' })
  expect(await accounts()).toEqual(['•1330 3'])
  await makeChange(async (change) => retireSpelling(change, (await listSpellings(change.tx))[0]!.id))
  expect(await take(list('****1330', '30-06-2026', '94,00'), 'Segunda')).toMatchObject({ status: 'imported' })
  expect(await accounts()).toEqual(['Segunda 1', '•1330 3'])
})

test('zeros among the last digits that a bank shows are digits', async () => {
  await take(list('0000900000042', '10-06-2026', '7,00'))
  expect(await take(list('****0042', '17-06-2026', '6,00'))).toMatchObject({ refusal: { params: { option: '0042' } } })
})

test('an account whose last digits differ, and one of another bank, is asked of nobody', async () => {
  expect(await take(list('0000900001331', '10-06-2026', '7,00'))).toMatchObject({ status: 'imported' })
  const head = 'Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo'
  const line = '10-06-2026;10-06-2026;COMISSAO;-1,00;Débito;5,00'
  const millennium = { name: 'm.csv', bytes: Buffer.from(['Conta:;9999001330', '', head, line].join('\r\n')) }
  expect(await take(millennium)).toMatchObject({ status: 'imported' })
  expect(await listSpellings()).toEqual([])
  expect(await listBankAccounts()).toHaveLength(3)
})
