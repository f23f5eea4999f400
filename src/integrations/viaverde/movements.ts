import type { FileWarning, ImportedRow, RowKind, SourceKey } from '#domain/import.ts'
import { cents, minus } from '#domain/money.ts'
import { type PlainCells, plainCells, twinColumns } from '#integrations/cells.ts'
import { figureLearner, type Figures } from '#integrations/figures.ts'
import {
  type AroundTable,
  type LongFormat,
  type LongResult,
  type Recognition,
  unreadable,
} from '#integrations/format.ts'
import { lisbonClock, type Moment } from '#integrations/lisbon-clock.ts'
import { readLongList } from '#integrations/long-list.ts'
import {
  checkSum,
  type ColumnNames,
  type Columns,
  commonWarnings,
  findColumns,
  isSumRow,
  orderLearner,
  periodBetween,
  periodOfName,
  periodOfWeek,
  periodText,
  readCover,
  readIdentifier,
  isEmptyLine,
} from '#integrations/movements.ts'
import { plainText } from '#integrations/words.ts'
import { rememberAnswers, rememberedTogether } from '#integrations/remembered.ts'
import type { DateOrder } from '#platform/amount-text.ts'
import {
  findHeader,
  type Header,
  headTable,
  type LongTable,
  type Table,
  type TableRow,
  walkData,
} from '#platform/table.ts'
import { kindOfService } from './services.ts'

type Field = keyof typeof NAMES

/** Headings of the portal's export (in English even on the Portuguese site) and of the older Portuguese file. */
const NAMES = {
  plate: ['LICENSE PLATE', 'LICENCE PLATE', 'MATRICULA'],
  iai: ['IAI'],
  obu: ['OBU', 'NR EQUIPAMENTO', 'NO EQUIPAMENTO', 'N EQUIPAMENTO', 'IDENTIFICADOR', 'NR IDENTIFICADOR'],
  service: ['SERVICE'],
  serviceDescription: ['SERVICE DESCRIPTION', 'SERVICO'],
  market: ['MARKET'],
  marketDescription: ['MARKET DESCRIPTION', 'TIPO DE EVENTO', 'TIPO'],
  entryDate: ['ENTRY DATE', 'DATA ENTRADA', 'DATA DE ENTRADA'],
  exitDate: ['EXIT DATE', 'DATA SAIDA', 'DATA DE SAIDA'],
  entryPoint: ['ENTRY POINT', 'BARREIRA ENTRADA', 'BARREIRA DE ENTRADA'],
  exitPoint: ['EXIT POINT', 'BARREIRA SAIDA', 'BARREIRA DE SAIDA'],
  value: ['VALUE', 'VALOR TRANSACAO', 'VALOR DA TRANSACAO', 'VALOR'],
  liquid: ['LIQUID VALUE', 'VALOR LIQUIDO'],
  contract: ['CONTRACT NUMBER', 'CONTRATO', 'NR CONTRATO', 'N CONTRATO'],
  operator: ['OPERATOR', 'OPERADOR'],
  // Known headings that are not used: whether and how it was paid changes from one export to the next.
  isPaid: ['IS PAYED', 'IS PAID'],
  paymentDate: ['PAYMENT DATE'],
  invoice: ['INVOICE'],
  discount: ['DISCOUNT VV', 'DISCOUNT'],
  discountPercentage: ['DISCOUNT VV PERCENTAGE'],
  tax: ['TAX'],
  discountBalance: ['DISCOUNT BALANCE'],
  account: ['MOBILITY ACCOUNT', 'CONTA MOBILIDADE'],
  paymentMethod: ['PAYMENT METHOD', 'MEIO DE PAGAMENTO'],
  systemDate: ['SYSTEM ENTRY DATE'],
} as const satisfies ColumnNames<string>

/** Columns that only a list of passages has, not any other list of cars. */
const PASSAGE: readonly Field[] = ['entryDate', 'exitDate', 'entryPoint', 'exitPoint']

/**
 * Reads Via Verde's list of movements: the portal's export (Excel or CSV; 22, 23 or 18 columns, whole or cut headings)
 * and the older Portuguese file with cover lines, down to its shortest form of five columns. The liquid value, after
 * discount, is charged; the exit decides week and driver (the entry where there is no exit), on the Lisbon clock.
 */
