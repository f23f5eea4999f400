import {
  type IssuedReceipt,
  type ReceivedInvoice,
  addsUp,
  readAtcud,
  readReceiptNumber,
} from '#domain/green-receipt.ts'
import { readNif } from '#domain/identifiers.ts'
import type { FileRefusal, ProblemCode } from '#domain/import.ts'
import { type Cents, minus } from '#domain/money.ts'
import { type ProblemList, problemList, refused, unreadable } from '#integrations/format.ts'
import { plainText } from '#integrations/words.ts'
import { type Header, type Table, type TableRow, dataRows, findHeader } from '#platform/table.ts'
import { commaCents, dayOf, pointCents } from './portal-words.ts'

/** A list of receipts: those a company received (e-Fatura), or those one driver issued at the Portal. */
export type ReceiptListReading =
  | { ok: true; is: 'received'; rows: readonly ReceivedInvoice[] }
  | { ok: true; is: 'issued'; rows: readonly IssuedReceipt[] }
  | FileRefusal

/** Headings without accents and signs; the exports repeat blanks inside them. */
const RECEIVED = {
  issuer: 'EMITENTE',
  number: 'N FATURA ATCUD',
  kind: 'TIPO',
  issuedOn: 'DATA EMISSAO',
  total: 'TOTAL',
  vat: 'IVA',
  base: 'BASE TRIBUTAVEL',
  state: 'SITUACAO',
} as const
const ISSUED = {
  number: 'REFERENCIA',
  kind: 'TIPO DOCUMENTO',
  atcud: 'ATCUD',
  state: 'SITUACAO',
  suppliedOn: 'DATA DA TRANSACAO',
  why: 'MOTIVO EMISSAO',
  issuedOn: 'DATA DE EMISSAO',
  acquirer: 'NIF ADQUIRENTE',
  base: 'VALOR TRIBUTAVEL EM EUROS',
  vat: 'VALOR DO IVA EM EUROS',
  stamp: 'VALOR DO IMPOSTO DO SELO EM EUROS',
  total: 'TOTAL COM IMPOSTOS EM EUROS',
  withheld: 'TOTAL DE RETENCOES NA FONTE EM EUROS',
  toPay: 'TOTAL DO DOCUMENTO EM EUROS',
} as const

/** Kinds of a list's documents, by the first word or two. */
const KINDS = [
  [/^FATURA RECIBO/, 'receipt-invoice'],
  [/^FATURA/, 'invoice'],
  [/^RECIBO/, 'receipt'],
  [/^NOTA DE CREDITO/, 'credit-note'],
  [/^NOTA DE DEBITO/, 'debit-note'],
] as const

/**
 * Reads a list of receipts; `null` where the table is neither list. Every row is understood, or the file is refused
 * with line and column.
 */
export function readReceiptList(table: Table): ReceiptListReading | null {
  const received = columnsOf(table, RECEIVED)
  if (received) return read(table, received, receivedRow, 'received')
  const issued = columnsOf(table, ISSUED)
  return issued && read(table, issued, issuedRow, 'issued')
}

type Columns<Name extends string> = { header: Header; at: Record<Name, number> }

function columnsOf<Name extends string>(table: Table, headings: Readonly<Record<Name, string>>): Columns<Name> | null {
  const nameHeadings = Object.entries<string>(headings) as [Name, string][]
  const header = findHeader(table, (keys) => {
    const known = new Set([...keys].map(plainText))
    return nameHeadings.every(([, heading]) => known.has(heading))
  })
  if (!header) return null
  const keys = header.columns.map(plainText)
  return {
    header,
    at: Object.fromEntries(nameHeadings.map(([name, heading]) => [name, keys.indexOf(heading)])) as Record<
      Name,
      number
    >,
  }
}

type Cells<Name extends string> = {
  text: (name: Name) => string
  amount: (name: Name) => Cents | null
  /** Notes a cell that could not be understood; answers `null`. */
  wrong: (name: Name, code: ProblemCode, expected?: string) => null
}

function read<Name extends string, Row, Is extends 'received' | 'issued'>(
  table: Table,
  { header, at }: Columns<Name>,
  understand: (cells: Cells<Name>) => Row | null,
  is: Is,
): { ok: true; is: Is; rows: readonly Row[] } | FileRefusal {
  const problems = problemList()
  const rows = dataRows(table, header).flatMap((row) => understand(cellsOf(row, header, at, problems)) ?? [])
  if (problems.length > 0) return unreadable(problems)
  return rows.length === 0 ? refused('empty') : { ok: true, is, rows }
}

