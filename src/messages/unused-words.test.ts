import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pt } from './pt.ts'

const code = globSync('{src,scripts}/**/*.{ts,tsx}', { exclude: ['src/messages/{pt,en}/**', '**/*.test.*'] })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const roots = Object.keys(pt).join('|')

test('every text is named somewhere, whole or by a template that begins with where it stands', () => {
  const whole = new Set([...code.matchAll(/['"`]([\w.:-]+)['"`]/g)].map(([, name]) => name))
  const templates = code.matchAll(new RegExp(`\`((?:${roots})\\.(?:[\\w.:-]|\\$\\{[^{}]*\\})+)\``, 'g'))
  const patterns = [...templates].map(([, name]) =>
    name!
      .split(/\$\{[^{}]*\}/)
      .map((part) => RegExp.escape(part))
      .join('[\\w.:-]+'),
  )
  const made = new RegExp(`^(?:${[...new Set(patterns)].join('|')})$`)
  const names = namesIn(pt)
  expect(names.length).toBeGreaterThan(4_000)
  const isNamed = (name: string) => whole.has(name) || made.test(name)
  // A record finds the help of a field beside its label.
  expect(names.filter((name) => !isNamed(name) && !isNamed(name.replace(/Help$/, '')))).toEqual([])
})

/** Dotted names of all texts; a plural and a list are one each. */
function namesIn(words: object): string[] {
  return Object.entries(words).flatMap(([name, node]: [string, unknown]) => {
    const isText =
      typeof node !== 'object' || node === null || Array.isArray(node) || ('one' in node && 'other' in node)
    return isText ? [name] : namesIn(node).map((rest) => `${name}.${rest}`)
  })
}
