import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { type Agreed, termsAfterMerge, termsChoiceOnMerge } from './merged-terms.ts'
import { PLAIN_TERMS } from './terms.ts'
import { type Week, nextWeek, readWeek } from './week.ts'

const W20 = readWeek('2026-W20')
const week = (at: number): Week => nextWeek(W20, at)
const agreed = (at: number, rent = 0): Agreed => ({ from: week(at), terms: { ...PLAIN_TERMS, rent: cents(rent) } })

test('somebody chooses only where both have terms, and what holds now differs', () => {
  expect(termsChoiceOnMerge([], [agreed(1)])).toBe('none')
  expect(termsChoiceOnMerge([agreed(1)], [])).toBe('copied')
  expect(termsChoiceOnMerge([agreed(1, 5)], [agreed(3, 5), agreed(1)])).toBe('copied')
  expect(termsChoiceOnMerge([agreed(1, 5)], [agreed(1)])).toBe('choose')
})

test('whoever had no terms has all of the other’s; whoever stays keeps their own and gains what came before', () => {
  const theirs = [agreed(0), agreed(2, 1), agreed(5, 2)]
  expect(termsAfterMerge(theirs, [], { open: week(3), prefer: 'stays' })).toEqual({ copied: theirs, withdrawn: [] })
  const own = [agreed(4, 9)]
  expect(termsAfterMerge(theirs, own, { open: null, prefer: 'stays' })).toEqual({
    copied: theirs.slice(0, 2),
    withdrawn: [],
  })
  expect(termsAfterMerge(theirs, own, { open: week(2), prefer: 'stays' }).copied).toEqual([theirs[1]])
})

test('preferred terms begin with the first open week, and the owner’s go from there on', () => {
  const [theirs, own] = [
    [agreed(0, 1), agreed(6, 2)],
    [agreed(0, 9), agreed(3, 8)],
  ]
  expect(termsAfterMerge(theirs, own, { open: week(2), prefer: 'gone' })).toEqual({
    copied: [{ from: week(2), terms: theirs[0]!.terms }, theirs[1]],
    withdrawn: [own[1]],
  })
  expect(termsAfterMerge(theirs, own, { open: null, prefer: 'gone' })).toEqual({ copied: theirs, withdrawn: own })
})

const list = fc
  .uniqueArray(fc.nat({ max: 9 }), { maxLength: 5 })
  .map((weeks) => weeks.toSorted((a, b) => a - b).map((at) => agreed(at, at)))

test('no week begins twice, and what is approved stays as it was', () => {
  fc.assert(
    fc.property(
      list,
      list,
      fc.option(fc.nat({ max: 9 })),
      fc.constantFrom('gone' as const, 'stays' as const),
      (theirs, own, at, prefer) => {
        const open = at === null || own.length === 0 ? null : week(at)
        const { copied, withdrawn } = termsAfterMerge(theirs, own, { open, prefer })
        const live = [...own.filter((one) => !withdrawn.includes(one)), ...copied].map(({ from }) => from)
        expect(new Set(live).size).toBe(live.length)
        if (open !== null) expect([...copied, ...withdrawn].every(({ from }) => from >= open)).toBe(true)
      },
    ),
  )
})
