import { listMailTo } from '#features/mail/queries.server.ts'
import { listSpoken } from '#features/mail/notice-tellings/queries.server.ts'
import { listTicketsOfDriver } from '#features/support/tickets/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { pushWords } from '#web/parts/sent-by-hand.ts'
import { TicketItems } from '#web/parts/ticket-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/messages.ts'

/** The most notices and mails shown here; the whole list is under messages. */
const SHOWN = 20

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const [notices, mails, tickets] = await Promise.all([
    listSpoken(params.id, SHOWN),
    listMailTo(params.id, SHOWN),
    listTicketsOfDriver(params.id, now),
  ])
  return { notices, mails, tickets }
})

/** Messages to a driver: notices in the own area, and e-mails with what became of each. */
export default function DriverMessagesScreen({ loaderData: { notices, mails, tickets } }: Route.ComponentProps) {
  const t = useT()
  if (notices.length === 0 && mails.length === 0 && tickets.length === 0)
    return <EmptyState title={t('page.mail.ofDriver.empty')}>{t('page.mail.ofDriver.emptyText')}</EmptyState>
  return (
    <Stack>
      {tickets.length > 0 ? (
        <Section title={t('page.support.office.ofDriver')}>
          <TicketItems tickets={tickets} label={t('page.support.office.ofDriver')} />
        </Section>
      ) : null}
      {notices.length > 0 ? (
        <Section title={t('page.notices.messages.ofDriver')}>
          <Items label={t('page.notices.messages.ofDriver')}>
            {notices.map(({ id, event, at, readAt, sentByHand, phones }) => (
              <Item
                key={id}
                title={t.find(`page.notices.events.${event}`) ?? event}
                to={`/admin/mail/told/${id}`}
                aside={
                  <State tone={readAt || sentByHand ? 'ok' : 'info'}>
                    {t(`page.notices.messages.states.${readAt ? 'read' : sentByHand ? 'told' : 'unread'}`)}
                  </State>
                }
              >
                <Words look="soft">{formatInstant(at, t.language)}</Words>
                {phones.map((push) => (
                  <Words key={push.id} look="soft">
                    {pushWords(t, push)}
                  </Words>
                ))}
              </Item>
            ))}
          </Items>
        </Section>
      ) : null}
      {mails.length > 0 ? (
        <Section title={t('page.mail.ofDriver.mails')}>
          <Items label={t('page.mail.ofDriver.mails')}>
            {mails.map(({ id, template, recipient, state, createdAt }) => (
              <Item
                key={id}
                title={t.find(`page.mail.templates.${template}.name`) ?? template}
                to={`/admin/mail/${id}`}
                aside={t(`page.mail.outbox.states.${state}`)}
              >
                <Words look="soft">{`${recipient} · ${formatInstant(createdAt, t.language)}`}</Words>
              </Item>
            ))}
          </Items>
        </Section>
      ) : null}
    </Stack>
  )
}
