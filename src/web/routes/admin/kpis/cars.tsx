import { firstOf, lastOf } from '#domain/certain.ts'
import { addFigures } from '#domain/car-business.ts'
import { showPlate } from '#domain/identifiers.ts'
import { median } from '#domain/median.ts'
import { showCars } from '#features/weeks/cars/queries.server.ts'
import type { FleetBusiness } from '#features/weeks/cars/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { figuresPeriodName, figuresPeriodRow, figuresPeriodShort } from '#messages/figure-words.ts'
import { formatDifference, formatMoney, formatNumber, formatRoundMoney } from '#messages/numbers.ts'
import { readPageFromStandby } from '#web/standby.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { BehindNote } from '#web/parts/behind-note.tsx'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DotPlot } from '#web/ui/charts/dot-plot.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import type { Route } from './+types/cars.ts'
import { CAR_FIGURES, PLACE } from './cars-list.tsx'
import { PeriodChoice, periodFromAddress, waysFromPeriod } from './long-periods.tsx'
import { OfWhom } from './of-whom.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const period = periodFromAddress(new URL(args.request.url))
  const { value, behind } = await readPageFromStandby(args.context, (on) => showCars(period, asking.now, { on }))
  const { cars, ...about } = value
  const page = await listPage(CAR_FIGURES, Promise.resolve(cars), args, asking)
  return { page, about, behind, fleet: fleetOf(cars), ways: waysFromPeriod(about) }
})

function fleetOf(cars: FleetBusiness['cars']) {
  const { income, cost, left, emptyDays, workshopDays } = addFigures(cars.map(({ figures }) => figures))
  const before = cars.flatMap((car) => car.before ?? [])
  return {
    income,
    cost,
    left,
    emptyDays,
    workshopDays,
    before: before.length === 0 ? null : addFigures(before).left,
    lacking: cars.filter(({ figures }) => figures.missing.length > 0).length,
    dots: cars.map(({ id, plate, figures, before: then }) => ({
      id,
      name: showPlate(plate),
      value: figures.left,
      before: then?.left ?? null,
      isWarned: figures.left < 0,
    })),
  }
}

type Shown = Route.ComponentProps['loaderData']

/** What each car leaves in a month, a quarter or a year, the lowest first. */
export default function CarFiguresScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { page, about, behind, ways } = loaderData
  return (
    <ListScreen
      of={CAR_FIGURES}
      shown={page}
      subtitle={t('page.carFigures.subtitle', {
        period: figuresPeriodName(about.period, t),
        before: figuresPeriodShort(about.before, t),
      })}
      first={
        <LinkButton to="/admin/vehicles" kind="primary" icon="car">
          {t('page.fleet.vehicles.title')}
        </LinkButton>
      }
      after={page.isEmpty ? null : <Why about={about} />}
    >
      <OfWhom current="cars" />
      <BehindNote seconds={behind} />
      <PeriodChoice place={PLACE} period={about.period} ways={ways} />
      {page.isEmpty ? null : <AllCars shown={loaderData} />}
    </ListScreen>
  )
}

/** All cars on one line, and the sum of what they leave. */
function AllCars({ shown: { fleet, about } }: { shown: Shown }) {
  const t = useT()
  const words = (value: number) => formatMoney(value, t.language)
  const inOrder = fleet.dots.toSorted((a, b) => a.value - b.value)
  const [low, high] = [firstOf(inOrder), lastOf(inOrder)]
  const middle = median(fleet.dots.map(({ value }) => value))
  const ends = { low: low.name, lowest: words(low.value), high: high.name, highest: words(high.value) }
  const isOne = inOrder.length === 1
  return (
    <Card
      title={t(`page.kpis.finding.${isOne ? 'one' : 'many'}`, { ...ends, median: words(middle) })}
      aside={t('page.carFigures.plot')}
    >
      <Stack>
        {isOne ? null : (
          <DotPlot
            says={t('page.carFigures.plotSays', { ...ends, count: inOrder.length, median: words(middle) })}
            dots={fleet.dots}
            middle={{ value: middle, words: t('page.kpis.median', { value: words(middle) }) }}
            words={words}
            axisWords={(value) => formatRoundMoney(value, t.language)}
            changeWords={(change) => formatDifference(change, t.language)}
            unit={100}
            rows={{ now: figuresPeriodRow(about.period, t), before: figuresPeriodRow(about.before, t) }}
          />
        )}
        <Words>
          {[
            t('page.carFigures.total', {
              count: inOrder.length,
              left: words(fleet.left),
              income: words(fleet.income),
              cost: words(fleet.cost),
            }),
            fleet.before === null
              ? null
              : t('page.carFigures.totalBefore', {
                  before: figuresPeriodShort(about.before, t),
                  left: words(fleet.before),
                }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Words>
        <Words look="soft">
          {[
            fleet.emptyDays === 0 ? null : t('page.carFigures.emptyDays', { count: fleet.emptyDays }),
            fleet.workshopDays === 0 ? null : t('page.carFigures.workshopDays', { count: fleet.workshopDays }),
            fleet.lacking === 0 ? null : t('page.carFigures.lacks', { count: fleet.lacking }),
            about.counted.length === about.period.weeks.length
              ? null
              : t('page.carFigures.counted', {
                  count: about.counted.length,
                  all: formatNumber(about.period.weeks.length, t.language),
                }),
            about.withoutCar === 0 ? null : t('page.carFigures.withoutCar', { amount: words(about.withoutCar) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Words>
      </Stack>
    </Card>
  )
}

const WHY = [
  'income',
  'cost',
  'value',
  'damages',
  'empty',
  'workshop',
  'breakEven',
  'missing',
  'kilometres',
  'hint',
] as const

/** The meaning and the limits of each figure, and its source. */
function Why({ about }: { about: Shown['about'] }) {
  const t = useT()
  const { length: count } = about.counted
  const weeks = about.counted.map((week) => weekNumber(week)).join(', ')
  return (
    <Section title={t('page.carFigures.why.title')}>
      <SideBySide>
        <div>
          {WHY.map((name) => (
            <Disclosure key={name} level="line" summary={t(`page.carFigures.why.${name}`)}>
              <Words>{t(`page.carFigures.why.${name}Text`)}</Words>
            </Disclosure>
          ))}
        </div>
        <Card title={t('page.carFigures.why.sources')} part>
          <Facts>
            <Fact name={t('page.carFigures.why.statements')}>
              {count === 0 ? t('page.carFigures.why.none') : t('page.carFigures.why.statementsText', { count, weeks })}
            </Fact>
            <Fact name={t('page.carFigures.why.records')}>{t('page.carFigures.why.recordsText')}</Fact>
          </Facts>
        </Card>
      </SideBySide>
    </Section>
  )
}
