import { driversApart } from '#domain/driver.ts'
import { FINE_STATES, showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { FineView } from '#features/fleet/fines/schema.ts'
import { FineClock, FineState, clockWords } from '#web/parts/fine-parts.tsx'
import { list } from '#web/parts/list.ts'

export type ListedFine = FineView & { isCharged: boolean }

/** The fines; those whose driver still has to be named come first. */
export const FINES = list({
  place: '/admin/vehicles/fines',
  words: (word) => `page.fines.${word}`,
  apart: driversApart,
  searchTexts: ({ number, vehicle, driver, place, offence }: ListedFine) => [
    number,
    showFineNumber(number),
    vehicle.plate,
    showPlate(vehicle.plate),
    driver?.name ?? null,
    place,
    offence,
  ],
  views: {
    open: { words: 'page.fines.views.open', holds: ({ isRunning }) => isRunning },
    unpaid: {
      words: 'page.fines.views.unpaid',
      holds: ({ isCharged, driver, state }) => !isCharged && driver !== null && state !== 'not-applicable',
    },
    closed: { words: 'page.fines.views.closed', holds: ({ isRunning }) => !isRunning },
  },
  first: { by: 'left', descending: false },
  groups: ['driver', 'plate', 'state', 'at', 'place', 'body'],
  columns: {
    number: { value: ({ number }) => showFineNumber(number), sorts: true },
    plate: { value: ({ vehicle }) => showPlate(vehicle.plate), sorts: true },
    at: { value: ({ committedAt }) => committedAt, kind: 'moment', sorts: true, wideOnly: true },
    driver: {
      value: ({ driver }) => driver?.name ?? null,
      cell: ({ driver }, t) => driver?.name ?? t('page.fines.nobody'),
      sorts: true,
    },
    left: {
      value: (fine, t) => clockWords(fine, t),
      cell: (fine) => <FineClock fine={fine} />,
      // Fines whose clock has stopped come last.
      order: ({ left, isRunning }) => (isRunning ? left : 100_000),
      sorts: true,
    },
    state: {
      value: ({ state }, t) => t(`page.fines.states.${state}`),
      cell: ({ state }) => <FineState state={state} />,
      order: ({ state }) => FINE_STATES.indexOf(state),
      sorts: true,
    },
    amount: { value: ({ amount }) => amount, kind: 'money', sums: true, sorts: true },
    charged: {
      value: ({ isCharged }, t) => t(isCharged ? 'page.fines.yes' : 'page.fines.no'),
      sorts: true,
      wideOnly: true,
    },
    notifiedOn: { value: ({ notifiedOn }) => notifiedOn, kind: 'day', onlyInFile: true },
    until: { value: ({ until }) => until, kind: 'day', onlyInFile: true },
    place: { value: ({ place }) => place, onlyInFile: true },
    offence: { value: ({ offence }) => offence, onlyInFile: true },
    body: { value: ({ body, authority }, t) => authority || t(`page.fines.body.${body}`), onlyInFile: true },
  },
  phone: { identity: 'driver', amount: 'amount', state: 'left', facts: ['plate', 'number'] },
  head: (column) => `page.fines.list.${column}`,
})
