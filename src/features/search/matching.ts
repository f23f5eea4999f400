import { type RawBuilder, sql } from 'kysely'

/** A text of the database without case and accents, by the function that the indexes are made of. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`folded(${text})`
}

/** The pattern of a text that has this in it: what LIKE would take for a wildcard means itself. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
