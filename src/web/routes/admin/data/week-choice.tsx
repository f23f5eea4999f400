import { type Week, previousWeek, weekName } from '#domain/week.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { SelectField } from '#web/ui/fields.tsx'

/** Weeks to choose from: half a year, the last whole week first. */
const WEEKS = 26

/** Choice of the week of a file that does not name one. */
export function WeekChoice({ file, chosen, last }: { file: string; chosen: Week | null; last: Week }) {
  const t = useT()
  const known = Array.from({ length: WEEKS }, (_, before) => previousWeek(last, before))
  const weeks = chosen === null || known.includes(chosen) ? known : [chosen, ...known].toSorted().toReversed()
  return (
    <SelectField
      name={`week-${file}`}
      label={t('page.data.weekChoice.label')}
      options={weeks.map((week) => ({ value: weekName(week), label: formatWeek(week, t.language) }))}
      defaultValue={weekName(chosen ?? last)}
      required
    />
  )
}
