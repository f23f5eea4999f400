import {
  ACCIDENT_NEXTS,
  type AccidentBalance,
  type AccidentNext,
  type AccidentState as StateName,
} from '#domain/accident.ts'
import { driversApart } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { AccidentView } from '#features/fleet/accidents/schema.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { list } from '#web/parts/list.ts'
import { AccidentState } from './accident-state.tsx'

export type ListedAccident = AccidentView & {
  state: StateName
  next: AccidentNext
  /** Days since an open accident; `null` for a closed one. */
  days: number | null
  balance: AccidentBalance | null
}

const isOpen = ({ state }: ListedAccident) => state !== 'closed'

/** The accidents of the fleet that are open, those that wait for the office first; the closed ones have a view of their own. */
export const ACCIDENTS = list({
  place: '/admin/vehicles/accidents',
  words: (word) => (word === 'title' ? 'page.accidents.title' : `page.accidents.list.${word}`),
  holds: isOpen,
  apart: driversApart,
  searchTexts: ({ vehicle, driver, ...accident }: ListedAccident) => [
    vehicle.plate,
    showPlate(vehicle.plate),
    driver?.name ?? null,
    accident.place,
    accident.claimNumber,
    accident.otherName,
    accident.otherPlate,
    accident.otherInsurer,
    accident.otherPolicy,
    accident.policeNumber,
  ],
  href: ({ vehicle, id }) => `/admin/vehicles/${vehicle.id}/accidents/${id}`,
  views: {
    todo: {
      words: 'page.accidents.list.views.todo',
      holds: (accident) => isOpen(accident) && accident.next !== 'answer',
    },
    reported: { words: 'page.accidents.list.views.reported', holds: ({ state }) => state === 'reported' },
    closed: { words: 'page.accidents.list.views.closed', holds: ({ state }) => state === 'closed' },
  },
  filters: {
    injured: {
      words: 'page.accidents.injured',
      any: 'page.accidents.list.anyInjury',
      parts: {
        yes: { words: 'page.accidents.injuries.yes', holds: ({ injured }) => injured === 'yes' },
        no: { words: 'page.accidents.injuries.no', holds: ({ injured }) => injured === 'no' },
      },
    },
  },
  first: { by: 'next', descending: false },
  groups: ['plate', 'driver', 'state', 'at', 'otherInsurer'],
  columns: {
    plate: { value: ({ vehicle }) => showPlate(vehicle.plate), sorts: true },
    at: {
      value: ({ happenedAt }) => happenedAt,
      kind: 'moment',
      // The day is enough to tell accidents apart; the file has the minute too.
      cell: ({ happenedAt }, t) => formatDayShort(dayOf(happenedAt), t.language),
      sorts: true,
    },
    driver: {
      value: ({ driver }) => driver?.name ?? null,
      cell: ({ driver }, t) => driver?.name ?? t('page.accidents.list.nobody'),
      sorts: true,
    },
    place: { value: ({ place }) => place, sorts: true, wideOnly: true },
    state: {
      value: ({ state }, t) => t(`page.accidents.states.${state}`),
      cell: ({ state, next }) => <AccidentState state={state} isLate={next === 'late'} />,
      sorts: true,
    },
    next: {
      value: ({ next }, t) => (next === 'nothing' ? null : t(`page.accidents.list.nexts.${next}`)),
      order: ({ next }) => ACCIDENT_NEXTS.indexOf(next),
      sorts: true,
    },
    days: {
      value: ({ days }) => days,
      kind: 'count',
      cell: ({ days }, t) =>
        days === null
          ? '–'
          : days < 1
            ? t('page.accidents.list.today')
            : t('page.accidents.list.dayCount', { count: days }),
      sorts: true,
      wideOnly: true,
    },
    reportedOn: { value: ({ reportedOn }) => reportedOn, kind: 'day', onlyInFile: true },
    claimNumber: { value: ({ claimNumber }) => claimNumber, onlyInFile: true },
    injured: { value: ({ injured }, t) => t(`page.accidents.injuries.${injured}`), onlyInFile: true },
    otherPlate: { value: ({ otherPlate }) => otherPlate, onlyInFile: true },
    otherInsurer: { value: ({ otherInsurer }) => otherInsurer, onlyInFile: true },
    excess: { value: ({ excess }) => excess, kind: 'money', sums: true, onlyInFile: true },
    repairs: {
      value: ({ balance }) => balance?.repairs ?? null,
      kind: 'money',
      sums: true,
      sorts: true,
      wideOnly: true,
    },
    drivers: {
      value: ({ balance }) => balance?.drivers ?? null,
      kind: 'money',
      sums: true,
      sorts: true,
      wideOnly: true,
    },
    insurer: {
      value: ({ balance }) => balance?.insurer ?? null,
      kind: 'money',
      sums: true,
      sorts: true,
      wideOnly: true,
    },
    company: { value: ({ balance }) => balance?.company ?? null, kind: 'money', sums: true, sorts: true },
    paidOn: { value: ({ paidOn }) => paidOn, kind: 'day', onlyInFile: true },
    closedOn: { value: ({ closedOn }) => closedOn, kind: 'day', onlyInFile: true },
    closing: { value: ({ closing }) => closing, onlyInFile: true },
  },
  phone: { identity: 'plate', amount: 'company', state: 'state', facts: ['driver', 'at'], under: 'next' },
  head: (column) => `page.accidents.list.columns.${column}`,
})
