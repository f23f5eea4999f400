import { type RawBuilder, sql } from 'kysely'

/**
 * Answers how to show a person with an account: by their name, or without one by their e-mail. `table` is `users`, or
 * its alias in the query.
 */
export function personName(table = 'users'): RawBuilder<string | null> {
  return sql<
    string | null
  >`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''), ${sql.ref(`${table}.email`)}::text)`
}
