import { SHORT_DAYS } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'

/** "seg.–sex.", "seg., qua., sáb.": three or more consecutive days are written as a range. */
export function weekdayWords(days: readonly number[], language: Language): string {
  const stretches: number[][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else stretches.push([day])
  }
  const name = (day: number | undefined) => SHORT_DAYS[language][(day ?? 1) - 1] ?? ''
  return stretches
    .map((days_) => (days_.length > 2 ? `${name(days_[0])}–${name(days_.at(-1))}` : days_.map(name).join(', ')))
    .join(', ')
}
