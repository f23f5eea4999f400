import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('only what devices send stands alone: no guard is passed over', () => {
  const files = globSync('src/web/routes/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => /alone: true/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['src/web/routes/api/positions.ts'])
})
