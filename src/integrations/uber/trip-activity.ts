import { companyLetters } from '#domain/company.ts'
import { normalKey } from '#domain/identifiers.ts'
import type { FileWarning, ImportedRow, ReadResult } from '#domain/import.ts'
import { ZERO } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { cellsOf, isUuid, withoutNulls, repeatedColumns } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { contradiction } from '#integrations/weekly.ts'
import { columnOf, dataRows, findHeader, type Header, type Table } from '#platform/table.ts'
import { TRANSACTION_COLUMNS, TRIP_COLUMNS, treeOf, DRIVER_COLUMNS } from './headings.ts'
import { momentReader, periodOfReport, uberWeek } from './moments.ts'

const PLATE = ['matrícula', 'número da matrícula', 'número de matrícula', 'matrícula do veículo', 'number plate']
const REQUEST = ['hora do pedido da viagem', 'hora do pedido de viagem', 'hora do pedido', 'trip request time']
const DROP_OFF = ['hora de conclusão da viagem', 'hora de fim da viagem', 'hora de destino', 'trip drop-off time']
const SERVICE = ['tipo de serviço', 'service type']
const STATUS = ['estado da viagem', 'trip status']
const DISTANCE = new Set(['distância da viagem', 'trip distance'])

/**
 * Reads Uber's trips: who drove which car from when to when. No money: fares are in the weekly report. Each row is kept
 * for reference, with the plate and the end of the trip as facts, and its distance where the file says that it is in
 * kilometres. Nothing of passengers (addresses, names, fares) is kept in a row. The Portuguese names of the columns are
 * inferred; a file with others is refused with their names.
 */
export const tripActivity: Format = { source: 'uber', kind: 'trip_activity', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(
    table,
    (keys) =>
      DRIVER_COLUMNS.driver.some((name) => keys.has(name)) &&
      [...TRIP_COLUMNS, ...PLATE, ...REQUEST].some((name) => keys.has(name)),
  )
  if (!header) return null
  const keys = new Set(header.keys)
  if (TRANSACTION_COLUMNS.some((name) => keys.has(name)) || treeOf(keys) !== null) return null
  const language = keys.has(DRIVER_COLUMNS.driver[0]) ? 'pt' : 'en'
  const columns = columnsOf(header)
  const usual = USUAL[language]
  const missing = NEEDED.filter((name) => columns[name] === -1).map((name) => usual[name])
  const known = Object.values(columns).filter((column) => column !== -1).length
  return { header, language, variant: 'trips', missing, known }
}

const NEEDED = ['trip', 'plate', 'request', 'dropOff'] as const

const USUAL = {
  pt: {
    trip: 'UUID da viagem',
    plate: 'Matrícula',
    request: 'Hora do pedido da viagem',
    dropOff: 'Hora de conclusão da viagem',
  },
  en: { trip: 'Trip UUID', plate: 'Number plate', request: 'Trip request time', dropOff: 'Trip drop-off time' },
} as const

function columnsOf(header: Header) {
  return {
    trip: columnOf(header, ...TRIP_COLUMNS),
    driver: columnOf(header, ...DRIVER_COLUMNS.driver),
    firstName: columnOf(header, ...DRIVER_COLUMNS.firstName),
    surname: columnOf(header, ...DRIVER_COLUMNS.surname),
    plate: columnOf(header, ...PLATE),
    request: columnOf(header, ...REQUEST),
    dropOff: columnOf(header, ...DROP_OFF),
    service: columnOf(header, ...SERVICE),
    status: columnOf(header, ...STATUS),
    distance: header.keys.findIndex((key) => DISTANCE.has(key.replace(KILOMETRES, ''))),
  }
}

