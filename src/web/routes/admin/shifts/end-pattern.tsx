import { showPlate } from '#domain/identifiers.ts'
import { endPattern, notifyOfChange } from '#features/fleet/shifts/commands.server.ts'
import { getPattern } from '#features/fleet/shifts/queries.server.ts'
import { patternEnd } from '#features/fleet/shifts/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-pattern.ts'
import { weekdayWords } from './weekday-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  pattern: await getPattern(params.pattern),
  today: dayAt(now),
}))

export const action = saves(
  'shift-pattern.end',
  patternEnd.input,
  async (change, { until }, { params }: Route.ActionArgs) => {
    const pattern = await getPattern(params.pattern, change.tx)
    await endPattern(change, params.pattern, until)
    await notifyOfChange(change, [pattern.driverId], { ...pattern, day: until })
    return '/admin/vehicles/shifts?done=ended'
  },
)

export default function EndPatternScreen({ loaderData: { pattern, today } }: Route.ComponentProps) {
  const t = useT()
  const { plate, driver, until } = pattern
  return (
    <SmallAct
      record={t('page.shifts.patterns.of', { plate: showPlate(plate), driver })}
      from={t('page.shifts.patterns.title')}
      facts={factsOf(pattern, t)}
      question={t('page.shifts.patterns.end.title')}
      effect={t('page.shifts.patterns.end.text')}
      buttonWords={t('page.shifts.patterns.end.submit')}
      unchanged={t('page.shifts.patterns.end.stays')}
    >
      <RecordFields of={patternEnd} values={{ until: until ?? today }} />
    </SmallAct>
  )
}

function factsOf(
  { plate, driver, weekdays, starts, ends, from, until }: Route.ComponentProps['loaderData']['pattern'],
  t: Translator,
) {
  return {
    vehicle: showPlate(plate),
    driver,
    at: `${weekdayWords(weekdays, t.language)}, ${starts}–${ends}`,
    since: formatDayShort(from, t.language),
    until: until && formatDayShort(until, t.language),
  }
}
