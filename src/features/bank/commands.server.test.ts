import { db } from '#db/client.server.ts'
import { askAlone } from '#db/together.server.ts'
import { beforeEach, expect, test } from 'vitest'
import { sumPeriod } from '#features/ledger/period-sums/queries.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { listArrivals } from '#features/bank/queries.server.ts'
import { getOverview } from '#features/weeks/overview/queries.server.ts'
import { MONDAY, aFleet, makeChange, tried } from '#test/factories.ts'
import { acceptGap, askGapAgain } from '#features/bank-gaps/commands.server.ts'
import { openGaps, listGaps } from '#features/bank-gaps/queries.server.ts'

type Line = readonly [day: string, moved: number]

/** A list of Millennium that begins with a balance; of the same account unless another is named. */
function list(name: string, opening: number, lines: readonly Line[], account = '9999000042') {
  let balance = opening
  const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
  const rows = lines.map(([day, moved], at) => {
    balance += moved
    const kind = moved < 0 ? 'Débito' : 'Crédito'
    return [day, day, `MOVIMENTO ${name} ${at}`, euros(moved), kind, euros(balance)].join(';')
  })
  const head = 'Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo'
  return { name: `${name}.csv`, bytes: Buffer.from([`Conta:;${account}`, '', head, ...rows].join('\r\n')) }
}
async function take(file: ReturnType<typeof list>) {
  const outcome = await makeChange((change) => importBankFile(change, file))
  if (!('statements' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.statements.flatMap(({ gaps }) => gaps)
}
const needs = async () => (await getOverview(MONDAY)).needs.filter(({ kind }) => kind === 'bank-gaps')

const MAY = list('maio', 1_000_00, [
  ['04-05-2026', -445_00],
  ['08-05-2026', 100_00],
])
const JUNE = list('junho', 700_00, [['01-06-2026', -50_00]])
const BETWEEN = list('meio', 655_00, [
  ['15-05-2026', 20_00],
  ['20-05-2026', 25_00],
])

beforeEach(async () => {
  await aFleet()
})

test('a statement that does not begin where the last one ended is taken, says so at once, and goes when another fills it', async () => {
  expect(await take(MAY)).toEqual([])
  const gap = {
    closedOn: '2026-05-08',
    closing: 655_00,
    openedOn: '2026-06-01',
    opening: 700_00,
    difference: 45_00,
    answer: null,
  }
  expect(await take(JUNE)).toMatchObject([gap])
  expect((await makeChange((change) => importBankFile(change, JUNE))).status).toBe('again')
  expect(await take(JUNE)).toMatchObject([gap])
  expect(await needs()).toMatchObject([{ count: 1 }])
  expect(await take(BETWEEN)).toEqual([])
  expect(await listGaps()).toEqual([])
  expect(await needs()).toEqual([])
})

test('the earlier statement may come later, and one that fills a part leaves the rest a question', async () => {
  await take(JUNE)
  expect(await take(MAY)).toHaveLength(1)
  expect(await take(list('parte', 655_00, [['15-05-2026', 20_00]]))).toMatchObject([
    { closedOn: '2026-05-15', closing: 675_00, openedOn: '2026-06-01', difference: 25_00 },
  ])
})

test('statements that meet or share a day are no gap, nor are those of two accounts', async () => {
  await take(MAY)
  expect(await take(list('segue', 655_00, [['20-05-2026', 1_00]]))).toEqual([])
  const overlap = [
    ['08-05-2026', 100_00],
    ['20-05-2026', 1_00],
    ['21-05-2026', 2_00],
  ] as const
  expect(await take(list('junto', 555_00, overlap))).toEqual([])
  expect(await take(list('outra', 9_00, [['03-06-2026', 1_00]], '8888111177'))).toEqual([])
  expect(await askAlone(openGaps, db)).toBe(0)
})

test('the office says with a reason that a gap is right; that is listed, can be taken back, and does not hold for another gap', async () => {
  await take(MAY)
  const [gap] = await take(JUNE)
  await makeChange((change) => acceptGap(change, gap!.after, 'Conta congelada em maio'))
  expect([await askAlone(openGaps, db), await needs()]).toEqual([0, []])
  const refused = expect.objectContaining({ code: 'record.not-found' })
  await expect(tried((change) => acceptGap(change, gap!.after, 'Outra vez'))).rejects.toEqual(refused)
  const [listed] = await listGaps()
  expect(listed?.answer).toMatchObject({ reason: 'Conta congelada em maio' })
  await makeChange((change) => askGapAgain(change, listed!.answer!.id))
  expect(await askAlone(openGaps, db)).toBe(1)
  await expect(tried((change) => askGapAgain(change, listed!.answer!.id))).rejects.toEqual(refused)
  await makeChange((change) => acceptGap(change, gap!.after, 'Afinal está certo'))
  // Another balance before it makes it another question.
  await take(list('parte', 655_00, [['15-05-2026', 20_00]]))
  expect(await listGaps()).toMatchObject([{ difference: 25_00, answer: null }])
})

test('what accounts of the bank began with is no movement of a month, also where it was booked anew', async () => {
  await take(JUNE)
  await take(list('outra', 9_00, [['03-06-2026', 1_00]], '8888111177'))
  // Earlier days of both come later: their openings are reversed and booked again.
  await take(MAY)
  await take(list('antes', 4_00, [['20-05-2026', 5_00]], '8888111177'))
  const sums = await sumPeriod(Temporal.PlainDate.from('2026-05-01'), Temporal.PlainDate.from('2026-06-30'))
  // In the books the bank is a debit; no movement has an answer yet.
  expect(sums('bank').kinds).toEqual(new Map([['opening', -1_004_00]]))
})

test('of two statements of one first day the account opens with the one that the other follows, whichever came first', async () => {
  // Twelve accounts: a choice by chance would be right for all of them once in four thousand times.
  for (const account of Array.from({ length: 12 }, (_, at) => `77770000${10 + at}`)) {
    const days = [
      list(`manhã ${account}`, 10_00, [['01-06-2026', 5_00]], account),
      list(`tarde ${account}`, 15_00, [['01-06-2026', 2_00]], account),
    ]
    for (const file of Number(account) % 2 === 0 ? days : days.toReversed()) await take(file)
  }
  const sums = await sumPeriod(Temporal.PlainDate.from('2026-05-01'), Temporal.PlainDate.from('2026-06-30'))
  expect(sums('bank').kinds).toEqual(new Map([['opening', -12 * 10_00]]))
})

test('money that a platform says it sent is on the account when a movement that names it has its cents within five days', async () => {
  await take(
    list('UBER BV', 0, [
      ['03-06-2026', 3_118_74],
      ['10-06-2026', 3_118_74],
    ]),
  )
  const sent = (day: string, amount = 3_118_74, platform = 'uber') => ({ platform, day, amount })
  expect(
    await listArrivals([
      sent('2026-06-01'),
      sent('2026-06-01', 3_118_75),
      sent('2026-06-01', 3_118_74, 'bolt'),
      sent('2026-06-08'),
      sent('2026-06-11'),
      sent('2026-05-28'),
    ]),
  ).toEqual(['2026-06-03', null, null, '2026-06-10', null, null])
  expect(await listArrivals([])).toEqual([])
})

test('a statement with a day months ahead is refused with its line; one that books the next working day is taken', async () => {
  const [ahead, soon] = [MONDAY.add({ hours: 24 * 30 }), MONDAY.add({ hours: 24 * 3 })].map((at) => {
    const [year, month, day] = at.toString().slice(0, 10).split('-')
    return `${day}-${month}-${year}`
  })
  const turned = list('trocado', 100_00, [
    ['05-05-2026', -10_00],
    [ahead!, -20_00],
  ])
  await expect(tried((change) => importBankFile(change, turned))).rejects.toMatchObject({
    code: 'bank.in-future',
    params: { line: 5 },
  })
  expect(await take(list('fim de semana', 100_00, [[soon!, -10_00]]))).toEqual([])
})

test('a statement whose days do not agree with each other is refused with its line, and taken once somebody says that they are right', async () => {
  // The first days of May, as a program writes them that takes the month first: none of them is ahead.
  const turned = list('trocado', 100_00, [
    ['05-01-2026', -10_00],
    ['05-02-2026', -20_00],
    ['05-04-2026', -20_00],
  ])
  await expect(tried((change) => importBankFile(change, turned))).rejects.toMatchObject({
    code: 'bank.days-turned',
    params: { line: 4, day: '2026-01-05' },
  })
  const outcome = await makeChange((change) => importBankFile(change, turned, { acceptDays: true }))
  expect(outcome.status).toBe('imported')
})
