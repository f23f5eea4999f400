import { type RawBuilder, sql } from 'kysely'

/** Writes an instant for a comparison with a column. */
export function moment(instant: Temporal.Instant): RawBuilder<Temporal.Instant> {
  return sql<Temporal.Instant>`${instant.toString()}::timestamptz`
}
