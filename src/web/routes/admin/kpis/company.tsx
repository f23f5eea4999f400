import type { ReactNode } from 'react'
import type { EnergyRate } from '#domain/company-figures.ts'
import { cents } from '#domain/money.ts'
import { showPlate } from '#domain/identifiers.ts'
import { listCompanyGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { showCompany } from '#features/weeks/company-figures/queries.server.ts'
import type { CarEnergy, CompanyView, PeriodFigures } from '#features/weeks/company-figures/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, weekNumber } from '#messages/dates.ts'
import { figuresPeriodName, figuresPeriodShort } from '#messages/figure-words.ts'
import { formatAmount, formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { CompanyGoals } from '#web/parts/company-goals.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Beside, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/company.ts'
import { LongPeriods, askedLong, longWays } from './long-periods.tsx'
import { OfWhom } from './of-whom.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const [company, goals] = await Promise.all([showCompany(askedLong(new URL(request.url)), now), listCompanyGoals(now)])
  return { company, goals, ways: longWays(company) }
})

/** The company in a month, a quarter or a year: each figure with what it was before, its formula, its source, and the way to its rows. */
export default function CompanyFiguresScreen({ loaderData: { company, goals, ways } }: Route.ComponentProps) {
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
        <LongPeriods place="/admin/kpis/company" period={period} ways={ways} />
        {counted.length === 0 ? (
          <Words>{t('page.companyFigures.empty')}</Words>
        ) : (
          <>
            <MoneySection company={company} />
            <Fleet company={company} />
            <Energy company={company} />
          </>
        )}
        <Cash company={company} />
        {goals.length === 0 ? null : (
          <Section
            title={t('page.companyFigures.goals')}
            aside={<Link to="/admin/goals">{t('page.companyFigures.seeGoals')}</Link>}
          >
            <CompanyGoals goals={goals} />
          </Section>
        )}
        {counted.length === 0 ? null : <Why company={company} />}
      </Stack>
    </>
  )
}

type Part = { company: CompanyView }

/** What a figure was before, as a note under it. */
function noteOf({ past, before }: CompanyView, of: (figures: PeriodFigures) => string | null, t: Translator): string {
  const was = past === null ? null : of(past)
  return t('page.companyFigures.was', {
    before: figuresPeriodShort(before, t),
    value: was ?? t('page.companyFigures.unknown'),
  })
}

function Told({
  name,
  company,
  of,
}: {
  name: string
  company: CompanyView
  of: (one: PeriodFigures) => string | null
}) {
  const t = useT()
  const value = of(company.now)
  return (
    <Figure name={name} text={value === null} note={noteOf(company, of, t)}>
      {value ?? t('page.companyFigures.unknown')}
    </Figure>
  )
}