export const viaVerdeMovements: LongFormat = { source: 'viaverde', kind: 'movements', recognises, readLong }

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const { at } = findColumns<Field>(keys, NAMES)
    return PASSAGE.some((field) => at[field] !== -1) && Object.values(at).filter((column) => column !== -1).length >= 4
  })
  if (!header) return null
  const portuguese = header.keys.some((key) => /^(matr|contrato|barreira|data (de )?(sa|en))/.test(key))
  const language = portuguese ? 'pt' : 'en'
  const columns = findColumns<Field>(header.columns, NAMES)
  const missing = missingColumns(columns, language)
  return { header, language, variant: portuguese ? 'statement' : 'portal', missing, known: columns.known }
}

async function readLong(table: LongTable, recognition: Recognition, file: AroundTable): Promise<LongResult> {
  const { header, language } = recognition
  const columns = findColumns<Field>(header.columns, NAMES)
  const cells = plainCells(table, header)
  const cover = readCover(headTable(table), header)
  const namedPeriod = periodOfName(file.name) ?? cover.period
  const data = () => walkData(table, header)
  const period = namedPeriod ?? (file.week && periodOfWeek(file.week))
  const { figures, order } = await learnStyles(data(), { cells, columns, header, language, period })
  const reader = order && movementReader({ cells, columns, figures, order, contract: cover.contract })
  const doubts = doubtsOf(columns, language)
  const contracts = new Set(cover.contract ? [cover.contract] : [])
  const list = await readLongList(reader ? data : noRows, reader ?? (() => () => null), (movement) => {
    doubts.see(movement)
    if (movement.row.facts.contract !== undefined) contracts.add(movement.row.facts.contract)
  })
  if (cells.problems.length > 0) return unreadable(cells.problems)

  return {
    ok: true,
    rows: list.rows,
    file: {
      source: 'viaverde',
      kind: 'movements',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodText(namedPeriod ?? (list.span && periodBetween(list.span))),
      company: { name: cover.client, organisation: null, contracts: [...contracts].toSorted() },
      account: '',
      weeks: list.weeks,
      totals: list.totals,
      dataRows: list.count,
      warnings: [...list.warnings, ...doubts.found(), ...commonWarnings(columns, list.totals.liquid ?? 0)],
    },
  }
}

async function* noRows() {}

/** Lists the missing columns without which nobody can say what was paid, when and by which car; named in the file's own language. */
function missingColumns({ at }: Columns<Field>, language: 'pt' | 'en'): string[] {
  const portuguese = language === 'pt'
  return [
    at.plate === -1 ? (portuguese ? 'Matrícula' : 'License Plate') : null,
    at.exitDate === -1 ? (portuguese ? 'Data Saída' : 'Exit Date') : null,
    at.exitPoint === -1 ? (portuguese ? 'Barreira Saída' : 'Exit Point') : null,
    at.liquid === -1 && at.value === -1 ? (portuguese ? 'Valor Transação' : 'Liquid Value') : null,
  ].filter((heading) => heading !== null)
}

type StyleInput = {
  cells: PlainCells
  columns: Columns<Field>
  header: Header
  language: 'pt' | 'en'
  period: Parameters<typeof orderLearner>[0]
}

/** Learns facts that only all rows together show: decimal styles, the order of day and month, and whether a repeated heading matters. */
async function learnStyles(
  data: AsyncIterable<readonly TableRow[]>,
  { cells, columns: { at }, header, language, period }: StyleInput,
): Promise<{ figures: Figures; order: DateOrder | null }> {
  const figures = figureLearner(cells, [at.value, at.liquid])
  const twins = twinColumns(header, [at.plate, at.exitDate, at.liquid])
  const [all, passage] = [orderLearner(null), orderLearner(period)]
  let firstRow: TableRow | null = null
  let firstDate: TableRow | null = null
  for await (const batch of data) {
    for (const row of batch) {
      figures.see(row)
      twins.see(row)
      firstRow ??= row
      if (cells.text(row, at.exitDate) !== '') firstDate ??= row
      if (language === 'en') noteDates(row, at, all, passage)
    }
  }
  const found = figures.found()
  cells.problems.push(...twins.problems())
  const order = language === 'pt' ? 'dmy' : (all.found() ?? passage.found())
  // Day and month may be swapped: one question for the whole file, at the first date that shows it.
  const first = firstDate ?? firstRow
  if (order === null && first) cells.report(first, at.exitDate, 'date-unreadable', MOMENT)
  return { figures: found, order }
}

type OrderLearner = ReturnType<typeof orderLearner>

