import {
  balanceChain,
  type BankMovement,
  type BankStatement,
  type IgnoredLine,
  movedBy,
} from '#domain/bank-statement.ts'
import type { FileProblem, FileRefusal } from '#domain/import.ts'
import { readIban } from '#domain/identifiers.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import { type AmountReader, amountReader, dateOrderLearner, decimalStyle, readDate } from '#platform/amount-text.ts'
import { type Table, type TableRow, dataRows } from '#platform/table.ts'
import { problemList, refused, unreadable } from '#integrations/format.ts'
import { isTotalWord } from '#integrations/words.ts'
import { type BankTable, type Column, type BankListSetup, bankTable, foldHeading } from './columns.ts'

/** A row that counts, before the balances show the order. */
type Row = { movement: BankMovement; account: string | null; currency: string }

/**
 * Reads the statements of a bank's list, CSV or XLSX: one for each account and currency in it. Every row with a day is
 * understood or refused with its line and column, and balances, where the list has any, must form a chain.
 */
export function readBankList(table: Table, listSetups: readonly BankListSetup[] = []): ListReading | null {
  const layout = bankTable(table, listSetups)
  return layout && readBankTable(table, layout)
}

export type ListReading = { ok: true; statements: BankStatement[] } | FileRefusal

/** Reads the statements of a table whose columns are known. */
export function readBankTable(table: Table, layout: BankTable): ListReading {
  const style = decimalStyle(amountCells(table, layout))
  const problems = problemList()
  if (style.mixed) {
    problems.push(...style.cells.map(({ line, text, column }) => problem(line, column, 'decimal-styles-mixed', text)))
    return unreadable(problems)
  }
  const reader = amountReader(layout.listSetup?.mapping.decimals ?? style.style)
  const cover = coverOf(table, layout)
  const isOrderLost = lostItsOrder(table, layout)
  const ignored: IgnoredLine[] = []
  const rows: Row[] = []
  for (const row of dataRows(table, layout.header)) {
    const read = readRow(row, layout, reader, { currency: cover.currency, isOrderLost })
    if (read.is === 'row') rows.push(read.row)
    else if (read.is === 'ignored') ignored.push(read.line)
    else if (read.is === 'problems') problems.push(...read.problems)
  }
  if (problems.length > 0) return unreadable(problems)
  if (rows.length === 0 && ignored.length === 0) return refused('empty')

  const statements: BankStatement[] = []
  for (const rowsOfAccount of Map.groupBy(rows, ({ account, currency }) => `${account ?? ''}\n${currency}`).values()) {
    const chained = inOrder(rowsOfAccount.map(({ movement }) => movement))
    if ('breaks' in chained) {
      const { line, found: seen, expected } = chained.breaks
      problems.push({
        line,
        column: heading(layout, 'balance'),
        code: 'sum-differs',
        found: decimal(seen),
        expected: decimal(expected),
      })
    } else
      statements.push(statementOf(layout, cover, rowsOfAccount[0]!, chained, statements.length === 0 ? ignored : []))
  }
  return problems.length > 0 ? unreadable(problems) : { ok: true, statements }
}

function statementOf(
  { bank, listSetup }: BankTable,
  cover: Cover,
  { account, currency }: Row,
  { movements, proof }: Pick<BankStatement, 'movements' | 'proof'>,
  ignored: readonly IgnoredLine[],
): BankStatement {
  const [first, last] = [movements[0]!, movements.at(-1)!]
  return {
    bank,
    account: { iban: cover.iban, number: cover.number, name: listSetup ? listSetup.account : account },
    currency,
    period: cover.period ?? { from: first.booked, to: last.booked },
    opening: first.balance === null ? null : cents(first.balance - movedBy(first)),
    closing: last.balance,
    movements,
    ignored,
    proof,
  }
}

function inOrder(
  movements: readonly BankMovement[],
): Pick<BankStatement, 'movements' | 'proof'> | { breaks: { line: number; found: number; expected: number } } {
  const steps = movements.flatMap((movement) =>
    movement.balance === null
      ? []
      : [{ line: movement.line, moved: movedBy(movement), balance: movement.balance, day: movement.booked }],
  )
  if (steps.length < movements.length || steps.length === 0) {
    const isDescending = (movements[0]?.booked ?? '') > (movements.at(-1)?.booked ?? '')
    const proof = movements.every(({ id }) => id !== null) ? 'ids' : 'nothing'
    const unproved = movements.map((movement) => ({ ...movement, balance: null }))
    return { movements: isDescending ? unproved.toReversed() : unproved, proof }
  }
  const chain = balanceChain(steps)
  if ('breaks' in chain) return chain
  return { movements: chain.order === 'oldest-first' ? movements : movements.toReversed(), proof: 'balances' }
}

