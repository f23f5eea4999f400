import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownPlanInput, planAct } from '#features/plans/schema.ts'
import { translator } from './translate.ts'

/** Every action the source names where a change is carried out: `submit(…, 'driver.save', …)`, `action: 'driver.save'`. */
const ACTION = /(?:submit\(\s*\{[^}]*\},|\baction:|\b(?:change|carry)\()\s*'([a-z-]+\.[a-z-]+)'/g
/** What one form may ask, where that names the action: `submit(…, ({ intent }) => `plan.${intent}`, …)`. */
const asked = [
  ...[...planAct.options, ...ownPlanInput.options].map(({ shape }) => `plan.${shape.intent.value}`),
  ...['add', 'pause', 'stop'].map((intent) => `recurring.${intent}`),
  ...['tell-drivers', 'tell-by-whatsapp', 'take-telling-back'].map((said) => `week.${said}`),
  ...['accept', 'decline', 'accept-all'].map((said) => `adjustment.${said}`),
]
const named = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ACTION)].map(([, action]) => action!))
  .toSorted()

test('every action of the log has its words in both languages (page/audit.ts)', () => {
  expect(new Set(named).size).toBeGreaterThan(40)
  const silent = [...new Set([...named, ...asked])].filter((action) =>
    [translator('pt'), translator('en')].some((t) => t.find(`page.audit.actions.${action}`) === null),
  )
  expect(silent).toEqual([])
})
