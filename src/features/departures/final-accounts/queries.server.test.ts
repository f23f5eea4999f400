import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealFor, sealedIban } from '#db/sealed-columns.server.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, monday, nextWeek } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { recordDeparture, returnDriver } from '#features/departures/commands.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { ledgerSum } from '#features/ledger/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { movePlan, openPlan } from '#features/plans/commands.server.ts'
import { listDriverPlans } from '#features/plans/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { WEEK, aFleet, makeChange } from '#test/factories.ts'
import { closeAccount, receivePayment, writeOffDebt } from './commands.server.ts'
import { getFinalAccount, listLeavers } from './queries.server.ts'

/** Pseudo-random numbers, the same on every run: acts are drawn by them. */
function* drawn(seed: number) {
  for (let number = seed; ; number = (number * 48_271) % 2_147_483_647) yield number
}

/**
 * The sum that each driver's three accounts must have, worked out without the ledger: what live statements charged or gave
 * besides instalments and carried balances, what came into or left the bank, what was written off, and the damages that
 * were charged.
 */
async function amountsGiven(): Promise<ReadonlyMap<string, Cents>> {
  const { rows } = await sql<{ id: string; given: number }>`select drivers.id, (
    coalesce((select sum(amount_cents) from settlement_lines l join settlements s on s.id = l.settlement_id
      where s.driver_id = drivers.id and s.state in ('approved', 'in-batch', 'paid')
        and code not in ('balance.carried', 'balance.deferred', 'adjustment.plan')), 0)
    - coalesce((select sum(payable_cents) from settlements where driver_id = drivers.id and state = 'paid'), 0)
    + coalesce((select sum(amount_cents) from plan_movements m join plans p on p.id = m.plan_id
      where p.driver_id = drivers.id and (m.kind = 'early' or m.kind = 'write-off' and p.kind <> 'deposit')), 0)
    - coalesce((select sum(amount_cents) from plan_movements m join plans p on p.id = m.plan_id
      where p.driver_id = drivers.id and m.kind = 'returned'), 0)
    - coalesce((select sum(total_cents) from plans where driver_id = drivers.id and kind = 'damage' and replaces is null), 0)
    + coalesce((select sum(amount_cents) from final_movements f join departures d on d.id = f.departure_id
      where d.driver_id = drivers.id and f.kind <> 'closed'), 0))::bigint as given from drivers`.execute(db)
  return new Map(rows.map(({ id, given }) => [id, cents(given)]))
}

type Books = Record<'current' | 'plan' | 'deposit', Cents>

async function booksOf(driverIds: readonly string[]): Promise<readonly { id: string; books: Books }[]> {
  const rows = await db.selectFrom('ledger_accounts').select(['driver_id', 'code', 'balance_cents']).execute()
  return driverIds.map((id) => {
    const of = (code: string) =>
      cents(rows.find((row) => row.driver_id === id && row.code === code)?.balance_cents ?? 0)
    return { id, books: { current: of('current'), plan: of('plan'), deposit: of('deposit') } }
  })
}

/** The figures of every paid statement. */
async function paidNow() {
  const { rows } = await sql<{
    id: string
    figures: string
  }>`select s.id, concat(s.net_cents, ' ', s.payable_cents, ' ',
    (select string_agg(concat(l.code, l.amount_cents), ' ' order by l.ordinal) from settlement_lines l
      where l.settlement_id = s.id)) as figures from settlements s where state = 'paid' order by s.id`.execute(db)
  return new Map(rows.map(({ id, figures }) => [id, figures]))
}

const KINDS = [
  ...['approve', 'close', 'come back', 'damage', 'deposit', 'fine'],
  ...['gain', 'give up', 'leave', 'pay', 'receive', 'void'],
]

