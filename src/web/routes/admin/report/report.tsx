import { firstOf, lastOf } from '#domain/certain.ts'
import type { Cents } from '#domain/money.ts'
import { monthOfWeek } from '#domain/month.ts'
import { adjacentPeriod, periodAround } from '#domain/performance.ts'
import { readWeek, weekAt } from '#domain/week.ts'
import { findNewestReported, reportPeriod } from '#features/weeks/owner-reports/queries.server.ts'
import { type BookedLine, DESTINATIONS, type OwnerReport, hasNothing } from '#features/weeks/owner-reports/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { figuresPeriodName, figuresPeriodShort } from '#messages/figure-words.ts'
import { formatMoney } from '#messages/numbers.ts'
import { accountWords, destinationTitle, oddWords } from '#messages/report-words.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readPageFromStandby } from '#web/standby.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { BehindNote } from '#web/parts/behind-note.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Spread, Turn, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { askedPeriod } from '../kpis/performance-list.tsx'
import type { Route } from './+types/report.ts'

const PLACE = '/admin/reports'

export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now }) => {
  const { value: report, behind } = await readPageFromStandby(context, async (on) => {
    const wantedPeriod = askedPeriod(new URL(request.url)) ?? (await findNewestReported(on))
    return wantedPeriod && reportPeriod(wantedPeriod, now, on)
  })
  if (report === null) return null
  const { period } = report
  const last = lastOf([...period.weeks])
  const after = adjacentPeriod(period, 'after')
  return {
    report,
    behind,
    ways: {
      after: firstOf(after.weeks) < weekAt(now) ? after : null,
      week: periodAround('week', last).name,
      month: monthOfWeek(last),
    },
  }
})

/** The week or the month on one page: income, where it went, drivers, cars, and oddities. */
export default function ReportScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  if (loaderData === null) {
    return (
      <>
        <PageHead title={t('page.reports.title')} />
        <EmptyState
          title={t('page.reports.empty')}
          action={<LinkButton to="/admin/weekly">{t('page.reports.toWeeks')}</LinkButton>}
        >
          {t('page.reports.emptyText')}
        </EmptyState>
      </>
    )
  }
  const { report, behind, ways } = loaderData
  const { period, before } = report
  const isNothing = hasNothing(report)
  return (
    <>
      <PageHead
        title={t('page.reports.title')}
        subtitle={figuresPeriodName(period, t)}
        actions={
          <>
            <LinkButton to="/admin/reports/schedules" icon="mail">
              {t('page.reports.mails.title')}
            </LinkButton>
            {isNothing ? null : (
              <LinkButton file to={`${PLACE}/pdf?period=${period.name}`} icon="download">
                PDF
              </LinkButton>
            )}
          </>
        }
      />
      <Page>
        <BehindNote seconds={behind} />
        <Spread>
          <Tabs
            look="pills"
            label={t('page.kpis.periods')}
            tabs={(['week', 'month'] as const).map((kind) => ({
              to: `${PLACE}?period=${ways[kind]}`,
              label: t(`page.goals.periods.${kind}`),
              current: period.kind === kind,
            }))}
          />
          <Turn label={t('page.kpis.turn')}>
            <Link to={`${PLACE}?period=${before.name}`} aria-label={t('page.kpis.before')}>
              <Icon name="left" small />
              {figuresPeriodShort(before, t)}
            </Link>
            {ways.after === null ? null : (
              <Link to={`${PLACE}?period=${ways.after.name}`} aria-label={t('page.kpis.after')}>
                {figuresPeriodShort(ways.after, t)}
                <Icon name="right" small />
              </Link>
            )}
          </Turn>
        </Spread>
        {report.open.length > 0 ? (
          <Notice tone="warn" title={t('page.reports.open', { count: report.open.length })}>
            {report.open.map((name) => (
              <Link key={name} to={`/admin/weekly/${name}`}>
                {t('page.goals.week', { number: weekNumber(readWeek(name)) })}
              </Link>
            ))}
          </Notice>
        ) : null}
        {isNothing ? (
          <EmptyState
            title={t('page.reports.nothing')}
            action={<LinkButton to="/admin/weekly">{t('page.reports.toWeeks')}</LinkButton>}
          />
        ) : (
          <ReportSections report={report} />
        )}
      </Page>
    </>
  )
}

