import type { Translator } from './catalogue.ts'
import { formatDayShort } from './dates.ts'

/** Params of refusals that are days. */
const DAYS: ReadonlySet<string> = new Set(['day', 'next'])

/** The sentence of a refusal, its days as people say days; `null` for a code that nobody wrote down. */
export function refusalSentence(
  t: Translator,
  code: string,
  params: Readonly<Record<string, string | number>>,
): string | null {
  const said = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    DAYS.has(name) && typeof value === 'string' ? formatDayShort(value, t.language) : value,
  ])
  return t.find(`errors.${code}`, Object.fromEntries(said))
}
