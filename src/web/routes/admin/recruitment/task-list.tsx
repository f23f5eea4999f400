import type { OpenTask } from '#features/recruitment/tasks/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'

export type TaskRow = OpenTask & { isMine: boolean; isDue: boolean }

/** The tasks, for the page and for a file. */
export const TASKS = list({
  place: '/admin/recruitment/tasks',
  words: (word) => `page.recruitment.tasks.list.${word}`,
  searchTexts: ({ what, application, person }: TaskRow) => [what, application.name, person?.name ?? null],
  href: ({ application }) => `/admin/recruitment/${application.id}`,
  views: {
    due: { words: 'page.recruitment.tasks.views.due', holds: ({ isDue }) => isDue },
    mine: { words: 'page.recruitment.tasks.views.mine', holds: ({ isMine }) => isMine },
  },
  groups: ['person', 'applicant', 'due'],
  first: { by: 'due', descending: false },
  columns: {
    what: { value: ({ what }) => what, sorts: true },
    applicant: { value: ({ application }) => application.name, sorts: true },
    due: {
      kind: 'day',
      value: ({ dueOn }) => dueOn,
      cell: ({ dueOn, isDue }, t) =>
        isDue ? <State tone="warn">{formatDay(dueOn, t.language)}</State> : formatDay(dueOn, t.language),
      sorts: true,
    },
    person: { value: ({ person }) => person?.name ?? null, sorts: true },
  },
  phone: { state: 'due', facts: ['applicant', 'person'] },
  head: (column) => `page.recruitment.tasks.columns.${column}`,
})
