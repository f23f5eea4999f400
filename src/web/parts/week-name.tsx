import type { Week } from '#domain/week.ts'
import { formatWeek, formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { useLanguage } from '#web/i18n.tsx'

/** "Semana 23 · 1–7 jun. 2026", or one half of it. */
export function WeekName({ week, part = 'both' }: { week: Week; part?: 'both' | 'number' | 'days' }) {
  const language = useLanguage()
  const words = { both: formatWeek, number: formatWeekNumber, days: formatWeekDays }[part]
  return <span className="num">{words(week, language)}</span>
}
