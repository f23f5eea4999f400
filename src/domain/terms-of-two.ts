import type { Terms } from './terms.ts'
import type { Week } from './week.ts'

/** What was agreed with a record from a Monday on. */
export type Agreed = { from: string; terms: Terms }

/**
 * Whether somebody has to say whose terms hold when one record goes into another: `none` where the one that goes has none,
 * `copied` where only it has, or both have the same now, and `choose` where they differ. Both lists have the latest first.
 */
export function termsOfTwo(gone: readonly Agreed[], stays: readonly Agreed[]): 'none' | 'copied' | 'choose' {
  const [last, other] = [gone[0], stays[0]]
  if (!last) return 'none'
  if (!other) return 'copied'
  return JSON.stringify(last.terms) === JSON.stringify(other.terms) ? 'copied' : 'choose'
}

/** What the record that stays takes over: terms written anew for it, and those of its own that no longer count. */
export type TakeOver<Own extends Agreed> = { copied: Agreed[]; withdrawn: Own[] }

/**
 * Terms of `theirs` that hold for the owner of `own` as well, both the earliest first. Where only they have any, or had them
 * earlier, they are copied; `prefer` "gone" puts theirs in the place of the owner's from the first open week on. `open` is the
 * week after the owner's latest approved one, `null` without any: nothing is withdrawn for a week that is approved.
 */
export function takeOver<Own extends Agreed>(
  theirs: readonly Agreed[],
  own: readonly Own[],
  { open, prefer }: { open: Week | null; prefer: 'gone' | 'stays' },
): TakeOver<Own> {
  const first = own[0]
  if (!first) return { copied: [...theirs], withdrawn: [] }
  const isOpen = ({ from }: Agreed) => open === null || from >= open
  if (prefer === 'stays') return { copied: theirs.filter((one) => one.from < first.from && isOpen(one)), withdrawn: [] }

  const inForce = open === null ? undefined : theirs.findLast((one) => one.from <= open)
  const later = theirs.filter((one) => open === null || one.from > open)
  return {
    copied: [...(inForce && open !== null ? [{ from: open, terms: inForce.terms }] : []), ...later],
    withdrawn: own.filter(isOpen),
  }
}
