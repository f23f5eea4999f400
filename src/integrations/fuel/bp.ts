import type { FileWarning, ImportedRow } from '#domain/import.ts'
import { cents, minus, ZERO } from '#domain/money.ts'
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

const NAMES = {
  date: ['DIA HORA'],
  time: [],
  card: ['N CARTAO', 'NO CARTAO', 'NUM CARTAO', 'CARTAO'],
  km: ['KM', 'KMS'],
  station: ['POSTO'],
  items: ['N DE ITEMS', 'NO DE ITEMS'],
  product: ['PRODUTO'],
  quantity: ['QUANTIDADE'],
  total: ['VALOR TOTAL FORNECIDO PRECO DO POSTO', 'VALOR TOTAL FORNECIDO'],
  deal: ['NUMERACAO DO NEGOCIO'],
  type: ['TIPO DE TRANSACAO'],
  confirmation: ['ESTADO DA CONFIRMACAO'],
  // Known headings that are not used: the amount reserved before the sale, and how the card was checked.
  issuer: ['VALOR DO ISSUER PRE AUTH'],
  supplier: ['VALOR DO SUPPLIER PRE AUTH'],
  profile: ['NOME PERFIL'],
  result: ['RESULTADO OBTIDO'],
  status: ['STATUS'],
} as const satisfies ColumnNames<string>

const OWN_HEADINGS = new Set(
  [...NAMES.date, ...NAMES.total, ...NAMES.deal, ...NAMES.confirmation, ...NAMES.issuer].map((name) => letters(name)),
)

/**
 * Reads transactions with BP's fleet card. Only confirmed sales count. A sale of several products has one line for
 * each, all with the same "Numeração do Negócio", and the whole amount on one of them: the others have `-` and are kept
 * for reference.
 */
export const bpFuelCard: Format = {
  source: 'bp',
  kind: 'fuel_card',
  recognises: (table) => {
    const header = findHeader(table, (keys) => [...keys].filter((key) => OWN_HEADINGS.has(letters(key))).length >= 2)
    if (!header) return null
    const columns = findColumns<Field>(header.columns, NAMES)
    return { header, language: 'pt', variant: 'transactions', missing: missingColumns(columns), known: columns.known }
  },
  read: (table, recognition, file) => {
    const columns = findColumns<Field>(recognition.header.columns, NAMES)
    return readCardList({ source: 'bp', kind: 'fuel_card', table, recognition, file }, columns, (list) =>
      readSales(list, columns.at),
    )
  },
}

function missingColumns({ at }: Columns<Field>): string[] {
  return [
    at.date === -1 ? 'Dia Hora' : null,
    at.card === -1 ? 'Nº cartão' : null,
    at.product === -1 ? 'Produto' : null,
    at.total === -1 ? 'Valor total fornecido (preço do posto)' : null,
    at.deal === -1 ? 'Numeração do Negócio' : null,
    at.confirmation === -1 ? 'Estado da Confirmação' : null,
  ].filter((heading) => heading !== null)
}

/** A line: a confirmed sale with its amount, a further product of one, or a sale that was not confirmed. */
type Line = Purchase & { is: 'sale' | 'item' | 'unconfirmed'; deal: string; product: string }

function readSales(list: CardList, at: At) {
  const paid = new Set(
    list.rows
      .filter((row) => isConfirmed(list, row, at) && textOfCell(list.cells.text(row, at.total)) !== '')
      .map((row) => transactionOf(list, row, at)),
  )
  const lines = readEach(list, (row) => readLine(list, row, at, paid))
  return { rows: lines.map(({ row }) => row), warnings: warningsOf(lines) }
}

function isConfirmed({ cells }: CardList, row: TableRow, at: At): boolean {
  return /^CONFIRMAD[AO]$/.test(plainText(cells.text(row, at.confirmation)))
}

function transactionOf({ cells }: CardList, row: TableRow, at: At): string {
  return readIdentifier(textOfCell(cells.text(row, at.deal)))?.toUpperCase() ?? ''
}

