import { useSearchParams } from 'react-router'
import { closeOwnTicket, replyToTicket } from '#features/support/tickets/commands.server.ts'
import { getOwnTicket } from '#features/support/tickets/queries.server.ts'
import { ownReply, ownTicketAct } from '#features/support/tickets/schema.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import {
  Conversation,
  TicketFiles,
  TicketState,
  subjectPlaceForDriver,
  subjectWords,
} from '#web/parts/ticket-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/ticket.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => getOwnTicket(ownDriver(context), params.ticket, context.get(requestContext).now))

/** Adds a message, or says that no answer is needed any more. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `ticket.${intent}`,
    ownTicketAct,
    async (said, change) => {
      const driver = ownDriver(context)
      if (said.intent === 'reply') await replyToTicket(change, driver, params.ticket, said)
      else await closeOwnTicket(change, driver, params.ticket)
      return sameLanguage(request, `/dashboard/help/tickets/${params.ticket}?done=${said.intent}`)
    },
  )

const DONE = ['open', 'reply', 'close'] as const

/** One of the reader's tickets: all messages, when an answer is promised, and what comes next. */
export default function OwnTicketScreen({ loaderData: ticket, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? undefined : DONE.find((name) => name === query.get('done'))
  const { id, number, topic, about, state, answerBy, isLate, closedAt, closedBy, messages } = ticket
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/help', label: t('page.support.own.back') }}
        title={t('page.support.number', { number })}
        subtitle={t(`page.support.topics.${topic}`)}
      />
      <SideBySide>
        <Stack>
          {done ? <Done>{t(`page.support.own.done.${done}`)}</Done> : null}
          <Words>
            <TicketState ticket={ticket} />
          </Words>
          {about ? (
            <Links>
              <Link to={subjectPlaceForDriver(about)}>
                {t('page.support.ask.aboutThis', { thing: subjectWords(about, t) })}
              </Link>
            </Links>
          ) : null}
          <Conversation messages={messages} place={`/dashboard/help/tickets/${id}`} reader="driver" />
          {answerBy ? (
            <Words look={isLate ? 'warn' : 'soft'}>
              {t(isLate ? 'page.support.overdue' : 'page.support.promised', { day: formatDay(answerBy, t.language) })}
            </Words>
          ) : null}
          {closedAt ? (
            <Words look="soft">
              {t(closedBy === 'driver' ? 'page.support.own.closedOwn' : 'page.support.own.closedOffice', {
                at: formatInstant(closedAt, t.language),
              })}
            </Words>
          ) : null}
        </Stack>
        <Stack>
          <Section title={t(state === 'closed' ? 'page.support.own.replyClosed' : 'page.support.own.reply')}>
            <Form intent="reply" of={ownReply} encType="multipart/form-data" data-outbox>
              <TicketFiles />
              <div>
                <SubmitButton>{t('page.support.own.replySubmit')}</SubmitButton>
              </div>
            </Form>
          </Section>
          {state === 'closed' ? null : (
            <Form intent="close" data-outbox>
              <Words look="small">{t('page.support.own.closeText')}</Words>
              <div>
                <SubmitButton kind="outlined">{t('page.support.own.close')}</SubmitButton>
              </div>
            </Form>
          )}
        </Stack>
      </SideBySide>
    </>
  )
}
