import type { FileWarning, ImportedRow, ReadResult, SourceKey } from '#domain/import.ts'
import { cents, minus } from '#domain/money.ts'
import { weekAt, ZONE } from '#domain/week.ts'
import { type Cells, cellsOf, repeatedColumns } from '#integrations/cells.ts'
import type { Figures } from '#integrations/figures.ts'
import { type AroundTable, totalsOf, type Format, type Recognition, unreadable } from '#integrations/format.ts'
import {
  checkSum,
  type ColumnNames,
  type Columns,
  commonWarnings,
  figuresOf,
  findColumns,
  isRounded,
  isSumRow,
  periodOfName,
  periodOfRows,
  periodOfWeek,
  periodText,
  readCover,
  readIdentifier,
  isEmptyLine,
  warningOf,
} from '#integrations/movements.ts'
import { numberRows, printedTwiceIn } from '#integrations/printed-twice.ts'
import { plainText } from '#integrations/words.ts'
import type { DateOrder } from '#platform/amount-text.ts'
import { dataRows, findHeader, type Table, type TableRow } from '#platform/table.ts'
import { clockOfFile, type FileClock, orderOfStarts, startOf } from './session-start.ts'

type Field = keyof typeof NAMES

/** Headings of the CSV (English) and of the Excel list (Portuguese). */
const NAMES = {
  start: ['START DATE', 'DATA', 'DATA DD MM YYYY HH MM', 'DATA INICIO'],
  card: ['CARD CODE', 'N CARTAO', 'NO CARTAO', 'NUM CARTAO', 'CARTAO'],
  nickname: ['MOBILE CARD', 'NOME'],
  description: ['DESCRICAO'],
  plate: ['MOBILE REGISTRATION', 'MATRICULA'],
  session: ['ID USAGE', 'ID CARREGAMENTO'],
  station: ['ID CHARGING STATION', 'POSTO'],
  duration: ['TOTAL DURATION', 'DURACAO'],
  energy: ['ENERGY', 'ENERGIA'],
  net: ['CHARGING TOTAL VALUE', 'TOTAL'],
  total: ['TOTAL VALUE WITH TAXES', 'TOTAL C IVA', 'TOTAL COM IVA'],
  invoice: ['FATURA'],
  // Known headings that are not used: parts of the net value.
  energyParts: ['ENERGIA FORA VAZIO', 'ENERGIA VAZIO NORMAL', 'ENERGIA PONTA', 'ENERGIA CHEIAS', 'ENERGIA VAZIO'],
  operatorParts: ['PRICE OPC TEMPO', 'PRICE OPC ENERGIA', 'PRICE OPC ATIVACAO', 'CUSTO', 'OPC IEC', 'OPC'],
  networkParts: [
    'PRICECDESCACESREDEFORAVAZIO',
    'PRICECDESCACESREDEVAZIONORM',
    'PRICECOMDESCACESSOREDEPONTA',
    'PRICECOMDESCACESSOREDECHEIAS',
    'PRICECOMDESCACESSOREDEVAZIO',
  ],
  otherParts: ['CHARGING SERVICE VALUE', 'IEC'],
} as const satisfies ColumnNames<string>

const SESSION: readonly Field[] = ['session', 'energy', 'duration']

/**
 * Reads PRIO Electric's charging sessions: the CSV (US dates, newest first) and the Excel list of the same sessions
 * with the same ids. The total with VAT is charged. The moment when the car was plugged in decides week and driver:
 * PRIO lists a session that runs past midnight on Sunday in the week it began (and the reference figures count it
 * there), and the driver who holds the car then is the one who started it. `facts.ended` has the other end.
 */
