/** Items shown at once of a list that is decided one after the other: an answered one goes, and the next appears. */
const FIRST = 8

/** The fewest items that a fold may hide: for fewer, the fold's own line would save no room. */
const FEW = 3

/** The items shown, and those that a fold hides in a long list. */
export function firstOfMany<One>(all: readonly One[]): [first: readonly One[], rest: readonly One[]] {
  return all.length < FIRST + FEW ? [all, []] : [all.slice(0, FIRST), all.slice(FIRST)]
}
