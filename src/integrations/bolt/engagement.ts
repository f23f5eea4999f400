import { type Cells, ratingOf } from '#integrations/cells.ts'
import type { Header, TableRow } from '#platform/table.ts'
import type { Columns } from './columns.ts'

/**
 * Measures of how a driver worked, each with the unit that its heading must have: without it `13` may be a share of 13
 * % or anything else, and the column is left out.
 */
const UNITS = { acceptance: '%', utilisation: '%', completion: '%', distance: 'km' } as const

type Rates = { acceptance: number; utilisation: number; completion: number; distance: number; rating: number }

function ratesOf(header: Header, columns: Columns): Rates {
  const of = (column: keyof typeof UNITS) => {
    const unit = header.columns[columns[column]]?.split('|').at(1)?.trim().toLowerCase()
    return unit === UNITS[column] ? columns[column] : -1
  }
  return {
    acceptance: of('acceptance'),
    utilisation: of('utilisation'),
    completion: of('completion'),
    distance: of('distance'),
    rating: columns.rating,
  }
}

/** Lists the columns of these measures that can be read. */
export function engagementColumns(header: Header, columns: Columns): number[] {
  return Object.values(ratesOf(header, columns)).filter((column) => column !== -1)
}

/** Reads trips, minutes online, shares in basis points, metres with passengers, and hundredths of a star; `null` where not given. */
export function engagementOf(
  cells: Cells,
  row: TableRow,
  header: Header,
  columns: Columns,
): Record<string, number | null> {
  const { acceptance, utilisation, completion, distance, rating } = ratesOf(header, columns)
  const readIf = <Value>(column: number, read: (column: number) => Value) =>
    /^-?$/.test(cells.text(row, column)) ? null : read(column)
  const share = (column: number) => cells.optionalNumber(row, column, { places: 2, least: 0, most: WHOLE })
  return {
    trips: readIf(columns.trips, (column) => cells.count(row, column)),
    online_minutes: readIf(columns.onlineMinutes, (column) => cells.roundedCount(row, column)),
    acceptance_rate: share(acceptance),
    utilisation_rate: share(utilisation),
    completion_rate: share(completion),
    trip_metres: cells.optionalNumber(row, distance, { places: 3, least: 0, most: FARTHEST }),
    average_rating: ratingOf(cells, row, rating),
  }
}

/** A whole in basis points. */
const WHOLE = 10_000
/** Metres with passengers that nobody drives in a week. */
const FARTHEST = 20_000_000
