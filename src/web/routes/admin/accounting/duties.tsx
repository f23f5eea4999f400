import { useSearchParams } from 'react-router'
import { readNumber } from '#domain/record-id.ts'
import { ZONE } from '#domain/week.ts'
import { findDutyRules, listDuties } from '#features/accounting/duties/queries.server.ts'
import type { DutyRow } from '#features/accounting/duties/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatMonth, formatStripDay } from '#messages/dates.ts'
import { lawDoubt, lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/duties.ts'
import { TONES, periodWords, preparedFor } from './duty-words.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const { year: current } = now.toZonedDateTimeISO(ZONE)
  const wantedYear = readNumber(new URL(request.url).searchParams.get('year'))
  const rules = await findDutyRules()
  const first = rules === null ? current : Number(rules.since.slice(0, 4))
  const years = Array.from({ length: current + 2 - first }, (_, at) => first + at)
  const year = years.includes(wantedYear) ? wantedYear : current
  return { since: rules?.since ?? null, year, years, duties: await listDuties(year, now) }
})

/** The duties of the company in a year: the open ones by month, those done folded. */
export default function DutiesScreen({ loaderData: { since, year, years, duties } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const mayTakeBack = useMayFollow('/admin/accounting/duties/2026/vat-return/2026-01/withdrawal')
  const done = t.find(`page.duties.said.${query.get('done') ?? ''}`)
  const open = duties.filter(({ note: said }) => said === null)
  const handled = duties.filter(({ note: said }) => said !== null)
  return (
    <>
      <PageHead
        title={t('page.duties.title')}
        subtitle={t('page.duties.subtitle')}
        back={{ to: '/admin/accounting', label: t('page.accounting.title') }}
        actions={
          since === null ? null : <LinkButton to="/admin/accounting/duties/rules">{t('page.duties.change')}</LinkButton>
        }
      />
      <Page>
        {done === null ? null : <Done>{done}</Done>}
        {since === null ? (
          <EmptyState
            title={t('page.duties.begin')}
            action={<LinkButton to="/admin/accounting/duties/rules">{t('page.duties.beginAct')}</LinkButton>}
          >
            {t('page.duties.beginText')}
          </EmptyState>
        ) : (
          <>
            <Tabs
              label={t('page.duties.year')}
              tabs={years.map((tabYear) => ({
                to: `/admin/accounting/duties?year=${tabYear}`,
                label: String(tabYear),
                current: tabYear === year,
              }))}
            />
            <Table
              caption={t('page.duties.caption', { year })}
              rows={open}
              rowKey={keyOf}
              href={(row) => addressOf(year, row)}
              group={({ by }) => ({ id: by.slice(0, 7), head: formatMonth(by.slice(0, 7), t.language) })}
              columns={columnsOf(t)}
              empty={
                <EmptyState title={t('page.duties.nothing', { year })}>
                  {t('page.duties.nothingText', { day: formatDayShort(since, t.language) })}
                </EmptyState>
              }
            />
            {handled.length === 0 ? null : (
              <Disclosure summary={t('page.duties.handled', { count: handled.length })}>
                <Table
                  caption={t('page.duties.captionDone', { year })}
                  rows={handled}
                  rowKey={keyOf}
                  // The address only asks whether to take back what was said.
                  href={(row) => (mayTakeBack ? `${addressOf(year, row)}/withdrawal` : null)}
                  columns={handledColumns(t, year)}
                />
              </Disclosure>
            )}
            <Words look="soft">
              {t('page.duties.sundays')} {t('page.duties.august', { law: lawPlace('august', t) })}
            </Words>
            <Words look="soft">
              {t('page.duties.endsText')} <Link to="/admin/documents/deadlines">{t('page.duties.ends')}</Link>
              {' · '}
              <Link to="/admin/accounting/laws">{t('page.law.open')}</Link>
            </Words>
          </>
        )}
      </Page>
    </>
  )
}

const keyOf = ({ kind, period }: DutyRow) => `${kind} ${period}`
const addressOf = (year: number, { kind, period }: DutyRow) => `/admin/accounting/duties/${year}/${kind}/${period}`

function columnsOf(t: Translator): Column<DutyRow>[] {
  return [
    { head: t('page.duties.columns.what'), phone: 'identity', cell: ({ kind }) => t(`page.duties.kinds.${kind}`) },
    { head: t('page.duties.columns.period'), phone: 'fact', cell: (row) => periodWords(row, t) },
    {
      head: t('page.duties.columns.by'),
      phone: 'amount',
      number: true,
      cell: ({ by }) => formatStripDay(by, t.language),
    },
    {
      head: t('page.duties.columns.state'),
      phone: 'state',
      cell: ({ state }) => <State tone={TONES[state]}>{t(`page.duties.states.${state}`)}</State>,
    },
    {
      head: t('page.duties.columns.prepared'),
      wideOnly: true,
      cell: (row) => {
        const ready = preparedFor(row)
        return ready === null ? '–' : <Link to={ready.to}>{t(`page.duties.prepares.${ready.what}`)}</Link>
      },
    },
    {
      head: t('page.duties.columns.law'),
      wraps: true,
      wideOnly: true,
      cell: ({ kind }) => {
        const doubt = lawDoubt(kind, t)
        return <Words look="small">{doubt === '' ? lawPlace(kind, t) : `${lawPlace(kind, t)}. ${doubt}`}</Words>
      },
    },
  ]
}

function handledColumns(t: Translator, year: number): Column<DutyRow>[] {
  return [
    { head: t('page.duties.columns.what'), phone: 'identity', cell: ({ kind }) => t(`page.duties.kinds.${kind}`) },
    { head: t('page.duties.columns.period'), phone: 'fact', cell: (row) => periodWords(row, t) },
    {
      head: t('page.duties.columns.state'),
      phone: 'state',
      cell: ({ state, note: said }) => (
        <State tone={TONES[state]}>
          {t(`page.duties.states.${state}`)}
          {said?.on ? ` ${t('page.duties.doneOn', { day: formatDayShort(said.on, t.language) })}` : ''}
        </State>
      ),
    },
    {
      head: t('page.duties.done.paper'),
      wraps: true,
      cell: (row) =>
        row.note?.file ? (
          <Link to={`${addressOf(year, row)}/paper`} file>
            {t('page.duties.done.open')}
          </Link>
        ) : (
          (row.note?.note ?? '')
        ),
    },
  ]
}
