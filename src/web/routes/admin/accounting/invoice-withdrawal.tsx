import { readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { withdrawNote } from '#features/accounting/invoices/commands.server.ts'
import { getInvoicesOf } from '#features/accounting/invoices/queries.server.ts'
import { invoiceText, partyName } from '#messages/invoice-words.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/invoice-withdrawal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const month = readMonth(params.month)
  const { lines } = await getInvoicesOf(month, params.party)
  const line = lines.find(({ notes }) => notes.some(({ id }) => id === params.note))
  const note = line?.notes.find(({ id }) => id === params.note)
  if (!line || !note) throw new Refusal('record.not-found')
  return { month, line, note }
})

export const action = confirms('invoice.withdraw', async (change, { params }: Route.ActionArgs) => {
  await withdrawNote(change, { month: readMonth(params.month), party: params.party }, params.note)
  return `/admin/accounting/${params.month}/invoices/${params.party}?done=withdrawn`
})

/** Asks before the note on a line is withdrawn and the line is open again. */
export default function InvoiceWithdrawalScreen({ loaderData: { month, line, note } }: Route.ComponentProps) {
  const t = useT()
  const { number, reason, by, total } = note
  return (
    <SmallAct
      record={partyName(line.party, t)}
      from={t('page.invoices.back')}
      facts={{ amount: formatMoney(total, t.language), reason, by }}
      question={t('page.invoices.withdrawal.question', { what: invoiceText(line, month, t) })}
      effect={
        number === null ? t('page.invoices.withdrawal.effectNone') : t('page.invoices.withdrawal.effect', { number })
      }
      buttonWords={t('page.invoices.withdrawal.submit')}
    />
  )
}
