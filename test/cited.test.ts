import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Leave out migrations: they are never edited, and cite documents as they were. */
const files = execSync('git ls-files --cached --others --exclude-standard src e2e test scripts docs README.md')
  .toString()
  .trim()
  .split('\n')
  .filter((file) => /\.(tsx?|css|md)$/.test(file) && existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')

/** `B`, `C.7`: the letters and numbers that `docs/rulings.md` has. */
function rulingsThere(text: string): Set<string> {
  const there = new Set<string>()
  let letter = ''
  for (const line of text.split('\n')) {
    letter = /^## ([A-Z])\. /.exec(line)?.[1] ?? letter
    const number = /^(\d+)\. /.exec(line)?.[1]
    there.add(number ? `${letter}.${number}` : letter)
  }
  return there
}

/** The rulings that a text cites: "`rulings.md` C.10, J.6" and "`rulings.md` C.1–C.4" are two each. */
function rulingsIn(text: string): string[] {
  return [...text.matchAll(/`rulings\.md` ([A-Z](?:\.\d+)?(?:(?:, | and |–)[A-Z](?:\.\d+)?)*)/g)].flatMap(
    ([, cited = '']) => cited.split(/, | and |–/),
  )
}

test('every ruling that a comment cites is there to be read', () => {
  expect(rulingsIn('(`rulings.md` C.10, J.6) and (`rulings.md` C.1–C.4), (`rulings.md` J.12 and J.14)')).toEqual([
    ...['C.10', 'J.6', 'C.1', 'C.4', 'J.12', 'J.14'],
  ])
  const there = rulingsThere(read('docs/rulings.md'))
  const cited = files
    .filter((file) => !file.startsWith('test/'))
    .flatMap((file) => rulingsIn(read(file)).map((ruling) => ({ file, ruling })))
  expect(cited.length).toBeGreaterThan(30)
  expect(cited.filter(({ ruling }) => !there.has(ruling))).toEqual([])
})

test('every decision record that is cited is there to be read', () => {
  const there = new Set(
    execSync('git ls-files --cached --others --exclude-standard docs/decisions')
      .toString()
      .matchAll(/decisions\/(\d{3})-/g)
      .map(([, number]) => number),
  )
  const cited = files.flatMap((file) =>
    [...read(file).matchAll(/docs\/decisions\/(\d{3})|\b(?:decision|record) (\d{3})\b/g)].map(([, path, said]) => ({
      file,
      record: path ?? said,
    })),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter(({ record }) => !there.has(record))).toEqual([])
})

test('every link from one paper to another, or to a file, leads to one', () => {
  const links = files
    // Answers and the guide lead to pages of the site: `src/web/answer-links.test.ts`, `src/web/guide-links.test.ts`.
    .filter((file) => file.endsWith('.md') && !/^src\/messages\/(answers|guide)\//.test(file))
    .flatMap((file) => [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => ({ file, to: to! })))
    .filter(({ to }) => !/^\w+:/.test(to))
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ file, to }) => !existsSync(join(dirname(file), to)))).toEqual([])
})

test('every file and folder that the dictionary of the code names is there, and it has forty words at most', () => {
  const rows = read('docs/glossary.md').split('## Words of the code')[1]!
  const words = rows.split('\n').filter((line) => /^\| (?!word |-)/.test(line))
  expect(words.length).toBeGreaterThan(30)
  expect(words.length).toBeLessThanOrEqual(40)
  const places = [...rows.matchAll(/`((?:\w+\/)+[\w./-]*)`/g)].map(([, place]) => place!)
  // A path to a screen's file may leave out its beginning, as in the table of places.
  const roots = ['', 'src', 'src/web']
  expect(places.length).toBeGreaterThan(30)
  expect(places.filter((place) => !roots.some((root) => existsSync(join(root, place))))).toEqual([])
})
