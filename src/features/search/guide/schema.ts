import type { MessageParams } from '#messages/catalogue.ts'

/** The chapters in reading order. Each is `messages/guide/NAME.LANGUAGE.md`, and `/guide/NAME`. */
export const CHAPTERS = [
  'start',
  'monday',
  'exceptions',
  'payday',
  'month',
  'people',
  'cars',
  'papers',
  'leaving',
  'trouble',
  'privacy',
  'running',
] as const
export type Chapter = (typeof CHAPTERS)[number]

/** The chapters that concern drivers too. */
export const CHAPTERS_FOR_DRIVERS: readonly Chapter[] = ['trouble', 'privacy']

/** Plain words, words as they stand on a screen, or words to type. */
export type Words = { kind: 'words' | 'named' | 'typed'; text: string }
/** A part of a sentence. */
export type Run = Words | { kind: 'link'; to: string; runs: readonly Words[] }

export type Block =
  | { kind: 'text'; runs: readonly Run[] }
  /** A note on what can go wrong, and how that ends. */
  | { kind: 'note'; runs: readonly Run[] }
  | { kind: 'steps'; items: readonly (readonly Run[])[] }
  | { kind: 'points'; items: readonly (readonly Run[])[] }
  | { kind: 'picture'; name: string; description: string }

export type Section = {
  chapter: Chapter
  /** Its name in addresses: `#files`. */
  name: string
  title: string
  blocks: readonly Block[]
  /** Further words by which the section can be found. */
  words: string
}

/** Looks words of the program up by their key: a text, or a list of texts. */
export type ProgramWords = {
  text: (key: string, params: MessageParams) => string | null
  list: (key: string) => readonly string[]
}

const HEADING = /^## (.+) \{([a-z][a-z-]*)\}$/
const WORDS = /^(?:Palavras|Words): (.+)$/
const PICTURE = /^!\[([^\]]+)\]\(([a-z][a-z-]*)\)$/
const ITEM = /^(\d+\.|-) (.+)$/
const LIST = /^\{\*([\w.-]+)\}$/
const TYPED = /`([^`]+)`/
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/
const KEY = /\{([\w.-]+)((?: \w+=[^\s}]+)*)\}/
const ADDRESS = /^\/[\w/#-]*$/

/** Reads a chapter. Throws, with the line, at unknown syntax and at keys of words that do not exist. */
export function readChapter(chapter: Chapter, file: string, content: string, named: ProgramWords): Section[] {
  const sections: (Omit<Section, 'blocks'> & { blocks: Block[] })[] = []
  for (const [at, line] of content.split('\n').entries()) {
    const refuse = (): never => {
      throw new Error(`${file}, line ${at + 1}: “${line}” is not expected here.`)
    }
    if (line === '') continue
    const heading = HEADING.exec(line)
    if (heading) {
      sections.push({ chapter, name: heading[2] ?? '', title: heading[1] ?? '', blocks: [], words: '' })
      continue
    }
    const open = sections.at(-1) ?? refuse()
    // The words by which people may search for the section come at its end.
    if (open.words !== '' || line.startsWith('#')) refuse()
    const words = WORDS.exec(line)?.[1]
    if (words) open.words = words
    else if (LIST.test(line)) open.blocks.push(readList(line, named, refuse))
    else open.blocks.push(...readLine(line, open.blocks, (text) => readRuns(text, named, refuse)))
  }
  const bare = sections.find(({ words, blocks }) => words === '' || blocks.length === 0)
  if (bare || sections.length === 0) throw new Error(`${file}: “${bare?.title ?? ''}” says nothing, or has no words.`)
  return sections
}

/** A list of steps whose texts a screen shows too. */
function readList(line: string, named: ProgramWords, refuse: () => never): Block {
  const items = named.list(LIST.exec(line)?.[1] ?? '')
  if (items.length === 0) refuse()
  return { kind: 'steps', items: items.map((text) => [{ kind: 'words', text }]) }
}

/** The block of a line; none when the line continues the list before it. */
function readLine(line: string, before: Block[], runsOf: (text: string) => Run[]): Block[] {
  const picture = PICTURE.exec(line)
  if (picture) return [{ kind: 'picture', name: picture[2] ?? '', description: picture[1] ?? '' }]
  const [, mark, text = ''] = ITEM.exec(line) ?? []
  if (mark) {
    const kind = mark === '-' ? 'points' : 'steps'
    const last = before.at(-1)
    if (last?.kind !== kind) return [{ kind, items: [runsOf(text)] }]
    before[before.length - 1] = { kind, items: [...last.items, runsOf(text)] }
    return []
  }
  return line.startsWith('> ')
    ? [{ kind: 'note', runs: runsOf(line.slice(2)) }]
    : [{ kind: 'text', runs: runsOf(line) }]
}

function readRuns(text: string, named: ProgramWords, refuse: () => never): Run[] {
  return split(text, LINK, ([, words = '', to = '']): Run => {
    if (!ADDRESS.test(to)) refuse()
    return { kind: 'link', to, runs: readWords(words, named, refuse) }
  }).flatMap((part): Run[] => (typeof part === 'string' ? readWords(part, named, refuse) : [part]))
}

function readWords(text: string, named: ProgramWords, refuse: () => never): Words[] {
  return split(text, TYPED, ([, typed = '']): Words => ({ kind: 'typed', text: typed })).flatMap((part) =>
    typeof part === 'string' ? readNamed(part, named, refuse) : [part],
  )
}

function readNamed(text: string, named: ProgramWords, refuse: () => never): Words[] {
  return split(text, KEY, ([, key = '', given = '']): Words => {
    const params = Object.fromEntries(given.trim().split(' ').filter(Boolean).map(paramOf))
    const words = named.text(key, params) ?? refuse()
    // Replace what a screen fills in, as it differs from page to page.
    return { kind: 'named', text: words.replaceAll(/\{\w+\}/g, '…') }
  }).map((part) => (typeof part === 'string' ? { kind: 'words', text: part } : part))
}

function paramOf(pair: string): [string, string | number] {
  const [name = '', value = ''] = pair.split('=')
  return [name, /^\d+$/.test(value) ? Number(value) : value]
}

/** The texts between matches, and what `make` turns each match into. */
function split<Made>(text: string, pattern: RegExp, make: (match: RegExpExecArray) => Made): (string | Made)[] {
  const match = pattern.exec(text)
  if (!match) return text === '' ? [] : [text]
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
  return [...(before === '' ? [] : [before]), make(match), ...split(after, pattern, make)]
}

/** The text of runs, without formatting. */
export function textOfRuns(runs: readonly Run[]): string {
  return runs.map((run) => (run.kind === 'link' ? textOfRuns(run.runs) : run.text)).join('')
}

/** All text of a section, each paragraph and step apart. */
export function linesOf({ blocks }: Pick<Section, 'blocks'>): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'picture') return [block.description]
    return block.kind === 'steps' || block.kind === 'points' ? block.items.map(textOfRuns) : [textOfRuns(block.runs)]
  })
}
