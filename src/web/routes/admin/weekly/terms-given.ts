import { type Week, weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import type { Translator } from '#messages/catalogue.ts'

const DONE = 'terms-of-several'

/** The page of the week, right after so many drivers of it were given terms with one press. */
export function termsGiven(week: Week, count: number): string {
  return `/admin/weekly/${weekName(week)}?${new URLSearchParams({ done: DONE, count: String(count) })}`
}

/** What that page says, by its address: whoever had terms by then kept them. `null` on any other. */
export function termsGivenWords(query: URLSearchParams, t: Translator): string | null {
  if (query.get('done') !== DONE) return null
  const count = readNumber(query.get('count'))
  return Number.isSafeInteger(count) && count > 0
    ? t('page.exceptions.termsOfSeveral', { count })
    : t('page.exceptions.termsOfNobody')
}
