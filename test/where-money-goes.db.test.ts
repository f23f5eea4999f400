import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'

/** Columns that the site's role may change once a row is written, in the tables that say where money goes. */
const CHANGEABLE = {
  driver_ibans: [],
  payment_batches: ['closed_at', 'closed_by', 'note', 'state'],
  batch_payments: ['refused_in', 'rejected_reason', 'state'],
}

test('of where money goes the site’s role changes nothing but the state, and takes nothing away', async () => {
  for (const [table, columns] of Object.entries(CHANGEABLE)) {
    const { rows } = await sql<{ column: string; may: boolean }>`
      select attname as column, has_column_privilege(current_user, attrelid, attnum, 'update') as may
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname`.execute(
      db,
    )
    expect(rows.filter(({ may }) => may).map(({ column }) => column)).toEqual(columns)
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('permission denied')
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow('permission denied')
  }
})
