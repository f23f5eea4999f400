import { type RawBuilder, sql } from 'kysely'

/** Who somebody with an account is to a reader: their name, and only without one their e-mail. `table` is `users`, or what it is called there. */
export function personName(table = 'users'): RawBuilder<string | null> {
  return sql<
    string | null
  >`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''), ${sql.ref(`${table}.email`)}::text)`
}
