import { type NoticeEvent, isNoticeEvent } from '#domain/notice.ts'
import { Refusal } from '#domain/refusal.ts'
import { listSavedViews } from '#features/accounts/saved-views/queries.server.ts'
import { retryFailed } from '#features/mail/notice-tellings/commands.server.ts'
import { searchMessages } from '#features/mail/notice-tellings/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { readListRequest } from '#web/parts/list.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/event.ts'
import { messagesOf, searchOf } from './event-messages.tsx'
import { shownMessages } from './shown-messages.ts'

export const loader = shows(async ({ request, params, context }: Route.LoaderArgs) => {
  const event = readEvent(params.event)
  const of = messagesOf(event)
  const view = readListRequest(of, new URL(request.url))
  const [found, saved] = await Promise.all([
    searchMessages(event, searchOf(view)),
    listSavedViews(requireAdmin(context).uid, of.place),
  ])
  const shown = shownMessages(found, { view, saved, filter: 'channel' })
  return { event, shown, failed: found.counts.dead, nobody: found.counts.nobody }
})

/** Tries again the mails of the event that were given up. */
export const action = confirms('mail.retry', async (change, { params }: Route.ActionArgs) => {
  const event = readEvent(params.event)
  await retryFailed(change, event)
  return withDone(`/admin/mail/notices/${event}`, 'retried')
})

function readEvent(word: string): NoticeEvent {
  if (!isNoticeEvent(word)) throw new Refusal('record.not-found')
  return word
}

/** The messages of one event: the result of each, and what can be done about those that failed. */
export default function EventScreen({
  loaderData: { event, shown, failed, nobody },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={messagesOf(event)}
      shown={shown}
      back={{ to: '/admin/mail/notices', label: t('page.notices.link') }}
    >
      <FormReply reply={reply} />
      {nobody > 0 ? (
        <Notice tone="warn">
          <p>{t('page.notices.messages.nobody', { count: nobody })}</p>
        </Notice>
      ) : null}
      {failed > 0 ? (
        <Form inline>
          <SubmitButton kind="outlined">{t('page.notices.messages.retry', { count: failed })}</SubmitButton>
        </Form>
      ) : null}
    </ListScreen>
  )
}
