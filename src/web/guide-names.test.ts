import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a screen calls something by: whole keys of words, and those with a part that is known only then. */
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
  // A word that only a log or a mail says is none of a screen.
  expect(shown.some((one) => one.test('page.times.logged.times.nowhere'))).toBe(false)
})
