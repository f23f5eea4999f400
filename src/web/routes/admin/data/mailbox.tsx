import { useSearchParams } from 'react-router'
import { listEvents } from '#features/audit/queries.server.ts'
import {
  changeMailbox,
  lookNow,
  pauseMailbox,
  resumeMailbox,
  testMailbox,
  tryMailbox,
} from '#features/imports/mailboxes/commands.server.ts'
import { getMailbox, listMails } from '#features/imports/mailboxes/queries.server.ts'
import { type MailboxView, type LookedAtMail, mailboxAct, mailboxRecord } from '#features/imports/mailboxes/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/mailbox.ts'
import { ConnectionChip } from './connections.tsx'
import { MailboxForm } from './mailbox-form.tsx'

const BASE = '/admin/data/deliveries'
/** The most mails that the page names. */
const SHOWN = 50

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const mailbox = await getMailbox(params.id)
  return {
    mailbox,
    mails: await listMails(mailbox.id, SHOWN),
    events: await listEvents(`delivery-way:${mailbox.id}`),
  }
})

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `mailbox.${intent}`,
    mailboxAct.and(opened),
    async ({ opened: seen, ...act }, change) => {
      const before = await getMailbox(params.id, change.tx)
      const { id } = before
      if (act.intent === 'save') {
        refuseIfChanged(mailboxRecord, seen, before, languageOf(new URL(request.url).pathname))
        await changeMailbox(change, id, act)
      } else if (act.intent === 'test') change.note({ subject: `delivery-way:${id}` })
      else await { look: lookNow, pause: pauseMailbox, resume: resumeMailbox }[act.intent](change, id)
      return sameLanguage(request, `${BASE}/mailboxes/${id}?done=${act.intent === 'save' ? 'saved' : act.intent}`)
    },
    // Runs before the transaction begins: no transaction waits for a distant server.
    async (act) => {
      const { id } = await getMailbox(params.id)
      if (act.intent === 'test') await testMailbox(id, context.get(requestContext).now)
      if (act.intent !== 'save') return
      requireRecentSignIn(context)
      if (act.unasked === undefined) await tryMailbox(id, act)
    },
  )

const DONE = ['saved', 'test', 'look', 'pause', 'resume'] as const

/** One mailbox: its state, how it is reached, which mails count, and the result of each. */
export default function MailboxScreen({ loaderData: { mailbox, mails, events } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const isLooking = done === 'saved' || done === 'look' || done === 'resume'
  const { login, host, folder } = mailbox
  return (
    <>
      <PageHead
        title={mailbox.name}
        subtitle={t('page.mailboxes.subtitle', { login, host, folder })}
        back={{ to: BASE, label: t('page.deliveries.title') }}
      />
      <Stack>
        {done ? (
          <Done
            undo={
              isLooking ? (
                <LinkButton to={`${BASE}/mailboxes/${mailbox.id}`}>{t('page.mailboxes.refresh')}</LinkButton>
              ) : undefined
            }
          >
            {t(`page.mailboxes.done.${done}`)}
          </Done>
        ) : null}
        <Advice mailbox={mailbox} />
        <SideBySide>
          <Card>
            <MailboxForm mailbox={mailbox} />
          </Card>
          <Now mailbox={mailbox} />
        </SideBySide>
        <Card title={t('page.mailboxes.mails')} flush={mails.length > 0}>
          {mails.length === 0 ? (
            <Words look="soft">{t('page.mailboxes.mailsEmpty')}</Words>
          ) : (
            <Table
              caption={t('page.mailboxes.mailsCaption')}
              rows={mails}
              rowKey={({ id }) => id}
              columns={columnsOf(t)}
            />
          )}
        </Card>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

/** The meaning of the mailbox's state, and how to change it; nothing while all is well. */
function Advice({ mailbox }: { mailbox: MailboxView }) {
  const t = useT()
  const { state, paused, nextAt, folder, host, fault } = mailbox
  const shownState = paused ? 'paused' : state
  if (shownState === 'connected' || (shownState === 'waiting' && fault === null)) return null
  return (
    <Notice tone={shownState === 'expired' || shownState === 'error' ? 'bad' : 'warn'}>
      <p>{t(`page.mailboxes.advice.${shownState}`, { folder, at: formatInstant(nextAt, t.language) })}</p>
      {fault && shownState !== 'paused' ? <p>{refusalSentence(t, `mailbox.${fault}`, { host, folder })}</p> : null}
    </Notice>
  )
}

function Now({ mailbox }: { mailbox: MailboxView }) {
  const t = useT()
  const { id, since, nextAt, lookedAt, paused } = mailbox
  return (
    <Card title={t('page.mailboxes.now')} aside={<ConnectionChip connection={mailbox} />}>
      <Stack>
        <Facts>
          <Fact name={t('page.mailboxes.since')}>
            <Moment at={paused?.at ?? since} />
          </Fact>
          <Fact name={t('page.mailboxes.looked')}>
            {lookedAt ? <Moment at={lookedAt} /> : t('page.mailboxes.never')}
          </Fact>
          {paused ? null : (
            <Fact name={t('page.mailboxes.next')}>
              <Moment at={nextAt} />
            </Fact>
          )}
        </Facts>
        {paused ? null : (
          <Form intent="look" quiet>
            <Actions>
              <SubmitButton kind="outlined">{t('page.mailboxes.look')}</SubmitButton>
            </Actions>
          </Form>
        )}
        <Form intent="test">
          <Actions>
            <SubmitButton kind="outlined">{t('page.mailboxes.test')}</SubmitButton>
          </Actions>
        </Form>
        <Form intent={paused ? 'resume' : 'pause'} quiet>
          <Actions>
            <SubmitButton kind="text">{t(`page.mailboxes.${paused ? 'resume' : 'pause'}`)}</SubmitButton>
            <LinkButton to={`${BASE}/mailboxes/${id}/end`} kind="text">
              {t('page.mailboxes.end')}
            </LinkButton>
          </Actions>
        </Form>
      </Stack>
    </Card>
  )
}

const TONES: Record<LookedAtMail['outcome'], StateTone> = {
  taken: 'ok',
  same: 'plain',
  sender: 'todo',
  unproved: 'todo',
  'too-large': 'warn',
  'too-many': 'warn',
  'no-files': 'plain',
  refused: 'bad',
}

function columnsOf(t: Translator): Column<LookedAtMail>[] {
  return [
    { head: t('page.mailboxes.columns.at'), cell: ({ at }) => <Moment at={at} /> },
    {
      head: t('page.mailboxes.columns.sender'),
      wraps: true,
      cell: ({ sender }) => sender ?? t('page.mailboxes.noSender'),
    },
    { head: t('page.mailboxes.columns.files'), number: true, cell: ({ files }) => files },
    { head: t('page.mailboxes.columns.outcome'), wraps: true, cell: (mail) => <Outcome of={mail} /> },
  ]
}

function Outcome({ of: { outcome, reason, drop } }: { of: LookedAtMail }) {
  const t = useT()
  const why = reason ? refusalSentence(t, reason, {}) : t.find(`page.mailboxes.why.${outcome}`)
  return (
    <>
      <State tone={TONES[outcome]}>{t(`page.mailboxes.outcomes.${outcome}`)}</State>
      {why ? <Words look="small">{why}</Words> : null}
      {drop ? (
        <Links>
          <Link to={`/admin/data/drops/${drop}`}>{t('page.deliveries.open')}</Link>
        </Links>
      ) : null}
    </>
  )
}
