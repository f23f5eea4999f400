import { readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { noteNoInvoice } from '#features/accounting/invoices/commands.server.ts'
import { getInvoiceLine } from '#features/accounting/invoices/queries.server.ts'
import { noInvoiceRecord } from '#features/accounting/invoices/schema.ts'
import { invoiceText, partyName } from '#messages/invoice-words.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/invoice-none.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const month = readMonth(params.month)
  const line = await getInvoiceLine(month, params.party, params.line)
  if (line.state === 'done' || line.state === 'none') throw new Refusal('invoice.said')
  return { month, line }
})

export const action = saves(
  'invoice.none',
  noInvoiceRecord.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await noteNoInvoice(change, { month: readMonth(params.month), party: params.party }, params.line, reason)
    return `/admin/accounting/${params.month}/invoices/${params.party}?done=none`
  },
)

/** Asks why a line needs no invoice. */
export default function InvoiceNoneScreen({ loaderData: { month, line } }: Route.ComponentProps) {
  const t = useT()
  const what = invoiceText(line, month, t)
  return (
    <SmallAct
      record={partyName(line.party, t)}
      from={t('page.invoices.back')}
      facts={{ amount: formatMoney(line.total, t.language) }}
      question={t('page.invoices.none.question', { what })}
      effect={t('page.invoices.none.effect')}
      buttonWords={t('page.invoices.none.submit')}
      unchanged={t('page.invoices.none.stays')}
    >
      <RecordFields of={noInvoiceRecord} values={{ reason: '' }} />
    </SmallAct>
  )
}
