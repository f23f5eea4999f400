import { firstOf, lastOf } from '#domain/certain.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import type { CompanyFigures, WeekFigures } from '#features/weeks/figures/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Figure, Figures as FigureRow } from '#web/ui/figures.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { IncomeOfCars } from './income-of-cars.tsx'

/** With fewer weeks a mean says nothing. */
const MIN_WEEKS_OF_MEAN = 3

/** The company's closed weeks: the figures of the newest, each with its trend, and all weeks as a table. */
export function Figures({ figures: { weeks, idle, cars: income } }: { figures: CompanyFigures }) {
  const t = useT()
  const last = weeks.at(-1)
  if (!last) {
    return (
      <Section title={t('page.overview.figures.title')}>
        <p>{t('page.overview.figures.none')}</p>
      </Section>
    )
  }
  const cars = weeks.map((week) => week.cars)
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const number = (count: number) => formatNumber(count, t.language)
  return (
    <Section
      title={t('page.overview.figures.title')}
      aside={t('page.overview.figures.of', { number: weekNumber(last.week) })}
    >
      <Stack>
        <FigureRow boxed>
          <Trend
            name={t('page.overview.figures.paid')}
            values={weeks.map(({ paid }) => paid)}
            words={(value) => money(cents(value))}
          />
          <Trend
            name={t('page.overview.figures.income')}
            values={weeks.map(incomeOf)}
            words={(value) => money(cents(value))}
            note={t('page.overview.figures.parts', { fee: money(last.fee), rent: money(last.rent) })}
          />
          <Trend
            name={t('page.overview.figures.drivers')}
            values={weeks.map(({ drivers }) => drivers)}
            words={number}
          />
          <Trend
            name={t('page.overview.figures.cars')}
            values={cars.every((count) => count !== null) ? cars : []}
            words={number}
            note={idleWords(idle, t)}
          />
        </FigureRow>
        <IncomeOfCars cars={income} weeks={weeks.length} />
        <Card flush part>
          <Disclosure summary={t('page.overview.figures.table', { count: weeks.length })}>
            <Stack>
              <Table
                caption={t('page.overview.figures.caption')}
                columns={columns(t)}
                rows={weeks.toReversed()}
                rowKey={({ week }) => week}
                href={({ name }) => `/admin/weekly/${name}`}
              />
              <Words look="small">{t('page.overview.figures.note')}</Words>
            </Stack>
          </Disclosure>
        </Card>
      </Stack>
    </Section>
  )
}

function incomeOf({ fee, rent }: WeekFigures): Cents {
  return sum([fee, rent])
}

function idleWords(idle: number | null, t: Translator): string | null {
  if (idle === null) return null
  return idle > 0 ? t('page.overview.figures.idle', { count: idle }) : t('page.overview.figures.idleNone')
}

type TrendProps = {
  name: string
  /** Oldest first; empty if nothing was measured. */
  values: readonly number[]
  words: (value: number) => string
  note?: string | null
}

/** One figure of the newest week, compared with the weeks before. */
function Trend({ name, values, words, note = null }: TrendProps) {
  const t = useT()
  const last = values.at(-1)
  if (last === undefined) {
    return (
      <Figure name={name} text>
        {t('common.notMeasured')}
      </Figure>
    )
  }
  return (
    <Figure
      name={name}
      note={[changeWords(values, t), note].filter((sentence) => sentence !== null).join(' · ')}
      drawn={
        <SmallLine
          values={values}
          width={220}
          height={40}
          label={t('page.overview.figures.trend', {
            name,
            count: values.length,
            first: words(firstOf(values)),
            last: words(last),
          })}
        />
      }
    >
      {words(last)}
    </Figure>
  )
}

/** The newest week compared with the mean of those before; empty if they are too few. */
function changeWords(values: readonly number[], t: Translator): string | null {
  const earlier = values.slice(0, -1)
  if (earlier.length < MIN_WEEKS_OF_MEAN) return null
  const mean = earlier.reduce((total, value) => total + value, 0) / earlier.length
  if (mean <= 0) return null
  const change = Math.round(((lastOf(values) - mean) / mean) * 100)
  const percent = formatPercent(change * 100, t.language)
  if (change === 0) return t('page.overview.figures.level')
  return t(change > 0 ? 'page.overview.figures.above' : 'page.overview.figures.below', { percent })
}

function columns(t: Translator): Column<WeekFigures>[] {
  return [
    { head: t('page.overview.figures.week'), cell: ({ week }) => <WeekName week={week} /> },
    {
      head: t('page.overview.figures.paidColumn'),
      number: true,
      cell: ({ paid }) => <Money cents={paid} look="bare" />,
    },
    { head: t('page.overview.figures.fee'), number: true, cell: ({ fee }) => <Money cents={fee} look="bare" /> },
    { head: t('page.overview.figures.rent'), number: true, cell: ({ rent }) => <Money cents={rent} look="bare" /> },
    { head: t('page.overview.figures.driversColumn'), number: true, cell: ({ drivers }) => drivers },
    {
      head: t('page.overview.figures.carsColumn'),
      number: true,
      cell: ({ cars }) => cars ?? t('common.notMeasured'),
    },
  ]
}