function readLine(list: CardList, row: TableRow, at: At, paid: ReadonlySet<string>): Line | null {
  const { cells } = list
  const text = (field: Field) => textOfCell(cells.text(row, at[field]))
  const when = readWhen(list, row)
  const card = readCard(list, row, 'fuel-card')
  const deal = transactionOf(list, row, at)
  const product = text('product')
  const state = text('confirmation')
  if (deal === '') cells.report(row, at.deal, text('deal') === '' ? 'value-missing' : 'id-unreadable', '990001001')
  if (product === '') cells.report(row, at.product, 'value-missing', 'GASOLEO')
  if (state === '') cells.report(row, at.confirmation, 'value-missing', 'Confirmada')
  if (!when || !card || deal === '' || product === '' || state === '') return null

  const is = !isConfirmed(list, row, at) ? 'unconfirmed' : text('total') === '' && paid.has(deal) ? 'item' : 'sale'
  const kind = kindOfProduct(product)
  const facts = { station: text('station'), product, km: readIdentifier(text('km')) ?? '', receipt: deal }
  const base = {
    line: row.line,
    week: weekAt(when.instant),
    at: when.instant,
    keys: [card],
    label: '',
    original: row.original,
  } satisfies Partial<ImportedRow>
  if (is !== 'sale') {
    // A sale may be confirmed later: the key contains its state, so that the confirmed sale gets a key of its own.
    const key = [deal, plainText(product), is === 'item' ? '-' : plainText(state), minuteOf(when.moment)].join('|')
    const allFacts = factsOf(is === 'item' ? facts : { ...facts, state })
    const kept: ImportedRow = { ...base, kind: 'reference', key, amount: ZERO, measures: {}, facts: allFacts }
    return { line: row, is, deal, product, unknownProduct: null, row: kept }
  }

  const total = readSaleAmount(list, row, at)
  const centilitres = readQuantity(list, row, 2)
  if (total === null || centilitres === null) return null
  return {
    line: row,
    is,
    deal,
    product,
    unknownProduct: kind ? null : product,
    row: {
      ...base,
      // A product that is neither fuel, AdBlue nor wash stays with the company until the office says otherwise.
      kind: kind ?? 'company-fee',
      key: [deal, plainText(product), total].join('|'),
      amount: minus(cents(total)),
      measures: kind === 'fuel' ? { total, centilitres } : { total },
      facts: factsOf({ ...facts, quantity: kind === 'fuel' ? '' : text('quantity') }),
    },
  }
}

const REFUND_TYPE = /DEVOLU|ESTORNO|REEMBOLSO|CREDITO|ANULA/

/** Reads the amount of a sale. Money given back must be negative: a refund that looks like a sale is refused. */
function readSaleAmount(list: CardList, row: TableRow, at: At): number | null {
  const total = readPaid(list, row)
  if (total === null || total <= 0 || !REFUND_TYPE.test(plainText(list.cells.text(row, at.type)))) return total
  list.cells.report(row, at.total, 'amount-unreadable', `-${list.cells.text(row, at.total)}`)
  return null
}

function warningsOf(lines: readonly Line[]): FileWarning[] {
  const kinds = new Map(lines.flatMap(({ is, deal, row }) => (is === 'sale' ? [[deal, row.kind] as const] : [])))
  const mixedItems = lines.filter(
    ({ is, deal, product }) => is === 'item' && kindOfProduct(product) !== kinds.get(deal),
  )
  const unconfirmed = lines.filter(({ is }) => is === 'unconfirmed')
  const about = (code: FileWarning['code'], of: readonly Line[]) => {
    const rows = of.map(({ line }) => line)
    return rows.length === 0 ? [] : [warningOf(code, rows)]
  }
  return [...unknownProducts(lines), ...about('items-together', mixedItems), ...about('not-confirmed', unconfirmed)]
}
