import { addMailbox, tryMailbox } from '#features/imports/mailboxes/commands.server.ts'
import { mailboxInput } from '#features/imports/mailboxes/schema.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-mailbox.ts'
import { MailboxForm } from './mailbox-form.tsx'

export const loader = shows(async () => null)

export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    'mailbox.add',
    mailboxInput,
    async (input, change) =>
      sameLanguage(request, `/admin/data/deliveries/mailboxes/${await addMailbox(change, input)}?done=saved`),
    // Runs before the transaction begins: no transaction waits for a distant server.
    async (input) => {
      requireRecentSignIn(context)
      if (input.unasked === undefined) await tryMailbox(null, input)
    },
  )

/** A mailbox from which files are to come. */
export default function NewMailboxScreen() {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.mailboxes.newTitle')}
        subtitle={t('page.mailboxes.newText')}
        back={{ to: '/admin/data/deliveries', label: t('page.deliveries.title') }}
      />
      <Page width="narrow">
        <MailboxForm mailbox={null} />
      </Page>
    </>
  )
}
