import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import type { Charge } from './schema.ts'

type Row = {
  fine_id: string
  adjustment_id: string | null
  plan_id: string | null
  driver_id: string
  amount: number
  week: string
}

/** The charges that count, by the fine they are for. */
export async function listChargesOfFines(on: Kysely<DB> = db): Promise<Map<string, Charge>> {
  const { rows } = await sql<Row>`
    select c.fine_id, c.adjustment_id, null::uuid as plan_id, a.driver_id, -a.amount_cents as amount, a.week::text as week
    from car_charges c join adjustments a on a.id = c.adjustment_id
    where c.fine_id is not null and a.state = 'accepted'
    union all
    select c.fine_id, null, p.id, p.driver_id, p.total_cents, p.first_week::text
    -- What was agreed anew is a row of its own, with the same first plan.
    from car_charges c join plans begun on begun.id = c.plan_id
      join plans p on p.root_id = begun.root_id and p.state = 'active'
    where c.fine_id is not null`.execute(on)
  return new Map(rows.map((row) => [row.fine_id, charge(row)]))
}

function charge({ adjustment_id, plan_id, driver_id, amount, week }: Row): Charge {
  const facts = { driverId: driver_id, amount: cents(amount), week }
  return adjustment_id === null
    ? { by: 'plan', id: plan_id ?? '', ...facts }
    : { by: 'adjustment', id: adjustment_id, ...facts }
}
