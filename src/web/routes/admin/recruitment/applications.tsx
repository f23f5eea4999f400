import { APPLICATION_STATES } from '#domain/application.ts'
import { countOpenApplications, listApplications } from '#features/recruitment/queries.server.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import { countNewMessages } from '#features/visitors/contact/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { PAGE_SIZE, arrange, isMatch, readListView } from '#web/parts/list-view.ts'
import { SortLink } from '#web/parts/sort-link.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/applications.ts'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { APPLICATION_TONES } from './tones.ts'

/** Each state a view, in the order applications go through them. */
const VIEWS = ['', ...APPLICATION_STATES.filter((state) => state !== 'started')] as const

const SOURCES = {
  '': () => true,
  referred: ({ referral }: ApplicationRow) => referral !== null,
  direct: ({ referral }: ApplicationRow) => referral === null,
} as const

const ORDERS: Readonly<Record<string, (row: ApplicationRow) => string>> = {
  sent: ({ sentAt }) => sentAt ?? '',
  name: ({ name }) => name,
  regime: ({ regime }) => regime,
  from: ({ referral }) => referral ?? '',
}

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const url = new URL(request.url)
  const view = readListView(url, 'sent')
  const source = Object.keys(SOURCES).find((name) => name === url.searchParams.get('source')) ?? ''
  const [all, applications, messages] = await Promise.all([
    listApplications(),
    countOpenApplications(),
    countNewMessages(),
  ])
  const found = all
    .filter(SOURCES[source as keyof typeof SOURCES])
    .filter(({ name, email, phone, municipality, referral }) =>
      isMatch(view.q, [name, email, phone, municipality, referral]),
    )
  const counts = Object.fromEntries(
    VIEWS.map((state) => [state, found.filter((row) => state === '' || row.state === state).length]),
  )
  const seen = found.filter(({ state }) => view.view === '' || state === view.view)
  // The newest first, unless another order is asked for.
  const sort = url.searchParams.has('sort') ? view.sort : { by: 'sent', descending: true }
  return {
    ...arrange(seen, { ...view, sort }, ORDERS),
    view: { ...view, sort },
    ...{ counts, source, total: all.length, waiting: { applications, messages } },
  }
})

export default function ApplicationsScreen({ loaderData }: Route.ComponentProps) {
  const { rows, count, page, view, counts, source, total, waiting } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.listTitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
        actions={<LinkButton to="/signup">{t('page.recruitment.seeSite')}</LinkButton>}
      />
      <Stack>
        <RecruitmentTabs current="list" waiting={waiting} />
        {total === 0 ? (
          <EmptyState title={t('page.recruitment.empty.title')}>{t('page.recruitment.empty.text')}</EmptyState>
        ) : (
          <>
            <SearchField label={t('page.recruitment.search')}>
              {view.view ? <input type="hidden" name="view" value={view.view} /> : null}
              <SelectField
                name="source"
                label={t('page.recruitment.source')}
                defaultValue={source}
                required
                options={[
                  { value: '', label: t('page.recruitment.sources.any') },
                  { value: 'referred', label: t('page.recruitment.sources.referred') },
                  { value: 'direct', label: t('page.recruitment.sources.direct') },
                ]}
              />
            </SearchField>
            <Tabs
              look="pills"
              label={t('page.recruitment.views')}
              tabs={VIEWS.map((state) => ({
                to: addressOf({ view: state, q: view.q, source }),
                label: t(state === '' ? 'page.recruitment.all' : `page.recruitment.states.${state}`),
                count: counts[state] ?? 0,
                current: view.view === state,
              }))}
            />
            <Table
              caption={t('page.recruitment.caption')}
              columns={columns(t, view.sort)}
              rows={rows}
              rowKey={({ id }) => id}
              href={({ id }) => `/admin/recruitment/${id}`}
              empty={
                <EmptyState
                  title={t('page.recruitment.nothing')}
                  action={<LinkButton to="/admin/recruitment/list">{t('page.recruitment.showAll')}</LinkButton>}
                />
              }
            />
            <Pagination page={page} size={PAGE_SIZE} count={count} />
          </>
        )}
      </Stack>
    </>
  )
}

function addressOf(query: Record<string, string>): string {
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return said.size > 0 ? `/admin/recruitment/list?${said}` : '/admin/recruitment/list'
}

function columns(t: ReturnType<typeof useT>, sort: { by: string; descending: boolean }): Column<ApplicationRow>[] {
  const head = (by: 'name' | 'regime' | 'from' | 'sent') => (
    <SortLink by={by} current={sort}>
      {t(`page.recruitment.columns.${by}`)}
    </SortLink>
  )
  return [
    {
      head: head('name'),
      cell: ({ name, isKnown }) =>
        isKnown ? (
          <>
            {name} <State tone="warn">{t('page.recruitment.known')}</State>
          </>
        ) : (
          name
        ),
    },
    {
      head: t('page.recruitment.columns.state'),
      cell: ({ state }) => <State tone={APPLICATION_TONES[state]}>{t(`page.recruitment.states.${state}`)}</State>,
    },
    { head: head('regime'), cell: ({ regime }) => t(`page.fleet.regimes.${regime}`) },
    {
      head: t('page.recruitment.columns.phone'),
      cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a>,
      wideOnly: true,
    },
    { head: head('from'), cell: ({ referral }) => referral ?? t('page.recruitment.direct'), wideOnly: true },
    { head: head('sent'), cell: ({ sentAt }) => (sentAt ? formatInstant(sentAt, t.language) : null), wideOnly: true },
  ]
}
