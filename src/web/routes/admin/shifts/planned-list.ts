import { list } from '#web/parts/list.ts'
import type { ShownShift } from './week-plan.server.ts'

/** The plan of a week as lines, for its files. */
export const PLANNED = list<ShownShift, 'plate' | 'day' | 'starts' | 'ends' | 'driver' | 'instead'>({
  place: '/admin/vehicles/week',
  words: (word) => `page.shifts.list.${word}`,
  searchTexts: ({ plate, driver }) => [plate, driver],
  views: {
    differs: { words: 'page.shifts.views.differs', holds: ({ instead }) => instead.length > 0 },
  },
  columns: {
    plate: { value: ({ plate }) => plate, sorts: true },
    day: { kind: 'day', value: ({ day }) => day, sorts: true },
    starts: { value: ({ starts }) => starts },
    ends: { value: ({ ends }) => ends },
    driver: { value: ({ driver }) => driver, sorts: true },
    instead: {
      value: ({ instead }, t) =>
        instead
          .map(({ driver, minutes }) =>
            t(driver === null ? 'page.shifts.insteadNobody' : 'page.shifts.instead', {
              driver: driver ?? '',
              hours: Math.max(1, Math.round(minutes / 60)),
            }),
          )
          .join('; '),
    },
  },
  head: (column) => `page.shifts.columns.${column === 'plate' ? 'car' : column}`,
})