function MoneySection({ company }: Part) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, t.language)
  const { counted, period, unclassified } = company
  return (
    <Section
      title={t('page.companyFigures.money')}
      aside={<Link to="/admin/account">{t('page.companyFigures.rows.books')}</Link>}
    >
      <Stack>
        <Figures boxed>
          <Told name={t('page.companyFigures.names.income')} company={company} of={({ income }) => money(income)} />
          <Told name={t('page.companyFigures.names.fees')} company={company} of={({ fees }) => money(fees)} />
          <Told name={t('page.companyFigures.names.rent')} company={company} of={({ rent }) => money(rent)} />
          <Told
            name={t('page.companyFigures.names.costs')}
            company={company}
            of={({ costs, prizes }) => money(costs + prizes)}
          />
          <Told name={t('page.companyFigures.names.left')} company={company} of={({ left }) => money(left)} />
          <Told
            name={t('page.companyFigures.names.margin')}
            company={company}
            of={({ margin }) => (margin === null ? null : formatPercent(margin, t.language))}
          />
        </Figures>
        <Words look="soft">
          {[
            counted.length === period.weeks.length
              ? null
              : t('page.companyFigures.counted', {
                  count: counted.length,
                  all: formatNumber(period.weeks.length, t.language),
                }),
            unclassified === 0 ? null : t('page.companyFigures.unclassified', { amount: money(unclassified) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Words>
      </Stack>
    </Section>
  )
}

function Fleet({ company }: Part) {
  const t = useT()
  const { turnover, now } = company
  const count = (number: number) => formatNumber(number, t.language)
  return (
    <Section
      title={t('page.companyFigures.fleet')}
      aside={<Link to="/admin/kpis/cars">{t('page.companyFigures.rows.cars')}</Link>}
    >
      <Stack>
        <Figures boxed>
          <Told name={t('page.companyFigures.names.active')} company={company} of={({ active }) => count(active)} />
          <Figure
            name={t('page.companyFigures.names.turnover')}
            text={turnover?.rate == null}
            note={
              turnover === null
                ? null
                : t('page.companyFigures.moved', { gone: count(turnover.gone), came: count(turnover.came) })
            }
          >
            {turnover?.rate == null ? t('page.companyFigures.unknown') : formatPercent(turnover.rate, t.language)}
          </Figure>
          <Told
            name={t('page.companyFigures.names.emptyDays')}
            company={company}
            of={({ carDays, emptyDays }) =>
              carDays === 0 ? null : t('page.companyFigures.ofDays', { days: count(emptyDays), all: count(carDays) })
            }
          />
          <Told
            name={t('page.companyFigures.names.tollGap')}
            company={company}
            of={({ tolls }) => (tolls === null ? null : formatMoney(tolls.gap, t.language))}
          />
          <Told
            name={t('page.companyFigures.names.disputes')}
            company={company}
            of={({ disputes }) => count(disputes.opened)}
          />
          <Told
            name={t('page.companyFigures.names.answer')}
            company={company}
            of={({ disputes }) => (disputes.minutes === null ? null : hoursWords(disputes.minutes, t))}
          />
        </Figures>
        {now.tolls === null ? null : (
          <Words look="soft">
            {t('page.companyFigures.tolls', {
              charged: formatMoney(now.tolls.charged, t.language),
              taken: formatMoney(now.tolls.taken, t.language),
              refunded: formatMoney(now.tolls.refunded, t.language),
            })}
          </Words>
        )}
      </Stack>
    </Section>
  )
}

/** "3 h", "2 dias": an answer is a matter of days. */
function hoursWords(minutes: number, t: Translator): string {
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t('page.companyFigures.hours', { hours: formatNumber(hours, t.language) })
  return t('page.companyFigures.days', { days: formatNumber(Math.round(hours / 24), t.language) })
}

function Energy({ company }: Part) {
  const t = useT()
  const { cars, now, past } = company
  return (
    <Section title={t('page.companyFigures.energy.title')} aside={t('page.companyFigures.energy.aside')}>
      {now.energy === null ? (
        <Words>{t('page.companyFigures.energy.lacks')}</Words>
      ) : (
        <Stack>
          <Words>
            {t('page.companyFigures.energy.together', {
              now: formatMoney(now.energy.cost, t.language),
              before: figuresPeriodShort(company.before, t),
              was: past?.energy ? formatMoney(past.energy.cost, t.language) : t('page.companyFigures.unknown'),
            })}
          </Words>
          <Table
            caption={t('page.companyFigures.energy.title')}
            rows={cars.toSorted((a, b) => b.now.cost - a.now.cost)}
            rowKey={({ id }) => id}
            href={({ id }) => `/admin/vehicles/${id}/odometer`}
            columns={energyColumns(t)}
          />
        </Stack>
      )}
    </Section>
  )
}

function energyColumns(t: Translator): Column<CarEnergy>[] {
  return [
    { head: t('page.companyFigures.energy.car'), cell: ({ plate }) => showPlate(plate), phone: 'identity' },
    {
      head: t('page.companyFigures.energy.now'),
      number: true,
      first: true,
      phone: 'amount',
      cell: ({ now }) => <Money cents={now.cost} look="bare" inList />,
    },
    {
      head: t('page.companyFigures.energy.before'),
      number: true,
      cell: ({ before }) => (before === null ? '–' : <Money cents={before.cost} look="bare" />),
    },
    {
      head: t('page.companyFigures.energy.change'),
      number: true,
      phone: 'state',
      cell: ({ now, before }) =>
        before === null ? '–' : <Money cents={cents(now.cost - before.cost)} look="signed" />,
    },
    {
      head: t('page.companyFigures.energy.quantity'),
      number: true,
      phone: 'fact',
      cell: ({ now }) => quantityWords(now, t),
    },
  ]
}

/** "6,42 l", "17,30 kWh": for 100 km. */
function quantityWords({ centilitres, wattHours }: EnergyRate, t: Translator): string {
  const said = [
    centilitres === null
      ? null
      : t('page.companyFigures.energy.litres', { size: formatAmount(centilitres, t.language) }),
    wattHours === null
      ? null
      : t('page.companyFigures.energy.kilowattHours', {
          size: formatAmount(Math.round(wattHours / 10), t.language),
        }),
  ].filter(Boolean)
  return said.length === 0 ? '–' : said.join(' · ')
}

/** What statements owe now, and whether the bank holds it. */
function Cash({ company: { cash } }: Part) {
  const t = useT()
  return (
    <Section
      title={t('page.companyFigures.cash.title')}
      aside={<Link to="/admin/weekly">{t('page.companyFigures.cash.rows')}</Link>}
    >
      <Figures boxed>
        <Figure
          name={t('page.companyFigures.cash.owed')}
          note={t('page.companyFigures.cash.statements', { count: cash.statements })}
        >
          <Money cents={cash.owed} />
        </Figure>
        <Figure name={t('page.companyFigures.cash.payDay')} text>
          {formatDayShort(cash.payDay, t.language)}
        </Figure>
        <Figure
          name={t('page.companyFigures.cash.bank')}
          text={cash.bank === null}
          note={t('page.companyFigures.cash.bankNote')}
        >
          {cash.bank === null ? t('page.companyFigures.unknown') : <Money cents={cash.bank} owed />}
        </Figure>
        <Figure name={t('page.companyFigures.cash.missing')} text={cash.missing === null}>
          {cash.missing === null ? t('page.companyFigures.unknown') : <Money cents={cash.missing} />}
        </Figure>
      </Figures>
    </Section>
  )
}

/** Each figure that is explained, with the rows behind it. */
const WHY = {
  income: '/admin/account',
  costs: '/admin/account',
  margin: null,
  active: '/admin/kpis',
  turnover: '/admin/drivers',
  emptyDays: '/admin/kpis/cars?view=empty',
  tollGap: '/admin/weekly',
  energy: '/admin/vehicles',
  disputes: '/admin/weekly/disputes',
  cash: '/admin/weekly',
} as const
const EXPLAINED = Object.keys(WHY) as (keyof typeof WHY)[]

/** What each figure is and is not, where it comes from, how old that is, and the way to the rows behind it. */
function Why({ company: { counted, asOf } }: Part) {
  const t = useT()
  const at = (instant: string | null): ReactNode =>
    instant === null ? t('page.companyFigures.unknown') : formatInstant(instant, t.language)
  return (
    <Section title={t('page.carFigures.why.title')}>
      <Beside>
        <div>
          {EXPLAINED.map((name) => (
            <Disclosure key={name} level="line" summary={t(`page.companyFigures.why.${name}`)}>
              <Words>{t(`page.companyFigures.formula.${name}`)}</Words>
              {WHY[name] === null ? null : <Link to={WHY[name]}>{t('page.companyFigures.rows.see')}</Link>}
            </Disclosure>
          ))}
        </div>
        <Card title={t('page.carFigures.why.sources')} part>
          <Facts>
            <Fact name={t('page.carFigures.why.statements')}>
              {t('page.carFigures.why.statementsText', { weeks: counted.map((week) => weekNumber(week)).join(', ') })}
            </Fact>
            <Fact name={t('page.companyFigures.asOf.books')}>{at(asOf.books)}</Fact>
            <Fact name={t('page.companyFigures.asOf.files')}>{at(asOf.files)}</Fact>
            <Fact name={t('page.companyFigures.asOf.readings')}>{at(asOf.readings)}</Fact>
          </Facts>
        </Card>
      </Beside>
    </Section>
  )
}
