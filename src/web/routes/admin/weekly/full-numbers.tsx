import { redirect } from 'react-router'
import { readWeek, weekName } from '#domain/week.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { revealWeek } from '#features/oversight/reveals/commands.server.ts'
import { revealTicketFor } from '#features/oversight/reveals/queries.server.ts'
import { revealedFileInput } from '#features/oversight/reveals/schema.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { FullNumbersForm } from '#web/parts/full-numbers-form.tsx'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/full-numbers.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'operations')
    return { back: `/admin/weekly/${weekName(readWeek(params.week))}` }
  })

/** Records the reason, and redirects to the file. The page itself stays open, so each press is recorded anew, whatever key its form has. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const week = readWeek(params.week)
    return answer(request, revealedFileInput, async ({ reason, format }) => {
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'sealed.reveal', now }, async (change) => {
        revealWeek(change, week, reason)
        return null
      })
      const ticket = revealTicketFor(requireUser(context).uid, week, format, now)
      const file = `/admin/weekly/${weekName(week)}/full-numbers/file?${new URLSearchParams(ticket)}`
      return redirect(sameLanguage(request, file), 303)
    })
  })

/** Asks for the reason to make the week's file with every NIF in full; for readers who keep the records. */
export default function FullNumbersScreen({ loaderData: { back } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: back, label: t('page.sealed.back') }}
        title={t('page.sealed.week.title')}
        subtitle={<p>{t('page.sealed.week.text')}</p>}
      />
      <Stack>
        <FullNumbersForm help={t('page.sealed.week.reasonHelp')} />
      </Stack>
    </>
  )
}
