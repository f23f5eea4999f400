import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUGS } from './bugs.ts'

test.each(BUGS)('$bug: the place for it is there, once', ({ file, find, replace }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})

test.each(BUGS)('$bug: the test that catches it is there', ({ caughtBy }) => {
  const names = readFileSync(caughtBy.file, 'utf8')
  expect(names.includes(`test('${caughtBy.test}`) || names.includes('test.each(')).toBe(true)
})

test('there are at least twelve', () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(12)
})