function ReportSections({ report }: { report: OwnerReport }) {
  const t = useT()
  const { drivers, cars, odd } = report
  return (
    <Stack>
      <MoneyTable report={report} />
      <Section title={t('page.reports.odd')} aside={odd.length}>
        {odd.length === 0 ? (
          <Words>{t(report.isCompared ? 'page.reports.noOdd' : 'page.reports.nothingBefore')}</Words>
        ) : (
          <Items>
            {odd.slice(0, MAX_ODD_ROWS).map((oddity) => (
              <Item
                key={oddity.driver.id + oddity.kind}
                mark={<Icon name={oddity.kind === 'rise' ? 'info' : 'warning'} />}
                title={oddity.driver.name}
                to={`/admin/drivers/${oddity.driver.id}`}
              >
                {oddWords(oddity, t)}
              </Item>
            ))}
          </Items>
        )}
        {odd.length > MAX_ODD_ROWS ? (
          <Words look="small">{t('page.reports.moreOdd', { count: odd.length - MAX_ODD_ROWS })}</Words>
        ) : null}
      </Section>
      <Grid>
        <Ranked
          title={t('page.reports.drivers')}
          rows={drivers.map(({ id, name, net }) => ({ to: `/admin/drivers/${id}`, name, amount: net }))}
        />
        <Ranked
          title={t('page.reports.cars')}
          rows={cars.map(({ id, plate, amount }) => ({ to: `/admin/vehicles/${id}`, name: showPlate(plate), amount }))}
        />
      </Grid>
    </Stack>
  )
}

const MAX_ODD_ROWS = 12

/** Income and where it went, beside the period before; each sum stands above its parts. */
function MoneyTable({ report: { money, moneyBefore, before, statements } }: { report: OwnerReport }) {
  const t = useT()
  const rows: MoneyRow[] = [
    { id: 'in', name: t('page.reports.in'), amount: money.in, earlier: moneyBefore.in, parts: money.came },
    ...DESTINATIONS.filter(
      (destination) => money.went[destination].amount !== 0 || moneyBefore.went[destination].amount !== 0,
    ).map((destination) => ({
      id: destination,
      name: destinationTitle(destination, t),
      amount: money.went[destination].amount,
      earlier: moneyBefore.went[destination].amount,
      parts: money.went[destination].lines,
    })),
  ]
  return (
    <Section
      title={t('page.reports.finding', {
        in: formatMoney(money.in, t.language),
        drivers: formatMoney(money.went.drivers.amount, t.language),
        kept: formatMoney(money.went.kept.amount, t.language),
      })}
    >
      <Stack>
        <Table caption={t('page.reports.money')} columns={columnsOf(before, t)} rows={rows} rowKey={({ id }) => id} />
        <Words look="small">
          {t('page.reports.sums', { count: statements })}{' '}
          {t('page.reports.paid', { amount: formatMoney(money.paid, t.language) })}
        </Words>
      </Stack>
    </Section>
  )
}

type MoneyRow = { id: string; name: string; amount: Cents; earlier: Cents; parts: readonly BookedLine[] }

function columnsOf(before: OwnerReport['before'], t: Translator): Column<MoneyRow>[] {
  return [
    { head: t('page.reports.what'), phone: 'identity', cell: ({ name }) => name },
    {
      head: t('page.reports.parts'),
      phone: 'fact',
      wraps: true,
      cell: ({ parts }) =>
        parts.length < 2
          ? ''
          : parts
              .map(({ account, amount }) => `${accountWords(account, t)} ${formatMoney(amount, t.language)}`)
              .join(' · '),
    },
    {
      head: t('page.reports.amount'),
      number: true,
      phone: 'amount',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      head: figuresPeriodShort(before, t),
      number: true,
      wideOnly: true,
      cell: ({ earlier }) => (earlier === 0 ? '–' : <Money cents={earlier} />),
    },
  ]
}

type RankedRow = { to: string; name: string; amount: OwnerReport['drivers'][number]['net'] }

/** How many of the first and of the last fit beside each other. */
const ENDS = 5

/** The first and the last of a list that is sorted by amount. */
function Ranked({ title, rows }: { title: string; rows: readonly RankedRow[] }) {
  const t = useT()
  const [most, least] = rows.length > 2 * ENDS ? [rows.slice(0, ENDS), rows.slice(-ENDS)] : [rows, []]
  if (rows.length === 0) return null
  const facts = (ranked: readonly RankedRow[]) => (
    <Facts>
      {ranked.map(({ to, name, amount }) => (
        <Fact key={to} name={<Link to={to}>{name}</Link>}>
          <Money cents={amount} owed />
        </Fact>
      ))}
    </Facts>
  )
  return (
    <Card title={title} aside={rows.length}>
      {facts(most)}
      {least.length > 0 ? (
        <>
          <Words look="small">{t('page.reports.least', { count: ENDS })}</Words>
          {facts(least)}
        </>
      ) : null}
    </Card>
  )
}