/** Matches how a heading, or a cell, marks a distance in kilometres. */
const KILOMETRES = /\s*(?:\(km\)|\|\s*km|\bkm)$/i

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const columns = columnsOf(header)
  const named = readFileName(file.name)
  const contradicts = contradiction(named, { source: 'uber', report: 'trip_activity' })
  if (contradicts) return contradicts

  const cells = cellsOf(
    table,
    header,
    [columns.distance].filter((column) => column !== -1),
  )
  const isInKilometres = KILOMETRES.test(header.columns[columns.distance] ?? '')
  const { trip, driver, plate, request, dropOff } = columns
  cells.problems.push(...repeatedColumns(table, header, [trip, driver, plate, request, dropOff]))
  const momentOf = momentReader(
    dataRows(table, header)
      .flatMap((row) => [cells.text(row, request), cells.text(row, dropOff)])
      .filter((text) => text !== ''),
    named.period,
  )
  const kept = Object.values(columns).filter((column) => column !== -1)
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const records = new Map<string, string>()
  const repeated: number[] = []
  for (const row of dataRows(table, header)) {
    if (isEmptyLine(cells, row, kept)) continue
    if (isSumRow(cells, row, { when: [trip, request], who: [driver, plate], amounts: [] })) continue
    if (!cells.hasItsWidth(row)) continue
    const id = cells.text(row, trip).toLowerCase()
    const driverId = cells.text(row, driver).toLowerCase()
    if (!isUuid(id)) cells.report(row, trip, id === '' ? 'value-missing' : 'id-unreadable', 'UUID')
    if (!isUuid(driverId)) cells.report(row, driver, driverId === '' ? 'value-missing' : 'id-unreadable', 'UUID')
    // A trip that two drivers took has two rows.
    const key = `${id} ${driverId}`
    const original = kept.map((column) => cells.text(row, column)).join('\t')
    const earlier = records.get(key)
    if (earlier === original) {
      repeated.push(row.line)
      continue
    }
    if (earlier !== undefined) cells.report(row, trip, 'key-repeated', '')
    records.set(key, original)

    const car = normalKey({ kind: 'plate', value: cells.text(row, plate) }).value
    if (car === '') cells.report(row, plate, 'value-missing', 'AA-00-AA')
    const at = momentOf(cells.text(row, request))
    if (!at) {
      cells.report(row, request, cells.text(row, request) === '' ? 'value-missing' : 'date-unreadable', EXAMPLE)
      continue
    }
    // A cancelled trip has no end.
    const ended = cells.text(row, dropOff) === '' ? at : endOf(at, momentOf(cells.text(row, dropOff)))
    if (!ended) {
      cells.report(row, dropOff, 'date-unreadable', EXAMPLE)
      continue
    }
    if (Temporal.Instant.compare(ended, at) < 0)
      cells.report(row, dropOff, 'ends-before-start', cells.text(row, request))
    const isKnownInKilometres = isInKilometres || KILOMETRES.test(cells.text(row, columns.distance))
    const metres = isKnownInKilometres
      ? cells.optionalNumber(row, columns.distance, { places: 3, least: 0, most: FARTHEST })
      : null
    const measures = withoutNulls({ trips: 1, trip_metres: metres })
    addTo(totals, measures)
    rows.push({
      line: row.line,
      kind: 'reference',
      key,
      amount: ZERO,
      week: uberWeek(at),
      at,
      keys: [
        { kind: 'driver', value: driverId },
        { kind: 'plate', value: car },
      ],
      label: `${cells.text(row, columns.firstName)} ${cells.text(row, columns.surname)}`.trim(),
      measures,
      facts: {
        plate: car,
        until: ended.toString(),
        description: [columns.service, columns.status]
          .map((column) => cells.text(row, column))
          .join(' ')
          .trim(),
      },
      original,
    })
  }
  if (cells.problems.length > 0) return unreadable(cells.problems)
  if (rows.length === 0) return refused('empty')

  return {
    ok: true,
    file: {
      source: 'uber',
      kind: 'trip_activity',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodOfReport(
        named.period,
        rows.flatMap(({ at }) => at ?? []),
      ),
      company: { name: named.company, organisation: null, contracts: [] },
      account: companyLetters(named.company ?? ''),
      rows,
      totals,
      dataRows: rows.length + repeated.length,
      warnings: warningsOf(repeated),
    },
  }
}

/** Answers the end of a trip. In the hour that comes twice in autumn, an end that seems to be before the start is in the second pass. */
function endOf(at: Temporal.Instant, ended: Temporal.Instant | null): Temporal.Instant | null {
  if (!ended || Temporal.Instant.compare(ended, at) >= 0) return ended
  const onClock = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(ZONE).toPlainDateTime()
  const hourLater = ended.add({ hours: 1 })
  return onClock(hourLater).equals(onClock(ended)) ? hourLater : ended
}

/** Distance in metres that nobody drives with one passenger. */
const FARTHEST = 2_000_000

const EXAMPLE = '2026-01-31 23:59:59'

function warningsOf(repeated: readonly number[]): FileWarning[] {
  if (repeated.length === 0) return []
  return [{ code: 'rows-repeated', params: { count: repeated.length, lines: repeated.slice(0, 50).join(', ') } }]
}
