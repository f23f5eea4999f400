import { driversApart } from '#domain/driver.ts'
import type { ContestedLine } from '#features/statements/disputes/schema.ts'
import { formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { DisputeState } from '#web/parts/line-opinion.tsx'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'

const STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

const inState = (wanted: ContestedLine['state']) => ({
  words: `page.disputes.states.${wanted}` as const,
  holds: ({ state }: ContestedLine) => state === wanted,
})

/** Every line that drivers contest: first those that wait for an answer, then the answered ones. */
export const CONTESTED = list({
  place: '/admin/weekly/disputes',
  words: (word) => `page.disputes.office.${word}`,
  apart: driversApart,
  searchTexts: ({ driver, words, answer, weekName }: ContestedLine) => [
    driver.name,
    driver.ref,
    words,
    answer,
    weekName,
  ],
  views: {
    late: { words: 'page.disputes.office.late', holds: ({ isLate }: ContestedLine) => isLate },
    ...Object.fromEntries(STATES.map((state) => [state, inState(state)])),
  },
  first: { by: 'state', descending: false },
  groups: ['driver', 'week', 'line', 'why', 'state'],
  columns: {
    driver: { value: ({ driver }) => driver.name, sorts: true },
    week: {
      value: ({ week }, t) => formatWeekNumber(week, t.language),
      // The column's head says "week", so the cell is only the number.
      cell: ({ week }) => weekNumber(week),
      order: ({ week }) => week,
      sorts: true,
    },
    line: { value: ({ line }, t) => lineLabel(line, t), sorts: true },
    amount: {
      value: ({ line }) => line.amount,
      kind: 'money',
      sums: true,
      order: ({ line }) => line.amount,
      sorts: true,
    },
    why: { value: ({ cause }, t) => t(`page.disputes.causes.${cause}`), sorts: true, wideOnly: true },
    said: { value: ({ words }) => words, onlyInFile: true },
    opened: { value: ({ openedAt }) => openedAt, kind: 'moment', sorts: true, onlyInFile: true },
    days: {
      value: ({ days }) => days,
      kind: 'count',
      cell: ({ days }, t) =>
        days < 1 ? t('page.disputes.office.today') : t('page.disputes.office.days', { count: days }),
      sorts: true,
    },
    answerBy: { value: ({ answerBy }) => answerBy, kind: 'day', sorts: true, wideOnly: true },
    file: { value: ({ fileName }) => fileName, onlyInFile: true },
    state: {
      value: ({ state }, t) => t(`page.disputes.states.${state}`),
      cell: ({ state, isLate }, t) =>
        isLate ? <State tone="bad">{t('page.disputes.office.late')}</State> : <DisputeState state={state} />,
      // Lines that wait for an answer come first.
      order: ({ state }) => STATES.indexOf(state),
      sorts: true,
    },
    answer: { value: ({ answer }) => answer, onlyInFile: true },
  },
  phone: { amount: 'amount', state: 'state', facts: ['line', 'days'] },
  head: (column) => `page.disputes.office.columns.${column}`,
})
