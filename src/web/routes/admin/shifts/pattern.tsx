import { showPlate } from '#domain/identifiers.ts'
import { changePattern, notifyOfChange } from '#features/fleet/shifts/commands.server.ts'
import { getPattern } from '#features/fleet/shifts/queries.server.ts'
import { patternInput } from '#features/fleet/shifts/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/pattern.ts'
import { patternChoices } from './pattern-choices.server.ts'
import { PatternForm } from './pattern-form.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now, t }) => {
  const pattern = await getPattern(params.pattern)
  const today = dayAt(now)
  return {
    pattern,
    ...(await patternChoices(now, t)),
    shown: { ...pattern, from: pattern.from < today ? today : pattern.from, until: pattern.until ?? '' },
  }
})

export const action = saves(
  'shift-pattern.change',
  patternInput,
  async (change, input, { params }: Route.ActionArgs) => {
    const { driverId } = await getPattern(params.pattern, change.tx)
    await changePattern(change, params.pattern, input)
    await notifyOfChange(change, [...new Set([driverId, input.driverId])], { ...input, day: input.from })
    return '/admin/vehicles/shifts?done=changed'
  },
)

export default function PatternScreen({ loaderData: { pattern, cars, drivers, shown } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.shifts.patterns.of', { plate: showPlate(pattern.plate), driver: pattern.driver })}
        back={{ to: '/admin/vehicles/shifts', label: t('page.shifts.patterns.title') }}
        actions={
          <LinkButton to={`/admin/vehicles/shifts/${pattern.id}/end`}>{t('page.shifts.patterns.end.link')}</LinkButton>
        }
      />
      <Page width="middle">
        <Section title={t('page.shifts.patterns.changeTitle')}>
          <Words>{t('page.shifts.patterns.changeText')}</Words>
          <PatternForm cars={cars} drivers={drivers} shown={shown} submit={t('page.shifts.patterns.changeSubmit')} />
        </Section>
      </Page>
    </>
  )
}
