import { cents, minus } from '#domain/money.ts'
import { weekAt } from '#domain/week.ts'
import type { Format } from '#integrations/format.ts'
import { type ColumnNames, type Columns, findColumns } from '#integrations/movements.ts'
import { letters } from '#integrations/words.ts'
import { findHeader, type TableRow } from '#platform/table.ts'
import {
  type CardList,
  factsOf,
  minuteOf,
  type Purchase,
  readCard,
  readCardList,
  readEach,
  readPaid,
  readQuantity,
  readWhen,
  textOfCell,
} from './card-list.ts'

type Field = keyof typeof NAMES

const NAMES = {
  date: ['DATA E HORA INICIO', 'DATA HORA INICIO'],
  time: [],
  card: ['CARTAO', 'N CARTAO', 'NO CARTAO'],
  quantity: ['ENERGIA KWH', 'ENERGIA'],
  total: ['CUSTO', 'CUSTO EUR'],
  charger: ['CARREGADOR'],
} as const satisfies ColumnNames<string>

/**
 * Reads charging sessions with EDP's cards: `Data e Hora início;Cartão;Energia (kWh);Custo (€);Carregador`. A session
 * has no number of its own: card, minute, charger and cost identify it. It counts when the car was plugged in, as with
 * PRIO.
 */
export const edpCharging: Format = {
  source: 'edp',
  kind: 'electric',
  recognises: (table) => {
    const header = findHeader(table, (keys) => {
      const found = new Set([...keys].map(letters))
      const isThere = (name: string) => found.has(letters(name))
      const edpHeadings = [...NAMES.date, ...NAMES.charger].filter(isThere)
      const others = [...NAMES.card, ...NAMES.quantity, ...NAMES.total].filter(isThere)
      return edpHeadings.length > 0 && edpHeadings.length + others.length >= 3
    })
    if (!header) return null
    const columns = findColumns<Field>(header.columns, NAMES)
    return { header, language: 'pt', variant: 'sessions', missing: missingColumns(columns), known: columns.known }
  },
  read: (table, recognition, file) => {
    const columns = findColumns<Field>(recognition.header.columns, NAMES)
    const { at } = columns
    return readCardList({ source: 'edp', kind: 'electric', table, recognition, file }, columns, (list) => ({
      rows: readEach(list, (row) => readSession(list, row, at)).map(({ row }) => row),
      warnings: [],
    }))
  },
}

function missingColumns({ at }: Columns<Field>): string[] {
  return [
    at.date === -1 ? 'Data e Hora início' : null,
    at.card === -1 ? 'Cartão' : null,
    at.total === -1 ? 'Custo (€)' : null,
  ].filter((heading) => heading !== null)
}

function readSession(list: CardList, row: TableRow, at: Readonly<Record<Field, number>>): Purchase | null {
  const when = readTimed(list, row)
  const card = readCard(list, row, 'electric-card')
  const total = readPaid(list, row)
  const wattHours = readQuantity(list, row, 3)
  if (!when || !card || total === null || wattHours === null) return null
  const charger = textOfCell(list.cells.text(row, at.charger))
  return {
    line: row,
    unknownProduct: null,
    row: {
      line: row.line,
      kind: 'charging',
      key: [card.value, minuteOf(when.moment), charger.toUpperCase(), total].join('|'),
      amount: minus(cents(total)),
      week: weekAt(when.instant),
      at: when.instant,
      keys: [card],
      label: '',
      measures: { total, watt_hours: wattHours },
      facts: factsOf({ station: charger, energy: textOfCell(list.cells.text(row, at.quantity)) }),
      original: row.original,
    },
  }
}

/** Reads the moment; EDP always gives the time, so a day alone is a damaged cell. */
function readTimed(list: CardList, row: TableRow): ReturnType<typeof readWhen> {
  const when = readWhen(list, row)
  if (!when || when.hasTime) return when
  list.cells.report(row, list.at.date, 'date-unreadable', '30/06/2026 21:15')
  return null
}