function noteDates(row: TableRow, at: Columns<Field>['at'], all: OrderLearner, passage: OrderLearner) {
  for (const field of DATES) {
    const text = row.cells[at[field]] ?? ''
    if (text === '') continue
    all.see(text)
    if (field === 'exitDate' || field === 'entryDate') passage.see(text)
  }
}

const DATES: readonly Field[] = ['exitDate', 'entryDate', 'paymentDate', 'systemDate']

const MOMENT = '2026-06-07 23:51:58'

type Reader = {
  cells: PlainCells
  columns: Columns<Field>
  figures: Figures
  order: DateOrder
  contract: string | null
}

/** Values that rows of a list repeat, computed once. */
type Known = {
  momentOf: (text: string) => Moment | null
  placeOf: (text: string) => string
  carOf: (...names: string[]) => readonly SourceKey[]
  serviceOf: (...words: string[]) => RowKind | null
  contractOf: (text: string) => string
}

/** A row, and what was assumed in it: the value before discount, or who pays for an unknown service. */
type Movement = { line: number; row: ImportedRow; assumed: boolean; unknownService: string | null }

/** Makes the function that reads one row after the other, and checks lines of sums. */
function movementReader(reader: Reader): () => (row: TableRow) => Movement | null {
  const known: Known = {
    momentOf: lisbonClock(reader.order),
    placeOf: rememberAnswers(plainText),
    carOf: rememberedTogether(carKeys),
    serviceOf: rememberedTogether(serviceIn),
    contractOf: rememberAnswers((text) => readIdentifier(text) ?? ''),
  }
  const { at } = reader.columns
  const allColumns = Object.values(at)
  const sumColumns = {
    when: [at.exitDate, at.entryDate],
    who: [at.plate, at.obu, at.iai, at.exitPoint, at.entryPoint],
    amounts: [at.liquid, at.value],
  }
  return () => {
    const sums = { all: 0, since: 0 }
    return (row) => {
      if (isEmptyLine(reader.cells, row, allColumns)) return null
      if (isSumRow(reader.cells, row, sumColumns)) {
        checkTotal(reader, row, sums)
        sums.since = 0
        return null
      }
      const movement = reader.cells.hasItsWidth(row) ? readRow(reader, known, row) : null
      if (!movement) return null
      sums.all += movement.row.measures.liquid!
      sums.since += movement.row.measures.liquid!
      return movement
    }
  }
}

function checkTotal({ cells, columns, figures }: Reader, row: TableRow, sums: { all: number; since: number }) {
  const column = [columns.at.liquid, columns.at.value].find((candidate) => cells.text(row, candidate) !== '')
  if (column === undefined) return
  const found = figures.cents(row, column)
  if (typeof found === 'number') checkSum(cells, row, column, { found, ...sums })
  else cells.report(row, column, 'amount-unreadable', AMOUNT)
}

const AMOUNT = '1.15 | 1,15'

function readRow(reader: Reader, known: Known, row: TableRow): Movement | null {
  const { cells, columns } = reader
  const { at } = columns
  const text = (field: Field) => textOfCell(cells.text(row, at[field]))
  const moment = readExit(reader, known, row)
  const charge = readCharge(reader, row)
  if (!moment || !charge) return null

  const [exitPoint, entryPoint] = [text('exitPoint'), text('entryPoint')]
  const keys = known.carOf(text('plate'), text('obu'), text('iai'))
  const descriptions = [text('serviceDescription'), text('marketDescription')]
  const service = known.serviceOf(text('service'), text('market'), ...descriptions, exitPoint)
  const place = known.placeOf(exitPoint || entryPoint)
  return {
    line: row.line,
    assumed: charge.assumed,
    unknownService: service ? null : descriptions.filter((description) => description !== '').join(' · '),
    row: {
      line: row.line,
      // An unknown service is the company's until the office says otherwise: no guess makes it a driver's.
      kind: service ?? 'company-fee',
      // Two exports of one passage may differ in seconds where one of them has none, so the key has the minute.
      key: `${keys[0]?.value ?? ''}|${moment.minute}|${place}|${charge.liquid}`,
      amount: minus(cents(charge.liquid)),
      week: moment.week,
      at: moment.instant,
      keys,
      label: text('plate'),
      measures: charge.value === null ? { liquid: charge.liquid } : { liquid: charge.liquid, value: charge.value },
      facts: factsOf(text, known.contractOf(text('contract')) || (reader.contract ?? '')),
      original: row.original,
    },
  }
}

