import { expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { movePlan, openPlan } from '#features/plans/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { readCsv } from '#platform/csv.ts'
import { membersOf } from '#platform/zip.ts'
import { EXPECTED, MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { exportDriverArchive } from './queries.server.ts'

test('who left takes along every statement, the weeks, the account, the final account and the deposits', async () => {
  const fleet = await anApprovedWeek()
  const driverId = fleet.driver('D1')
  const deposit = { driverId, kind: 'deposit' as const, total: cents(100_00), count: 1, first: WEEK }
  await makeChange(async (change) => {
    const plan = await openPlan(change, { ...deposit, reason: 'Caução', skipsIdle: true })
    await movePlan(change, plan, { kind: 'early', amount: cents(100_00), reason: 'Entrega' })
  })
  const leaving = { at: MONDAY, reason: 'Saiu', waitsUntil: '2026-07-22', signsInUntil: null, done: [] }
  await makeChange((change) => recordDeparture(change, driverId, leaving))
  const { name, bytes } = await exportDriverArchive(driverId as OwnDriverId, MONDAY, 'pt')
  expect(name).toBe('extratos-D1-2026-06-08.zip')
  const files = await Array.fromAsync(membersOf(bytes))
  expect(files.map((file) => file.name).toSorted()).toEqual([
    'caucao.pdf',
    'conta-corrente.csv',
    'conta-final.pdf',
    'extratos/extrato-2026-W23.pdf',
    'semanas.csv',
  ])
  const weeks = files.find((file) => file.name === 'semanas.csv')!
  const rows = readCsv(new TextDecoder().decode(weeks.bytes)).rows.map(({ cells }) => cells)
  expect(rows[1]!.slice(0, 4)).toEqual(['2026-W23', '01/06/2026', '07/06/2026', 'Aprovado'])
  expect(rows[1]!.at(-1)).toBe((EXPECTED.drivers.D1.balance / 100).toFixed(2).replace('.', ','))
})

test('a driver who has not left has the statements all the same, and nobody else’s', async () => {
  const fleet = await anApprovedWeek()
  const files = await Array.fromAsync(
    membersOf((await exportDriverArchive(fleet.driver('D2') as OwnDriverId, MONDAY, 'en')).bytes),
  )
  expect(files.map((file) => file.name).toSorted()).toEqual([
    'account.csv',
    'statements/extrato-2026-W23.pdf',
    'weeks.csv',
  ])
})
