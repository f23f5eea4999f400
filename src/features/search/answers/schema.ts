import type { SearchedText } from '#features/search/texts/schema.ts'

export type Answer = {
  /** Its name in addresses: `#payday`. */
  name: string
  topic: string
  asked: string
  text: string
  /** Further words by which the answer can be found. */
  words: string
  link: { words: string; to: string }
}

const ASKED = /^## (.+) \{([a-z][a-z-]*)\}$/
const WORDS = /^(?:Palavras|Words): (.+)$/
const LINK = /^\[([^\]]+)\]\((\/[\w/-]*)\)$/

/**
 * Reads a file of answers. Throws, with the line, at anything but topics, questions, answers, words and links in their
 * order.
 */
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
      // An empty line may stand between any two parts.
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

/** The parts of an answer that a search looks in. */
export function partsOf({ asked, words, text }: Answer): SearchedText {
  return { title: asked, words, text }
}
