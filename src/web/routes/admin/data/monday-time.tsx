import { MONDAY_HOURS } from '#domain/monday.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveMondayTime } from '#features/weeks/mondays/commands.server.ts'
import { readMondayTime } from '#features/weeks/mondays/queries.server.ts'
import { mondayTime, mondayTimeInput } from '#features/weeks/mondays/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { dayName } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/monday-time.ts'

const BASE = '/admin/data/monday'

export const loader = shows(async () => {
  const [{ changedAt: _, ...time }, events] = await Promise.all([readMondayTime(), listEvents('monday')])
  return { time, events }
})

export const action = saves(
  'monday.save',
  mondayTimeInput.and(opened),
  async (change, { opened: seen, ...time }, { url }: Route.ActionArgs) => {
    refuseIfChanged(mondayTime, seen, await readMondayTime(change.tx), languageOf(url.pathname))
    await saveMondayTime(change, time)
    return withDone(BASE, 'saved')
  },
)

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Whether and when the week that has ended is prepared automatically. */
export default function MondayTimeScreen({ loaderData: { time, events } }: Route.ComponentProps) {
  const t = useT()
  const weekday = numbers(1, 7).map((day) => ({ value: String(day), label: dayName(day, t.language) }))
  const hour = numbers(MONDAY_HOURS.first, MONDAY_HOURS.last).map((number) => ({
    value: String(number),
    label: `${String(number).padStart(2, '0')}:00`,
  }))
  return (
    <FormPage
      title={t('page.monday.timeTitle')}
      subtitle={t('page.monday.timeSubtitle')}
      back={{ to: BASE, label: t('page.monday.title') }}
      of={mondayTime}
      values={time}
      version={null}
      events={events}
      offered={{ weekday, hour }}
      buttonWords={t('page.monday.save')}
    />
  )
}
