import { endMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { getMailbox } from '#features/imports/mailboxes/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-mailbox.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ mailbox: await getMailbox(params.id) }))

export const action = confirms('mailbox.end', async (change, { params }: Route.ActionArgs) => {
  await endMailbox(change, params.id)
  return withDone('/admin/data/deliveries', 'removed')
})

export default function EndMailboxScreen({ loaderData: { mailbox } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={mailbox.name}
      from={t('page.deliveries.title')}
      facts={{ account: mailbox.login, place: mailbox.host }}
      question={t('page.mailboxes.endAsks', { name: mailbox.name })}
      effect={t('page.mailboxes.endEffect')}
      buttonWords={t('page.mailboxes.end')}
      unchanged={t('page.mailboxes.endStays')}
    />
  )
}
