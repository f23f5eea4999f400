import { type BankListMapping, type BankListProblem, type BankListProofs, completeBankList } from '#domain/bank-list.ts'
import type { FileProblem } from '#domain/import.ts'
import type { BankMovement, BankStatement } from '#domain/bank-statement.ts'
import { headersOf } from '#integrations/mapped/mapped-format.ts'
import { widestHeader } from '#integrations/mapped/look.ts'
import { datesOf } from '#integrations/mapped/proofs.ts'
import { decimalStyle } from '#platform/amount-text.ts'
import { dataRows, type Header, type Table, type TableRow } from '#platform/table.ts'
import { tableBySetup } from './columns.ts'
import { readBankTable } from './lists.ts'

/** A person's setup of a bank's list: where its headings are, and the field of each column. */
export type DraftBankSetup = { headerLine: number | null; draft: BankListMapping }

/** A bank's list for the person who sets it up: its first lines, and how they read with the setup so far. */
export type BankLook = {
  headers: readonly { line: number; words: string }[]
  headerLine: number
  headings: readonly string[]
  headingKeys: readonly string[]
  /** First cell with a text, by column. */
  examples: readonly string[]
  samples: readonly { line: number; cells: readonly string[] }[]
  proofs: BankListProofs
  problems: readonly BankListProblem[]
  /** Complete mapping; `null` while something is missing. */
  mapping: BankListMapping | null
  result: BankResult | null
}

/** Result of the setup: the first movements, and the totals of all. */
export type BankResult = {
  movements: readonly Pick<BankMovement, 'line' | 'booked' | 'text' | 'amount' | 'balance'>[]
  count: number
  proof: BankStatement['proof'] | null
  opening: number | null
  closing: number | null
  problems: readonly FileProblem[]
}

const LINES_SHOWN = 10
const HEADERS_OFFERED = 12
/** Lines within which an example is looked for: a text farther down does not help to recognise a column. */
const EXAMPLES_WITHIN = 200

/** Looks at a table with the setup so far; `null` for one without two adjacent cells. */
export function lookAtBankList(table: Table, { headerLine, draft }: DraftBankSetup): BankLook | null {
  const headers = headersOf(table).filter(({ columns }) => columns.filter((heading) => heading !== '').length > 1)
  const header = headers.find(({ line }) => line === headerLine) ?? widestHeader(headers)
  if (!header) return null
  const rows = dataRows(table, header)
  const proofs = proofsOf(rows, draft)
  const complete = completeBankList(draft, proofs)
  return {
    headers: headers.slice(0, HEADERS_OFFERED).map(({ line, columns }) => ({ line, words: columns.join(' · ') })),
    headerLine: header.line,
    headings: header.columns,
    headingKeys: header.keys,
    examples: header.columns.map(
      (_, column) => rows.slice(0, EXAMPLES_WITHIN).find(({ cells }) => cells[column])?.cells[column] ?? '',
    ),
    samples: rows.slice(0, LINES_SHOWN).map(({ line, cells }) => ({ line, cells })),
    proofs,
    problems: complete.ok ? [] : complete.problems,
    mapping: complete.ok ? complete.mapping : null,
    result: complete.ok ? resultOf(table, header, complete.mapping) : null,
  }
}

function resultOf(table: Table, header: Header, mapping: BankListMapping): BankResult {
  const read = readBankTable(table, tableBySetup(header, { account: '', fingerprint: '', mapping }))
  if (!read.ok) return { movements: [], count: 0, proof: null, opening: null, closing: null, problems: read.problems }
  const movements = read.statements.flatMap((bankStatement) => bankStatement.movements)
  const [statement] = read.statements
  return {
    movements: movements
      .slice(0, LINES_SHOWN)
      .map(({ line, booked, text, amount, balance }) => ({ line, booked, text, amount, balance })),
    count: movements.length,
    proof: statement?.proof ?? null,
    opening: statement?.opening ?? null,
    closing: statement?.closing ?? null,
    problems: [],
  }
}

const FIGURES = ['amount', 'debit', 'credit', 'balance'] as const

/** Finds out from the cells of a whole list how its figures and days are written. */
function proofsOf(rows: readonly TableRow[], { columns }: BankListMapping): BankListProofs {
  const { booked } = columns
  const places = FIGURES.flatMap((field) => columns[field] ?? [])
  const cells = rows
    .filter((row) => booked === undefined || (row.cells[booked] ?? '') !== '')
    .flatMap((row) =>
      places.map((place) => ({ line: row.line, text: row.cells[place] ?? '', isNumber: row.numbers.has(place) })),
    )
  const found = decimalStyle(cells)
  const days = booked === undefined ? [] : rows.map((row) => (row.cells[booked] ?? '').split(/[ T]/)[0] ?? '')
  const isOpen = cells.some(({ text, isNumber }) => !isNumber && /\d[.,]\d/.test(text))
  return {
    decimals: found.mixed ? 'mixed' : found.style !== 'either' ? found.style : isOpen ? 'ambiguous' : 'unneeded',
    dates: datesOf(days),
  }
}
