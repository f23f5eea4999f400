import { listRequests } from '#features/oversight/data-requests/queries.server.ts'
import type { DataRequest } from '#features/oversight/data-requests/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/requests.ts'
import { REQUEST_TONES } from './request-words.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({ requests: await listRequests(now) }))

/** Requests of people about their data, by the day on which the answer is due. */
export default function RequestsScreen({ loaderData: { requests } }: Route.ComponentProps) {
  const t = useT()
  const write = <LinkButton to="/admin/privacy/requests/new">{t('page.privacy.requests.write')}</LinkButton>
  return (
    <>
      <PageHead
        title={t('page.privacy.requests.title')}
        subtitle={t('page.privacy.requests.subtitle')}
        back={{ to: '/admin/privacy', label: t('page.privacy.back') }}
        actions={requests.length === 0 ? null : write}
      />
      <Page>
        <Table
          caption={t('page.privacy.requests.caption')}
          rows={requests}
          rowKey={({ id }) => id}
          href={({ id }) => `/admin/privacy/requests/${id}`}
          columns={columnsOf(t)}
          empty={
            <EmptyState title={t('page.privacy.requests.none')} action={write}>
              {t('page.privacy.requests.noneText')}
            </EmptyState>
          }
        />
        <Words look="soft">{t('page.privacy.requests.law', { law: lawPlace('answer-to-requests', t) })}</Words>
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<DataRequest>[] {
  return [
    { head: t('page.privacy.requests.columns.who'), phone: 'identity', cell: ({ name }) => name },
    {
      head: t('page.privacy.requests.columns.kind'),
      phone: 'fact',
      wraps: true,
      cell: ({ kind }) => t(`page.privacy.requests.kinds.${kind}`),
    },
    {
      head: t('page.privacy.requests.columns.by'),
      phone: 'amount',
      number: true,
      cell: ({ by }) => formatDayShort(by, t.language),
    },
    {
      head: t('page.privacy.requests.columns.state'),
      phone: 'state',
      cell: ({ state }) => <State tone={REQUEST_TONES[state]}>{t(`page.privacy.requests.states.${state}`)}</State>,
    },
  ]
}
