import { redirect } from 'react-router'
import { ABOUT_TOPICS, TICKET_TOPICS, aboutText, readAbout } from '#domain/ticket.ts'
import { weekName } from '#domain/week.ts'
import { getTicketSubject, listTicketSubjects, mayContest } from '#features/support/ticket-subjects/queries.server.ts'
import { type TicketSubject, aboutOf } from '#features/support/ticket-subjects/schema.ts'
import { readAnswerDays } from '#features/support/settings/queries.server.ts'
import { openTicket } from '#features/support/tickets/commands.server.ts'
import { askInput, ticketRecord } from '#features/support/tickets/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { TicketFiles, subjectPlaceForDriver, subjectWords } from '#web/parts/ticket-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Link } from '#web/links.tsx'
import type { Route } from './+types/ask.ts'

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    // Old links to report damage here, before that had a form of its own.
    if (url.searchParams.has('report')) throw redirect(sameLanguage(request, '/dashboard/damage-reports/new'))
    const { now } = context.get(requestContext)
    const about = readAbout(url.searchParams.get('about') ?? '')
    const [subject, days] = await Promise.all([
      about === null ? null : getTicketSubject(driver, about, now),
      readAnswerDays(),
    ])
    const subjects = subject === null ? await listTicketSubjects(driver, now) : []
    const topic = TICKET_TOPICS.find((one) => one === url.searchParams.get('topic')) ?? ''
    return { subject, topic, days, subjects, contestable: subject !== null && (await mayContest(driver, subject, now)) }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'ticket.open', askInput, async (said, change) => {
    const id = await openTicket(change, ownDriver(context), said)
    return sameLanguage(request, `/dashboard/help/tickets/${id}?done=open`)
  })

/** A question to the office; its subject is the page from which the reader came. */
export default function AskScreen({
  loaderData: { subject, topic, subjects, days, contestable },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/help', label: t('page.support.own.back') }}
        title={t('page.support.ask.title')}
        subtitle={t('page.support.ask.subtitle')}
      />
      <Page width="narrow">
        {subject && contestable ? <Contest subject={subject} /> : null}
        {/* Damage to a car is reported on a page of its own, which adds it to the car. */}
        {subject ? null : (
          <Links>
            <Link to="/dashboard/damage-reports/new">{t('page.damageReports.title')}</Link>
          </Links>
        )}
        <Form
          of={ticketRecord}
          values={{ topic: subject ? ABOUT_TOPICS[subject.kind] : topic }}
          drawn={{ about: <AboutField subject={subject} subjects={subjects} /> }}
          encType="multipart/form-data"
          data-outbox
        >
          <TicketFiles />
          <Words look="small">{t('page.support.ask.promise', { count: days })}</Words>
          <Actions>
            <SubmitButton>{t('page.support.ask.submit')}</SubmitButton>
            <LinkButton to="/dashboard/help" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

/** An amount is contested on its own line, which has an answer of its own. After the deadline a question is all that is left. */
function Contest({ subject }: { subject: TicketSubject }) {
  const t = useT()
  if (subject.kind !== 'line' && subject.kind !== 'week') return null
  const what = subject.kind === 'line' ? 'contest' : 'statement'
  const to = subject.kind === 'line' ? subjectPlaceForDriver(subject) : `/dashboard/payslips/${weekName(subject.week)}`
  return (
    <Notice>
      <p>{t(`page.support.ask.${what}Text`)}</p>
      <Links>
        <Link to={to}>{t(`page.support.ask.${what}`)}</Link>
      </Links>
    </Notice>
  )
}

type AboutProps = { subject: TicketSubject | null; subjects: readonly TicketSubject[] }

function AboutField({ subject, subjects }: AboutProps) {
  const t = useT()
  if (subject)
    return (
      <>
        <input type="hidden" name="about" value={aboutText(aboutOf(subject))} />
        <Words>{t('page.support.ask.aboutThis', { thing: subjectWords(subject, t) })}</Words>
      </>
    )
  if (subjects.length === 0) return null
  return (
    <SelectField
      name="about"
      label={t('page.support.ask.about')}
      empty={t('page.support.ask.aboutNothing')}
      options={subjects.map((choice) => ({
        value: aboutText(aboutOf(choice)),
        label: subjectWords(choice, t),
        ...(choice.kind === 'line' ? {} : { group: t(`page.support.groups.${choice.kind}`) }),
      }))}
    />
  )
}
