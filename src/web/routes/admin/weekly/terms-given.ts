import { type Week, weekName } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import type { Translator } from '#messages/catalogue.ts'

const DONE = 'terms-of-several'

/** The page of the week, with a note that this number of drivers was given terms with one press. */
export function termsGiven(week: Week, count: number): string {
  return `/admin/weekly/${weekName(week)}?${new URLSearchParams({ done: DONE, count: String(count) })}`
}

/** The words of that note, by its address: drivers who had terms by then kept them. `null` without the note. */
export function termsGivenWords(query: URLSearchParams, t: Translator): string | null {
  if (query.get('done') !== DONE) return null
  const count = readNumber(query.get('count'))
  return Number.isSafeInteger(count) && count > 0
    ? t('page.exceptions.termsOfSeveral', { count })
    : t('page.exceptions.termsOfNobody')
}
