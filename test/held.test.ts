import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { GROUPS, KILLS, hashOf } from '../slow/held.ts'
import { reachedCode } from '../slow/reached-code.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** A project in which a test reaches a module in each way there is. */
const FILES = {
  'src/a.test.ts': `import { b } from './b.ts'\nimport type { T } from './types.ts'\ntest('a', () => b())`,
  'src/b.ts': `export * from '#c.ts'\nimport '#test/d.ts'\nimport { join } from 'node:path'\nexport const e = () => import('./e.ts')`,
  'src/c.ts': `// It says nothing of 'src/not-reached.ts'.\nexport const THREAD = join(import.meta.dirname, 'thread.ts')`,
  'src/thread.ts': `import { type Only } from './with-types.ts'\nexport const table = readFileSync('test/tables/one.csv')`,
  'src/with-types.ts': '',
  'test/d.ts': `const code = \`await import(\${JSON.stringify(resolve('test', 'child.ts'))})\``,
  'test/child.ts': 'export const lists = (name: string) => new URL(`../lists/${name}.json`, import.meta.url)',
  'lists/of-all.json': '{}',
  'test/tables/one.csv': '1',
  'src/e.ts': '',
  'src/types.ts': 'export type T = 1',
  'src/not-reached.ts': '',
}

function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'volante-held-'))
  roots.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const NOT_UNDER_IT = new Set(['src/types.ts', 'src/not-reached.ts'])
const UNDER_IT = Object.keys(FILES).filter((name) => !NOT_UNDER_IT.has(name))

test('what a test imports, starts and reads is the code under it; types and what comments name are not', () => {
  expect(reachedCode(['src/a.test.ts'], project(FILES))).toEqual(UNDER_IT.toSorted())
})

test.each(UNDER_IT)('a group runs again when %s changes', (name) => {
  const root = project(FILES)
  const hash = () => hashOf(reachedCode(['src/a.test.ts'], root), root)
  const before = hash()
  writeFileSync(join(root, name), `${readFileSync(join(root, name), 'utf8')} `)
  expect(hash()).not.toBe(before)
})

test('a group runs again when a file comes into a folder that it reads', () => {
  const root = project(FILES)
  const hash = () => hashOf(reachedCode(['src/a.test.ts'], root), root)
  const before = hash()
  writeFileSync(join(root, 'lists', 'of-more.json'), '')
  expect(hash()).not.toBe(before)
})

test.each([
  [`import './gone.ts'`, 'src/a.test.ts imports ./gone.ts, which is not there.'],
  [`export * from '#gone.ts'`, 'src/a.test.ts imports #gone.ts, which is not there.'],
  ['await import(name)', 'src/a.test.ts imports name, whose name only the run knows.'],
  ['await import(`./${name}.ts`)', 'src/a.test.ts imports `./${name}.ts`, whose name only the run knows.'],
  [`import.meta.glob('./*.ts')`, 'src/a.test.ts imports what a pattern finds.'],
  ['import {', "src/a.test.ts can't be read"],
])('code that cannot be named is no code of a group: %s', (text, refusal) => {
  expect(() => reachedCode(['src/a.test.ts'], project({ 'src/a.test.ts': text }))).toThrow(refusal)
})

test.each(GROUPS)('$name: the code under it can be named, and its tests are left out when they held', ({ tests }) => {
  const reached = reachedCode(tests)
  expect(reached).toEqual(expect.arrayContaining([...tests]))
  // A group under which everything lies would run with every change.
  expect(reached.filter((name) => /^src\/(features|web\/routes)\//.test(name))).toEqual([])
})

test('each test belongs to one group, and the record names no other group', () => {
  const tests = [KILLS, ...GROUPS].flatMap((group) => group.tests)
  expect(new Set(tests).size).toBe(tests.length)
  const names = [KILLS, ...GROUPS].map(({ name }) => name)
  const lines = readFileSync('slow/held-on.txt', 'utf8').trim().split('\n')
  for (const line of lines) expect(line).toMatch(/^[a-z-]+ [0-9a-f]{64}$/)
  expect(lines.map((line) => line.split(' ')[0])).toEqual(
    names.filter((name) => lines.some((line) => line.startsWith(`${name} `))),
  )
})
