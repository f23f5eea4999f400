import { type Cents, sum } from './money.ts'
import type { Line } from './settlement-types.ts'

/** What a line is found by in two statements, and its amount in cents. */
export type ComparedLine = Pick<Line, 'code' | 'amount'> & {
  adjustment: (Pick<NonNullable<Line['adjustment']>, 'id' | 'about'> & { plan?: { id: string } }) | null
}

/**
 * Compares a statement with the one of the week before. `before` has for each line what it was then, in cents, or `null`;
 * `gone` has the lines that only the earlier statement has. A line of the week itself is the same under the same code;
 * an adjustment only as an instalment of the same plan, or as one of the same series: a goal, a weekly charge or a
 * commission, which `series` names by the adjustment's id. A fine or a correction happens once, and compares with nothing.
 */
export function compareLines<Then extends ComparedLine>(
  lines: readonly ComparedLine[],
  earlier: readonly Then[],
  series: ReadonlyMap<string, string>,
): { before: (Cents | null)[]; gone: Then[] } {
  const left = Map.groupBy(earlier, (line) => keyOf(line, series))
  const before = lines.map((line) => {
    const key = keyOf(line, series)
    const same = left.get(key)
    left.delete(key)
    return same ? sum(same.map(({ amount }) => amount)) : null
  })
  return { before, gone: [...left.values()].flat() }
}

/** Answers what a line is the same by; for an adjustment of its own a value that no other line has. */
function keyOf(line: ComparedLine, series: ReadonlyMap<string, string>): string | ComparedLine {
  const { code, adjustment } = line
  if (adjustment === null) return code
  const repeated = adjustment.plan?.id ?? (adjustment.id === null ? undefined : series.get(adjustment.id))
  return repeated === undefined ? line : `${code} ${repeated}`
}
