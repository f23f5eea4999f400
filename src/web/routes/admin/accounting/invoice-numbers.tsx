import { redirect } from 'react-router'
import { readMonth } from '#domain/month.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { revealInvoices } from '#features/oversight/reveals/commands.server.ts'
import { revealTicketFor } from '#features/oversight/reveals/queries.server.ts'
import { revealedFileInput } from '#features/oversight/reveals/schema.ts'
import { formatMonthInside } from '#messages/dates.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { FullNumbersForm } from '#web/parts/full-numbers-form.tsx'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/invoice-numbers.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'money')
    return { month: readMonth(params.month) }
  })

/** Records the reason, and redirects to the file. The page itself stays open, so each press is recorded anew, whatever key its form has. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const month = readMonth(params.month)
    return answer(request, revealedFileInput, async ({ reason, format }) => {
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'sealed.reveal', now }, async (change) => {
        revealInvoices(change, month, reason)
        return null
      })
      const ticket = revealTicketFor(requireUser(context).uid, month, format, now)
      const file = `/admin/accounting/${month}/invoices/full-numbers/file?${new URLSearchParams(ticket)}`
      return redirect(sameLanguage(request, file), 303)
    })
  })

/** Asks for the reason to make the file of lines to be invoiced with every NIF in full, which a billing program needs. */
export default function InvoiceNumbersScreen({ loaderData: { month } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: `/admin/accounting/${month}/invoices`, label: t('page.sealed.back') }}
        title={t('page.sealed.invoices.title', { month: formatMonthInside(month, t.language) })}
        subtitle={<p>{t('page.sealed.invoices.text')}</p>}
      />
      <Stack>
        <FullNumbersForm help={t('page.sealed.invoices.reasonHelp')} />
      </Stack>
    </>
  )
}
