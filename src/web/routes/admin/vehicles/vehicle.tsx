import { Outlet } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { driverAt } from '#domain/matching.ts'
import { getVehicle, showAssignments } from '#features/fleet/vehicles/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { useRecordParts } from '#web/parts/record-parts.ts'
import { shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/vehicle.ts'
import { VEHICLE_TONES } from './tones.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id, plate, make, model, year, status } = await getVehicle(params.id)
  const assignments = await showAssignments(id)
  const holder = driverAt(assignments, now)
  const driver = assignments.find(({ driverId }) => driverId === holder)?.driver ?? null
  return { id, plate, name: [make, model, year].filter(Boolean).join(' '), status, driver }
})

const TABS = ['drivers', 'inspections', 'upkeep', 'odometer', 'cards', 'history'] as const

function tabWords(path: (typeof TABS)[number], t: Translator): string {
  if (path === 'odometer') return t('page.odometer.tab')
  if (path === 'upkeep') return t('page.upkeep.tab')
  return path === 'inspections' ? t('page.inspections.tab') : t(`page.fleet.vehicle.tabs.${path}`)
}

/** The head of a car's record and its parts, each with an address. */
export default function VehicleScreen({ loaderData: { id, plate, name, status, driver } }: Route.ComponentProps) {
  const t = useT()
  const parts = useRecordParts(`/admin/vehicles/${id}`, [
    { path: '', label: t('page.fleet.vehicle.tabs.record') },
    ...TABS.map((path) => ({
      path,
      label: tabWords(path, t),
    })),
    { path: 'papers', label: t('page.papers.tab') },
  ])
  return (
    <>
      <PageHead
        title={showPlate(plate)}
        detail={name}
        part={parts.find(({ current }) => current)?.label}
        subtitle={
          <>
            <State tone={VEHICLE_TONES[status] ?? 'info'}>{t.find(`page.fleet.vehicleStatus.${status}`)}</State>
            {' · '}
            {driver ? t('page.fleet.vehicle.withDriver', { driver }) : t('page.fleet.vehicle.withNobody')}
          </>
        }
        back={{ to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }}
      />
      <Tabs label={t('page.fleet.vehicle.views')} tabs={parts} />
      <Stack>
        <DoneNote />
        <Outlet />
      </Stack>
    </>
  )
}
