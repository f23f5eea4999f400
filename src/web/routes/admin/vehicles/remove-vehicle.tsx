import { showPlate } from '#domain/identifiers.ts'
import { removeVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, listMentioned } from '#features/fleet/vehicles/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-vehicle.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, plate } = await getVehicle(params.id)
  return { id, plate: showPlate(plate), isUsed: (await listMentioned([id])).has(id) }
})

export const action = confirms('vehicle.remove', async (change, { params }: Route.ActionArgs) => {
  const { id } = await getVehicle(params.id, change.tx)
  await removeVehicles(change, [id])
  return withDone('/admin/vehicles', 'removed')
})

/** Removes a car that was added by mistake, as long as nothing else is recorded about it. */
export default function RemoveVehicleScreen({ loaderData: { id, plate, isUsed } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ vehicle: plate }}
      question={t('page.fleet.vehicle.removal.title')}
      effect={t('page.fleet.vehicle.removal.text', { plate })}
      buttonWords={t('page.fleet.vehicle.removal.submit')}
      barred={isUsed ? <InUse id={id} plate={plate} /> : null}
    />
  )
}

/** Why the car stays, and the pages on which most of it is removed, or its departure recorded. */
function InUse({ id, plate }: { id: string; plate: string }) {
  const t = useT()
  return (
    <Notice tone="warn">
      <p>{t('errors.vehicle.in-use', { plates: plate, count: 1 })}</p>
      <Actions>
        <LinkButton to={`/admin/vehicles/${id}/drivers`} kind="text">
          {t('page.fleet.vehicle.tabs.drivers')}
        </LinkButton>
        <LinkButton to={`/admin/vehicles/${id}/cards`} kind="text">
          {t('page.fleet.vehicle.tabs.cards')}
        </LinkButton>
        <LinkButton to={`/admin/vehicles/${id}/sale`} kind="text">
          {t('page.sales.link')}
        </LinkButton>
      </Actions>
    </Notice>
  )
}
