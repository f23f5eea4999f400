import { type RawBuilder, sql } from 'kysely'

/** A database text without case and accents, by the function that the indexes use. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`folded(${text})`
}

/** The LIKE pattern for texts that contain a part; wildcards in it are escaped. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