export const prioElectric: Format = { source: 'prio', kind: 'electric', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const { at } = findColumns<Field>(keys, NAMES)
    const named = [at.start, at.card, at.station, at.total, at.net, at.plate, ...SESSION.map((field) => at[field])]
    return SESSION.some((field) => at[field] !== -1) && named.filter((column) => column !== -1).length >= 5
  })
  if (!header) return null
  const english = header.keys.some((key) => /^(startdate|cardcode|idusage|totalvaluewithtaxes)$/.test(key))
  const language = english ? 'en' : 'pt'
  const columns = findColumns<Field>(header.columns, NAMES)
  const missing = missingColumns(columns, language)
  return { header, language, variant: english ? 'usage' : 'list', missing, known: columns.known }
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const columns = findColumns<Field>(header.columns, NAMES)
  const { at } = columns
  const rows = dataRows(table, header)
  const cells = cellsOf(table, header, [])
  const cover = readCover(table, header)
  const namedPeriod = periodOfName(file.name) ?? cover.period
  const starts = rows
    .filter((row) => cells.text(row, at.start) !== '' && cells.text(row, at.session) !== '')
    .map((row) => ({ text: cells.text(row, at.start), id: cells.text(row, at.session) }))
  const period = namedPeriod ?? (file.week && periodOfWeek(file.week))
  const order = orderOfStarts(starts, period, language === 'en' ? 'mdy' : 'dmy')
  cells.problems.push(...repeatedColumns(table, header, [at.start, at.card, at.session, at.total]))
  const first = rows.find((row) => cells.text(row, at.start) !== '')
  if (order === null && first) cells.report(first, at.start, 'date-unreadable', expectedStart(language))
  const figures = figuresOf(cells, rows, [at.total, at.net, at.energy])
  const reader = {
    cells,
    columns,
    figures,
    language,
    order: order ?? 'dmy',
    clock: clockOfFile(starts, order ?? 'dmy'),
  }
  const sessions = order === null ? [] : readRows(reader, rows)
  reportOtherTotals(cells, at.session, sessions)
  if (cells.problems.length > 0) return unreadable(cells.problems)

  // A session is identified by its id: listed again it is the same one, whatever else was filled in meanwhile.
  const numberedRows = numberRows(
    sessions.map(({ row }) => row),
    ({ key }) => key,
  )
  const totals = totalsOf(numberedRows)
  return {
    ok: true,
    file: {
      source: 'prio',
      kind: 'electric',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodText(namedPeriod ?? periodOfRows(numberedRows)),
      company: { name: cover.client, organisation: null, contracts: [] },
      account: '',
      rows: numberedRows,
      totals,
      dataRows: sessions.length,
      warnings: [...printedTwiceIn(numberedRows), ...doubts(sessions), ...commonWarnings(columns, totals.total ?? 0)],
    },
  }
}

function missingColumns({ at }: Columns<Field>, language: 'pt' | 'en'): string[] {
  const english = language === 'en'
  return [
    at.start === -1 ? (english ? 'StartDate' : 'DATA') : null,
    at.card === -1 ? (english ? 'CardCode' : 'Nº. CARTÃO') : null,
    at.session === -1 ? (english ? 'IdUsage' : 'ID CARREGAMENTO') : null,
    at.total === -1 ? (english ? 'TotalValueWithTaxes' : 'TOTAL c/ IVA') : null,
  ].filter((heading) => heading !== null)
}

function expectedStart(language: 'pt' | 'en'): string {
  return language === 'en' ? '6/30/2026 11:21:36 PM' : '30/06/2026 23:21'
}

type Reader = {
  cells: Cells
  columns: Columns<Field>
  figures: Figures
  language: 'pt' | 'en'
  order: DateOrder
  clock: FileClock
}

/** A row, and whether its total differs from its net value with 23 % VAT. */
type Session = { line: TableRow; row: ImportedRow; differs: boolean; hasLostCard: boolean }

function readRows(reader: Reader, rows: readonly TableRow[]): Session[] {
  const { cells, columns } = reader
  const { at } = columns
  const sessions: Session[] = []
  const sums = { all: 0, since: 0 }
  for (const row of rows) {
    if (isEmptyLine(cells, row, Object.values(at))) continue
    if (isSumRow(cells, row, { when: [at.start], who: [at.card, at.session], amounts: [at.total] })) {
      const found = cells.text(row, at.total) === '' ? null : readMoney(reader, row, at.total)
      if (found !== null) checkSum(cells, row, at.total, { found, ...sums })
      sums.since = 0
      continue
    }
    if (!cells.hasItsWidth(row)) continue
    const session = readRow(reader, row)
    if (!session) continue
    sessions.push(session)
    sums.all += session.row.measures.total!
    sums.since += session.row.measures.total!
  }
  return sessions
}

function readRow(reader: Reader, row: TableRow): Session | null {
  const { cells, columns, order, clock } = reader
  const { at } = columns
  const text = (field: Field) => textOfCell(cells.text(row, at[field]))
  const [id, startText] = [text('session'), text('start')]
  if (id === '') cells.report(row, at.session, 'value-missing', 'LSB-00000-01-1780870896')
  const start = startOf({ text: startText, id }, order, clock)
  if (!start)
    cells.report(row, at.start, startText === '' ? 'value-missing' : 'date-unreadable', expectedStart(reader.language))
  const keys = readKeys(reader, row)
  const total = readMoney(reader, row, at.total)
  const wattHours = readEnergy(reader, row)
  const seconds = readDuration(reader, row)
  if (id === '' || !start || !keys || total === null || wattHours === null || seconds === undefined) return null

  const net = text('net') === '' ? null : readMoney(reader, row, at.net)
  const isCompany = [text('nickname'), text('description')].some((name) => plainText(name) === COMPANY_CARD)
  return {
    line: row,
    hasLostCard: !keys.some(({ kind }) => kind === 'electric-card'),
    differs: net !== null && !isWithVat(net, total),
    row: {
      line: row.line,
      kind: isCompany ? 'company-charging' : 'charging',
      key: id.toUpperCase(),
      amount: minus(cents(total)),
      week: weekAt(start),
      at: start,
      keys,
      label: text('nickname'),
      measures: { total, watt_hours: wattHours },
      facts: factsOf(text, start, seconds),
      original: row.original,
    },
  }
}

