/** Longest list from a spreadsheet, in characters of text: a longer one is no list of one fleet. */
export const LONGEST_LIST = 300_000

/** Problems of a list as a whole: nothing of it is understood. Any other problem keeps out one line until it is corrected. */
export const WHOLE_LIST_PROBLEMS = [
  'no-headings',
  'column-twice',
  'nothing',
  'too-long',
  'quote-open',
  'date-turned',
] as const
export type WholeListProblem = (typeof WHOLE_LIST_PROBLEMS)[number]

/** Why a list, or one line of it, is not taken in: nothing is guessed. `column` is the list's own heading. */
export type ListedProblem<Code extends string = string> = {
  line: number | null
  column: string
  code: Code
  found: string
}

const OF_THE_LIST: ReadonlySet<string> = new Set(WHOLE_LIST_PROBLEMS)

/** The lines that stay out, by their numbers, in order. */
export function linesLeftOut(problems: readonly ListedProblem[]): number[] {
  const lines = problems.flatMap(({ line, code }) => (line === null || OF_THE_LIST.has(code) ? [] : [line]))
  return [...new Set(lines)].toSorted((a, b) => a - b)
}
