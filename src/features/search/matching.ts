import { type RawBuilder, sql } from 'kysely'

/**
 * How like a word must be to one of a text to stand for it, by the groups of three letters that both have (`pg_trgm`): of
 * five letters two may have changed places.
 */
export const ALIKE = 0.45

/** A text of the database without case and accents, by the function that the indexes are made of. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`folded(${text})`
}

/** The pattern of a text that has this in it: what LIKE would take for a wildcard means itself. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
