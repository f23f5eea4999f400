import { useSearchParams } from 'react-router'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getDriver, nameApart } from '#features/fleet/drivers/queries.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { listTemplates } from '#features/support/templates/queries.server.ts'
import type { AnswerTemplate } from '#features/support/templates/schema.ts'
import {
  answerTicket,
  assignTicket,
  closeTicket,
  readByOffice,
  reopenTicket,
} from '#features/support/tickets/commands.server.ts'
import { getTicket, listAssignees } from '#features/support/tickets/queries.server.ts'
import { type OfficeTicketAct, type TicketView, officeActs, officeTicketAct } from '#features/support/tickets/schema.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { userContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import {
  Conversation,
  TicketFiles,
  TicketState,
  subjectPlaceForOffice,
  subjectWords,
} from '#web/parts/ticket-parts.tsx'
import { answered } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/ticket.ts'

export const loader = shows(async ({ params, url, context }: Route.LoaderArgs, { now, t }) => {
  const ticket = await getTicket(params.id, now)
  const [{ language, phone }, driverName, templates, assignees, reach] = await Promise.all([
    getDriver(ticket.driver.id),
    nameApart(ticket.driver.id),
    listTemplates(),
    listAssignees(),
    reachOfDriver(ticket.driver, 'ticket'),
  ])
  const usable = templates.filter(({ isRetired }) => !isRetired)
  const chosen = usable.find(({ id }) => id === url.searchParams.get('template'))
  const text = t('page.support.office.whatsAppText', { name: ticket.driver.name, number: ticket.number })
  return {
    ticket,
    driverName,
    templates: usable.map(({ id, name }) => ({ id, name })),
    text: chosen?.[language === 'en' ? 'en' : 'pt'] ?? '',
    assignees,
    reach,
    uid: context.get(userContext)?.uid ?? '',
    phone,
    whatsApp: whatsAppAddress(phone, text),
  }
})

export const action = saves(
  ({ intent }) => `ticket.${intent}`,
  officeTicketAct,
  async (change, act, { params }: Route.ActionArgs) => {
    await perform(change, params.id, act)
    return `/admin/support/${params.id}?done=${act.intent}`
  },
)

function perform(change: Change, id: string, act: OfficeTicketAct): Promise<void> {
  switch (act.intent) {
    case 'answer':
      return answerTicket(change, id, act)
    case 'close':
      return closeTicket(change, id, act)
    case 'reopen':
      return reopenTicket(change, id)
    case 'read':
      return readByOffice(change, id)
    case 'assign':
      return assignTicket(change, id, act.uid)
  }
}

/** One ticket: all messages, a link to what it is about, and the answer. */
export default function TicketScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, driverName, templates, text, reach } = loaderData
  const { id, number, driver, topic, state, unread, messages } = ticket
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.support.office.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        back={{ to: '/admin/support', label: t('page.support.office.back') }}
        title={t('page.support.office.one', { name: driverName, number })}
        subtitle={t(`page.support.topics.${topic}`)}
      />
      <SideBySide>
        <Stack>
          {done ? <Done>{done}</Done> : null}
          <Conversation messages={messages} place={`/admin/support/${id}`} reader="office" />
          {unread.office > 0 ? (
            <Form intent="read">
              <Words look="soft">{t('page.support.new', { count: unread.office })}</Words>
              <div>
                <SubmitButton kind="text">{t('page.support.office.read')}</SubmitButton>
              </div>
            </Form>
          ) : null}
          <div id="answer">
            <Section title={t(state === 'open' ? 'page.support.office.answer' : 'page.support.office.answerAgain')}>
              <Stack>
                <Templates templates={templates} place={`/admin/support/${id}`} />
                <Form
                  of={officeActs.answer}
                  intent="answer"
                  key={text}
                  values={{ words: text }}
                  above={<ReachNote reach={reach} name={driver.name} driver={driver.id} />}
                  encType="multipart/form-data"
                >
                  <TicketFiles />
                  {reach === null ? (
                    <Words look="small">{t('page.support.office.answerHelp', { name: driver.name })}</Words>
                  ) : null}
                  <div>
                    <SubmitButton>{t('page.support.office.answerSubmit')}</SubmitButton>
                  </div>
                </Form>
              </Stack>
            </Section>
          </div>
          {state === 'open' ? null : (
            <Form intent="reopen">
              <Words look="small">{t('page.support.office.reopenText')}</Words>
              <div>
                <SubmitButton kind="outlined">{t('page.support.office.reopen')}</SubmitButton>
              </div>
            </Form>
          )}
          {state === 'closed' ? null : (
            <Card flush>
              <Disclosure summary={t('page.support.office.close')} open={answered(actionData, 'close') !== undefined}>
                <Form of={officeActs.close} intent="close">
                  <div>
                    <SubmitButton kind="outlined">{t('page.support.office.close')}</SubmitButton>
                  </div>
                </Form>
              </Disclosure>
            </Card>
          )}
        </Stack>
        <Aside {...loaderData} />
      </SideBySide>
    </>
  )
}

