import { type RawBuilder, sql } from 'kysely'

/** An instant to compare a column with. */
export function moment(instant: Temporal.Instant): RawBuilder<Temporal.Instant> {
  return sql<Temporal.Instant>`${instant.toString()}::timestamptz`
}