function cellsOf<Name extends string>(
  row: TableRow,
  header: Header,
  at: Record<Name, number>,
  problems: ProblemList,
): Cells<Name> {
  const text = (name: Name) => (row.cells[at[name]] ?? '').trim()
  const wrong = (name: Name, code: ProblemCode, expected = '') => {
    problems.push({ line: row.line, column: header.columns[at[name]] ?? '', code, found: text(name), expected })
    return null
  }
  // A sheet writes numbers as a program does.
  const amount = (name: Name) =>
    (row.numbers.has(at[name]) ? pointCents : commaCents)(text(name)) ?? wrong(name, 'amount-unreadable', '1.234,56')
  return { text, amount, wrong }
}

function receivedRow({ text, amount, wrong }: Cells<keyof typeof RECEIVED>): ReceivedInvoice | null {
  const kind =
    KINDS.find(([words]) => words.test(plainText(text('kind'))))?.[1] ?? wrong('kind', 'id-unreadable', 'Fatura-recibo')
  const party = /^(\d{9})\s*-\s*(.*)$/s.exec(text('issuer'))
  const issuer =
    party && readNif(party[1]!).ok
      ? { nif: party[1]!, name: party[2]!.trim() }
      : wrong('issuer', 'id-unreadable', 'NIF - Nome')
  // The number itself may contain the separator: only the text after the last one is the ATCUD, if there is one.
  const printed = text('number')
  const cut = printed.lastIndexOf(' / ')
  const atcud = cut < 0 ? null : readAtcud(printed.slice(cut + 3))
  const whole = (atcud ? printed.slice(0, cut) : printed).trim()
  const issuedOn = dayOf(text('issuedOn')) ?? wrong('issuedOn', 'date-unreadable', '2026-06-10')
  const [total, vat, base] = [amount('total'), amount('vat'), amount('base')]
  if (whole === '') wrong('number', 'value-missing')
  if (!kind || !issuer || !issuedOn || total === null || vat === null || base === null || whole === '') return null
  // The file prints a credit note like an invoice: its kind decides the sign.
  const signed = (value: Cents) => (kind === 'credit-note' && value > 0 ? minus(value) : value)
  return {
    kind,
    issuer,
    number: readReceiptNumber(whole) ?? whole,
    atcud,
    issuedOn,
    total: signed(total),
    vat: signed(vat),
    base: signed(base),
    state: plainText(text('state')).startsWith('PENDENTE') ? 'pending' : 'registered',
  }
}

function issuedRow({ text, amount, wrong }: Cells<keyof typeof ISSUED>): IssuedReceipt | null {
  const kind =
    KINDS.find(([words]) => words.test(plainText(text('kind'))))?.[1] ?? wrong('kind', 'id-unreadable', 'Fatura-recibo')
  const number = readReceiptNumber(text('number')) ?? wrong('number', 'id-unreadable', 'FR ATSIRE01FR/24')
  const atcud = readAtcud(text('atcud')) ?? wrong('atcud', 'id-unreadable', 'JJXXXXXX-24')
  // In some files the reason stands under the heading of the day, and the day under that of the reason.
  const suppliedOn =
    dayOf(text('suppliedOn')) ?? dayOf(text('why')) ?? wrong('suppliedOn', 'date-unreadable', '2026-06-07')
  const issuedOn = dayOf(text('issuedOn')) ?? wrong('issuedOn', 'date-unreadable', '2026-06-10')
  const nif = readNif(text('acquirer'))
  const [base, vat, stamp] = [amount('base'), amount('vat'), amount('stamp')]
  const [total, withheld, toPay] = [amount('total'), amount('withheld'), amount('toPay')]
  if (!kind || !number || !atcud || !suppliedOn || !issuedOn) return null
  if (base === null || vat === null || stamp === null || total === null || withheld === null || toPay === null)
    return null
  const amounts = { base, vat, stamp, total, withheld, toPay }
  if (!addsUp(amounts)) return wrong('toPay', 'sum-differs')
  const acquirer = nif.ok ? nif.value : null
  const isAnnulled = plainText(text('state')).startsWith('ANULAD')
  return {
    receipt: { kind, number, atcud, issuer: null, acquirer, issuedOn, suppliedOn, week: null, ...amounts },
    isAnnulled,
  }
}
