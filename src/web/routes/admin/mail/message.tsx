import { useSearchParams } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { retryMail } from '#features/mail/commands.server.ts'
import { getMail } from '#features/mail/queries.server.ts'
import type { OpenMessage } from '#features/mail/schema.ts'
import { inLanguage } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { MailAdvice } from '#web/parts/mail-advice.tsx'
import { mailName } from '#web/parts/mail-name.ts'
import { Moment } from '#web/parts/moment.tsx'
import { confirms } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Card, Fact, Facts, Stack, Grid } from '#web/ui/card.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Framed, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/message.ts'
import { readNumber } from '#domain/record-id.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const mayOpen = hasPower(requireAdmin(context), 'house')
    return { message: await getMail(readNumber(params.id)), mayOpen }
  })

export const action = confirms('mail.retry', async (change, { params }: Route.ActionArgs) => {
  await retryMail(change, readNumber(params.id))
  return `/admin/mail/${params.id}?done=retried`
})

/** Seconds after which the page refreshes while the message is being sent. */
const REFRESH_SECONDS = 2

/** One message: its result, and both its parts as the recipient gets them. */
export default function MailMessageScreen({ loaderData: { message, mayOpen }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { parts } = message
  const isBeingSent = message.state === 'waiting' && message.tries === 0
  return (
    <>
      <PageHead
        back={{ to: '/admin/mail', label: t('page.mail.outbox.back') }}
        title={mailName(t, message.template)}
        detail={message.recipient}
      />
      <div id="message" data-look-again={isBeingSent ? REFRESH_SECONDS : undefined}>
        <Stack>
          <FormReply reply={actionData} />
          {message.template === 'test' ? <TestResult message={message} /> : null}
          {query.get('done') === 'retried' && !actionData ? <Done>{t('page.mail.outbox.retried')}</Done> : null}
          <Delivery message={message} />
          <MailAdvice state={message.state} reason={message.reason} />
          {message.state === 'waiting' || message.state === 'dead' ? (
            <Form inline>
              <SubmitButton>{t('page.mail.outbox.retry')}</SubmitButton>
            </Form>
          ) : null}
          {message.masked ? (
            <Notice>
              <p>{t('page.mail.outbox.masked')}</p>
              {message.canOpen && mayOpen ? (
                <p>
                  <Link to={`/admin/mail/${message.id}/codes`}>{t('page.mail.outbox.open')}</Link>
                </p>
              ) : null}
            </Notice>
          ) : null}
          {parts ? (
            <Grid>
              <Card title={t('page.mail.outbox.html')}>
                <Framed
                  title={t('page.mail.outbox.frame')}
                  src={inLanguage(`/admin/mail/${message.id}/html`, t.language)}
                />
              </Card>
              <Card title={t('page.mail.outbox.text')}>
                <Words look="said">{parts.text}</Words>
              </Card>
            </Grid>
          ) : (
            <Notice tone="bad">
              <p>{t('page.mail.outbox.unreadable')}</p>
            </Notice>
          )}
        </Stack>
      </div>
    </>
  )
}

/** The result of a test, in a sentence with the server's own words. A message stored as a file has none: there was no server to ask. */
function TestResult({ message: { state, tries, reason, recipient } }: { message: OpenMessage }) {
  const t = useT()
  if (state === 'kept' || state === 'spared') return null
  if (state === 'sent') return <Done>{t('page.mail.way.results.sent', { email: recipient })}</Done>
  if (state === 'waiting' && tries === 0) return <Notice>{t('page.mail.way.results.waiting')}</Notice>
  return (
    <Notice tone="bad">
      <p>
        {t(state === 'dead' ? 'page.mail.way.results.dead' : 'page.mail.way.results.later', { words: reason ?? '' })}
      </p>
    </Notice>
  )
}

function Delivery({ message }: { message: OpenMessage }) {
  const t = useT()
  const { state, at, driver, reason, parts } = message
  const moment = state === 'waiting' ? 'nextTry' : state === 'kept' ? 'keptAt' : 'sentAt'
  return (
    <Card title={t('page.mail.outbox.facts')}>
      <Facts>
        <Fact name={t('page.mail.outbox.columns.state')}>{t(`page.mail.outbox.states.${state}`)}</Fact>
        {parts ? <Fact name={t('page.mail.outbox.subject')}>{parts.subject}</Fact> : null}
        {driver ? (
          <Fact name={t('page.mail.outbox.driver')}>
            <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
          </Fact>
        ) : null}
        <Fact name={t('page.mail.outbox.columns.language')}>
          {t(`page.fleet.driver.languages.${message.language}`)}
        </Fact>
        <Fact name={t('page.mail.outbox.columns.created')}>
          <Moment at={message.createdAt} />
        </Fact>
        {at && state !== 'dead' ? (
          <Fact name={t(`page.mail.outbox.${moment}`)}>
            <Moment at={at} />
          </Fact>
        ) : null}
        <Fact name={t('page.mail.outbox.columns.tries')}>{message.tries}</Fact>
        {reason ? (
          <Fact name={t('page.mail.outbox.error')}>{t.find(`page.mail.screen.reasons.${reason}`) ?? reason}</Fact>
        ) : null}
      </Facts>
    </Card>
  )
}
