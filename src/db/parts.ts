/** Rows of one insert: a statement has at most 65,535 parameters, and a table of ours fewer than 65 columns. */
const ROWS = 1_000

/** Splits rows into parts that fit into one statement each, because lists that come from users can be long. No rows give no part. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS))
}
