import { firstOf, lastOf } from '#domain/certain.ts'
import { type FiguresPeriod, adjacentPeriod, periodAround, readFiguresPeriod } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import { PeriodLinks, type PeriodWays } from './periods.tsx'

const KINDS = ['month', 'quarter', 'year'] as const

type WaysFromPeriod = PeriodWays<(typeof KINDS)[number]>

/** The period in the address, `?period=2026-11`; `null` if there is none. Refuses one that cannot be read. */
export function periodFromAddress(url: URL): FiguresPeriod | null {
  const text = url.searchParams.get('period')
  if (!text) return null
  const period = readFiguresPeriod(text)
  // Costs are known by month: the record of a car has single weeks.
  return period.kind === 'week' ? periodAround('month', firstOf([...period.weeks])) : period
}

/** The names of the periods to which a period links: the ones before and after, and the month, quarter and year of the same time. */
export function waysFromPeriod({ period, newest }: { period: FiguresPeriod; newest: Week | null }): WaysFromPeriod {
  const after = adjacentPeriod(period, 'after')
  const last = lastOf([...period.weeks])
  const week = newest !== null && newest < last && newest >= firstOf([...period.weeks]) ? newest : last
  const at = (kind: (typeof KINDS)[number]) => periodAround(kind, week).name
  return {
    before: adjacentPeriod(period, 'before').name,
    after: newest !== null && firstOf([...after.weeks]) <= newest ? after.name : null,
    month: at('month'),
    quarter: at('quarter'),
    year: at('year'),
  }
}

type Props = { place: string; period: FiguresPeriod; ways: WaysFromPeriod }

/** Links to choose a month, a quarter or a year. */
export function PeriodChoice({ place, period, ways }: Props) {
  const t = useT()
  return (
    <PeriodLinks
      label={t('page.carFigures.periods.label')}
      kinds={KINDS.map((kind) => ({ kind, words: t(`page.carFigures.periods.${kind}`) }))}
      period={period}
      ways={ways}
      to={(name) => `${place}?${new URLSearchParams({ period: name })}`}
    />
  )
}
