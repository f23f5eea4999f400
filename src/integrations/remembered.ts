/** Most remembered texts: enough for the places, plates and prices of any list; beyond it everything is computed again. */
const MAX_REMEMBERED = 20_000

/** Makes a function that computes each text only once: a list of a million rows repeats a few texts often. */
export function rememberAnswers<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= MAX_REMEMBERED) answers.clear()
    const answer = work(text)
    answers.set(text, answer)
    return answer
  }
}

/** Makes a function that computes each combination of texts in one row only once. */
export function rememberedTogether<Answer>(work: (...texts: string[]) => Answer): (...texts: string[]) => Answer {
  const answerOf = rememberAnswers((joined: string) => {
    const texts = joined.split(SEPARATOR)
    return { count: texts.length, answer: work(...texts) }
  })
  return (...texts) => {
    const { count, answer } = answerOf(texts.join(SEPARATOR))
    return count === texts.length ? answer : work(...texts)
  }
}

/** A character that no report contains; a text with it is not remembered. */
const SEPARATOR = '\u001f'
