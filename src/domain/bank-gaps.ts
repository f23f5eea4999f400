import { type Cents, cents } from './money.ts'

/** Balances of an account in one statement: before its first day and after its last, in cents; days are ISO. */
export type StatementBalances = { id: string; from: string; to: string; opening: Cents; closing: Cents }

/** Two consecutive statements whose balances differ: `closing` ends the first, `opening` begins the next. */
export type Gap = {
  before: string
  after: string
  closedOn: string
  closing: Cents
  openedOn: string
  opening: Cents
  difference: Cents
}

/**
 * Finds where a statement of an account begins with another balance than the earlier ones ended with, the oldest first.
 * Statements that share a day are no gap: their movements show whether they agree. `loose`: movements, in cents, of
 * statements without balances, which may fill a gap.
 */
export function gapsBetween(
  statements: readonly StatementBalances[],
  loose: readonly { day: string; moved: Cents }[] = [],
): Gap[] {
  const gaps: Gap[] = []
  let last: StatementBalances[] = []
  for (const statement of statements.toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1))) {
    const [before] = last
    if (before && statement.from > before.to) {
      const sumMoved = loose
        .filter(({ day }) => day > before.to && day < statement.from)
        .reduce((all, movement) => all + movement.moved, 0)
      // Two statements that end on the same day may have different balances, because the bank booked more after the
      // first was made.
      if (!last.some(({ closing }) => closing + sumMoved === statement.opening)) {
        const newest = last.at(-1) ?? before
        const closing = cents(newest.closing + sumMoved)
        gaps.push({
          before: newest.id,
          after: statement.id,
          closedOn: newest.to,
          closing,
          openedOn: statement.from,
          opening: statement.opening,
          difference: cents(statement.opening - closing),
        })
      }
    }
    if (!before || statement.to > before.to) last = [statement]
    else if (statement.to === before.to) last.push(statement)
  }
  return gaps
}