/** Prepared answers: each link opens this page with its text in the answer, to be changed before it is sent. */
function Templates({ templates, place }: { templates: readonly Pick<AnswerTemplate, 'id' | 'name'>[]; place: string }) {
  const t = useT()
  if (templates.length === 0) return null
  return (
    <div>
      <Words look="small">{t('page.support.templates.choose')}</Words>
      <Links>
        {templates.map(({ id, name }) => (
          <Link key={id} to={`${place}?template=${id}#answer`}>
            {name}
          </Link>
        ))}
      </Links>
    </div>
  )
}

function Aside({ ticket, assignees, uid, phone, whatsApp }: Route.ComponentProps['loaderData']) {
  const t = useT()
  const { driver, about, openedAt, answerBy, closedAt, closedBy, assignee } = ticket
  const car = about?.kind === 'car' ? about.id : about?.kind === 'damage' ? about.vehicle : null
  return (
    <Stack>
      <Card title={t('page.support.office.record')} aside={<TicketState ticket={ticket} />}>
        <Facts>
          <Fact name={t('page.support.office.driver')}>
            <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
          </Fact>
          {about ? (
            <Fact name={t('page.support.office.about')}>
              <Link to={subjectPlaceForOffice(about, driver.id)}>{subjectWords(about, t)}</Link>
            </Fact>
          ) : null}
          <Fact name={t('page.support.office.opened')}>{formatInstant(openedAt, t.language)}</Fact>
          {answerBy ? <Fact name={t('page.support.columns.answerBy')}>{formatDay(answerBy, t.language)}</Fact> : null}
          {closedAt && closedBy ? (
            <Fact name={t(`page.support.office.closedBy.${closedBy}`)}>{formatInstant(closedAt, t.language)}</Fact>
          ) : null}
          <Fact name={t('page.support.assignee')}>{assignee?.name ?? t('page.support.nobody')}</Fact>
        </Facts>
      </Card>
      <Section title={t('page.support.assignee')}>
        <Stack>
          {assignee?.uid === uid || !assignees.some((person) => person.uid === uid) ? null : (
            <Form intent="assign" quiet>
              <input type="hidden" name="uid" value={uid} />
              <div>
                <SubmitButton kind="outlined">{t('page.support.office.take')}</SubmitButton>
              </div>
            </Form>
          )}
          <Form
            of={officeActs.assign}
            intent="assign"
            values={{ uid: assignee?.uid ?? '' }}
            offered={{ uid: assignees.map((person) => ({ value: person.uid, label: person.name })) }}
          >
            <div>
              <SubmitButton kind="outlined">{t('page.support.office.assign')}</SubmitButton>
            </div>
          </Form>
        </Stack>
      </Section>
      <Section title={t('page.support.office.more')}>
        <Actions>
          <LinkButton to={adjustmentPlace(ticket)}>{t('page.support.office.adjustment')}</LinkButton>
          {car === null ? null : (
            <>
              <LinkButton to={`/admin/vehicles/${car}/inspections/new?kind=check`}>
                {t('page.support.office.damage')}
              </LinkButton>
              <LinkButton to={`/admin/vehicles/${car}/accidents/new?ticket=${ticket.id}`}>
                {t('page.support.office.accident')}
              </LinkButton>
            </>
          )}
          {phone ? (
            <LinkButton to={`tel:${phone}`}>{t('page.support.office.call', { name: driver.name })}</LinkButton>
          ) : null}
          {whatsApp ? <LinkButton to={whatsApp}>{t('page.support.office.whatsApp')}</LinkButton> : null}
        </Actions>
      </Section>
    </Stack>
  )
}

/** The form of an adjustment: on the statement, if the ticket is about a week; else among the driver's adjustments. */
function adjustmentPlace({ about, driver }: TicketView): string {
  return about?.kind === 'week' || about?.kind === 'line'
    ? `/admin/weekly/${weekName(about.week)}/${driver.id}/adjustment`
    : `/admin/drivers/${driver.id}/adjustments`
}
