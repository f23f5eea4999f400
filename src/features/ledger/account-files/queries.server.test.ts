import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents, sum } from '#domain/money.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { getCurrentAccount, getDriverAccount, listBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { cancelPlan, movePlan, openPlan } from '#features/plans/commands.server.ts'
import { reclassify, takeBackReclassification } from '#features/weeks/reclassifications/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { nextWeek } from '#domain/week.ts'
import { readCsv } from '#platform/csv.ts'
import { WEEK, aFleet, anApprovedWeek, makeChange, paidBy } from '#test/factories.ts'
import {
  exportAccount,
  exportDriverAccount,
  exportTrialBalance,
  journalName,
  readFormat,
  walkJournal,
} from './queries.server.ts'

const DAY = Temporal.PlainDate.from('2026-06-08')

const rowsOf = (bytes: Uint8Array) => readCsv(new TextDecoder().decode(bytes)).rows.map(({ cells }) => cells)
const euros = (cell: string | undefined) => cents(Number((cell || '0.00').replace(/[.,]/, '')))
const journal = async (from = DAY, to = DAY) =>
  rowsOf(Buffer.concat(await Array.fromAsync(walkJournal(from, to, 'pt'))))

test('a driver’s file has every entry, oldest first, with its numbers and counter-accounts, and ends with the balance', async () => {
  const fleet = await anApprovedWeek()
  const driver = { id: fleet.driver('D1'), ref: 'D1' }
  const { balance, entries } = await getCurrentAccount(driver.id, DAY)
  const { name, bytes } = await exportDriverAccount(driver, 'current', DAY, 'csv', 'pt')
  const [head, ...rows] = rowsOf(bytes)
  expect(name).toBe('conta-corrente-D1-2026-06-08.csv')
  expect(head!.join()).toBe(
    'dia,movimento,lançamento,origem,semana,ref,motorista,contrapartidas,valor,saldo (+ a favor do motorista)',
  )
  expect(rows[0]!.slice(0, 6)).toEqual(['08/06/2026', '1', String(entries[0]!.journal), 'Extrato', '2026-W23', 'D1'])
  expect(rows[0]![7]!.split(', ')).toEqual(['Bolt', 'Uber'])
  expect(rows.map((cells) => euros(cells.at(-1)))).toEqual([balance, balance])
})

test('plans and deposits are files of their own', async () => {
  const fleet = await aFleet()
  const driver = { id: fleet.driver('D2'), ref: 'D2' }
  const plan = { driverId: driver.id, kind: 'deposit' as const, total: cents(60_00), count: 4, first: WEEK }
  await makeChange((change) => openPlan(change, { ...plan, skipsIdle: false, reason: 'Caução' }))
  const [plans, deposits] = await Promise.all(
    (['plan', 'deposit'] as const).map((code) => exportDriverAccount(driver, code, DAY, 'csv', 'en')),
  )
  expect([plans!.name, deposits!.name]).toEqual(['plans-D2-2026-06-08.csv', 'deposits-D2-2026-06-08.csv'])
  expect(rowsOf(plans!.bytes)[1]!.slice(7)).toEqual(['Drivers’ deposits', '-60.00', '-60.00'])
  expect(rowsOf(deposits!.bytes)[1]!.slice(7)).toEqual(['Drivers’ plans', '60.00', '60.00'])
})

test('the company’s file has debit and credit; that of an account of all drivers has each driver and the sum', async () => {
  const fleet = await anApprovedWeek()
  const [head, first] = rowsOf((await exportAccount('platform:uber', DAY, 'csv', 'pt')).bytes).map((row) =>
    row.slice(5),
  )
  expect(head).toEqual(['ref', 'motorista', 'contrapartidas', 'débito', 'crédito', 'saldo (credor +)'])
  expect(first!.slice(2)).toEqual([
    expect.stringContaining('Contas correntes dos motoristas'),
    expect.stringMatching(/^\d+,\d\d$/),
    '',
    `-${first![3]}`,
  ])
  const sheet = await exportAccount('platform:uber', DAY, 'xlsx', 'en')
  expect([sheet.name, sheet.bytes[0]]).toEqual(['account-uber-2026-06-08.xlsx', 0x50])

  const all = rowsOf((await exportAccount('current', DAY, 'csv', 'pt')).bytes)
  expect(all[0]).toEqual(['ref', 'motorista', 'débito', 'crédito'])
  const { balance } = await getCurrentAccount(fleet.driver('D1'), DAY)
  expect(all.find(([ref]) => ref === 'D1')!.slice(2)).toEqual(['', (balance / 100).toFixed(2).replace('.', ',')])
  const { drivers } = await listBalances(DAY)
  expect(euros(all.at(-1)![3]) - euros(all.at(-1)![2])).toBe(drivers[0]!.balance)
})

test('the trial balance has every account, and as much debit as credit', async () => {
  await anApprovedWeek()
  const { name, bytes } = await exportTrialBalance(DAY, 'csv', 'pt')
  const [head, ...rows] = rowsOf(bytes)
  expect(name).toBe('balancete-2026-06-08.csv')
  expect(head).toEqual(['código', 'conta', 'débito', 'crédito', 'SNC (contas de gestão)'])
  const { company, drivers } = await listBalances(DAY)
  expect(rows.slice(0, -1).map(([code, , debit, credit]) => [code, euros(credit) - euros(debit)])).toEqual(
    [...company, ...drivers].map(({ account, balance }) => [account, balance]),
  )
  expect(rows.at(-1)![2]).toBe(rows.at(-1)![3])
  expect(euros(rows.at(-1)![2])).toBeGreaterThan(0)
  expect((await exportTrialBalance(DAY, 'xlsx', 'en')).name).toBe('trial-balance-2026-06-08.xlsx')
})

