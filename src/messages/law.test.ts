import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LawId, LAW_IDS, LAWS, articleInEnglish, adviserOn } from '#domain/law.ts'

/** What cites law: an article, an act with its number, or a code by its name or letters. */
const CITATION =
  /\b(?:[Aa]rt(?:igos?|icles?|s?\.)\s?\d+|(?:Lei|Law|Portaria|Ordinance|Decreto-Lei|Decree-Law|DL|Diretiva|Directive|Regulamento|Regulation)\s(?:n\.º\s|no\.\s|\((?:UE|EU)\)\s)?\d+\/\d+|CIVA|CIRS|CIRC|RGICSF)\b/u

/** Files whose words are not Volante's own to choose, each with the reason. */
const NOT_OURS: Readonly<Record<string, string>> = {
  'src/messages/portal-words.ts': 'the words that the tax authority’s portal offers, letter by letter',
  'src/features/contracts/filling/text-pt.ts': 'a clause that two sides sign, of a version that never changes',
  'src/features/contracts/filling/text-en.ts': 'the same',
  'src/messages/pt/cited.ts': 'how an act is called',
  'src/messages/en/cited.ts': 'how an act is called',
  'src/messages/pt/page/law.ts': 'how an act is called',
  'src/messages/en/page/law.ts': 'how an act is called',
}

/** Where a rule that is not sure is named, and who confirms it is said beside it rather than in the same text. */
const CONFIRMED_ELSEWHERE: Readonly<Record<string, string>> = {
  exempt: 'a choice of a field; the help of its form names the accountant',
  withholdingWaived: 'the same',
  'not-subject': 'a choice, or the words of a receipt',
  waived: 'the words of a receipt',
  'receipt-exempt': 'the name of an example',
  hours: 'below "to check with a lawyer"',
  exclusive: 'the same',
  fines: 'the same',
  register: 'a heading of the assessment, which ends with what the company has to confirm',
  ansr: 'a letter to an authority',
  municipal: 'a letter to an authority',
  price: 'the public page, where the sentence has its day',
  'price-without-vat': 'the same',
}

const files = globSync(['src/**/*.{ts,tsx}', 'src/messages/{guide,answers}/*.md'], {
  exclude: ['**/*.test.*', 'src/db/migrations/**', 'src/demo/**'],
}).map((file) => file.replaceAll('\\', '/'))
/** Comments say their sources as they like: no reader of a screen sees them. */
const read = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/ .*$/gmu, '')

test('every sentence that cites law takes the citation from the one table', () => {
  expect('Só vale até ao fim (art. 53.º do CIVA).').toMatch(CITATION)
  expect('Law no. 45/2018 says so').toMatch(CITATION)
  expect('a Lei de Murphy; regulation of drivers; art is long').not.toMatch(CITATION)
  const found = files
    .filter((file) => !(file in NOT_OURS) && file !== 'src/domain/law.ts')
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => CITATION.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
  expect(Object.keys(NOT_OURS).filter((file) => !CITATION.test(read(file)))).toEqual([])
})

/** An act as a whole is a name; an article says something. */
const isDoubtful = (id: LawId) => LAWS[id].article !== null && adviserOn(id) !== null

test('a text that cites a rule which is not sure says who confirms it', () => {
  const asks = /[Cc]onfirm(?:e|ar|ed)|Consulte um advogado|Consult a lawyer|[Cc]heck (?:it )?with/u
  const citing = files
    .filter((file) => /^src\/messages\/(?:pt|en)\//.test(file))
    .flatMap((file) => [...read(file).matchAll(/(?:^|[{,])\s*'?([\w-]+)'?:\s+`([^`]*)`|^\s+`([^`]*)`,$/gmu)])
    .map(([, key = '', keyed, listed]) => ({ key, text: keyed ?? listed ?? '' }))
    .map(({ key, text }) => ({ key, text, ids: [...text.matchAll(/\$\{cited\('([\w-]+)'\)\}/g)].map(([, id]) => id!) }))
    .filter(({ ids }) => ids.length > 0)
  expect(citing.length).toBeGreaterThan(30)
  expect(citing.flatMap(({ ids }) => ids).filter((id) => !(id in LAWS))).toEqual([])
  const silent = citing.filter(
    ({ key, text, ids }) =>
      ids.some((id) => isDoubtful(id as LawId)) && !asks.test(text) && !(key in CONFIRMED_ELSEWHERE),
  )
  expect(silent.map(({ key, text }) => `${key}: ${text}`)).toEqual([])
})

test('every rule of the table is of a duty, a figure or a sentence', () => {
  const words = files
    .filter((file) => !/^src\/(?:domain\/law|messages\/(?:pt|en)\/page\/law)\.ts$/.test(file))
    .map(read)
    .join('\n')
  expect(LAW_IDS.filter((id) => !words.includes(`'${id}'`) && !new RegExp(`\\b${id}\\b`).test(words))).toEqual([])
})

test('an article is said as English says it', () => {
  expect(['53.º, n.º 1', '101.º-B, n.º 1, a)', '12.º-A', '6.º, n.º 1, f)'].map(articleInEnglish)).toEqual([
    ...['53(1)', '101-B(1)(a)', '12-A', '6(1)(f)'],
  ])
})
