import { LAWS, type LawId, articleInEnglish, adviserOn } from '#domain/law.ts'
import type { Translator } from './catalogue.ts'
import { formatDayShort } from './dates.ts'

/** Where a rule stands, as people name it: `Código do IRS, art. 31.º, n.º 1, c)`. */
export function lawPlace(id: LawId, t: Translator): string {
  const { act, article } = LAWS[id]
  const name = t(`page.law.acts.${act}`)
  if (article === null) return name
  return t('page.law.cite', { act: name, article: t.language === 'pt' ? article : articleInEnglish(article) })
}

/** Says since when a rule is as it is, where that was read, and when somebody read it. */
export function lawRead(id: LawId, t: Translator): string {
  const { since, readOn } = LAWS[id]
  const read = formatDayShort(readOn, t.language)
  return since === null
    ? t('page.law.read', { read })
    : t('page.law.since', { day: formatDayShort(since, t.language), read })
}

/** Who has to confirm a rule, as a sentence; nothing of one that is sure. */
export function lawDoubt(id: LawId, t: Translator): string {
  const adviser = adviserOn(id)
  return adviser === null ? '' : t(`page.law.confirm.${adviser}`)
}
