/** Enough for the places, plates and prices of any list; beyond it everything is worked out anew. */
const MOST = 20_000

/** Answers the same for the same text without working it out again: a list of a million rows says few things often. */
export function remembered<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= MOST) answers.clear()
    const answer = work(text)
    answers.set(text, answer)
    return answer
  }
}

/** Answers the same for the same texts of one row without working it out again. */
export function rememberedTogether<Answer>(work: (...texts: string[]) => Answer): (...texts: string[]) => Answer {
  const answerOf = remembered((joined: string) => {
    const texts = joined.split(SEPARATOR)
    return { count: texts.length, answer: work(...texts) }
  })
  return (...texts) => {
    const { count, answer } = answerOf(texts.join(SEPARATOR))
    return count === texts.length ? answer : work(...texts)
  }
}

/** A sign that no report writes; a text that has it all the same is not remembered. */
const SEPARATOR = '\u001f'
