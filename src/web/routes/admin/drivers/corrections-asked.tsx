import { driversApart } from '#domain/driver.ts'
import { CORRECTION_STATES, type CorrectionState as StateName } from '#domain/correction.ts'
import type { Correction } from '#features/fleet/corrections/schema.ts'
import { CorrectionState } from '#web/parts/correction-state.tsx'
import { list } from '#web/parts/list.ts'

const inState = (wanted: StateName) => ({
  words: `page.corrections.states.${wanted}` as const,
  holds: ({ state }: Correction) => state === wanted,
})

/** Every request for correction: first those that wait for an answer, then the answered ones. */
export const CORRECTIONS = list({
  place: '/admin/drivers/corrections',
  words: (word) => `page.corrections.office.${word}`,
  apart: driversApart,
  searchTexts: ({ driver, words, answer }: Correction) => [driver.name, driver.ref, words, answer],
  views: Object.fromEntries(CORRECTION_STATES.map((state) => [state, inState(state)])),
  groups: ['driver', 'field', 'state', 'asked'],
  first: { by: 'state', descending: false },
  columns: {
    driver: { value: ({ driver }) => driver.name, sorts: true },
    field: { value: ({ field }, t) => t(`page.corrections.fields.${field}`), sorts: true },
    words: { value: ({ words }) => words },
    asked: { value: ({ askedAt }) => askedAt, kind: 'moment', sorts: true, wideOnly: true },
    state: {
      value: ({ state }, t) => t(`page.corrections.states.${state}`),
      cell: ({ state }) => <CorrectionState state={state} />,
      // Requests that wait for an answer come first.
      order: ({ state }) => CORRECTION_STATES.indexOf(state),
      sorts: true,
    },
    answer: { value: ({ answer }) => answer, onlyInFile: true },
  },
  phone: { state: 'state', facts: ['field', 'words'] },
  head: (column) => `page.corrections.office.columns.${column}`,
})
