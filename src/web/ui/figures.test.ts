import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('an amount that stands alone as a figure has its currency: no column head says it', () => {
  const screens = globSync('src/web/**/*.tsx')
  const figures = screens.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<Figure\b(?:(?!<Figure\b)[^])*?<\/Figure>/g)].map(([figure]) => ({
      file,
      figure,
    })),
  )
  expect(figures.length).toBeGreaterThan(20)
  expect(figures.filter(({ figure }) => /<Money\b[^/]*look="bare"/.test(figure)).map(({ file }) => file)).toEqual([])
})
