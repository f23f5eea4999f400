import { FEE_SUPPLIERS } from '#domain/vat-month.ts'
import { ZERO, cents, sum } from '#domain/money.ts'
import type { Translator } from '#messages/catalogue.ts'
import { invoiceText, partyName } from '#messages/invoice-words.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import { INVOICE_COLUMNS, type InvoiceLine, type InvoiceMonth, isCredit, periodOf } from './schema.ts'

/** The lines of a month as a billing program takes them, and a last row with their sums. */
export function invoiceTable({ month, lines }: Pick<InvoiceMonth, 'month' | 'lines'>, t: Translator): WrittenCell[][] {
  const row = (line: InvoiceLine): WrittenCell[] => {
    const { party, invoiced, left, notes, total, week, on } = line
    const numbers = notes.flatMap(({ number }) => number ?? [])
    const [from, to] = periodOf(line, month)
    return [
      `${party.slug} ${line.key}`,
      month,
      t(`page.invoices.documents.${isCredit(line) ? 'credit' : 'invoice'}`),
      customerOf(party),
      partyName(party, t),
      party.kind === 'driver' ? party.nif : party.kind === 'platform' ? FEE_SUPPLIERS[party.platform].vatNumber : null,
      invoiceText(line, month, t),
      week === null && on === null ? null : { day: from },
      week === null && on === null ? null : { day: to },
      '1',
      invoiced && { cents: invoiced.base },
      invoiced && { cents: cents(invoiced.rate) },
      invoiced && { cents: invoiced.vat },
      invoiced && { cents: invoiced.total },
      line.state === 'undecided' ? { cents: total } : null,
      t(`page.invoices.rules.${line.rule}`),
      t(`page.invoices.states.${line.state}`),
      { cents: left?.total ?? ZERO },
      numbers.join(', ') || null,
      lastDay(line),
      line.corrected,
    ]
  }
  const all = (amount: (line: InvoiceLine) => number | undefined): WrittenCell => ({
    cents: sum([ZERO, ...lines.map((line) => cents(amount(line) ?? 0))]),
  })
  return [
    INVOICE_COLUMNS.map((column) => t(`page.invoices.fileColumns.${column}`)),
    ...lines.map(row),
    [
      t('page.invoices.total'),
      ...Array.from({ length: 9 }, () => null),
      all(({ invoiced }) => invoiced?.base),
      null,
      all(({ invoiced }) => invoiced?.vat),
      all(({ invoiced }) => invoiced?.total),
      all(({ state, total }) => (state === 'undecided' ? total : 0)),
      null,
      null,
      all(({ left }) => left?.total),
      null,
      null,
      null,
    ],
  ]
}

function customerOf(party: InvoiceLine['party']): string | null {
  if (party.kind === 'driver') return party.driver.ref
  return party.kind === 'platform' ? party.platform : null
}

function lastDay({ notes }: InvoiceLine): WrittenCell {
  const days = notes.flatMap(({ on }) => on ?? []).toSorted()
  const newest = days.at(-1)
  return newest === undefined ? null : { day: newest }
}
