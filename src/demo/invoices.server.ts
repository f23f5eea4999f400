import { UNDECIDED } from '#domain/invoicing.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { ZONE } from '#domain/week.ts'
import { noteInvoice, noteNoInvoice, saveInvoiceRules } from '#features/accounting/invoices/commands.server.ts'
import { getInvoices } from '#features/accounting/invoices/queries.server.ts'
import { seenLine } from '#features/accounting/invoices/schema.ts'
import { makeChange } from './change.server.ts'

/** Decides how some kinds are invoiced, before the first month is delivered; how to treat fines stays open. */
export async function decideInvoicing(first: Month): Promise<void> {
  await makeChange('invoice.rules', endOf(first).add({ hours: 40 }), (change) =>
    saveInvoiceRules(change, first, {
      ...UNDECIDED,
      damage: 'without-vat',
      other: 'normal',
      interest: 'without-vat',
      incentives: 'none',
    }),
  )
}

/** Issues the invoices of past months: for all customers, or in the newest month for every second one. */
export async function issueInvoices(months: readonly Month[]): Promise<void> {
  let number = 40
  for (const [place, month] of months.entries()) {
    const isNewest = place === months.length - 1
    const issuedAt = endOf(month).add({ hours: 3 * 24 + 10 })
    const { lines } = await getInvoices(month)
    const parties = [...Map.groupBy(lines, ({ party }) => party.slug)]
    for (const [at, [party, own]] of parties.entries()) {
      const open = own.filter(({ state }) => state === 'todo')
      const unclear = own.find(({ state }) => state === 'undecided')
      if (unclear && !isNewest)
        await makeChange('invoice.none', issuedAt, (change) =>
          noteNoInvoice(change, { month, party }, unclear.key, 'Paga pelo motorista à entidade que autuou.'),
        )
      if (open.length === 0 || (isNewest && at % 2 === 1)) continue
      number += 1
      const invoice = {
        number: `FT A/${number}`,
        issuedOn: issuedAt.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
        lines: open.map(seenLine),
      }
      await makeChange('invoice.note', issuedAt, (change) => noteInvoice(change, { month, party }, invoice))
    }
  }
}

function endOf(month: Month): Temporal.Instant {
  return daysOfMonth(month).last.add({ days: 1 }).toZonedDateTime(ZONE).toInstant()
}
