import { type Cells, ratingOf } from '#integrations/cells.ts'
import type { Header, TableRow } from '#platform/table.ts'
import type { Columns } from './columns.ts'

/**
 * How a driver worked, as Bolt says it, and the unit that the heading must have: without it nobody knows whether `13` is a
 * share of 13 % or 13 of something, and the column is left out.
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

/** The columns of it that can be read. */
export function engagementColumns(header: Header, columns: Columns): number[] {
  return Object.values(ratesOf(header, columns)).filter((column) => column !== -1)
}

/** Trips, minutes online, shares in basis points, metres with passengers, hundredths of a star; `null` is not said. */
export function engagementOf(
  cells: Cells,
  row: TableRow,
  header: Header,
  columns: Columns,
): Record<string, number | null> {
  const { acceptance, utilisation, completion, distance, rating } = ratesOf(header, columns)
  const said = <Value>(column: number, read: (column: number) => Value) =>
    /^-?$/.test(cells.text(row, column)) ? null : read(column)
  const share = (column: number) => cells.optionalNumber(row, column, { places: 2, least: 0, most: WHOLE })
  return {
    trips: said(columns.trips, (column) => cells.count(row, column)),
    online_minutes: said(columns.onlineMinutes, (column) => cells.roundedCount(row, column)),
    acceptance_rate: share(acceptance),
    utilisation_rate: share(utilisation),
    completion_rate: share(completion),
    trip_metres: cells.optionalNumber(row, distance, { places: 3, least: 0, most: FARTHEST }),
    average_rating: ratingOf(cells, row, rating),
  }
}

/** A whole, in basis points. */
const WHOLE = 10_000
/** Metres that nobody drives with passengers in a week. */
const FARTHEST = 20_000_000
