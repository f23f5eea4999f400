import { sql } from 'kysely'
import { db } from '#db/client.server.ts'

const TABLES = ['settlements', 'settlement_lines', 'settlement_line_rows', 'journals', 'entries', 'import_rows']

/** Approved money, and the rows it was worked out from: one line for each table, which changes with any of its rows. */
export async function frozenMoney(): Promise<string[]> {
  const lines = await Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await sql<{ count: number; hash: string }>`
        select count(*)::int as count, md5(string_agg(md5(one::text), '' order by one::text)) as hash from ${sql.table(table)} one`.execute(
        db,
      )
      return `${table} ${rows[0]?.count} ${rows[0]?.hash}`
    }),
  )
  return lines
}
