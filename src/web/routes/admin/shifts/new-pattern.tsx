import { USUAL_HOURS } from '#domain/shift.ts'
import { readDay } from '#domain/week.ts'
import { addPattern, notifyOfChange } from '#features/fleet/shifts/commands.server.ts'
import { patternInput } from '#features/fleet/shifts/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-pattern.ts'
import { patternChoices } from './pattern-choices.server.ts'
import { PatternForm } from './pattern-form.tsx'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now, t }) => {
  const today = dayAt(now)
  const from = readDay(url.searchParams.get('from') ?? '')?.toString() ?? today
  return {
    ...(await patternChoices(now, t)),
    shown: {
      vehicleId: url.searchParams.get('car') ?? '',
      driverId: url.searchParams.get('driver') ?? '',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      ...USUAL_HOURS.day,
      from: from < today ? today : from,
      until: '',
    },
  }
})

export const action = saves('shift-pattern.add', patternInput, async (change, input) => {
  await addPattern(change, input)
  await notifyOfChange(change, [input.driverId], { ...input, day: input.from })
  return '/admin/vehicles/shifts?done=added'
})

export default function NewPatternScreen({ loaderData: { cars, drivers, shown } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.shifts.patterns.newTitle')}
        subtitle={t('page.shifts.moneyFollows')}
        back={{ to: '/admin/vehicles/shifts', label: t('page.shifts.patterns.title') }}
      />
      <Page width="middle">
        {drivers.length === 0 ? (
          <FirstNeeded what="driver" />
        ) : (
          <Section title={t('page.shifts.patterns.what')}>
            <Words>{t('page.shifts.patterns.newText')}</Words>
            <PatternForm cars={cars} drivers={drivers} shown={shown} submit={t('page.shifts.patterns.submit')} />
          </Section>
        )}
      </Page>
    </>
  )
}
