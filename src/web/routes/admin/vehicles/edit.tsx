import { href } from 'react-router'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { vehicleInput, vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { LAST_CHANGES, LastChanges } from '#web/parts/last-changes.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import type { Route } from './+types/edit.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({
  ...(await getVehicle(params.id)),
  events: (await listEvents(`vehicle:${params.id}`)).slice(0, LAST_CHANGES),
}))

export const action = saves(
  'vehicle.save',
  vehicleInput,
  async (change, input, { request, params }: Route.ActionArgs) => {
    await saveVehicle(change, params.id, input)
    return wayBack(request) ?? withDone(href('/admin/vehicles/:id', params), 'saved')
  },
)

export default function EditVehicleScreen({ loaderData: { events, ...car } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SideBySide>
      <Section title={t('page.fleet.vehicle.edit')}>
        <ContractWay />
        <Form of={vehicleRecord} values={car} version={car.version}>
          <Actions>
            <SubmitButton>{t('page.fleet.vehicle.save')}</SubmitButton>
            <LinkButton to={`/admin/vehicles/${car.id}`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Section>
      <LastChanges events={events} of={vehicleRecord} record={`/admin/vehicles/${car.id}`} />
    </SideBySide>
  )
}
