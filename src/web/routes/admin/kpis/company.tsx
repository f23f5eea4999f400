import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { showCompany } from '#features/weeks/company-figures/queries.server.ts'
import type { CompanyView } from '#features/weeks/company-figures/schema.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { figuresPeriodName, figuresPeriodShort } from '#messages/figure-words.ts'
import { readPageFromStandby } from '#web/standby.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { BehindNote } from '#web/parts/behind-note.tsx'
import { CompanyGoals } from '#web/parts/company-goals.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/company.ts'
import { CompanyEnergy } from './company-energy.tsx'
import { CompanyCash, CompanyFleet, CompanyMoney } from './company-opened.tsx'
import { PeriodChoice, periodFromAddress, waysFromPeriod } from './long-periods.tsx'
import { OfWhom } from './of-whom.tsx'

export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now }) => {
  const period = periodFromAddress(new URL(request.url))
  const { value, behind } = await readPageFromStandby(context, (on) =>
    Promise.all([showCompany(period, now, on), listCompanyGoals(now, on)]),
  )
  const [company, goals] = value
  return { company, goals, behind, ways: waysFromPeriod(company) }
})

/** The company in a month, a quarter or a year: each figure beside the one before, unfolding to its formula and a link to its rows. */
export default function CompanyFiguresScreen({ loaderData: { company, goals, behind, ways } }: Route.ComponentProps) {
  const t = useT()
  const { period, before, counted } = company
  return (
    <>
      <PageHead
        title={t('page.companyFigures.title')}
        subtitle={t('page.companyFigures.subtitle', {
          period: figuresPeriodName(period, t),
          before: figuresPeriodShort(before, t),
        })}
      />
      <Stack>
        <OfWhom current="company" />
        <BehindNote seconds={behind} />
        <PeriodChoice place="/admin/kpis/company" period={period} ways={ways} />
        {counted.length === 0 ? (
          <EmptyState
            title={t('page.companyFigures.empty')}
            action={<LinkButton to="/admin/weekly">{t('page.reports.toWeeks')}</LinkButton>}
          />
        ) : (
          <>
            <SideBySide>
              <CompanyMoney company={company} />
              <CompanyFleet company={company} />
            </SideBySide>
            <CompanyEnergy company={company} />
          </>
        )}
        {counted.length === 0 ? (
          <CompanyCash company={company} />
        ) : (
          <SideBySide>
            <CompanyCash company={company} />
            <Sources company={company} />
          </SideBySide>
        )}
        {goals.length === 0 ? null : (
          <Section
            title={t('page.companyFigures.goals')}
            aside={<Link to="/admin/goals">{t('page.companyFigures.seeGoals')}</Link>}
          >
            <CompanyGoals goals={goals} />
          </Section>
        )}
      </Stack>
    </>
  )
}

/** The sources of the figures, and their age. */
function Sources({ company: { counted, asOf } }: { company: CompanyView }) {
  const t = useT()
  const at = (instant: string | null) =>
    instant === null ? t('page.companyFigures.unknown') : formatInstant(instant, t.language)
  return (
    <Section title={t('page.carFigures.why.sources')}>
      <Card>
        <Facts>
          <Fact name={t('page.carFigures.why.statements')}>
            {t('page.carFigures.why.statementsText', {
              count: counted.length,
              weeks: counted.map((week) => weekNumber(week)).join(', '),
            })}
          </Fact>
          <Fact name={t('page.companyFigures.asOf.books')}>{at(asOf.books)}</Fact>
          <Fact name={t('page.companyFigures.asOf.files')}>{at(asOf.files)}</Fact>
          <Fact name={t('page.companyFigures.asOf.readings')}>{at(asOf.readings)}</Fact>
        </Facts>
      </Card>
    </Section>
  )
}
