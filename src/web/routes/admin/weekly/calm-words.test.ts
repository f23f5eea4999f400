import { expect, test } from 'vitest'
import { en } from '#messages/en.ts'
import { registerMessages, translatorFor } from '#web/i18n.tsx'
import { calmWords } from './calm-words.ts'

registerMessages('en', en)

test.each([
  [{ calm: 0, uncompared: 0 }, ''],
  [{ calm: 3, uncompared: 0 }, '3 with nothing unusual'],
  [{ calm: 3, uncompared: 3 }, '3 with fewer than three earlier weeks to compare with'],
])('of %o drivers it says “%s”', (counts, words) => {
  expect(calmWords(counts, translatorFor('en'))).toBe(words)
})
