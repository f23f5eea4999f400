import { namesApart } from '#domain/driver.ts'
import { FINAL_STATES, type FinalState as State } from '#domain/departure.ts'
import type { LeaverRow } from '#features/departures/final-accounts/schema.ts'
import { FinalState } from '#web/parts/departure-parts.tsx'
import { list } from '#web/parts/list.ts'
import { Money } from '#web/parts/money.tsx'

const inState = (wanted: State) => ({
  words: `page.departures.states.${wanted}` as const,
  holds: ({ state }: LeaverRow) => state === wanted,
})

/** Everybody who left, with what is still to be settled, so that nobody is forgotten. */
export const GONE = list({
  place: '/admin/drivers/leavers',
  words: (word) => `page.departures.list.${word}`,
  apart: namesApart,
  searchTexts: ({ name, ref }: LeaverRow) => [name, ref],
  href: ({ id }) => `/admin/drivers/${id}/departure`,
  views: Object.fromEntries(FINAL_STATES.map((state) => [state, inState(state)])),
  groups: ['state', 'lastDay'],
  first: { by: 'lastDay', descending: true },
  columns: {
    driver: { value: ({ name }) => name, sorts: true },
    ref: { value: ({ ref }) => ref, sorts: true, wideOnly: true },
    state: {
      value: ({ state }, t) => t(`page.departures.states.${state}`),
      cell: ({ state }) => <FinalState state={state} />,
      sorts: true,
    },
    lastDay: { value: ({ lastDay }) => lastDay, kind: 'day', sorts: true },
    waits: { value: ({ waitsUntil }) => waitsUntil, kind: 'day', sorts: true, wideOnly: true },
    figure: {
      value: ({ figure }) => figure,
      kind: 'money',
      cell: ({ figure }) => <Money cents={figure} look="bare" owed inList />,
      sorts: true,
      sums: true,
    },
  },
  phone: { amount: 'figure', state: 'state', facts: ['lastDay'] },
  head: (column) => `page.departures.list.${column}`,
})
