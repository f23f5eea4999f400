import { useSearchParams } from 'react-router'
import { shownName } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { sendTest } from '#features/mail/commands.server.ts'
import { removeMailServer, setMailServer, tryMailServer } from '#features/mail/mail-server/commands.server.ts'
import { findSetServer, mailWay } from '#features/mail/mail-server/queries.server.ts'
import { mailServerAct, mailServerRecord, mailPassword } from '#features/mail/mail-server/schema.ts'
import { twoPeopleSince } from '#features/oversight/second-person/queries.server.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { limitsOf } from '#forms/record.ts'
import { languageOf } from '#messages/language.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { readWayBack, withWayBack } from '#web/parts/way-back.ts'
import { shows } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/server.ts'

/** The page to go back to, for readers who did not come from another one. */
const OUTBOX = '/admin/mail'
/** The form while the page has set no server. */
const UNSET = { port: 465 }

export const loader = shows(async ({ request, context }: Route.LoaderArgs) => {
  const { email } = requireAdmin(context)
  const [kept, way, twoPeopleFrom, events] = await Promise.all([
    findSetServer(),
    mailWay(),
    twoPeopleSince(),
    listEvents('mail-server'),
  ])
  return { kept, way, email, takesTwo: twoPeopleFrom !== null, events, back: readWayBack(request, OUTBOX) }
})

export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `mail-server.${intent}`,
    mailServerAct.and(opened),
    async ({ opened: seen, ...act }, change) => {
      if (act.intent === 'test') {
        const user = requireUser(context)
        const language = languageOf(new URL(request.url).pathname)
        const id = await sendTest(change, { recipient: user.email, name: shownName(user), language })
        return sameLanguage(request, `/admin/mail/${id}?done=test`)
      }
      requireRecentSignIn(context)
      if (act.intent === 'save') {
        const before = (await findSetServer(change.tx)) ?? UNSET
        refuseIfChanged(mailServerRecord, seen, before, languageOf(new URL(request.url).pathname))
        await setMailServer(change, act)
      } else await removeMailServer(change)
      const here = `/admin/mail/server?done=${act.intent === 'remove' ? 'removed' : 'saved'}`
      const back = readWayBack(request, OUTBOX)
      return sameLanguage(request, back === OUTBOX ? here : withWayBack(here, back))
    },
    async (act) => {
      if (act.intent !== 'save') return
      requireRecentSignIn(context)
      if ((await mailWay()).server?.setBy === 'environment') throw new Refusal('mail-server.by-environment')
      if (act.unasked === undefined) await tryMailServer(act)
    },
  )

/** The mail server: whether the environment or this page sets it, its data, and a test message to oneself. */
export default function MailServerScreen({ loaderData }: Route.ComponentProps) {
  const { kept, way, email, takesTwo, events, back } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = query.get('done')
  const week = /^\/admin\/weekly\/\d{4}-W(\d{2})/.exec(back)?.[1]
  const label =
    back === OUTBOX
      ? t('page.mail.outbox.title')
      : week
        ? t('page.week.approval.back', { number: Number(week) })
        : t('common.back')
  const isFixed = way.server?.setBy === 'environment'
  return (
    <>
      <PageHead
        title={t('page.mail.server.title')}
        subtitle={t('page.mail.server.subtitle')}
        back={{ to: back, label }}
      />
      <Stack>
        {done === 'saved' || done === 'removed' ? (
          <Done undo={back === OUTBOX ? undefined : <LinkButton to={back}>{label}</LinkButton>}>
            {t(`page.mail.server.${done}`)}
          </Done>
        ) : null}
        {isFixed ? (
          <Notice>
            <p>{t('page.mail.server.byEnvironment')}</p>
            <p>{t('page.mail.server.byEnvironmentLift')}</p>
          </Notice>
        ) : null}
        {way.senderBy === 'environment' ? (
          <Notice>{t('page.mail.server.senderByEnvironment', { sender: way.sender })}</Notice>
        ) : null}
        {takesTwo && !isFixed ? <Notice>{t('page.mail.server.fresh')}</Notice> : null}
        <SideBySide>
          {isFixed ? null : <Server kept={kept} sender={way.sender} />}
          <Stack>
            <Card title={t('page.mail.server.now')}>
              <Facts>
                <Fact name={t('page.mail.way.server')}>{way.server ? way.server.host : t('page.mail.way.noUser')}</Fact>
                <Fact name={t('page.mail.way.sender')}>{way.sender}</Fact>
              </Facts>
            </Card>
            {way.server ? <TestMessage email={email} /> : null}
            {kept && !isFixed ? (
              <Form intent="remove">
                <Actions>
                  <SubmitButton kind="text">{t('page.mail.server.remove')}</SubmitButton>
                </Actions>
              </Form>
            ) : null}
          </Stack>
        </SideBySide>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

type Kept = Awaited<ReturnType<typeof findSetServer>>

function Server({ kept, sender }: { kept: Kept; sender: string }) {
  const t = useT()
  return (
    <Form
      intent="save"
      of={mailServerRecord}
      values={kept ?? UNSET}
      version={null}
      drawn={{
        password: (
          <TextField
            name="password"
            type="password"
            label={t('page.mail.server.password')}
            help={t(kept?.hasPassword ? 'page.mail.server.passwordKept' : 'page.mail.server.passwordHelp')}
            autoComplete="off"
            {...limitsOf(mailPassword)}
          />
        ),
        senderAddress: (
          <TextField
            name="senderAddress"
            type="email"
            label={t('page.mail.server.senderAddress')}
            help={t('page.mail.server.senderAddressHelp', { address: addressIn(sender) })}
            defaultValue={kept?.senderAddress ?? ''}
            autoComplete="off"
            {...limitsOf(mailServerRecord.fields.senderAddress)}
          />
        ),
      }}
    >
      <CheckboxField name="unasked" label={t('page.mail.server.unasked')} help={t('page.mail.server.check')} />
      <Actions>
        <SubmitButton>{t('page.mail.server.save')}</SubmitButton>
      </Actions>
    </Form>
  )
}

const addressIn = (sender: string) => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender

/** A test message to oneself: its page shows the server's answer. */
function TestMessage({ email }: { email: string }) {
  const t = useT()
  return (
    <Card title={t('page.mail.server.try')}>
      <Stack>
        <Words look="small">{t('page.mail.server.tryText')}</Words>
        <Form intent="test" quiet>
          <Actions>
            <SubmitButton kind="outlined">{t('page.mail.way.test', { email })}</SubmitButton>
          </Actions>
        </Form>
      </Stack>
    </Card>
  )
}
