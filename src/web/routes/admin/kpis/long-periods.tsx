import { firstOf, lastOf } from '#domain/certain.ts'
import { type FiguresPeriod, besidePeriod, periodAround, readFiguresPeriod } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import { figuresPeriodShort } from '#messages/figure-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spread, Turn } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const KINDS = ['month', 'quarter', 'year'] as const

type LongWays = { before: string; after: string | null } & Record<(typeof KINDS)[number], string>

/** The period that the address names, `?period=2026-11`; `null` where it names none. Refuses what is none. */
export function askedLong(url: URL): FiguresPeriod | null {
  const said = url.searchParams.get('period')
  if (!said) return null
  const period = readFiguresPeriod(said)
  // Costs are by month: of a single week there is the record of the car.
  return period.kind === 'week' ? periodAround('month', firstOf([...period.weeks])) : period
}

/** Where one goes from a period: to the one before and after, and to the same as a month, a quarter or a year. */
export function longWays({ period, newest }: { period: FiguresPeriod; newest: Week | null }): LongWays {
  const after = besidePeriod(period, 'after')
  const last = lastOf([...period.weeks])
  const week = newest !== null && newest < last && newest >= firstOf([...period.weeks]) ? newest : last
  const at = (kind: (typeof KINDS)[number]) => periodAround(kind, week).name
  return {
    before: besidePeriod(period, 'before').name,
    after: newest !== null && firstOf([...after.weeks]) <= newest ? after.name : null,
    month: at('month'),
    quarter: at('quarter'),
    year: at('year'),
  }
}

type Props = { place: string; period: FiguresPeriod; ways: LongWays }

/** Month, quarter or year, and which. */
export function LongPeriods({ place, period, ways }: Props) {
  const t = useT()
  const to = (name: string) => `${place}?${new URLSearchParams({ period: name })}`
  return (
    <Spread>
      <Tabs
        look="pills"
        label={t('page.carFigures.periods.label')}
        tabs={KINDS.map((kind) => ({
          to: to(ways[kind]),
          label: t(`page.carFigures.periods.${kind}`),
          current: period.kind === kind,
        }))}
      />
      <Turn label={t('page.kpis.turn')}>
        <Link to={to(ways.before)} aria-label={t('page.kpis.before')}>
          <Icon name="left" small />
          {figuresPeriodShort(readFiguresPeriod(ways.before), t)}
        </Link>
        {ways.after === null ? null : (
          <Link to={to(ways.after)} aria-label={t('page.kpis.after')}>
            {figuresPeriodShort(readFiguresPeriod(ways.after), t)}
            <Icon name="right" small />
          </Link>
        )}
      </Turn>
    </Spread>
  )
}
