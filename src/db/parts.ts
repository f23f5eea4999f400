/** Rows of one insert. A statement has at most 65,535 parameters, a table of ours fewer than 65 columns. */
const ROWS = 1_000

/**
 * Rows as one statement can take them: whatever grows with what was sent goes to the database in parts. Of no rows there is
 * no part.
 */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS))
}
