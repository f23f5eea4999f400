import { useSearchParams } from 'react-router'
import { listWaitingTimes } from '#features/weeks/time-lists/queries.server.ts'
import { listFleetTimes } from '#features/weeks/working-times/queries.server.ts'
import type { FleetTimes } from '#features/weeks/working-times/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { LimitsState, recordedUntil, warningWords } from '#web/parts/times-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/times.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  drivers: await listFleetTimes(now),
  waiting: (await listWaitingTimes()).length,
}))

/** Every driver's hours beside the limits: who is near or over them, and how far each record reaches. */
export default function TimesScreen({ loaderData: { drivers, waiting } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.times.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={t('page.times.fleet.title')}
        subtitle={t('page.times.fleet.subtitle')}
        back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
        actions={
          <>
            <LinkButton to="/admin/documents/times/files">
              {waiting > 0 ? t('page.times.files.toTeach', { count: waiting }) : t('page.times.files.give')}
            </LinkButton>
            <LinkButton to="/admin/documents/times/limits">{t('page.times.limits.title')}</LinkButton>
          </>
        }
      />
      <Page>
        {done === null ? null : <Done>{done}</Done>}
        <Table
          caption={t('page.times.fleet.caption')}
          rows={drivers}
          rowKey={({ driver }) => driver.id}
          href={({ driver }) => `/admin/drivers/${driver.id}/times`}
          columns={columnsOf(t)}
          empty={<EmptyState title={t('page.times.fleet.empty')}>{t('page.times.fleet.emptyText')}</EmptyState>}
        />
        <Words look="small">
          {t('page.times.fleet.daily')} {t('page.times.notTheRecord')}
        </Words>
      </Page>
    </>
  )
}

function columnsOf(t: Translator): Column<FleetTimes>[] {
  return [
    { head: t('page.times.fleet.columns.driver'), phone: 'identity', cell: ({ driver }) => driver.name },
    {
      head: t('page.times.fleet.columns.state'),
      phone: 'state',
      cell: ({ isMeasured, warnings, unseen }) =>
        isMeasured ? (
          <LimitsState warnings={warnings} isSeen={unseen.length === 0} />
        ) : (
          <State tone="plain">{t('page.times.notMeasured')}</State>
        ),
    },
    {
      head: t('page.times.fleet.columns.worst'),
      phone: 'fact',
      wraps: true,
      cell: ({ warnings, unseen }) => {
        const worst = unseen.find(({ isOver }) => isOver) ?? warnings.find(({ isOver }) => isOver) ?? warnings[0]
        return worst ? warningWords(worst, t) : '–'
      },
    },
    {
      head: t('page.times.fleet.columns.record'),
      phone: 'fact',
      cell: ({ lastRecorded }) => recordedUntil(lastRecorded, t),
    },
  ]
}