test('over leaving, fines, closing, paying and coming back at random, no cent is lost or counted twice', async () => {
  const fleet = await aFleet()
  await db
    .updateTable('company')
    .set({ debtor_iban: sealFor('company.debtor_iban', '1', 'PT50000201231234567890154') })
    .execute()
  const drivers = ['D1', 'D2', 'D3', 'D4'].map((ref) => fleet.driver(ref))
  await db
    .insertInto('driver_ibans')
    .values(
      drivers.map((driver_id) => ({
        driver_id,
        ...sealedIban(driver_id, 'PT50000201231234567890154'),
        added_at: '2026-01-01T00:00:00Z',
      })),
    )
    .execute()
  const numbers = drawn(11)
  const draw = (below: number) => numbers.next().value! % below
  const seen = new Map<string, number>()
  let week: Week = WEEK
  let day = monday(WEEK).add({ days: 7 })
  const now = () => day.toZonedDateTime({ timeZone: 'Europe/Lisbon', plainTime: '10:00' }).toInstant()

  /** Tries an act: a refusal is fine and changes nothing; any other error is a defect. */
  const tryTo = async (name: string, work: (change: Change) => Promise<unknown>) => {
    try {
      await makeChange(work, { at: now() })
      seen.set(name, (seen.get(name) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  const amount = () => cents(draw(30_000) + 1)
  const voidable = async (driverId: string) =>
    (
      await db
        .selectFrom('settlements')
        .select('id')
        .where('driver_id', '=', driverId)
        .where('state', '=', 'approved')
        .execute()
    )[0]

  const owing = async () => (await listLeavers(now())).flatMap(({ id, state }) => (state === 'owing' ? [id] : []))

  const acts: ((driverId: string) => Promise<void>)[] = [
    (id) => {
      const leaving = { at: now(), reason: 'Saiu', signsInUntil: null, done: [] }
      const waitsUntil = day.add({ days: draw(6) }).toString()
      return tryTo('leave', (change) => recordDeparture(change, id, { ...leaving, waitsUntil }))
    },
    (id) =>
      draw(2) === 0
        ? tryTo('come back', (change) => returnDriver(change, id, { on: day.toString() }))
        : Promise.resolve(),
    (id) => {
      const written = { driverId: id, week, kind: 'fine' as const, amount: minus(amount()), reason: 'Multa' }
      return tryTo('fine', (change) => addAdjustment(change, written))
    },
    (id) => {
      const written = { driverId: id, week, kind: 'other' as const, amount: amount(), reason: 'Ganho' }
      return tryTo('gain', (change) => addAdjustment(change, written))
    },
    (id) => {
      const deposit = { driverId: id, kind: 'deposit' as const, total: amount(), count: 1, first: week }
      return tryTo('deposit', async (change) => {
        const plan = await openPlan(change, { ...deposit, reason: 'Caução', skipsIdle: draw(2) === 0 })
        await movePlan(change, plan, { kind: 'early', amount: cents(draw(deposit.total) + 1), reason: 'Entrega' })
      })
    },
    (id) => {
      const damage = { driverId: id, kind: 'damage' as const, total: cents(draw(20_000) + 5), count: 3, first: week }
      return tryTo('damage', (change) => openPlan(change, { ...damage, reason: 'Porta', skipsIdle: draw(2) === 0 }))
    },
    async (id) => {
      if (!(await findDeparture(id))) return
      const { figures } = await getFinalAccount(id, now())
      const closing = { week, expected: figures.figure, reason: 'Conta final' }
      await tryTo('close', (change) => closeAccount(change, id, closing))
    },
    async () => {
      const paid = { amount: cents(draw(4_000) + 1), reason: 'MB WAY' }
      for (const id of await owing()) await tryTo('receive', (change) => receivePayment(change, id, paid))
    },
    async () => {
      const [id] = await owing()
      if (id && draw(2) === 0) await tryTo('give up', (change) => writeOffDebt(change, id, 'Incobrável'))
    },
    async (id) => {
      const settlement = draw(2) === 0 ? await voidable(id) : undefined
      if (settlement) await tryTo('void', (change) => voidSettlement(change, settlement.id, 'Engano'))
    },
    async () => {
      await tryTo('approve', (change) => approveWeek(change, week, { leaveUnmatched: true }))
      if (draw(3) > 0) {
        await tryTo('pay', async (change) => {
          const { batchId } = await exportBatch(change, week)
          await confirmBatch(change, batchId)
        })
      }
      week = nextWeek(week)
      day = monday(week).add({ days: 7 })
    },
  ]

  // Ids are new on each run and decide who owes first: go on a little while a kind of act has not happened yet.
  for (let step = 0; step < 130 || (seen.size < KINDS.length && step < 400); step++) {
    const before = await paidNow()
    await acts[draw(acts.length)]!(drivers[draw(drivers.length)]!)
    const after = await paidNow()
    for (const [id, given] of before) expect([id, after.get(id)]).toEqual([id, given])
    expect(await ledgerSum()).toBe(0)
    const figures = new Map((await listLeavers(now())).map(({ id, figure }) => [id, figure]))
    const given = await amountsGiven()
    for (const { id, books } of await booksOf(drivers)) {
      expect([step, sum(Object.values(books))]).toEqual([step, given.get(id)])
      const plans = (await listDriverPlans(id, now())).filter(({ state }) => state === 'active' || state === 'paid')
      expect([step, minus(sum(plans.map(({ remaining }) => remaining)))]).toEqual([step, books.plan])
      const deposits = plans.filter(({ kind }) => kind === 'deposit')
      expect([step, sum(deposits.flatMap(({ held, remaining }) => [held, remaining]))]).toEqual([step, books.deposit])
      if (figures.has(id)) expect((await getFinalAccount(id, now())).figures.figure).toBe(figures.get(id))
    }
  }
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
  // Each kind of act happened: a run of refusals alone would prove nothing.
  expect([...seen.keys()].toSorted()).toEqual(KINDS.toSorted())
}, 240_000)
