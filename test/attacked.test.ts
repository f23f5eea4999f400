import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The tests that `docs/attacked.md` names as proof, as `[file, title]`. */
const text = readFileSync('docs/attacked.md', 'utf8')
const section = text.slice(text.indexOf('## Where each is proved'), text.indexOf('## Left'))
const rows = section.split('\n').filter((line) => /^\| \d+\. /.test(line))
const proofs = rows.flatMap((row) =>
  [...row.matchAll(/`([\w./-]+)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file, titles]) =>
    [...titles!.matchAll(/“([^”]+)”/g)].map(([, title]) => [file!, title!] as const),
  ),
)

/** Whether a file has a test with that title; the title in the file may begin with a number. */
function has(file: string, title: string): boolean {
  if (!existsSync(file)) return false
  return new RegExp(
    `^ *(test(\\.\\w+)*(\\(.*\\))?\\(|\\]\\)\\()?['\`](\\$\\{\\w+\\} )?${RegExp.escape(title)}['\`],`,
    'm',
  ).test(readFileSync(file, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''))
}

test('each thing that must hold has a proof', () => {
  const numbers = rows.map((row) => Number(/\d+/.exec(row)![0]))
  expect(numbers).toEqual(rows.map((_, at) => at + 1))
  expect(rows.filter((row) => !row.includes('“'))).toEqual([])
})

test('every proof that is named is a test that is there', () => {
  expect(proofs.length).toBeGreaterThan(50)
  expect(proofs.filter(([file, title]) => !has(file, title))).toEqual([])
})

test('a title that nobody wrote is not found, nor a file', () => {
  expect(has('e2e/forged.e2e.ts', 'the name a request gives')).toBe(false)
  expect(has('e2e/nobody.e2e.ts', 'the name a request gives')).toBe(false)
})
