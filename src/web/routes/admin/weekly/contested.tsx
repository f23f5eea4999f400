import type { ContestedLine } from '#features/statements/disputes/schema.ts'
import { formatWeekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { DisputeState } from '#web/parts/line-opinion.tsx'
import { list } from '#web/parts/list.ts'

const STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

const inState = (wanted: ContestedLine['state']) => ({
  words: `page.disputes.states.${wanted}` as const,
  holds: ({ state }: ContestedLine) => state === wanted,
})

/** Every line that drivers contest: what waits for an answer, then what was answered. */
export const CONTESTED = list({
  place: '/admin/weekly/disputes',
  words: (word) => `page.disputes.office.${word}`,
  found: ({ driver, words, answer, weekName }: ContestedLine) => [driver.name, driver.ref, words, answer, weekName],
  views: Object.fromEntries(STATES.map((state) => [state, inState(state)])),
  first: { by: 'state', descending: false },
  columns: {
    driver: { value: ({ driver }) => driver.name, sorts: true },
    week: { value: ({ week }, t) => formatWeekNumber(week, t.language), order: ({ week }) => week, sorts: true },
    line: { value: ({ line }, t) => lineLabel(line, t), sorts: true },
    amount: { value: ({ line }) => line.amount, kind: 'money', order: ({ line }) => line.amount, sorts: true },
    why: { value: ({ cause }, t) => t(`page.disputes.causes.${cause}`), sorts: true, wideOnly: true },
    said: { value: ({ words }) => words, onlyInFile: true },
    opened: { value: ({ openedAt }) => openedAt, kind: 'moment', sorts: true, wideOnly: true },
    state: {
      value: ({ state }, t) => t(`page.disputes.states.${state}`),
      cell: ({ state }) => <DisputeState state={state} />,
      // What waits for an answer comes first.
      order: ({ state }) => STATES.indexOf(state),
      sorts: true,
    },
    answer: { value: ({ answer }) => answer, onlyInFile: true },
  },
  head: (column) => `page.disputes.office.columns.${column}`,
})
