import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { readMonth } from '#domain/month.ts'
import { getInvoices } from '#features/accounting/invoices/queries.server.ts'
import { type InvoiceLine, isCredit, periodOf, sumsOfLines } from '#features/accounting/invoices/schema.ts'
import { invoiceText, partyName } from '#messages/invoice-words.ts'
import { exportMonth } from '#features/accounting/month-files/queries.server.ts'
import { formatAmount } from '#messages/numbers.ts'
import { type Answer, type Call, UsageError, needed } from './command.ts'

/**
 * Shows what the operator has to invoice in a month; with `--out` also writes the file for the billing program, in the
 * format of its ending.
 */
export async function showInvoices({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const month = readMonth(needed(args[0], t))
  const out = options['out'] === undefined ? null : needed(options['out'], t)
  if (out !== null) {
    const format =
      extname(out).toLowerCase() === '.csv' ? 'csv' : extname(out).toLowerCase() === '.xlsx' ? 'xlsx' : null
    if (format === null) throw new UsageError(t('cli.invoicesForm'))
    const { bytes } = await exportMonth(month, 'invoices', format, t.language)
    const path = fromCaller(out)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  const { lines, missing } = await getInvoices(month)
  const { base, vat, total, left, credit, issued, undecided } = sumsOfLines(lines)
  const json = (line: InvoiceLine) => {
    const [from, to] = periodOf(line, month)
    return {
      line: `${line.party.slug} ${line.key}`,
      kind: line.kind,
      document: isCredit(line) ? 'credit' : 'invoice',
      ref: line.party.kind === 'driver' ? line.party.driver.ref : null,
      name: partyName(line.party, t),
      text: invoiceText(line, month, t),
      from,
      to,
      total: line.total,
      base: line.invoiced?.base ?? null,
      vat: line.invoiced?.vat ?? null,
      rate: line.invoiced?.rate ?? null,
      rule: line.rule,
      state: line.state,
      left: line.left?.total ?? null,
      numbers: line.notes.flatMap(({ number }) => number ?? []),
    }
  }
  return {
    json: {
      month,
      lines: lines.map(json),
      base,
      vat,
      total,
      left,
      credit,
      issued,
      undecided: undecided.total,
      missing_statements: missing.reduce((count, week) => count + week.missing, 0),
      file: out,
    },
    text: [
      ...lines.map((line) =>
        [
          partyName(line.party, t),
          invoiceText(line, month, t),
          formatAmount(line.total, t.language),
          t(`page.invoices.states.${line.state}`),
        ].join('\t'),
      ),
      ...(out === null ? [] : [t('cli.invoicesWritten', { path: out })]),
    ].join('\n'),
  }
}
