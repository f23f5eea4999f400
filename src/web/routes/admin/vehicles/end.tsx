import { href } from 'react-router'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { endAssignment, requireAsSeen } from '#features/fleet/vehicles/commands.server.ts'
import { getAssignment, seenAs } from '#features/fleet/vehicles/queries.server.ts'
import { endInput } from '#features/fleet/vehicles/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/end.ts'
import { MomentFields, OdometerField } from './period-form.tsx'
import { periodOf } from './period.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const found = await getAssignment(params.id, params.assignment)
  return { id: params.id, period: periodOf(found), seen: seenAs(found), at: typedMoment(now) }
})

export const action = saves(
  'vehicle.end-assignment',
  endInput,
  async (deed, { at, kilometres, seen }, { params }: Route.ActionArgs) => {
    await requireAsSeen(deed, params.id, params.assignment, seen)
    await endAssignment(deed, params.id, params.assignment, at)
    if (kilometres !== null) await addReading(deed, params.id, { at, kilometres, reason: '' })
    return withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'ended')
  },
)

export default function EndPeriodScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { id, period, seen, at } = loaderData
  const { driver, from } = period
  return (
    <Section title={t('page.fleet.periods.endTitle')}>
      <Form>
        <input type="hidden" name="seen" value={seen} />
        <p>
          {from
            ? t('page.fleet.periods.endText', { driver, from: formatInstant(from, t.language) })
            : t('page.fleet.periods.endTextOpen', { driver })}
        </p>
        <MomentFields at={at} />
        <OdometerField />
        <Actions>
          <SubmitButton>{t('page.fleet.periods.endSubmit')}</SubmitButton>
          <LinkButton to={`/admin/vehicles/${id}/drivers`} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Section>
  )
}
