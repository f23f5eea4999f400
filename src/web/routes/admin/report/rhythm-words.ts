import type { ReportTime } from '#domain/report-schedule.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayName } from '#messages/dates.ts'

/** "à segunda-feira às 7 h". */
export function rhythmWords({ rhythm, weekday, day, hour }: ReportTime, t: Translator): string {
  return t(`page.reports.mails.rhythms.${rhythm}`, {
    weekday: dayName(weekday, t.language),
    day,
    hour,
  })
}
