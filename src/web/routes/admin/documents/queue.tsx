import { useSearchParams } from 'react-router'
import { listWaiting } from '#features/papers/queries.server.ts'
import { listApprovalTimes } from '#features/papers/platform-reviews/queries.server.ts'
import type { ApprovalTime } from '#features/papers/platform-reviews/schema.ts'
import type { WaitingPaper } from '#features/papers/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { More, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/queue.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  papers: await listWaiting(now),
  times: await listApprovalTimes(),
}))

const DONE = ['accept', 'refuse', 'take-back'] as const

/** The papers that wait for a review. */
export default function DocumentsScreen({ loaderData: { papers, times } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  return (
    <>
      <PageHead
        title={t('page.papers.office.title')}
        subtitle={t('page.papers.office.subtitle')}
        actions={
          <>
            <LinkButton to="/admin/documents/deadlines">{t('page.papers.deadlines.title')}</LinkButton>
            <LinkButton to="/admin/documents/times">{t('page.times.title')}</LinkButton>
            <More label={t('common.more')}>
              <LinkButton to="/admin/documents/company" kind="text">
                {t('page.papers.company.title')}
              </LinkButton>
              <LinkButton to="/admin/documents/kinds" kind="text">
                {t('page.papers.kinds.title')}
              </LinkButton>
            </More>
          </>
        }
      />
      <Page>
        <Stack>
          {done ? <Done>{t(`page.papers.office.done.${done}`)}</Done> : null}
          <Section title={t('page.papers.office.queue')}>
            <Table
              caption={t('page.papers.office.queueCaption')}
              rows={papers}
              rowKey={({ id }) => id}
              href={({ id }) => `/admin/documents/${id}`}
              columns={columns(t)}
              empty={
                <EmptyState title={t('page.papers.office.emptyTitle')}>
                  <p>{t('page.papers.office.empty')}</p>
                </EmptyState>
              }
            />
          </Section>
          {times.length > 0 ? (
            <Section title={t('page.papers.approvals.title')}>
              <Stack>
                <Words>{t('page.papers.approvals.text')}</Words>
                <Table
                  caption={t('page.papers.approvals.title')}
                  rows={times}
                  rowKey={({ platform, kind }) => `${platform} ${kind.pt}`}
                  columns={timeColumns(t)}
                />
              </Stack>
            </Section>
          ) : null}
        </Stack>
      </Page>
    </>
  )
}

function timeColumns(t: Translator): Column<ApprovalTime>[] {
  return [
    { head: t('page.papers.office.columns.paper'), cell: ({ kind }) => kind[t.language] },
    {
      head: t('page.papers.standing.provider'),
      cell: ({ platform }) => t(`page.connections.providers.${platform}`),
    },
    {
      head: t('page.papers.approvals.median'),
      number: true,
      first: true,
      cell: ({ days }) => t('page.papers.approvals.days', { count: days }),
    },
    { head: t('page.papers.approvals.count'), number: true, cell: ({ count }) => formatNumber(count, t.language) },
  ]
}

function columns(t: Translator): Column<WaitingPaper>[] {
  return [
    { head: t('page.papers.office.columns.of'), cell: ({ of }) => of, phone: 'identity' },
    { head: t('page.papers.office.columns.paper'), cell: ({ kindName }) => kindName[t.language], phone: 'fact' },
    {
      head: t('page.papers.office.columns.sent'),
      cell: ({ sentAt }) => (sentAt ? <Moment at={sentAt} /> : null),
      phone: 'fact',
    },
  ]
}
