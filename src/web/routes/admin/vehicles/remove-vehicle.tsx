import { showPlate } from '#domain/identifiers.ts'
import { removeVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, listMentioned } from '#features/fleet/vehicles/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-vehicle.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, plate } = await getVehicle(params.id)
  return { plate: showPlate(plate), isUsed: (await listMentioned([id])).has(id) }
})

export const action = confirms('vehicle.remove', async (change, { params }: Route.ActionArgs) => {
  const { id } = await getVehicle(params.id, change.tx)
  await removeVehicles(change, [id])
  return withDone('/admin/vehicles', 'removed')
})

/** Removes a car that was added by mistake, as long as nothing else is recorded about it. */
export default function RemoveVehicleScreen({ loaderData: { plate, isUsed } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ vehicle: plate }}
      question={t('page.fleet.vehicle.removal.title')}
      effect={t('page.fleet.vehicle.removal.text', { plate })}
      buttonWords={t('page.fleet.vehicle.removal.submit')}
      barred={isUsed ? t('errors.vehicle.in-use', { plates: plate, count: 1 }) : null}
    />
  )
}
