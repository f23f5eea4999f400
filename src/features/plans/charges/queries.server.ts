import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import type { Charge } from './schema.ts'

type Row = {
  thing: string
  adjustment_id: string | null
  plan_id: string | null
  driver_id: string
  person_id: string
  amount: number
  week: string
}

/** The charges in force, by their fine. */
export function listChargesOfFines(on: Kysely<DB> = db): Promise<Map<string, Charge>> {
  return charges('fine_id', on)
}

/** The charges in force, by their damage. */
export function listChargesOfDamages(on: Kysely<DB> = db): Promise<Map<string, Charge>> {
  return charges('damage_id', on)
}

async function charges(column: 'fine_id' | 'damage_id', on: Kysely<DB>): Promise<Map<string, Charge>> {
  const of = sql.ref(column)
  const { rows } = await sql<Row>`
    select ${of} as thing, adjustment_id, plan_id, driver_id, person_id, amount_cents as amount, week::text as week
    from counting_charges where ${of} is not null`.execute(on)
  return new Map(rows.map((row) => [row.thing, charge(row)]))
}

function charge({ adjustment_id, plan_id, driver_id, person_id, amount, week }: Row): Charge {
  const facts = { driverId: driver_id, personId: person_id, amount: cents(amount), week }
  return adjustment_id === null
    ? { by: 'plan', id: plan_id ?? '', ...facts }
    : { by: 'adjustment', id: adjustment_id, ...facts }
}
