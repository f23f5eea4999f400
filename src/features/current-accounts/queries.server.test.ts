import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { monday, nextWeek, weekName } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { payOne } from '#features/payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { listFrozen } from '#features/frozen-settlements/queries.server.ts'
import { readCsv } from '#platform/csv.ts'
import { WEEK, aFleet, anApprovedWeek, change } from '#test/factories.ts'
import {
  exportCompanyAccount,
  exportCurrentAccount,
  getCompanyAccount,
  getCurrentAccount,
  listBalances,
  readOn,
} from './queries.server.ts'

const DAY = Temporal.PlainDate.from('2026-06-08')
const at = (day: Temporal.PlainDate) =>
  day.toZonedDateTime({ timeZone: 'Europe/Lisbon', plainTime: '09:00' }).toInstant()

/** The same numbers on every run: what a week brings is drawn, not chosen. */
function* drawn() {
  for (let seed = 7; ; seed = (seed * 48_271) % 2_147_483_647) yield seed
}

test('an account as of any day is what it was on that day, over 2,000 drivers and days', async () => {
  await aFleet()
  const drivers = (await db.selectFrom('drivers').select('id').orderBy('ref').execute()).map(({ id }) => id)
  const numbers = drawn()
  const draw = (below: number) => numbers.next().value! % below
  const then = new Map<string, { balance: Cents; carried: Cents }>()
  const remember = async (day: Temporal.PlainDate) => {
    const carried = await listCarried()
    const balances = await db.selectFrom('ledger_accounts').select(['driver_id', 'balance_cents']).execute()
    const balanceOf = new Map(balances.map((one) => [one.driver_id, one.balance_cents]))
    for (const id of drivers)
      then.set(`${id} ${day}`, { balance: cents(balanceOf.get(id) ?? 0), carried: carried.get(id) ?? ZERO })
  }

  const first = monday(WEEK)
  await remember(first)
  for (let number = 0; number < 12; number++) {
    const week = nextWeek(WEEK, number)
    const approvedOn = monday(week).add({ days: 7 })
    for (const driverId of drivers) {
      const amount = cents(draw(60_000) - 30_000 || 1)
      const adjustment = { driverId, week, kind: 'other' as const, amount, reason: 'Acerto' }
      await change((deed) => addAdjustment(deed, adjustment), { at: at(approvedOn) })
    }
    await change((deed) => approveWeek(deed, week, { leaveUnmatched: true }), { at: at(approvedOn) })
    // What the statement prints as carried is what the account said the evening before.
    for (const [driverId, { settlement }] of await listFrozen(week)) {
      const printed = settlement.lines.find(({ code }) => code === 'balance.carried')?.amount ?? ZERO
      const before = await getCurrentAccount(driverId, approvedOn.subtract({ days: 1 }))
      expect([weekName(week), before.carried]).toEqual([weekName(week), printed])
      const after = await getCurrentAccount(driverId, approvedOn)
      expect(sum([after.carried, settlement.payable])).toBe(settlement.net)
    }
    await remember(approvedOn)
    for (let days = 1; days < 7; days++) {
      const day = approvedOn.add({ days })
      for (const { id, settlement, state } of (await listFrozen(week)).values()) {
        const lot = draw(6)
        if (state !== 'approved') continue
        if (lot === 0 && settlement.payable > 0) await change((deed) => payOne(deed, id, 'MB WAY'), { at: at(day) })
        if (lot === 1) await change((deed) => voidSettlement(deed, id, 'Engano'), { at: at(day) })
      }
      await remember(day)
    }
  }

  const days = [...new Set([...then.keys()].map((key) => key.split(' ')[1]!))]
  const pairs = fc.tuple(fc.constantFrom(...drivers), fc.constantFrom(...days))
  for (const [driver, day] of fc.sample(pairs, 2_000)) {
    const { balance, carried } = await getCurrentAccount(driver, Temporal.PlainDate.from(day))
    expect([driver, day, { balance, carried }]).toEqual([driver, day, then.get(`${driver} ${day}`)])
  }
  expect(then.size).toBeGreaterThan(600)
}, 240_000)

test('every entry shows where it comes from and the balance it led to', async () => {
  const fleet = await aFleet()
  const fine = { driverId: fleet.driver('D1'), week: WEEK, kind: 'fine' as const, reason: 'Estacionamento' }
  await change((deed) => addAdjustment(deed, { ...fine, amount: cents(-30_00) }))
  await change((deed) => approveWeek(deed, WEEK, { leaveUnmatched: true }))
  const [entry, ...others] = (await getCurrentAccount(fleet.driver('D1'), DAY)).entries
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    day: '2026-06-08',
    kind: 'settlement',
    week: WEEK,
    isIssued: true,
    amount: -30_00,
    balance: -30_00,
    parts: [{ code: 'adjustment.fine', reason: 'Estacionamento', amount: -30_00 }],
  })
})

test('the company accounts and the drivers’ sum to zero, and nothing had happened the day before', async () => {
  await anApprovedWeek()
  const today = await listBalances(DAY)
  expect(today.drivers).not.toBe(0)
  expect(sum([...today.company.map(({ balance }) => balance), today.drivers])).toBe(0)
  const before = await listBalances(DAY.subtract({ days: 1 }))
  expect([before.drivers, ...before.company.map(({ balance }) => balance)].every((balance) => balance === 0)).toBe(true)
  const uber = await getCompanyAccount('platform:uber', DAY)
  expect(uber.balance).toBe(today.company.find(({ account }) => account === 'platform:uber')!.balance)
  expect(uber.entries.every(({ driver }) => driver !== null)).toBe(true)
})

test('the file has every entry, oldest first, and ends with the balance', async () => {
  const fleet = await anApprovedWeek()
  const driver = { id: fleet.driver('D1'), ref: 'D1' }
  const { balance } = await getCurrentAccount(driver.id, DAY)
  const { name, bytes } = await exportCurrentAccount(driver, DAY, 'csv', 'pt')
  const rows = readCsv(new TextDecoder().decode(bytes)).rows.map(({ cells }) => cells)
  const euros = (balance / 100).toFixed(2)
  expect(name).toBe('conta-corrente-D1-2026-06-08.csv')
  expect(rows.slice(1).map((cells) => cells.at(-1))).toEqual([euros, euros])
  const books = await exportCompanyAccount('platform:uber', DAY, 'csv', 'pt')
  const [head, first] = readCsv(new TextDecoder().decode(books.bytes)).rows.map(({ cells }) => cells.slice(4))
  expect(head).toEqual(['débito', 'crédito', 'saldo (credor +)'])
  expect(first).toEqual([expect.stringMatching(/^\d+\.\d\d$/), '', `-${first![0]}`])
  const sheet = await exportCompanyAccount('platform:uber', DAY, 'xlsx', 'en')
  expect([sheet.name, sheet.bytes[0]]).toEqual(['account-uber-2026-06-08.xlsx', 0x50])
})

test('a day that is none is today in Lisbon', () => {
  const now = Temporal.Instant.from('2026-06-08T23:30:00Z')
  expect([readOn(null, now), readOn('2026-02-30', now), readOn('2026-06-01', now)].map(String)).toEqual([
    '2026-06-09',
    '2026-06-09',
    '2026-06-01',
  ])
})
