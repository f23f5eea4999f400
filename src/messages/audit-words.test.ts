import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translator } from './translate.ts'

/** Every action the source names where a change is carried out: `submit(…, 'driver.save', …)`, `action: 'driver.save'`. */
const ACTION = /(?:submit\(\s*\{[^}]*\},|\baction:|\b(?:change|carry)\()\s*'([a-z-]+\.[a-z-]+)'/g
const named = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ACTION)].map(([, action]) => action!))
  .toSorted()

test('every action of the log has its words in both languages (page/audit.ts)', () => {
  expect(new Set(named).size).toBeGreaterThan(40)
  const silent = [...new Set(named)].filter((action) =>
    [translator('pt'), translator('en')].some((t) => t.find(`page.audit.actions.${action}`) === null),
  )
  expect(silent).toEqual([])
})
