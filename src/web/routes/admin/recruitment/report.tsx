import { APPLICATION_SOURCES } from '#domain/application.ts'
import { ZONE } from '#domain/week.ts'
import { conversionReport } from '#features/recruitment/figures/queries.server.ts'
import { FUNNEL, type Funnel } from '#features/recruitment/figures/schema.ts'
import { pipelineFigures } from '#features/recruitment/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMonth } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/report.ts'
import { PipelineNumbers } from './pipeline-numbers.tsx'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { waitingAt } from './waiting.server.ts'

/** Months that the report covers. */
const MONTHS = 12

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const to = now.toZonedDateTimeISO(ZONE).toPlainDate().with({ day: 1 })
  const from = to.subtract({ months: MONTHS - 1 })
  const source = APPLICATION_SOURCES.find((known) => known === url.searchParams.get('source')) ?? null
  const [report, whole, figures, waiting] = await Promise.all([
    conversionReport({ from, to, source }),
    conversionReport({ from, to, source: null }),
    pipelineFigures(from),
    waitingAt(now),
  ])
  return { report, sources: whole.sources, source, figures, from: from.toString(), waiting }
})

/** How far applicants came, and how long it took. */
export default function ReportScreen({ loaderData }: Route.ComponentProps) {
  const { report, sources, source, figures, from, waiting } = loaderData
  const t = useT()
  const { all, months } = report
  return (
    <>
      <PageHead
        title={t('page.recruitment.report.title')}
        subtitle={t('page.recruitment.report.subtitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Stack>
        <RecruitmentTabs current="report" waiting={waiting} />
        {sources.length === 0 ? (
          <EmptyState title={t('page.recruitment.list.empty')}>{t('page.recruitment.list.emptyText')}</EmptyState>
        ) : (
          <>
            <Tabs
              look="pills"
              label={t('page.recruitment.source')}
              tabs={[
                {
                  to: '/admin/recruitment/report',
                  label: t('page.recruitment.sources.any'),
                  current: source === null,
                },
                ...sources.map((sourceRow) => ({
                  to: `/admin/recruitment/report?source=${sourceRow.source}`,
                  label: t(`page.recruitment.heard.${sourceRow.source}`),
                  current: source === sourceRow.source,
                })),
              ]}
            />
            <Figures boxed>
              {FUNNEL.map((step) => (
                <Figure
                  key={step}
                  name={t(`page.recruitment.report.steps.${step}`)}
                  note={step === 'received' ? null : noteOf(all, step, t)}
                >
                  {all.counts[step]}
                </Figure>
              ))}
            </Figures>
            <BarChart
              title={t('page.recruitment.report.finding', {
                count: all.counts.received,
                approved: all.counts.approved,
              })}
              about={t('page.recruitment.report.byMonth')}
              says={t('page.recruitment.report.says', all.counts)}
              labels={months.map(({ month }) => formatMonth(month.slice(0, 7), t.language).slice(0, 3))}
              series={[
                {
                  name: t('page.recruitment.report.steps.received'),
                  values: months.map(({ counts }) => counts.received),
                },
                {
                  name: t('page.recruitment.report.steps.approved'),
                  values: months.map(({ counts }) => counts.approved),
                },
              ]}
              words={String}
              table={
                <Table
                  caption={t('page.recruitment.report.byMonth')}
                  rows={months.toReversed()}
                  rowKey={({ month }) => month}
                  columns={[
                    {
                      head: t('page.recruitment.report.month'),
                      cell: ({ month }) => formatMonth(month.slice(0, 7), t.language),
                    },
                    ...columns(t),
                  ]}
                />
              }
            />
            <Section title={t('page.recruitment.report.bySource')}>
              <Table
                caption={t('page.recruitment.report.sourcesCaption')}
                rows={report.sources}
                rowKey={(row) => row.source}
                columns={[
                  { head: t('page.recruitment.source'), cell: (row) => t(`page.recruitment.heard.${row.source}`) },
                  ...columns(t),
                ]}
              />
            </Section>
            <Words look="small">{t('page.recruitment.report.note')}</Words>
            <PipelineNumbers figures={figures} from={from} />
          </>
        )}
      </Stack>
    </>
  )
}

type Taken = Exclude<(typeof FUNNEL)[number], 'received'>

function noteOf({ days }: Funnel, step: Taken, t: Translator): string {
  const median = days[step]
  if (median === null) return t('page.recruitment.report.nobody')
  return median === 0 ? t('page.recruitment.report.sameDay') : t('page.recruitment.report.days', { count: median })
}

function columns(t: Translator): Column<Funnel>[] {
  return FUNNEL.map((step) => ({
    head: t(`page.recruitment.report.steps.${step}`),
    cell: (row) => <Step row={row} step={step} />,
    number: true,
  }))
}

function Step({ row, step }: { row: Funnel; step: (typeof FUNNEL)[number] }) {
  const t = useT()
  const median = step === 'received' ? null : row.days[step]
  return (
    <>
      {row.counts[step]}
      {median === null ? null : (
        <small>
          {' · '}
          {median === 0
            ? t('page.recruitment.report.shortSameDay')
            : t('page.recruitment.report.shortDays', { count: median })}
        </small>
      )}
    </>
  )
}
