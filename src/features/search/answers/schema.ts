import { bare } from '#features/search/schema.ts'

export type Answer = {
  /** Names it in addresses: `#payday`. */
  name: string
  topic: string
  asked: string
  text: string
  /** By which it is looked for besides. */
  words: string
  link: { words: string; to: string }
}

const ASKED = /^## (.+) \{([a-z][a-z-]*)\}$/
const WORDS = /^(?:Palavras|Words): (.+)$/
const LINK = /^\[([^\]]+)\]\((\/[\w/-]*)\)$/

/** Reads a file of answers. Refuses, with its line, what is no topic, question, answer, words or link in their order. */
export function readAnswers(file: string, content: string): Answer[] {
  const answers: Answer[] = []
  let topic = ''
  let open: Partial<Answer> | null = null
  for (const [at, line] of content.split('\n').entries()) {
    const refuse = (): never => {
      throw new Error(`${file}, line ${at + 1}: “${line}” is not expected here.`)
    }
    const [, asked, name] = ASKED.exec(line) ?? []
    const [, words] = WORDS.exec(line) ?? []
    const [, linked, to] = LINK.exec(line) ?? []
    if (line === '') {
      // Between any two parts.
    } else if (line.startsWith('# ')) {
      if (open) refuse()
      topic = line.slice(2)
    } else if (asked && name) {
      if (open || topic === '') refuse()
      open = { name, topic, asked }
    } else if (open && words && open.text && !open.words) open.words = words
    else if (open && linked && to && open.words) {
      answers.push({ ...(open as Answer), link: { words: linked, to } })
      open = null
    } else if (open && !open.text && !line.startsWith('#') && !line.startsWith('[')) open.text = line
    else refuse()
  }
  if (open) throw new Error(`${file}: “${open.asked ?? ''}” has no link at its end.`)
  return answers
}

/** What counts in which part of an answer when it is looked for. */
const WEIGHT = { asked: 3, words: 2, text: 1 } as const
/** Words of any question. */
const SILENT = new Set('que como qual para com por uma meu minha the how what why does and for with'.split(' '))
/** Letters at the end of a word that say whether it is one or many, he or she. */
const ENDING = 2
/** Shorter words would be found in others that mean something else. */
const LONG = 7
/** Words shorter than this say too little to be looked for alone. */
const SHORTEST = 3

/**
 * The answers to what somebody typed, the likeliest first: those with all its words, and where there are none those with the most.
 * Nothing typed is all of them, in their order.
 */
export function findAnswers(answers: readonly Answer[], typed: string): Answer[] {
  const all = wordsOf(typed)
  if (all.length === 0) return [...answers]
  const telling = all.filter((word) => word.length >= SHORTEST && !SILENT.has(word))
  const wanted = telling.length > 0 ? telling : all
  const ranked = answers
    .map((answer) => ({ answer, ...likeness(answer, wanted) }))
    .filter(({ found }) => found > 0)
    .toSorted((a, b) => b.found - a.found || b.weight - a.weight)
  const whole = ranked.filter(({ found }) => found === wanted.length)
  return (whole.length > 0 ? whole : ranked).map(({ answer }) => answer)
}

function likeness(answer: Answer, wanted: readonly string[]): { found: number; weight: number } {
  const weights = wanted.map((word) =>
    Math.max(
      ...(['asked', 'words', 'text'] as const).map(
        (part) => WEIGHT[part] * Math.max(...wordsOf(answer[part]).map((one) => nearness(one, word))),
      ),
    ),
  )
  return {
    found: weights.filter((weight) => weight > 0).length,
    weight: weights.reduce((total, weight) => total + weight, 0),
  }
}

/** 1 for a word that begins as it was typed, nearly so for another ending of it (`portagens`, `portagem`), else 0. */
function nearness(one: string, typed: string): number {
  if (one.startsWith(typed)) return 1
  return typed.length >= LONG && one.startsWith(typed.slice(0, -ENDING)) ? 0.9 : 0
}

function wordsOf(text: string): string[] {
  return bare(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
