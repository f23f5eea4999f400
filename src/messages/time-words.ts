import type { Platform } from '#domain/performance.ts'
import type { Translator } from './catalogue.ts'
import { formatInstant } from './dates.ts'

/** Whole minutes, the last one begun left out: "9 h 40 min". */
export function hoursWords(seconds: number, t: Translator): string {
  const all = Math.floor(seconds / 60)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return minutes === 0 ? t('page.goals.units.hours', { hours }) : t('page.goals.units.minutes', { hours, minutes })
}

/** Hours and minutes as a table has them, the last minute begun left out: "9:40". */
export function clockWords(seconds: number): string {
  const all = Math.floor(seconds / 60)
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`
}

/** Where times come from, each with its age. */
export type SourceOfTimes =
  | { kind: 'file'; name: string; source: string; at: string }
  | { kind: 'asked'; platform: Platform; at: string }
  | { kind: 'trips'; at: string }

/** "Bolt, perguntada, com novidades em 28 nov. 2026, 20:13." */
export function sourceWords(source: SourceOfTimes, t: Translator): string {
  const at = formatInstant(source.at, t.language)
  if (source.kind === 'file') return t('page.times.sources.file', { name: source.name, source: source.source, at })
  if (source.kind === 'trips') return t('page.times.sources.trips', { at })
  return t('page.times.sources.asked', { platform: t(`page.connections.providers.${source.platform}`), at })
}
