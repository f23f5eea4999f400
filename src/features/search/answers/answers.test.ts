import { expect, test } from 'vitest'
import { listAnswers } from './queries.server.ts'
import { findWritten } from '../texts/schema.ts'
import { type Answer, partsOf, readAnswers } from './schema.ts'

const READERS = ['drivers', 'office'] as const

test('sixty questions and more are answered, each name once, in both languages alike', () => {
  for (const reader of READERS) {
    const [pt, en] = (['pt', 'en'] as const).map((language) => listAnswers(reader, language))
    const outline = (answers: typeof pt) => answers!.map(({ name, link }) => `${name} ${link.to}`)
    expect(outline(en)).toEqual(outline(pt))
    expect(new Set(pt!.map(({ name }) => name)).size).toBe(pt!.length)
    const topics = (answers: typeof pt) => answers!.map(({ topic }) => topic)
    expect(changes(topics(en))).toEqual(changes(topics(pt)))
  }
  expect(READERS.reduce((total, reader) => total + listAnswers(reader, 'pt').length, 0)).toBeGreaterThanOrEqual(60)
})

/** The positions at which a new topic begins. */
function changes(topics: readonly string[]): number[] {
  return topics.flatMap((topic, at) => (topic === topics[at - 1] ? [] : [at]))
}

test('a sentence of an answer has at most 18 words', () => {
  const long = READERS.flatMap((reader) =>
    (['pt', 'en'] as const).flatMap((language) =>
      listAnswers(reader, language).flatMap(({ asked, text }) =>
        [asked, ...text.split(/(?<=[.?!])\s+/)].filter((sentence) => sentence.split(/\s+/).length > 18),
      ),
    ),
  )
  expect(long).toEqual([])
})

const findAnswers = (answers: readonly Answer[], typed: string) => findWritten(answers, typed, partsOf).found

test.each([
  ['portagem antiga', 'late-toll'],
  ['PORTAGENS', 'toll'],
  ['recibo', 'receipt'],
  ['perdi o telemovel', 'lost-phone'],
  ['gasoleo', 'fuel'],
  ['coima', 'fine'],
  ['adiantamento', 'advance'],
  ['quando é que eu recebo o dinheiro', 'payday'],
])('who types “%s” finds %s first', (typed, name) => {
  expect(findAnswers(listAnswers('drivers', 'pt'), typed)[0]?.name).toBe(name)
})

test('nothing typed is everything in its order; what nothing answers finds nothing', () => {
  const all = listAnswers('office', 'en')
  expect(findAnswers(all, '  ')).toEqual(all)
  expect(findAnswers(all, 'zzzz')).toEqual([])
})

test('a file that is not understood is named with its line', () => {
  const read = (text: string) => () => readAnswers('drivers.pt.md', text)
  expect(read('# A\n\n## Quê? {what}\nAssim.\nPalavras: x\n[B](/b)\n')()).toEqual([
    { name: 'what', topic: 'A', asked: 'Quê?', text: 'Assim.', words: 'x', link: { words: 'B', to: '/b' } },
  ])
  expect(read('## Quê? {what}\n')).toThrow('drivers.pt.md, line 1')
  expect(read('# A\n## Quê?\nAssim.\n')).toThrow('line 2')
  expect(read('# A\n## Quê? {what}\nAssim.\nMais.\n')).toThrow('line 4')
  expect(read('# A\n## Quê? {what}\nAssim.\nPalavras: x\n[B](https://b.example)\n')).toThrow('line 5')
  expect(read('# A\n## Quê? {what}\nAssim.\nPalavras: x\n')).toThrow('has no link')
})
