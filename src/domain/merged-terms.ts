import type { Terms } from './terms.ts'
import type { Week } from './week.ts'

/** Terms agreed with a record from a Monday on. */
export type Agreed = { from: string; terms: Terms }

/**
 * Answers whether a person must choose the terms when one record is merged into another: `none` where the record that
 * goes has none, `copied` where only it has, or both have the same now, and `choose` where they differ. Both lists have
 * the latest first.
 */
export function termsChoiceOnMerge(merged: readonly Agreed[], stays: readonly Agreed[]): 'none' | 'copied' | 'choose' {
  const [last, other] = [merged[0], stays[0]]
  if (!last) return 'none'
  if (!other) return 'copied'
  return JSON.stringify(last.terms) === JSON.stringify(other.terms) ? 'copied' : 'choose'
}

/** Changes for the record that stays: terms copied to it, and those of its own that are withdrawn. */
export type TakeOver<Own extends Agreed> = { copied: Agreed[]; withdrawn: Own[] }

/**
 * Works out which terms of `theirs` the owner of `own` takes over, both the earliest first. Where only they have any,
 * or had them earlier, they are copied; `prefer` "gone" replaces the owner's terms by theirs from the first open week
 * on. `open` is the week after the owner's latest approved one, `null` without any: terms of an approved week are never
 * withdrawn.
 */
export function termsAfterMerge<Own extends Agreed>(
  theirs: readonly Agreed[],
  own: readonly Own[],
  { open, prefer }: { open: Week | null; prefer: 'gone' | 'stays' },
): TakeOver<Own> {
  const first = own[0]
  if (!first) return { copied: [...theirs], withdrawn: [] }
  const isOpen = ({ from }: Agreed) => open === null || from >= open
  if (prefer === 'stays')
    return { copied: theirs.filter((agreement) => agreement.from < first.from && isOpen(agreement)), withdrawn: [] }

  const inForce = open === null ? undefined : theirs.findLast((agreement) => agreement.from <= open)
  const later = theirs.filter((agreement) => open === null || agreement.from > open)
  return {
    copied: [...(inForce && open !== null ? [{ from: open, terms: inForce.terms }] : []), ...later],
    withdrawn: own.filter(isOpen),
  }
}
