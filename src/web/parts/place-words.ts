import type { Translator } from '#messages/catalogue.ts'

/** "Perto de Odivelas", "A 4 km de Odivelas". `away` in kilometres; 0 means near. */
export function nearWords({ place, away }: { place: string; away: number }, t: Translator): string {
  return away === 0 ? t('page.monitor.near', { place }) : t('page.monitor.away', { kilometres: away, place })
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "há 3 min", "há 5 dias": whole units, rounded down; empty for something never seen. */
export function ageWords(age: number | null, t: Translator): string {
  if (age === null) return ''
  if (age < MINUTE) return t('page.monitor.ages.now')
  if (age < HOUR) return t('page.monitor.ages.minutes', { count: Math.floor(age / MINUTE) })
  if (age < 2 * DAY) return t('page.monitor.ages.hours', { count: Math.floor(age / HOUR) })
  return t('page.monitor.ages.days', { count: Math.floor(age / DAY) })
}
