import { ALIKE, withoutCaseAndAccents } from '../schema.ts'

/** The parts of a program's text that a search looks in. */
export type SearchedText = { title: string; words: string; text: string }

/** `isAlike`: nothing is written as typed; the results are only similar. */
export type FoundTexts<Text> = { found: Text[]; isAlike: boolean }

/** Weight of a match in each part of a text. */
const WEIGHT = { title: 3, words: 2, text: 1 } as const
const PARTS = ['title', 'words', 'text'] as const
/** Words of any question, which say nothing about its subject. */
const QUESTION_WORDS = new Set('que como qual para com por uma meu minha the how what why does and for with'.split(' '))
/** Letters at the end of a word that may only show number or gender. */
const ENDING = 2
/** Shortest word that may match without its ending: shorter ones would match words with another meaning. */
const LONG = 7
/** Shorter words say too little to be searched for alone. */
const SHORTEST = 3

/**
 * Finds texts of the program, the most likely first: those with all typed words or, when there are none, those with the
 * most, unless `least` is `all`. Only when no word occurs anywhere, it finds similar ones. An empty search finds all
 * texts, in their order.
 */
export function findWritten<Text extends object>(
  texts: readonly Text[],
  typed: string,
  parts: (text: Text) => SearchedText,
  least: 'some' | 'all' = 'some',
): FoundTexts<Text> {
  const typedWords = wordsOf(typed)
  if (typedWords.length === 0) return { found: [...texts], isAlike: false }
  const informative = typedWords.filter((word) => word.length >= SHORTEST && !QUESTION_WORDS.has(word))
  const searched = informative.length > 0 ? informative : typedWords
  const known = saidBy.get(parts) ?? new WeakMap<object, WordsOfParts>()
  saidBy.set(parts, known)
  const textsWithWords = texts.map((text) => {
    const words = known.get(text) ?? wordsOfParts(parts(text))
    known.set(text, words)
    return { text, words }
  })
  const written = rankTexts(textsWithWords, searched, nearness, least)
  if (written.length > 0) return { found: written, isAlike: false }
  const alike = rankTexts(textsWithWords, searched, likeness, least)
  return { found: alike, isAlike: alike.length > 0 }
}

/** Number of the typed words that occur in a line. */
export function countTypedWords(line: string, typed: string): number {
  const words = wordsOf(line)
  return wordsOf(typed).filter(
    (word) => word.length >= SHORTEST && words.some((textWord) => nearness(textWord, word) > 0),
  ).length
}

/** The words of each part, without repetitions. */
type WordsOfParts = Record<keyof SearchedText, readonly string[]>
type Near = (word: string, typed: string) => number

/** The words of the program's own texts, which never change: computed at the first search. */
const saidBy = new WeakMap<object, WeakMap<object, WordsOfParts>>()

function wordsOfParts({ title, words, text }: SearchedText): WordsOfParts {
  return { title: eachWordOf(title), words: eachWordOf(words), text: eachWordOf(text) }
}

function eachWordOf(text: string): string[] {
  return [...new Set(wordsOf(text))]
}

function rankTexts<Text>(
  texts: readonly { text: Text; words: WordsOfParts }[],
  typedWords: readonly string[],
  near: Near,
  least: 'some' | 'all',
): Text[] {
  const nearTo = typedWords.map((word) => nearTyped(word, near))
  const ranked = texts
    .map(({ text, words }) => {
      const weights = nearTo.map((nearWord) => weightOf(words, nearWord))
      return {
        text,
        found: weights.filter((weight) => weight > 0).length,
        weight: weights.reduce((total, weight) => total + weight, 0),
      }
    })
    .filter(({ found }) => found > 0)
    .toSorted((a, b) => b.found - a.found || b.weight - a.weight)
  const whole = ranked.filter(({ found }) => found === typedWords.length)
  return (whole.length > 0 || least === 'all' ? whole : ranked).map(({ text }) => text)
}

/** Makes a function for how near a word is to a typed one, which computes each word once. */
function nearTyped(typed: string, near: Near): (word: string) => number {
  const known = new Map<string, number>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const score = near(word, typed)
    known.set(word, score)
    return score
  }
}

function weightOf(words: WordsOfParts, near: (word: string) => number): number {
  return Math.max(...PARTS.map((part) => WEIGHT[part] * Math.max(0, ...words[part].map(near))))
}

/** 1 for a word that begins as typed, 0.9 for one with another ending (`portagens`, `portagem`), else 0. */
function nearness(word: string, typed: string): number {
  if (word.startsWith(typed)) return 1
  // A short word may lack only its plural `s`.
  if (typed.length > SHORTEST && typed.endsWith('s') && word === typed.slice(0, -1)) return 0.9
  return typed.length >= LONG && word.startsWith(typed.slice(0, -ENDING)) ? 0.9 : 0
}

/**
 * Share of a typed word's groups of three letters that a word has, as `word_similarity` of `pg_trgm` counts; 0 below
 * the bound.
 */
function likeness(word: string, typed: string): number {
  // A similar number is a different number.
  if (/\d/.test(typed)) return 0
  const [a, b] = [groupsOf(word), groupsOf(typed)]
  const alike = a.intersection(b).size / b.size
  return alike >= ALIKE ? alike : 0
}

const groups = new Map<string, Set<string>>()

function groupsOf(word: string): Set<string> {
  const known = groups.get(word)
  if (known) return known
  const padded = `  ${word} `
  const newGroups = new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
  // Keep only some thousands, enough for the program's own words: what people type has no limit.
  if (groups.size < MAX_KNOWN_WORDS) groups.set(word, newGroups)
  return newGroups
}

const MAX_KNOWN_WORDS = 10_000

function wordsOf(text: string): string[] {
  return withoutCaseAndAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
