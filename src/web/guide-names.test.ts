import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Keys of words in a screen's code: whole ones, and those with a part known only at run time. */
const OF_WORDS = /['"`]([a-z][\w-]*(?:\.(?:[\w-]+|\$\{[^}]*\}))+)['"`]/g

/** Keys of the words that screens show, as patterns; `${…}` stands for one part. */
function shownKeys(): RegExp[] {
  const files = globSync(['src/web/**/*.{ts,tsx}', 'src/features/**/schema.ts', 'src/features/weeks/**/*-words.ts'], {
    exclude: (name) => name.includes('.test.'),
  })
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(OF_WORDS)].map(([, key = '']) => {
      const parts = key.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part))
      return new RegExp(`^${parts.join('[\\w-]+')}$`)
    }),
  )
}

test('every button, page and field that the guide names is called so by a screen', () => {
  const shown = shownKeys()
  const named = globSync('src/messages/guide/*.pt.md').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\{([a-z]\w*(?:\.[\w-]+)+)\}/g)].map(([, key = '']) => ({ file, key })),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ key }) => !shown.some((one) => one.test(key)))).toEqual([])
  // Words that only a log or a mail uses do not count as shown on a screen.
  expect(shown.some((one) => one.test('page.times.logged.times.nowhere'))).toBe(false)
})