type ReadRow =
  | { is: 'row'; row: Row }
  | { is: 'ignored'; line: IgnoredLine }
  | { is: 'problems'; problems: FileProblem[] }
  | { is: 'nothing' }

/**
 * Whether a program wrote the days anew, perhaps with the month first: none of them shows the order, and one has lost
 * the zeros that banks write.
 */
function lostItsOrder(table: Table, { header, columns, listSetup }: BankTable): boolean {
  if (listSetup) return false
  const order = dateOrderLearner()
  let isShort = false
  for (const { cells } of dataRows(table, header)) {
    const text = (cells[columns.booked ?? -1] ?? '').split(/[ T]/)[0]!
    order.see(text)
    isShort ||= /^\d\/|\/\d\//.test(text)
  }
  return isShort && order.found() === 'ambiguous'
}

/** Last year of a day: the sum that a spreadsheet makes of a column of days is a later one. */
const LAST_YEAR = 2_100

/** Whether a person or a spreadsheet put a line of sums below a list. A movement may be with TotalEnergies, and says so. */
function isSumLine({ cells }: TableRow, text: string): boolean {
  return text === '' && isTotalWord(cells.find((cell) => cell !== '') ?? '')
}

type ListFacts = { currency: string; isOrderLost: boolean }

function readRow(
  row: TableRow,
  layout: BankTable,
  reader: AmountReader,
  { currency, isOrderLost }: ListFacts,
): ReadRow {
  const { line } = row
  const { columns, bank, listSetup } = layout
  const cell = (column: Column) => (columns[column] === undefined ? '' : (row.cells[columns[column]] ?? ''))
  const state = cell('state')
  const text = cell('text')
  if (bank === 'revolut' && state !== '' && state !== 'COMPLETED')
    return { is: 'ignored', line: { line, state, text: cell('reference') || text } }
  if (isSumLine(row, text)) return { is: 'nothing' }
  // Skip headings, balances and notes: they have no digit in the column of the day, or only one cell.
  if (!/\d/.test(cell('booked')) || row.cells.filter((cellText) => cellText !== '').length === 1)
    return { is: 'nothing' }

  const problems: FileProblem[] = []
  const day = (column: 'booked' | 'value') => {
    const written = cell(column).split(/[ T]/)[0]!
    const read = isOrderLost ? null : readDate(written, listSetup?.mapping.dates ?? 'dmy')
    if (!read || read.year > LAST_YEAR)
      problems.push(problem(line, heading(layout, column), 'date-unreadable', cell(column), '08-06-2026'))
    return read?.toString() ?? ''
  }
  const money = (column: Column): Cents | null => {
    const at = columns[column]
    const written = at === undefined ? '' : (row.cells[at] ?? '')
    if (/^[-–—]*$/.test(written)) return null
    const read = reader.cents(written, row.numbers.has(at!))
    if (typeof read === 'number') return cents(read)
    problems.push(problem(line, heading(layout, column), 'amount-unreadable', written, '1.234,56'))
    return null
  }
  const missing = (column: Column) =>
    problems.push(problem(line, heading(layout, column), 'value-missing', '', '1.234,56'))

  const booked = day('booked')
  const value = cell('value') === '' ? booked : day('value')
  const written = amountOf()
  const amount = written !== null && listSetup?.mapping.isInverted ? cents(-written) : written
  const balance = money('balance')
  if (amount === null && problems.length === 0) missing(columns.amount === undefined ? 'debit' : 'amount')
  if (columns.balance !== undefined && balance === null && problems.length === 0) missing('balance')
  const fees = feesOf()
  if (problems.length > 0) return { is: 'problems', problems }
  return {
    is: 'row',
    row: {
      account: cell('account') || null,
      currency: (cell('currency') || currency).toUpperCase(),
      movement: {
        line,
        booked,
        value,
        amount: amount!,
        ...fees,
        balance,
        id: cell('id') || null,
        text,
        party: partyOf(),
        partyIban: ibanOf(cell('payeeAccount')),
        endToEndId: cell('reference') || null,
        batch: null,
        details: [],
        returnReason: null,
        isReturn: false,
      },
    },
  }

  function amountOf(): Cents | null {
    if (columns.debit === undefined && columns.credit === undefined) {
      const signed = money('amount')
      const isDebit = /^d/i.test(cell('sign'))
      return signed !== null && columns.sign !== undefined
        ? cents(isDebit ? -Math.abs(signed) : Math.abs(signed))
        : signed
    }
    const [debit, credit] = [money('debit'), money('credit')]
    if (debit !== null && credit !== null && debit !== 0 && credit !== 0)
      problems.push(problem(line, heading(layout, 'credit'), 'sum-differs', cell('credit'), ''))
    if (debit === null && credit === null) return null
    return cents((credit ?? 0) - Math.abs(debit ?? 0))
  }

  /** Revolut charges its fee on top of the amount, Wise within it. */
  function feesOf(): { fee: Cents; feeWithin: Cents } {
    if (bank === 'wise') return { fee: ZERO, feeWithin: cents(Math.abs(money('totalFees') ?? 0)) }
    if (bank !== 'revolut') return { fee: ZERO, feeWithin: ZERO }
    const fee = cents(Math.abs(money('fee') ?? 0))
    const total = money('total')
    if (amount !== null && total !== null && total !== amount - fee)
      problems.push(problem(line, heading(layout, 'total'), 'sum-differs', cell('total'), decimal(amount - fee)))
    return { fee, feeWithin: ZERO }
  }

  function partyOf(): string | null {
    const name = (amount ?? 0) > 0 ? cell('payer') : cell('payee')
    return (
      name ||
      /^(?:to|from|payment from|sent money to|received money from) (.+?)(?: with reference .*)?$/i.exec(text)?.[1] ||
      null
    )
  }
}