test('the journal of some days has every entry with its journal, reason and who, and both sides are equal', async () => {
  const fleet = await aFleet()
  const other = { week: WEEK, kind: 'other' as const, reason: 'Acerto', driverId: fleet.driver('D1') }
  await makeChange((change) => addAdjustment(change, { ...other, amount: cents(70_00) }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D1'))!
  await makeChange((change) => payOne(change, id, paidBy('MB WAY')))
  const advance = { driverId: fleet.driver('D2'), kind: 'advance' as const, total: cents(40_00), count: 4 }
  const plan = await makeChange((change) =>
    openPlan(change, { ...advance, first: nextWeek(WEEK), skipsIdle: false, reason: 'Pneus' }),
  )
  await makeChange((change) => movePlan(change, plan, { kind: 'write-off', amount: cents(15_00), reason: 'Perdoado' }))
  const input = { side: 'debit' as const, account: 'prizes' as const, amount: cents(70_00), reason: 'Era prémio' }
  await db.insertInto('users').values({ uid: 'helena', email: 'helena@frota.example', role: 'admin' }).execute()
  const actor = { uid: 'helena', role: 'admin' as const, address: '192.0.2.1', requestId: null }
  await makeChange((change) => reclassify(change, input), { actor })

  const [head, ...rows] = await journal()
  expect(head!.join()).toBe(
    'dia,lançamento,tipo,semana,ref,motorista,código,conta,débito,crédito,saldo (credor +),motivo,chave,quem,lançado em (hora de Lisboa),SNC (contas de gestão)',
  )
  expect(rows.map((row) => [row[2], row[4], row[6], row[8], row[9], row[11]])).toEqual([
    ['Extrato', 'D1', 'current', '', '70,00', ''],
    ['Extrato', 'D1', 'suspense', '70,00', '', ''],
    ['Pagamento', 'D1', 'current', '70,00', '', ''],
    ['Pagamento', 'D1', 'bank', '', '70,00', ''],
    ['Plano ou caução', 'D2', 'plan', '40,00', '', 'Pneus'],
    ['Plano ou caução', 'D2', 'bank', '', '40,00', 'Pneus'],
    ['Plano ou caução', 'D2', 'plan', '', '15,00', 'Perdoado'],
    ['Plano ou caução', 'D2', 'costs:written-off', '15,00', '', 'Perdoado'],
    ['Classificação', '', 'suspense', '', '70,00', 'Era prémio'],
    ['Classificação', '', 'prizes', '70,00', '', 'Era prémio'],
  ])
  expect(sum(rows.map((row) => euros(row[8])))).toBe(sum(rows.map((row) => euros(row[9]))))
  expect(rows.map((row) => row[13])).toEqual([...Array(8).fill(''), 'helena@frota.example', 'helena@frota.example'])
  expect(rows[0]!.slice(-4)).toEqual([
    `settlement:${id}`,
    '',
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    '2781',
  ])
  expect(await journal(DAY.add({ days: 1 }), DAY.add({ days: 9 }))).toEqual([head])
  expect(await journal(DAY.subtract({ days: 9 }), DAY.subtract({ days: 1 }))).toEqual([head])
  expect(journalName(DAY, DAY.add({ days: 1 }), 'en')).toBe('journal-2026-06-08-2026-06-09.csv')
})

test('a reversal has the reason why it was taken back, in the journal and on the account: of a statement, a plan, a class', async () => {
  const fleet = await aFleet()
  const other = { week: WEEK, kind: 'other' as const, reason: 'Acerto', driverId: fleet.driver('D1') }
  await makeChange((change) => addAdjustment(change, { ...other, amount: cents(70_00) }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const put = { side: 'debit' as const, account: 'prizes' as const, amount: cents(70_00), reason: 'Era prémio' }
  const classified = await makeChange((change) => reclassify(change, put))
  await makeChange((change) => takeBackReclassification(change, classified, 'Era outra coisa'))
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D1'))!
  await makeChange((change) => voidSettlement(change, id, 'Acerto errado'))
  const advance = { driverId: fleet.driver('D2'), kind: 'advance' as const, total: cents(40_00), count: 4 }
  const plan = await makeChange((change) =>
    openPlan(change, { ...advance, first: nextWeek(WEEK), skipsIdle: false, reason: 'Pneus' }),
  )
  await makeChange((change) => cancelPlan(change, plan, 'Não chegou a ser pago'))

  const [, ...rows] = await journal()
  const reversals = rows.filter(([, , kind]) => kind === 'Estorno')
  expect(reversals.map((row) => [row[12], row[11]])).toEqual([
    ...[...Array(2)].map(() => [`reversal:reclass:${classified}`, 'Era outra coisa']),
    ...[...Array(2)].map(() => [`reversal:settlement:${id}`, 'Acerto errado']),
    ...[...Array(2)].map(() => [`reversal:plan:${plan}`, 'Não chegou a ser pago']),
  ])
  const reasons = async (code: 'current' | 'plan', ref: string) =>
    (await getDriverAccount(code, fleet.driver(ref), DAY)).entries.map(({ reason }) => reason)
  expect(await reasons('current', 'D1')).toEqual(['Acerto errado', null])
  expect(await reasons('plan', 'D2')).toEqual(['Não chegou a ser pago', 'Pneus'])
})

test('a file of another format is not found', () => {
  expect([readFormat('csv'), readFormat('xlsx')]).toEqual(['csv', 'xlsx'])
  expect(() => readFormat('pdf')).toThrow('record.not-found')
})
