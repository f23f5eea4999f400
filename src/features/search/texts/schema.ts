import { ALIKE, bare } from '../schema.ts'

/** What a text of the program is looked for in. */
export type Looked = { title: string; words: string; text: string }

/** `isAlike`: nothing is written as it was typed; what was found is only like it. */
export type Written<Text> = { found: Text[]; isAlike: boolean }

/** What counts in which part of a text when it is looked for. */
const WEIGHT = { title: 3, words: 2, text: 1 } as const
const PARTS = ['title', 'words', 'text'] as const
/** Words of any question. */
const SILENT = new Set('que como qual para com por uma meu minha the how what why does and for with'.split(' '))
/** Letters at the end of a word that say whether it is one or many, he or she. */
const ENDING = 2
/** Shorter words would be found in others that mean something else. */
const LONG = 7
/** Words shorter than this say too little to be looked for alone. */
const SHORTEST = 3

/**
 * The texts of the program that say what somebody typed, the likeliest first: those with all its words, and where there are none those
 * with the most, unless `least` is `all`. Only where no word of it is written anywhere, what is nearly so. Nothing typed is all of them, in their order.
 */
export function findWritten<Text extends object>(
  texts: readonly Text[],
  typed: string,
  parts: (text: Text) => Looked,
  least: 'some' | 'all' = 'some',
): Written<Text> {
  const all = wordsOf(typed)
  if (all.length === 0) return { found: [...texts], isAlike: false }
  const telling = all.filter((word) => word.length >= SHORTEST && !SILENT.has(word))
  const wanted = telling.length > 0 ? telling : all
  const known = saidBy.get(parts) ?? new WeakMap<object, Said>()
  saidBy.set(parts, known)
  const looked = texts.map((text) => {
    const said = known.get(text) ?? readSaid(parts(text))
    known.set(text, said)
    return { text, said }
  })
  const written = ranked(looked, wanted, nearness, least)
  if (written.length > 0) return { found: written, isAlike: false }
  const alike = ranked(looked, wanted, likeness, least)
  return { found: alike, isAlike: alike.length > 0 }
}

/** How many of the words that were typed a line says. */
export function saidIn(line: string, typed: string): number {
  const words = wordsOf(line)
  return wordsOf(typed).filter((word) => word.length >= SHORTEST && words.some((one) => nearness(one, word) > 0)).length
}

/** The words of each part, each once. */
type Said = Record<keyof Looked, readonly string[]>
type Near = (one: string, typed: string) => number

/** The words of the program's own texts, which are what they are: read when they are looked through first. */
const saidBy = new WeakMap<object, WeakMap<object, Said>>()

function readSaid({ title, words, text }: Looked): Said {
  return { title: eachWordOf(title), words: eachWordOf(words), text: eachWordOf(text) }
}

function eachWordOf(text: string): string[] {
  return [...new Set(wordsOf(text))]
}

function ranked<Text>(
  texts: readonly { text: Text; said: Said }[],
  wanted: readonly string[],
  near: Near,
  least: 'some' | 'all',
): Text[] {
  const nearTo = wanted.map((word) => nearTyped(word, near))
  const all = texts
    .map(({ text, said }) => {
      const weights = nearTo.map((nearWord) => weightOf(said, nearWord))
      return {
        text,
        found: weights.filter((weight) => weight > 0).length,
        weight: weights.reduce((total, weight) => total + weight, 0),
      }
    })
    .filter(({ found }) => found > 0)
    .toSorted((a, b) => b.found - a.found || b.weight - a.weight)
  const whole = all.filter(({ found }) => found === wanted.length)
  return (whole.length > 0 || least === 'all' ? whole : all).map(({ text }) => text)
}

/** How near a word is to one that was typed: of the same word in many texts it is asked once. */
function nearTyped(typed: string, near: Near): (one: string) => number {
  const known = new Map<string, number>()
  return (one) => {
    const before = known.get(one)
    if (before !== undefined) return before
    const now = near(one, typed)
    known.set(one, now)
    return now
  }
}

function weightOf(said: Said, near: (one: string) => number): number {
  return Math.max(...PARTS.map((part) => WEIGHT[part] * Math.max(0, ...said[part].map(near))))
}

/** 1 for a word that begins as it was typed, nearly so for another ending of it (`portagens`, `portagem`), else 0. */
function nearness(one: string, typed: string): number {
  if (one.startsWith(typed)) return 1
  // Of a short word only the `s` of many.
  if (typed.length > SHORTEST && typed.endsWith('s') && one === typed.slice(0, -1)) return 0.9
  return typed.length >= LONG && one.startsWith(typed.slice(0, -ENDING)) ? 0.9 : 0
}

/** How much of what was typed a word has, by groups of three letters as `word_similarity` of `pg_trgm` counts them; 0 for what is not like it. */
function likeness(one: string, typed: string): number {
  // A number that is only like another is another number.
  if (/\d/.test(typed)) return 0
  const [a, b] = [groupsOf(one), groupsOf(typed)]
  const alike = a.intersection(b).size / b.size
  return alike >= ALIKE ? alike : 0
}

const groups = new Map<string, Set<string>>()

function groupsOf(word: string): Set<string> {
  const known = groups.get(word)
  if (known) return known
  const padded = `  ${word} `
  const made = new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
  // What people type is without end; the program's own words are some thousands.
  if (groups.size < MOST_KNOWN) groups.set(word, made)
  return made
}

const MOST_KNOWN = 10_000

function wordsOf(text: string): string[] {
  return bare(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
