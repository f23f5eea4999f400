import { showPlate } from '#domain/identifiers.ts'
import type { VehicleRow } from '#features/fleet/vehicles/queries.server.ts'
import type { Driving } from '#features/papers/readiness/schema.ts'
import { drivingColumn, drivingFilter } from '#web/parts/driving-column.tsx'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'
import { VEHICLE_TONES } from './tones.ts'

/** A car, and whether it may be driven today; `null` for a sold one. */
export type ListedCar = VehicleRow & { driving: Driving | null }

/** The cars, for the page and for a file. */
export const CARS = list({
  place: '/admin/vehicles',
  words: (word) => `page.fleet.vehicles.${word}`,
  searchTexts: ({ plate, make, model, driver }: ListedCar) => [plate, make, model, driver],
  views: {
    active: { words: 'page.fleet.vehicleStatus.active', holds: ({ status }) => status === 'active' },
    maintenance: { words: 'page.fleet.vehicleStatus.maintenance', holds: ({ status }) => status === 'maintenance' },
    sold: { words: 'page.fleet.vehicles.sold', holds: ({ status }) => status === 'sold' },
    idle: { words: 'page.fleet.vehicles.idle', holds: ({ driver, status }) => driver === null && status === 'active' },
  },
  filters: { driving: drivingFilter('car') },
  // Cars that may not be driven come first.
  first: { by: 'driving', descending: false },
  groups: ['model', 'energy', 'driver', 'status'],
  columns: {
    plate: { value: ({ plate }) => showPlate(plate), sorts: true },
    model: {
      value: ({ make, model, year }) => [make, model, year].filter(Boolean).join(' '),
      joins: true,
      sorts: true,
      wideOnly: true,
    },
    energy: { value: ({ energy }, t) => t.find(`page.fleet.energies.${energy}`) ?? null, wideOnly: true },
    driver: {
      value: ({ driver }) => driver,
      cell: ({ driver }, t) => driver ?? t('page.fleet.vehicles.nobody'),
      sorts: true,
    },
    driving: drivingColumn(),
    cards: { value: ({ cards }) => cards, kind: 'count', wideOnly: true },
    // A rent of zero means none of its own: the driver's terms decide.
    rent: { value: ({ rent }) => rent || null, kind: 'money', sums: true, sorts: true, exception: true },
    status: {
      value: ({ status }, t) => t.find(`page.fleet.vehicleStatus.${status}`) ?? null,
      // Shows nothing if the car is active.
      cell: ({ status }, t) =>
        status === 'active' ? (
          ''
        ) : (
          <State tone={VEHICLE_TONES[status] ?? 'info'}>{t.find(`page.fleet.vehicleStatus.${status}`)}</State>
        ),
      exception: true,
    },
  },
  phone: { amount: 'status', state: 'driving', facts: ['driver', 'model'] },
  head: (column) => `page.fleet.vehicles.columns.${column}`,
})
