import { useSearchParams } from 'react-router'
import { countMail, isMailServerSet, listMail } from '#features/mail/queries.server.ts'
import { MAIL_STATES, type MailState, type OutboxMessage } from '#features/mail/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { speak, useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
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
    requireAdmin(context)
    const state = url.searchParams.get('state') ?? ''
    const recipient = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
    const before = Number(url.searchParams.get('before')) || null
    const [page, counts] = await Promise.all([listMail({ state, recipient, before, limit: PAGE }), countMail()])
    const views = MAIL_STATES.map((name) => ({ name, count: counts[name] }))
    return { ...page, views, state, recipient, before, goesOut: isMailServerSet() }
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.mail.outbox.title'))

/** Every e-mail there was: what became of it, and why not. */
export default function MailScreen({ loaderData }: Route.ComponentProps) {
  const { messages, older, views, state, recipient, before, goesOut } = loaderData
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
        {goesOut ? null : (
          <Notice tone="warn">
            <p>{t('page.mail.screen.keptNote')}</p>
          </Notice>
        )}
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
      </Stack>
    </>
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
