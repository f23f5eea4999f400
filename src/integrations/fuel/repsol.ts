import { cents, minus } from '#domain/money.ts'
import { weekAt } from '#domain/week.ts'
import type { Format } from '#integrations/format.ts'
import { type ColumnNames, type Columns, findColumns, readIdentifier, warningOf } from '#integrations/movements.ts'
import { letters, plainText } from '#integrations/words.ts'
import { kindOfProduct } from '#integrations/prio/products.ts'
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
  unknownProducts,
} from './card-list.ts'

type Field = keyof typeof NAMES
type At = Readonly<Record<Field, number>>

/** Headings of the Portuguese list and of the Spanish export. */
const NAMES = {
  account: ['CONTA REPSOL', 'NUM CUENTA', 'CUENTA REPSOL'],
  card: ['NUM CARTAO', 'N CARTAO', 'NO CARTAO', 'CARTAO', 'NUM TARJETA', 'TARJETA'],
  date: ['DATA OPERACAO', 'FEC OPER', 'FECHA OPERACION'],
  time: ['HORA OPERACAO', 'HORA', 'HOR OPER', 'HORA OPERACION'],
  product: ['PRODUTO', 'DESC PRODUTO', 'DESCRICAO PRODUTO', 'DES PRODU', 'PRODUCTO'],
  quantity: ['LITROS', 'QUANTIDADE', 'VOLUME', 'NUM LITROS', 'CANTIDAD'],
  station: ['ESTABELECIMENTO', 'POSTO', 'ESTACAO DE SERVICO', 'NOM ESTAB', 'ESTABLECIMIENTO'],
  receipt: ['NUM RECIBO', 'RECIBO', 'NUM TALAO', 'TALAO', 'NUM OPERACAO', 'NUM OPER', 'NUM REFERENCIA'],
  km: ['KM', 'KMS', 'QUILOMETROS', 'NUM KM', 'KILOMETROS'],
  total: ['VALOR', 'VALOR TOTAL', 'IMP TOTAL', 'IMPORTE TOTAL'],
} as const satisfies ColumnNames<string>

/** Headings that no other source uses. */
const OWN = new Set(['CONTAREPSOL', 'CUENTAREPSOL', 'DATAOPERACAO', 'NUMTARJETA', 'FECOPER', 'IMPTOTAL', 'NOMESTAB'])

/**
 * Reads purchases with Repsol's card: the Portuguese list (`;`, below cover lines) and the Spanish export
 * (`num_tarjeta`, `fec_oper`…). The total with VAT is charged. A list without products sells fuel if it has litres; one
 * without times counts at noon.
 */
export const repsolFuelCard: Format = {
  source: 'repsol',
  kind: 'fuel_card',
  recognises: (table) => {
    const header = findHeader(table, (keys) => {
      const { at } = findColumns<Field>(keys, NAMES)
      const known = Object.values(at).filter((column) => column !== -1).length
      return known >= 3 && [...keys].some((key) => OWN.has(letters(key)))
    })
    if (!header) return null
    const columns = findColumns<Field>(header.columns, NAMES)
    return { header, language: 'pt', variant: 'operations', missing: missingColumns(columns), known: columns.known }
  },
  read: (table, recognition, file) => {
    const columns = findColumns<Field>(recognition.header.columns, NAMES)
    const { at } = columns
    return readCardList({ source: 'repsol', kind: 'fuel_card', table, recognition, file }, columns, (list) => {
      const purchases = readEach(list, (row) => readPurchase(list, row, at))
      const timeless = purchases.filter(({ hasTime }) => !hasTime).map(({ line }) => line)
      const warnings = timeless.length === 0 ? [] : [warningOf('time-missing', timeless)]
      return { rows: purchases.map(({ row }) => row), warnings: [...unknownProducts(purchases), ...warnings] }
    })
  },
}

function missingColumns({ at }: Columns<Field>): string[] {
  return [
    at.card === -1 ? 'NÚM. CARTÃO' : null,
    at.date === -1 ? 'DATA OPERAÇÃO' : null,
    at.product === -1 && at.quantity === -1 ? 'PRODUTO' : null,
    at.total === -1 ? 'VALOR' : null,
  ].filter((heading) => heading !== null)
}

function readPurchase(list: CardList, row: TableRow, at: At): (Purchase & { hasTime: boolean }) | null {
  const text = (field: Field) => textOfCell(list.cells.text(row, at[field]))
  const when = readWhen(list, row)
  const card = readCard(list, row, 'fuel-card')
  const total = readPaid(list, row)
  const centilitres = readQuantity(list, row, 2)
  const product = text('product')
  const hasProduct = at.product === -1 || product !== ''
  if (!hasProduct) list.cells.report(row, at.product, 'value-missing', 'GASOLEO')
  if (!when || !card || total === null || centilitres === null || !hasProduct) return null

  const kind = at.product === -1 ? (centilitres > 0 ? 'fuel' : null) : kindOfProduct(product)
  const receipt = readIdentifier(text('receipt'))?.toUpperCase() ?? ''
  const sale = receipt === '' ? [card.value, minuteOf(when.moment)] : [receipt, card.value, minuteOf(when.moment)]
  return {
    line: row,
    hasTime: when.hasTime,
    unknownProduct: kind ? null : product,
    row: {
      line: row.line,
      // A product that is neither fuel, AdBlue nor wash stays with the company until the office says otherwise.
      kind: kind ?? 'company-fee',
      key: [...sale, plainText(product), total].join('|'),
      amount: minus(cents(total)),
      week: weekAt(when.instant),
      at: when.instant,
      keys: [card],
      label: '',
      measures: kind === 'fuel' ? { total, centilitres } : { total },
      facts: factsOf({
        station: text('station'),
        product,
        quantity: kind === 'fuel' ? '' : text('quantity'),
        km: readIdentifier(text('km')) ?? '',
        receipt,
      }),
      original: row.original,
    },
  }
}
