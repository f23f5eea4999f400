import { useSearchParams } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { type AccountRow, listAccounts, listInvitations } from '#features/accounts/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { PAGE_SIZE, arrange, isMatch, readListView } from '#web/parts/list-view.ts'
import { Moment } from '#web/parts/moment.tsx'
import { SortLink } from '#web/parts/sort-link.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/users.ts'
import { scopeWords } from './scope-words.ts'

const VIEWS = {
  all: () => true,
  admin: ({ role }) => role === 'admin',
  driver: ({ role }) => role === 'driver',
  disabled: ({ disabled }) => disabled,
} as const satisfies Record<string, (account: AccountRow) => boolean>
type View = keyof typeof VIEWS
const VIEW_NAMES: readonly View[] = ['all', 'admin', 'driver', 'disabled']

const ORDERS: Readonly<Record<string, (account: AccountRow) => string>> = {
  name: ({ name, email }) => name ?? email,
  email: ({ email }) => email,
  role: ({ role, scopes }) => `${role} ${scopes.join(' ')}`,
  lastSignIn: ({ lastSignInAt }) => lastSignInAt ?? '',
}

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const mayChange = hasPower(requireAdmin(context), 'house')
    const [all, invitations] = await Promise.all([listAccounts(), listInvitations(context.get(requestContext).now)])
    const asked = readListView(url, 'name')
    const view = VIEW_NAMES.find((name) => name === asked.view) ?? 'all'
    const found = all.filter(({ name, email, driver }) => isMatch(asked.q, [name, email, driver?.name ?? null]))
    const counts = Object.fromEntries(VIEW_NAMES.map((name) => [name, found.filter(VIEWS[name]).length]))
    const { q, sort } = asked
    return {
      ...arrange(found.filter(VIEWS[view]), asked, ORDERS),
      ...{ view, q, sort, counts, total: all.length, invitations, mayChange },
    }
  })

/** Every account: who signs in, as what, and when last. */
export default function UsersScreen({ loaderData }: Route.ComponentProps) {
  const { rows, count, page, view, q, sort, counts, total, invitations, mayChange } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const actions = (
    <>
      <LinkButton to="/admin/users/audit" kind="text">
        {t('page.users.log')}
      </LinkButton>
      <LinkButton to="/admin/users/rules" kind="text">
        {t('page.users.rules.open')}
      </LinkButton>
      <LinkButton to="/admin/profile">{t('page.users.own')}</LinkButton>
      {mayChange ? (
        <LinkButton to="/admin/users/invite" kind="primary" icon="plus">
          {t('page.users.invite.open')}
        </LinkButton>
      ) : null}
    </>
  )
  return (
    <>
      <PageHead title={t('page.users.title')} detail={formatNumber(total, t.language)} actions={actions} />
      <Stack>
        {query.get('done') === 'rules' ? (
          <Done>
            <p>{t('page.users.done.rules')}</p>
          </Done>
        ) : null}
        <SearchField label={t('page.users.search')}>
          {view === 'all' ? null : <input type="hidden" name="view" value={view} />}
        </SearchField>
        <Tabs
          look="pills"
          label={t('page.users.views')}
          tabs={VIEW_NAMES.map((name) => ({
            to: addressOf(name, q),
            label: t(`page.users.those.${name}`),
            count: counts[name] ?? 0,
            current: view === name,
          }))}
        />
        <Table
          caption={t('page.users.caption')}
          columns={columns(t, sort)}
          rows={rows}
          rowKey={({ uid }) => uid}
          href={({ uid }) => `/admin/users/${uid}`}
          empty={
            <EmptyState
              title={t('page.users.nothing')}
              action={<LinkButton to="/admin/users">{t('page.users.showAll')}</LinkButton>}
            />
          }
        />
        <Pagination page={page} size={PAGE_SIZE} count={count} />
        {invitations.length > 0 ? (
          <Section title={t('page.users.invite.waiting')}>
            <Facts>
              {invitations.map(({ email, name, until }) => (
                <Fact key={email} name={`${name} · ${email}`}>
                  {t('page.users.invite.until', { until: formatInstant(until, t.language) })}
                </Fact>
              ))}
            </Facts>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

function addressOf(view: View, q: string): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(view === 'all' ? {} : { view }) })
  return query.size > 0 ? `/admin/users?${query}` : '/admin/users'
}

function columns(t: Translator, sort: { by: string; descending: boolean }): Column<AccountRow>[] {
  const head = (by: 'name' | 'email' | 'role' | 'lastSignIn') => (
    <SortLink by={by} current={sort}>
      {t(`page.users.columns.${by}`)}
    </SortLink>
  )
  return [
    { head: head('name'), cell: ({ name, email }) => name ?? email },
    { head: head('email'), cell: ({ email }) => email, wideOnly: true },
    {
      head: head('role'),
      cell: ({ role, scopes }) => (role === 'driver' ? t('common.role.driver') : scopeWords(t, scopes)),
    },
    {
      head: t('page.users.columns.state'),
      first: true,
      // What is as it should be says nothing.
      cell: ({ disabled }) => (disabled ? <State tone="bad">{t('page.users.closed')}</State> : null),
    },
    {
      head: t('page.users.columns.factor'),
      cell: ({ hasFactor }) => t(`page.users.factor.${hasFactor === null ? 'unknown' : hasFactor ? 'on' : 'off'}`),
      wideOnly: true,
    },
    {
      head: head('lastSignIn'),
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : t('page.users.never')),
      wideOnly: true,
    },
  ]
}
