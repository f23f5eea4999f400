/** So many are shown of what is decided one after the other: what is answered goes, and the next comes up. */
const FIRST = 8

/** Fewer behind a line than these are no shorter than their line is worth. */
const FEW = 3

/** What stands, and what a fold may hold of a list that grew long. */
export function firstOfMany<One>(all: readonly One[]): [first: readonly One[], rest: readonly One[]] {
  return all.length < FIRST + FEW ? [all, []] : [all.slice(0, FIRST), all.slice(FIRST)]
}
