import { href } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { moveHandOver } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, handOverAt, showAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { handOverMomentInput } from '#features/fleet/vehicles/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form } from '#web/ui/form.tsx'
import type { Route } from './+types/move-moment.ts'
import { HoldersLayout } from './holders-layout.tsx'
import { lookAtCorrection } from './corrected.server.ts'
import { SeenMovers } from './movers.tsx'
import { periodOf } from './period.ts'
import { MomentFields } from './period-form.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const at = readMoment(params.moment)
  const [{ id, plate }, assignments] = await Promise.all([getVehicle(params.id), showAssignments(params.id)])
  const { ending, beginning } = handOverAt(assignments, at)
  if (!ending && !beginning) throw new Refusal('assignment.moved')
  return {
    id,
    plate,
    at: at.toString(),
    typed: typedMoment(at),
    periods: assignments.map(periodOf),
    before: ending?.driver ?? null,
    after: beginning?.driver ?? null,
    looked: await lookAtCorrection({ request, now, vehicleId: id }, handOverMomentInput, (change, to) =>
      moveHandOver(change, id, { at, to }),
    ),
  }
})

export const action = saves(
  'vehicle.move-hand-over',
  handOverMomentInput,
  async (change, to, { params }: Route.ActionArgs) => {
    await moveHandOver(change, params.id, { at: readMoment(params.moment), to })
    return withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'saved')
  },
)

/** The moment in an address; refuses `record.not-found` if it cannot be read. */
function readMoment(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    throw new Refusal('record.not-found')
  }
}

/** Moves the moment of a hand-over, for both drivers at once; typed here or dragged on the calendar. */
export default function MoveMomentScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, plate, at, typed, before, after, looked, periods } = loaderData
  const nobody = t('page.holders.nobody')
  return (
    <Stack>
      <HoldersLayout periods={periods} title={t('page.holders.moment.title')}>
        <p>
          {t('page.holders.moment.text', {
            plate: showPlate(plate),
            at: formatInstant(at, t.language),
            before: before ?? nobody,
            after: after ?? nobody,
          })}
        </p>
        <Form reply={reply ?? looked?.reply}>
          <MomentFields at={typed} />
          <Actions>
            <Button type="submit" kind={looked?.preview ? 'outlined' : 'primary'} formMethod="get">
              {t(looked?.preview ? 'page.holders.lookAgain' : 'page.holders.look')}
            </Button>
            <LinkButton to={`/admin/vehicles/${id}/drivers`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </HoldersLayout>
      <SeenMovers looked={looked} submit={t('page.holders.moment.submit')} />
    </Stack>
  )
}
