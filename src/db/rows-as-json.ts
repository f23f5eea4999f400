import { sql } from 'kysely'

/** Rows as `json_populate_recordset` of PostgreSQL reads them, bytes included. */
export function rowsAsJson(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]: [string, unknown]) => [
          name,
          value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
        ]),
      ),
    ),
  )
}

/** The `set` of an update that takes the columns of `row` from a row called `one`. */
export function setFromOne(row: object) {
  return sql.join(Object.keys(row).map((column) => sql`${sql.ref(column)} = one.${sql.ref(column)}`))
}
