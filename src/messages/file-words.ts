import type { Translator } from './catalogue.ts'
import { formatDayShort, formatWeekInside } from './dates.ts'
import { formatMoney } from './numbers.ts'

type Params = Readonly<Record<string, string | number>>

/** Why a file was refused and what to do, in words: the codes and params of `FileRefusalCode`, and `other-week`. */
export function refusalWords(t: Translator, code: string, params: Params): string {
  const name = sentenceOf(code, params)
  const words = t.find(`errors.file.${name}`, inWords(t, params)) ?? t('errors.file.unknown-format')
  return params['headings'] ? `${words} ${t('errors.file.headings', params)}` : words
}

/** The sentence of a refusal: some codes have one more, for a case that its params tell. */
function sentenceOf(code: string, params: Params): string {
  if (code === 'period-not-a-week' && params['to'] === '') return 'several-weeks'
  return params['found'] === 'other-office' ? 'other-office' : code
}

type Problem = { line: number | null; column: string | null; code: string; found: string; expected: string }

/** One place that was not understood: line, column, what is there, what should be. */
export function problemWords(t: Translator, { line, column, code, found, expected }: Problem): string {
  const words = t.find(`errors.problem.${code}`, { found, expected }) ?? code
  if (line === null) return t('errors.problem.wholeFile', { what: words })
  if (column === null) return t('errors.problem.wholeLine', { line, what: words })
  return t('errors.file.problem', { line, column, what: words })
}

/** What is odd in a file that was read all the same. */
export function warningWords(t: Translator, { code, params }: { code: string; params: Params }): string {
  const name = code === 'value-assumed' && params['measure'] !== undefined ? 'total-assumed' : code
  const { amount } = params
  const money = typeof amount === 'number' ? { amount: formatMoney(amount, t.language) } : {}
  return t.find(`errors.fileWarning.${name}`, { ...params, ...money, where: where(t, params) }) ?? code
}

/** The lines a warning is about, as far as the reader of the file named them. */
function where(t: Translator, { lines, rows, line, pairs, count }: Params): string {
  if (typeof pairs === 'string') return repeatsWords(t, pairs.split(', '), Number(count))
  if (lines !== undefined)
    return t(/\D/.test(String(lines)) ? 'errors.fileWarning.lines' : 'errors.fileWarning.line', { lines, line: lines })
  if (rows === 1 || rows === undefined) return t('errors.fileWarning.line', { line: line ?? '–' })
  return t('errors.fileWarning.firstLine', { rows, line: line ?? '–' })
}

/** "linha 9 repete a linha 6", for each pair of lines that was named; there may be more. */
function repeatsWords(t: Translator, pairs: readonly string[], count: number): string {
  const words = pairs.map((pair) => {
    const [line = '', first = ''] = pair.split(' ')
    return t('errors.fileWarning.repeats', { line, first })
  })
  return words.join(', ') + (count > pairs.length ? '…' : '')
}

const DAYS = /\b\d{4}-\d{2}-\d{2}\b/g

/** Days, weeks and names of reports as a person says them. */
function inWords(t: Translator, params: Params): Params {
  const spell = (day: string) =>
    params['week'] === undefined ? formatDayShort(day, t.language) : formatWeekInside(day, t.language)
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : reportName(t, value.replaceAll(DAYS, spell)),
    ]),
  )
}

/** `bolt earnings` is Bolt «Ganhos por motorista»; what is no name of a report stays as it is. */
function reportName(t: Translator, text: string): string {
  const words = text.split(' ')
  if (words.length > 2) return text
  return t.find(`errors.report.${words.join('_')}`) ?? t.find(`errors.report.${words.at(-1)}`) ?? text
}
