import type { BankListMapping } from '#domain/bank-list.ts'
import type { Bank } from '#domain/bank-statement.ts'
import { fingerprintOf } from '#domain/mapping.ts'
import { headersOf } from '#integrations/mapped/mapped-format.ts'
import { type Header, type Table, findHeader, headingKey } from '#platform/table.ts'

/**
 * Patterns of headings by field. Accented letters may have been spoilt on the way (`DescriÃ§Ã£o`, `Descri??o`), so a
 * few arbitrary signs match in their place.
 */
const HEADINGS = {
  booked:
    /^(data mov\.?|data lan\S{1,5}amento|data lanc\.?|data opera\S{1,9}o|data movimento|data|op\. date|date completed \(europe\/\S+\)|date completed \(utc\)|date)$/,
  value: /^(data valor|data-valor|value date)$/,
  text: /^(descri\S{1,9}o( do movimento)?|descritivo|description)$/,
  amount: /^(montante ?(\( ?eur ?\))?|valor( em eur)?|import\S{1,5}ncia|amount)$/,
  debit: /^(d\S{1,4}bito|debit)$/,
  credit: /^(cr\S{1,4}dito|credit)$/,
  sign: /^d\/c$/,
  balance:
    /^(saldo( contabil\S{1,5}stico)? ?(\( ?eur ?\))?|saldo em eur|saldo controlo|book balance|balance|running balance)$/,
  currency: /^(moeda|payment currency|currency)$/,
  // Only Revolut and Wise have one.
  id: /^(id|transferwise id)$/,
  state: /^state$/,
  account: /^account$/,
  fee: /^fee$/,
  total: /^total amount$/,
  totalFees: /^total fees$/,
  reference: /^(reference|payment reference)$/,
  payer: /^(payer|payer name)$/,
  payee: /^payee name$/,
  payeeAccount: /^(payee account number|beneficiary iban)$/,
} as const satisfies Record<string, RegExp>
export type Column = keyof typeof HEADINGS
export type Columns = Partial<Record<Column, number>>

/** A recognised statement. `listSetup`: the setup by a person, for a list that we do not know. */
export type BankTable = { bank: Bank; header: Header; columns: Columns; listSetup: BankListSetup | null }

/** A bank's list that the operator set up: the name of the account, its headings, and the field of each column. */
export type BankListSetup = { account: string; fingerprint: string; mapping: BankListMapping }

/**
 * Recognises the statement in a table: its bank, its headings and the index of each column; `null` for any other table.
 * A list that was set up is read by its setup.
 */
export function bankTable(table: Table, listSetups: readonly BankListSetup[] = []): BankTable | null {
  if (listSetups.length > 0)
    for (const header of headersOf(table)) {
      const fingerprint = fingerprintOf(header.keys)
      const known = listSetups.find((setup) => setup.fingerprint === fingerprint)
      if (known) return tableBySetup(header, known)
    }
  const header = findHeader(table, (keys) => isHeader(columnsOf([...keys])))
  if (!header) return null
  const columns = columnsOf(header.keys)
  return { bank: bankOf(header.keys.map(foldHeading), columns), header, columns, listSetup: null }
}

/** Makes the table of these headings by a person's setup. */
export function tableBySetup(header: Header, listSetup: BankListSetup): BankTable {
  const { party, ...columns } = listSetup.mapping.columns
  return {
    bank: 'other',
    header,
    columns: { ...columns, ...(party === undefined ? {} : { payer: party, payee: party }) },
    listSetup,
  }
}

function isHeader({ booked, text, amount, debit, credit }: Columns): boolean {
  return booked !== undefined && text !== undefined && (amount !== undefined || (debit ?? credit) !== undefined)
}

function columnsOf(keys: readonly string[]): Columns {
  const columns: Columns = {}
  for (const [column, pattern] of Object.entries(HEADINGS) as [Column, RegExp][]) {
    const at = keys.findIndex((key) => pattern.test(key))
    if (at >= 0) columns[column] = at
  }
  // Revolut gives four days: the one of completion counts, on Lisbon's calendar.
  const done = keys.findIndex((key) => key.startsWith('date completed (europe'))
  if (done >= 0) columns.booked = done
  return columns
}

/** Recognises the bank by headings that only its list has. Lists that fit two banks are read the same way. */
function bankOf(keys: readonly string[], { debit, credit, balance }: Columns): Bank {
  const has = (...headings: readonly string[]) => headings.every((heading) => keys.includes(heading))
  if (has('state', 'total amount', 'balance')) return 'revolut'
  if (has('transferwise id', 'running balance')) return 'wise'
  if (has('data lanc.')) return 'activobank'
  if (has('valor em eur')) return 'bpi'
  if (has('descritivo', 'd/c')) return 'credito-agricola'
  if (has('importancia')) return 'montepio'
  if (keys.some((key) => /^montante ?\( ?eur ?\)$/.test(key))) return 'santander'
  if (has('saldo controlo')) return 'novobanco'
  if (debit !== undefined && credit !== undefined)
    return has('data mov.') || has('op. date')
      ? 'cgd'
      : keys.some((key) => key.startsWith('data lan'))
        ? 'novobanco'
        : 'other'
  if (keys.some((key) => key.startsWith('data movimento')) && balance !== undefined) return 'novobanco'
  return keys.some((key) => key.startsWith('data lan')) ? 'millennium' : 'other'
}

/** Writes a heading or a label without accents and colons. */
export function foldHeading(text: string): string {
  return headingKey(text)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/:$/, '')
    .trim()
}