function ibanOf(text: string): string | null {
  const read = readIban(text)
  return read.ok ? read.value : null
}

const AMOUNT_COLUMNS = ['amount', 'debit', 'credit', 'balance', 'fee', 'total', 'totalFees'] as const

function* amountCells(table: Table, layout: BankTable) {
  for (const row of dataRows(table, layout.header)) {
    if (layout.columns.booked === undefined || !/\d/.test(row.cells[layout.columns.booked] ?? '')) continue
    for (const column of AMOUNT_COLUMNS) {
      const at = layout.columns[column]
      if (at === undefined) continue
      const text = row.cells[at] ?? ''
      yield { line: row.line, text, isNumber: row.numbers.has(at), column: heading(layout, column) }
    }
  }
}

type Cover = {
  iban: string | null
  number: string | null
  currency: string
  period: { from: string; to: string } | null
}

/** Reads the lines above the headings: account, currency and days, each after its label. */
function coverOf(table: Table, { header }: BankTable): Cover {
  const cover: Cover = { iban: null, number: null, currency: 'EUR', period: null }
  const days: { from?: string; to?: string } = {}
  for (const { cells } of table.rows.slice(0, header.index)) {
    const [label = '', ...rest] = cells.filter((cell) => cell !== '')
    const value = rest.join(' ')
    const word = foldHeading(label)
    if (/\b(EUR|USD|GBP)\b/.test(value) && /conta|moeda/.test(word))
      cover.currency = /\b(EUR|USD|GBP)\b/.exec(value)![1]!
    if (word === 'iban') cover.iban = ibanOf(value)
    const number = word.startsWith('conta')
      ? value
      : (/conta n\w*\S* +([\d .-]{6,})/i.exec(foldHeading(label))?.[1] ?? '')
    // A bank that masks an account number shows its last digits.
    const isNumber = /\d{5}/.test(number.replace(/\D/g, '')) || /[*•x]{2,} *\d{4}\b/i.test(number)
    if (cover.number === null && isNumber)
      cover.number = number.replace(/[^\d.-]*\(?(EUR|USD|GBP).*$/, '').replace(/\D/g, '') || null
    const [firstDay, lastDay] = (value.match(/\d{1,4}[-/]\d{1,2}[-/]\d{2,4}/g) ?? []).map((day) =>
      readDate(day, 'dmy')?.toString(),
    )
    if (/^(data (de )?inicio|data de|de|data inicial)$/.test(word) && firstDay) days.from = firstDay
    if (/^(data (de )?fim|data ate|ate|data final)$/.test(word) && firstDay) days.to = firstDay
    if (word.startsWith('periodo') && firstDay && lastDay) Object.assign(days, { from: firstDay, to: lastDay })
  }
  if (days.from && days.to) cover.period = { from: days.from, to: days.to }
  return cover
}

function heading({ header, columns }: BankTable, column: Column): string {
  return header.columns[columns[column] ?? -1] ?? column
}

function problem(line: number, column: string, code: FileProblem['code'], found: string, expected = ''): FileProblem {
  return { line, column, code, found, expected }
}

/** Writes cents as the files do, for readers who compare. */
function decimal(amount: number): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.trunc(size / 100)},${String(size % 100).padStart(2, '0')}`
}
