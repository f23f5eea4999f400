import type { Zone } from '#features/positions/zones/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatRatio } from '#messages/numbers.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'

/** The list of the zones in which the office expects its cars. */
export const ZONES = list({
  place: '/admin/monitor/zones',
  words: (word) => `page.zones.${word}`,
  searchTexts: ({ name, cars }: Zone) => [name, ...cars.map(({ plate }) => plate)],
  columns: {
    name: { value: ({ name }) => name, sorts: true },
    shape: { value: shapeWords },
    covers: { value: coversWords, sorts: true },
    since: { value: ({ since }) => since, kind: 'moment', sorts: true, wideOnly: true },
    tells: {
      value: tellsWords,
      cell: (zone, t) => <State tone={zone.tellsLeaving ? 'ok' : 'plain'}>{tellsWords(zone, t)}</State>,
      sorts: true,
    },
  },
  phone: { state: 'tells', facts: ['shape', 'covers'] },
  head: (column) => `page.zones.columns.${column}`,
})

function shapeWords({ shape }: Zone, t: Translator): string {
  return shape.shape === 'circle'
    ? t('page.zones.circleOf', { count: formatRatio(shape.radius / 1000, t.language) })
    : t('page.zones.polygonOf', { count: shape.corners.length })
}

function tellsWords({ tellsLeaving }: Zone, t: Translator): string {
  return t(`page.zones.tells.${tellsLeaving ? 'yes' : 'no'}`)
}

function coversWords({ covers, cars }: Zone, t: Translator): string {
  if (covers === 'all') return t('page.zones.covers.all')
  const [only] = cars
  return cars.length === 1 && only ? only.plate : t('page.zones.cars', { count: cars.length })
}
