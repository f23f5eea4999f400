import { redirect } from 'react-router'
import { ABOUT_TOPICS, TICKET_TOPICS, aboutText, readAbout } from '#domain/ticket.ts'
import { weekName } from '#domain/week.ts'
import { getOwnThing, listOwnThings, mayContest } from '#features/support/own-things/queries.server.ts'
import { type OwnThing, aboutOf } from '#features/support/own-things/schema.ts'
import { readAnswerDays } from '#features/support/settings/queries.server.ts'
import { openTicket } from '#features/support/tickets/commands.server.ts'
import { askInput, ticketRecord } from '#features/support/tickets/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { TicketFiles, ownPlaceOf, thingWords } from '#web/parts/ticket-parts.tsx'
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
    const [thing, days] = await Promise.all([about === null ? null : getOwnThing(driver, about, now), readAnswerDays()])
    const things = thing === null ? await listOwnThings(driver, now) : []
    const topic = TICKET_TOPICS.find((one) => one === url.searchParams.get('topic')) ?? ''
    return { thing, topic, days, things, contestable: thing !== null && (await mayContest(driver, thing, now)) }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'ticket.open', askInput, async (said, change) => {
    const id = await openTicket(change, ownDriver(context), said)
    return sameLanguage(request, `/dashboard/help/tickets/${id}?done=open`)
  })

/** A question to the office; its subject is the page from which the reader came. */
export default function AskScreen({ loaderData: { thing, topic, things, days, contestable } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/help', label: t('page.support.own.back') }}
        title={t('page.support.ask.title')}
        subtitle={t('page.support.ask.subtitle')}
      />
      <Page width="narrow">
        {thing && contestable ? <Contest thing={thing} /> : null}
        {/* Damage to a car is reported on a page of its own, which adds it to the car. */}
        {thing ? null : (
          <Links>
            <Link to="/dashboard/damage-reports/new">{t('page.damageReports.title')}</Link>
          </Links>
        )}
        <Form
          of={ticketRecord}
          values={{ topic: thing ? ABOUT_TOPICS[thing.kind] : topic }}
          drawn={{ about: <AboutField thing={thing} things={things} /> }}
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
function Contest({ thing }: { thing: OwnThing }) {
  const t = useT()
  if (thing.kind !== 'line' && thing.kind !== 'week') return null
  const what = thing.kind === 'line' ? 'contest' : 'statement'
  const to = thing.kind === 'line' ? ownPlaceOf(thing) : `/dashboard/payslips/${weekName(thing.week)}`
  return (
    <Notice>
      <p>{t(`page.support.ask.${what}Text`)}</p>
      <Links>
        <Link to={to}>{t(`page.support.ask.${what}`)}</Link>
      </Links>
    </Notice>
  )
}

type AboutProps = { thing: OwnThing | null; things: readonly OwnThing[] }

function AboutField({ thing, things }: AboutProps) {
  const t = useT()
  if (thing)
    return (
      <>
        <input type="hidden" name="about" value={aboutText(aboutOf(thing))} />
        <Words>{t('page.support.ask.aboutThis', { thing: thingWords(thing, t) })}</Words>
      </>
    )
  if (things.length === 0) return null
  return (
    <SelectField
      name="about"
      label={t('page.support.ask.about')}
      empty={t('page.support.ask.aboutNothing')}
      options={things.map((one) => ({
        value: aboutText(aboutOf(one)),
        label: thingWords(one, t),
        ...(one.kind === 'line' ? {} : { group: t(`page.support.groups.${one.kind}`) }),
      }))}
    />
  )
}
