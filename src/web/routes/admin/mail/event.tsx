import { z } from 'zod'
import { type NoticeEvent, isNoticeEvent } from '#domain/notice.ts'
import { Refusal } from '#domain/refusal.ts'
import { listSavedViews } from '#features/accounts/saved-views/queries.server.ts'
import { retryFailed } from '#features/mail/notice-tellings/commands.server.ts'
import { searchMessages } from '#features/mail/notice-tellings/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { asked } from '#web/parts/list.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/event.ts'
import { messagesOf, searchOf } from './event-messages.tsx'
import { MESSAGES_A_PAGE } from './page-size.ts'

export const loader = shows(async ({ request, params, context }: Route.LoaderArgs) => {
  const event = readEvent(params.event)
  const of = messagesOf(event)
  const view = asked(of, new URL(request.url))
  const [{ messages, count, counts }, saved] = await Promise.all([
    searchMessages(event, searchOf(view)),
    listSavedViews(requireAdmin(context).uid, of.place),
  ])
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const isEmpty = all === 0 && view.q === '' && !view.filters['channel']
  const page = Math.min(view.page, Math.max(1, Math.ceil(count / MESSAGES_A_PAGE)))
  const shown = {
    rows: messages,
    count,
    page,
    size: MESSAGES_A_PAGE,
    view,
    counts: { ...counts, '': all },
    total: all,
    isEmpty,
    saved,
  }
  return { event, shown, failed: counts.dead, nobody: counts.nobody }
})

/** The mails of the event that were given up are tried again. */
export const action = saves('mail.retry', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  const event = readEvent(params.event)
  await retryFailed(deed, event)
  return withDone(`/admin/mail/notices/${event}`, 'retried')
})

function readEvent(word: string): NoticeEvent {
  if (!isNoticeEvent(word)) throw new Refusal('record.not-found')
  return word
}

/** The messages of one event: what became of each, and what can be done where nothing did. */
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
