import type { PaperView } from '#features/papers/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'

/** Days before the end from which the days left are shown: nobody wants to read that 1,800 are left. */
const DAYS_COUNTED = 90

/** "até 3 jan. 2027 · faltam 40 dias". */
export function endWords(t: Translator, { expiresOn, daysLeft }: Pick<PaperView, 'expiresOn' | 'daysLeft'>): string {
  if (expiresOn === null || daysLeft === null) return t('page.papers.facts.noEnd')
  return [
    t('page.papers.facts.until', { day: formatDayShort(expiresOn, t.language) }),
    ...(daysLeft < 0 ? [t('page.papers.facts.past', { count: -daysLeft })] : []),
    ...(daysLeft === 0 ? [t('page.papers.facts.today')] : []),
    ...(daysLeft > 0 && daysLeft <= DAYS_COUNTED ? [t('page.papers.facts.left', { count: daysLeft })] : []),
  ].join(' · ')
}
