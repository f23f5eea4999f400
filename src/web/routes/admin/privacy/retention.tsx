import { listSweeps } from '#features/oversight/retention/queries.server.ts'
import type { Sweep } from '#features/oversight/retention/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/retention.ts'

export const loader = shows(async () => ({ sweeps: await listSweeps() }))

/** Data that are deleted automatically: how long they stay, when that last ran, how much it deleted, and what is next. */
export default function RetentionScreen({ loaderData: { sweeps } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.privacy.retention.title')}
        subtitle={t('page.privacy.retention.subtitle')}
        back={{ to: '/admin/privacy', label: t('page.privacy.back') }}
      />
      <Page>
        <Table
          caption={t('page.privacy.retention.caption')}
          rows={sweeps}
          rowKey={({ period }) => period}
          columns={columnsOf(t)}
        />
        <Words look="soft">{t('page.privacy.retention.others')}</Words>
        <Links>
          <Link to="/admin/data/positions">{t('page.privacy.retention.positions')}</Link>
          <Link to="/admin/privacy/erasures">{t('page.privacy.erase.list')}</Link>
        </Links>
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<Sweep>[] {
  return [
    {
      head: t('page.privacy.retention.columns.what'),
      phone: 'identity',
      cell: ({ period }) => t(`page.privacy.retention.what.${period}`),
    },
    {
      head: t('page.privacy.retention.columns.period'),
      phone: 'fact',
      wraps: true,
      cell: ({ period }) => t(`page.privacy.periods.${period}`),
    },
    { head: t('page.privacy.retention.columns.kept'), wideOnly: true, number: true, cell: ({ kept }) => kept },
    {
      head: t('page.privacy.retention.columns.ran'),
      phone: 'fact',
      number: true,
      cell: ({ ranAt }) => (ranAt === null ? t('page.privacy.retention.never') : formatInstant(ranAt, t.language)),
    },
    {
      head: t('page.privacy.retention.columns.last'),
      wideOnly: true,
      number: true,
      cell: ({ lastGone }) => lastGone ?? '–',
    },
    { head: t('page.privacy.retention.columns.gone'), phone: 'amount', number: true, cell: ({ gone }) => gone },
    {
      head: t('page.privacy.retention.columns.next'),
      phone: 'fact',
      number: true,
      cell: ({ next }) => (next === null ? '–' : formatDayShort(next, t.language)),
    },
  ]
}