/** Answers the text of a cell; `N/A` and a lone dash count as empty. */
function textOfCell(text: string): string {
  return text.length <= 4 && /^(-|–|n\/?a|null)$/i.test(text) ? '' : text
}

/**
 * Lists the keys of the car: it is recognised by its plate; the device on its windscreen counts only for a row without
 * one, or with an unknown one.
 */
function carKeys(plate = '', obu = '', iai = ''): readonly SourceKey[] {
  const kinds = [
    { kind: 'plate', name: plate },
    { kind: 'obu', name: readIdentifier(obu) ?? '' },
    { kind: 'iai', name: readIdentifier(iai) ?? '' },
  ] as const
  return kinds.flatMap(({ kind, name }) => {
    const value = name.toUpperCase().replace(/[^A-Z0-9]/g, '')
    return value === '' ? [] : [{ kind, value }]
  })
}

function serviceIn(service = '', market = '', description = '', marketText = '', exitPoint = ''): RowKind | null {
  return kindOfService({ service, market, descriptions: [description, marketText], exitPoint })
}

function readExit({ cells, columns, order }: Reader, { momentOf }: Known, row: TableRow): Moment | null {
  const { exitDate, entryDate } = columns.at
  const column = textOfCell(cells.text(row, exitDate)) === '' ? entryDate : exitDate
  const text = textOfCell(cells.text(row, column))
  const moment = text === '' ? null : momentOf(text)
  if (moment) return moment
  if (text === '') cells.report(row, exitDate, 'value-missing', MOMENT)
  else cells.report(row, column, 'date-unreadable', order === 'mdy' ? '06/07/2026 23:51' : '07/06/2026 23:51')
  return null
}

type Charge = { liquid: number; value: number | null; assumed: boolean }

/** Reads the liquid value in cents; only where the file has none, the value before discount replaces it, with a warning. */
function readCharge({ cells, columns, figures }: Reader, row: TableRow): Charge | null {
  const { liquid, value } = columns.at
  const amountIn = (column: number): number | null | 'unreadable' => {
    if (textOfCell(cells.text(row, column)) === '') return null
    const amount = figures.cents(row, column)
    if (amount !== 'unreadable') return amount === 'unknown' ? null : amount
    cells.report(row, column, 'amount-unreadable', AMOUNT)
    return 'unreadable'
  }
  const [net, gross] = [amountIn(liquid), amountIn(value)]
  if (net === 'unreadable' || gross === 'unreadable') return null
  if (net !== null) return { liquid: net, value: gross, assumed: false }
  if (gross === null) {
    cells.report(row, liquid === -1 ? value : liquid, 'value-missing', AMOUNT)
    return null
  }
  return { liquid: gross, value: gross, assumed: true }
}

/** Collects warnings for a sound file: how many rows, the first of them, and what they cost. */
function doubtsOf(
  { at }: Columns<Field>,
  language: 'pt' | 'en',
): { see: (movement: Movement) => void; found: () => FileWarning[] } {
  // The older file has one value, which was charged; a portal file without the liquid one has lost a column.
  const isOlder = at.liquid === -1 && language === 'pt'
  const assumed = { rows: 0, line: 0 }
  const unknownServices = new Map<string, { rows: number; line: number; amount: number }>()
  return {
    see: ({ line, row, assumed: isAssumed, unknownService }) => {
      if (isAssumed && !isOlder) {
        if (assumed.rows === 0) assumed.line = line
        assumed.rows += 1
      }
      if (unknownService === null) return
      const known = unknownServices.get(unknownService) ?? { rows: 0, line, amount: 0 }
      unknownServices.set(unknownService, {
        ...known,
        rows: known.rows + 1,
        amount: known.amount + row.measures.liquid!,
      })
    },
    found: () => [
      ...(assumed.rows === 0 ? [] : [{ code: 'value-assumed' as const, params: assumed }]),
      ...[...unknownServices].map(([service, { rows, line, amount }]) => {
        return { code: 'service-unknown' as const, params: { service, amount, rows, line } }
      }),
    ],
  }
}

function factsOf(text: (field: Field) => string, contract: string): Record<string, string> {
  const facts: Record<string, string> = {}
  const addFact = (name: string, fact: string) => {
    if (fact !== '') facts[name] = fact
  }
  addFact('place', text('exitPoint'))
  addFact('entry', text('entryPoint'))
  addFact('entered', text('entryDate'))
  addFact('operator', text('operator'))
  addFact('service', text('serviceDescription'))
  addFact('market', text('marketDescription'))
  addFact('contract', contract)
  return facts
}
