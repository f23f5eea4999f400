import { href } from 'react-router'
import { driverAt } from '#domain/matching.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { handOverInput } from '#features/fleet/vehicles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/hand-over.ts'
import { BesideHolders } from './beside-holders.tsx'
import { lookAtCorrection } from './corrected.server.ts'
import { driverOptions } from './driver-options.server.ts'
import { SeenMovers } from './movers.tsx'
import { periodOf } from './period.ts'
import { MomentFields, OdometerField } from './period-form.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now, t }) => {
  const assignments = await listAssignments(params.id)
  const holder = driverAt(assignments, now)
  const drivers = await driverOptions(now, { withFormer: false, given: { vehicleId: params.id, t } })
  return {
    id: params.id,
    periods: assignments.map(periodOf),
    holder: assignments.find(({ driverId }) => driverId === holder)?.driver ?? null,
    drivers: drivers.filter(({ value }) => value !== holder),
    at: typedMoment(now),
    looked: await lookAtCorrection({ request, now, vehicleId: params.id }, handOverInput, (change, { driverId, at }) =>
      handOver(change, params.id, driverId, at),
    ),
  }
})

export const action = saves(
  'vehicle.hand-over',
  handOverInput,
  async (change, { driverId, at, kilometres }, { params }: Route.ActionArgs) => {
    await handOver(change, params.id, driverId, at)
    if (kilometres !== null) await addReading(change, params.id, { at, kilometres, reason: '' })
    return withDone(href('/admin/vehicles/:id/drivers', params), 'handed')
  },
)

export default function HandOverScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, holder, drivers, at, looked, periods } = loaderData
  return (
    <Stack>
      <BesideHolders periods={periods} title={t('page.fleet.periods.handOverTitle')}>
        <Form reply={reply ?? looked?.reply}>
          <p>
            {holder ? t('page.fleet.periods.handOverText', { driver: holder }) : t('page.fleet.periods.handOverFree')}
          </p>
          <SelectField
            name="driverId"
            label={t('page.fleet.periods.handOverTo')}
            empty={t('page.fleet.periods.chooseDriver')}
            options={drivers}
            required
          />
          <MomentFields at={at} />
          <OdometerField />
          <Actions>
            {looked?.preview ? null : <SubmitButton>{t('page.fleet.periods.handOverSubmit')}</SubmitButton>}
            <Button type="submit" kind="outlined" formMethod="get">
              {t(looked?.preview ? 'page.holders.lookAgain' : 'page.holders.look')}
            </Button>
            <LinkButton to={`/admin/vehicles/${id}/drivers`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </BesideHolders>
      <SeenMovers looked={looked} submit={t('page.fleet.periods.handOverSubmit')} />
    </Stack>
  )
}
