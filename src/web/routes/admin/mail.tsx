import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { shownName } from '#domain/access.ts'
import { sendTest } from '#features/mail/commands.server.ts'
import { countMail, listMail, mailWay } from '#features/mail/queries.server.ts'
import { MAIL_STATES, type MailState, type MailWay, type OutboxMessage } from '#features/mail/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves } from '#web/screen.server.ts'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/mail.ts'

const PAGE = 50

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const { email } = requireAdmin(context)
    const state = url.searchParams.get('state') ?? ''
    const recipient = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
    const before = Number(url.searchParams.get('before')) || null
    const [page, counts, way] = await Promise.all([
      listMail({ state, recipient, before, limit: PAGE }),
      countMail(),
      mailWay(),
    ])
    const views = MAIL_STATES.map((name) => ({ name, count: counts[name] }))
    return { ...page, views, state, recipient, before, way, email }
  })

/** A message to whoever asks, by the way every message goes; what became of it is on its own page. */
export const action = saves('mail.test', z.object({}), async (deed, _, { url, context }: Route.ActionArgs) => {
  const user = requireUser(context)
  const id = await sendTest(deed, {
    recipient: user.email,
    name: shownName(user),
    language: languageOf(url.pathname),
  })
  return `/admin/mail/${id}?done=test`
})

/** Every e-mail there was: what became of it, and why not. */
export default function MailScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, older, views, state, recipient, before, way, email } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const all = views.reduce((sum, { count }) => sum + count, 0)
  const to = (changes: Record<string, string | null>) => {
    const asked = Object.entries({ q: recipient, state, ...changes }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    )
    return asked.length > 0 ? `/admin/mail?${new URLSearchParams(asked)}` : '/admin/mail'
  }
  return (
    <>
      <PageHead title={t('page.mail.outbox.title')} subtitle={t('page.mail.outbox.subtitle')} />
      <Stack>
        <FormReply reply={actionData} />
        {way.server ? null : <Way way={way} email={email} />}
        <SearchField label={t('page.mail.outbox.search')}>
          {query.get('state') ? <input type="hidden" name="state" value={state} /> : null}
        </SearchField>
        <Tabs
          look="pills"
          label={t('page.mail.outbox.views')}
          tabs={[
            { to: to({ state: null }), label: t('page.mail.outbox.all'), count: all, current: state === '' },
            ...views
              .filter(({ name, count }) => count > 0 || name === state)
              .map(({ name, count }) => ({
                to: to({ state: name }),
                label: t(`page.mail.outbox.states.${name}`),
                count,
                current: state === name,
              })),
          ]}
        />
        <Table
          caption={t('page.mail.outbox.caption')}
          rows={messages}
          rowKey={({ id }) => String(id)}
          href={({ id }) => `/admin/mail/${id}`}
          columns={columns(t)}
          empty={
            <EmptyState title={t('page.mail.outbox.empty')}>
              <p>{t('page.mail.outbox.emptyText')}</p>
            </EmptyState>
          }
        />
        {before !== null || older !== null ? (
          <nav aria-label={t('common.nav.pages')}>
            {before === null ? null : <LinkButton to={to({})}>{t('page.mail.outbox.newest')}</LinkButton>}{' '}
            {older === null ? null : (
              <LinkButton to={to({ before: String(older) })}>{t('page.mail.outbox.older')}</LinkButton>
            )}
          </nav>
        ) : null}
        {way.server ? <Way way={way} email={email} /> : null}
      </Stack>
    </>
  )
}

/** The mail server in force, or what to do where there is none; and a message to oneself to try it. */
function Way({ way: { server, sender }, email }: { way: MailWay; email: string }) {
  const t = useT()
  return (
    <Card title={t('page.mail.way.title')}>
      {server ? (
        <Stack>
          <Facts>
            <Fact name={t('page.mail.way.server')}>{`${server.host}:${server.port}`}</Fact>
            <Fact name={t('page.mail.way.safety')}>
              {t(server.isSecure ? 'page.mail.way.secure' : 'page.mail.way.startTls')}
            </Fact>
            <Fact name={t('page.mail.way.user')}>{server.user ?? t('page.mail.way.noUser')}</Fact>
            <Fact name={t('page.mail.way.sender')}>{sender}</Fact>
          </Facts>
          <p>{t('page.mail.way.where')}</p>
          <Form inline>
            <SubmitButton kind="outlined">{t('page.mail.way.test', { email })}</SubmitButton>
          </Form>
        </Stack>
      ) : (
        <Notice tone="warn" title={t('page.mail.way.none')}>
          <p>{t('page.mail.way.ask')}</p>
          <p>
            <code>SMTP_URL=smtps://user:password@smtp.example.com:465</code>
            <br />
            <code>MAIL_FROM=no-reply@example.com</code>
          </p>
          <p>{t('page.mail.way.meanwhile')}</p>
        </Notice>
      )}
    </Card>
  )
}

const TONES: Record<MailState, StateTone> = { waiting: 'info', sent: 'ok', kept: 'info', dead: 'bad' }

function columns(t: Translator): Column<OutboxMessage>[] {
  return [
    {
      head: t('page.mail.outbox.columns.message'),
      cell: ({ template }) => t.find(`page.mail.templates.${template}.name`) ?? template,
    },
    { head: t('page.mail.outbox.columns.recipient'), cell: ({ recipient }) => recipient },
    {
      head: t('page.mail.outbox.columns.state'),
      cell: ({ state }) => <State tone={TONES[state]}>{t(`page.mail.outbox.states.${state}`)}</State>,
    },
    { head: t('page.mail.outbox.columns.tries'), cell: ({ tries }) => tries, number: true },
    {
      head: t('page.mail.outbox.columns.language'),
      cell: ({ language }) => t(`page.fleet.driver.languages.${language}`),
      wideOnly: true,
    },
    { head: t('page.mail.outbox.columns.created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}