/** Whether the total is the net value with 23 % VAT, to the cent or one beside it. */
function isWithVat(net: number, total: number): boolean {
  return Math.abs(123 * net - 100 * total) <= 150
}

/** Nickname that PRIO gives the account's own card: its sessions are the company's, whatever the car. */
const COMPANY_CARD = 'GESTOR CONTA'

function textOfCell(text: string): string {
  return /^(-|–|n\/?a|null)$/i.test(text) ? '' : text
}

/** Lists the keys: by card, because nicknames are not unique and the plate is often empty; by plate where a spreadsheet spoilt the card. */
function readKeys({ cells, columns: { at } }: Reader, row: TableRow): SourceKey[] | null {
  const text = textOfCell(cells.text(row, at.card))
  const card = readIdentifier(text)?.toUpperCase() ?? ''
  const plate = textOfCell(cells.text(row, at.plate))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const isLost = isRounded(text, row.numbers.has(at.card))
  if (plate !== '' && isLost) return [{ kind: 'plate', value: plate }]
  if (isLost || !/^[A-Z0-9*]{4,30}$/.test(card)) {
    cells.report(row, at.card, text === '' ? 'value-missing' : 'id-unreadable', 'PTPRIO0000000000000000')
    return null
  }
  const keys: SourceKey[] = [{ kind: 'electric-card', value: card }]
  return plate === '' ? keys : [...keys, { kind: 'plate', value: plate }]
}

function readMoney({ cells, figures }: Reader, row: TableRow, column: number): number | null {
  const isEmpty = cells.text(row, column) === ''
  const amount = figures.cents(row, column)
  if (!isEmpty && typeof amount === 'number') return amount
  cells.report(row, column, isEmpty ? 'value-missing' : 'amount-unreadable', '11,14 | 11.14')
  return null
}

function readEnergy({ cells, columns: { at }, figures }: Reader, row: TableRow): number | null {
  const wattHours = figures.scaled(row, at.energy, 3)
  if (typeof wattHours === 'number') return wattHours
  if (wattHours === 'unknown') return 0
  cells.report(row, at.energy, 'count-unreadable', '43,370 | 43.370')
  return null
}

/** Reads the seconds of a session: minutes with decimals, or hours, minutes and seconds; `null` where the file does not say. */
function readDuration({ cells, columns: { at } }: Reader, row: TableRow): number | null | undefined {
  const text = textOfCell(cells.text(row, at.duration)).replace(/\s*min\.?$/i, '')
  if (text === '') return null
  const minutes = /^(\d{1,5})(?:[.,](\d{1,10}))?$/.exec(text)
  if (minutes) return Math.round(Number(`${minutes[1]}.${minutes[2] ?? 0}`) * 60)
  const clock = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
  cells.report(row, at.duration, 'count-unreadable', '49.90')
  return undefined
}

function factsOf(
  text: (field: Field) => string,
  start: Temporal.Instant,
  seconds: number | null,
): Record<string, string> {
  const ended = seconds === null ? '' : start.add({ seconds }).toZonedDateTimeISO(ZONE).toPlainDateTime().toString()
  const facts = {
    station: text('station'),
    energy: text('energy'),
    duration: text('duration'),
    ended,
    session: text('session'),
    invoice: text('invoice'),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
}

/** Reports sessions that are listed with two different totals, because nobody can say which one was charged. */
function reportOtherTotals(cells: Cells, column: number, sessions: readonly Session[]): void {
  const byKey = new Map<string, ImportedRow>()
  for (const { line, row } of sessions) {
    const earlier = byKey.get(row.key)
    if (!earlier) byKey.set(row.key, row)
    else if (earlier.amount !== row.amount) cells.report(line, column, 'key-repeated', String(earlier.line))
  }
}

function doubts(sessions: readonly Session[]): FileWarning[] {
  const differing = sessions.filter(({ differs }) => differs).map(({ line }) => line)
  const withLostCard = sessions.filter(({ hasLostCard }) => hasLostCard).map(({ line }) => line)
  return [
    ...(withLostCard.length === 0 ? [] : [warningOf('card-unreadable', withLostCard)]),
    ...(differing.length === 0 ? [] : [warningOf('rounding-difference', differing)]),
  ]
}
