import type { Translator } from './catalogue.ts'

/** Whole minutes, the last one begun left out: "9 h 40 min". */
export function hoursWords(seconds: number, t: Translator): string {
  const all = Math.floor(seconds / 60)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return minutes === 0 ? t('page.goals.units.hours', { hours }) : t('page.goals.units.minutes', { hours, minutes })
}
