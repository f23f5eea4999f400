import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { monday, nextWeek, weekName } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { WEEK, aFleet, anApprovedWeek, makeChange, paidBy } from '#test/factories.ts'
import {
  getCompanyAccount,
  getCurrentAccount,
  getDriverAccount,
  listBalances,
  listDriverBalances,
  readOn,
} from './queries.server.ts'

const DAY = Temporal.PlainDate.from('2026-06-08')
const at = (day: Temporal.PlainDate) =>
  day.toZonedDateTime({ timeZone: 'Europe/Lisbon', plainTime: '09:00' }).toInstant()

/** Only the owner of the tables gets past their triggers. */
const owner = new Kysely<DB>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env['DATABASE_OWNER_URL'], max: 1 }) }),
})
afterAll(() => owner.destroy())

/** Pseudo-random numbers, the same on every run: weeks are drawn by them. */
function* drawn() {
  for (let seed = 7; ; seed = (seed * 48_271) % 2_147_483_647) yield seed
}

test('an account as of any day is what it was on that day, over 10,000 drivers and moments', async () => {
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
      await makeChange((change) => addAdjustment(change, adjustment), { at: at(approvedOn) })
    }
    await makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }), { at: at(approvedOn) })
    // The statement prints the same carried balance that the account had the evening before.
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
        if (lot === 0 && settlement.payable > 0)
          await makeChange((change) => payOne(change, id, paidBy('MB WAY')), { at: at(day) })
        if (lot === 1) await makeChange((change) => voidSettlement(change, id, 'Engano'), { at: at(day) })
      }
      await remember(day)
    }
  }

  // Compare every driver and day with the account itself, then with the list of all drivers' accounts.
  for (const [key, { balance, carried }] of then) {
    const [driver, day] = key.split(' ') as [string, string]
    const seen = await getCurrentAccount(driver, Temporal.PlainDate.from(day))
    expect([driver, day, seen.balance, seen.carried]).toEqual([driver, day, balance, carried])
  }
  const days = [...new Set([...then.keys()].map((key) => key.split(' ')[1]!))]
  const lists = new Map<string, Map<string, Cents>>()
  for (const day of days) {
    const { drivers: all } = await listDriverBalances('current', Temporal.PlainDate.from(day), null)
    lists.set(day, new Map(all.map(({ id, balance }) => [id, balance])))
  }
  const start = first.add({ days: 7 }).toZonedDateTime('Europe/Lisbon').epochMilliseconds
  const pairs = fc.tuple(fc.constantFrom(...drivers), fc.nat((days.length - 1) * 24 * 3_600_000 - 1))
  for (const [driver, later] of fc.sample(pairs, 10_000)) {
    const instant = Temporal.Instant.fromEpochMilliseconds(start + later)
    const day = String(readOn(null, instant))
    expect([driver, String(instant), lists.get(day)?.get(driver) ?? 0]).toEqual([
      driver,
      String(instant),
      then.get(`${driver} ${day}`)?.balance,
    ])
  }
  expect(then.size).toBeGreaterThan(600)
}, 240_000)

test('every entry shows where it comes from and the balance it led to', async () => {
  const fleet = await aFleet()
  const fine = { driverId: fleet.driver('D1'), week: WEEK, kind: 'fine' as const, reason: 'Estacionamento' }
  await makeChange((change) => addAdjustment(change, { ...fine, amount: cents(-30_00) }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
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

test('every account is summed from its own entries, and together they are nothing; the day before nothing had happened', async () => {
  await aFleetWithPlans()
  const today = await listBalances(DAY)
  // An advance of 100.00 is owed and left the bank; a deposit of 60.00 is asked for, and owed back in the same amount.
  expect(today.drivers).toMatchObject([
    { account: 'current' },
    { account: 'plan' },
    { account: 'deposit', balance: 60_00 },
  ])
  expect(today.drivers[1]!.balance).toBe(-160_00)
  const balances = [...today.company, ...today.drivers].map(({ balance }) => balance)
  expect([sum(balances), today.sum]).toEqual([0, 0])
  expect(await listBalances(DAY.subtract({ days: 1 }))).toMatchObject({
    sum: 0,
    drivers: [{ balance: 0 }, { balance: 0 }, { balance: 0 }],
  })
  const uber = await getCompanyAccount('platform:uber', DAY)
  expect(uber.balance).toBe(today.company.find(({ account }) => account === 'platform:uber')!.balance)
  expect(uber.entries.every(({ driver, counters }) => driver !== null && counters.includes('current'))).toBe(true)
})

test('books that are off say by how much', async () => {
  await anApprovedWeek()
  const books = new Error('taken back')
  await owner
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update entries set amount_cents = amount_cents + 3 where (journal_id, line) = (select min(journal_id), 0 from entries)`.execute(
        tx,
      )
      expect((await listBalances(DAY, tx)).sum).toBe(3)
      throw books
    })
    .catch((error: unknown) => expect(error).toBe(books))
})

test('what all drivers have on an account is what each has on it, by name; past the last page the count stays', async () => {
  const fleet = await aFleetWithPlans()
  const { drivers: lines } = await listBalances(DAY)
  for (const { account, balance } of lines) {
    const { drivers, count } = await listDriverBalances(account, DAY)
    expect([account, sum(drivers.map((one) => one.balance)), count]).toEqual([account, balance, drivers.length])
    expect(drivers.map(({ name }) => name)).toEqual(drivers.map(({ name }) => name).toSorted())
    for (const one of drivers) expect((await getDriverAccount(account, one.id, DAY)).balance).toBe(one.balance)
  }
  expect((await listDriverBalances('deposit', DAY)).drivers).toMatchObject([{ ref: 'D2', balance: 60_00, received: 0 }])
  const past = await Promise.all([getCurrentAccount(fleet.driver('D1'), DAY, 9), listDriverBalances('plan', DAY, 9)])
  expect(past.map(({ count }) => count)).toEqual([1, 2])
  expect(past[0].entries).toEqual([])
  // A quarter of the agreed deposit comes in with the first week.
  await makeChange((change) => approveWeek(change, nextWeek(WEEK), { leaveUnmatched: true }))
  expect((await listDriverBalances('deposit', DAY)).drivers).toMatchObject([{ balance: 60_00, received: 15_00 }])
})

async function aFleetWithPlans() {
  const fleet = await anApprovedWeek()
  const plan = { count: 4, first: nextWeek(WEEK), skipsIdle: false, reason: 'Combinado' }
  const open = (ref: string, kind: 'advance' | 'deposit', total: number) =>
    makeChange((change) => openPlan(change, { ...plan, driverId: fleet.driver(ref), kind, total: cents(total) }))
  await open('D1', 'advance', 100_00)
  await open('D2', 'deposit', 60_00)
  return fleet
}

test('a day that is none is today in Lisbon', () => {
  const now = Temporal.Instant.from('2026-06-08T23:30:00Z')
  expect([readOn(null, now), readOn('2026-02-30', now), readOn('2026-06-01', now)].map(String)).toEqual([
    '2026-06-09',
    '2026-06-09',
    '2026-06-01',
  ])
})
