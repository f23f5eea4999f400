import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { WEEK, aFleet } from './factories.ts'

const STATES = ['issued', 'approved', 'in-batch', 'paid', 'void'] as const

test('a settlement moves along its road and nowhere else: the database says so', async () => {
  const driverId = (await aFleet()).driver('D1')
  const moves: string[] = []
  for (const from of STATES)
    for (const to of STATES) if (from !== to && (await canMove(driverId, from, to))) moves.push(`${from} → ${to}`)

  expect(moves).toEqual([
    'issued → approved',
    'issued → void',
    'approved → in-batch',
    'approved → paid',
    'approved → void',
    'in-batch → approved',
    'in-batch → paid',
  ])
})

test('what was paid is to be paid again where the same work says that it came back, and only there', async () => {
  const driverId = (await aFleet()).driver('D1')
  expect(await canMove(driverId, 'paid', 'approved', true)).toBe(true)
  expect(await canMove(driverId, 'paid', 'in-batch', true)).toBe(true)
  expect(await canMove(driverId, 'paid', 'void', true)).toBe(false)
})

async function canMove(driverId: string, from: string, to: string, isReturned = false): Promise<boolean> {
  const undone = new Error('tried')
  const tried = db.transaction().execute(async (tx) => {
    const nothing = { net_cents: 0, payable_cents: 0, carried_over_cents: 0, earnings_cents: 0, costs_cents: 0 }
    const { id } = await tx
      .insertInto('settlements')
      .values({
        driver_id: driverId,
        week: WEEK,
        version: 1,
        state: from,
        ...nothing,
        adjustments_cents: 0,
        receipt_value_cents: 0,
        sources: '{}',
        terms: '{}',
        terms_from: WEEK,
        issued_at: sql`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isReturned)
      await tx
        .insertInto('payment_returns')
        .values({
          settlement_id: id,
          amount_cents: 0,
          kind: 'returned',
          reason: 'AC04',
          returned_at: sql`now()`,
        })
        .execute()
    await tx.updateTable('settlements').set({ state: to }).where('id', '=', id).execute()
    throw undone
  })
  const stopped: unknown = await tried.catch((error: unknown) => error)
  if (stopped === undone) return true
  expect(String(stopped)).toContain(`cannot go from ${from} to ${to}`)
  return false
}
