import { whatsAppAddress } from '#domain/whats-app.ts'
import { listOwnReports } from '#features/fleet/damage-reports/queries.server.ts'
import { listAnswers } from '#features/search/answers/queries.server.ts'
import { partsOf } from '#features/search/answers/schema.ts'
import { CHAPTERS_FOR_DRIVERS } from '#features/search/guide/schema.ts'
import { findWritten } from '#features/search/texts/schema.ts'
import { readByDriver } from '#features/support/tickets/commands.server.ts'
import { listOwnTickets } from '#features/support/tickets/queries.server.ts'
import { type TicketRow, openInput } from '#features/support/tickets/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext, userContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Answers } from '#web/parts/answers.tsx'
import { findSections } from '#web/parts/found-help.server.ts'
import { ReportItems } from '#web/parts/report-parts.tsx'
import { TicketState, firstWords } from '#web/parts/ticket-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { useBrand } from '#web/shell/brand.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/help.ts'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => ({
    answers: findWritten(listAnswers('drivers', languageOf(url.pathname)), typedIn(url), partsOf),
    sections: findSections(typedIn(url), languageOf(url.pathname), { chapters: CHAPTERS_FOR_DRIVERS }),
    tickets: await listOwnTickets(ownDriver(context), context.get(requestContext).now),
    reports: await listOwnReports(ownDriver(context)),
    name: context.get(userContext)?.displayName ?? '',
  }))

const typedIn = (url: URL) => url.searchParams.get('q') ?? ''

/** Opens one of the reader's tickets with a new answer, which counts as read from then on. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'ticket.read', openInput, async ({ ticket }, change) => {
    await readByDriver(change, ownDriver(context), ticket)
    return sameLanguage(request, `/dashboard/help/tickets/${ticket}`)
  })

/** Drivers' questions with their answers and links; the reader's tickets; and how to reach a person. */
export default function HelpScreen({
  loaderData: { answers, sections, tickets, reports, name },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.help.title')}
        subtitle={t('page.help.subtitle')}
        actions={
          <>
            <LinkButton to="/dashboard/help/new" kind="primary">
              {t('page.support.ask.title')}
            </LinkButton>
            <LinkButton to="/dashboard/damage-reports/new">{t('page.damageReports.title')}</LinkButton>
          </>
        }
      />
      <SideBySide>
        <Stack>
          {/* On a phone the columns stand one under the other, and nobody should look for a ticket under sixty questions. */}
          {tickets.length > 0 ? <OwnTickets tickets={tickets} /> : null}
          {reports.length > 0 ? (
            <Card title={t('page.damageReports.own.title')} flush>
              <ReportItems
                reports={reports}
                placeOf={({ id }) => `/dashboard/damage-reports/${id}`}
                label={t('page.damageReports.own.title')}
                look="rows"
              />
            </Card>
          ) : null}
          <Answers answers={answers} sections={sections} />
        </Stack>
        <Stack>
          {tickets.length > 0 ? null : <OwnTickets tickets={tickets} />}
          <Office name={name} />
          <FromGuide />
        </Stack>
      </SideBySide>
    </>
  )
}

/** The sections of the office's guide that are written for drivers. */
function FromGuide() {
  const t = useT()
  return (
    <Card title={t('page.guide.title')}>
      <Stack>
        {CHAPTERS_FOR_DRIVERS.map((chapter) => (
          <Links key={chapter}>
            <Link to={`/guide/${chapter}#driver`}>{t(`page.guide.chapters.${chapter}.title`)}</Link>
          </Links>
        ))}
      </Stack>
    </Card>
  )
}

function OwnTickets({ tickets }: { tickets: readonly TicketRow[] }) {
  const t = useT()
  return (
    <Card title={t('page.support.own.title')} flush={tickets.length > 0}>
      {tickets.length === 0 ? (
        <Words>{t('page.support.own.empty')}</Words>
      ) : (
        <Items look="rows">
          {tickets.map((ticket) => (
            <OwnTicket key={ticket.id} ticket={ticket} />
          ))}
        </Items>
      )}
    </Card>
  )
}

function OwnTicket({ ticket }: { ticket: TicketRow }) {
  const t = useT()
  const { id, number, topic, words, state, answerBy, isLate, unread } = ticket
  const title = `${t('page.support.number', { number })} · ${t(`page.support.topics.${topic}`)}`
  const isNew = unread.driver > 0
  return (
    <Item
      title={title}
      {...(isNew ? {} : { to: `/dashboard/help/tickets/${id}` })}
      aside={isNew ? <State tone="info">{t('page.support.own.unread')}</State> : <TicketState ticket={ticket} />}
      acts={
        isNew ? (
          <Form quiet inline>
            <input type="hidden" name="ticket" value={id} />
            <SubmitButton kind="text">
              {t('page.support.own.open')}
              <span className="visually-hidden">: {title}</span>
            </SubmitButton>
          </Form>
        ) : null
      }
    >
      <Words look="soft">{firstWords(words)}</Words>
      {state === 'open' && answerBy && !isLate ? (
        <Words look="small">{t('page.support.promised', { day: formatDay(answerBy, t.language) })}</Words>
      ) : null}
    </Item>
  )
}

function Office({ name }: { name: string }) {
  const t = useT()
  const { phone, phoneHref, callKind, hours, email } = useBrand()
  const whatsApp =
    callKind === 'mobile' ? whatsAppAddress(phoneHref, t('page.support.own.whatsAppText', { name })) : null
  return (
    <Card title={t('page.help.office.title')}>
      <Stack>
        {phone || email ? null : <Words>{t('page.help.office.unset')}</Words>}
        {hours ? <Words>{t('page.help.office.hours', { hours })}</Words> : null}
        {phone ? (
          <div>
            <a href={`tel:${phoneHref}`}>{phone}</a>
            {callKind ? <Words look="small">{t(`common.brand.calls.${callKind}`)}</Words> : null}
          </div>
        ) : null}
        {email ? (
          <Links>
            <a href={`mailto:${email}`}>{email}</a>
          </Links>
        ) : null}
        {phone ? (
          <Actions>
            <LinkButton to={`tel:${phoneHref}`} icon="phone">
              {t('page.help.office.call')}
            </LinkButton>
            {whatsApp ? <LinkButton to={whatsApp}>{t('page.support.own.whatsApp')}</LinkButton> : null}
          </Actions>
        ) : null}
      </Stack>
    </Card>
  )
}
