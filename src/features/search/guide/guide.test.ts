import { expect, test } from 'vitest'
import { LANGUAGES } from '#messages/language.ts'
import { findWritten } from '../texts/schema.ts'
import { listGuide, listSections } from './queries.server.ts'
import { CHAPTERS, linesOf, readChapter, type Run, type Section } from './schema.ts'

test.each(CHAPTERS)(
  'both languages of %s have the same sections, steps, pictures, links and named words',
  (chapter) => {
    const [pt, en] = (['pt', 'en'] as const).map((language) => listSections(chapter, language).map(outlineOf))
    expect(en).toEqual(pt)
  },
)

function outlineOf({ name, blocks }: Section) {
  return [
    name,
    ...blocks.map((block) => {
      if (block.kind === 'picture') return `picture ${block.name}`
      return block.kind === 'steps' || block.kind === 'points'
        ? [block.kind, ...block.items.map(marksOf)]
        : [block.kind, marksOf(block.runs)]
    }),
  ]
}

function marksOf(runs: readonly Run[]): string {
  return runs
    .filter(({ kind }) => kind === 'link' || kind === 'named')
    .map((run) => (run.kind === 'link' ? run.to : 'named'))
    .toSorted()
    .join(' ')
}

test('every section has a name of its own in its chapter', () => {
  for (const chapter of CHAPTERS) {
    const names = listSections(chapter, 'pt').map(({ name }) => name)
    expect(names.length, chapter).toBeGreaterThanOrEqual(4)
    expect(new Set(names).size, chapter).toBe(names.length)
  }
})

test.each(LANGUAGES)('a sentence of the guide has at most 18 words ($code)', ({ code }) => {
  // The sentences of a list of the product are tested where they are used.
  const sentences = listGuide(code).flatMap((section) =>
    [section.title, ...linesOf(section)].flatMap((line) => line.split(/(?<=[.!?:])\s+/)),
  )
  expect(sentences.length).toBeGreaterThan(400)
  expect(sentences.filter((one) => one.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length > 18)).toEqual([])
})

test.each([
  ['portagem atrasada', 'exceptions'],
  ['camt', 'payday'],
  ['caucao', 'leaving'],
  ['cópia de segurança', 'running'],
])('who types “%s” finds a section of %s first', (typed, chapter) => {
  expect(findWritten(listGuide('pt'), typed, partsOf).found[0]?.chapter).toBe(chapter)
})

test('a slip is forgiven only where nothing is written so', () => {
  const found = findWritten(listGuide('pt'), 'multsa', partsOf)
  expect(found.isAlike).toBe(true)
  expect(found.found[0]?.title).toMatch(/multa/i)
  expect(findWritten(listGuide('pt'), 'multa', partsOf).isAlike).toBe(false)
  expect(findWritten(listGuide('pt'), 'xyzzyq', partsOf)).toEqual({ found: [], isAlike: false })
})

function partsOf(section: Section) {
  return { title: section.title, words: section.words, text: linesOf(section).join(' ') }
}

test('a file that is not understood is named with its line', () => {
  const named = {
    text: (key: string) => (key === 'a.b' ? 'Guardar {count}' : null),
    list: (key: string) => (key === 'a.list' ? ['Um.', 'Dois.'] : []),
  }
  const read = (text: string) => () => readChapter('start', 'start.pt.md', text, named)
  expect(
    read('## Um {one}\nAssim {a.b}, em [a {a.b}](/admin#x) com `npm`.\n{*a.list}\n3. Três.\nPalavras: x\n')(),
  ).toEqual([
    {
      chapter: 'start',
      name: 'one',
      title: 'Um',
      words: 'x',
      blocks: [
        {
          kind: 'text',
          runs: [
            { kind: 'words', text: 'Assim ' },
            { kind: 'named', text: 'Guardar …' },
            { kind: 'words', text: ', em ' },
            {
              kind: 'link',
              to: '/admin#x',
              runs: [
                { kind: 'words', text: 'a ' },
                { kind: 'named', text: 'Guardar …' },
              ],
            },
            { kind: 'words', text: ' com ' },
            { kind: 'typed', text: 'npm' },
            { kind: 'words', text: '.' },
          ],
        },
        {
          kind: 'steps',
          items: ['Um.', 'Dois.', 'Três.'].map((text) => [{ kind: 'words', text }]),
        },
      ],
    },
  ])
  expect(read('Assim.\n')).toThrow('start.pt.md, line 1')
  expect(read('## Um {one}\nAssim {a.gone}.\nPalavras: x\n')).toThrow('line 2')
  expect(read('## Um {one}\n{*a.gone}\nPalavras: x\n')).toThrow('line 2')
  expect(read('## Um {one}\n[a](https://b.example)\nPalavras: x\n')).toThrow('line 2')
  expect(read('## Um {one}\nAssim.\nPalavras: x\nMais.\n')).toThrow('line 4')
  expect(read('## Um {one}\nAssim.\n')).toThrow('has no words')
})
